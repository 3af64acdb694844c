package core

// BatchWindow is how long a window stays open (B1), in nanoseconds.
const BatchWindow = int64(1_000_000_000)

// openWindow opens the deployment's window (B1), unless one is open already:
// that one's end does not move (B2).
func (m *Machine) openWindow(out *Output) {
	if m.window != 0 {
		m.why(out, Reason{Code: ReasonWindowOpen, Time: m.window})
		return
	}
	m.window = m.now + BatchWindow
	m.why(out, Reason{Code: ReasonWindowOpens, Time: m.window})
}

// closeWindow sends what was gathered, with an evaluation of this moment (B1).
// That the watch has ended does not stop it (B3).
func (m *Machine) closeWindow(out *Output) {
	e := m.effect(EffectReschedule, 0, out)
	e.Allocations = m.replace
	e.Evaluation = m.newEvaluation(e.Key)
	m.why(out, Reason{Code: ReasonWindowCloses, Effect: e.Key.N, Have: int64(len(m.replace))})
	m.window, m.replace = 0, nil
}
