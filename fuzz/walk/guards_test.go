package walk_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/twin"
	"github.com/coxswain/coxswain/fuzz/walk"
	"pgregory.net/rapid"
)

const steps = 80

// check wants a property of rounds times a hundred walks.
func check(t *testing.T, rounds int, property func(t *rapid.T)) {
	for range rounds {
		rapid.Check(t, property)
	}
}

// must ends a property that cannot go on.
func must(t *rapid.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func machine(t *rapid.T, cfg core.Config) *core.Machine {
	m, err := core.New(cfg)
	must(t, err)
	return m
}

func encoded(t *rapid.T, out *core.Output) []byte {
	b, err := out.MarshalMsg(nil)
	must(t, err)
	return b
}

func saved(t *rapid.T, m *core.Machine) []byte {
	b, err := m.AppendState(nil)
	must(t, err)
	return b
}

// config draws a configuration at any level.
func config(t *rapid.T, p core.Policy) core.Config {
	levels, switches := core.Levels(), core.AllSwitches()
	cfg := core.Config{
		Level:    levels[rapid.IntRange(0, len(levels)-1).Draw(t, "level")].Name,
		Switches: core.Switches(rapid.Uint64Range(0, 1<<len(switches)-1).Draw(t, "switches")),
		Reasons:  rapid.Bool().Draw(t, "reasons"), Policy: p,
	}
	if rapid.Bool().Draw(t, "the level's own") {
		cfg.Switches = 0
	}
	return cfg
}

// guarded draws a walk with a policy.
func guarded(t *rapid.T) *walk.World { return walk.Guarded(rapid.Uint64().Draw(t, "seed")) }

// along takes a walk with m, and calls f after each.
func along(t *rapid.T, w *walk.World, m *core.Machine, f func(in *core.Input, out *core.Output)) {
	in := w.Opening()
	var out core.Output
	for range steps {
		must(t, m.Step(&in, &out))
		f(&in, &out)
		in = w.Next(&out)
	}
}

// A machine that is saved and restored before every step decides the same, with
// any policy at any level.
func TestPolicyOutlivesASave(t *testing.T) {
	check(t, 8, func(t *rapid.T) {
		w := guarded(t)
		cfg := config(t, w.Policy())
		kept := machine(t, cfg)
		m := machine(t, cfg)
		along(t, w, m, func(in *core.Input, out *core.Output) {
			var err error
			kept, err = core.Restore(saved(t, kept))
			must(t, err)
			var have core.Output
			must(t, kept.Step(in, &have))
			if !bytes.Equal(encoded(t, out), encoded(t, &have)) {
				t.Fatalf("%+v\nrestored\n%+v", out, have)
			}
			if !bytes.Equal(saved(t, m), saved(t, kept)) {
				t.Fatal("another state")
			}
		})
	})
}

// A policy of zero values decides as none, also one that came over the wire, with
// a list of no gates: as the twin does, which knows no policies.
func TestPolicyOfZerosIsNone(t *testing.T) {
	check(t, 20, func(t *rapid.T) {
		w := guarded(t)
		cfg := core.Config{Level: core.LevelNomad104, Policy: core.Policy{Gates: []core.Gate{}}}
		b, err := cfg.MarshalMsg(nil)
		must(t, err)
		_, err = cfg.UnmarshalMsg(b)
		must(t, err)
		tw := twin.New()
		m, in := machine(t, cfg), w.Opening()
		var out core.Output
		for range steps {
			in.Verdicts, in.Freezes, in.FreezesRead = nil, nil, false // nobody knows them
			must(t, m.Step(&in, &out))
			want, have := tw.Step(&in), twin.Of(&out)
			if !sameResult(&want, &have) {
				t.Fatalf("%+v\nwant\n%+v", have, want)
			}
			in = w.Next(&out)
		}
	})
}

// A policy that holds nothing back decides as the switches that it brings.
func TestPolicyThatNeverBites(t *testing.T) {
	check(t, 20, func(t *rapid.T) {
		w := walk.New(rapid.Uint64().Draw(t, "seed"))
		with := config(t, core.Policy{Freezes: true, Gates: []core.Gate{{Name: "a", Unknown: core.UnknownPasses}, {Name: "b"}}})
		on, err := with.Resolve()
		must(t, err)
		without := with
		without.Switches, without.Policy = on, core.Policy{}
		plain := machine(t, without)
		opening := true
		in := w.Opening()
		in.Verdicts = []core.Verdict{{Gate: "b", Value: core.GatePass}}
		var out core.Output
		m := machine(t, with)
		for range steps {
			must(t, m.Step(&in, &out))
			if opening {
				in.Verdicts, opening = nil, false
			}
			var want core.Output
			must(t, plain.Step(&in, &want))
			if !bytes.Equal(encoded(t, &want), encoded(t, &out)) {
				t.Fatalf("%+v\nwant\n%+v", out, want)
			}
			in = w.Next(&out)
		}
	})
}

func sameResult(a, b *twin.Result) bool {
	return a.Done == b.Done && a.Wake == b.Wake && a.Refused == b.Refused && slices.Equal(a.Withdrawn, b.Withdrawn) &&
		slices.EqualFunc(a.Decisions, b.Decisions, func(a, b twin.Decision) bool {
			return a.N == b.N && a.Kind == b.Kind && a.Status == b.Status && a.Description == b.Description && a.Rollback == b.Rollback &&
				a.All == b.All && a.Evaluation == b.Evaluation && slices.Equal(a.Groups, b.Groups) && slices.Equal(a.Allocations, b.Allocations)
		})
}

// The wake-up lies ahead, and is for the first of the times that the status names.
func TestWakeIsTheFirstWait(t *testing.T) {
	check(t, 20, func(t *rapid.T) {
		w := guarded(t)
		m := machine(t, config(t, w.Policy()))
		along(t, w, m, func(_ *core.Input, out *core.Output) {
			var s core.Status
			m.Status(&s)
			first := int64(0)
			for i := range s.Waits {
				if until := s.Waits[i].Until; until != 0 && (first == 0 || until < first) {
					first = until
				}
			}
			switch {
			case out.Wake != s.Wake:
				t.Fatalf("wakes at %+v, and says %+v", out.Wake, s.Wake)
			case out.Wake.At != first, (first == 0) != (out.Wake.Reason == core.WakeNone):
				t.Fatalf("wakes at %+v, and waits for %+v", out.Wake, s.Waits)
			case first != 0 && first <= s.Now:
				t.Fatalf("wakes at %+v, and it is %d", out.Wake, s.Now)
			}
		})
	})
}

// No promotion by itself leaves during a freeze, before all its canaries have baked,
// while a gate has failed or is awaited, or before a user's time to answer is over.
// All of it is read from the facts.
func TestNoPromotionAgainstThePolicy(t *testing.T) {
	promotions := 0
	check(t, 20, func(t *rapid.T) {
		w := guarded(t)
		p := w.Policy()
		cfg := config(t, p)
		on, err := cfg.Resolve()
		must(t, err)
		now := int64(0)
		m := machine(t, cfg)
		along(t, w, m, func(in *core.Input, out *core.Output) {
			now = max(now, in.Now)
			for i := range out.Effects {
				e := &out.Effects[i]
				if e.Kind != core.EffectPromote || e.Command != 0 {
					continue
				}
				promotions++
				groups := e.Groups
				if e.All {
					groups = []string{""}
				}
				for _, g := range groups {
					if text := early(w.Snapshot(), &p, on, g, now); text != "" {
						t.Fatalf("promotes although %s: %+v", text, e)
					}
				}
			}
		})
	})
	if promotions < 20 {
		t.Fatalf("%d promotions by itself", promotions)
	}
}

// early says what holds the promotion of a group back at a time, or of all groups
// without a name; empty for nothing.
func early(facts core.Input, p *core.Policy, on core.Switches, group string, now int64) string {
	for _, f := range facts.Freezes {
		if f.From <= now && now < f.Until {
			return "it is frozen"
		}
	}
	for _, g := range p.Gates {
		v := core.GateUndecided
		for _, said := range facts.Verdicts {
			if said.Gate == g.Name {
				v = said.Value
			}
		}
		if v == core.GateFail || v == core.GateUndecided && g.Unknown != core.UnknownPasses {
			return "a gate has not passed"
		}
	}
	if facts.Deployment == nil {
		return "" // it is gone, and its canaries cannot be told
	}
	last, asks := int64(0), false
	for _, g := range facts.Deployment.Groups {
		if g.Promoted || g.DesiredCanaries == 0 || group != "" && group != g.Name {
			continue
		}
		asks = asks || !g.AutoPromote
		for _, a := range facts.Allocations.Changed {
			if a.Health != core.Healthy || !slices.Contains(g.PlacedCanaries, a.ID) ||
				on&core.LiveCanaries != 0 && (a.Terminal() || a.Client == core.ClientUnknown && on&core.UnknownNotLive != 0) {
				continue
			}
			if a.HealthTime == 0 && p.Bake != 0 {
				return "it is not known since when a canary is healthy"
			}
			last = max(last, a.HealthTime)
		}
	}
	switch {
	case p.Bake != 0 && last+p.Bake > now:
		return "the canaries bake"
	case asks && p.Approval.Then != core.ApprovalPromotes:
		return "a user must promote"
	case asks && last+p.Bake+p.Approval.Timeout > now:
		return "a user has time to answer"
	}
	return ""
}

// At strict another leader waits for the same, to the nanosecond, where the store
// tells when the deployment was made and paused. It is compared when no answer is
// awaited but to windows, and when the new leader has nothing to decide at once. When
// a window closes and what it asked for is of one machine only.
func TestAnotherLeaderWaitsForTheSame(t *testing.T) {
	compared, waits := 0, map[core.WaitCode]int{}
	check(t, 150, func(t *rapid.T) {
		w := guarded(t)
		cfg := core.Config{Level: core.LevelStrict, Policy: w.Policy()}
		m := machine(t, cfg)
		kinds := map[core.Key]core.EffectKind{}
		epoch := uint64(100)
		along(t, w, m, func(_ *core.Input, out *core.Output) {
			for i := range out.Effects {
				kinds[out.Effects[i].Key] = out.Effects[i].Kind
			}
			var s, have core.Status
			m.Status(&s)
			if !w.Ledger() || s.Done || s.Ended || w.Deleted() ||
				slices.ContainsFunc(s.Outstanding, func(k core.Key) bool { return kinds[k] != core.EffectReschedule }) {
				return
			}
			open := w.Opening()
			epoch++
			open.Epoch, open.Now = epoch, s.Now
			var said core.Output
			next := machine(t, cfg)
			must(t, next.Step(&open, &said))
			if len(said.Effects) != 0 {
				return
			}
			next.Status(&have)
			thaw := func(w core.Wait) bool { return w.Code == core.WaitThaw }
			both := slices.ContainsFunc(s.Waits, thaw) && slices.ContainsFunc(have.Waits, thaw)
			own := func(w core.Wait) bool {
				return w.Code == core.WaitBatch || w.Code == core.WaitResult || w.Code == core.WaitScheduler || w.Code == core.WaitCounter ||
					!both && w.Code == core.WaitThaw // of a window that is open or was
			}
			s.Waits, have.Waits = slices.DeleteFunc(s.Waits, own), slices.DeleteFunc(have.Waits, own)
			if !slices.Equal(s.Waits, have.Waits) {
				t.Fatalf("%+v\nanother leader\n%+v\n%+v", s.Waits, have.Waits, w.Policy())
			}
			compared++
			for _, w := range s.Waits {
				waits[w.Code]++
			}
		})
	})
	t.Logf("%d times: %v", compared, waits)
	for _, code := range []core.WaitCode{core.WaitBake, core.WaitApproval, core.WaitDuration, core.WaitBackOff, core.WaitGate, core.WaitThaw, core.WaitDeadline} {
		if waits[code] == 0 {
			t.Errorf("nobody ever waited for %s", core.Wait{Code: code})
		}
	}
}
