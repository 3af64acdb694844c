package memory_test

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/memory"
)

// Several writers and readers at once: every reader sees every commit, in order,
// and what it reads at an index hangs together.
func TestConcurrentUse(t *testing.T) {
	const writers, writes, readers = 4, 25, 3
	synctest.Test(t, func(t *testing.T) {
		s := memory.New(memory.Options{})
		wrote(t, 2)(s.RegisterJob(job("v0")))
		wrote(t, 3)(s.Plan(memory.Plan{Deployment: deployment("d", 0)}))
		const end = 3 + 2*writers*writes

		var all sync.WaitGroup
		for r := range readers {
			all.Go(func() {
				after := uint64(3)
				placed, canaries := int32(0), 0
				for after < end {
					list, err := s.Changes(t.Context(), after)
					if err != nil {
						t.Error(err)
						return
					}
					for _, c := range list {
						after++
						for _, d := range c.Deployments {
							placed = d.Groups[0].PlacedAllocs
							canaries += len(d.Groups[0].PlacedCanaries)
						}
						if c.Index != after || int(placed) != canaries {
							t.Errorf("reader %d: commit %d after %d; %d placed, %d canaries", r, c.Index, after-1, placed, canaries)
							return
						}
					}
					in := &core.Input{}
					if err := s.Snapshot(t.Context(), "d", in); err != nil || in.Index < after ||
						len(in.Allocations.Changed) != int(in.Deployment.Groups[0].PlacedAllocs) {
						t.Errorf("reader %d: %v; %d allocations at %d", r, err, len(in.Allocations.Changed), in.Index)
						return
					}
				}
			})
		}
		for n := range writers {
			all.Go(func() {
				for i := range writes {
					if _, err := s.Plan(memory.Plan{Allocations: []memory.Allocation{canary(fmt.Sprint(n, "-", i), "d")}}); err != nil {
						t.Error(err)
						return
					}
					time.Sleep(time.Millisecond)
					a := s.Status(t.Context(), effect(uint64(n*writes+i), core.EffectStatus, func(e *core.Effect) {
						e.Status, e.Evaluation = core.DeploymentRunning, nil
					}))
					if a.Outcome != core.Applied {
						t.Error(a.Err)
						return
					}
				}
			})
		}
		all.Wait()
		require.Equal(t, uint64(end), s.Index())
		require.Equal(t, int32(writers*writes), web(s, "d").PlacedAllocs)
	})
}

// One effect that several goroutines send at once is written once.
func TestConcurrentSameKey(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			a := s.Status(ctx, effect(1, core.EffectStatus, func(e *core.Effect) { e.Status = core.DeploymentPaused }))
			if a.Index != 4 {
				t.Errorf("answer %+v", a)
			}
		})
	}
	all.Wait()
	require.Equal(t, uint64(4), s.Index())
}
