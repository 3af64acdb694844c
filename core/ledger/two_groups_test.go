package ledger_test

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
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
