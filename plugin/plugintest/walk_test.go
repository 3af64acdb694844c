package plugintest

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/walk"
	"github.com/coxswain/coxswain/plugin"
	"github.com/coxswain/coxswain/plugin/message"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// TestWalks takes random walks, with policies in half of them, in a native machine,
// in one that is told in MessagePack and in one that is told in JSON. In the end
// decide is told all of it at once. Outputs, statuses and states are the same.
func TestWalks(t *testing.T) {
	g := newGuest(t)
	seeds := uint64(40)
	if testing.Short() {
		seeds = 6
	}
	seen := map[string]bool{}
	levels := core.Levels()
	for seed := range seeds {
		w := walk.New(seed)
		if seed%2 == 1 {
			w = walk.Guarded(seed)
		}
		cfg := core.Config{Level: levels[seed/2%uint64(len(levels))].Name, Reasons: seed%4 < 2, Policy: w.Policy()}
		for _, rule := range cfg.Policy.Rules() {
			seen[rule] = true
		}
		m, err := core.New(cfg)
		require.NoError(t, err)
		d := message.Decide{Config: &cfg}
		var outputs [][]byte
		var out core.Output
		in := w.Opening()
		first, second := uint32(2*seed+1), uint32(2*seed+2)
		for i := range 40 {
			if i > 0 {
				in = w.Next(&out)
			}
			require.NoError(t, m.Step(&in, &out), "seed %d step %d", seed, i)
			inBytes, outBytes := packed(t, &in), packed(t, &out)
			if i == 0 {
				require.Equal(t, array(number(first), outBytes), g.call(plugin.Open, array(packed(t, &cfg), inBytes)))
				sameJSON(t, "Open", "Opened", g, plugin.Open, message.Open{Config: cfg, Input: in}, message.Opened{Handle: second, Output: out})
			} else {
				require.Equal(t, outBytes, g.call(plugin.Step, array(number(first), inBytes)), "seed %d step %d", seed, i)
				sameJSON(t, "Step", "Output", g, plugin.Step, message.Step{Handle: second, Input: in}, out)
			}
			var s core.Status
			m.Status(&s)
			sameJSON(t, "Handle", "Status", g, plugin.Status, message.Handle{Handle: second}, s)
			var own core.Input // the walk may use its lists again
			require.NoError(t, core.DecodeInput(inBytes, &own))
			d.Inputs, outputs = append(d.Inputs, own), append(outputs, outBytes)
		}
		state, err := m.AppendState(nil)
		require.NoError(t, err)
		all, end := decided(t, g.call(plugin.Decide, decideRequest(t, d)))
		require.Equal(t, outputs, all)
		require.Equal(t, state, end)
		for _, h := range []uint32{first, second} {
			saved, _, err := msgp.ReadBytesBytes(g.call(plugin.Save, array(number(h)))[1:], nil)
			require.NoError(t, err)
			require.Equal(t, state, saved)
			g.call(plugin.Close, array(number(h)))
		}
	}
	require.True(t, testing.Short() || len(seen) == len(core.Policies()), "policies that were on: %v", seen)
}
