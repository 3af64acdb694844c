package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// line is the sums in one line: what differed, and how often each rule fired.
// `make oracle` ends with it.
func (c *tally) line() string {
	rules := map[string]int{}
	for reason, n := range c.fired {
		rule, _, _ := strings.Cut(reason, " ")
		rules[rule] += n
	}
	line := fmt.Sprintf("oracle: scenarios=%d different=%d undecided=%d", c.all(), c.count[Different], c.count[Undecided])
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		line += fmt.Sprintf(" %s=%d", rule, rules[rule])
	}
	return line
}
