package faults

import (
	"fmt"
	"slices"
	"strings"
)

// Caught is what notices a fault, each list sorted.
type Caught struct {
	// Recordings are the bundled recordings that no longer agree; Scripts the
	// files of core/testdata/scripts that fail; Tests other tests, with their
	// package.
	Recordings, Scripts, Tests []string
}

// Table is the text of TABLE.md for what caught the faults of All, in their
// order.
func Table(caught []Caught) string {
	all, names := All(), Names()
	var b strings.Builder
	b.WriteString("# What depends on which rule\n\n" +
		"Written by `go test ./fuzz/faults -rewrite`; the package's documentation says how.\n\n" +
		"A recording or a script is named in a rule's row if at least one of the faults that are\n" +
		"seeded in that rule makes it fail; for the store's rules (S) a recording fails if the ledger\n" +
		"no longer keeps its books. Whoever changes a rule finds here what will notice.\n\n" +
		"| rule | faults | recordings that disagree | scripts that fail | other tests that fail |\n|---|---|---|---|---|\n")
	for _, rule := range Rules() {
		var sum Caught
		n := 0
		for i := range all {
			if all[i].Rule == rule {
				n++
				sum.Recordings = union(sum.Recordings, caught[i].Recordings)
				sum.Scripts = union(sum.Scripts, caught[i].Scripts)
				sum.Tests = union(sum.Tests, caught[i].Tests)
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s |\n", rule, n, list(sum.Recordings), list(sum.Scripts), list(sum.Tests))
	}
	b.WriteString("\n# The faults\n\n| fault | what goes wrong | file | caught by |\n|---|---|---|---|\n")
	for i := range all {
		c := &caught[i]
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", names[i], all[i].What, all[i].File,
			list(slices.Concat(c.Recordings, c.Scripts, c.Tests)))
	}
	return b.String()
}

func union(a, b []string) []string {
	a = slices.Concat(a, b)
	slices.Sort(a)
	return slices.Compact(a)
}

func list(names []string) string {
	if len(names) == 0 {
		return "–"
	}
	return strings.Join(names, ", ")
}
