package core

import "slices"

// before is A1's order: status, then id.
func before(aStatus, bStatus EvaluationStatus, aID, bID string) int {
	switch {
	case aStatus != bStatus:
		return int(aStatus) - int(bStatus)
	case aID < bID:
		return -1
	case aID > bID:
		return 1
	}
	return 0
}

// place returns where an evaluation with this status and id is, or belongs.
func (m *Machine) place(status EvaluationStatus, id string) (int, bool) {
	return slices.BinarySearchFunc(m.evals, id, func(e Evaluation, id string) int {
		return before(e.Status, status, e.ID, id)
	})
}

// evaluation returns the position of an evaluation, or -1. Its status is not
// known to the caller, so each one is tried.
func (m *Machine) evaluation(id string) int {
	for s := EvaluationPending; s >= EvaluationBlocked; s-- {
		if i, ok := m.place(s, id); ok {
			return i
		}
	}
	return -1
}

// learnEvaluations takes in changed evaluations.
func (m *Machine) learnEvaluations(c *EvaluationChanges) {
	if c.Whole {
		m.evals = m.evals[:0]
		m.evalsStale = true
	}
	for _, id := range c.Removed {
		if i := m.evaluation(id); i >= 0 { // listed twice: gone already
			m.evals = slices.Delete(m.evals, i, i+1)
			m.evalsStale = true
		}
	}
	for i := range c.Changed {
		e := c.Changed[i]
		if at := m.evaluation(e.ID); at >= 0 {
			e.ID = m.evals[at].ID
			if m.evals[at].Status == e.Status {
				m.evals[at] = e
				m.evalsStale = true
				continue
			}
			m.evals = slices.Delete(m.evals, at, at+1)
		}
		at, _ := m.place(e.Status, e.ID)
		m.evals = slices.Insert(m.evals, at, e)
		m.evalsStale = true
	}
}

// latest is A1: the index up to which the scheduler is taken to have seen the
// job. The order of the evaluations matters, since a snapshot index can lie
// below its evaluation's create index.
func (m *Machine) latest() uint64 {
	if !m.evalsStale {
		return m.latestEval
	}
	m.evalsStale, m.latestEval = false, 0
	for i := range m.evals {
		e := &m.evals[i]
		switch {
		case e.Status == EvaluationCancelled:
		case e.SnapshotIndex > m.latestEval:
			m.latestEval = e.SnapshotIndex
		case e.CreateIndex > m.latestEval:
			m.latestEval = e.CreateIndex
		}
	}
	return m.latestEval
}
