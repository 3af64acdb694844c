package faults

import (
	"encoding/json"
	"errors"
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

	"github.com/stretchr/testify/require"
)

var rewrite = flag.Bool("rewrite", false, "write TABLE.md anew")

// root is the module's.
const root = "../.."

// variable is the environment variable that tells a woven test its fault.
const variable = "COXSWAIN_SEEDED_FAULT"

// TestEveryRuleHasFaults keeps the list whole and in order.
func TestEveryRuleHasFaults(t *testing.T) {
	var rules []string
	for _, f := range All() {
		if len(rules) == 0 || rules[len(rules)-1] != f.Rule {
			rules = append(rules, f.Rule)
		}
		require.NotEqual(t, f.Old, f.New, f.What)
	}
	require.Equal(t, Rules(), rules)
}

// TestFaultsFit weaves every fault, so that one whose text has moved is found
// also where the long test does not run.
func TestFaultsFit(t *testing.T) {
	weaveAll(t)
}

// TestFaultsAreCaught seeds each fault and compares what notices it with
// TABLE.md.
func TestFaultsAreCaught(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds four test programs and runs them once for each fault")
	}
	know(t, "core", "host", "fuzz/faults")
	programs := build(t)
	require.Empty(t, run(t, programs, 0, ""), "without a fault everything must pass")

	all, names := All(), Names()
	caught := make([]Caught, len(all))
	var runs sync.WaitGroup
	slots := make(chan struct{}, 2)
	for i := range all {
		slots <- struct{}{}
		runs.Go(func() {
			caught[i] = sortOut(run(t, programs, i+1, path.Dir(all[i].File)))
			<-slots
		})
	}
	runs.Wait()
	require.Empty(t, run(t, programs, 0, ""), "somebody changed a script or a recording in the meantime")

	pinned := map[string]bool{}
	for i := range all {
		c := &caught[i]
		if len(c.Recordings)+len(c.Scripts)+len(c.Tests) == 0 {
			t.Errorf("nothing catches %s: %s", names[i], all[i].What)
		}
		pinned[all[i].Rule] = pinned[all[i].Rule] || len(c.Recordings)+len(c.Scripts) != 0 || path.Dir(all[i].File) != "core"
	}
	for _, rule := range Rules() {
		if !pinned[rule] {
			t.Errorf("no recording and no script depends on %s", rule)
		}
	}
	table := Table(caught)
	if *rewrite {
		require.NoError(t, os.WriteFile("TABLE.md", []byte(table), 0o644))
	}
	committed, err := os.ReadFile("TABLE.md")
	require.NoError(t, err)
	require.Equal(t, string(committed), table, "TABLE.md is out of date: run with -rewrite and read what changed")
}

// know opens everything that the woven programs are made of and read, so that
// the go command does not take an older result of this test for a new one.
func know(t *testing.T, dirs ...string) {
	for _, dir := range dirs {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, dir), func(name string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			return f.Close()
		}))
	}
}

// weaveAll returns the woven sources by file.
func weaveAll(t *testing.T) map[string]string {
	byFile := map[string]map[int]Fault{}
	for i, f := range All() {
		if byFile[f.File] == nil {
			byFile[f.File] = map[int]Fault{}
		}
		byFile[f.File][i+1] = f
	}
	woven := map[string]string{}
	for file, faults := range byFile {
		src, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		selector := "core." + Switch
		if path.Dir(file) == "core" {
			selector = Switch
		}
		woven[file], err = Weave(string(src), selector, faults)
		require.NoError(t, err)
	}
	return woven
}

// stub is a test file that tells the woven core its fault, and for package core
// also replays the recordings.
func stub(pkg, imports, tests string) string {
	return "package " + pkg + "\n\nimport (\n\t\"os\"\n\t\"strconv\"\n" + imports + "\n\t\"github.com/coxswain/coxswain/core\"\n)\n\n" +
		"func init() { core." + Switch + ", _ = strconv.Atoi(os.Getenv(\"" + variable + "\")) }\n" + tests
}

const replayTest = `
func TestFaultRecordings(t *testing.T) {
	files, err := filepath.Glob("../host/nomad/testdata/recordings/*.ndjson")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no recordings", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".ndjson"), func(t *testing.T) {
			if err := faults.Replay(f); err != nil {
				t.Fatal(err)
			}
		})
	}
}
`

// program is a woven test program.
type program struct {
	file, dir string
	tests     string // which tests to run
	only      string // it is for faults in this folder only
}

// build builds the woven test programs.
func build(t *testing.T) []program {
	dir := t.TempDir()
	files := weaveAll(t)
	files["core/seeded.go"] = "package core\n\n// " + Switch + " is the fault in force.\nvar " + Switch + " int\n"
	files["core/seeded_test.go"] = stub("core_test", "\t\"path/filepath\"\n\t\"strings\"\n\t\"testing\"\n\n\t\"github.com/coxswain/coxswain/fuzz/faults\"", replayTest)
	files["core/ledger/seeded_test.go"] = stub("ledger_test", "", "")
	files["host/nomad/replay/seeded_test.go"] = stub("replay_test", "", "")
	files["host/simulate/seeded_test.go"] = stub("simulate", "", "")

	file := writeOverlay(t, dir, files)
	programs := []program{
		{dir: "core", tests: "^(TestScripts|TestEvaluationIDs|TestFaultRecordings)$"},
		{dir: "core/ledger", tests: ".", only: "core/ledger"},
		{dir: "host/nomad/replay", tests: "Ledger", only: "core/ledger"},
		{dir: "host/simulate", tests: "^TestPromotionText$", only: "host/simulate"},
	}
	return compile(t, dir, file, programs)
}

// writeOverlay writes source files, named from the root of the module, and
// returns the name of the file that tells the go command of them.
func writeOverlay(t *testing.T, dir string, files map[string]string) (file string) {
	var overlay struct{ Replace map[string]string }
	overlay.Replace = map[string]string{}
	for name, src := range files {
		from, err := filepath.Abs(filepath.Join(root, name))
		require.NoError(t, err)
		to := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		require.NoError(t, os.WriteFile(to, []byte(src), 0o644))
		overlay.Replace[from] = to
	}
	text, err := json.Marshal(overlay)
	require.NoError(t, err)
	file = filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(file, text, 0o644))
	return file
}

// compile compiles test programs into dir.
func compile(t *testing.T, dir, overlay string, programs []program) []program {
	for i := range programs {
		p := &programs[i]
		p.file = filepath.Join(dir, "program"+strconv.Itoa(i))
		cmd := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", p.file, ".")
		cmd.Dir = filepath.Join(root, p.dir) // which may be a module of its own
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	return programs
}

var failLine = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// run runs the programs with a fault that is in a folder, or all without one, and
// returns the tests that fail, each with its package's folder in front.
func run(t *testing.T, programs []program, fault int, folder string) []string {
	var failed []string
	for _, p := range programs {
		if p.only != "" && folder != "" && p.only != folder {
			continue
		}
		cmd := exec.Command(p.file, "-test.run", p.tests, "-test.timeout", "60s")
		cmd.Dir = filepath.Join(root, p.dir)
		cmd.Env = append(os.Environ(), variable+"="+strconv.Itoa(fault))
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Errorf("fault %d: %v", fault, err)
		}
		before := len(failed)
		for _, m := range failLine.FindAllSubmatch(out, -1) {
			failed = append(failed, p.dir+" "+string(m[1]))
		}
		if err != nil && (len(failed) == before || strings.Contains(string(out), "\npanic: ")) {
			t.Errorf("fault %d crashes the tests of %s instead of failing them:\n%s", fault, p.dir, out)
		}
	}
	return failed
}

// sortOut tells recordings, scripts and other tests apart.
func sortOut(failed []string) Caught {
	var c Caught
	add := func(list *[]string, name string) {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	for _, f := range failed {
		dir, test, _ := strings.Cut(f, " ")
		name, sub, _ := strings.Cut(test, "/")
		sub, _, _ = strings.Cut(sub, "/")
		switch {
		case name == "TestScripts" && sub != "":
			add(&c.Scripts, sub)
		case sub != "" && (name == "TestFaultRecordings" || dir == "host/nomad/replay"):
			add(&c.Recordings, sub)
		case name != "TestScripts" && name != "TestFaultRecordings":
			add(&c.Tests, dir+" "+name)
		}
	}
	slices.Sort(c.Recordings)
	slices.Sort(c.Scripts)
	slices.Sort(c.Tests)
	return c
}
