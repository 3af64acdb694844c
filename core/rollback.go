package core

import "slices"

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
// there is none, and reports whether there is a version to go back to at all.
func (m *Machine) rollBack(e *Effect, out *Output) bool {
	if m.cfg.Policy.RollbackTag != "" && m.tagged() < 0 {
		m.why(out, Reason{Code: ReasonNoTag, Effect: e.Key.N})
	}
	r := m.target()
	r.Effect = e.Key.N
	switch r.Code {
	case ReasonNewerVersion:
		e.Description = TextNewer(e.Description, r.Version)
	case ReasonRollbacksCapped:
		e.Description = TextCapped(e.Description, int(r.Have))
	case ReasonSameSpec:
		e.Description = TextSameSpec(e.Description, r.Version)
	case ReasonRollback, ReasonTagged:
		e.Description = TextRollback(e.Description, r.Version)
		e.Rollback, e.RollbackVersion = true, r.Version
		m.noteRollback(e.Key.N)
	}
	m.why(out, r)
	return r.Code != ReasonNoTarget
}

// target finds the version that a rollback goes to (R1, R2, G8): ReasonRollback or
// ReasonTagged, or why there is none.
func (m *Machine) target() Reason {
	if len(m.versions) != 0 && m.versions[0].Version > m.jobVersion && m.on(NewerWins) {
		return Reason{Code: ReasonNewerVersion, Version: m.versions[0].Version}
	}
	code, at := ReasonTagged, m.tagged()
	if at < 0 {
		code, at = ReasonRollback, slices.IndexFunc(m.versions, func(v JobVersion) bool { // R1: newest first
			return v.Stable && (!v.Stopped || !m.on(SkipStopped))
		})
	}
	if at < 0 {
		return Reason{Code: ReasonNoTarget}
	}
	v := &m.versions[at]
	most := int(m.cfg.Policy.Rollbacks.Max) // G7
	if most == 0 {
		most = MaxRollbacks
	}
	if n := m.rollbacks(); n >= most && (m.on(CapRollbacks) || m.cfg.Policy.Rollbacks.Max != 0) {
		return Reason{Code: ReasonRollbacksCapped, Have: int64(n), Version: v.Version}
	}
	if m.sameSpec(v) {
		code = ReasonSameSpec
	}
	return Reason{Code: code, Version: v.Version}
}

// rollsBack reports whether a target is a version to roll back to.
func (r Reason) rollsBack() bool { return r.Code == ReasonRollback || r.Code == ReasonTagged }

// tagged is the position of the newest version with the policy's tag that does not
// stop the job (G8), or -1.
func (m *Machine) tagged() int {
	tag := m.cfg.Policy.RollbackTag
	if tag == "" {
		return -1
	}
	return slices.IndexFunc(m.versions, func(v JobVersion) bool { return v.Tag == tag && !v.Stopped })
}

// sameSpec is R2's comparison with the job as it was when watching began. An
// empty digest differs from everything.
func (m *Machine) sameSpec(v *JobVersion) bool {
	if m.on(CompareExecuted) && m.job.ExecDigest != "" && v.ExecDigest != "" {
		return m.job.ExecDigest == v.ExecDigest
	}
	return m.job.SpecDigest != "" && m.job.SpecDigest == v.SpecDigest
}

// MaxRollbacks is how many versions in a row rollbacks may register (S-18), unless
// a policy says otherwise (G7).
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
