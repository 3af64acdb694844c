package oracle

import (
	"slices"
	"strings"
)

// Shrink takes events and words out of a scenario, and time between events, as
// long as it stays wrong.
func Shrink(s Scenario, wrong func(Scenario) bool) Scenario {
	for smaller := true; smaller; {
		smaller = false
		for size := len(s) / 2; size > 0; size /= 2 {
			for i := 0; i+size <= len(s); {
				if less := slices.Delete(slices.Clone(s), i, i+size); wrong(less) {
					s, smaller = less, true
				} else {
					i++
				}
			}
		}
		for i := range s {
			for j := len(s[i].Args) - 1; j > 0; j-- {
				if strings.HasPrefix(s[i].Args[j], "groups=") && s[i].Verb == "register" {
					continue // a job without its groups crashes Nomad's side
				}
				less := slices.Clone(s)
				less[i].Args = slices.Delete(slices.Clone(less[i].Args), j, j+1)
				if wrong(less) {
					s, smaller = less, true
				}
			}
		}
	}
	return s
}
