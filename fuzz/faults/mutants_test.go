package faults

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	everyMutant = flag.Bool("mutants", false, "try every mutant and not a sample")
	mutantsIn   = flag.String("in", "", "with -mutants, try only those whose names match, such as core/guards.go")
)

// sample is how many mutants the test tries when it does not try all.
const sample = 60

func TestMutants(t *testing.T) {
	src := `package p

func f(a, b int, on bool) int {
	if a < b && !on {
		g(true)
		a += 2
	}
	if on {
		return a
	}
	switch {
	case a == 1:
		a = 3
	}
	return -a
}

const outside = 1 + 1
`
	list, err := Mutants("p.go", src)
	require.NoError(t, err)
	require.Equal(t, []string{
		"p.go f: if a < b && !on { → if a < b || !on {",
		"p.go f: if a < b && !on { → if a <= b && !on {",
		"p.go f: if a < b && !on { → if a >= b && !on {",
		"p.go f: if a < b && !on { → if a < b && on {",
		"p.go f: g(true) → nothing",
		"p.go f: g(true) → g(false)",
		"p.go f: a += 2 → a -= 2",
		"p.go f: a += 2 → nothing",
		"p.go f: a += 2 → a += 2+1",
		"p.go f: if on { → if !on {",
		"p.go f: return a → nothing",
		"p.go f: case a == 1: a = 3 → case a == 1:",
		"p.go f: case a == 1: → case a != 1:",
		"p.go f: case a == 1: → case a == 1+1:",
		"p.go f: a = 3 → nothing",
		"p.go f: a = 3 → a = 3+1",
		"p.go f: return -a → nothing",
		"p.go f: return -a → return a",
	}, MutantNames(list))
	woven, err := WeaveMutants(src, "Switch", map[int]Mutant{3: list[2]})
	require.NoError(t, err)
	require.Contains(t, woven, "func f_fault3(a, b int, on bool) int {\n\tif a >= b && !on {")

	_, err = Mutants("p.go", "pack")
	require.Error(t, err)
	twice := Mutant{File: "p.go", Function: "f", What: "x → y"}
	require.Equal(t, []string{"p.go f: x → y", "p.go f: x → y (2)"}, MutantNames([]Mutant{twice, twice}))
}

func TestSurvivors(t *testing.T) {
	list := Survivors(`# Mutants

What this is.

    not an entry

## p.go

Any is as
right.

    p.go f

    p.go g: a = 1

Another reason.

    p.go g: x → y
`)
	require.Equal(t, []Survivor{{"p.go f", "Any is as right."}, {"p.go g: a = 1", "Any is as right."}, {"p.go g: x → y", "Another reason."}}, list)
	for _, c := range []struct {
		name  string
		entry int // the only one that covers it, or -1
	}{
		{"p.go f: x → y", 0},
		{"p.go fg: x → y", -1},
		{"p.go g: a = 1 → nothing", 1},
		{"p.go g: a = 1 → a = 1+1 (2)", 1},
		{"p.go g: a = 1+1 → a = 1-1", -1},
		{"p.go g: x → y", 2},
		{"p.go g: x → y (2)", 2},
		{"p.go g: x → yy", -1},
	} {
		for i, e := range list {
			require.Equal(t, i == c.entry, e.Covers(c.name), "%s and %s", e.Names, c.name)
		}
	}
}

// TestMutantsAreKilled tries a sample of the mutants of the core and the ledger,
// always the same; with -mutants it tries all, and prints those that survive.
func TestMutantsAreKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds some test programs and runs them for each mutant")
	}
	know(t, "core", "host", "fuzz/faults", "fuzz/twin", "fuzz/walk")
	mutants, programs := buildMutants(t)
	names := MutantNames(mutants)
	require.Empty(t, survivesUnharmed(t, programs), "without a mutant everything must pass")

	step := max(1, len(mutants)/sample)
	if *everyMutant {
		step = 1
	}
	survives := make([]bool, len(mutants))
	var runs sync.WaitGroup
	slots := make(chan struct{}, 2)
	tried := 0
	in, err := regexp.Compile(*mutantsIn)
	require.NoError(t, err)
	for i := range mutants {
		if mutants[i].File == "" || i%step != 0 || !in.MatchString(names[i]) {
			continue
		}
		tried++
		slots <- struct{}{}
		runs.Go(func() {
			survives[i] = !killed(t, programs, i+1, path.Dir(mutants[i].File))
			<-slots
		})
	}
	runs.Wait()

	entries := survivors(t)
	used := make([]bool, len(entries))
	killed, explained, unexplained := tried, 0, 0
	for i, name := range names {
		if !survives[i] {
			continue
		}
		killed--
		if e := slices.IndexFunc(entries, func(e Survivor) bool { return e.Covers(name) }); e >= 0 {
			used[e] = true
			explained++
		} else {
			unexplained++
			t.Logf("survives: %s", name)
		}
	}
	percent := func(n int) float64 { return 100 * float64(n) / float64(tried) }
	t.Logf("%d mutants tried: %d killed (%.1f %%), %d explained (%.1f %%), %d unexplained (%.1f %%)",
		tried, killed, percent(killed), explained, percent(explained), unexplained, percent(unexplained))
	// Which ones the sample holds moves with the sources, so that it wanders by
	// a few in sixty around the share of all.
	want := 75
	if *everyMutant {
		want = 90
		require.Zero(t, unexplained, "kill them, or say in MUTANTS.md why they may survive")
		for i, e := range entries {
			require.True(t, used[i] || *mutantsIn != "", "MUTANTS.md explains what does not survive: %s", e.Names)
		}
	}
	require.GreaterOrEqual(t, 100*killed, want*tried, "too many survive")
}

// survivors are the entries of MUTANTS.md.
func survivors(t *testing.T) []Survivor {
	text, err := os.ReadFile("MUTANTS.md")
	require.NoError(t, err)
	return Survivors(string(text))
}

// TestSurvivorsFit finds entries of MUTANTS.md whose lines are no more, or that
// give no reason, also where the long test does not run.
func TestSurvivorsFit(t *testing.T) {
	all, _ := allMutants(t)
	names := MutantNames(all)
	for _, e := range survivors(t) {
		require.NotEmpty(t, e.Reason, e.Names)
		assert.True(t, slices.ContainsFunc(names, e.Covers), "no mutant is called %s", e.Names)
	}
}

// mutantPrograms are the test programs that may kill a mutant, the quickest
// first.
var mutantPrograms = []program{
	{dir: "core", tests: "^TestScripts$"},
	{dir: "core", tests: "."},
	{dir: "core/ledger", tests: ".", only: "core/ledger"},
	{dir: "host/nomad/replay", tests: "Ledger", only: "core/ledger"},
	{dir: "fuzz/twin", tests: "."},
}

// allMutants makes all mutants, also those that do not compile, and returns the
// sources by file.
func allMutants(t *testing.T) (all []Mutant, sources map[string]string) {
	sources = map[string]string{}
	for _, dir := range []string{"core", "core/ledger"} {
		names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		require.NoError(t, err)
		for _, name := range names {
			base := filepath.Base(name)
			if strings.HasSuffix(base, "_test.go") || strings.HasSuffix(base, "_gen.go") {
				continue
			}
			src, err := os.ReadFile(name)
			require.NoError(t, err)
			file := dir + "/" + base
			sources[file] = string(src)
			list, err := Mutants(file, string(src))
			require.NoError(t, err)
			all = append(all, list...)
		}
	}
	return all, sources
}

// buildMutants makes all mutants and builds the programs with those that
// compile. The others have no File.
func buildMutants(t *testing.T) ([]Mutant, []program) {
	all, sources := allMutants(t)
	dir := t.TempDir()
	for range 10 {
		overlay, woven := writeMutants(t, dir, sources, all)
		bad := doNotCompile(t, overlay, woven)
		if len(bad) == 0 {
			return all, compile(t, dir, overlay, slices.Clone(mutantPrograms))
		}
		for _, n := range bad {
			all[n-1].File = ""
		}
	}
	t.Fatal("mutants that do not compile are found again and again")
	return nil, nil
}

// writeMutants writes the woven sources and returns the overlay's name and the
// sources by file.
func writeMutants(t *testing.T, dir string, sources map[string]string, all []Mutant) (overlay string, woven map[string]string) {
	byFile := map[string]map[int]Mutant{}
	for i, m := range all {
		if byFile[m.File] == nil {
			byFile[m.File] = map[int]Mutant{}
		}
		byFile[m.File][i+1] = m
	}
	woven = map[string]string{}
	for file, src := range sources {
		selector := "core." + Switch
		if path.Dir(file) == "core" {
			selector = Switch
		}
		var err error
		woven[file], err = WeaveMutants(src, selector, byFile[file])
		require.NoError(t, err)
	}
	woven["core/seeded.go"] = "package core\n\n// " + Switch + " is the mutant in force.\nvar " + Switch + " int\n"
	for dir, pkg := range map[string]string{"core": "core_test", "core/ledger": "ledger_test", "host/nomad/replay": "replay_test", "fuzz/twin": "twin_test"} {
		woven[dir+"/seeded_test.go"] = stub(pkg, "", "")
	}
	return writeOverlay(t, dir, woven), woven
}

var (
	errorLine = regexp.MustCompile(`(?m)^(\S+?\.go):(\d+):\d+: .*$`)
	copyLine  = regexp.MustCompile(`^func .*?_fault(\d+)\(`)
)

// doNotCompile returns the mutants whose copies the compiler refuses.
func doNotCompile(t *testing.T, overlay string, woven map[string]string) []int {
	cmd := exec.Command("go", "build", "-gcflags=-e", "-overlay", overlay, "./core", "./core/ledger")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	lines := map[string][]string{}
	for file, src := range woven {
		lines[strings.ReplaceAll(file, "/", "_")] = strings.Split(src, "\n")
		lines[file] = lines[strings.ReplaceAll(file, "/", "_")]
	}
	var bad []int
	for _, m := range errorLine.FindAllStringSubmatch(string(out), -1) {
		file := m[1]
		if lines[file] == nil {
			file = filepath.Base(file)
		}
		require.NotNil(t, lines[file], string(out))
		n, err := strconv.Atoi(m[2])
		require.NoError(t, err)
		found := false
		for n--; n >= 0 && !found; n-- {
			if c := copyLine.FindStringSubmatch(lines[file][n]); c != nil {
				number, err := strconv.Atoi(c[1])
				require.NoError(t, err)
				bad = append(bad, number)
				found = true
			}
		}
		require.True(t, found, m[0])
	}
	require.NotEmpty(t, bad, string(out))
	return bad
}

// survivesUnharmed runs the programs without a mutant and returns what fails.
func survivesUnharmed(t *testing.T, programs []program) string {
	for i := range programs {
		if out, err := runMutant(t, &programs[i], 0); err != nil {
			return out
		}
	}
	return ""
}

// killed reports whether a test notices a mutant.
func killed(t *testing.T, programs []program, n int, dir string) bool {
	for i := range programs {
		if p := &programs[i]; p.only == "" || p.only == dir {
			if _, err := runMutant(t, p, n); err != nil {
				return true
			}
		}
	}
	return false
}

// runMutant runs one program, within limits: a mutant may run or grow for ever.
func runMutant(t *testing.T, p *program, n int) (string, error) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	args := []string{"-c", `ulimit -v 4000000; exec "$0" "$@"`, p.file, "-test.run", p.tests, "-test.failfast", "-test.timeout", "30s"}
	if p.dir == "core" {
		// The same random tests for all, or a survivor would survive only now and then.
		args = append(args, "-rapid.nofailfile", "-rapid.seed=1", "-rapid.shrinktime=1ms")
	}
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = filepath.Join(root, p.dir)
	cmd.Env = append(os.Environ(), variable+"="+strconv.Itoa(n))
	out, err := cmd.CombinedOutput()
	return string(out), err
}
