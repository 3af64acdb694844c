package core

// promote is rule family P: promotion by itself. It returns the N of the
// promotion, or 0. What holds it back is told when the allocations changed.
func (m *Machine) promote(changed bool, out *Output) uint64 {
	if m.waitsFor(EffectPromote, m.promoteFrom) {
		return 0
	}
	if m.cfg.Policy.Promotion != PromoteTogether {
		return m.promoteEach(changed, out)
	}
	r := m.promotable()
	if r.Code == ReasonPromote {
		e := m.effect(EffectPromote, 0, out) // P4
		e.All = true
		e.Evaluation = m.newEvaluation(e.Key)
		r.Effect = e.Key.N
	}
	if r.Code != 0 && (changed || r.Effect != 0) {
		m.why(out, r)
	}
	return r.Effect
}

// promoteEach promotes the groups that are ready, each for itself (G3).
func (m *Machine) promoteEach(changed bool, out *Output) uint64 {
	var e *Effect
	told := Reason{} // of several groups that are held by the same it is told once
	for i := range m.groups {
		g := &m.groups[i]
		r := m.holds(g)
		if r.Code == ReasonPromote {
			if e == nil {
				e = m.effect(EffectPromote, 0, out)
				e.Evaluation = m.newEvaluation(e.Key)
			}
			e.Groups = append(e.Groups, g.Name)
			r.Effect = e.Key.N
			if r.Group == "" {
				r.Code, r.Group = ReasonReady, g.Name
			}
		}
		if r.Code != 0 && (changed || r.Effect != 0) && r != told {
			m.why(out, r)
			told = r
		}
	}
	if e == nil {
		return 0
	}
	return e.Key.N
}

// holds returns what holds the promotion of a group back, ReasonPromote if nothing
// does; no code at all when there is nothing to promote (P1).
func (m *Machine) holds(g *group) Reason {
	if m.cfg.Policy.Promotion == PromoteTogether {
		return m.promotable()
	}
	if !g.wantsPromotion() || len(g.canaries) == 0 {
		return Reason{}
	}
	if m.status != DeploymentRunning {
		return Reason{Code: ReasonNotRunning}
	}
	if r := m.readyItself(g); r.Code != 0 {
		return r
	}
	if m.cfg.Policy.Promotion == PromoteInOrder {
		if first := m.turn(); first != g {
			return Reason{Code: ReasonTurn, Group: first.Name}
		}
	}
	return m.due(g)
}

// promotable returns ReasonPromote, or what holds the promotion of all groups back;
// no code at all when there is nothing to promote (P1).
func (m *Machine) promotable() Reason {
	placed, wanted := false, false
	for i := range m.groups {
		g := &m.groups[i]
		placed = placed || len(g.canaries) != 0
		wanted = wanted || g.wantsPromotion()
	}
	if !placed || !wanted {
		return Reason{}
	}
	if m.status != DeploymentRunning {
		return Reason{Code: ReasonNotRunning}
	}
	for i := range m.groups {
		g := &m.groups[i]
		if m.on(PromoteEnough|PromoteAtLeast) && g.DesiredCanaries == 0 {
			continue
		}
		if r := m.readyItself(g); r.Code != 0 {
			return r
		}
	}
	return m.due(nil)
}

// readyItself returns what a group lacks for a promotion by itself, or no code. One
// that a user must promote can be promoted by the user's silence (G2).
func (m *Machine) readyItself(g *group) Reason {
	if !g.AutoPromote && m.cfg.Policy.Approval.Timeout == 0 { // P2
		return Reason{Code: ReasonNotAutoPromote, Group: g.Name}
	}
	return m.ready(g)
}

// ready returns what one group lacks for a promotion (P2, P3), or no code.
func (m *Machine) ready(g *group) Reason {
	have, want := int64(len(g.canaries)), int64(g.DesiredCanaries)
	if m.on(PromoteEnough | PromoteAtLeast) {
		if have < want {
			return Reason{Code: ReasonCanariesPlaced, Group: g.Name, Have: have, Want: want}
		}
		if healthy := int64(g.canariesHealthy); healthy < want || healthy > want && !m.on(PromoteAtLeast) {
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
