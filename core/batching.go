package core

import "slices"

// BatchWindow is how long a window stays open (B1), in nanoseconds.
const BatchWindow = int64(1_000_000_000)

// openWindow opens the deployment's window (B1), unless one is open already:
// that one's end does not move for a further need (B2). promotion is the N of a
// promotion that was just decided, or 0.
func (m *Machine) openWindow(promotion uint64, out *Output) {
	if m.window != 0 {
		m.why(out, Reason{Code: ReasonWindowOpen, Time: m.window})
		return
	}
	m.window, m.awaited = m.now+BatchWindow, promotion
	m.why(out, Reason{Code: ReasonWindowOpens, Time: m.window})
}

// answered moves the end of the window when the promotion that was decided along
// with it is applied or rejected: the window is open for its whole time after
// that (A7). Without an answer it closes all the same.
func (m *Machine) answered(out *Output) {
	m.window, m.awaited = m.now+BatchWindow, 0
	m.why(out, Reason{Code: ReasonWindowMoves, Time: m.window})
}

// closeWindow sends what was gathered, with an evaluation of this moment (B1).
// That the watch has ended does not stop it (B3).
func (m *Machine) closeWindow(out *Output) {
	if m.on(ReplaceCurrent) {
		m.replace = slices.DeleteFunc(m.replace, func(id string) bool {
			i, ok := m.slot(id)
			return !ok || m.allocs[i].spare < 0
		})
	}
	e := m.effect(EffectReschedule, 0, out)
	e.Allocations = m.replace
	e.Evaluation = m.newEvaluation(e.Key)
	m.why(out, Reason{Code: ReasonWindowCloses, Effect: e.Key.N, Have: int64(len(m.replace))})
	m.window, m.awaited, m.replace = 0, 0, nil
}
