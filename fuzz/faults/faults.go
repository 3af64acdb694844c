package faults

import (
	"slices"
	"strconv"

	"github.com/coxswain/coxswain/core"
)

// Fault is one mistake that somebody could make.
type Fault struct {
	// Rule is the rule that it breaks, such as "A4", or the name of a switch.
	Rule string
	// What says in a few words what goes wrong.
	What string
	// File is the source file, from the root of the module. Old is there exactly
	// once, inside one function; New takes its place.
	File, Old, New string
}

// All lists every fault, in the order of the rules. Its position, from 1, is a
// fault's number.
func All() []Fault {
	return slices.Concat(healthFaults[:], promotionFaults[:], batchingFaults[:], deadlineFaults[:], failingFaults[:],
		rollbackFaults[:], commandFaults[:], lifeFaults[:], storeFaults[:], levelFaults[:], policyFaults[:])
}

// Names are the faults' names in the order of All: the rule, and how many of
// it there are so far, as in "A4.2".
func Names() []string {
	all := All()
	names, seen := make([]string, len(all)), map[string]int{}
	for i := range all {
		seen[all[i].Rule]++
		names[i] = all[i].Rule + "." + strconv.Itoa(seen[all[i].Rule])
	}
	return names
}

// Rules are the rules that must have faults: families and how many rules each
// has, family A from 0 on; then the switches of the levels, and the policies.
func Rules() []string {
	var rules []string
	for _, f := range [...]struct {
		family      string
		first, last int
	}{{"A", 0, 7}, {"P", 1, 4}, {"B", 1, 3}, {"D", 1, 8}, {"F", 1, 3}, {"R", 1, 2}, {"C", 1, 5}, {"L", 1, 3}, {"S", 1, 6}} {
		for n := f.first; n <= f.last; n++ {
			rules = append(rules, f.family+strconv.Itoa(n))
		}
	}
	for _, s := range core.AllSwitches() {
		rules = append(rules, s.Name)
	}
	for _, p := range core.Policies() {
		rules = append(rules, p.Rule)
	}
	return rules
}
