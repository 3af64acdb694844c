package core

func (m *Machine) key(n uint64) Key { return Key{Deployment: m.id, Epoch: m.epoch, N: n} }

// effect appends an effect with the next key. Past MaxOutstanding the oldest
// one that waits for a result is withdrawn.
func (m *Machine) effect(kind EffectKind, command uint64, out *Output) *Effect {
	m.effects++
	if len(m.outstanding) == MaxOutstanding {
		out.Withdrawn = append(out.Withdrawn, m.key(m.outstanding[0].N))
		m.why(out, Reason{Code: ReasonTooMany, Effect: m.outstanding[0].N})
		m.outstanding = append(m.outstanding[:0], m.outstanding[1:]...)
	}
	m.outstanding = append(m.outstanding, outstanding{N: m.effects, kind: kind, own: command == 0})
	out.Effects = append(out.Effects, Effect{
		Key: m.key(m.effects), Kind: kind, Command: command,
		DeploymentIndex: m.modifyIndex, JobIndex: m.job.ModifyIndex,
	})
	return &out.Effects[len(out.Effects)-1]
}

// noteRollback remembers what a rollback was decided on.
func (m *Machine) noteRollback(n uint64) {
	o := &m.outstanding[len(m.outstanding)-1]
	o.rollback = true
	if len(m.versions) != 0 {
		o.newest = m.versions[0].Version
	}
}

// settle takes in the results of earlier effects. Applied and rejected are
// final; what is unknown stays outstanding. A rejected effect is not sent again
// by itself. It reports whether a report to the peer regions was rejected (D7).
func (m *Machine) settle(results []Result, out *Output) (regionFailed bool) {
	for i := range results {
		r := &results[i]
		if r.Outcome == Unknown || r.Key.Epoch != m.epoch {
			continue
		}
		if r.Key.N == m.awaited && m.awaited != 0 {
			m.answered(out)
		}
		for k := range m.outstanding {
			if m.outstanding[k].N == r.Key.N {
				regionFailed = regionFailed || r.Outcome == Rejected && m.outstanding[k].kind == EffectRegion
				if m.on(SendOnce) {
					m.answeredOnce(&m.outstanding[k], r)
				}
				m.outstanding = append(m.outstanding[:k], m.outstanding[k+1:]...)
				break
			}
		}
	}
	return regionFailed
}

// answeredOnce notes from when on the same can be decided again (S-19): when the
// facts show what was applied, or have changed since it was rejected. A failure
// that was rejected has not ended the watch.
func (m *Machine) answeredOnce(o *outstanding, r *Result) {
	from := r.Index
	if r.Outcome == Rejected {
		from = m.index + 1
	}
	switch {
	case o.kind == EffectPromote && !o.own && r.Outcome == Rejected: // it says nothing of another
	case o.kind == EffectPromote:
		m.promoteFrom = max(m.promoteFrom, from)
	case o.kind == EffectReschedule:
		m.needFrom = max(m.needFrom, from)
	case o.kind == EffectStatus && o.own && r.Outcome == Rejected:
		m.ended, m.cutoff, m.failFrom = false, 0, from
		if next := m.nextCutoff(); next > m.now { // one that has passed waits for news too
			m.cutoff, m.timer = next, next
		}
	}
}

// waitsFor reports whether an effect of a kind has no answer, or one that the
// facts do not show yet (S-19).
func (m *Machine) waitsFor(kind EffectKind, from uint64) bool {
	if !m.on(SendOnce) {
		return false
	}
	for i := range m.outstanding {
		if m.outstanding[i].kind == kind {
			return true
		}
	}
	return m.index < from
}

// withdrawOvertaken withdraws rollbacks that were decided before a newer
// version of the job was registered: carried out now they would undo it.
func (m *Machine) withdrawOvertaken(in *Input, out *Output) {
	if !in.VersionsRead || len(m.versions) == 0 {
		return
	}
	kept := m.outstanding[:0]
	for _, o := range m.outstanding {
		if o.rollback && m.versions[0].Version > o.newest {
			out.Withdrawn = append(out.Withdrawn, m.key(o.N))
			m.why(out, Reason{Code: ReasonNewerVersion, Effect: o.N, Version: m.versions[0].Version})
			if o.own && m.on(NewerWins) { // it fails without a rollback now
				m.ended, m.cutoff = false, 0
			}
			continue
		}
		kept = append(kept, o)
	}
	m.outstanding = kept
}

// newEvaluation makes the evaluation of an effect, made and timed now.
func (m *Machine) newEvaluation(k Key) *NewEvaluation {
	e := &NewEvaluation{
		ID: EvaluationID(k), Namespace: m.job.Namespace, JobID: m.job.ID, Type: m.job.Type,
		Priority: m.job.Priority, DeploymentID: m.id, Time: m.now,
	}
	if m.priority != 0 && m.on(DeploymentPriority) {
		e.Priority = m.priority
	}
	return e
}

// EvaluationID derives the id of an effect's evaluation from its key, in the
// form of a version 8 UUID: the same key gives the same id for ever.
func EvaluationID(k Key) string {
	// Two 64-bit FNV-1a sums with different starts.
	a, b := uint64(14695981039346656037), uint64(14695981039346656037)^0x9e3779b97f4a7c15
	mix := func(c byte) {
		a = (a ^ uint64(c)) * 1099511628211
		b = (b ^ uint64(c)) * 1099511628211
	}
	for i := range len(k.Deployment) {
		mix(k.Deployment[i])
	}
	for _, v := range [2]uint64{k.Epoch, k.N} {
		for s := 0; s < 64; s += 8 {
			mix(byte(v >> s))
		}
	}
	// FNV leaves the last bytes poorly mixed; a finalizer spreads them.
	a, b = spread(a), spread(b^a)

	const hex = "0123456789abcdef"
	id := make([]byte, 0, 36)
	for i := range 16 {
		c := byte(a >> (56 - 8*(i%8)))
		if i >= 8 {
			c = byte(b >> (56 - 8*(i%8)))
		}
		switch i {
		case 6:
			c = c&0x0f | 0x80
		case 8:
			c = c&0x3f | 0x80
		}
		if i == 4 || i == 6 || i == 8 || i == 10 {
			id = append(id, '-')
		}
		id = append(id, hex[c>>4], hex[c&15])
	}
	return string(id)
}

func spread(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
