package explore

import (
	"slices"
	"strings"

	"github.com/coxswain/coxswain/core"
)

// guards are the invariants of the policies (G1 to G10), each written from the facts
// and not as the machine decides it.
var guards = []Check{
	{"bakes-first", "promotes by itself before the canaries have baked (G1)", func(v *View) bool {
		return v.promotes(func(g *core.Group) bool {
			return wantsPromotion(g) && v.latestCanary(g)+v.World.Config.Policy.Bake > v.Store.Now
		})
	}},
	{"asks-first", "fails for want of an approval that is not due (G2)", func(v *View) bool {
		return v.fails(core.TextApproval) && !(v.Store.Deployment.Status == core.DeploymentRunning && v.some(v.silent))
	}},
	{"silence-ends", "waits for an approval longer than it may (G2)", func(v *View) bool {
		return v.resting() && !v.World.Refusals && v.Store.Deployment.Status == core.DeploymentRunning && v.ready() && v.some(v.silent)
	}},
	{"keeps-the-order", "promotes a group before its turn (G3)", func(v *View) bool {
		if v.World.Config.Policy.Promotion != core.PromoteInOrder {
			return false
		}
		return v.promotes(func(g *core.Group) bool {
			for i := range v.Store.Job.Groups {
				switch first := v.Store.Group(v.Store.Job.Groups[i].Name); {
				case first == nil:
				case first.Name == g.Name:
					return false
				case !v.done(first):
					return true
				}
			}
			return false
		})
	}},
	{"tolerates", "fails for unhealthy allocations that are tolerated (G4)", func(v *View) bool {
		return v.World.Config.Policy.Failures.Limited && v.fails(core.TextUnhealthy) && !v.some(v.fallsShort)
	}},
	{"tolerates-no-more", "goes on with more unhealthy allocations than are tolerated (G4)", func(v *View) bool {
		return v.acts() && v.World.Config.Policy.Failures.Limited && v.some(v.fallsShort)
	}},
	{"ends-in-time", "goes on past the limit on its duration (G5)", func(v *View) bool {
		return v.acts() && v.late() && !v.every(v.done)
	}},
	{"takes-its-time", "fails by the limit on its duration that has not passed (G5)", func(v *View) bool {
		return v.fails(core.TextDuration) && (!v.late() || v.every(v.done) || v.Store.Deployment.Status == core.DeploymentPaused)
	}},
	{"own-deadline", "fails a group by a deadline that is not its own (G6)", func(v *View) bool {
		p := &v.World.Config.Policy
		e := v.wanted(core.EffectStatus)
		on, _ := v.World.Config.Resolve()
		if e == nil || !p.On("G6") || on&core.CountLive == 0 {
			return false
		}
		return slices.ContainsFunc(v.Output.Reasons, func(r core.Reason) bool {
			wait := p.GiveUpAfter
			if e.Rollback && r.Code == core.ReasonShort && v.Store.Group(r.Group).AutoRevert {
				wait = p.RevertAfter
			}
			return r.Code == core.ReasonShort && v.progress(v.Store.Group(r.Group))+wait > v.Store.Now
		})
	}},
	{"backs-off", "rolls back by itself before a rollback was tried for long enough, or once too often (G7)", func(v *View) bool {
		p := &v.World.Config.Policy.Rollbacks
		e := v.wanted(core.EffectStatus)
		n := v.rollbacks()
		if e == nil || !e.Rollback || n == 0 {
			return false
		}
		return v.Store.Deployment.CreateTime+p.BackOff<<(n-1) > v.Store.Now || p.Max != 0 && n >= int(p.Max)
	}},
	{"rolls-back-to-tag", "rolls back to another version than the tagged one (G8)", func(v *View) bool {
		tagged := slices.IndexFunc(v.Store.Versions, func(o core.JobVersion) bool {
			return o.Tag != "" && o.Tag == v.World.Config.Policy.RollbackTag && !o.Stopped
		})
		o := v.target()
		return o != nil && tagged >= 0 && o.Version != v.Store.Versions[tagged].Version
	}},
	{"heeds-gates", "promotes by itself, and a gate has not passed (G9)", func(v *View) bool {
		return v.promotes(func(*core.Group) bool {
			return slices.ContainsFunc(v.World.Config.Policy.Gates, func(g core.Gate) bool {
				said := v.Store.verdict(g.Name)
				return said != core.GatePass && (said != core.GateUndecided || g.Unknown != core.UnknownPasses)
			})
		})
	}},
	{"gate-fails", "goes on though a gate has failed, or fails for one that has not (G9)", func(v *View) bool {
		failed, none := false, false
		for _, g := range v.World.Config.Policy.Gates {
			said := v.Store.verdict(g.Name)
			failed = failed || said == core.GateFail
			none = none || said == core.GateUndecided && g.Unknown == core.UnknownFails
		}
		return failed && v.acts() || !failed && !none && v.fails("Failed due to gate ")
	}},
	{"frozen", "goes forward in a freeze (G10)", func(v *View) bool {
		if !slices.ContainsFunc(v.Store.Freezes, func(f core.Span) bool { return f.From <= v.Store.Now && v.Store.Now < f.Until }) {
			return false
		}
		return v.wanted(core.EffectPromote) != nil || v.reason(core.ReasonWindowOpens) && !v.reason(core.ReasonReplace)
	}},
}

// verdict is the last word of a gate.
func (s *Store) verdict(gate string) core.GateVerdict {
	for _, v := range s.Verdicts {
		if v.Gate == gate {
			return v.Value
		}
	}
	return core.GateUndecided
}

// acts reports whether the rules would act and nothing holds them.
func (v *View) acts() bool {
	return v.watched() && v.Store.Deployment.Status != core.DeploymentPaused && !v.Store.Deleted && v.Status.Deleted == v.Store.Deleted &&
		v.Status.Index == v.Store.Index && !v.World.Refusals && !v.World.Config.Policy.On("G7")
}

// fails reports whether the rules fail the deployment with a text.
func (v *View) fails(text string) bool {
	e := v.wanted(core.EffectStatus)
	return e != nil && strings.HasPrefix(e.Description, text)
}

// promotes reports whether the rules promote a group of which is says so.
func (v *View) promotes(is func(*core.Group) bool) bool {
	e := v.wanted(core.EffectPromote)
	return e != nil && v.some(func(g *core.Group) bool { return (e.All || slices.Contains(e.Groups, g.Name)) && is(g) })
}

// latestCanary is when the last of a group's healthy canaries was found so; at
// strict only those that have not ended count.
func (v *View) latestCanary(g *core.Group) (at int64) {
	on, _ := v.World.Config.Resolve()
	for i := range v.Store.Allocations {
		a := &v.Store.Allocations[i]
		if slices.Contains(g.PlacedCanaries, a.ID) && a.Health == core.Healthy && (on&core.LiveCanaries == 0 || !a.Terminal()) {
			at = max(at, a.HealthTime)
		}
	}
	return at
}

// silent reports whether a user should have promoted a group by now, and did not:
// the time counts from when all canaries were healthy and had baked, and from a
// resume. (In the job's order it counts from later on.)
func (v *View) silent(g *core.Group) bool {
	p := &v.World.Config.Policy
	if !wantsPromotion(g) || g.AutoPromote || p.Approval.Timeout == 0 {
		return false
	}
	since := v.latestCanary(g)
	for i := range v.Store.Deployment.Groups {
		if o := &v.Store.Deployment.Groups[i]; p.Promotion == core.PromoteTogether && wantsPromotion(o) {
			since = max(since, v.latestCanary(o))
		}
	}
	return max(since+p.Bake, v.Store.Deployment.ResumedAt)+p.Approval.Timeout <= v.Store.Now
}

// ready reports whether all groups with canaries could be promoted, also by a level
// that wants no more canaries than desired (S-2), and the gates have passed.
func (v *View) ready() bool {
	on, _ := v.World.Config.Resolve()
	return v.promotable() && v.every(func(g *core.Group) bool {
		return !wantsPromotion(g) || on&core.PromoteAtLeast != 0 || len(g.PlacedCanaries) == int(g.DesiredCanaries)
	}) &&
		!slices.ContainsFunc(v.World.Config.Policy.Gates, func(g core.Gate) bool { return v.Store.verdict(g.Name) != core.GatePass })
}

// consents reports whether a user's silence promotes a group.
func (v *View) consents(g *core.Group) bool {
	return v.World.Config.Policy.Approval.Then == core.ApprovalPromotes && (!wantsPromotion(g) || v.silent(g))
}

// done reports whether a group has all that it wants.
func (v *View) done(g *core.Group) bool {
	return !wantsPromotion(g) && v.Store.Live(g, false) >= g.DesiredTotal
}

// fallsShort reports whether more allocations of a group are unhealthy than are
// tolerated.
func (v *View) fallsShort(g *core.Group) bool {
	n, f := int32(0), &v.World.Config.Policy.Failures
	for i := range v.Store.Allocations {
		if a := &v.Store.Allocations[i]; a.Group == g.Name && a.Health == core.Unhealthy {
			n++
		}
	}
	return n > max(f.Number, g.DesiredTotal*f.Percent/100)
}

// late reports whether the limit on the duration has passed, in a world without
// freezes.
func (v *View) late() bool {
	d := &v.Store.Deployment
	limit := v.World.Config.Policy.Duration
	return limit != 0 && d.Status != core.DeploymentPaused && d.CreateTime+limit+d.PausedFor <= v.Store.Now
}

// progress is when a group last made progress, or lost what it had.
func (v *View) progress(g *core.Group) int64 {
	at := v.Store.Deployment.CreateTime
	for i := range v.Store.Allocations {
		if a := &v.Store.Allocations[i]; a.Group == g.Name && a.Health == core.Healthy {
			at = max(at, a.HealthTime)
		}
	}
	return at
}

// rollbacks counts the newest versions that rollbacks registered.
func (v *View) rollbacks() int {
	n := slices.IndexFunc(v.Store.Versions, func(o core.JobVersion) bool { return !o.Rollback })
	if n < 0 {
		return len(v.Store.Versions)
	}
	return n
}
