package explore_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/explore"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/stretchr/testify/require"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

// impossible are known wrong decisions that no world here can show: S-12 and
// S-17 need what Nomad 1.0.4 does not have, S-16 a store with a clock of its own,
// and S-18 a second deployment.
var impossible = []string{"S-12", "S-16", "S-17", "S-18"}

// TestWorlds walks every world. The invariants hold in all of them; the wrong
// decisions of nomad-1.0.4 are found, each with the script in testdata.
func TestWorlds(t *testing.T) {
	var figures strings.Builder
	found := map[string]explore.Violation{}
	for _, w := range atStrict(worlds) {
		level := w.Config.Level == "" && !policed(&w)
		if w.Config.Level == "" {
			w.Config.Level = core.LevelNomad104
		}
		if testing.Short() {
			w.States = 2_000
		}
		checks := slices.Concat(explore.Invariants(), explore.Wrong())
		r, err := w.Explore(context.Background(), checks)
		require.NoError(t, err, w.Name)
		t.Log(r)
		figures.WriteString(r.String() + "\n")
		for _, v := range r.Wrong {
			known := slices.ContainsFunc(explore.Wrong(), func(c explore.Check) bool { return c.Name == v.Name })
			if !known || w.Config.Level == core.LevelStrict {
				t.Errorf("%s: %s", w.Name, v)
			}
			if known, ok := found[v.Name]; level && (!ok || len(v.Script) < len(known.Script)) {
				found[v.Name] = v
			}
		}
	}
	if testing.Short() {
		return
	}
	golden(t, "worlds.txt", figures.String())
	golden(t, "wrong.txt", texts(t, explore.Wrong(), found))
}

// atStrict appends the worlds of level nomad-1.0.4 once more: at strict nothing is
// wrong in them, and another leader comes to the same. (A store that refuses for
// no reason is waited for until something changes, and another leader asks it
// again.)
func atStrict(worlds []explore.World) []explore.World {
	all := slices.Clone(worlds)
	for _, w := range worlds {
		if w.Config.Level == "" {
			w.Name += ", strict"
			w.Config.Level = core.LevelStrict
			w.CheckElections = !w.Refusals
			all = append(all, w)
		}
	}
	return all
}

// policed reports whether a world has a policy: it can mend what the level gets wrong.
func policed(w *explore.World) bool {
	return slices.ContainsFunc(core.Policies(), func(i core.PolicyInfo) bool { return w.Config.Policy.On(i.Rule) })
}

// texts writes what was found of some checks, and wants all of them.
func texts(t *testing.T, checks []explore.Check, found map[string]explore.Violation) string {
	var b strings.Builder
	for _, c := range checks {
		v, ok := found[c.Name]
		require.True(t, ok, "%s: no script was found", c.Name)
		b.WriteString(v.String() + "\n")
	}
	return b.String()
}

func golden(t *testing.T, name, have string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *rewrite {
		require.NoError(t, os.WriteFile(file, []byte(have), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), have, "%s; -rewrite writes it anew", name)
}

// Every known wrong decision up to S-19 has a check, or a reason for none.
func TestWrongIsComplete(t *testing.T) {
	for _, id := range strings.Fields("S-1 S-2 S-3 S-4 S-5 S-6 S-7 S-8 S-9 S-10 S-11 S-12 S-13 S-14 S-15 S-16 S-17 S-18 S-19") {
		checked := slices.ContainsFunc(explore.Wrong(), func(c explore.Check) bool {
			name, _, _ := strings.Cut(c.Name, " ")
			return name == id
		})
		require.NotEqual(t, slices.Contains(impossible, id), checked, id)
	}
}

// Bounds close a world that is too large, and the report says which.
func TestBounds(t *testing.T) {
	w := explore.World{
		Name: "web", Config: nomad, Groups: []core.Group{{Name: "web", DesiredTotal: 2, ProgressDeadline: deadline}},
		Allocations: 2, Depth: 3,
	}
	r, err := w.Explore(context.Background(), explore.Invariants())
	require.NoError(t, err)
	require.Equal(t, "depth", r.Bound)
	require.Equal(t, 3, r.Depth)
	w.Depth, w.States = 0, 100
	r, err = w.Explore(context.Background(), explore.Invariants())
	require.NoError(t, err)
	require.Equal(t, "states", r.Bound)
	require.Equal(t, 100, r.States)
	w.Config.Level = "none"
	_, err = w.Explore(context.Background(), nil)
	require.Error(t, err)
}

// The module's machines can be walked as the native ones can, and are the same.
func TestModule(t *testing.T) {
	ctx := context.Background()
	e, err := engine.Wasm(ctx, engine.Options{})
	require.NoError(t, err)
	defer e.Close(ctx)
	w := explore.World{
		Config: nomad, Groups: []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: deadline}},
		Allocations: 2, Deaths: true, States: 1_000,
	}
	checks := slices.Concat(explore.Invariants(), explore.Wrong())
	native, err := w.Explore(ctx, checks)
	require.NoError(t, err)
	w.Engine = e
	module, err := w.Explore(ctx, checks)
	require.NoError(t, err)
	require.Equal(t, native, module)
}
