package host

import (
	"context"
	"errors"

	"github.com/coxswain/coxswain/core"
)

// What a State can answer instead of facts.
var (
	// ErrGap: the changes after that index are not kept any more. Every
	// deployment must be read anew.
	ErrGap = errors.New("coxswain: the changes after this index are gone")
	// ErrUnknownDeployment: there is no such deployment.
	ErrUnknownDeployment = errors.New("coxswain: unknown deployment")
	// ErrUnknownJob: the job of an active deployment is not known, so it cannot be
	// watched (L1).
	ErrUnknownJob = errors.New("coxswain: unknown job")
)

// State is where facts come from: a cluster's store, or a cache of it. It is
// used by many goroutines at once.
type State interface {
	// Active returns the ids of all deployments that can still change, in any
	// order, and the index at which that is so.
	Active(ctx context.Context) (ids []string, index uint64, err error)

	// Snapshot fills in everything known of one deployment at one index: Index,
	// Job, Deployment, Allocations, Evaluations (whole lists) and Versions. Of a
	// deployment that has ended only Index and Deployment are wanted. A State that
	// keeps them may fill in Verdicts too, and Freezes with FreezesRead; those of
	// gates that the deployment's policy does not have are passed over, and so are
	// freezes if it allows none. What Watcher.Report and Watcher.Freeze were given
	// counts before them. The rest of the input is the watcher's.
	//
	// Only a State can tell a new leader what a gate has said: without it a verdict
	// is unknown until the gate reports again, which holds a promotion back, allows
	// it or fails the deployment, as core.Gate.Unknown says.
	// The error is ErrUnknownDeployment,
	// ErrUnknownJob, or one that may pass.
	Snapshot(ctx context.Context, deployment string, in *core.Input) error

	// Changes returns the commits after an index in rising order, none left out.
	// It waits until there is one. ErrGap says that some are not kept any more;
	// every other error may pass.
	Changes(ctx context.Context, after uint64) ([]*Commit, error)
}

// JobKey names a job.
type JobKey struct{ Namespace, ID string }

// Commit is everything that the cluster wrote at one index, each object once, as
// it is afterwards. It is shared and never changed.
type Commit struct {
	Index       uint64
	Deployments []Deployment
	Allocations []Allocation
	Evaluations []Evaluation
	Versions    []Versions
}

// Deployment is a written deployment.
type Deployment struct {
	core.Deployment
	Job JobKey
	// CanariesAdded says that the groups' PlacedCanaries list only canaries that
	// this commit placed; otherwise they are the whole list.
	CanariesAdded bool
	// Deleted says that it is gone; only ID and Job count then.
	Deleted bool
}

// Allocation is a written allocation.
type Allocation struct {
	core.Allocation
	// Deployment is the one that it belongs to; empty for none. Left is another
	// one that it belonged to before this commit.
	Deployment, Left string
	// Deleted says that it is gone; only ID and Left count then.
	Deleted bool
}

// Evaluation is a written evaluation.
type Evaluation struct {
	core.Evaluation
	Job JobKey
	// Deleted says that it is gone; only ID and Job count then.
	Deleted bool
}

// Versions are the kept versions of a job, all of them, when one of them was
// written or dropped.
type Versions struct {
	Job      JobKey
	Versions []core.JobVersion
}
