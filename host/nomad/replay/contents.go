package replay

import (
	"slices"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/nomad"
)

// Contents are what a decision says, without keys, indexes and ids of
// evaluations, which differ from one watcher to the next.
type Contents struct {
	Kind core.EffectKind
	// Allocations may be replaced (T1); Healthy and Unhealthy are set (T4). All
	// are sorted.
	Allocations, Healthy, Unhealthy []string
	Status                          core.DeploymentStatus
	Description                     string
	// RollbackTo are the versions that the job may be said to be rolled back to;
	// none for no rollback. A decision names one. A write names all whose
	// specification is that of the version that it registered.
	RollbackTo []uint64
	// Promoted are the groups that it newly promotes (T3), sorted.
	Promoted   []string
	Evaluation bool
}

// ofEffect returns what an effect says, on a deployment as it stands.
func ofEffect(e *core.Effect, d *nomad.Deployment) Contents {
	c := Contents{
		Kind: e.Kind, Allocations: sorted(e.Allocations), Healthy: sorted(e.Healthy), Unhealthy: sorted(e.Unhealthy),
		Status: e.Status, Description: e.Description, Evaluation: e.Evaluation != nil,
	}
	if e.Rollback {
		c.RollbackTo = []uint64{e.RollbackVersion}
	}
	if e.Kind == core.EffectPromote && d != nil {
		for i := range d.Groups {
			if g := &d.Groups[i]; !g.Promoted && (e.All || slices.Contains(e.Groups, g.Name)) {
				c.Promoted = append(c.Promoted, g.Name)
			}
		}
		slices.Sort(c.Promoted)
	}
	return c
}

func sorted(ids []string) []string {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Write is a decision of the recorded watcher, as it was written.
type Write struct {
	Contents
	Deployment string
	// Index and Line are the commit's; Time is when it is compared: the create
	// time of the evaluation for T1, the line's time for everything else.
	Index uint64
	Line  int
	Time  int64
	// At is the line's time.
	At int64
}

// Nomad's words for the writes that a watcher causes.
const (
	typeReschedule = "AllocationUpdateDesiredStatus"
	typeStatus     = "DeploymentStatusUpdate"
	typePromotion  = "DeploymentPromotion"
	typeHealth     = "DeploymentAllocHealth"
)

// writesOf reads the decisions of the recorded watcher out of a commit, before
// it is applied to the facts.
func writesOf(c *nomad.Commit, at int64, facts *nomad.Cluster) []Write {
	var writes []Write
	find := func(deployment string, kind core.EffectKind) *Write {
		for i := range writes {
			if writes[i].Deployment == deployment && writes[i].Kind == kind {
				return &writes[i]
			}
		}
		writes = append(writes, Write{Contents: Contents{Kind: kind}, Deployment: deployment, Index: c.Index, Time: at, At: at})
		return &writes[len(writes)-1]
	}
	for i := range c.Deployments {
		o := &c.Deployments[i]
		switch o.Type {
		case typeStatus:
			w := find(o.Object.ID, core.EffectStatus)
			w.Line, w.Status, w.Description = o.Line, o.Object.Status, o.Object.Description
			w.RollbackTo = rollbackOf(c, o.Object, facts)
		case typePromotion:
			w := find(o.Object.ID, core.EffectPromote)
			w.Line, w.Promoted = o.Line, promotedBy(facts.Deployment(o.Object.ID), o.Object)
		case typeHealth:
			w := find(o.Object.ID, core.EffectHealth)
			w.Line = o.Line
			if o.Object.Status == core.DeploymentFailed {
				w.Status, w.Description = o.Object.Status, o.Object.Description
				w.RollbackTo = rollbackOf(c, o.Object, facts)
			}
		}
	}
	for i := range c.Evaluations {
		o := &c.Evaluations[i]
		if o.Object.TriggeredBy != "deployment-watcher" || o.Object.CreateIndex != c.Index {
			continue
		}
		kind := map[string]core.EffectKind{
			typeReschedule: core.EffectReschedule, typeStatus: core.EffectStatus,
			typePromotion: core.EffectPromote, typeHealth: core.EffectHealth,
		}[o.Type]
		if kind == 0 {
			continue
		}
		w := find(o.Object.DeploymentID, kind)
		w.Evaluation = true
		if w.Line == 0 {
			w.Line = o.Line
		}
		if kind == core.EffectReschedule {
			w.Time = o.Object.CreateTime
		}
	}
	for i := range c.Allocations {
		o := &c.Allocations[i]
		switch o.Type {
		case typeReschedule:
			// Drains and stopped allocations are written in the same way; a T1
			// always has its evaluation with it.
			k := slices.IndexFunc(writes, func(w Write) bool {
				return w.Kind == core.EffectReschedule && w.Deployment == o.Object.DeploymentID
			})
			if k >= 0 {
				writes[k].Allocations = append(writes[k].Allocations, o.Object.ID)
			}
		case typeHealth:
			w := find(o.Object.DeploymentID, core.EffectHealth)
			w.Line = o.Line
			if o.Object.Health == core.Unhealthy {
				w.Unhealthy = append(w.Unhealthy, o.Object.ID)
			} else {
				w.Healthy = append(w.Healthy, o.Object.ID)
			}
		}
	}
	for i := range writes {
		slices.Sort(writes[i].Allocations)
		slices.Sort(writes[i].Healthy)
		slices.Sort(writes[i].Unhealthy)
	}
	return writes
}

// rollbackOf returns the versions whose specification the commit registered
// anew for the job of a deployment that it failed.
func rollbackOf(c *nomad.Commit, d *nomad.Deployment, facts *nomad.Cluster) []uint64 {
	var to []uint64
	for i := range c.Jobs {
		j := c.Jobs[i].Object
		if j.Namespace != d.Namespace || j.ID != d.JobID || facts.Version(j.Namespace, j.ID, j.Version) != nil {
			continue
		}
		for _, v := range facts.Versions(j.Namespace, j.ID) {
			if v.VersionDigest == j.VersionDigest {
				to = append(to, v.Version)
			}
		}
	}
	return to
}

// promotedBy returns the groups that are promoted after a write and were not
// before, sorted.
func promotedBy(before, after *nomad.Deployment) []string {
	var names []string
	for i := range after.Groups {
		g := &after.Groups[i]
		was := false
		if before != nil {
			k := slices.IndexFunc(before.Groups, func(b core.Group) bool { return b.Name == g.Name })
			was = k >= 0 && before.Groups[k].Promoted
		}
		if g.Promoted && !was {
			names = append(names, g.Name)
		}
	}
	slices.Sort(names)
	return names
}

// isCommand reports whether a write must be a user's, since no rule could have
// made it, judged from the recorded facts alone, and returns the command that
// makes it. before and after are the deployment as the write found and left it;
// quiet says that none of its allocations changed for a while.
//
// The rules never set health by request, pause, resume or mark as failed. They
// promote all groups, each of which promotes by itself (P2, P4), while the
// deployment is running (P1), as many canaries are placed as desired (P2), and
// allocations have just changed (A0).
func isCommand(w *Write, before, after *nomad.Deployment, quiet bool) (core.Command, bool) {
	switch {
	case w.Kind == core.EffectHealth:
		return core.Command{Kind: core.CommandSetHealth, Healthy: w.Healthy, Unhealthy: w.Unhealthy}, true
	case w.Kind == core.EffectStatus && w.Status == core.DeploymentPaused:
		return core.Command{Kind: core.CommandPause}, true
	case w.Kind == core.EffectStatus && w.Status == core.DeploymentRunning:
		return core.Command{Kind: core.CommandResume}, true
	case w.Kind == core.EffectStatus && strings.HasPrefix(w.Description, core.TextMarkedAsFailed):
		return core.Command{Kind: core.CommandFail}, true
	case w.Kind == core.EffectPromote && after != nil:
		all := core.Command{Kind: core.CommandPromote, All: true}
		byRule := !quiet && (before == nil || before.Status == core.DeploymentRunning)
		for i := range after.Groups {
			byRule = byRule && len(after.Groups[i].PlacedCanaries) == int(after.Groups[i].DesiredCanaries)
			byRule = byRule && after.Groups[i].AutoPromote && after.Groups[i].Promoted
			all.All = all.All && after.Groups[i].Promoted
		}
		if !all.All {
			all.Groups = w.Promoted
		}
		return all, !byRule
	}
	return core.Command{}, false
}
