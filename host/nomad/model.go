package nomad

import (
	"encoding/json"

	"github.com/coxswain/coxswain/core"
)

// Recording is what was recorded of a cluster, in the order in which it happened.
type Recording struct {
	// Name is the file's name without its endings, or the name given to Read.
	Name string
	// Entries are what happened; their times never step back.
	Entries []Entry
	// Start and End are the first and the last moment, in Unix nanoseconds.
	// Start is the zero of the lines' own clock where that is known, and
	// otherwise the first entry's time. End is the last line's, or, with a sidecar,
	// when the recorder stopped listening. Both are 0 for an empty recording.
	Start, End int64
	// Timed says that the lines tell when they were received. Otherwise an
	// entry's time is the newest stamp of the cluster's servers so far, which
	// is when something was written and not when it was heard of.
	Timed bool
	// HasSidecar says that a sidecar was read; without one there are no commands.
	HasSidecar bool
	// Lines is how many lines were read, also those that were passed over.
	Lines int
}

// Entry is one thing that happened: exactly one of Snapshot, Commit, Leader and
// Command is set.
type Entry struct {
	// Time is in Unix nanoseconds, at least 1.
	Time int64
	// Line is where it stands in the recording, the first of a commit's lines;
	// 0 for a command.
	Line int

	// Snapshot is everything known when the recording began.
	Snapshot *Snapshot
	// Commit is one write to the cluster's state.
	Commit *Commit
	// Leader says that a new leader's watcher starts here from the facts so far.
	Leader bool
	// Command is a wish of a user, from the sidecar.
	Command *Command
}

// Snapshot is the state at one index.
type Snapshot struct {
	Index uint64
	// Jobs are the current jobs, Versions all kept versions of them.
	Jobs, Versions []*Job
	Deployments    []*Deployment
	Evaluations    []*Evaluation
	Allocations    []*Allocation
}

// Commit is everything that was written at one index, however many lines told
// of it. Each object is there once, as it is after the commit.
type Commit struct {
	Index uint64
	// Jobs hold a job twice only when two of its versions were written.
	Jobs        []Written[Job]
	Deployments []Written[Deployment]
	Evaluations []Written[Evaluation]
	Allocations []Written[Allocation]
}

// Written is an object that a commit wrote.
type Written[T any] struct {
	// Type is Nomad's word for what wrote it, such as "PlanResult" or
	// "DeploymentPromotion". Facts do not depend on it, so an unknown word is
	// kept like any other.
	Type string
	// Line is the line that told of it.
	Line int
	// Object is the object after the change; never nil.
	Object *T
}

// Command is a command that a user gave, and how it was answered.
type Command struct {
	// Deployment is the deployment that it is for.
	Deployment string
	// Command is what the core is told. Its ID is the position of the step in
	// the sidecar, from 1.
	Command core.Command
	// Refused says that the answer was an error, and Text what it said.
	Refused bool
	Text    string
	// Index is the commit that carried it out; 0 when the answer names none.
	Index uint64
	// EvaluationID is the evaluation that was created; empty without one.
	EvaluationID string
	// Reverted says that the job was rolled back to RevertedVersion.
	Reverted        bool
	RevertedVersion uint64
}

// Job is one version of a job.
type Job struct {
	Namespace, ID, Type, Status string
	Priority                    int32
	Version                     uint64
	// CreateIndex tells incarnations apart. ModifyIndex is the last write to
	// this version, SpecIndex (Nomad's JobModifyIndex) the last to its
	// specification.
	CreateIndex, ModifyIndex, SpecIndex uint64
	// SubmitTime is in Unix nanoseconds; a rollback carries that of the version
	// that it goes back to.
	SubmitTime    int64
	Stable, Stop  bool
	Multiregion   bool
	Groups        []core.JobGroup
	Spec          json.RawMessage // as recorded
	WatchedDigest string          // SpecDigest's first result
	VersionDigest string          // SpecDigest's second result
	ExecDigest    string
}

// Deployment is a deployment and whose it is.
type Deployment struct {
	core.Deployment
	Namespace, JobID string
	// JobCreateIndex, JobModifyIndex and JobSpecIndex are those of the job that
	// it rolls out, at the time at which it was made.
	JobCreateIndex, JobModifyIndex, JobSpecIndex uint64
	Multiregion                                  bool
}

// Allocation is an allocation and whose it is.
type Allocation struct {
	core.Allocation
	Namespace, JobID string
	// DeploymentID is empty for an allocation outside any deployment.
	DeploymentID string
	EvalID, Name string
	CreateIndex  uint64
	CreateTime   int64 // Unix nanoseconds
	// Migrate and ForceReschedule are the other two desired transitions.
	Migrate, ForceReschedule bool
}

// Evaluation is an evaluation and whose it is.
type Evaluation struct {
	core.Evaluation
	Namespace, JobID string
	// DeploymentID is empty for an evaluation outside any deployment.
	DeploymentID      string
	Type, TriggeredBy string
	Priority          int32
	ModifyIndex       uint64
	// CreateTime and ModifyTime are in Unix nanoseconds.
	CreateTime, ModifyTime int64
}
