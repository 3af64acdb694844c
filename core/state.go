package core

import (
	"github.com/tinylib/msgp/msgp"
)

//msgp:vartuple state outstanding

// StateVersion is the version of saved states that AppendState writes. Restore
// reads it and, once there is one, the version before it.
const StateVersion = 1

// state is a saved machine: what it knows, as an input that would open one, and
// what it decided. Everything is sorted, so that machines that know the same have
// the same bytes. What can be derived is derived again.
type state struct {
	Version uint64
	Config  Config
	Facts   Input

	Opened, Ended, Done, Deleted bool

	Effects, Handled      uint64
	Cutoff, Timer, Window int64
	DeadlineHit           bool
	Replace               []string
	Outstanding           []outstanding
	Awaited               uint64

	PromoteFrom, NeedFrom, FailFrom uint64
	NeedHeld                        bool
	Since                           int64
}

// outstanding is an effect whose final result has not come.
type outstanding struct {
	N        uint64
	kind     EffectKind
	rollback bool
	newest   uint64 // the newest job version when a rollback was decided
	own      bool   // no user asked for it
}

// AppendState appends the whole machine as bytes to b. Restoring them gives a
// machine that decides as this one does, to the byte.
func (m *Machine) AppendState(b []byte) ([]byte, error) {
	s := state{
		Version: StateVersion, Config: m.cfg,
		Opened: m.opened, Ended: m.ended, Done: m.done, Deleted: m.deleted,
		Effects: m.effects, Handled: m.handled,
		Cutoff: m.cutoff, Timer: m.timer, Window: m.window, DeadlineHit: m.deadlineHit,
		Replace: m.replace, Outstanding: m.outstanding, Awaited: m.awaited,
		PromoteFrom: m.promoteFrom, NeedFrom: m.needFrom, FailFrom: m.failFrom, NeedHeld: m.needHeld,
		Since: m.since,
	}
	if m.opened {
		s.Facts = m.facts()
	}
	return s.MarshalMsg(b)
}

// facts returns what the machine knows as an input that would open one.
func (m *Machine) facts() Input {
	d := &Deployment{
		ID: m.id, Status: m.status, Description: m.description, JobVersion: m.jobVersion,
		CreateIndex: m.createIndex, ModifyIndex: m.modifyIndex,
		Groups: make([]Group, len(m.groups)), Priority: m.priority, CreateTime: m.createTime,
		PausedAt: m.pausedAt, ResumedAt: m.resumedAt, PausedFor: m.pausedFor,
	}
	for i := range m.groups {
		d.Groups[i] = m.groups[i].Group
		d.Groups[i].PlacedCanaries = m.groups[i].canaries
	}
	allocs := make([]Allocation, len(m.allocs))
	for i := range m.allocs {
		allocs[i] = m.allocs[i].Allocation
	}
	sortBy(len(allocs),
		func(i, j int) bool { return allocs[i].ID < allocs[j].ID },
		func(i, j int) { allocs[i], allocs[j] = allocs[j], allocs[i] })
	var verdicts []Verdict
	for i, v := range m.verdicts {
		if v != GateUndecided {
			verdicts = append(verdicts, Verdict{m.cfg.Policy.Gates[i].Name, v})
		}
	}
	return Input{
		Verdicts: verdicts, Freezes: m.freezes, FreezesRead: m.cfg.Policy.Freezes,
		Now: m.now, Index: m.index, Epoch: m.epoch, Job: &m.job, Deployment: d,
		Allocations: AllocationChanges{Whole: true, Changed: allocs},
		Evaluations: EvaluationChanges{Whole: true, Changed: m.evals},
		Versions:    m.versions, VersionsRead: true,
	}
}

// Restore makes a machine from the bytes of AppendState. They may come from
// outside: everything is checked as an input is. The error is an *Error.
func Restore(b []byte) (*Machine, error) {
	if err := checkMessage(b); err != nil {
		return nil, err
	}
	if err := checkStateVersion(b); err != nil {
		return nil, err
	}
	var s state
	rest, err := s.UnmarshalMsg(b)
	if err != nil {
		return nil, decodeError(err)
	}
	if len(rest) != 0 {
		return nil, bad(ErrMalformed, "", "there are bytes after the state")
	}
	m, err := New(s.Config)
	if err != nil {
		return nil, err
	}
	if !s.Opened {
		return m, nil
	}
	if err := m.restore(&s); err != nil {
		return nil, err.in("State")
	}
	return m, nil
}

func checkStateVersion(b []byte) error {
	n, rest, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil || n == 0 {
		return bad(ErrMalformed, "State", "is not a saved machine")
	}
	v, _, err := msgp.ReadUint64Bytes(rest)
	if err != nil {
		return bad(ErrMalformed, "State.Version", "is not a number")
	}
	if v != StateVersion {
		return bad(ErrVersion, "State.Version", "cannot be read by this version of the code")
	}
	return nil
}

// restore takes on a saved state after checking it as an opening input.
func (m *Machine) restore(s *state) *Error {
	d := s.Facts.Deployment
	if d == nil {
		return bad(ErrMissing, "Facts.Deployment", "is not there")
	}
	if s.Facts.Command != nil {
		return bad(ErrUnexpected, "Facts.Command", "has no place in what is known")
	}
	status := d.Status
	if s.Done && !m.active(status) && status.String() != "undefined" {
		d.Status = DeploymentRunning // an opening must be active; what is restored need not
	}
	if err := m.validate(&s.Facts); err != nil {
		return err.in("Facts")
	}
	d.Status = status
	for _, t := range [...]struct {
		name  string
		value int64
	}{{"Cutoff", s.Cutoff}, {"Timer", s.Timer}, {"Window", s.Window}, {"Since", s.Since}} {
		if err := validateTime(t.value, t.name); err != nil {
			return err
		}
	}
	switch {
	case !sortedUnique(s.Replace):
		return bad(ErrInvalid, "Replace", "is not sorted")
	case len(s.Replace) > MaxAllocations:
		return bad(ErrLimit, "Replace", "are too many")
	case len(s.Outstanding) > MaxOutstanding:
		return bad(ErrLimit, "Outstanding", "are too many")
	case s.Awaited > s.Effects || s.Awaited != 0 && s.Window == 0:
		return bad(ErrInvalid, "Awaited", "is not the number of an effect that a window waits for")
	}
	for i := range s.Outstanding {
		if k := s.Outstanding[i].kind; k < EffectReschedule || k > EffectRegion {
			return bad(ErrInvalid, "kind", "is undefined").at("Outstanding", i)
		}
		if n := s.Outstanding[i].N; n == 0 || n > s.Effects || i > 0 && n <= s.Outstanding[i-1].N {
			return bad(ErrInvalid, "N", "is not the number of an effect").at("Outstanding", i)
		}
	}
	for i, id := range s.Replace {
		if err := validateID(id, ""); err != nil {
			return err.at("Replace", i)
		}
	}

	m.open(&s.Facts)
	m.hear(&s.Facts)
	m.learn(&s.Facts)
	m.since = s.Since
	m.now, m.index, m.effects, m.handled = s.Facts.Now, s.Facts.Index, s.Effects, s.Handled
	m.ended, m.done, m.deleted, m.deadlineHit = s.Ended, s.Done, s.Deleted, s.DeadlineHit
	m.cutoff, m.timer, m.window, m.awaited = s.Cutoff, s.Timer, s.Window, s.Awaited
	m.replace, m.outstanding = s.Replace, s.Outstanding
	m.promoteFrom, m.needFrom, m.failFrom, m.needHeld = s.PromoteFrom, s.NeedFrom, s.FailFrom, s.NeedHeld
	return nil
}

func sortedUnique(ids []string) bool {
	for i := 1; i < len(ids); i++ {
		if ids[i-1] >= ids[i] {
			return false
		}
	}
	return true
}
