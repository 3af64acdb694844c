package memory

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hashicorp/go-memdb"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
)

// View is the state at one index; later writes do not show in it. What its
// methods return is shared: read it only. Use a View by one goroutine at a time;
// making one costs next to nothing.
type View struct{ txn *memdb.Txn }

// View returns the state as it stands.
func (s *Store) View() *View { return &View{s.db.Txn(false)} }

// Index is the last commit's.
func (v *View) Index() uint64 { return v.TableIndex(anything) }

// TableIndex is the last commit that wrote or deleted anything in a table; 0
// when none did.
func (v *View) TableIndex(t Table) uint64 {
	if w := first[lastWrite](v, indexes, byID, string(t)); w != nil {
		return w.index
	}
	return 0
}

// Job returns the current job: the version that was written last, or nil. That
// is the newest one, except after an older one was marked stable (S4).
func (v *View) Job(key host.JobKey) *Job {
	if j := v.job(key); j != nil {
		return j.current
	}
	return nil
}

// Versions lists the kept versions of a job, newest first (R1).
func (v *View) Versions(key host.JobKey) []*Job {
	if j := v.job(key); j != nil {
		return slices.Clone(j.versions)
	}
	return nil
}

// Deployment returns a deployment, or nil.
func (v *View) Deployment(id string) *Deployment {
	return first[Deployment](v, Deployments, byID, id)
}

// Deployments lists the deployments of a job, oldest first.
func (v *View) Deployments(key host.JobKey) []*Deployment {
	list := all[Deployment](v, Deployments, byJob, key.Namespace, key.ID)
	slices.SortStableFunc(list, func(a, b *Deployment) int { return cmp.Compare(a.CreateIndex, b.CreateIndex) })
	return list
}

// Active lists the deployments that can still change, sorted by id.
func (v *View) Active() []*Deployment {
	return all[Deployment](v, Deployments, byStatus, active)
}

// Allocation returns an allocation, or nil.
func (v *View) Allocation(id string) *Allocation {
	return first[Allocation](v, Allocations, byID, id)
}

// Allocations lists the allocations of a deployment, sorted by id.
func (v *View) Allocations(deployment string) []*Allocation {
	return all[Allocation](v, Allocations, byDeployment, deployment)
}

// JobAllocations lists the allocations of a job, sorted by id.
func (v *View) JobAllocations(key host.JobKey) []*Allocation {
	return all[Allocation](v, Allocations, byJob, key.Namespace, key.ID)
}

// Evaluation returns an evaluation, or nil.
func (v *View) Evaluation(id string) *Evaluation {
	return first[Evaluation](v, Evaluations, byID, id)
}

// Evaluations lists the evaluations of a job, sorted by id.
func (v *View) Evaluations(key host.JobKey) []*Evaluation {
	return all[Evaluation](v, Evaluations, byJob, key.Namespace, key.ID)
}

// Pending lists the evaluations that wait for a scheduler, sorted by id.
func (v *View) Pending() []*Evaluation {
	return all[Evaluation](v, Evaluations, byStatus, pending)
}

func (v *View) job(key host.JobKey) *job {
	return first[job](v, Jobs, byID, key.Namespace, key.ID)
}

func (e *Evaluation) pending() bool { return e.Status == core.EvaluationPending }

// first returns the record that an index has under some words, or nil.
func first[T any](v *View, t Table, index string, args ...any) *T {
	raw, err := v.txn.First(string(t), index, args...)
	must(err)
	record, _ := raw.(*T)
	return record
}

// all returns the records that an index has under some words, sorted by id.
func all[T any](v *View, t Table, index string, args ...any) []*T {
	rows, err := v.txn.Get(string(t), index, args...)
	must(err)
	var list []*T
	for raw := rows.Next(); raw != nil; raw = rows.Next() {
		list = append(list, raw.(*T))
	}
	return list
}

// must is for errors of memdb, which only tell of a table or an index that the
// schema does not have, or a record of a wrong type.
func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("memory: %v", err))
	}
}
