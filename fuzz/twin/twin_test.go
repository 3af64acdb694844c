package twin_test

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/twin"
	"github.com/coxswain/coxswain/fuzz/walk"
	"github.com/stretchr/testify/require"
)

// walkBoth takes a random walk with a machine and a twin, which must agree on
// everything, and with machines that are told and kept in other ways.
func walkBoth(t *testing.T, seed uint64, steps int) (effects int) {
	w := walk.New(seed)
	m, err := core.New(core.Config{Level: core.LevelNomad104})
	require.NoError(t, err)
	whole, err := core.New(core.Config{Level: core.LevelNomad104})
	require.NoError(t, err)
	tw := twin.New()

	in := w.Opening()
	var out, outWhole core.Output
	for i := range steps {
		require.NoError(t, m.Step(&in, &out), "seed %d step %d", seed, i)
		want := tw.Step(&in)
		require.Equal(t, want, twin.Of(&out), "seed %d step %d", seed, i)
		effects += len(out.Effects)

		// Told everything instead of what changed, it decides the same.
		if i == 0 {
			require.NoError(t, whole.Step(&in, &outWhole))
		} else {
			all := in
			if in.Index != 0 && !out.Stale {
				all = w.Snapshot()
				all.Now, all.Index, all.Command, all.Results = in.Now, in.Index, in.Command, in.Results
				all.DeploymentDeleted = in.DeploymentDeleted
				all.Delivered = in.Delivered
				if in.Deployment == nil {
					all.Deployment, all.CanariesAdded = in.Deployment, in.CanariesAdded
				}
				all.Allocations.TableIndex = in.Allocations.TableIndex
			}
			require.NoError(t, whole.Step(&all, &outWhole))
		}
		require.Equal(t, twin.Of(&out), twin.Of(&outWhole), "seed %d step %d: told whole", seed, i)

		// Saved and restored, it goes on the same.
		state, err := m.AppendState(nil)
		require.NoError(t, err)
		stateWhole, err := whole.AppendState(nil)
		require.NoError(t, err)
		require.Equal(t, state, stateWhole, "seed %d step %d: states", seed, i)
		m, err = core.Restore(state)
		require.NoError(t, err)
		again, err := m.AppendState(nil)
		require.NoError(t, err)
		require.Equal(t, state, again, "seed %d step %d: restored state", seed, i)

		if out.Done && i%3 == 0 {
			return effects
		}
		in = w.Next(&out)
	}
	return effects
}

func TestWalks(t *testing.T) {
	effects := 0
	for seed := range uint64(600) {
		effects += walkBoth(t, seed, 80)
	}
	require.Greater(t, effects, 600, "walks must decide something")
}

func FuzzWalk(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { walkBoth(t, seed, 120) })
}
