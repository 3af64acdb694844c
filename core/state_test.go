package core

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// watched returns a machine with an open window that will replace "b", a
// deadline, and an effect that waits for its result.
func watched(t *testing.T) *Machine {
	m, err := New(Config{Level: LevelNomad104})
	require.NoError(t, err)
	in := Input{
		Now: 100, Index: 10, Epoch: 3, Job: &Job{ID: "web", Groups: []JobGroup{{Name: "web"}}},
		Deployment: &Deployment{ID: "d", Status: DeploymentRunning, ModifyIndex: 10,
			Groups: []Group{{Name: "web", DesiredTotal: 2, ProgressDeadline: 50, RequireProgressBy: 5_000_000_000, PlacedCanaries: []string{"z", "a"}}}},
		Allocations: AllocationChanges{Whole: true, Changed: []Allocation{
			{ID: "b", Group: "web", Desired: DesiredRun, Client: ClientFailed, ModifyIndex: 10, Health: Unhealthy, HealthIndex: 10},
			{ID: "a", Group: "web", Desired: DesiredRun, Client: ClientRunning, ModifyIndex: 9},
		}},
		Evaluations: EvaluationChanges{Whole: true, Changed: []Evaluation{{ID: "e", Status: EvaluationComplete, CreateIndex: 4}}},
		Versions:    []JobVersion{{Version: 1}}, VersionsRead: true,
		Command: &Command{ID: 1, Kind: CommandPause},
	}
	var out Output
	require.NoError(t, m.Step(&in, &out))
	require.Equal(t, []string{"b"}, m.replace)
	require.Len(t, m.outstanding, 1)
	return m
}

// changed saves a machine, changes what was saved and restores it.
func changed(t *testing.T, m *Machine, change func(s *state)) (*Machine, error) {
	b, err := m.AppendState(nil)
	require.NoError(t, err)
	var s state
	_, err = s.UnmarshalMsg(b)
	require.NoError(t, err)
	change(&s)
	b, err = s.MarshalMsg(nil)
	require.NoError(t, err)
	return Restore(b)
}

// A saved machine may come from outside: whatever is wrong in it is found, and
// the error says where.
func TestRestoreRefuses(t *testing.T) {
	numbers := func(n int) []outstanding {
		list := make([]outstanding, n)
		for i := range list {
			list[i] = outstanding{N: uint64(i) + 1, kind: EffectStatus}
		}
		return list
	}
	m := watched(t)
	for _, c := range []struct {
		name   string
		code   ErrorCode // 0: it can be restored
		field  string
		change func(s *state)
	}{
		{"what was saved", 0, "", func(*state) {}},
		{"no deployment", ErrMissing, "State.Facts.Deployment", func(s *state) { s.Facts.Deployment = nil }},
		{"no job", ErrMissing, "State.Facts.Job", func(s *state) { s.Facts.Job = nil }},
		{"no epoch", ErrMissing, "State.Facts.Epoch", func(s *state) { s.Facts.Epoch = 0 }},
		{"a command", ErrUnexpected, "State.Facts.Command", func(s *state) { s.Facts.Command = &Command{ID: 1, Kind: CommandPause} }},
		{"results", ErrUnexpected, "State.Facts.Results", func(s *state) { s.Facts.Results = make([]Result, 1) }},
		{"a fact that lies ahead", ErrInvalid, "State.Facts.Deployment.ModifyIndex", func(s *state) { s.Facts.Deployment.ModifyIndex = 11 }},
		{"an allocation without an id", ErrMissing, "State.Facts.Allocations.Changed[1].ID", func(s *state) { s.Facts.Allocations.Changed[1].ID = "" }},
		{"an unknown level", ErrConfig, "Level", func(s *state) { s.Config.Level = "x" }},
		{"an unknown switch", ErrConfig, "Switches", func(s *state) { s.Config.Switches = 1 << 63 }},

		{"a watch that goes on over an ended deployment", ErrInvalid, "State.Facts.Deployment.Status", func(s *state) { s.Facts.Deployment.Status = DeploymentFailed }},
		{"a watch that is done", 0, "", func(s *state) { s.Facts.Deployment.Status, s.Done = DeploymentFailed, true }},
		{"a watch that is done and no status", ErrInvalid, "State.Facts.Deployment.Status", func(s *state) { s.Facts.Deployment.Status, s.Done = 0, true }},
		{"a watch that is done and a status that is none", ErrInvalid, "State.Facts.Deployment.Status", func(s *state) { s.Facts.Deployment.Status, s.Done = 99, true }},
		{"a window that waits for an answer", 0, "", func(s *state) { s.Awaited = s.Effects }},
		{"an answer to nothing", ErrInvalid, "State.Awaited", func(s *state) { s.Awaited = s.Effects + 1 }},
		{"an answer that no window waits for", ErrInvalid, "State.Awaited", func(s *state) { s.Awaited, s.Window = s.Effects, 0 }},

		{"cutoff before 1970", ErrInvalid, "State.Cutoff", func(s *state) { s.Cutoff = -1 }},
		{"timer before 1970", ErrInvalid, "State.Timer", func(s *state) { s.Timer = -1 }},
		{"window before 1970", ErrInvalid, "State.Window", func(s *state) { s.Window = -1 }},
		{"cutoff past the end of time", ErrInvalid, "State.Cutoff", func(s *state) { s.Cutoff = MaxTime + 1 }},
		{"timer past the end of time", ErrInvalid, "State.Timer", func(s *state) { s.Timer = MaxTime + 1 }},
		{"times at the end of time", 0, "", func(s *state) { s.Cutoff, s.Timer, s.Window = MaxTime, MaxTime, MaxTime }},
		{"no times", 0, "", func(s *state) { s.Cutoff, s.Timer, s.Window = 0, 0, 0 }},

		{"allocations out of order", ErrInvalid, "State.Replace", func(s *state) { s.Replace = []string{"a", "c", "b"} }},
		{"an allocation twice", ErrInvalid, "State.Replace", func(s *state) { s.Replace = []string{"a", "a"} }},
		{"an allocation without a name", ErrMissing, "State.Replace[0]", func(s *state) { s.Replace = []string{"", "a"} }},
		{"an allocation with a name too long", ErrLimit, "State.Replace[1]", func(s *state) { s.Replace = []string{"a", strings.Repeat("x", MaxIDLength+1)} }},
		{"nothing to replace", 0, "", func(s *state) { s.Replace = nil }},

		{"effects out of order", ErrInvalid, "State.Outstanding[1].N", func(s *state) {
			s.Effects, s.Outstanding = 2, []outstanding{{N: 2, kind: EffectStatus}, {N: 1, kind: EffectStatus}}
		}},
		{"an effect twice", ErrInvalid, "State.Outstanding[1].N", func(s *state) {
			s.Effects, s.Outstanding = 2, []outstanding{{N: 1, kind: EffectStatus}, {N: 1, kind: EffectStatus}}
		}},
		{"an effect without a number", ErrInvalid, "State.Outstanding[0].N", func(s *state) { s.Outstanding[0].N = 0 }},
		{"an effect that was never decided", ErrInvalid, "State.Outstanding[0].N", func(s *state) { s.Outstanding[0].N = s.Effects + 1 }},
		{"effects in order", 0, "", func(s *state) {
			s.Effects, s.Outstanding = 3, []outstanding{{N: 1, kind: EffectReschedule}, {N: 3, kind: EffectRegion}}
		}},
		{"an effect of no kind", ErrInvalid, "State.Outstanding[0].kind", func(s *state) { s.Outstanding[0].kind = 0 }},
		{"an effect of an unknown kind", ErrInvalid, "State.Outstanding[0].kind", func(s *state) { s.Outstanding[0].kind = EffectRegion + 1 }},
		{"as many effects as there may be", 0, "", func(s *state) { s.Effects, s.Outstanding = 1000, numbers(MaxOutstanding) }},
		{"more effects than there may be", ErrLimit, "State.Outstanding", func(s *state) { s.Effects, s.Outstanding = 1000, numbers(MaxOutstanding+1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			restored, err := changed(t, m, c.change)
			if c.code == 0 {
				require.NoError(t, err)
				b, err := restored.AppendState(nil)
				require.NoError(t, err)
				_, err = Restore(b)
				require.NoError(t, err)
				return
			}
			requireError(t, err, c.code, c.field)
			require.Nil(t, restored)
		})
	}

	// At most as many allocations can be replaced as there can be.
	s := state{Facts: m.facts(), Effects: m.effects}
	for i := range MaxAllocations + 1 {
		s.Replace = append(s.Replace, "a"+strconv.Itoa(1_000_000+i))
	}
	requireError(t, restoreInto(t, s), ErrLimit, "Replace")
	s.Replace = s.Replace[1:]
	require.Nil(t, restoreInto(t, s))
}

func restoreInto(t *testing.T, s state) error {
	m, err := New(Config{Level: LevelNomad104})
	require.NoError(t, err)
	if err := m.restore(&s); err != nil { // not the nil of an *Error in an error
		return err
	}
	return nil
}

func requireError(t *testing.T, err error, code ErrorCode, field string) {
	t.Helper()
	var e *Error
	require.True(t, errors.As(err, &e), "want an *Error, have %v", err)
	require.Equal(t, code.String()+" "+field, e.Code.String()+" "+e.Field)
}

// Restore reads one whole machine of a version that it knows, and nothing else.
func TestRestoreReadsOneMachine(t *testing.T) {
	b, err := watched(t).AppendState(nil)
	require.NoError(t, err)
	_, err = Restore(append(b[:len(b):len(b)], 0))
	requireError(t, err, ErrMalformed, "")
	_, err = Restore(nil)
	requireError(t, err, ErrMalformed, "")
	for _, head := range []uint64{0, StateVersion + 1} {
		_, err = Restore(msgp.AppendUint64(msgp.AppendArrayHeader(nil, 1), head))
		requireError(t, err, ErrVersion, "State.Version")
	}
	// A field of another kind is named.
	for before, field := range map[string]string{"": "Config", "\x90": "Facts", "\x90\x90": "Opened"} {
		bad := msgp.AppendUint64(msgp.AppendArrayHeader(nil, uint32(2+len(before))), StateVersion)
		_, err = Restore(append(append(bad, before...), 0xa1, 'x'))
		requireError(t, err, ErrMalformed, field)
	}
	// Saved states are appended, so that a host can put its own in front.
	m, err := watched(t).AppendState([]byte("mine"))
	require.NoError(t, err)
	require.Equal(t, "mine"+string(b), string(m))
}

// A machine that was never opened keeps its configuration and nothing else,
// whatever else the bytes say.
func TestRestoreUnopened(t *testing.T) {
	m, err := changed(t, watched(t), func(s *state) { s.Opened = false })
	require.NoError(t, err)
	fresh, err := New(Config{Level: LevelNomad104})
	require.NoError(t, err)
	require.Equal(t, fresh, m)
}

// What a saved machine knows is an input that opens one which knows the same, in
// the order of the ids whatever the order of arrival was.
func TestSavedFactsOpenAMachine(t *testing.T) {
	m := watched(t)
	b, err := m.AppendState(nil)
	require.NoError(t, err)
	var s state
	_, err = s.UnmarshalMsg(b)
	require.NoError(t, err)
	require.Equal(t, uint64(StateVersion), s.Version)
	require.True(t, s.Facts.Allocations.Whole)
	require.True(t, s.Facts.Evaluations.Whole)
	require.True(t, s.Facts.VersionsRead)
	require.Equal(t, "a", s.Facts.Allocations.Changed[0].ID)
	require.Equal(t, "b", s.Facts.Allocations.Changed[1].ID)

	opened, err := New(s.Config)
	require.NoError(t, err)
	var out Output
	require.NoError(t, opened.Step(&s.Facts, &out))
	want, got := m.facts(), opened.facts()
	a, err := want.MarshalMsg(nil)
	require.NoError(t, err)
	b, err = got.MarshalMsg(nil)
	require.NoError(t, err)
	require.Equal(t, a, b)
}

// A restored machine has everything that the rules can ask for.
func TestRestoreKeepsEverything(t *testing.T) {
	m, err := changed(t, watched(t), func(s *state) {
		s.Ended, s.Deleted, s.DeadlineHit = true, true, true
		s.Effects, s.Handled = 9, 8
		s.Cutoff, s.Timer, s.Window = 7, 6, 5
		s.Outstanding[0].rollback, s.Outstanding[0].newest = true, 4
	})
	require.NoError(t, err)
	require.Equal(t, int64(100), m.now)
	require.Equal(t, [...]uint64{10, 3, 9, 8}, [...]uint64{m.index, m.epoch, m.effects, m.handled})
	require.Equal(t, [...]int64{7, 6, 5}, [...]int64{m.cutoff, m.timer, m.window})
	require.Equal(t, [...]bool{true, true, false, true, true}, [...]bool{m.opened, m.ended, m.done, m.deleted, m.deadlineHit})
	require.Equal(t, []outstanding{{N: 1, kind: EffectStatus, rollback: true, newest: 4}}, m.outstanding)
	require.Equal(t, []string{"b"}, m.replace)
	require.Equal(t, []string{"z", "a"}, m.groups[0].canaries, "in the order in which they were placed")
	require.Equal(t, []absentCanary{{"z", 0}}, m.absentCanaries)
	require.Len(t, m.allocs, 2)
	require.Len(t, m.evals, 1)
	require.Len(t, m.versions, 1)
}
