package ledger_test

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/stretchr/testify/require"
)

// S1: health that is first written by the scheduler counts as a client's does,
// and its index is that of the write.
func TestFirstHealthInAPlan(t *testing.T) {
	before := alloc("a")
	for health, want := range map[core.Health][2]int32{core.Healthy: {1, 0}, core.Unhealthy: {0, 1}} {
		after := before
		after.Health, after.HealthTime = health, 120*second
		d, a := ledger.Rules(0).ApplyPlan(deployment(), &before, after, 7)
		require.Equal(t, uint64(7), a.HealthIndex)
		require.Equal(t, want, [2]int32{web(d).HealthyAllocs, web(d).UnhealthyAllocs})
		require.Zero(t, web(d).PlacedAllocs)
	}
}
