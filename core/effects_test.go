package core_test

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// Past MaxOutstanding each new effect withdraws the oldest one, and no other:
// the host is told which, why, and still waits for the rest.
func TestOldestEffectIsWithdrawn(t *testing.T) {
	m := reopened(t, func(in *core.Input) { in.Command, in.Deployment.Groups[0].PlacedCanaries = nil, nil })
	var out core.Output
	var s core.Status
	for n := range uint64(core.MaxOutstanding + 3) {
		n++
		in := core.Input{Now: 100_000_000_000, Command: &core.Command{ID: n, Kind: core.CommandPause}}
		require.NoError(t, m.Step(&in, &out))
		m.Status(&s)
		require.Equal(t, n, s.Outstanding[len(s.Outstanding)-1].N)
		if n <= core.MaxOutstanding {
			require.Empty(t, out.Withdrawn)
			require.Len(t, s.Outstanding, int(n))
			continue
		}
		oldest := n - core.MaxOutstanding
		require.Equal(t, []core.Key{{Deployment: "d", Epoch: 3, N: oldest}}, out.Withdrawn)
		require.Equal(t, core.Reason{Code: core.ReasonTooMany, Effect: oldest}, out.Reasons[0])
		require.Len(t, s.Outstanding, core.MaxOutstanding)
		require.Equal(t, oldest+1, s.Outstanding[0].N)
	}
}

// reopened opens a machine with a changed input, which may decide nothing.
func reopened(t *testing.T, change func(in *core.Input)) *core.Machine {
	m, err := core.New(core.Config{Level: core.LevelNomad104, Reasons: true})
	require.NoError(t, err)
	in := full()
	in.Job.Multiregion = false
	in.Allocations = core.AllocationChanges{Whole: true}
	change(&in)
	var out core.Output
	require.NoError(t, m.Step(&in, &out))
	require.Empty(t, out.Effects)
	return m
}

// R2: a rollback is withdrawn by a version that is newer than all that were known
// when it was decided, and by no other; nothing else is withdrawn with it.
func TestRollbackIsWithdrawnByANewerVersionOnly(t *testing.T) {
	version := func(n uint64, stable bool) core.JobVersion {
		return core.JobVersion{Version: n, Stable: stable, SpecDigest: "of another version"}
	}
	for _, c := range []struct {
		name          string
		before, after []core.JobVersion
		withdrawn     bool
	}{
		{"the same only one", []core.JobVersion{version(3, true)}, []core.JobVersion{version(3, true)}, false},
		{"the same newest one", []core.JobVersion{version(4, false), version(3, true)}, []core.JobVersion{version(3, true), version(4, false)}, false},
		{"a newer one", []core.JobVersion{version(3, true)}, []core.JobVersion{version(4, false), version(3, true)}, true},
		{"an older one only", []core.JobVersion{version(3, true)}, []core.JobVersion{version(2, true)}, false},
		{"none is kept any more", []core.JobVersion{version(3, true)}, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := reopened(t, func(in *core.Input) { in.Command, in.Versions = nil, c.before })
			var out core.Output
			in := core.Input{Now: 100_000_000_000, Command: &core.Command{ID: 1, Kind: core.CommandPause}}
			require.NoError(t, m.Step(&in, &out))
			in = core.Input{Now: 100_000_000_000, Command: &core.Command{ID: 2, Kind: core.CommandFail}}
			require.NoError(t, m.Step(&in, &out))
			require.True(t, out.Effects[0].Rollback)
			require.Equal(t, uint64(3), out.Reply.RevertedVersion)
			in = core.Input{Now: 100_000_000_000, Index: 11, VersionsRead: true, Versions: c.after}
			require.NoError(t, m.Step(&in, &out))
			if c.withdrawn {
				require.Equal(t, []core.Key{{Deployment: "d", Epoch: 3, N: 2}}, out.Withdrawn)
			} else {
				require.Empty(t, out.Withdrawn)
			}
		})
	}
}

// L1, S6: when the deployment has ended nothing has to be sent any more but what
// a closed window asked for, which the store takes from any deployment.
func TestOnlyReschedulesOutliveTheDeployment(t *testing.T) {
	m := reopened(t, func(in *core.Input) {
		in.Command, in.Evaluations = nil, core.EvaluationChanges{}
		in.Deployment.Groups[0].PlacedCanaries = nil
		in.Allocations.Changed = full().Allocations.Changed[:1]
	})
	var out core.Output
	now := int64(100_000_000_000)
	step := func(in core.Input) {
		in.Now = now
		require.NoError(t, m.Step(&in, &out))
	}
	key := func(n uint64) core.Key { return core.Key{Deployment: "d", Epoch: 3, N: n} }
	outstanding := func() []core.Key {
		var s core.Status
		m.Status(&s)
		return s.Outstanding
	}
	step(core.Input{Command: &core.Command{ID: 1, Kind: core.CommandPause}})
	now += core.BatchWindow
	step(core.Input{})
	require.Equal(t, core.EffectReschedule, out.Effects[0].Kind)
	step(core.Input{Command: &core.Command{ID: 2, Kind: core.CommandResume}})
	require.Equal(t, []core.Key{key(1), key(2), key(3)}, outstanding())

	ended := full().Deployment
	ended.Status = core.DeploymentCancelled
	step(core.Input{Index: 11, Deployment: ended})
	require.True(t, out.Done)
	require.Equal(t, []core.Key{key(1), key(3)}, out.Withdrawn)
	require.Equal(t, []core.Key{key(2)}, outstanding())
	step(core.Input{Results: []core.Result{{Key: key(2), Outcome: core.Unknown}}})
	require.Equal(t, []core.Key{key(2)}, outstanding())
	step(core.Input{Results: []core.Result{{Key: key(2), Outcome: core.Applied, Index: 12}}})
	require.Empty(t, outstanding())
}
