package core

import "slices"

// allocationsChanged is rule family A: what to do when allocations changed.
func (m *Machine) allocationsChanged(out *Output) {
	// A5, A6: in a group without a progress deadline the first unhealthy
	// allocation fails the deployment, whatever its status, and nothing else of
	// this change is acted on.
	failed, rollback := false, false
	for i := range m.groups {
		g := &m.groups[i]
		if g.ProgressDeadline != 0 || g.unhealthy == 0 {
			continue
		}
		failed = true
		rollback = rollback || g.AutoRevert
		m.why(out, Reason{Code: ReasonUnhealthy, Group: g.Name, Have: int64(g.unhealthy)})
	}
	if failed {
		m.tellRegions(DeploymentFailed, out)
		m.fail(rollback, out)
		return
	}

	promotion := m.promote(out) // A7

	// A3: unhealthy allocations of the other groups may be replaced. They are
	// asked for at each change until they are seen with their wish.
	spare := len(m.replaceable) != 0
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
	newest, latest := m.newest(), m.latest()
	progress := newest > latest
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
