package explore

import (
	"crypto/sha256"
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

// private is what a machine keeps beside the facts.
type private struct {
	ended, done           bool
	cutoff, timer, window int64
	deadlineHit           bool
	awaited               uint64
	from                  [3]uint64 // promotion, need, failure
	needHeld              bool
}

// readPrivate reads it from a saved state.
func readPrivate(state []byte) (p private, err error) {
	_, b, err := msgp.ReadArrayHeaderBytes(state)
	skip := func(n int) {
		for ; n > 0 && err == nil; n-- {
			b, err = msgp.Skip(b)
		}
	}
	flag := func() (v bool) {
		if err == nil {
			v, b, err = msgp.ReadBoolBytes(b)
		}
		return v
	}
	number := func() (v int64) {
		if err == nil {
			v, b, err = msgp.ReadInt64Bytes(b)
		}
		return v
	}
	skip(4) // version, configuration, facts, opened
	p.ended, p.done = flag(), flag()
	skip(3) // deleted, effects, handled
	p.cutoff, p.timer, p.window = number(), number(), number()
	p.deadlineHit = flag()
	skip(2) // replacements, outstanding effects
	p.awaited = uint64(number())
	for i := range p.from {
		p.from[i] = uint64(number())
	}
	p.needHeld = flag()
	return p, err
}

// identity is a state without names, dates and figures.
type identity [16]byte

// scratch is memory for making identities.
type scratch struct {
	b      []byte
	parts  [][]byte
	passed []int64
}

// identify says which state a machine and its store are in.
func (x *scratch) identify(s *Store, p *private, pending []string) identity {
	x.b, x.passed = x.b[:0], x.passed[:0]
	past := s.Now // a health in flight has a time of its own that others are compared with
	for i := range s.Unanswered {
		if e := &s.Unanswered[i]; e.Kind == core.EffectHealth {
			past = min(past, e.Timestamp)
		}
	}
	times := []int64{p.cutoff, p.timer, p.window}
	for i := range s.Deployment.Groups {
		times = append(times, s.Deployment.Groups[i].RequireProgressBy)
	}
	for _, t := range times {
		if t != 0 && t <= past {
			x.passed = append(x.passed, t)
		}
	}
	slices.Sort(x.passed)
	x.passed = slices.Compact(x.passed)
	for _, t := range times {
		switch {
		case t == 0:
			x.b = append(x.b, 0)
		case t > past:
			x.b = append(x.b, 1)
			x.b = msgp.AppendInt64(x.b, (t-s.Now)/Grain)
		default:
			rank, _ := slices.BinarySearch(x.passed, t)
			x.b = append(x.b, 2, byte(rank))
		}
	}
	x.flags(p.ended, p.done, p.deadlineHit, p.from[0] > s.Index, p.from[1] > s.Index, p.from[2] > s.Index, p.needHeld)
	x.b = append(x.b, byte(s.Deployment.Status), byte(s.elections), byte(s.registrations), byte(s.collections), byte(s.placed))
	x.flags(s.Deleted)
	for i := range s.Deployment.Groups {
		g := &s.Deployment.Groups[i]
		x.flags(g.Promoted)
		x.b = append(x.b, byte(g.PlacedAllocs), byte(g.HealthyAllocs), byte(s.forgotten(g.PlacedCanaries)))
	}
	for i := range s.Versions {
		v := &s.Versions[i]
		x.b = append(x.b, byte(v.Version))
		x.flags(v.Stable, v.Rollback)
	}
	for i := range s.Unanswered {
		e := &s.Unanswered[i]
		x.b = append(x.b, byte(e.Kind), byte(e.Status), byte(e.RollbackVersion))
		x.flags(e.Command != 0, e.Rollback, e.All, e.Evaluation != nil, e.Key.N == p.awaited)
		x.b = append(append(x.b, e.Description...), 0)
		x.b = append(x.b, byte(s.forgotten(e.Allocations)), byte(s.forgotten(e.Healthy)), byte(s.forgotten(e.Unhealthy)))
		if e.Timestamp != 0 {
			x.b = msgp.AppendInt64(x.b, (s.Now-e.Timestamp)/Grain)
		}
	}
	x.flags(waiting(s.Evaluations))
	x.guards(s)
	x.allocations(s, pending)
	sum := sha256.Sum256(x.b)
	return identity(sum[:16])
}

// guards writes down what policies go by, each only where there is such a policy.
func (x *scratch) guards(s *Store) {
	p := s.policy
	if p.On("G5") || p.On("G7") {
		x.age(s, s.Deployment.CreateTime)
	}
	if p.On("G2") || p.On("G5") {
		x.age(s, s.Deployment.PausedAt)
		x.age(s, s.Deployment.ResumedAt)
		x.b = msgp.AppendInt64(x.b, min(s.Deployment.PausedFor, s.horizon)/Grain)
	}
	for i := 0; i < len(s.Deployment.Groups) && (p.On("G6") || p.On("G7") || p.On("G10")); i++ {
		x.age(s, s.Deployment.Groups[i].RequireProgressBy)
	}
	for _, f := range s.Freezes {
		x.age(s, f.From)
		x.age(s, f.Until)
	}
	if p.On("G9") {
		x.b = append(x.b, byte(s.verdicts))
		for i := range p.Gates {
			x.b = append(x.b, byte(s.verdict(p.Gates[i].Name)))
		}
	}
}

// age writes down how long ago a time was; what lies beyond the horizon is all one.
func (x *scratch) age(s *Store, t int64) {
	x.flags(t != 0)
	x.b = msgp.AppendInt64(x.b, min(s.Now-t, s.horizon)/Grain)
}

// allocations writes them down by what they are, in an order that does not
// depend on their ids.
func (x *scratch) allocations(s *Store, pending []string) {
	seen, late := seenUpTo(s.Evaluations)
	x.b = append(x.b, byte(s.forgotten(pending)))
	start := len(x.b)
	x.parts = x.parts[:0]
	for i := range s.Allocations {
		a := &s.Allocations[i]
		from := len(x.b)
		g := slices.IndexFunc(s.Deployment.Groups, func(g core.Group) bool { return g.Name == a.Group })
		x.b = append(x.b, byte(g), byte(a.Client), byte(a.Health), byte(a.Changes))
		x.flags(a.Health == core.Healthy && a.HealthIndex > seen, s.late && a.Health == core.Healthy && a.HealthIndex > late, a.Canary, a.Reschedule,
			slices.Contains(s.Deployment.Groups[g].PlacedCanaries, a.ID), slices.Contains(pending, a.ID))
		if p := s.policy; a.Health == core.Healthy && (p.On("G1") || p.On("G2") || p.On("G6") || p.On("G7") || p.On("G10")) {
			x.age(s, a.HealthTime)
			x.age(s, a.ModifyTime)
		}
		for k := range s.Unanswered {
			e := &s.Unanswered[k]
			x.flags(slices.Contains(e.Allocations, a.ID), slices.Contains(e.Healthy, a.ID), slices.Contains(e.Unhealthy, a.ID))
		}
		x.parts = append(x.parts, slices.Clone(x.b[from:]))
	}
	slices.SortFunc(x.parts, slices.Compare)
	x.b = x.b[:start]
	for _, p := range x.parts {
		x.b = append(x.b, p...)
	}
}

func (x *scratch) flags(list ...bool) {
	bits := byte(0)
	for _, f := range list {
		bits <<= 1
		if f {
			bits |= 1
		}
	}
	x.b = append(x.b, bits)
}

// forgotten counts the ids of allocations that the store has forgotten.
func (s *Store) forgotten(ids []string) (n int) {
	for _, id := range ids {
		if !slices.ContainsFunc(s.Allocations, func(a Allocation) bool { return a.ID == id }) {
			n++
		}
	}
	return n
}

// seenUpTo is the index up to which the scheduler has seen the job (A1): one
// evaluation is complete at most, and comes first, and the others wait. late is
// what it will be if the last of those is looked at late.
func seenUpTo(evals []core.Evaluation) (seen, late uint64) {
	for i := range evals {
		e := &evals[i]
		if e.Status == core.EvaluationComplete {
			seen = e.SnapshotIndex
			continue
		}
		seen, late = max(seen, e.CreateIndex), e.CreateIndex-1
	}
	return seen, late
}

// waiting reports whether an evaluation waits for the scheduler.
func waiting(evals []core.Evaluation) bool {
	n := len(evals)
	return n != 0 && evals[n-1].Status == core.EvaluationPending
}
