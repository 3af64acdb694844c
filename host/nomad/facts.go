package nomad

import (
	"errors"
	"fmt"

	"github.com/coxswain/coxswain/core"
)

// Why a deployment cannot be watched.
var (
	// ErrNoDeployment: nothing is known of a deployment with this id.
	ErrNoDeployment = errors.New("unknown deployment")
	// ErrNoJob: the job of the deployment is not known (L1). A later commit may
	// tell of it.
	ErrNoJob = errors.New("unknown job")
)

// WatchError says that a deployment cannot be watched.
type WatchError struct {
	Deployment string
	// Namespace and Job are the deployment's; empty with ErrNoDeployment.
	Namespace, Job string
	// Err is ErrNoDeployment or ErrNoJob.
	Err error
}

// Error returns the sentence.
func (e *WatchError) Error() string {
	if e.Job == "" {
		return fmt.Sprintf("deployment %s: %v", e.Deployment, e.Err)
	}
	return fmt.Sprintf("deployment %s: %v %q in namespace %q", e.Deployment, e.Err, e.Job, e.Namespace)
}

// Unwrap returns the reason.
func (e *WatchError) Unwrap() error { return e.Err }

// Opening fills in the input that opens the machine of a deployment: all facts
// as they stand, at the cluster's last index. The job is the current one, which
// can be newer than the version that is rolled out.
//
// The input is overwritten, and the memory of its slices used again. The error
// is a *WatchError; the input is then left as it was.
func (c *Cluster) Opening(id string, now int64, epoch uint64, in *core.Input) error {
	d := c.deployments[id]
	if d == nil {
		return &WatchError{Deployment: id, Err: ErrNoDeployment}
	}
	f := c.jobs[jobKey{d.Namespace, d.JobID}]
	if f == nil || f.current == nil {
		return &WatchError{Deployment: id, Namespace: d.Namespace, Job: d.JobID, Err: ErrNoJob}
	}
	clearInput(in, now, c.index)
	in.Epoch = epoch
	in.Job = f.current.coreJob()
	in.Deployment = &d.Deployment
	in.Allocations.Whole = true
	in.Allocations.TableIndex = c.allocIndex
	for _, a := range c.Allocations(id) {
		in.Allocations.Changed = append(in.Allocations.Changed, a.Allocation)
	}
	in.Evaluations.Whole = true
	for _, e := range c.Evaluations(d.Namespace, d.JobID) {
		in.Evaluations.Changed = append(in.Evaluations.Changed, e.Evaluation)
	}
	addVersions(in, f.versions)
	return nil
}

// Delta fills in the input that tells the machine of a deployment, opened
// earlier, what the commit changed for it; false means that there is nothing to
// tell. The commit must be the one that was applied last, and each commit is
// told once. The work grows with what the commit wrote for this deployment and
// its job, not with what is known of them.
//
// Told are: the deployment; that some other one was written (D3); its
// allocations, with those that went over to another deployment removed; the
// evaluations of its job; and the kept versions of its job if one of them is
// another now. A deployment without allocations is also told of writes to any
// allocation, since the table's index then stands for theirs (A0).
//
// The input is overwritten, and the memory of its slices used again.
func (c *Cluster) Delta(id string, commit *Commit, now int64, in *core.Input) bool {
	d := c.deployments[id]
	if d == nil || commit == nil || commit != c.change.commit {
		return false
	}
	clearInput(in, now, commit.Index)
	ch := &c.change
	tell := false
	if was, ok := ch.deployments[id]; ok {
		in.Deployment, in.CanariesAdded = deploymentDelta(was, d)
		tell = true
	} else if len(ch.deployments) > 0 {
		in.Delivered = true
		tell = true
	}

	in.Allocations.TableIndex = c.allocIndex
	for _, a := range ch.allocations[id] {
		in.Allocations.Changed = append(in.Allocations.Changed, a.Allocation)
	}
	in.Allocations.Removed = append(in.Allocations.Removed, ch.moved[id]...)
	if len(in.Allocations.Changed)+len(in.Allocations.Removed) > 0 ||
		len(c.members[id]) == 0 && len(commit.Allocations) > 0 {
		tell = true
	}

	key := jobKey{d.Namespace, d.JobID}
	for _, e := range ch.evaluations[key] {
		in.Evaluations.Changed = append(in.Evaluations.Changed, e.Evaluation)
		tell = true
	}
	if ch.versions[key] {
		addVersions(in, c.jobs[key].versions)
		tell = true
	}
	return tell
}

// deploymentDelta is how a written deployment is told: with only its new
// canaries if all groups still have their earlier ones, in the same order.
func deploymentDelta(was, is *Deployment) (d *core.Deployment, added bool) {
	if was == nil {
		return &is.Deployment, false
	}
	had := make(map[string][]string, len(was.Groups))
	for _, g := range was.Groups {
		had[g.Name] = g.PlacedCanaries
	}
	short := is.Deployment
	short.Groups = make([]core.Group, len(is.Groups))
	for i, g := range is.Groups {
		old := had[g.Name]
		if !isPrefix(old, g.PlacedCanaries) {
			return &is.Deployment, false
		}
		g.PlacedCanaries = g.PlacedCanaries[len(old):]
		short.Groups[i] = g
	}
	return &short, true
}

func isPrefix(start, list []string) bool {
	if len(start) > len(list) {
		return false
	}
	for i, s := range start {
		if list[i] != s {
			return false
		}
	}
	return true
}

func addVersions(in *core.Input, kept versions) {
	in.VersionsRead = true
	for _, j := range kept {
		in.Versions = append(in.Versions, j.coreVersion())
	}
}

// clearInput empties an input and keeps the memory of its slices.
func clearInput(in *core.Input, now int64, index uint64) {
	a, e := &in.Allocations, &in.Evaluations
	*in = core.Input{
		Now: now, Index: index,
		Allocations: core.AllocationChanges{Changed: a.Changed[:0], Removed: a.Removed[:0]},
		Evaluations: core.EvaluationChanges{Changed: e.Changed[:0], Removed: e.Removed[:0]},
		Versions:    in.Versions[:0],
		Results:     in.Results[:0],
	}
}
