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
	// open changes what a machine is made with.
	open   func(p *core.Policy, in *core.Input)
	output func(out *core.Output, ended bool)
	status func(s *core.Status)
}

type faultyMachine struct {
	host.Machine
	e *faulty
}

func (e *faulty) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	own, opening := *cfg, *in
	if e.open != nil {
		e.open(&own.Policy, &opening)
	}
	m, err := e.Engine.Open(ctx, &own, &opening, out)
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
		"promotes-healthy": {output: func(out *core.Output, ended bool) { effect(out, core.Effect{Kind: core.EffectPromote, All: true}) }},
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
		if _, ok := otherPolicies[c.Name]; ok {
			continue
		}
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

// otherPolicies are, for each invariant of a policy, a world with one and what a
// machine takes for it instead.
var otherPolicies = map[string]struct {
	world string
	open  func(p *core.Policy, in *core.Input)
}{
	"bakes-first":       {"bake", func(p *core.Policy, _ *core.Input) { p.Bake = explore.Grain }},
	"asks-first":        {"approval, aborts, elections", func(p *core.Policy, _ *core.Input) { p.Approval.Timeout = explore.Grain }},
	"silence-ends":      {"approval, aborts, elections", func(p *core.Policy, _ *core.Input) { p.Approval = core.Approval{} }},
	"keeps-the-order":   {"in the job's order", func(p *core.Policy, _ *core.Input) { p.Promotion = core.PromoteEach }},
	"tolerates":         {"one failure is tolerated", func(p *core.Policy, _ *core.Input) { p.Failures.Number = 0 }},
	"tolerates-no-more": {"one failure is tolerated", func(p *core.Policy, _ *core.Input) { p.Failures.Number = 2 }},
	"ends-in-time":      {"a limit on the duration", func(p *core.Policy, _ *core.Input) { p.Duration += explore.Grain }},
	"takes-its-time":    {"a limit on the duration", func(p *core.Policy, _ *core.Input) { p.Duration -= explore.Grain }},
	"own-deadline":      {"revert early, give up late", func(p *core.Policy, _ *core.Input) { p.GiveUpAfter = p.RevertAfter }},
	"backs-off":         {"rollbacks back off", func(p *core.Policy, _ *core.Input) { p.Rollbacks.BackOff = explore.Grain }},
	"rolls-back-to-tag": {"rollback to a tag", func(p *core.Policy, _ *core.Input) { p.RollbackTag = "" }},
	"heeds-gates":       {"a gate holds", func(p *core.Policy, _ *core.Input) { p.Gates[0].Unknown = core.UnknownPasses }},
	"gate-fails":        {"a gate holds", func(p *core.Policy, _ *core.Input) { p.Gates[0].Unknown = core.UnknownFails }},
	"frozen":            {"freezes", func(_ *core.Policy, in *core.Input) { in.Freezes = nil }},
}

// TestOtherPoliciesAreFound shows every invariant of a policy a machine that has
// another one.
func TestOtherPoliciesAreFound(t *testing.T) {
	for name, fault := range otherPolicies {
		for _, level := range []string{core.LevelNomad104, core.LevelStrict} {
			if name == "own-deadline" && level != core.LevelStrict {
				continue // it is the store's there
			}
			w := worlds[slices.IndexFunc(worlds, func(w explore.World) bool { return w.Name == fault.world })]
			w.Config.Level, w.States = level, 20_000
			e := &faulty{Engine: engine.Native(), open: func(p *core.Policy, in *core.Input) {
				p.Gates = slices.Clone(p.Gates)
				fault.open(p, in)
			}}
			w.Engine = e
			checks := slices.DeleteFunc(explore.Invariants(), func(o explore.Check) bool { return o.Name != name })
			require.Len(t, checks, 1, name)
			r, err := w.Explore(context.Background(), checks)
			require.NoError(t, err)
			v, found := r.Find(name)
			require.True(t, found, "%s is not found at %s", name, level)
			require.NotEmpty(t, v.Script)
		}
	}
}
