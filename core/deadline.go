package core

// setDeadline computes the cutoff and sets the timer when it changed (D3).
func (m *Machine) setDeadline(out *Output) {
	next := m.nextCutoff()
	if next == m.cutoff {
		return
	}
	m.cutoff, m.timer = next, next
	if next == 0 {
		m.why(out, Reason{Code: ReasonDeadlineOff})
	} else {
		m.why(out, Reason{Code: ReasonDeadlineSet, Time: next})
	}
}

// nextCutoff is D1: the earliest deadline among the groups that have one and
// are not done; 0 for none.
func (m *Machine) nextCutoff() int64 {
	next := int64(0)
	for i := range m.groups {
		g := &m.groups[i]
		if g.RequireProgressBy != 0 && !g.done() && (next == 0 || g.RequireProgressBy < next) {
			next = g.RequireProgressBy
		}
	}
	return next
}

// done is D2: enough of the group's allocations are healthy and live, and no
// promotion is wanted.
func (g *group) done() bool {
	return !g.wantsPromotion() && g.live >= g.DesiredTotal
}

// wantsPromotion reports whether the group has canaries to be promoted.
func (g *group) wantsPromotion() bool { return g.DesiredCanaries != 0 && !g.Promoted }

// deadline is what happens when the timer fires (D4–D6).
func (m *Machine) deadline(out *Output) {
	m.timer = 0
	m.deadlineHit = true
	if m.deleted {
		m.why(out, Reason{Code: ReasonDeadlineUnread})
		return
	}
	failed, rollback := false, false
	for i := range m.groups {
		g := &m.groups[i]
		want := g.DesiredTotal
		if g.wantsPromotion() {
			want = g.DesiredCanaries
		}
		// The counter decides, not the live allocations.
		if g.HealthyAllocs >= want {
			continue
		}
		failed = true
		rollback = rollback || m.jobReverts(g.Name)
		m.why(out, Reason{Code: ReasonShort, Group: g.Name, Have: int64(g.HealthyAllocs), Want: int64(want)})
	}
	if !failed {
		m.why(out, Reason{Code: ReasonDeadlineSkipped})
		return
	}
	m.tellRegions(DeploymentFailed, out)
	m.fail(rollback, out)
}

// jobReverts is the flag of D4: the job's, which need not have the group.
func (m *Machine) jobReverts(group string) bool {
	for i := range m.job.Groups {
		if m.job.Groups[i].Name == group {
			return m.job.Groups[i].AutoRevert
		}
	}
	return false
}
