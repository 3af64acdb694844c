package replay

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// Each policy can be tried alone, with all of its fields.
func TestAlone(t *testing.T) {
	all := core.Policy{
		Bake: 1, Approval: core.Approval{Timeout: 2, Then: core.ApprovalAborts}, Promotion: core.PromoteEach,
		Failures: core.Failures{Limited: true, Number: 3}, Duration: 4, RevertAfter: 5, GiveUpAfter: 6,
		Rollbacks: core.Rollbacks{Max: 7}, RollbackTag: "golden", Gates: []core.Gate{{Name: "metrics"}}, Freezes: true,
	}
	var together core.Policy
	for _, p := range core.Policies() {
		one := alone(&all, p.Rule)
		for _, other := range core.Policies() {
			require.Equal(t, other.Rule == p.Rule, one.On(other.Rule), "%s in %s", other.Rule, p.Rule)
		}
		switch p.Rule { // put together again they are the same
		case "G1":
			together.Bake = one.Bake
		case "G2":
			together.Approval = one.Approval
		case "G3":
			together.Promotion = one.Promotion
		case "G4":
			together.Failures = one.Failures
		case "G5":
			together.Duration = one.Duration
		case "G6":
			together.RevertAfter, together.GiveUpAfter = one.RevertAfter, one.GiveUpAfter
		case "G7":
			together.Rollbacks = one.Rollbacks
		case "G8":
			together.RollbackTag = one.RollbackTag
		case "G9":
			together.Gates = one.Gates
		case "G10":
			together.Freezes = one.Freezes
		}
	}
	require.Equal(t, all, together)
}
