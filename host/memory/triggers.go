package memory

import (
	"context"
	"strconv"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
)

// triggeredBy is what the evaluations of effects say.
const triggeredBy = "deployment-watcher"

// Reschedule is T1 (S6): one commit that allows the allocations to be replaced
// and creates each effect's evaluation. Unknown allocations are passed over, and
// nothing looks at the deployment, so it is never rejected. Effects whose keys
// are remembered are left out; when none is left, the answer is the latest of
// theirs.
func (s *Store) Reschedule(ctx context.Context, effects []*core.Effect) host.Answer {
	if err := ctx.Err(); err != nil {
		return host.Unknown(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var fresh []*core.Effect
	known := host.Applied(0)
	for _, e := range effects {
		if a, ok := s.keys.find(e.Key); !ok {
			fresh = append(fresh, e)
		} else if a.Index >= known.Index {
			known = a
		}
	}
	if len(fresh) == 0 && len(effects) != 0 {
		return known
	}
	index, err := s.locked(func(w *write) error {
		for _, e := range fresh {
			w.reschedule(e)
		}
		return nil
	})
	a := answer(index, err)
	for _, e := range fresh {
		s.keys.add(e.Key, a)
	}
	return a
}

func (w *write) reschedule(e *core.Effect) {
	for _, id := range e.Allocations {
		if a := w.Allocation(id); a != nil {
			w.putAllocation(a.with(ledger.AllowReschedule(a.Allocation, w.index)))
		}
	}
	w.evaluate(e)
}

// Status is T2: the status (S4) and, in the same commit, the version that the
// job is rolled back to (S5) and the evaluation, if the effect has them.
func (s *Store) Status(ctx context.Context, e *core.Effect) host.Answer {
	return s.apply(ctx, e, func(w *write, _ *Deployment) error {
		return w.status(e)
	})
}

// status is a T2, or the same part of a T4.
func (w *write) status(e *core.Effect) error {
	d := w.Deployment(e.Key.Deployment)
	if err := w.setStatus(d.ID, e.Status, e.Description); err != nil {
		return err
	}
	if e.Rollback {
		if err := w.rollBack(d.Job, e.RollbackVersion); err != nil {
			return err
		}
	}
	w.evaluate(e)
	return nil
}

// Promote is T3 (C2, S3), by the store's time.
func (s *Store) Promote(ctx context.Context, e *core.Effect) host.Answer {
	return s.apply(ctx, e, func(w *write, d *Deployment) error {
		records := w.Allocations(d.ID)
		allocs := make([]core.Allocation, len(records))
		for i, a := range records {
			allocs[i] = a.Allocation
		}
		next, written, err := ledger.ApplyPromotion(d.Deployment, allocs, e.All, e.Groups, w.now, w.index)
		if err != nil {
			return err
		}
		w.putDeployment(d.with(next))
		w.putWritten(written)
		w.evaluate(e)
		return nil
	})
}

// Health is T4 (S1, S2): the health of allocations, and in the same commit the
// status with what belongs to it, if the effect has one, and the evaluation.
func (s *Store) Health(ctx context.Context, e *core.Effect) host.Answer {
	return s.apply(ctx, e, func(w *write, d *Deployment) error {
		lookup := func(id string) (a core.Allocation, known, foreign bool) {
			record := w.Allocation(id)
			if record == nil {
				return a, false, false
			}
			return record.Allocation, true, record.Deployment != d.ID
		}
		next, written, err := w.rules.SetHealth(d.Deployment, lookup, e.Healthy, e.Unhealthy, e.Timestamp, w.index)
		if err != nil {
			return err
		}
		w.putCounted(d, next)
		w.putWritten(written)
		if e.Status != 0 {
			return w.status(e)
		}
		w.evaluate(e)
		return nil
	})
}

// Region is T5. There are no peer regions here: it is accepted, and nothing is
// written. The answer's index is the last commit's.
func (s *Store) Region(ctx context.Context, e *core.Effect) host.Answer {
	if err := ctx.Err(); err != nil {
		return host.Unknown(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.keys.find(e.Key); ok {
		return a
	}
	a := host.Applied(s.history.last)
	s.keys.add(e.Key, a)
	return a
}

// apply writes one effect, unless its key is remembered, and remembers the
// answer, a rejection too. When the context has ended nothing is done.
func (s *Store) apply(ctx context.Context, e *core.Effect, f func(w *write, d *Deployment) error) host.Answer {
	if err := ctx.Err(); err != nil {
		return host.Unknown(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.keys.find(e.Key); ok {
		return a
	}
	index, err := s.locked(func(w *write) error {
		d := w.Deployment(e.Key.Deployment)
		if d == nil {
			return unknownDeployment(e.Key.Deployment)
		}
		if s.checked {
			if err := w.check(e, d); err != nil {
				return err
			}
		}
		return f(w, d)
	})
	a := answer(index, err)
	s.keys.add(e.Key, a)
	return a
}

// answer is what a write came to.
func answer(index uint64, err error) host.Answer {
	if err != nil {
		return host.Rejected(err)
	}
	return host.Applied(index)
}

// check refuses an effect that was decided on what is no longer so. A terminal
// deployment is left to the rules, which have a better word for it.
func (w *write) check(e *core.Effect, d *Deployment) error {
	if !d.Status.Active() {
		return nil
	}
	if d.ModifyIndex != e.DeploymentIndex {
		return outdated("deployment "+d.ID, d.ModifyIndex, e.DeploymentIndex)
	}
	j := w.Job(d.Job)
	if j == nil {
		return unknownJob(d.Job)
	}
	if j.SpecIndex != e.JobIndex {
		return outdated("job "+j.ID, j.SpecIndex, e.JobIndex)
	}
	return nil
}

func outdated(subject string, is, was uint64) error {
	return &Error{Code: Outdated, Subject: subject,
		Text: "is at index " + strconv.FormatUint(is, 10) + ", not at " + strconv.FormatUint(was, 10)}
}

// putWritten writes what the ledger made of known allocations.
func (w *write) putWritten(written []core.Allocation) {
	for _, a := range written {
		w.putAllocation(w.Allocation(a.ID).with(a))
	}
}

// evaluate creates the evaluation of an effect, if it has one.
func (w *write) evaluate(e *core.Effect) {
	n := e.Evaluation
	if n == nil {
		return
	}
	w.putEvaluation(Evaluation{
		Evaluation: core.Evaluation{ID: n.ID, Status: core.EvaluationPending},
		Job:        host.JobKey{Namespace: n.Namespace, ID: n.JobID},
		Deployment: n.DeploymentID, Type: n.Type, Priority: n.Priority,
		TriggeredBy: triggeredBy, CreateTime: n.Time, ModifyTime: n.Time,
	})
}
