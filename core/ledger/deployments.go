package ledger

import (
	"slices"
	"strconv"

	"github.com/coxswain/coxswain/core"
)

// CheckPromotion is C2's check: whether the store would promote all or the
// named groups of d, whose allocations are allocs. The error is a *Rejection.
func CheckPromotion(d *core.Deployment, allocs []core.Allocation, all bool, groups []string) error {
	if !d.Status.Active() {
		return terminal(d)
	}
	have := map[string]int32{}
	placed := placedCanaries(d)
	for i := range allocs {
		if promotable(placed, &allocs[i]) {
			have[allocs[i].Group]++
		}
	}
	for i := range d.Groups {
		g := &d.Groups[i]
		if !promotes(g, all, groups) || g.DesiredCanaries == 0 {
			continue
		}
		if have := have[g.Name]; have < g.DesiredCanaries {
			return &Rejection{FewCanaries, g.Name, "group " + g.Name + " has " + strconv.Itoa(int(have)) + " of " +
				strconv.Itoa(int(g.DesiredCanaries)) + " healthy canaries"}
		}
	}
	return nil
}

// promotes reports whether a promotion of all or the named groups is for g.
// Names that are no group's are passed over.
func promotes(g *core.Group, all bool, groups []string) bool {
	return all || slices.Contains(groups, g.Name)
}

// placedCanaries is the set of all placed canaries of d.
func placedCanaries(d *core.Deployment) map[string]bool {
	placed := map[string]bool{}
	for i := range d.Groups {
		for _, id := range d.Groups[i].PlacedCanaries {
			placed[id] = true
		}
	}
	return placed
}

// promotable reports whether a is a placed canary, healthy and live.
func promotable(placed map[string]bool, a *core.Allocation) bool {
	return placed[a.ID] && a.Health == core.Healthy && !a.Terminal()
}

// ApplyPromotion writes T3 at index and at a time in Unix nanoseconds (S3). It
// returns d and the canaries that it promoted. Groups without canaries become
// promoted too; a started deadline gets time and its duration.
func ApplyPromotion(d core.Deployment, allocs []core.Allocation, all bool, groups []string, time int64, index uint64) (core.Deployment, []core.Allocation, error) {
	if err := CheckPromotion(&d, allocs, all, groups); err != nil {
		return d, nil, err
	}
	var written []core.Allocation
	placed := placedCanaries(&d)
	for i := range allocs {
		a := allocs[i]
		if !promotable(placed, &a) || !all && !slices.Contains(groups, a.Group) {
			continue
		}
		a.Canary = false
		a.HealthIndex, a.ModifyIndex = index, index
		written = append(written, a)
	}
	d = own(d)
	d.ModifyIndex = index
	wanted := false
	for i := range d.Groups {
		g := &d.Groups[i]
		if promotes(g, all, groups) {
			g.Promoted = true
			if g.ProgressDeadline > 0 && g.RequireProgressBy != 0 {
				g.RequireProgressBy = time + g.ProgressDeadline
			}
		}
		wanted = wanted || g.DesiredCanaries > 0 && !g.Promoted
	}
	if !wanted && d.Status == core.DeploymentRunning {
		d.Description = core.TextRunning
	}
	return d, written, nil
}

// ApplyStatus writes T2 at index, or the status of a T4, at a time in Unix
// nanoseconds (S4). One that becomes successful makes its job version stable:
// MarkStable.
func (l Rules) ApplyStatus(d core.Deployment, status core.DeploymentStatus, description string, time int64, index uint64) (core.Deployment, error) {
	if !d.Status.Active() {
		return d, terminal(&d)
	}
	if l.on(core.FreshWindows) && (status == core.DeploymentPaused || status == core.DeploymentRunning) && status != d.Status {
		d = own(d)
		for i := range d.Groups {
			if g := &d.Groups[i]; g.ProgressDeadline > 0 {
				g.RequireProgressBy = time + g.ProgressDeadline
			}
		}
	}
	switch was, is := d.Status == core.DeploymentPaused, status == core.DeploymentPaused; {
	case is && !was:
		d.PausedAt = time
	case was && !is && d.PausedAt != 0:
		d.ResumedAt = time
		d.PausedFor += max(0, time-d.PausedAt)
	}
	d.Status, d.Description, d.ModifyIndex = status, description, index
	return d, nil
}
