package core

// Machine decides for one deployment. It is not safe for concurrent use; it
// starts nothing and reads nothing but its inputs. Make one with New or
// Restore.
type Machine struct {
	cfg      Config
	switches Switches

	opened  bool
	ended   bool // the watch has ended: F3
	done    bool // the deployment was seen terminal: L1
	deleted bool // the deployment is gone from the store: L1

	now     int64
	index   uint64
	epoch   uint64
	effects uint64 // counts effects, the N of the last key

	// The facts, as last delivered.
	job         Job
	id          string
	status      DeploymentStatus
	description string
	jobVersion  uint64
	createIndex uint64
	modifyIndex uint64
	priority    int32
	createTime  int64
	since       int64   // when it was opened: G5 and G7 without createTime
	groups      []group // by name
	// absentCanaries are placed canaries that are not among the allocations, by id.
	absentCanaries []absentCanary
	allocs         []allocation
	slots          index
	evals          []Evaluation // by status, then id: A1's order
	versions       []JobVersion // newest first: R1's order

	// What A derives from the allocations and keeps up to date.
	replaceable   []int32 // positions in allocs: A3
	newestHealthy uint64  // highest health index of a healthy allocation: A4
	newestStale   bool    // newestHealthy must be found again
	latestEval    uint64  // A1
	evalsStale    bool    // latestEval must be found again

	handled uint64 // A0

	cutoff      int64 // D3: the deadline as last computed; 0 for none
	timer       int64 // when the deadline fires; 0 when it is not set
	deadlineHit bool  // D5

	window  int64    // B1: when the open window closes; 0 when none is open
	awaited uint64   // A7: the promotion whose answer moves the window's end; 0 for none
	replace []string // B1: its set, by id

	outstanding []outstanding // in the order of N

	// S-19: the index of the facts from which on a promotion, a need or a failure
	// can be decided again, and whether a need waits for that.
	promoteFrom, needFrom, failFrom uint64
	needHeld                        bool

	policed                        bool          // a policy is on
	verdicts                       []GateVerdict // of Policy.Gates, in their order: G9
	freezes                        []Span        // by time, none touches another: G10
	pausedAt, resumedAt, pausedFor int64         // G2, G5
}

// New makes a machine for one deployment; its first Step opens it. The only
// error is ErrConfig, for a configuration that names an unknown level or switch or
// has a policy that makes no sense.
func New(cfg Config) (*Machine, error) {
	switches, err := cfg.Resolve()
	if err != nil {
		return nil, err
	}
	cfg.Policy.Gates = append([]Gate(nil), cfg.Policy.Gates...)
	m := &Machine{cfg: cfg, switches: switches, handled: 1, policed: len(cfg.Policy.Rules()) != 0}
	for range cfg.Policy.Gates {
		m.verdicts = append(m.verdicts, GateUndecided)
	}
	return m, nil
}

// on reports whether a switch is set.
func (m *Machine) on(s Switches) bool { return m.switches&s != 0 }

// Step takes one input and fills out with what follows from it. The first one
// opens the machine: it needs Epoch, Job and Deployment, and carries everything
// known. The input is not changed, and nothing of it is kept but copies. An
// error is an *Error about bad input, and the machine is as it was.
//
// The order inside a step is fixed (D8): results, the commit's facts with what
// a delivery does (D3, D7), the command, timers due by Now in the order of
// their times (at the same time the batch window before the deadline), and
// last, if allocations changed, health (A), promotion (P) and batching (B). Policies
// (G) stand beside A and P, and are looked at on every input.
func (m *Machine) Step(in *Input, out *Output) error {
	out.reset()
	if err := m.validate(in); err != nil {
		return err
	}
	opening := !m.opened
	if opening {
		m.open(in)
	}
	m.now = max(m.now, in.Now)
	regionFailed := m.settle(in.Results, out)
	m.hear(in)

	changed := false
	if in.Index > m.index {
		m.index = in.Index
		if !m.done {
			changed = m.learn(in)
			m.withdrawOvertaken(in, out)
			m.deliver(in, opening, out)
		}
	} else {
		out.Stale = in.Index != 0
	}
	if in.FreezesRead && !opening && m.watching() && !m.deleted {
		m.setDeadline(out)
	}
	if regionFailed && m.watching() {
		m.why(out, Reason{Code: ReasonRegionFailed})
		m.fail(TextUnhealthy, false, out)
	}
	if in.Command != nil {
		m.command(in.Command, out)
	}
	if !m.done {
		m.fire(out)
	}
	if m.watching() {
		m.allocations(changed, out)
	}
	out.Wake = m.wake()
	out.Done = m.done
	return nil
}

// active reports whether a deployment with a status is watched at this level (L1).
func (m *Machine) active(s DeploymentStatus) bool {
	return s.Active() && (s != DeploymentInitializing || m.on(Initializing))
}

// watching reports whether the rules still act (F3, L1).
func (m *Machine) watching() bool { return !m.ended && !m.done }

// open takes from the first input what no later one brings again.
func (m *Machine) open(in *Input) {
	m.opened = true
	m.epoch, m.since = in.Epoch, in.Now
	m.job = *in.Job
	m.job.Groups = append([]JobGroup(nil), in.Job.Groups...)
	m.id = in.Deployment.ID
}

// deliver does what the watcher does when it is handed its deployment (D3, D7),
// or finds it ended (L1). The opening only sets the deadline.
func (m *Machine) deliver(in *Input, opening bool, out *Output) {
	if in.DeploymentDeleted {
		m.deleted = true
		if m.on(DropDeleted) {
			m.drop(out)
			return
		}
	}
	if m.on(DeadlineAlways) && m.watching() && !m.deleted && m.active(m.status) {
		m.setDeadline(out)
	}
	if m.deleted || in.Deployment == nil && !in.Delivered {
		return
	}
	if !m.active(m.status) {
		m.drop(out)
		return
	}
	if m.ended {
		return
	}
	m.setDeadline(out)
	if !opening {
		m.tellRegions(m.status, out) // D7
	}
}

// drop ends everything: the deployment is terminal (L1), an open window is
// forgotten (B3), and nothing outstanding must be sent any more but T1s: what a
// closed window asked for goes its way, and the store takes it (S6).
func (m *Machine) drop(out *Output) {
	m.done = true
	m.timer, m.window, m.awaited, m.replace = 0, 0, 0, nil
	kept := m.outstanding[:0]
	for _, o := range m.outstanding {
		if o.kind == EffectReschedule {
			kept = append(kept, o)
		} else {
			out.Withdrawn = append(out.Withdrawn, m.key(o.N))
		}
	}
	m.outstanding = kept
	r := Reason{Code: ReasonDropped}
	if !m.deleted {
		r.Have = int64(m.status)
	}
	m.why(out, r)
}

// fire runs the timers that are due, in the order of their times.
func (m *Machine) fire(out *Output) {
	for {
		w := m.timers()
		if w.Reason == WakeNone || w.At > m.now {
			return
		}
		if w.Reason == WakeBatch {
			m.closeWindow(out)
		} else {
			m.deadline(out)
		}
	}
}

// wake returns when the next tick is due.
func (m *Machine) wake() Wake {
	next := m.timers()
	if m.policed && m.watching() {
		m.guardWaits(func(w Wait) {
			if w.Until != 0 && (next.At == 0 || w.Until < next.At) {
				next = Wake{w.Until, guardWakes[w.Code]}
			}
		})
	}
	return next
}

// timers returns the next timer of the level; on a tie the window comes before the
// deadline.
func (m *Machine) timers() Wake {
	switch {
	case m.window != 0 && (m.timer == 0 || m.window <= m.timer):
		return Wake{m.window, WakeBatch}
	case m.timer != 0:
		return Wake{m.timer, WakeDeadline}
	}
	return Wake{}
}

// why notes a reason, if anybody wants to know.
func (m *Machine) why(out *Output, r Reason) {
	if m.cfg.Reasons && out != nil {
		out.Reasons = append(out.Reasons, r)
	}
}
