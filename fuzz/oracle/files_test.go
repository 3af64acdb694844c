package oracle

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// each runs a test for every file of a folder of testdata.
func each(t *testing.T, folder string, f func(t *testing.T, f *File)) {
	t.Helper()
	files, err := Files("testdata/" + folder)
	require.NoError(t, err)
	for i := range files {
		t.Run(files[i].Name(), func(t *testing.T) { f(t, &files[i]) })
	}
}

// pinned compares a trace with the one in the file, or puts it there when
// ORACLE_UPDATE is set.
func pinned(t *testing.T, f *File, trace string) {
	t.Helper()
	if os.Getenv("ORACLE_UPDATE") != "" {
		require.NoError(t, f.write(trace))
		return
	}
	assert.Equal(t, f.Want, trace)
}

// TestBehaviours: the 24 behaviours that Nomad's own tests of its watcher pin
// down, as scenarios.
func TestBehaviours(t *testing.T) {
	files, err := Files("testdata/behaviours")
	require.NoError(t, err)
	require.Len(t, files, 24)
	each(t, "behaviours", func(t *testing.T, f *File) {
		r := Compare(t, f.Scenario, Exact)
		require.NotEqual(t, Different, r.Verdict, "%s", r)
		if r.Verdict != Equal {
			t.Log(r.Verdict)
		}
		pinned(t, f, r.Ours.String())
	})
}

// TestRegressions: differences that were found and mended.
func TestRegressions(t *testing.T) {
	each(t, "regressions", func(t *testing.T, f *File) {
		r := Compare(t, f.Scenario, Exact)
		require.Equal(t, Equal, r.Verdict, "%s", r)
		pinned(t, f, r.Nomad.String())
	})
}

// TestUndecided proves that Nomad disagrees with itself on the scenarios that
// DIVERGENCE.md lists, and that ours does what Nomad does some of the time.
func TestUndecided(t *testing.T) {
	each(t, "undecided", func(t *testing.T, f *File) {
		answers := map[string]int{}
		ours := Ours(t, f.Scenario, Exact).String()
		for n := 0; n < 3000 && (len(answers) < 2 || answers[ours] == 0); n++ {
			answers[nomad(t, f.Scenario, n%2 == 1).String()]++
		}
		require.GreaterOrEqual(t, len(answers), 2, "%v", answers)
		require.NotZero(t, answers[ours], "ours\n%s\n%v", ours, answers)
		for range 20 {
			require.Equal(t, ours, Ours(t, f.Scenario, Exact).String(), "ours is always the same")
		}
	})
}

// TestLeaks proves that Nomad leaves goroutines behind, and that nothing else is
// different.
func TestLeaks(t *testing.T) {
	each(t, "leaks", func(t *testing.T, f *File) {
		r := Compare(t, f.Scenario, Exact)
		require.Equal(t, Equal, r.Verdict, "%s", r)
		assert.True(t, r.Nomad.Leaked)
		assert.False(t, r.Ours.Leaked)
		pinned(t, f, r.Nomad.String())
	})
}

// TestCrashes proves that Nomad crashes, in a process of its own, and that ours
// does not.
func TestCrashes(t *testing.T) {
	each(t, "crashes", func(t *testing.T, f *File) {
		if os.Getenv("ORACLE_CRASH") != "" {
			Nomad(t, f.Scenario)
			return
		}
		self, err := os.Executable()
		require.NoError(t, err)
		c := exec.Command(self, "-test.run=^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$")
		c.Env = append(os.Environ(), "ORACLE_CRASH=1")
		out, err := c.CombinedOutput()
		require.Error(t, err, "Nomad did not crash")
		assert.Contains(t, string(out), "nil pointer dereference")
		assert.Contains(t, string(out), "(*deploymentWatcher).shouldFail")
		pinned(t, f, Ours(t, f.Scenario, Exact).String())
	})
}
