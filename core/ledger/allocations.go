package ledger

import (
	"slices"

	"github.com/coxswain/coxswain/core"
)

// Report is what a client tells of an allocation.
type Report struct {
	Client core.ClientStatus
	// Health is HealthUnset when the client says nothing of it; HealthTime is
	// when it found it, in Unix nanoseconds by its own clock.
	Health     core.Health
	HealthTime int64
	// Time is when the report was made, in Unix nanoseconds.
	Time int64
}

// ApplyReport writes a client's report of an allocation of d at index (S1, S2).
// The health index moves when health is first reported, or its value changes.
func (l Rules) ApplyReport(d core.Deployment, a core.Allocation, r Report, index uint64) (core.Deployment, core.Allocation) {
	before := a
	a.Client = r.Client
	a.ModifyIndex, a.ModifyTime = index, r.Time
	if r.Health != core.HealthUnset && r.Health != a.Health {
		a.Health, a.HealthTime, a.HealthIndex = r.Health, r.HealthTime, index
	}
	return l.account(d, &before, a, index)
}

// ApplyPlan writes a scheduler's allocation at index (S1, S2). before is the
// same allocation as an allocation of d, nil when it is new to d: placed now,
// or taken over from another deployment. The client's word on it is the
// client's: a's counts only in a new allocation or when it is lost.
func (l Rules) ApplyPlan(d core.Deployment, before *core.Allocation, a core.Allocation, index uint64) (core.Deployment, core.Allocation) {
	a.ModifyIndex = index
	if before == nil && a.Canary {
		a.HealthIndex = index // its deployment status begins with this write
	}
	if before != nil {
		a.HealthIndex = before.HealthIndex
		if a.Client != core.ClientLost {
			a.Client = before.Client
		}
	}
	return l.account(d, before, a, index)
}

// account is S1 and S2: how one written allocation changes its deployment.
// Terminal allocations count like others, groups outside the deployment never.
func (l Rules) account(d core.Deployment, before *core.Allocation, a core.Allocation, index uint64) (core.Deployment, core.Allocation) {
	if groupOf(&d, a.Group) == nil {
		return d, a
	}
	placed, healthy, unhealthy := int32(0), int32(0), int32(0)
	switch {
	case before == nil:
		placed = 1 // and nothing else, even if it has health already
	case before.Health == core.HealthUnset && a.Health == core.Healthy:
		healthy = 1
	case before.Health == core.HealthUnset && a.Health == core.Unhealthy:
		unhealthy = 1
	case before.Health == core.Healthy && a.Health == core.Unhealthy:
		healthy, unhealthy = -1, 1
	case before.Health == core.Unhealthy && a.Health == core.Healthy && l.on(core.CountRecovered):
		healthy, unhealthy = 1, -1 // S-7
	default:
		return d, a // also unhealthy to healthy: no count
	}
	if healthy+unhealthy != 0 {
		a.HealthIndex = index
	}

	d = own(d)
	d.ModifyIndex = index
	g := groupOf(&d, a.Group)
	g.PlacedAllocs += placed
	g.HealthyAllocs += healthy
	g.UnhealthyAllocs += unhealthy
	if a.Canary && !slices.Contains(g.PlacedCanaries, a.ID) {
		g.PlacedCanaries = append(slices.Clone(g.PlacedCanaries), a.ID)
	}
	if g.ProgressDeadline == 0 {
		return d, a
	}
	if placed != 0 && g.RequireProgressBy == 0 {
		g.RequireProgressBy = a.ModifyTime + g.ProgressDeadline
	} else if healthy > 0 || healthy < 0 && !l.on(core.LossNoProgress) { // S-6
		g.RequireProgressBy = max(g.RequireProgressBy, a.HealthTime+g.ProgressDeadline)
	}
	return d, a
}

// AllowReschedule writes the wish of T1 (S6). It never looks at the deployment;
// unknown ids are the caller's to pass over.
func AllowReschedule(a core.Allocation, index uint64) core.Allocation {
	a.Reschedule = true
	a.ModifyIndex = index
	return a
}

// SetHealth writes T4 at index: the health of allocations at a time in Unix
// nanoseconds, healthy ones first (S1, S2, C1). allocs are d's; lookup finds
// one, and reports whether it belongs to another deployment. The status that a
// T4 can carry is ApplyStatus's.
func (l Rules) SetHealth(d core.Deployment, lookup func(id string) (a core.Allocation, known, foreign bool),
	healthy, unhealthy []string, time int64, index uint64) (core.Deployment, []core.Allocation, error) {
	if !d.Status.Active() {
		return d, nil, terminal(&d)
	}
	result := d
	var written []core.Allocation
	set := func(id string, h core.Health) error {
		a, known, foreign := lookup(id)
		for i := range written { // named twice: the second goes by the first
			if written[i].ID == id {
				a, known, foreign = written[i], true, false
			}
		}
		switch {
		case !known:
			return &Rejection{UnknownAllocation, id, "there is no allocation " + id}
		case foreign:
			return &Rejection{ForeignAllocation, id, "allocation " + id + " is not part of deployment " + d.ID}
		}
		before := a
		a.Health, a.HealthTime, a.HealthIndex = h, time, index
		a.ModifyIndex = index
		result, a = l.account(result, &before, a, index)
		written = slices.DeleteFunc(written, func(w core.Allocation) bool { return w.ID == id })
		written = append(written, a)
		return nil
	}
	for _, id := range healthy {
		if err := set(id, core.Healthy); err != nil {
			return d, nil, err
		}
	}
	for _, id := range unhealthy {
		if err := set(id, core.Unhealthy); err != nil {
			return d, nil, err
		}
	}
	return result, written, nil
}
