package plugintest

import (
	"fmt"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/plugin"
	"github.com/coxswain/coxswain/plugin/message"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// large is the opening of a deployment of n allocations, and commit what comes
// after: one of them turns healthy.
func large(n int) core.Input {
	in := opening()
	in.Deployment.Groups[0].DesiredTotal = int32(n)
	in.Deployment.Groups[0].PlacedAllocs = int32(n)
	in.Allocations.Whole = true
	for i := range n {
		in.Allocations.Changed = append(in.Allocations.Changed, allocation(i, 10))
	}
	return in
}

func allocation(i int, index uint64) core.Allocation {
	return core.Allocation{ID: fmt.Sprintf("5a8f1c2e-0000-4000-8000-%012d", i), Group: "web",
		Desired: core.DesiredRun, Client: core.ClientRunning, ModifyIndex: index}
}

func commit(i int, index uint64) core.Input {
	a := allocation(i, index)
	a.Health, a.HealthTime, a.HealthIndex = core.Healthy, 1_900_000_000, index
	return core.Input{Now: 2_000_000_000, Index: index, Allocations: core.AllocationChanges{Changed: []core.Allocation{a}}}
}

// BenchmarkCall prints what one commit costs in deployments of different sizes,
// through step, which is told the commit, and through decide, which is told the
// whole machine as well.
func BenchmarkCall(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10000} {
		g := newGuest(b)
		g.call(plugin.Open, encode(b, message.Open{Config: config, Input: large(n)}))
		state, _, err := msgp.ReadBytesBytes(g.call(plugin.Save, array(number(1)))[1:], nil)
		require.NoError(b, err)
		d := message.Decide{State: state, Inputs: []core.Input{commit(1, 11)}}
		step := func(index uint64) message.Step {
			return message.Step{Handle: 1, Input: commit(int(index)%n, index)}
		}
		index := uint64(10)
		for _, c := range []struct {
			name, call string
			request    func() []byte
		}{
			{"step", plugin.Step, func() []byte { index++; s := step(index); return array(number(1), packed(b, &s.Input)) }},
			{"step,json", plugin.Step, func() []byte { index++; return encode(b, step(index)) }},
			{"decide", plugin.Decide, func() []byte { return decideRequest(b, d) }},
			{"decide,json", plugin.Decide, func() []byte { return encode(b, d) }},
		} {
			b.Run(fmt.Sprintf("%d/%s", n, c.name), func(b *testing.B) {
				request := c.request()
				b.SetBytes(int64(len(request)))
				for b.Loop() {
					if c.call == plugin.Step {
						b.StopTimer()
						request = c.request()
						b.StartTimer()
					}
					g.call(c.call, request)
				}
			})
		}
	}
}
