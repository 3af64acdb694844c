package oracle

import "strings"

// Finding is a set of differences that are known and not mended yet. Each is
// shown by the scripts in testdata/findings. They are counted, never equal.
type Finding uint8

// The findings.
const (
	// PromotionWait (A7, B1): Nomad's watch loop waits for the answer to an
	// automatic promotion before it opens a window; ours opens it at once. It
	// goes away when that answer takes no time.
	PromotionWait Finding = 1 << iota

	// InOrder (host): ours sends an effect of a deployment when the one before it
	// is answered; Nomad's watch loop does not wait for a user's. It goes away
	// when a user's writes take no time.
	InOrder

	// Unheard (A0, P3, host): a deployment that has lost all its allocations is
	// not told of writes to others', so ours does not ask again for the promotion
	// of canaries that are gone. Nomad does, and it is always refused.
	Unheard

	findings
)

// All is every finding.
const All = findings - 1

// String lists the findings.
func (f Finding) String() string {
	var all []string
	for i, name := range []string{"promotion-wait", "in-order", "unheard"} {
		if f&(1<<i) != 0 {
			all = append(all, name)
		}
	}
	return strings.Join(all, "+")
}
