// Package twin is the core's decisions once more, written to be read and not to
// be fast: it keeps the facts in maps and goes through all of them at every
// step. It knows level nomad-1.0.4 only. Tests hold it against the core.
//
// To check a fork of the core, or a machine in another language, lead both along
// the same walks (package walk): give each input that the machine accepted to
// Twin.Step too, and compare what comes back with what Of makes of the machine's
// output. They are equal by reflect.DeepEqual.
package twin

import (
	"slices"

	"github.com/coxswain/coxswain/core"
)

// Twin decides for one deployment as a core.Machine does.
type Twin struct {
	job      core.Job
	d        core.Deployment
	allocs   map[string]core.Allocation
	evals    map[string]core.Evaluation
	versions []core.JobVersion

	opened, ended, done, deleted, hit bool
	now                               int64
	index, handled                    uint64
	cutoff, timer, window             int64
	awaited                           uint64
	set                               map[string]bool
	pending                           []pendingEffect
	n                                 uint64
}

type pendingEffect struct {
	n        uint64
	kind     core.EffectKind
	rollback bool
	newest   uint64
}

// Decision is what a Twin decides: an effect's contents without its bookkeeping.
type Decision struct {
	N           uint64 // of the effect's key
	Kind        core.EffectKind
	Command     uint64 // that it carries out; 0 for none
	Allocations []string
	Status      core.DeploymentStatus
	Description string
	Rollback    int64 // -1 for none
	All         bool
	Groups      []string
	Healthy     []string
	Unhealthy   []string
	Evaluation  int64 // its time; 0 for none
}

// Result is what a step comes to.
type Result struct {
	Decisions []Decision
	Withdrawn []uint64 // the N of their keys
	Refused   bool     // a command was
	Done      bool
	Wake      core.Wake
}

// New makes a twin; its first Step opens it.
func New() *Twin {
	return &Twin{allocs: map[string]core.Allocation{}, evals: map[string]core.Evaluation{}, set: map[string]bool{}, handled: 1}
}

// Step takes an input that a machine accepted.
func (t *Twin) Step(in *core.Input) Result {
	var r Result
	t.now = max(t.now, in.Now)
	opening := !t.opened
	if opening {
		t.opened, t.job = true, *in.Job
	}
	failRegion := false
	for _, res := range in.Results {
		if t.awaited != 0 && res.Key.N == t.awaited && res.Outcome != core.Unknown {
			t.window, t.awaited = t.now+core.BatchWindow, 0
		}
		i := slices.IndexFunc(t.pending, func(p pendingEffect) bool { return p.n == res.Key.N })
		if i >= 0 && res.Outcome != core.Unknown {
			failRegion = failRegion || res.Outcome == core.Rejected && t.pending[i].kind == core.EffectRegion
			t.pending = slices.Delete(t.pending, i, i+1)
		}
	}
	changed := false
	if in.Index > t.index {
		t.index = in.Index
		if !t.done {
			changed = t.facts(in)
			t.overtaken(in, &r)
			t.delivery(in, opening, &r)
		}
	}
	if failRegion && !t.ended && !t.done {
		t.fail(false, &r)
	}
	if in.Command != nil {
		t.command(in.Command, &r)
	}
	for !t.done {
		w := t.wake()
		if w.At == 0 || w.At > t.now {
			break
		}
		if w.Reason == core.WakeBatch {
			var ids []string
			for id := range t.set {
				ids = append(ids, id)
			}
			slices.Sort(ids)
			t.emit(&r, Decision{Kind: core.EffectReschedule, Allocations: ids, Evaluation: t.now})
			t.window, t.awaited = 0, 0
			clear(t.set)
		} else {
			t.deadline(&r)
		}
	}
	if changed && !t.ended && !t.done {
		t.rules(&r)
	}
	r.Wake, r.Done = t.wake(), t.done
	return r
}

func (t *Twin) wake() core.Wake {
	if t.window != 0 && (t.timer == 0 || t.window <= t.timer) {
		return core.Wake{At: t.window, Reason: core.WakeBatch}
	}
	if t.timer != 0 {
		return core.Wake{At: t.timer, Reason: core.WakeDeadline}
	}
	return core.Wake{}
}

func (t *Twin) emit(r *Result, d Decision) {
	t.n++
	d.N = t.n
	if d.Kind != core.EffectStatus && d.Kind != core.EffectHealth || d.Rollback == 0 {
		d.Rollback = -1
	} else {
		d.Rollback--
	}
	if len(t.pending) == core.MaxOutstanding {
		r.Withdrawn = append(r.Withdrawn, t.pending[0].n)
		t.pending = t.pending[1:]
	}
	p := pendingEffect{n: t.n, kind: d.Kind, rollback: d.Rollback >= 0}
	for _, v := range t.versions {
		p.newest = max(p.newest, v.Version)
	}
	t.pending = append(t.pending, p)
	r.Decisions = append(r.Decisions, d)
}

func (t *Twin) facts(in *core.Input) bool {
	if in.Deployment != nil {
		old := t.d
		t.d = *in.Deployment
		t.d.Groups = slices.Clone(t.d.Groups)
		slices.SortFunc(t.d.Groups, func(a, b core.Group) int {
			if a.Name < b.Name {
				return -1
			}
			return 1
		})
		if in.CanariesAdded {
			for i := range t.d.Groups {
				for k := range old.Groups {
					if old.Groups[k].Name == t.d.Groups[i].Name {
						t.d.Groups[i].PlacedCanaries = slices.Concat(old.Groups[k].PlacedCanaries, t.d.Groups[i].PlacedCanaries)
					}
				}
			}
		}
	}
	if in.VersionsRead {
		t.versions = slices.Clone(in.Versions)
	}
	if in.Evaluations.Whole {
		clear(t.evals)
	}
	for _, id := range in.Evaluations.Removed {
		delete(t.evals, id)
	}
	for _, e := range in.Evaluations.Changed {
		t.evals[e.ID] = e
	}
	if in.Allocations.Whole {
		clear(t.allocs)
	}
	for _, id := range in.Allocations.Removed {
		delete(t.allocs, id)
	}
	newest := uint64(0)
	for _, a := range in.Allocations.Changed {
		t.allocs[a.ID] = a
		newest = max(newest, a.ModifyIndex)
	}
	if len(t.allocs) == 0 {
		newest = in.Allocations.TableIndex
	}
	if newest > t.handled {
		t.handled = newest
		return true
	}
	return false
}

func (t *Twin) overtaken(in *core.Input, r *Result) {
	if !in.VersionsRead {
		return
	}
	newest := uint64(0)
	for _, v := range t.versions {
		newest = max(newest, v.Version)
	}
	t.pending = slices.DeleteFunc(t.pending, func(p pendingEffect) bool {
		if p.rollback && newest > p.newest {
			r.Withdrawn = append(r.Withdrawn, p.n)
			return true
		}
		return false
	})
}

func (t *Twin) delivery(in *core.Input, opening bool, r *Result) {
	t.deleted = t.deleted || in.DeploymentDeleted
	if t.deleted || in.Deployment == nil && !in.Delivered {
		return
	}
	if !t.d.Status.Active() {
		t.done, t.timer, t.window, t.awaited = true, 0, 0, 0
		t.pending = slices.DeleteFunc(t.pending, func(p pendingEffect) bool {
			if p.kind != core.EffectReschedule {
				r.Withdrawn = append(r.Withdrawn, p.n)
			}
			return p.kind != core.EffectReschedule
		})
		return
	}
	if t.ended {
		return
	}
	next := int64(0)
	for i := range t.d.Groups {
		g := &t.d.Groups[i]
		live := int32(0)
		for _, a := range t.allocs {
			if a.Group == g.Name && a.Health == core.Healthy && !a.Terminal() {
				live++
			}
		}
		done := (g.DesiredCanaries == 0 || g.Promoted) && live >= g.DesiredTotal
		if !done && g.RequireProgressBy != 0 && (next == 0 || g.RequireProgressBy < next) {
			next = g.RequireProgressBy
		}
	}
	if next != t.cutoff {
		t.cutoff, t.timer = next, next
	}
	if !opening && t.job.Multiregion {
		t.emit(r, Decision{Kind: core.EffectRegion, Status: t.d.Status})
	}
}

func (t *Twin) deadline(r *Result) {
	t.timer, t.hit = 0, true
	if t.deleted {
		return
	}
	fail, rollback := false, false
	for i := range t.d.Groups {
		g := &t.d.Groups[i]
		want := g.DesiredTotal
		if g.DesiredCanaries > 0 && !g.Promoted {
			want = g.DesiredCanaries
		}
		if g.HealthyAllocs < want {
			fail = true
			for _, jg := range t.job.Groups {
				rollback = rollback || jg.Name == g.Name && jg.AutoRevert
			}
		}
	}
	if fail {
		if t.job.Multiregion {
			t.emit(r, Decision{Kind: core.EffectRegion, Status: core.DeploymentFailed})
		}
		t.fail(rollback, r)
	}
}

// target returns the text and the version to roll back to, as version + 1.
func (t *Twin) target(text, none string) (string, int64) {
	versions := slices.Clone(t.versions)
	slices.SortFunc(versions, func(a, b core.JobVersion) int { return int(b.Version) - int(a.Version) })
	for _, v := range versions {
		if v.Stable && v.SpecDigest == t.job.SpecDigest && v.SpecDigest != "" {
			return core.TextSameSpec(text, v.Version), 0
		}
		if v.Stable {
			return core.TextRollback(text, v.Version), int64(v.Version) + 1
		}
	}
	return none, 0
}

func (t *Twin) fail(rollback bool, r *Result) {
	d := Decision{Kind: core.EffectStatus, Status: core.DeploymentFailed, Description: core.TextUnhealthy, Evaluation: t.now}
	if t.hit {
		d.Description = core.TextDeadline
	}
	if rollback {
		d.Description, d.Rollback = t.target(d.Description, core.TextNoTarget(d.Description))
	}
	t.emit(r, d)
	t.ended, t.timer = true, 0
}

func (t *Twin) rules(r *Result) {
	byName := map[string]*core.Group{}
	for i := range t.d.Groups {
		byName[t.d.Groups[i].Name] = &t.d.Groups[i]
	}
	var evals []core.Evaluation
	for _, e := range t.evals {
		evals = append(evals, e)
	}
	slices.SortFunc(evals, func(a, b core.Evaluation) int {
		if a.Status != b.Status {
			return int(a.Status) - int(b.Status)
		}
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	latest := uint64(0)
	for _, e := range evals {
		if e.Status == core.EvaluationCancelled {
			continue
		}
		if e.SnapshotIndex > latest {
			latest = e.SnapshotIndex
		} else if e.CreateIndex > latest {
			latest = e.CreateIndex
		}
	}
	fail, rollback, need := false, false, false
	var spare []string
	for _, a := range t.allocs {
		g := byName[a.Group]
		if g == nil {
			continue
		}
		if g.ProgressDeadline != 0 && a.Health == core.Unhealthy && !a.Reschedule {
			spare = append(spare, a.ID)
			continue
		}
		if a.Health == core.Healthy && a.HealthIndex > latest {
			need = true
		}
		if g.ProgressDeadline == 0 && a.Health == core.Unhealthy {
			fail = true
			rollback = rollback || g.AutoRevert
		}
	}
	if fail {
		if t.job.Multiregion {
			t.emit(r, Decision{Kind: core.EffectRegion, Status: core.DeploymentFailed})
		}
		t.fail(rollback, r)
		return
	}
	promotion := uint64(0)
	if t.promotes() {
		t.emit(r, Decision{Kind: core.EffectPromote, All: true, Evaluation: t.now})
		promotion = t.n
	}
	for _, id := range spare {
		t.set[id] = true
	}
	if (need || len(spare) != 0) && t.window == 0 {
		t.window, t.awaited = t.now+core.BatchWindow, promotion
	}
}

func (t *Twin) promotes() bool {
	placed, wanted := false, false
	for _, g := range t.d.Groups {
		placed = placed || len(g.PlacedCanaries) != 0
		wanted = wanted || g.DesiredCanaries > 0 && !g.Promoted
	}
	if !placed || !wanted || t.d.Status != core.DeploymentRunning {
		return false
	}
	for _, g := range t.d.Groups {
		if !g.AutoPromote || len(g.PlacedCanaries) != int(g.DesiredCanaries) {
			return false
		}
		for _, id := range g.PlacedCanaries {
			if a, ok := t.allocs[id]; ok && a.Health != core.Healthy {
				return false
			}
		}
	}
	return true
}

func (t *Twin) command(c *core.Command, r *Result) {
	if t.done || t.deleted || c.Kind == core.CommandSetHealth && len(c.Healthy)+len(c.Unhealthy) == 0 {
		r.Refused = true
		return
	}
	d := Decision{Command: c.ID, Evaluation: t.now}
	switch c.Kind {
	case core.CommandSetHealth:
		d.Kind, d.Healthy, d.Unhealthy = core.EffectHealth, c.Healthy, c.Unhealthy
		if len(c.Unhealthy) != 0 {
			d.Status, d.Description = core.DeploymentFailed, core.TextUnhealthy
			for _, id := range c.Unhealthy {
				a, ok := t.allocs[id]
				i := slices.IndexFunc(t.d.Groups, func(g core.Group) bool { return g.Name == a.Group })
				if ok && i >= 0 && t.d.Groups[i].AutoRevert {
					d.Description, d.Rollback = t.target(d.Description, d.Description)
					break
				}
			}
		}
	case core.CommandPromote:
		d.Kind, d.All, d.Groups = core.EffectPromote, c.All, c.Groups
	case core.CommandPause:
		d.Kind, d.Status, d.Description, d.Evaluation = core.EffectStatus, core.DeploymentPaused, core.TextPaused, 0
	case core.CommandResume:
		d.Kind, d.Status, d.Description = core.EffectStatus, core.DeploymentRunning, core.TextRunning
	case core.CommandFail:
		d.Kind, d.Status, d.Description = core.EffectStatus, core.DeploymentFailed, core.TextMarkedAsFailed
		if slices.ContainsFunc(t.d.Groups, func(g core.Group) bool { return g.AutoRevert }) {
			d.Description, d.Rollback = t.target(d.Description, core.TextNoTarget(d.Description))
		}
	default:
		return
	}
	t.emit(r, d)
}
