package core

import "slices"

// later is t and a duration after it, at most MaxTime.
func later(t, d int64) int64 {
	if d > MaxTime-t {
		return MaxTime
	}
	return t + d
}

// after is when a duration has passed since start, without the time that is frozen
// (G10).
func (m *Machine) after(start, d int64) int64 {
	at := later(start, d)
	for _, f := range m.freezes {
		if f.From >= at {
			break
		}
		if f.Until > start {
			at = later(at, f.Until-max(f.From, start))
		}
	}
	return at
}

// frozen returns when the freeze of this moment ends; 0 when there is none.
func (m *Machine) frozen() int64 {
	for _, f := range m.freezes {
		if f.From <= m.now && m.now < f.Until {
			return f.Until
		}
	}
	return 0
}

// freeze takes in the spans that are frozen, and puts together those that touch.
func (m *Machine) freeze(spans []Span) {
	all := append([]Span(nil), spans...)
	sortBy(len(all),
		func(i, j int) bool { return all[i].From < all[j].From },
		func(i, j int) { all[i], all[j] = all[j], all[i] })
	m.freezes = m.freezes[:0]
	for _, f := range all {
		if n := len(m.freezes); n != 0 && f.From <= m.freezes[n-1].Until {
			m.freezes[n-1].Until = max(m.freezes[n-1].Until, f.Until)
		} else {
			m.freezes = append(m.freezes, f)
		}
	}
}

// hear takes in what the host says for policies, which belongs to no commit.
func (m *Machine) hear(in *Input) {
	for i := range in.Verdicts {
		m.verdicts[m.cfg.Policy.gate(in.Verdicts[i].Gate)] = in.Verdicts[i].Value
	}
	if in.FreezesRead {
		m.freeze(in.Freezes)
	}
}

// countPause keeps account of pauses for G2 and G5: the store's, if it has one. It
// comes before the status is taken in.
func (m *Machine) countPause(d *Deployment) {
	was, is := m.status == DeploymentPaused, d.Status == DeploymentPaused
	switch {
	case d.PausedAt != 0:
		m.pausedAt, m.resumedAt, m.pausedFor = d.PausedAt, d.ResumedAt, d.PausedFor
	case is && !was:
		m.pausedAt = m.now
	case was && !is:
		m.resumedAt, m.pausedFor = m.now, later(m.pausedFor, m.now-m.pausedAt)
	}
}

// begun is when the deployment began, as far as is known.
func (m *Machine) begun() int64 {
	if m.createTime != 0 {
		return m.createTime
	}
	return m.since
}

// due returns what policies hold the promotion of groups back with whose canaries
// are ready: only one of them, or with nil all. It is ReasonPromote if none does.
func (m *Machine) due(only *group) Reason {
	p := &m.cfg.Policy
	since, unknown, canaries := int64(0), "", int64(0)
	var asks, first *group // the first that a user must promote, the first at all
	for i := range m.groups {
		g := &m.groups[i]
		if only != nil && g != only {
			continue
		}
		canaries += int64(len(g.canaries))
		if !g.wantsPromotion() {
			continue
		}
		if first == nil {
			first = g
		}
		if asks == nil && !g.AutoPromote {
			asks = g
		}
		if p.Bake == 0 && p.Approval.Timeout == 0 {
			continue
		}
		for _, id := range g.canaries {
			switch k, ok := m.slot(id); {
			case !ok || m.allocs[k].Health != Healthy || m.on(LiveCanaries) && !m.live(&m.allocs[k]):
			case m.allocs[k].HealthTime == 0:
				unknown = id
			default:
				since = max(since, m.allocs[k].HealthTime)
			}
		}
	}
	if p.Bake != 0 { // G1
		since = later(since, p.Bake)
		if unknown != "" {
			return Reason{Code: ReasonBaking, Group: first.Name, Allocation: unknown}
		}
		if since > m.now {
			return Reason{Code: ReasonBaking, Group: first.Name, Time: since}
		}
	}
	for i := range p.Gates { // G9
		if m.shut(i) {
			return Reason{Code: ReasonGate, Gate: p.Gates[i].Name, Have: int64(m.verdicts[i])}
		}
	}
	if until := m.frozen(); until != 0 { // G10
		return Reason{Code: ReasonFrozen, Time: until}
	}
	if asks != nil { // G2
		r := Reason{Code: ReasonApproval, Group: asks.Name, Have: int64(p.Approval.Then)}
		if unknown != "" {
			r.Allocation = unknown
			return r
		}
		if p.Promotion == PromoteInOrder {
			since = max(since, m.turned())
		}
		r.Time = m.after(max(since, m.resumedAt), p.Approval.Timeout)
		if r.Time > m.now || p.Approval.Then == ApprovalAborts {
			return r
		}
		return Reason{Code: ReasonPromote, Have: canaries, Group: asks.Name}
	}
	return Reason{Code: ReasonPromote, Have: canaries}
}

// shut reports whether a gate holds promotions back (G9).
func (m *Machine) shut(gate int) bool {
	v := m.verdicts[gate]
	return v == GateFail || v == GateUndecided && m.cfg.Policy.Gates[gate].Unknown != UnknownPasses
}

// turn is the first group in the job's order that is not done (G3); those that the
// job lacks come last. There is one: whoever asks is not done itself.
func (m *Machine) turn() *group {
	for i := range m.job.Groups {
		if g := m.group(m.job.Groups[i].Name); g >= 0 && !m.groups[g].done() {
			return &m.groups[g]
		}
	}
	return &m.groups[slices.IndexFunc(m.groups, func(g group) bool { return !g.done() })]
}

// turned is when the last healthy allocation was found of the groups that are done:
// a user is not asked for the next one before (G2, G3).
func (m *Machine) turned() (at int64) {
	for i := range m.allocs {
		if a := &m.allocs[i]; a.group >= 0 && a.Health == Healthy && m.groups[a.group].done() {
			at = max(at, a.HealthTime)
		}
	}
	return at
}

// refused returns the group or the gate for which the deployment is to be aborted
// now (G2, G9), and why; no code for none.
func (m *Machine) refused() Reason {
	for i := range m.cfg.Policy.Gates {
		if m.verdicts[i] == GateFail {
			return Reason{Code: ReasonGateFailed, Gate: m.cfg.Policy.Gates[i].Name, Have: int64(GateFail)}
		}
	}
	for i := range m.groups {
		switch r := m.holds(&m.groups[i]); {
		case r.Code == ReasonGate && m.cfg.Policy.Gates[m.cfg.Policy.gate(r.Gate)].Unknown == UnknownFails:
			r.Code = ReasonGateFailed
			return r
		case r.Code == ReasonApproval && r.Time != 0 && r.Time <= m.now && !m.waitsFor(EffectPromote, m.promoteFrom):
			return r // and no user has just promoted it
		}
		if m.cfg.Policy.Promotion == PromoteTogether {
			break // all are held by the same
		}
	}
	return Reason{}
}

// limit is when the deployment takes longer than it may (G5); 0 for never. While it
// is paused the limit does not come nearer.
func (m *Machine) limit() int64 {
	if m.cfg.Policy.Duration == 0 || m.status == DeploymentPaused {
		return 0
	}
	return m.after(m.begun(), later(m.cfg.Policy.Duration, m.pausedFor))
}

// aborts finds what policies fail the deployment for (G2, G5, G9): the description,
// the reason, and whether those that caused it want a rollback.
func (m *Machine) aborts() (text string, r Reason, rollback bool) {
	if m.deleted || m.status == DeploymentPaused {
		return "", Reason{}, false
	}
	switch r = m.refused(); r.Code {
	case ReasonGateFailed:
		text = TextGate(r.Gate)
		for i := range m.groups {
			rollback = rollback || m.groups[i].AutoRevert
		}
		return text, r, rollback
	case ReasonApproval:
		return TextApproval, r, m.reverts(&m.groups[m.group(r.Group)])
	}
	if at := m.limit(); at != 0 && at <= m.now {
		for i := range m.groups {
			g := &m.groups[i]
			if g.done() {
				continue
			}
			if text == "" {
				text, r = TextDuration, Reason{Code: ReasonDuration, Group: g.Name, Time: at}
			}
			rollback = rollback || m.reverts(g)
		}
	}
	return text, r, rollback
}

// backOff is the time before which a failure waits that would roll back once more
// (G7); 0 for none.
func (m *Machine) backOff(rollback bool) int64 {
	wait := m.cfg.Policy.Rollbacks.BackOff
	if wait == 0 || !rollback {
		return 0
	}
	n := m.rollbacks()
	if n == 0 || !m.target().rollsBack() {
		return 0
	}
	for ; n > 1; n-- {
		wait = later(wait, wait)
	}
	return later(m.begun(), wait)
}

// policyBy is when a group's deadline passes that by the level passes at by: G6 has
// durations of its own, a freeze puts it off (G10), and so does back-off (G7).
func (m *Machine) policyBy(g *group, by int64) int64 {
	p := &m.cfg.Policy
	if by == 0 || g.ProgressDeadline == 0 || !m.policed {
		return by
	}
	d := g.ProgressDeadline
	if p.On("G6") {
		own := p.GiveUpAfter
		if m.reverts(g) && m.target().rollsBack() {
			own = p.RevertAfter
		}
		if own != 0 {
			d = own
		}
	}
	return max(m.after(by-g.ProgressDeadline, d), m.backOff(m.reverts(g)))
}
