package core

// fail is rule family F: the deployment fails by the rules, perhaps with a
// rollback, and the watch ends.
func (m *Machine) fail(rollback bool, out *Output) {
	text := TextUnhealthy
	if m.deadlineHit {
		text = TextDeadline // F1: also long after a deadline that was skipped
	}
	e := m.effect(EffectStatus, 0, out)
	e.Status, e.Description = DeploymentFailed, text
	e.Evaluation = m.newEvaluation(e.Key)
	if rollback {
		if !m.rollBack(e, out) {
			e.Description = TextNoTarget(text) // F2
		}
	} else {
		m.why(out, Reason{Code: ReasonNoAutoRevert, Effect: e.Key.N})
	}
	// F3: no later change, deadline or delivery is acted on, whatever becomes of
	// the effect.
	m.ended = true
	m.timer = 0
	m.why(out, Reason{Code: ReasonEnded})
}

// rollBack is rule family R: it adds the rollback to a failing effect, or why
// there is none, and reports whether there is a stable version at all.
func (m *Machine) rollBack(e *Effect, out *Output) bool {
	for i := range m.versions { // R1: newest first
		v := &m.versions[i]
		if !v.Stable {
			continue
		}
		// R2: the job as it was when watching began. An empty digest differs
		// from everything.
		if m.job.SpecDigest != "" && m.job.SpecDigest == v.SpecDigest {
			e.Description = TextSameSpec(e.Description, v.Version)
			m.why(out, Reason{Code: ReasonSameSpec, Effect: e.Key.N, Version: v.Version})
			return true
		}
		e.Description = TextRollback(e.Description, v.Version)
		e.Rollback, e.RollbackVersion = true, v.Version
		m.noteRollback(e.Key.N)
		m.why(out, Reason{Code: ReasonRollback, Effect: e.Key.N, Version: v.Version})
		return true
	}
	m.why(out, Reason{Code: ReasonNoTarget, Effect: e.Key.N})
	return false
}
