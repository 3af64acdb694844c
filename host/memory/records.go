package memory

import (
	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
)

// Job is one version of a job. The first group of fields is the user's, the
// second the store's: what a user gives there is passed over.
//
// Job, Deployment, Allocation and Evaluation are records. Those that a View
// returns are shared with the store and everybody else: read them only.
type Job struct {
	Namespace, ID string
	// Type is the scheduler's word ("service"); it goes into evaluations, as
	// Priority does.
	Type     string
	Priority int32
	// Multiregion turns on T5.
	Multiregion bool
	// Stopped says that this version stops the job. Stable is what S4 sets; a
	// user may give it too.
	Stopped, Stable bool
	// SpecDigest and ExecDigest stand for the specification, as in core.Job; at
	// most core.MaxDigestLength bytes. The store does not make them: an empty
	// SpecDigest differs from everything.
	SpecDigest, ExecDigest string
	// Tag is the version's name, empty for none; Rollback says that a rollback
	// registered it.
	Tag      string
	Rollback bool
	// Groups are the task groups with the flag that D4 reads.
	Groups []core.JobGroup
	// Spec is whatever else makes up the specification, such as the counts and
	// update settings that a scheduler reads. The store never looks at it; a
	// rollback carries it to the new version.
	Spec any

	// Version counts from 0.
	Version uint64
	// CreateIndex tells incarnations of a purged and registered job apart.
	// ModifyIndex is the last write to this version, SpecIndex the one that
	// registered it.
	CreateIndex, ModifyIndex, SpecIndex uint64
	// SubmitTime is when a user registered this specification, in Unix
	// nanoseconds. A rollback carries the old one.
	SubmitTime int64
}

// Key names the job.
func (j *Job) Key() host.JobKey { return host.JobKey{Namespace: j.Namespace, ID: j.ID} }

// watched is the job as a machine is opened with it.
func (j *Job) watched() *core.Job {
	return &core.Job{
		Namespace: j.Namespace, ID: j.ID, Type: j.Type, Priority: j.Priority,
		Version: j.Version, ModifyIndex: j.SpecIndex, Multiregion: j.Multiregion,
		SpecDigest: j.SpecDigest, ExecDigest: j.ExecDigest, Groups: j.Groups,
	}
}

// version is the job as one of the kept versions.
func (j *Job) version() core.JobVersion {
	return core.JobVersion{
		Version: j.Version, Stable: j.Stable, Stopped: j.Stopped, CreateIndex: j.CreateIndex,
		SpecDigest: j.SpecDigest, ExecDigest: j.ExecDigest, Tag: j.Tag, Rollback: j.Rollback,
	}
}

// Deployment is a deployment and whose it is. CreateIndex, ModifyIndex, CreateTime
// (unless it is given) and, in its groups, the counters, RequireProgressBy and
// PlacedCanaries are the store's (S1, S2).
type Deployment struct {
	core.Deployment
	Job host.JobKey
	// JobCreateIndex is the incarnation of the job that is rolled out.
	JobCreateIndex uint64
}

// with is the deployment after the ledger wrote it.
func (d *Deployment) with(next core.Deployment) Deployment {
	after := *d
	after.Deployment = next
	return after
}

// Allocation is an allocation and whose it is. CreateIndex, ModifyIndex,
// HealthIndex, CreateTime, ModifyTime and Next are the store's.
type Allocation struct {
	core.Allocation
	Job        host.JobKey
	JobVersion uint64
	// Deployment is the one that it belongs to; empty for none.
	Deployment string
	// Name and Node are the scheduler's and the client's; the store does not
	// read them.
	Name, Node string
	// Previous is the allocation that this one replaces, Next the one that
	// replaces this one.
	Previous, Next string
	CreateIndex    uint64
	CreateTime     int64 // Unix nanoseconds
}

// with is the allocation after the ledger wrote it.
func (a *Allocation) with(next core.Allocation) Allocation {
	after := *a
	after.Allocation = next
	return after
}

// Evaluation is an evaluation and whose it is. CreateIndex and ModifyIndex are
// the store's.
type Evaluation struct {
	core.Evaluation
	Job host.JobKey
	// Deployment is the one that it is about; empty for none.
	Deployment  string
	Type        string
	Priority    int32
	TriggeredBy string
	ModifyIndex uint64
	// CreateTime and ModifyTime are in Unix nanoseconds; the store's time where
	// they are 0.
	CreateTime, ModifyTime int64
}
