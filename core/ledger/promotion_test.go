package ledger_test

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/stretchr/testify/require"
)

// C2: a group that wants no canaries, or is not being promoted, is passed over;
// the next one is checked all the same.
func TestEveryGroupIsCheckedForPromotion(t *testing.T) {
	canaries := func(name string, n int32) core.Group {
		return core.Group{Name: name, DesiredTotal: 2, DesiredCanaries: n}
	}
	d := deployment()
	d.Groups = []core.Group{canaries("api", 0), canaries("db", 1), canaries("web", 1)}
	rejected(t, ledger.CheckPromotion(&d, nil, true, nil), ledger.FewCanaries, "db")
	rejected(t, ledger.CheckPromotion(&d, nil, false, []string{"web"}), ledger.FewCanaries, "web")
	d.Groups[1].DesiredCanaries = 0
	rejected(t, ledger.CheckPromotion(&d, nil, true, nil), ledger.FewCanaries, "web")
}

// S3: a promotion starts a running deadline anew, however short it is, and gives
// none to a group that has none.
func TestPromotionAndDeadlines(t *testing.T) {
	for _, c := range []struct{ deadline, by, want int64 }{
		{0, 0, 0}, {0, 105 * second, 105 * second}, {1, 0, 0}, {1, 105 * second, 200*second + 1}, {10 * second, 105 * second, 210 * second},
	} {
		d := deployment()
		d.Groups[0].DesiredCanaries, d.Groups[0].ProgressDeadline, d.Groups[0].RequireProgressBy = 0, c.deadline, c.by
		d, _, err := ledger.ApplyPromotion(d, nil, true, nil, 200*second, 7)
		require.NoError(t, err)
		require.Equal(t, c.want, web(d).RequireProgressBy)
	}
}

// S3: the deployment is said to be running when no group wants a promotion any
// more; one without canaries never does.
func TestLastPromotionChangesTheDescription(t *testing.T) {
	canary := alloc("c")
	canary.Canary, canary.Health = true, core.Healthy
	d := deployment()
	d.Groups[0].PlacedCanaries = []string{"c"}
	d, _, err := ledger.ApplyPromotion(d, []core.Allocation{canary}, false, []string{"web"}, 200*second, 7)
	require.NoError(t, err)
	require.False(t, d.Groups[1].Promoted)
	require.Equal(t, core.TextRunning, d.Description)
}
