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
	if m.status == DeploymentPaused && m.on(PauseHoldsDeadline) {
		return 0
	}
	next := int64(0)
	for i := range m.groups {
		g := &m.groups[i]
		by := m.requireBy(g)
		if by == 0 || g.done() || next != 0 && by >= next {
			continue
		}
		if by <= m.now && m.on(DeadlineAlways) {
			if have, want := m.counts(g); have >= want {
				continue // it has passed, and was put up with
			}
		}
		next = by
	}
	return next
}

// requireBy is when a group's deadline passes; 0 for none. The level says when,
// and policies put it off or forward (G6, G7, G10).
func (m *Machine) requireBy(g *group) int64 { return m.policyBy(g, m.requiredBy(g)) }

// requiredBy is the level's word on it. At nomad-1.0.4 it is the store's; switches
// compute it from the facts where that is wrong.
func (m *Machine) requiredBy(g *group) int64 {
	by := g.RequireProgressBy
	if g.ProgressDeadline == 0 || !m.on(LossNoProgress|CountLive|DeadlineFromStart) {
		return by
	}
	if by != 0 && m.on(LossNoProgress) && m.lossExplains(g) {
		by = 0 // S-6
	}
	if m.on(CountLive) { // S-4, S-7
		if at := m.lastProgress(g); at != 0 {
			by = max(by, later(at, g.ProgressDeadline))
		}
	}
	if m.createTime != 0 && m.on(DeadlineFromStart) { // S-5
		by = max(by, later(m.createTime, g.ProgressDeadline))
	}
	if by == 0 {
		by = g.RequireProgressBy
	}
	return by
}

// progressTime is when a healthy allocation last was news: when it was found
// healthy, or when it ended after that.
func (m *Machine) progressTime(a *allocation) int64 {
	if m.live(a) {
		return a.HealthTime
	}
	return max(a.HealthTime, a.ModifyTime)
}

// progressed takes in, or with -1 takes off, the time of a healthy allocation.
func (g *group) progressed(t int64, by int32) {
	switch {
	case by < 0:
		g.progressStale = g.progressStale || t == g.progress
	case !g.progressStale:
		g.progress = max(g.progress, t)
	}
}

// lastProgress is the latest progressTime of a group; 0 for none.
func (m *Machine) lastProgress(g *group) int64 {
	if g.progressStale {
		g.progressStale, g.progress = false, 0
		for i := range m.allocs {
			if a := &m.allocs[i]; a.group >= 0 && &m.groups[a.group] == g && a.Health == Healthy {
				g.progress = max(g.progress, m.progressTime(a))
			}
		}
	}
	return g.progress
}

// lossExplains reports whether an allocation that turned unhealthy is what put
// the store's deadline where it is (S-6).
func (m *Machine) lossExplains(g *group) bool {
	if g.lossStale {
		g.lossStale, g.loss = false, false
		for i := 0; i < len(m.allocs) && g.unhealthy != 0 && !g.loss; i++ {
			a := &m.allocs[i]
			g.loss = a.group >= 0 && &m.groups[a.group] == g && a.Health == Unhealthy && a.HealthTime+g.ProgressDeadline == g.RequireProgressBy
		}
	}
	return g.loss
}

// counts returns what D4 compares of a group: how many healthy allocations it
// has and wants.
func (m *Machine) counts(g *group) (have, want int32) {
	have, want = g.HealthyAllocs, g.DesiredTotal // the counter decides, not the live allocations
	if g.wantsPromotion() {
		want = g.DesiredCanaries
		if m.on(LiveCanaries) {
			have = g.canariesHealthy
		}
	} else if m.on(CountLive) {
		have = g.live
	}
	return have, want
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
		have, want := m.counts(g)
		if have >= want {
			continue
		}
		if m.cfg.Policy.On("G6") || m.cfg.Policy.On("G7") { // each group has its own time
			if by := m.requireBy(g); by == 0 || by > m.now {
				continue
			}
		}
		failed = true
		rollback = rollback || m.reverts(g)
		m.why(out, Reason{Code: ReasonShort, Group: g.Name, Have: int64(have), Want: int64(want)})
	}
	if !failed {
		m.why(out, Reason{Code: ReasonDeadlineSkipped})
		if m.on(DeadlineAlways) {
			m.setDeadline(out) // another group's may lie ahead
		}
		return
	}
	m.tellRegions(DeploymentFailed, out)
	m.fail(TextDeadline, rollback, out)
}

// reverts is the flag of D4: the job's, which need not have the group (S-11).
func (m *Machine) reverts(g *group) bool {
	if m.on(RevertByCause) {
		return g.AutoRevert
	}
	for i := range m.job.Groups {
		if m.job.Groups[i].Name == g.Name {
			return m.job.Groups[i].AutoRevert
		}
	}
	return false
}
