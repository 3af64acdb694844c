package core

// fail is rule family F: the deployment fails by the rules, perhaps with a
// rollback, and the watch ends. text says why.
func (m *Machine) fail(text string, rollback bool, out *Output) {
	if m.deadlineHit && !m.on(TellWhatHappened) {
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
	if len(m.versions) != 0 && m.versions[0].Version > m.jobVersion && m.on(NewerWins) {
		v := m.versions[0].Version
		e.Description = TextNewer(e.Description, v)
		m.why(out, Reason{Code: ReasonNewerVersion, Effect: e.Key.N, Version: v})
		return true
	}
	for i := range m.versions { // R1: newest first
		v := &m.versions[i]
		if !v.Stable || v.Stopped && m.on(SkipStopped) {
			continue
		}
		if n := m.rollbacks(); n >= MaxRollbacks && m.on(CapRollbacks) {
			e.Description = TextCapped(e.Description, n)
			m.why(out, Reason{Code: ReasonRollbacksCapped, Effect: e.Key.N, Have: int64(n), Version: v.Version})
			return true
		}
		if m.sameSpec(v) {
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

// sameSpec is R2's comparison with the job as it was when watching began. An
// empty digest differs from everything.
func (m *Machine) sameSpec(v *JobVersion) bool {
	if m.on(CompareExecuted) && m.job.ExecDigest != "" && v.ExecDigest != "" {
		return m.job.ExecDigest == v.ExecDigest
	}
	return m.job.SpecDigest != "" && m.job.SpecDigest == v.SpecDigest
}

// MaxRollbacks is how many versions in a row rollbacks may register (S-18).
const MaxRollbacks = 3

// rollbacks counts the newest versions that rollbacks registered, up to the first
// that somebody else did.
func (m *Machine) rollbacks() int {
	for i := range m.versions {
		if !m.versions[i].Rollback {
			return i
		}
	}
	return len(m.versions)
}
