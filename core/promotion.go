package core

// promote is rule family P: promotion by itself.
func (m *Machine) promote(out *Output) {
	held := m.promotable()
	if held.Code != ReasonPromote {
		if held.Code != 0 {
			m.why(out, held)
		}
		return
	}
	e := m.effect(EffectPromote, 0, out) // P4
	e.All = true
	e.Evaluation = m.newEvaluation(e.Key)
	held.Effect = e.Key.N
	m.why(out, held)
}

// promotable returns ReasonPromote, or what holds a promotion back; no code at
// all when there is nothing to promote (P1).
func (m *Machine) promotable() Reason {
	placed, wanted := false, false
	canaries := int64(0)
	for i := range m.groups {
		g := &m.groups[i]
		placed = placed || len(g.canaries) != 0
		wanted = wanted || g.DesiredCanaries != 0 && !g.Promoted
		canaries += int64(len(g.canaries))
	}
	if !placed || !wanted {
		return Reason{}
	}
	if m.status != DeploymentRunning {
		return Reason{Code: ReasonNotRunning}
	}
	for i := range m.groups {
		g := &m.groups[i]
		if m.on(PromoteEnough) && g.DesiredCanaries == 0 {
			continue
		}
		if !g.AutoPromote { // P2
			return Reason{Code: ReasonNotAutoPromote, Group: g.Name}
		}
		if r := m.ready(g); r.Code != 0 {
			return r
		}
	}
	return Reason{Code: ReasonPromote, Have: canaries}
}

// ready returns what one group lacks for a promotion (P2, P3), or no code.
func (m *Machine) ready(g *group) Reason {
	have, want := int64(len(g.canaries)), int64(g.DesiredCanaries)
	if m.on(PromoteEnough) {
		if have < want {
			return Reason{Code: ReasonCanariesPlaced, Group: g.Name, Have: have, Want: want}
		}
		if int64(g.canariesHealthy) != want {
			return Reason{Code: ReasonCanariesHealthy, Group: g.Name, Have: int64(g.canariesHealthy), Want: want}
		}
		return Reason{}
	}
	if have != want {
		return Reason{Code: ReasonCanariesPlaced, Group: g.Name, Have: have, Want: want}
	}
	// A canary that is not among the allocations does not hold it back.
	if g.canariesHealthy != g.canariesSeen {
		r := Reason{Code: ReasonCanaryNotHealthy, Group: g.Name}
		if m.cfg.Reasons {
			r.Allocation = m.firstNotHealthy(g)
		}
		return r
	}
	return Reason{}
}

// firstNotHealthy names a canary that P3 waits for.
func (m *Machine) firstNotHealthy(g *group) string {
	for _, id := range g.canaries {
		if i, ok := m.slot(id); ok && m.allocs[i].Health != Healthy {
			return id
		}
	}
	return ""
}
