package core_test

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// The reasons of an effect are its own and not its neighbour's, and a failure by
// the rules has what failed, which names no effect.
func TestReasonsOf(t *testing.T) {
	failed := core.Effect{Key: core.Key{N: 1}, Kind: core.EffectStatus}
	asked := core.Effect{Key: core.Key{N: 2}, Kind: core.EffectStatus, Command: 7}
	promoted := core.Effect{Key: core.Key{N: 3}, Kind: core.EffectPromote}
	short := core.Reason{Code: core.ReasonShort, Group: "web"}
	rollback := core.Reason{Code: core.ReasonRollback, Effect: 1}
	command := core.Reason{Code: core.ReasonCommand, Effect: 2}
	promote := core.Reason{Code: core.ReasonPromote, Effect: 3}
	out := core.Output{Reasons: []core.Reason{short, rollback, {Code: core.ReasonWindowOpens}, command, promote}}
	require.Equal(t, []core.Reason{short, rollback}, out.ReasonsOf(&failed))
	for _, code := range []core.ReasonCode{core.ReasonUnhealthy, core.ReasonExhausted, core.ReasonRegionFailed,
		core.ReasonFailures, core.ReasonApproval, core.ReasonDuration, core.ReasonGateFailed} {
		out := core.Output{Reasons: []core.Reason{{Code: code}, {Code: core.ReasonEnded}}}
		require.Equal(t, []core.Reason{{Code: code}}, out.ReasonsOf(&failed), code.Rule())
		require.Empty(t, out.ReasonsOf(&asked))
	}
	require.Equal(t, []core.Reason{command}, out.ReasonsOf(&asked))
	require.Equal(t, []core.Reason{promote}, out.ReasonsOf(&promoted))
}
