package core_test

import (
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// Every value of every enumeration has a word, and no other value has one.
func TestNames(t *testing.T) {
	for _, e := range []struct {
		name        string
		first, last uint8
		word        func(uint8) string
	}{
		{"DeploymentStatus", 1, 9, func(v uint8) string { return core.DeploymentStatus(v).String() }},
		{"DesiredStatus", 1, 3, func(v uint8) string { return core.DesiredStatus(v).String() }},
		{"ClientStatus", 1, 6, func(v uint8) string { return core.ClientStatus(v).String() }},
		{"Health", 0, 2, func(v uint8) string { return core.Health(v).String() }},
		{"EvaluationStatus", 1, 5, func(v uint8) string { return core.EvaluationStatus(v).String() }},
		{"CommandKind", 1, 8, func(v uint8) string { return core.CommandKind(v).String() }},
		{"Outcome", 1, 3, func(v uint8) string { return core.Outcome(v).String() }},
		{"EffectKind", 1, 5, func(v uint8) string { return core.EffectKind(v).String() }},
		{"WakeReason", 0, 7, func(v uint8) string { return core.WakeReason(v).String() }},
		{"ApprovalAction", 0, 2, func(v uint8) string { return core.ApprovalAction(v).String() }},
		{"Promotion", 0, 2, func(v uint8) string { return core.Promotion(v).String() }},
		{"GateUnknown", 0, 2, func(v uint8) string { return core.GateUnknown(v).String() }},
		{"GateVerdict", 1, 3, func(v uint8) string { return core.GateVerdict(v).String() }},
		{"Refusal", 0, 3, func(v uint8) string { return core.Refusal(v).String() }},
		{"ErrorCode", 1, 10, func(v uint8) string { return core.ErrorCode(v).String() }},
		{"Actor", 1, 7, func(v uint8) string { return core.Actor(v).String() }},
		{"ReasonCode.Rule", 1, 44, func(v uint8) string { return core.ReasonCode(v).Rule() }},
		{"Reason", 1, 44, func(v uint8) string { return core.Reason{Code: core.ReasonCode(v)}.String() }},
		{"Wait", 1, 20, func(v uint8) string { return core.Wait{Code: core.WaitCode(v)}.String() }},
	} {
		seen := map[string]bool{}
		for v := range uint8(255) {
			word := e.word(v)
			require.Equal(t, v >= e.first && v <= e.last, word != "undefined", "%s %d: %q", e.name, v, word)
			if word != "undefined" && e.name != "ReasonCode.Rule" {
				require.False(t, seen[word], "%s has %q twice", e.name, word)
				seen[word] = true
			}
		}
	}
}

func TestLevels(t *testing.T) {
	for _, l := range core.Levels() {
		m, err := core.New(core.Config{Level: l.Name})
		require.NoError(t, err)
		require.NotNil(t, m)
		require.NotEmpty(t, l.Text)
	}
	all := core.Switches(0)
	for _, s := range core.AllSwitches() {
		require.Zero(t, all&s.Switch, "%s shares its bit", s.Name)
		all |= s.Switch
		require.NotEmpty(t, s.Rules)
		require.NotEmpty(t, s.Text)
		_, err := core.New(core.Config{Level: core.LevelNomad104, Switches: s.Switch})
		require.NoError(t, err)
	}
	_, err := core.New(core.Config{Level: core.LevelNomad104, Switches: ^all})
	requireCode(t, err, core.ErrConfig, "Switches")
	_, err = core.New(core.Config{})
	requireCode(t, err, core.ErrConfig, "Level")
	_, err = core.New(core.Config{Level: strings.Repeat("x", 1000)})
	requireCode(t, err, core.ErrConfig, "Level")
	// What is given out is a copy.
	core.Levels()[0].Name = "x"
	core.AllSwitches()[0].Name = "x"
	require.Equal(t, core.LevelNomad104, core.Levels()[0].Name)
	require.NotEqual(t, "x", core.AllSwitches()[0].Name)
}

// Effects without a result are kept up to a limit; then the oldest is withdrawn.
func TestOutstandingIsBounded(t *testing.T) {
	m := opened(t)
	var out core.Output
	withdrawn := 0
	for i := range uint64(3 * core.MaxOutstanding) {
		in := core.Input{Now: 1, Command: &core.Command{ID: 1 + i, Kind: core.CommandPause}}
		require.NoError(t, m.Step(&in, &out))
		withdrawn += len(out.Withdrawn)
		for _, k := range out.Withdrawn {
			require.Less(t, k.N, out.Effects[0].Key.N)
		}
		var s core.Status
		m.Status(&s)
		require.LessOrEqual(t, len(s.Outstanding), core.MaxOutstanding)
	}
	require.Greater(t, withdrawn, core.MaxOutstanding)
}

// The ids of evaluations differ, whatever of the key differs.
func TestEvaluationIDs(t *testing.T) {
	seen := map[string]core.Key{}
	for _, d := range []string{"", "a", "b", "ab", "a0", strings.Repeat("x", 100)} {
		for epoch := range uint64(30) {
			for n := range uint64(100) {
				k := core.Key{Deployment: d, Epoch: epoch << (n % 3 * 8), N: n}
				id := core.EvaluationID(k)
				require.Len(t, id, 36)
				require.Equal(t, byte('8'), id[14])
				other, twice := seen[id]
				require.True(t, !twice || other == k, "%v and %v", k, other)
				seen[id] = k
			}
		}
	}
}

// Steady steps allocate nothing.
func TestSteadyStepsAllocateNothing(t *testing.T) {
	m, err := core.New(core.Config{Level: core.LevelNomad104})
	require.NoError(t, err)
	in := full()
	in.Command, in.Job.Multiregion = nil, false
	var out core.Output
	require.NoError(t, m.Step(&in, &out))
	commit := core.Input{Now: in.Now, Index: in.Index, Deployment: in.Deployment, CanariesAdded: true}
	commit.Deployment.Groups[0].PlacedCanaries = nil
	commit.Deployment.Groups[0].Promoted = true
	commit.Allocations.Changed = []core.Allocation{in.Allocations.Changed[0]}
	commit.Evaluations.Changed = []core.Evaluation{in.Evaluations.Changed[0]}
	allocs := testing.AllocsPerRun(100, func() {
		commit.Index++
		commit.Now += 1000
		commit.Allocations.Changed[0].ModifyIndex = commit.Index
		commit.Allocations.Changed[0].HealthIndex = commit.Index
		if err := m.Step(&commit, &out); err != nil || len(out.Effects) != 0 {
			t.Fatal(err, out.Effects)
		}
	})
	require.Zero(t, allocs)
}
