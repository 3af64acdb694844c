package faults

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// found are faults of different kinds, and what finds them without being told
// where to look: the random scenarios of the oracle, and the explorer's
// invariants. One of both is enough; an empty list of invariants means that the
// fault leads to nothing that is wrong in kind.
var found = []struct {
	fault      string
	oracle     bool
	invariants string
}{
	{"A4.2", true, ""},
	{"A5.4", true, ""},
	{"A7.5", true, ""},
	{"P2.1", true, "promotes-healthy"},
	{"P2.3", false, "promotes-healthy"},
	{"P3.2", true, "promotes-healthy"},
	{"P4.3", true, ""},
	{"B1.1", true, ""},
	{"B2.1", true, ""},
	{"B3.2", false, "election-changes-nothing silent-after-done time-ends"},
	{"D1.1", true, ""},
	{"D2.1", true, ""},
	{"D4.1", true, ""},
	{"F1.2", true, ""},
	{"R1.1", true, ""},
	{"R2.1", true, ""},
	{"C1.1", true, ""},
	{"C3.1", true, ""},
	{"live-canaries.1", false, "promotes-healthy"},
	{"send-once.2", false, "silent-after-ended"},
	{"G2.2", false, "promotes-healthy"},
	{"G3.2", false, "keeps-the-order"},
	{"G4.1", false, "tolerates-no-more"},
	{"G6.1", false, "own-deadline"},
	{"G8.1", false, "rolls-back-to-tag"},
	{"G9.1", false, "heeds-gates"},
	{"G9.5", false, "gate-fails"},
	{"G10.16", false, "frozen"},
}

// TestFaultsAreFound seeds faults in the core and lets the oracle compare random
// scenarios and the explorer walk its worlds.
func TestFaultsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds two test programs and runs them for each fault")
	}
	know(t, "core", "host", "fuzz/faults", "fuzz/oracle", "fuzz/explore")
	dir := t.TempDir()
	files := weaveAll(t)
	files["core/seeded.go"] = "package core\n\n// " + Switch + " is the fault in force.\nvar " + Switch + " int\n"
	files["fuzz/oracle/seeded_test.go"] = stub("oracle", "", "")
	files["fuzz/explore/seeded_test.go"] = stub("explore_test", "", "")
	programs := compile(t, dir, writeOverlay(t, dir, files), []program{
		{dir: "fuzz/oracle", tests: "^TestOracle$"}, {dir: "fuzz/explore", tests: "^TestWorlds$"},
	})
	names := Names()
	for _, f := range found {
		n := slices.Index(names, f.fault) + 1
		require.NotZero(t, n, f.fault)
		t.Run(f.fault, func(t *testing.T) {
			t.Log(All()[n-1].What)
			assert.Equal(t, f.oracle, strings.Contains(look(t, programs[0], n), "a script for testdata"), "the oracle")
			var invariants []string
			for _, m := range violation.FindAllStringSubmatch(look(t, programs[1], n), -1) {
				if !slices.Contains(invariants, m[1]) {
					invariants = append(invariants, m[1])
				}
			}
			slices.Sort(invariants)
			assert.Equal(t, f.invariants, strings.Join(invariants, " "), "the explorer")
		})
	}
}

var violation = regexp.MustCompile(`explore_test\.go:\d+: [^:\n]+: ([a-z-]+): `)

// look runs a program with a fault and returns what it prints.
func look(t *testing.T, p program, fault int) string {
	cmd := exec.Command(p.file, "-test.run", p.tests, "-test.short", "-test.timeout", "120s")
	cmd.Dir = filepath.Join(root, p.dir)
	cmd.Env = append(os.Environ(), variable+"="+strconv.Itoa(fault), "ORACLE_N=400", "ORACLE_BAD=1")
	out, _ := cmd.CombinedOutput() // a failure is what is looked for
	return string(out)
}
