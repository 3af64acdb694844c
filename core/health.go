package core

import "slices"

// allocations is rule family A: what to do when allocations changed. Some
// switches want parts of it at every input.
func (m *Machine) allocations(changed bool, out *Output) {
	if (changed || m.on(PauseHoldsFailure)) && m.failures(out) {
		return // A6: nothing else of this change is acted on
	}
	promotion := uint64(0)
	if changed || m.on(PromoteAnyTime) {
		promotion = m.promote(changed, out) // A7
	}
	if changed || m.needHeld {
		m.needs(promotion, out)
	}
}

// failures is A5 and A6: in a group without a progress deadline the first
// unhealthy allocation fails the deployment, whatever its status. It reports
// whether it did.
func (m *Machine) failures(out *Output) bool {
	if m.index < m.failFrom || m.status == DeploymentPaused && m.on(PauseHoldsFailure) {
		return false
	}
	failed, rollback := false, false
	for i := range m.groups {
		g := &m.groups[i]
		code, have := ReasonUnhealthy, g.unhealthy
		if g.ProgressDeadline != 0 {
			code, have = ReasonExhausted, g.hopeless
		}
		if have == 0 {
			continue
		}
		failed = true
		rollback = rollback || g.AutoRevert
		m.why(out, Reason{Code: code, Group: g.Name, Have: int64(have)})
	}
	if failed {
		m.tellRegions(DeploymentFailed, out)
		m.fail(TextUnhealthy, rollback, out)
	}
	return failed
}

// needs opens a batch window for what the scheduler should do. promotion is the N
// of a promotion that was just decided, or 0.
func (m *Machine) needs(promotion uint64, out *Output) {
	newest, latest := m.newest(), m.latest()
	spare, progress := len(m.replaceable) != 0, newest > latest
	m.needHeld = (spare || progress) && m.window == 0 && m.waitsFor(EffectReschedule, m.needFrom)
	if m.needHeld {
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
