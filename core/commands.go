package core

// command is rule family C: it answers a user's wish.
func (m *Machine) command(c *Command, out *Output) {
	r := &Reply{Command: c.ID}
	out.Reply = r
	if r.Refused, r.Text = Refuse(c, !m.deleted, !m.done); r.Refused != RefusedNot {
		m.why(out, Reason{Code: ReasonRefused, Have: int64(c.Kind)})
		return
	}

	var e *Effect
	switch c.Kind {
	case CommandSetHealth:
		e = m.setHealth(c, out)
	case CommandPromote: // C2
		e = m.effect(EffectPromote, c.ID, out)
		e.All, e.Groups = c.All, append([]string(nil), c.Groups...)
	case CommandPause: // C3
		e = m.effect(EffectStatus, c.ID, out)
		e.Status, e.Description = DeploymentPaused, TextPaused
	case CommandResume: // C3
		e = m.effect(EffectStatus, c.ID, out)
		e.Status, e.Description = DeploymentRunning, m.resumeText()
	case CommandFail:
		e = m.markFailed(c, out)
	default: // C5: run, unblock, cancel
		m.why(out, Reason{Code: ReasonCommand, Have: int64(c.Kind)})
		return
	}
	if c.Kind != CommandPause {
		e.Evaluation = m.newEvaluation(e.Key)
		r.EvaluationID = e.Evaluation.ID
	}
	r.Reverted, r.RevertedVersion = e.Rollback, e.RollbackVersion
	m.why(out, Reason{Code: ReasonCommand, Effect: e.Key.N, Have: int64(c.Kind)})
}

// Refuse is what Nomad's endpoint checks before a command reaches the rules (C),
// in its order: whether the deployment is there, whether set-health names any
// allocation, and whether the deployment is active. It returns RefusedNot, or why
// not and Nomad's sentence for it. A machine checks this itself.
func Refuse(c *Command, known, active bool) (Refusal, string) {
	switch {
	case !known:
		return RefusedUnknown, textUnknown
	case c.Kind == CommandSetHealth && len(c.Healthy) == 0 && len(c.Unhealthy) == 0:
		return RefusedNoAllocations, textNoAllocations
	case !active:
		return RefusedTerminal, TextTerminal(c.Kind)
	}
	return RefusedNot, ""
}

// setHealth is C1. An unhealthy allocation fails the deployment.
func (m *Machine) setHealth(c *Command, out *Output) *Effect {
	e := m.effect(EffectHealth, c.ID, out)
	e.Healthy = append([]string(nil), c.Healthy...)
	e.Unhealthy = append([]string(nil), c.Unhealthy...)
	e.Timestamp = m.now
	if len(c.Unhealthy) == 0 {
		return e
	}
	e.Status, e.Description = DeploymentFailed, TextUnhealthy
	for _, id := range c.Unhealthy {
		i, ok := m.slot(id)
		if !ok || m.allocs[i].group < 0 || !m.groups[m.allocs[i].group].AutoRevert {
			continue
		}
		// Looked up once. Without a stable version the text stays as it is.
		if !m.rollBack(e, out) && m.on(TellWhatHappened) {
			e.Description = TextNoTarget(TextUnhealthy)
		}
		return e
	}
	m.why(out, Reason{Code: ReasonNoAutoRevert, Effect: e.Key.N})
	return e
}

// resumeText is C3's description: the plain one, or what it runs for (S-14).
func (m *Machine) resumeText() string {
	text := TextRunning
	for i := 0; i < len(m.groups) && m.on(TellWhatHappened); i++ {
		switch g := &m.groups[i]; {
		case !g.wantsPromotion():
		case !g.AutoPromote:
			return TextRunningManual
		default:
			text = TextRunningAuto
		}
	}
	return text
}

// markFailed is C4. Any group's auto-revert asks for a rollback.
func (m *Machine) markFailed(c *Command, out *Output) *Effect {
	e := m.effect(EffectStatus, c.ID, out)
	e.Status, e.Description = DeploymentFailed, TextMarkedAsFailed
	for i := range m.groups {
		if m.groups[i].AutoRevert {
			if !m.rollBack(e, out) {
				e.Description = TextNoTarget(TextMarkedAsFailed)
			}
			return e
		}
	}
	m.why(out, Reason{Code: ReasonNoAutoRevert, Effect: e.Key.N})
	return e
}
