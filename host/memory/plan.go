package memory

import (
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
)

// Plan is what a scheduler wants written: one commit, in the order of the
// fields.
type Plan struct {
	// Deployment is a new one; nil for none. It is active, and its counters,
	// deadlines and placed canaries are empty.
	Deployment *Deployment
	// Updates are statuses of deployments (S4, S7).
	Updates []StatusUpdate
	// Stops are allocations that are told to end.
	Stops []Stop
	// Allocations are placed, or written anew as they are given: updated in
	// place, or taken over into another deployment. A client status of 0 is
	// pending.
	Allocations []Allocation
	// Evaluations are written with the rest, such as follow-ups.
	Evaluations []Evaluation
}

// StatusUpdate is the status that a deployment is to have. Successful makes its
// job version stable.
type StatusUpdate struct {
	Deployment  string
	Status      core.DeploymentStatus
	Description string
}

// Stop tells an allocation to end.
type Stop struct {
	Allocation string
	// Evict says that it makes room for another one.
	Evict bool
	// Lost says that its client is not heard of any more.
	Lost bool
}

// Plan writes a scheduler's plan. Allocations get the store's time as their
// modify time; one with Previous becomes that one's Next, which moves the modify
// index of the previous one too. Unlike Nomad, which would drop the status updates
// and write the rest, a plan with an update for a deployment that has ended
// is refused: the scheduler looks again. The error is a *ledger.Rejection or an
// *Error.
func (s *Store) Plan(p Plan) (index uint64, err error) {
	if err := p.validate(); err != nil {
		return 0, err
	}
	return s.write(func(w *write) error {
		if p.Deployment != nil {
			if err := w.newDeployment(*p.Deployment); err != nil {
				return err
			}
		}
		for _, u := range p.Updates {
			if err := w.setStatus(u.Deployment, u.Status, u.Description); err != nil {
				return err
			}
		}
		for _, stop := range p.Stops {
			if err := w.stop(stop); err != nil {
				return err
			}
		}
		for i := range p.Allocations {
			if err := w.place(p.Allocations[i]); err != nil {
				return err.at("Allocations", i)
			}
		}
		return w.upsert("Evaluations", p.Evaluations)
	})
}

func (w *write) newDeployment(d Deployment) error {
	if w.Deployment(d.ID) != nil {
		return &Error{Code: KnownDeployment, Subject: d.ID}
	}
	d.CreateIndex, d.ModifyIndex = w.index, w.index
	if d.CreateTime == 0 {
		d.CreateTime = w.now
	}
	d.Groups = slices.Clone(d.Groups)
	w.putDeployment(d)
	return nil
}

func (w *write) stop(stop Stop) error {
	was := w.Allocation(stop.Allocation)
	if was == nil {
		return &ledger.Rejection{Code: ledger.UnknownAllocation, Subject: stop.Allocation,
			Text: "there is no allocation " + stop.Allocation}
	}
	a := *was
	a.Desired = core.DesiredStop
	if stop.Evict {
		a.Desired = core.DesiredEvict
	}
	if stop.Lost {
		a.Client = core.ClientLost
	}
	w.schedule(was, a)
	return nil
}

// place writes an allocation that a plan gives whole.
func (w *write) place(a Allocation) *Error {
	was := w.Allocation(a.ID)
	if a.Client == 0 {
		a.Client = core.ClientPending
	}
	a.Next, a.CreateIndex, a.CreateTime, a.HealthIndex = "", w.index, w.now, 0
	if a.Health != core.HealthUnset {
		a.HealthIndex = w.index
	}
	if was != nil {
		if was.Job != a.Job {
			return invalid("Job", "is not the one that the allocation was placed for")
		}
		if was.Group != a.Group {
			return invalid("Group", "is not the one that the allocation was placed in")
		}
		a.Next, a.CreateIndex, a.CreateTime = was.Next, was.CreateIndex, was.CreateTime
		if a.HealthIndex != 0 {
			a.HealthIndex = was.HealthIndex
		}
		if a.Client != core.ClientLost { // also when it is taken over
			a.Client = was.Client
		}
	}
	w.schedule(was, a)
	if previous := w.Allocation(a.Previous); a.Previous != "" && previous != nil {
		p := *previous
		p.Next, p.ModifyIndex = a.ID, w.index
		w.putAllocation(p)
	}
	return nil
}

// schedule writes a scheduler's allocation and counts it (S1, S2).
func (w *write) schedule(was *Allocation, a Allocation) {
	a.ModifyTime = w.now
	var before *core.Allocation
	if was != nil && was.Deployment == a.Deployment {
		before = &was.Allocation
	}
	d, counted := w.counted(a.Deployment)
	counted, facts := w.rules.ApplyPlan(counted, before, a.Allocation, w.index)
	w.putCounted(d, counted)
	w.putAllocation(a.with(facts))
}
