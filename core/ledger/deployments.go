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
	for i := range d.Groups {
		g := &d.Groups[i]
		if !promotes(g, all, groups) || g.DesiredCanaries == 0 {
			continue
		}
		have := int32(0)
		for k := range allocs {
			if allocs[k].Group == g.Name && promotable(d, &allocs[k]) {
				have++
			}
		}
		if have < g.DesiredCanaries {
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

// promotable reports whether a is a placed canary, healthy and live.
func promotable(d *core.Deployment, a *core.Allocation) bool {
	if a.Terminal() || a.Health != core.Healthy {
		return false
	}
	for i := range d.Groups {
		if slices.Contains(d.Groups[i].PlacedCanaries, a.ID) {
			return true
		}
	}
	return false
}

// ApplyPromotion writes T3 at index and at a time in Unix nanoseconds (S3). It
// returns d and the canaries that it promoted. Groups without canaries become
// promoted too; a started deadline gets time and its duration.
func ApplyPromotion(d core.Deployment, allocs []core.Allocation, all bool, groups []string, time int64, index uint64) (core.Deployment, []core.Allocation, error) {
	if err := CheckPromotion(&d, allocs, all, groups); err != nil {
		return d, nil, err
	}
	var written []core.Allocation
	for i := range allocs {
		a := allocs[i]
		if !promotable(&d, &a) || !all && !slices.Contains(groups, a.Group) {
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

// ApplyStatus writes T2 at index, or the status of a T4 (S4). One that becomes
// successful makes its job version stable: MarkStable.
func ApplyStatus(d core.Deployment, status core.DeploymentStatus, description string, index uint64) (core.Deployment, error) {
	if !d.Status.Active() {
		return d, terminal(&d)
	}
	d.Status, d.Description, d.ModifyIndex = status, description, index
	return d, nil
}
