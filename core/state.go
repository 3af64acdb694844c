package core

import (
	"slices"

	"github.com/tinylib/msgp/msgp"
)

//msgp:vartuple state outstanding

// StateVersion is the version of saved states that AppendState writes. Restore
// reads it and, once there is one, the version before it.
const StateVersion = 1

// state is a saved machine: what it was told and what it decided, sorted, so
// that machines that know the same have the same bytes. What can be derived
// from that is derived again.
type state struct {
	Version uint64
	Config  Config

	Opened, Ended, Done, Deleted bool

	Now, Cutoff, Timer, Window int64
	Index, Epoch, Effects      uint64
	Handled                    uint64
	DeadlineHit                bool

	Job         Job
	Deployment  Deployment
	Allocations []Allocation
	Evaluations []Evaluation
	Versions    []JobVersion
	Replace     []string
	Outstanding []outstanding
}

// outstanding is an effect whose final result has not come.
type outstanding struct {
	N uint64
	// promotion: a promotion of all groups is decided already.
	promotion bool
	report    bool // a report to the peer regions: its rejection fails the deployment (D7)
	rollback  bool
	newest    uint64 // the newest job version when a rollback was decided
}

// AppendState appends the whole machine as bytes to b. Restoring them gives a
// machine that decides as this one does, to the byte.
func (m *Machine) AppendState(b []byte) ([]byte, error) {
	s := state{
		Version: StateVersion, Config: m.cfg,
		Opened: m.opened, Ended: m.ended, Done: m.done, Deleted: m.deleted,
		Now: m.now, Cutoff: m.cutoff, Timer: m.timer, Window: m.window,
		Index: m.index, Epoch: m.epoch, Effects: m.effects, Handled: m.handled, DeadlineHit: m.deadlineHit,
		Job: m.job,
		Deployment: Deployment{
			ID: m.id, Status: m.status, Description: m.description, JobVersion: m.jobVersion,
			CreateIndex: m.createIndex, ModifyIndex: m.modifyIndex,
			Groups: make([]Group, len(m.groups)),
		},
		Allocations: make([]Allocation, len(m.allocs)),
		Evaluations: m.evals, Versions: m.versions, Replace: m.replace, Outstanding: m.outstanding,
	}
	for i := range m.groups {
		s.Deployment.Groups[i] = m.groups[i].Group
		s.Deployment.Groups[i].PlacedCanaries = m.groups[i].canaries
	}
	for i := range m.allocs {
		s.Allocations[i] = m.allocs[i].Allocation
	}
	slices.SortFunc(s.Allocations, func(a, b Allocation) int {
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	return s.MarshalMsg(b)
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
	opening := Input{
		Now: s.Now, Index: s.Index, Epoch: s.Epoch, Job: &s.Job, Deployment: &s.Deployment,
		Allocations: AllocationChanges{Whole: true, Changed: s.Allocations},
		Evaluations: EvaluationChanges{Whole: true, Changed: s.Evaluations},
		Versions:    s.Versions, VersionsRead: true,
	}
	status := s.Deployment.Status
	if s.Done && !status.Active() {
		s.Deployment.Status = DeploymentRunning // an opening must be active; what is restored need not
	}
	if err := m.validate(&opening); err != nil {
		return err
	}
	s.Deployment.Status = status
	for _, t := range [...]struct {
		name  string
		value int64
	}{{"Cutoff", s.Cutoff}, {"Timer", s.Timer}, {"Window", s.Window}} {
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
	}
	for i := range s.Outstanding {
		if n := s.Outstanding[i].N; n == 0 || n > s.Effects || i > 0 && n <= s.Outstanding[i-1].N {
			return bad(ErrInvalid, "N", "is not the number of an effect").at("Outstanding", i)
		}
	}
	for i, id := range s.Replace {
		if err := validateID(id, ""); err != nil {
			return err.at("Replace", i)
		}
	}

	m.open(&opening)
	m.learn(&opening)
	m.now, m.index, m.effects, m.handled = s.Now, s.Index, s.Effects, s.Handled
	m.ended, m.done, m.deleted, m.deadlineHit = s.Ended, s.Done, s.Deleted, s.DeadlineHit
	m.cutoff, m.timer, m.window = s.Cutoff, s.Timer, s.Window
	m.replace, m.outstanding = s.Replace, s.Outstanding
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
