package explore

import (
	"slices"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
)

// Invariants hold at every level, in every state and after every step.
func Invariants() []Check {
	return slices.Concat(guards, []Check{
		{"promotes-healthy", "promotes by itself without the canaries that the level asks for", promotesUnready},
		{"no-rollback-to-same", "rolls back to a version with the same specification", func(v *View) bool {
			return slices.ContainsFunc(v.Output.Effects, func(e core.Effect) bool {
				return e.Rollback && v.Store.Job.SpecDigest != "" && slices.ContainsFunc(v.Store.Versions, func(o core.JobVersion) bool {
					return o.Version == e.RollbackVersion && o.SpecDigest == v.Store.Job.SpecDigest
				})
			})
		}},
		{"silent-after-done", "decides something after the deployment has ended", func(v *View) bool {
			return v.Was != nil && v.Action.Kind != Elect && v.WasStatus.Done && (len(v.Output.Effects)+len(v.Output.Withdrawn) != 0 ||
				!v.Status.Done || v.Status.Wake.Reason != core.WakeNone)
		}},
		{"silent-after-ended", "decides by itself after the watch has ended", func(v *View) bool {
			if on, _ := v.World.Config.Resolve(); on&core.NewerWins != 0 && len(v.Output.Withdrawn) != 0 {
				return false // the failure was taken back
			}
			return v.Was != nil && v.Action.Kind != Elect && v.WasStatus.Ended && slices.ContainsFunc(v.Output.Effects, func(e core.Effect) bool {
				return e.Command == 0 && e.Kind != core.EffectReschedule
			})
		}},
		{"failure-says-why", "fails without a word on why", failsSilently},
		{"moves-or-waits", "has neither a wake-up nor a wait for somebody outside", func(v *View) bool {
			return !v.Status.Done && v.Status.Wake.Reason == core.WakeNone && !slices.ContainsFunc(v.Status.Waits, outside)
		}},
		{"wakes-as-it-says", "asks for another wake-up than Status tells of", func(v *View) bool {
			return v.Output.Wake != v.Status.Wake || v.Output.Done != v.Status.Done
		}},
		{"waits-explained", "does not say, or not rightly, what it waits for", waitsUnexplained},
		{"waits-helpful", "waits for somebody who cannot end the wait", waitsUnhelpful},
		{"nothing-grows", "keeps what nobody needs any more", func(v *View) bool {
			// One that the store has forgotten meanwhile is named all the same.
			return !sameKeys(v) || v.Store.forgotten(v.Status.Pending) > v.World.Collections-v.Store.collections
		}},
		{"keys-never-repeat", "uses the key of an effect once more", func(v *View) bool {
			for i := range v.Output.Effects {
				if v.Output.Effects[i].Key != (core.Key{Deployment: v.Store.Deployment.ID, Epoch: v.Store.Epoch, N: v.Effects + 1 + uint64(i)}) {
					return true
				}
			}
			return false
		}},
	})
}

func outside(w core.Wait) bool { return w.Actor != core.ActorClock && w.Actor.String() != "undefined" }

// promotesUnready is P1 to P3, written from the facts: nothing is promoted while
// the deployment does not run, a group waits for a user, or canaries are missing
// or not healthy. Canaries that have died are the level's business (S-3).
func promotesUnready(v *View) bool {
	e := v.wanted(core.EffectPromote)
	if e == nil {
		return false
	}
	on, _ := v.World.Config.Resolve()
	enough, more := on&(core.PromoteEnough|core.PromoteAtLeast) != 0, on&core.PromoteAtLeast != 0
	for i := range v.Store.Deployment.Groups {
		g := &v.Store.Deployment.Groups[i]
		if enough && g.DesiredCanaries == 0 || !e.All && !slices.Contains(e.Groups, g.Name) {
			continue
		}
		healthy := int32(0)
		for k := range v.Store.Allocations {
			a := &v.Store.Allocations[k]
			if a.Health == core.Healthy && slices.Contains(g.PlacedCanaries, a.ID) && (on&core.LiveCanaries == 0 || !a.Terminal()) {
				healthy++
			}
		}
		placed := int32(len(g.PlacedCanaries))
		if !enough { // every one that is still there must be healthy
			healthy += int32(v.Store.forgotten(g.PlacedCanaries))
		}
		if !g.AutoPromote && !v.consents(g) || healthy < g.DesiredCanaries || healthy > g.DesiredCanaries && !more || placed < g.DesiredCanaries || !enough && placed != g.DesiredCanaries {
			return true
		}
	}
	return v.Store.Deployment.Status != core.DeploymentRunning
}

var whys = []string{core.TextUnhealthy, core.TextDeadline, core.TextMarkedAsFailed, core.TextApproval, core.TextDuration, "Failed due to gate "}

// failsSilently wants a sentence in the effect and in the store, and a reason.
func failsSilently(v *View) bool {
	said := func(text string) bool {
		return slices.ContainsFunc(whys, func(why string) bool { return strings.HasPrefix(text, why) })
	}
	for i := range v.Output.Effects {
		e := &v.Output.Effects[i]
		if e.Status != core.DeploymentFailed || e.Kind == core.EffectRegion {
			continue
		}
		explained := slices.ContainsFunc(v.Output.Reasons, func(r core.Reason) bool { return r.Effect == e.Key.N })
		if !said(e.Description) || !explained {
			return true
		}
	}
	return v.Store.Deployment.Status == core.DeploymentFailed && !said(v.Store.Deployment.Description)
}

// waitsUnexplained holds Status against the facts: there is a wait, it has an
// actor and a sentence, its figures are those of the store, and the wake-up is
// the earliest time that a wait names.
func waitsUnexplained(v *View) bool {
	s := v.Status
	if s.Done {
		return len(s.Waits) != 0
	}
	if len(s.Waits) == 0 {
		return true
	}
	first := int64(0)
	for i := range s.Waits {
		w := &s.Waits[i]
		if w.Actor.String() == "undefined" || w.String() == "undefined" || w.Until != 0 && w.Until <= s.Now {
			return true
		}
		if (w.Actor == core.ActorClock) != (w.Until != 0) {
			return true
		}
		if w.Until != 0 && (first == 0 || w.Until < first) {
			first = w.Until
		}
		if g := v.Store.Group(w.Group); w.Group != "" && (g == nil || !groupWaits(v, w, g)) {
			return true
		}
	}
	return first != s.Wake.At
}

// waitsUnhelpful: where nothing goes on by itself, whoever a wait names can end it.
func waitsUnhelpful(v *View) bool {
	if !v.resting() {
		return false
	}
	s := v.Store
	return slices.ContainsFunc(v.Status.Waits, func(w core.Wait) bool {
		switch w.Code {
		case core.WaitPromotion: // the store would do it
			return ledger.CheckPromotion(&s.Deployment, s.facts(), false, []string{w.Group}) != nil
		case core.WaitChange:
			return ledger.CheckPromotion(&s.Deployment, s.facts(), true, nil) != nil
		case core.WaitHealth: // not all are healthy that have not ended
			return s.Standing(s.Group(w.Group), false) == s.Live(s.Group(w.Group), false)
		case core.WaitCanaries:
			return s.Standing(s.Group(w.Group), true) == s.Live(s.Group(w.Group), true)
		case core.WaitScheduler:
			return !s.Complete()
		}
		return false
	})
}

// groupWaits reports whether the figures of a group's wait are true.
func groupWaits(v *View, w *core.Wait, g *core.Group) bool {
	switch w.Code {
	case core.WaitPlacement:
		if wantsPromotion(g) {
			return w.Have == int64(v.Store.Standing(g, true)) && w.Want == int64(g.DesiredCanaries) && w.Have < w.Want
		}
		return w.Have == int64(v.Store.Standing(g, false)) && w.Want == int64(g.DesiredTotal) && w.Have < w.Want
	case core.WaitHealth:
		return w.Have == int64(v.Store.Live(g, false)) && w.Want == int64(g.DesiredTotal) && w.Have < w.Want
	case core.WaitCanaries:
		return wantsPromotion(g) && w.Have == int64(v.Store.Live(g, true)) && w.Want == int64(g.DesiredCanaries) && w.Have < w.Want
	case core.WaitPromotion, core.WaitBake, core.WaitApproval:
		return wantsPromotion(g)
	case core.WaitCounter:
		return w.Have == int64(g.HealthyAllocs) && w.Want == int64(max(g.DesiredTotal, g.DesiredCanaries)) && w.Have < w.Want
	}
	return false
}

// sameKeys reports whether the machine holds the keys that have no answer, and
// no other.
func sameKeys(v *View) bool {
	n := 0
	for i := range v.Output.Effects {
		if !slices.Contains(v.Status.Outstanding, v.Output.Effects[i].Key) {
			return false
		}
		n++
	}
	for i := range v.Store.Unanswered {
		if k := v.Store.Unanswered[i].Key; !slices.Contains(v.Output.Withdrawn, k) {
			if !slices.Contains(v.Status.Outstanding, k) {
				return false
			}
			n++
		}
	}
	return n == len(v.Status.Outstanding)
}
