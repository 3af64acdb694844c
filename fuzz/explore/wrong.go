package explore

import (
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
)

// Wrong are the known wrong decisions of level nomad-1.0.4, as far as one
// deployment can show them. A check that "does not hold" is one that was found.
func Wrong() []Check {
	return []Check{
		{"S-1", "never promotes, since nothing of the allocations changes any more", func(v *View) bool {
			return v.resting() && v.waits(core.WaitChange) != nil && v.promotable()
		}},
		{"S-2", "never promotes, since more canaries are placed than desired", func(v *View) bool {
			return v.resting() && v.waits(core.WaitChange) == nil && v.waits(core.WaitGate) == nil && v.Store.Deployment.Status == core.DeploymentRunning && v.promotable() &&
				v.every(func(g *core.Group) bool { return g.AutoPromote })
		}},
		{"S-3", "promotes with a canary that has died", func(v *View) bool {
			e := v.wanted(core.EffectPromote)
			return e != nil && ledger.CheckPromotion(&v.Store.Deployment, v.Store.facts(), e.All, e.Groups) != nil
		}},
		{"S-3 deadline", "lets the deadline pass for a group whose canary has died", func(v *View) bool {
			return v.reason(core.ReasonDeadlineSkipped) && v.some(func(g *core.Group) bool {
				return wantsPromotion(g) && v.Store.Live(g, true) < g.DesiredCanaries
			})
		}},
		{"S-4", "lets the deadline pass for a group whose allocation has died", func(v *View) bool {
			return v.reason(core.ReasonDeadlineSkipped) && v.some(func(g *core.Group) bool {
				return !wantsPromotion(g) && v.Store.Live(g, false) < g.DesiredTotal
			})
		}},
		{"S-5", "no deadline starts for a group of which nothing was ever placed", func(v *View) bool {
			return v.resting() && !v.DeadlineHit && v.some(func(g *core.Group) bool {
				return g.ProgressDeadline != 0 && g.RequireProgressBy == 0 && g.DesiredTotal != 0
			})
		}},
		{"S-6", "an allocation that turns unhealthy puts the deadline off", func(v *View) bool {
			a, was := v.allocation()
			return a != nil && was.Health == core.Healthy && a.Health == core.Unhealthy &&
				v.Store.Group(a.Group).RequireProgressBy > v.Was.Group(a.Group).RequireProgressBy
		}},
		{"S-7", "fails by the deadline though everything is healthy", func(v *View) bool {
			e := v.wanted(core.EffectStatus)
			return e != nil && v.reason(core.ReasonShort) && v.every(func(g *core.Group) bool {
				return !wantsPromotion(g) && v.Store.Live(g, false) >= g.DesiredTotal
			})
		}},
		{"S-8", "the version that a rollback registers is born stable", func(v *View) bool {
			return v.Action.Kind == Answer && v.Was.Unanswered[0].Rollback && v.Input.VersionsRead && v.Store.Versions[0].Stable
		}},
		{"S-9", "rolls back to a version that runs the same", func(v *View) bool {
			o := v.target()
			return o != nil && o.ExecDigest == v.Store.Job.ExecDigest
		}},
		{"S-10", "rolls back to a version that stops the job", func(v *View) bool {
			o := v.target()
			return o != nil && o.Stopped
		}},
		{"S-11", "a group that the job lacks does not roll back", func(v *View) bool {
			return v.revertsOtherwise() && len(v.Store.Job.Groups) < len(v.Store.Deployment.Groups)
		}},
		{"S-13", "fails by itself while it is paused", func(v *View) bool {
			return v.wanted(core.EffectStatus) != nil && v.Store.Deployment.Status == core.DeploymentPaused
		}},
		{"S-14 ending", "does not say that there is no version to roll back to", func(v *View) bool {
			return slices.ContainsFunc(v.Output.Effects, func(e core.Effect) bool {
				return e.Kind == core.EffectHealth && e.Description == core.TextUnhealthy && v.reason(core.ReasonNoTarget)
			})
		}},
		{"S-14 resume", "says that it runs, and waits for a user to promote", func(v *View) bool {
			return v.Action.Command == core.CommandResume && len(v.Output.Effects) != 0 && v.Output.Effects[0].Description == core.TextRunning &&
				v.some(func(g *core.Group) bool { return wantsPromotion(g) && !g.AutoPromote })
		}},
		{"S-14 deadline", "calls a failure of an allocation one of the deadline", func(v *View) bool {
			e := v.wanted(core.EffectStatus)
			return e != nil && v.reason(core.ReasonUnhealthy) && !v.reason(core.ReasonShort) && e.Description[:len(core.TextDeadline)] == core.TextDeadline
		}},
		{"S-15", "rolls back, or not, against what the group in the deployment says", func(v *View) bool {
			return v.revertsOtherwise() && len(v.Store.Job.Groups) >= len(v.Store.Deployment.Groups)
		}},
		{"S-19", "promotes once more before the last promotion has an answer", func(v *View) bool {
			return v.wanted(core.EffectPromote) != nil && slices.ContainsFunc(v.Store.Unanswered, func(e core.Effect) bool {
				return e.Kind == core.EffectPromote
			})
		}},
	}
}

// resting reports whether nothing goes on by itself, although the rules act.
func (v *View) resting() bool {
	return v.watched() && v.Status.Wake.Reason == core.WakeNone && len(v.Status.Outstanding) == 0
}

// promotable is the right word on a promotion of everything: there is something
// to promote, and the store would do it.
func (v *View) promotable() bool {
	return v.some(wantsPromotion) && ledger.CheckPromotion(&v.Store.Deployment, v.Store.facts(), true, nil) == nil
}

func (v *View) some(is func(*core.Group) bool) bool {
	for i := range v.Store.Deployment.Groups {
		if is(&v.Store.Deployment.Groups[i]) {
			return true
		}
	}
	return false
}

func (v *View) every(is func(*core.Group) bool) bool {
	return !v.some(func(g *core.Group) bool { return !is(g) })
}

// allocation returns the one that the action is about, and what it was.
func (v *View) allocation() (now, was *Allocation) {
	if v.Was == nil || len(v.Input.Allocations.Changed) != 1 {
		return nil, nil
	}
	is := func(a Allocation) bool { return a.ID == v.Input.Allocations.Changed[0].ID }
	i := slices.IndexFunc(v.Was.Allocations, is)
	if i < 0 {
		return nil, nil
	}
	return &v.Store.Allocations[slices.IndexFunc(v.Store.Allocations, is)], &v.Was.Allocations[i]
}

// target returns the version that is rolled back to.
func (v *View) target() *core.JobVersion {
	for i := range v.Output.Effects {
		for k := range v.Store.Versions {
			if v.Output.Effects[i].Rollback && v.Store.Versions[k].Version == v.Output.Effects[i].RollbackVersion {
				return &v.Store.Versions[k]
			}
		}
	}
	return nil
}

// revertsOtherwise reports whether a deadline asked for a rollback, or did not,
// where the short groups of the deployment say otherwise.
func (v *View) revertsOtherwise() bool {
	if !v.reason(core.ReasonShort) {
		return false
	}
	wanted := false
	for i := range v.Output.Reasons {
		if r := &v.Output.Reasons[i]; r.Code == core.ReasonShort {
			wanted = wanted || v.Store.Group(r.Group).AutoRevert
		}
	}
	return wanted == v.reason(core.ReasonNoAutoRevert)
}
