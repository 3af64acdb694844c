package explore_test

import (
	"context"
	"slices"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/explore"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/stretchr/testify/require"
)

// faulty is an engine whose machines say something wrong; ended is whether the
// watch had ended before the step.
type faulty struct {
	host.Engine
	output func(out *core.Output, ended bool)
	status func(s *core.Status)
}

type faultyMachine struct {
	host.Machine
	e *faulty
}

func (e *faulty) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	m, err := e.Engine.Open(ctx, cfg, in, out)
	return &faultyMachine{m, e}, err
}

func (e *faulty) Restore(ctx context.Context, state []byte) (host.Machine, error) {
	m, err := e.Engine.Restore(ctx, state)
	return &faultyMachine{m, e}, err
}

func (m *faultyMachine) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	var before core.Status
	if err := m.Machine.Status(ctx, &before); err != nil {
		return err
	}
	err := m.Machine.Step(ctx, in, out)
	if m.e.output != nil {
		m.e.output(out, before.Ended)
	}
	return err
}

func (m *faultyMachine) Status(ctx context.Context, s *core.Status) error {
	err := m.Machine.Status(ctx, s)
	if m.e.status != nil {
		m.e.status(s)
	}
	return err
}

// effect adds an effect that nobody decided.
func effect(out *core.Output, e core.Effect) {
	e.Key = core.Key{Deployment: "deployment", Epoch: 1, N: 1}
	out.Effects = append(out.Effects, e)
}

// TestFaultsAreFound shows every invariant a machine that breaks it.
func TestFaultsAreFound(t *testing.T) {
	faults := map[string]*faulty{
		"promotes-healthy": {output: func(out *core.Output, ended bool) { effect(out, core.Effect{Kind: core.EffectPromote}) }},
		"no-rollback-to-same": {output: func(out *core.Output, ended bool) {
			effect(out, core.Effect{Kind: core.EffectStatus, Rollback: true, RollbackVersion: 1})
		}},
		"silent-after-done": {output: func(out *core.Output, ended bool) {
			if out.Done {
				effect(out, core.Effect{Kind: core.EffectReschedule})
			}
		}},
		"silent-after-ended": {output: func(out *core.Output, ended bool) {
			if ended {
				effect(out, core.Effect{Kind: core.EffectRegion})
			}
		}},
		"failure-says-why": {output: func(out *core.Output, ended bool) {
			for i := range out.Effects {
				out.Effects[i].Description = ""
			}
		}},
		"moves-or-waits":   {status: func(s *core.Status) { s.Wake, s.Waits = core.Wake{}, nil }},
		"wakes-as-it-says": {output: func(out *core.Output, ended bool) { out.Wake = core.Wake{} }},
		"waits-explained": {status: func(s *core.Status) {
			s.Waits = slices.DeleteFunc(s.Waits, func(w core.Wait) bool { return w.Until != 0 })
		}},
		"waits-helpful": {status: func(s *core.Status) {
			for i := range s.Waits {
				if s.Waits[i].Code == core.WaitPlacement {
					s.Waits[i] = core.Wait{Code: core.WaitScheduler, Actor: core.ActorScheduler}
				}
			}
		}},
		"nothing-grows": {status: func(s *core.Status) { s.Outstanding = append(s.Outstanding, core.Key{Deployment: "deployment"}) }},
		"keys-never-repeat": {output: func(out *core.Output, ended bool) {
			for i := range out.Effects {
				out.Effects[i].Key.N = 1
			}
		}},
		"time-ends": {status: func(s *core.Status) { s.Wake = core.Wake{At: s.Now + explore.Grain, Reason: core.WakeBatch} }},
	}
	for _, c := range append(explore.Invariants(), explore.Check{Name: "time-ends"}) {
		e := faults[c.Name]
		require.NotNil(t, e, "no fault is known that breaks %s", c.Name)
		e.Engine = engine.Native()
		w := explore.World{
			Config: nomad, Engine: e, Groups: []core.Group{{Name: "web", DesiredTotal: 1, ProgressDeadline: deadline}},
			SpecDigest: "b", Versions: same, Allocations: 1, InFlight: 3, Depth: 6,
		}
		checks := slices.DeleteFunc(explore.Invariants(), func(o explore.Check) bool { return o.Name != c.Name })
		r, err := w.Explore(context.Background(), checks)
		if err != nil {
			t.Logf("%s: %v", c.Name, err) // the machine refuses an answer to what it never decided
		}
		v, found := r.Find(c.Name)
		require.True(t, found, "%s is not found", c.Name)
		require.NotEmpty(t, v.Script)
	}
}
