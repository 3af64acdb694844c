package core

import "slices"

// allocations is rule family A: what to do when allocations changed. Some
// switches want parts of it at every input.
func (m *Machine) allocations(changed bool, out *Output) {
	if m.failures(changed, out) {
		return // A6: nothing else of this change is acted on
	}
	promotion := uint64(0)
	if changed || m.on(PromoteAnyTime) {
		promotion = m.promote(changed, out) // A7
	}
	if changed || m.needHeld {
		m.needs(changed, promotion, out)
	}
}

// failures is A5 and A6: in a group without a progress deadline the first
// unhealthy allocation fails the deployment, whatever its status; and what policies
// fail it for. It reports whether it did, or waits to (G7).
func (m *Machine) failures(changed bool, out *Output) bool {
	if m.index < m.failFrom {
		return false
	}
	changed = changed || m.on(PauseHoldsFailure) || m.cfg.Policy.Rollbacks.BackOff != 0
	if !changed && !m.policed {
		return false
	}
	text, rollback := m.failing(changed, nil)
	if text == "" {
		return false
	}
	if until := m.backOff(rollback); until > m.now {
		m.needHeld = true // what was needed is found again then
		m.why(out, Reason{Code: ReasonBackOff, Have: int64(m.rollbacks()), Time: until})
		return true
	}
	m.failing(changed, out)
	m.tellRegions(DeploymentFailed, out)
	m.fail(text, rollback, out)
	return true
}

// failing finds what the deployment fails for at this moment, apart from deadlines:
// the description, empty for nothing, and whether those that caused it want a
// rollback. Unhealthy allocations are looked at if allocations changed. With an
// output it says why.
func (m *Machine) failing(changed bool, out *Output) (text string, rollback bool) {
	for i := 0; changed && i < len(m.groups) && (m.status != DeploymentPaused || !m.on(PauseHoldsFailure)); i++ {
		g := &m.groups[i]
		r := Reason{Code: ReasonUnhealthy, Group: g.Name, Have: int64(g.unhealthy)}
		if m.replaces(g) {
			r.Code, r.Have = ReasonExhausted, int64(g.hopeless)
		}
		if most := m.tolerated(g); m.cfg.Policy.Failures.Limited && int64(g.unhealthy) > most {
			r.Code, r.Have, r.Want = ReasonFailures, int64(g.unhealthy), most
		}
		if r.Have == 0 {
			continue
		}
		text = TextUnhealthy
		rollback = rollback || g.AutoRevert
		m.why(out, r)
	}
	if text != "" || !m.policed {
		return text, rollback
	}
	text, r, rollback := m.aborts()
	if text != "" {
		m.why(out, r)
	}
	return text, rollback
}

// replaces reports whether unhealthy allocations of a group may be replaced (A3).
func (m *Machine) replaces(g *group) bool {
	return g.ProgressDeadline != 0 || m.cfg.Policy.Failures.Limited
}

// tolerated is how many allocations of a group may fail (G4).
func (m *Machine) tolerated(g *group) int64 {
	f := &m.cfg.Policy.Failures
	return max(int64(f.Number), int64(g.DesiredTotal)*int64(f.Percent)/100)
}

// needs opens a batch window for what the scheduler should do. promotion is the N
// of a promotion that was just decided, or 0.
func (m *Machine) needs(changed bool, promotion uint64, out *Output) {
	newest, latest := m.newest(), m.latest()
	spare, progress := len(m.replaceable) != 0, newest > latest
	m.needHeld = false
	if until := m.frozen(); progress && until != 0 { // G10
		progress, m.needHeld = false, true
		if changed {
			m.why(out, Reason{Code: ReasonFrozen, Have: 1, Time: until})
		}
	}
	if (spare || progress) && m.window == 0 && m.waitsFor(EffectReschedule, m.needFrom) {
		m.needHeld = true
		return
	}

	// A3: unhealthy allocations of the other groups may be replaced. They are
	// asked for at each change until they are seen with their wish.
	if spare {
		for _, i := range m.replaceable {
			id := m.allocs[i].ID
			if at, ok := slices.BinarySearch(m.replace, id); !ok {
				m.replace = slices.Insert(m.replace, at, id)
			}
		}
		m.why(out, Reason{Code: ReasonReplace, Have: int64(len(m.replaceable)), Allocation: m.firstReplaceable()})
	}

	// A4: a healthy allocation that the scheduler has not looked at yet.
	if progress {
		m.why(out, Reason{Code: ReasonProgress, Index: newest, Have: int64(latest)})
	}
	if spare || progress {
		m.openWindow(promotion, out)
	}
}

// firstReplaceable returns the lowest id, so that a reason does not depend on
// the order in which allocations arrived.
func (m *Machine) firstReplaceable() string {
	first := m.allocs[m.replaceable[0]].ID
	for _, i := range m.replaceable[1:] {
		first = min(first, m.allocs[i].ID)
	}
	return first
}
