package memory

import (
	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
)

// write is one transaction. Its View shows what it has written so far.
type write struct {
	View
	index uint64
	now   int64 // Unix nanoseconds
	rules ledger.Rules

	jobs        touched[host.JobKey, job]
	deployments touched[string, Deployment]
	allocations touched[string, Allocation]
	evaluations touched[string, Evaluation]
}

// touched are the records of one table that a transaction wrote or deleted, in
// the order of their first write, with what they were before it.
type touched[K comparable, T any] struct {
	order  []K
	before map[K]*T
}

func (t *touched[K, T]) note(key K, was *T) {
	if _, ok := t.before[key]; ok {
		return
	}
	if t.before == nil {
		t.before = map[K]*T{}
	}
	t.before[key] = was
	t.order = append(t.order, key)
}

func (w *write) insert(t Table, record any) { must(w.txn.Insert(string(t), record)) }
func (w *write) delete(t Table, record any) { must(w.txn.Delete(string(t), record)) }

// wrote moves a table's index.
func (w *write) wrote(t Table) { w.insert(indexes, &lastWrite{t, w.index}) }

func (w *write) putJob(j *job) {
	w.jobs.note(j.key, w.job(j.key))
	w.insert(Jobs, j)
}

func (w *write) putDeployment(d Deployment) {
	w.deployments.note(d.ID, w.Deployment(d.ID))
	w.insert(Deployments, &d)
}

func (w *write) putAllocation(a Allocation) {
	w.allocations.note(a.ID, w.Allocation(a.ID))
	w.insert(Allocations, &a)
}

// putEvaluation writes an evaluation that is valid, at the write's index.
func (w *write) putEvaluation(e Evaluation) {
	was := w.Evaluation(e.ID)
	w.evaluations.note(e.ID, was)
	e.CreateIndex, e.ModifyIndex = w.index, w.index
	if was != nil {
		e.CreateIndex = was.CreateIndex
	}
	if e.CreateTime == 0 {
		e.CreateTime = w.now
	}
	if e.ModifyTime == 0 {
		e.ModifyTime = w.now
	}
	w.insert(Evaluations, &e)
}

// counted is the deployment of an allocation as the ledger is to count in it:
// one without groups, in which nothing counts, when there is none.
func (w *write) counted(id string) (*Deployment, core.Deployment) {
	if id == "" {
		return nil, core.Deployment{}
	}
	d := w.Deployment(id)
	if d == nil {
		return nil, core.Deployment{}
	}
	return d, d.Deployment
}

// putCounted writes a deployment after an allocation of it was written, if that
// changed it.
func (w *write) putCounted(d *Deployment, next core.Deployment) {
	if d != nil && next.ModifyIndex == w.index {
		w.putDeployment(d.with(next))
	}
}

// setStatus is S4, whoever asks for it.
func (w *write) setStatus(id string, status core.DeploymentStatus, description string) error {
	d := w.Deployment(id)
	if d == nil {
		return unknownDeployment(id)
	}
	next, err := w.rules.ApplyStatus(d.Deployment, status, description, w.now, w.index)
	if err != nil {
		return err
	}
	w.putDeployment(d.with(next))
	if status == core.DeploymentSuccessful {
		w.markStable(d.Job, d.JobVersion)
	}
	return nil
}
