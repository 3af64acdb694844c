package simulate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/memory"
)

// look is what the scheduler makes of one group's allocations.
type look struct {
	r *reconciler
	g *group
	// state is the group in the deployment of this version; nil without one.
	state *core.Group

	live     []*memory.Allocation // holds a place, by slot; failed ones too
	lost     int                  // places that were lost with their nodes
	replace  []*memory.Allocation // failed and may be replaced now
	later    bool                 // something may be replaced later
	inPlace  []*memory.Allocation // of another version that executes the same
	old      []*memory.Allocation // of another version that must be replaced
	canaries int                  // live, or about to be replaced
	ran      bool                 // this version has had allocations before
}

// group plans one group, and reports whether it is complete: nothing is left to
// do and it is as healthy as a successful deployment wants (S7).
func (r *reconciler) group(g *group) bool {
	l := &look{r: r, g: g}
	if d := r.existing(); d != nil {
		l.state = groupOf(d, g.name)
	}
	l.sort()
	l.shrink()
	l.split()

	placing := l.wantsCanaries()
	if placing {
		l.placeCanaries()
	}
	l.join(placing)
	l.update()
	placed := l.fill()
	return !placing && placed == 0 && len(l.old)+len(l.inPlace)+len(l.replace) == 0 && !l.later && l.healthy()
}

// existing is the deployment of this version, active or failed.
func (r *reconciler) existing() *memory.Deployment {
	if r.active != nil {
		return r.active
	}
	return r.failed
}

func groupOf(d *memory.Deployment, name string) *core.Group {
	i := slices.IndexFunc(d.Groups, func(g core.Group) bool { return g.Name == name })
	if i < 0 {
		return nil
	}
	return &d.Groups[i]
}

// sort finds what there is of the group.
func (l *look) sort() {
	for _, a := range l.r.allocations {
		if a.Group != l.g.name {
			continue
		}
		l.ran = l.ran || a.JobVersion == l.r.job.Version
		switch {
		case !wanted(a):
		case l.r.known(a.ID).lost:
			l.r.stop(a)
			if !l.waiting() || !l.isCanary(a) { // a canary comes back as one
				l.lost++
			}
		case a.Canary && l.r.given(a.Deployment):
			l.r.stop(a)
		case l.due(a):
			l.replace = append(l.replace, a)
		default:
			l.live = append(l.live, a)
		}
	}
	slices.SortStableFunc(l.live, bySlot)
	slices.SortStableFunc(l.replace, bySlot)
	for _, a := range slices.Concat(l.live, l.replace) {
		if l.isCanary(a) {
			l.canaries++
		}
	}
}

// given reports whether a deployment is given up, so that its canaries go.
func (r *reconciler) given(deployment string) bool {
	d := r.deployment
	current := r.active != nil || d != nil && d.Status == core.DeploymentSuccessful
	return !current || deployment != d.ID
}

// due reports whether a failed allocation is to be replaced now. While its
// deployment is active, only the watcher's word allows it (T1); once that has
// failed, nothing does.
func (l *look) due(a *memory.Allocation) bool {
	active, failed := l.r.active, l.r.failed
	switch {
	case a.Client != core.ClientFailed,
		active != nil && a.Deployment == active.ID && !a.Reschedule,
		failed != nil && a.Deployment == failed.ID:
		return false
	}
	at := l.r.known(a.ID).failed + l.g.rescheduleDelay
	if at <= l.r.now {
		return true
	}
	l.later = true
	l.r.out.again = append(l.r.out.again, at)
	return false
}

// isCanary reports whether an allocation is a canary that nobody promoted yet.
func (l *look) isCanary(a *memory.Allocation) bool {
	return l.state != nil && slices.Contains(l.state.PlacedCanaries, a.ID)
}

// waiting reports whether the group waits for the promotion of its canaries.
func (l *look) waiting() bool {
	return l.state != nil && l.state.DesiredCanaries > 0 && !l.state.Promoted
}

// shrink stops what is more than the count: first whoever has the place of a
// promoted canary, then from the highest place down. While canaries wait they
// come on top.
func (l *look) shrink() {
	isExtra := func(a *memory.Allocation) bool { return l.waiting() && l.isCanary(a) }
	over := -l.g.count
	taken := map[string]bool{}
	for _, a := range l.live {
		if !isExtra(a) {
			over++
		}
		if l.isCanary(a) {
			taken[a.Name] = true
		}
	}
	for _, first := range []bool{true, false} {
		for i := len(l.live) - 1; i >= 0 && over > 0; i-- {
			a := l.live[i]
			if isExtra(a) || first && (l.isCanary(a) || !taken[a.Name]) {
				continue
			}
			l.r.stop(a)
			l.live = slices.Delete(l.live, i, i+1)
			over--
		}
	}
}

// split finds those of other versions.
func (l *look) split() {
	for _, a := range l.live {
		switch {
		case a.JobVersion == l.r.job.Version:
		case l.r.known(a.ID).image == l.g.image:
			l.inPlace = append(l.inPlace, a)
		default:
			l.old = append(l.old, a)
		}
	}
}

// wantsCanaries reports whether canaries are to be placed.
func (l *look) wantsCanaries() bool {
	return len(l.old) != 0 && l.canaries < l.g.canary && (l.state == nil || !l.state.Promoted)
}

// placeCanaries places canaries, each for the place of one that it would
// replace.
func (l *look) placeCanaries() {
	if l.r.paused() || l.r.failed != nil {
		return
	}
	for i := l.canaries; i < l.g.canary; i++ {
		l.place(l.old[min(i, len(l.old)-1)].Name, "", true)
	}
}

// join makes the group take part in the new deployment: when this version is
// new to it.
func (l *look) join(canaries bool) {
	if l.r.made == nil || l.g.count == 0 || l.ran && len(l.old)+len(l.inPlace) == 0 {
		return
	}
	state := core.Group{
		Name: l.g.name, DesiredTotal: int32(l.g.count), AutoRevert: l.g.autoRevert, AutoPromote: l.g.autoPromote,
		ProgressDeadline: l.g.progressDeadline,
	}
	if canaries {
		state.DesiredCanaries = int32(l.g.canary)
	}
	l.r.made.Groups = append(l.r.made.Groups, state)
	l.state = &state
}

// update writes those anew that only get another version's name.
func (l *look) update() {
	for _, a := range l.inPlace {
		b := *a
		b.JobVersion, b.Canary, b.Reschedule = l.r.job.Version, false, false
		b.Health, b.HealthTime = core.HealthUnset, 0
		l.r.out.plan.Allocations = append(l.r.out.plan.Allocations, b)
	}
}

// fill replaces what failed, fills empty places, and replaces the old ones, as
// many as may be at once. It returns how many places were empty.
func (l *look) fill() (empty int) {
	held := l.r.paused() || l.r.failed != nil || l.waiting()
	limit := l.limit()
	for _, a := range l.replace {
		l.r.stop(a)
		l.place(a.Name, a.ID, l.isCanary(a) && l.waiting())
		limit--
	}
	empty = l.g.count - l.r.room[l.g.name]
	names := map[string]bool{}
	for _, a := range slices.Concat(l.live, l.replace) {
		if l.waiting() && l.isCanary(a) {
			continue
		}
		names[a.Name] = true
		empty--
	}
	l.r.out.blocked = l.r.out.blocked || l.r.room[l.g.name] > 0
	empty = max(empty, 0)
	fill := empty
	if held { // only what was lost comes back
		fill = min(empty, l.lost)
	}
	for slot := 0; fill > 0; slot++ {
		name := l.slot(slot)
		if !names[name] {
			l.place(name, "", false)
			fill--
			limit--
		}
	}
	if held {
		return empty
	}
	for i := 0; i < min(limit, len(l.old)); i++ {
		l.r.stop(l.old[i])
		l.place(l.old[i].Name, l.old[i].ID, false)
	}
	return empty
}

// limit is how many old ones may be replaced now: max_parallel less those that
// were placed and are not healthy yet. An unhealthy one stops it all.
func (l *look) limit() int {
	limit := l.g.maxParallel
	for _, a := range l.live {
		if l.r.active == nil || a.Deployment != l.r.active.ID {
			continue
		}
		switch a.Health {
		case core.Unhealthy:
			return 0
		case core.HealthUnset:
			limit--
		}
	}
	return limit
}

// healthy reports whether the group is as a successful deployment wants it (S7).
func (l *look) healthy() bool {
	s := l.state
	return s == nil || s.HealthyAllocs >= max(s.DesiredTotal, s.DesiredCanaries) && (s.DesiredCanaries == 0 || s.Promoted)
}

// place adds a new allocation to the plan.
func (l *look) place(name, previous string, canary bool) {
	l.r.out.plan.Allocations = append(l.r.out.plan.Allocations, memory.Allocation{
		Allocation: core.Allocation{ID: l.r.name(l.g.name), Group: l.g.name, Desired: core.DesiredRun, Client: core.ClientPending, Canary: canary},
		Job:        l.r.job.Key(), JobVersion: l.r.job.Version, Name: name, Previous: previous,
	})
}

// paused reports whether the deployment must not go on.
func (r *reconciler) paused() bool {
	return r.active != nil && (r.active.Status == core.DeploymentPaused || r.active.Status == core.DeploymentPending)
}

// slot is the name of a place, "job.group[0]".
func (l *look) slot(i int) string { return fmt.Sprintf("%s.%s[%d]", l.r.job.ID, l.g.name, i) }

func slotOf(name string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(name[strings.LastIndexByte(name, '[')+1:], "]"))
	if err != nil {
		return -1
	}
	return n
}

// bySlot orders allocations by their places, then by when they were placed.
func bySlot(a, b *memory.Allocation) int {
	if c := cmp.Compare(slotOf(a.Name), slotOf(b.Name)); c != 0 {
		return c
	}
	return cmp.Compare(a.CreateIndex, b.CreateIndex)
}
