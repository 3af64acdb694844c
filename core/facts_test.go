package core

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// known is what was told to a machine, kept as it was told.
type known struct {
	groups []Group // by name, their PlacedCanaries complete
	allocs map[string]Allocation
	evals  map[string]Evaluation
	newest uint64 // A0
}

func (k *known) group(name string) int {
	return slices.IndexFunc(k.groups, func(g Group) bool { return g.Name == name })
}

func (k *known) take(in *Input) {
	if d := in.Deployment; d != nil {
		old := *k
		k.groups = slices.Clone(d.Groups)
		slices.SortFunc(k.groups, func(a, b Group) int { return int(a.Name[0]) - int(b.Name[0]) })
		for i := range k.groups {
			g := &k.groups[i]
			if at := old.group(g.Name); in.CanariesAdded && at >= 0 {
				g.PlacedCanaries = append(slices.Clone(old.groups[at].PlacedCanaries), g.PlacedCanaries...)
			}
		}
	}
	if in.Allocations.Whole {
		clear(k.allocs)
	}
	for _, id := range in.Allocations.Removed {
		delete(k.allocs, id)
	}
	for _, a := range in.Allocations.Changed {
		k.allocs[a.ID] = a
	}
	if in.Evaluations.Whole {
		clear(k.evals)
	}
	for _, id := range in.Evaluations.Removed {
		delete(k.evals, id)
	}
	for _, e := range in.Evaluations.Changed {
		k.evals[e.ID] = e
	}
}

// change draws the next commit.
func (k *known) change(t *rapid.T, index uint64) Input {
	some := func(what string) bool { return rapid.IntRange(0, 3).Draw(t, what) == 0 }
	ids := []string{"a", "b", "c", "d", "e", "f", "g"}
	at := func(what string) uint64 { return rapid.Uint64Range(0, index).Draw(t, what) }
	in := Input{Now: 1, Index: index}
	if len(k.groups) == 0 || some("deployment") {
		d := &Deployment{ID: "d", Status: DeploymentRunning, ModifyIndex: index}
		names := []string{"u", "v", "w"}
		if !some("all groups") {
			names = rapid.Permutation(names).Draw(t, "groups")[:rapid.IntRange(1, 3).Draw(t, "how many groups")]
		}
		in.CanariesAdded = rapid.Bool().Draw(t, "added")
		for _, name := range names {
			d.Groups = append(d.Groups, Group{Name: name, DesiredTotal: 2, ProgressDeadline: rapid.SampledFrom([]int64{0, 1, 5}).Draw(t, "deadline")})
		}
		placed := map[string]bool{}
		for _, g := range k.groups {
			for _, id := range g.PlacedCanaries {
				placed[id] = true
			}
		}
		for _, id := range ids {
			g := rapid.IntRange(-2, len(names)-1).Draw(t, "canary "+id)
			if g >= 0 && !(in.CanariesAdded && placed[id]) {
				d.Groups[g].PlacedCanaries = append(d.Groups[g].PlacedCanaries, id)
			}
		}
		in.Deployment = d
	}
	in.Allocations.Whole = some("whole")
	in.Evaluations.Whole = some("whole evaluations")
	in.Allocations.TableIndex = at("table")
	for _, id := range ids {
		if _, there := k.allocs[id]; there && !in.Allocations.Whole && some("gone "+id) {
			in.Allocations.Removed = append(in.Allocations.Removed, id)
		} else if some("changed " + id) {
			in.Allocations.Changed = append(in.Allocations.Changed, Allocation{
				ID: id, Group: rapid.SampledFrom([]string{"u", "v", "w", "x"}).Draw(t, "group of "+id),
				Desired: rapid.SampledFrom([]DesiredStatus{DesiredRun, DesiredRun, DesiredStop, DesiredEvict}).Draw(t, "desired"),
				Client:  rapid.SampledFrom([]ClientStatus{ClientPending, ClientRunning, ClientRunning, ClientComplete, ClientFailed, ClientLost}).Draw(t, "client"),
				Health:  rapid.SampledFrom([]Health{HealthUnset, Healthy, Unhealthy}).Draw(t, "health"),
				// Often the same one, and often none.
				HealthIndex: min(rapid.Uint64Range(0, 5).Draw(t, "health index"), index), ModifyIndex: at("modify index"),
				Reschedule: some("told"),
			})
		}
		if _, there := k.evals[id]; there && !in.Evaluations.Whole && some("gone evaluation "+id) {
			in.Evaluations.Removed = append(in.Evaluations.Removed, id)
		} else if some("evaluation " + id) {
			in.Evaluations.Changed = append(in.Evaluations.Changed, Evaluation{
				ID: id, Status: EvaluationStatus(rapid.IntRange(1, 5).Draw(t, "status of "+id)), CreateIndex: at("create"), SnapshotIndex: at("snapshot"),
			})
		}
	}
	return in
}

// latest is A1 as it is written: all evaluations by status, then id.
func (k *known) latest() (latest uint64) {
	var all []Evaluation
	for _, e := range k.evals {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b Evaluation) int {
		if a.Status != b.Status {
			return int(a.Status) - int(b.Status)
		}
		return int(a.ID[0]) - int(b.ID[0])
	})
	for _, e := range all {
		if e.Status == EvaluationCancelled {
			continue
		}
		if e.SnapshotIndex > latest {
			latest = e.SnapshotIndex
		} else if e.CreateIndex > latest {
			latest = e.CreateIndex
		}
	}
	return latest
}

// What is counted change by change is what counting everything anew gives: the
// live and the unhealthy allocations of each group, the canaries that are there
// and healthy, those that are still to come, what may be replaced (A3), the
// newest health (A4) and what the scheduler has seen (A1).
func TestCountsAreThoseOfACensus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &Machine{opened: true, id: "d", handled: 1}
		k := &known{allocs: map[string]Allocation{}, evals: map[string]Evaluation{}, newest: 1}
		for index := range uint64(rapid.IntRange(1, 25).Draw(t, "commits")) {
			in := k.change(t, index+1)
			if err := m.validate(&in); err != nil {
				t.Fatal(err)
			}
			changed := m.learn(&in)
			m.index = in.Index
			k.take(&in)
			census(t, m, k)

			// A0: the highest modify index of what was written; while there is no
			// allocation at all, that of the table.
			newest := uint64(0)
			for _, a := range in.Allocations.Changed {
				newest = max(newest, a.ModifyIndex)
			}
			if len(k.allocs) == 0 {
				newest = in.Allocations.TableIndex
			}
			if changed != (newest > k.newest) {
				t.Fatalf("changed: %v, at %d after %d", changed, newest, k.newest)
			}
			k.newest = max(k.newest, newest)
		}
	})
}

// census compares what a machine keeps with a count of everything.
func census(t *rapid.T, m *Machine, k *known) {
	if len(m.groups) != len(k.groups) || len(m.allocs) != len(k.allocs) || len(m.evals) != len(k.evals) {
		t.Fatalf("%d groups, %d allocations, %d evaluations", len(m.groups), len(m.allocs), len(m.evals))
	}
	lists := map[string]int{}
	var replaceable, absent []string
	newest := uint64(0)
	for i, g := range k.groups {
		var live, unhealthy, seen, healthy int32
		for _, id := range g.PlacedCanaries {
			lists[id] = i
			if a, ok := k.allocs[id]; !ok {
				absent = append(absent, fmt.Sprint(id, i))
			} else if seen++; a.Health == Healthy {
				healthy++
			}
		}
		for id, a := range k.allocs {
			if a.Group != g.Name {
				continue
			}
			if a.Health == Healthy {
				newest = max(newest, a.HealthIndex)
			}
			if a.Health == Healthy && !a.Terminal() {
				live++
			}
			if a.Health == Unhealthy {
				unhealthy++
				if g.ProgressDeadline != 0 && !a.Reschedule {
					replaceable = append(replaceable, id)
				}
			}
		}
		have := &m.groups[i]
		if have.Name != g.Name || have.ProgressDeadline != g.ProgressDeadline || !slices.Equal(have.canaries, g.PlacedCanaries) {
			t.Fatalf("%s: %+v", g.Name, have)
		}
		if got, want := [...]int32{have.live, have.unhealthy, have.canariesSeen, have.canariesHealthy}, [...]int32{live, unhealthy, seen, healthy}; got != want {
			t.Fatalf("%s: live, unhealthy, canaries there and healthy are %v, want %v", g.Name, got, want)
		}
	}
	for id, a := range k.allocs {
		i, ok := m.slot(id)
		if !ok || m.allocs[i].Allocation != a || int(m.allocs[i].group) != k.group(a.Group) {
			t.Fatalf("%s is not known as told", id)
		}
	}
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		want := int32(-1)
		if g, ok := lists[id]; ok {
			want = int32(g)
		}
		if got := m.canaryGroup(id); got != want {
			t.Fatalf("%s is a canary of %d, want %d", id, got, want)
		}
	}
	var haveAbsent, haveReplaceable []string
	for _, c := range m.absentCanaries {
		haveAbsent = append(haveAbsent, fmt.Sprint(c.id, c.group))
	}
	for _, i := range m.replaceable {
		haveReplaceable = append(haveReplaceable, m.allocs[i].ID)
	}
	if slices.Sort(absent); !slices.Equal(absent, haveAbsent) {
		t.Fatalf("canaries to come are %v, want %v", haveAbsent, absent)
	}
	slices.Sort(haveReplaceable)
	if slices.Sort(replaceable); !slices.Equal(replaceable, haveReplaceable) {
		t.Fatalf("replaceable are %v, want %v", haveReplaceable, replaceable)
	}
	// They are found when they are asked for, which is not after each change.
	if rapid.Bool().Draw(t, "asked") {
		if got := m.newest(); got != newest {
			t.Fatalf("the newest health is at %d, want %d", got, newest)
		}
		if got, want := m.latest(), k.latest(); got != want {
			t.Fatalf("the scheduler has seen %d, want %d", got, want)
		}
		if m.newestStale || m.evalsStale {
			t.Fatal("what was found must be found again")
		}
	}
}

// What an input brings again is not kept a second time, and what is forgotten is
// not kept at all: a long rollout takes the memory of its allocations and no more.
func TestNamesAreKeptOnce(t *testing.T) {
	m := &Machine{opened: true, id: "d", handled: 1}
	input := func(index uint64) *Input {
		name := func(s string) string { return strings.Clone(s) }
		in := &Input{Now: 1, Index: index}
		in.Deployment = &Deployment{ID: "d", Status: DeploymentRunning}
		for _, g := range []string{"u", "v"} {
			in.Deployment.Groups = append(in.Deployment.Groups, Group{Name: name(g)})
			in.Allocations.Changed = append(in.Allocations.Changed, Allocation{ID: name(g + "1"), Group: name(g)}, Allocation{ID: name(g + "2"), Group: name(g)})
		}
		in.Allocations.Changed = append(in.Allocations.Changed, Allocation{ID: name("x1"), Group: name("x")}) // of no group here
		in.Evaluations.Changed = []Evaluation{{ID: name("e"), Status: EvaluationPending}, {ID: name("f"), Status: EvaluationStatus(1 + index)}}
		return in
	}
	names := func() (list []uintptr) {
		at := func(s string) { list = append(list, uintptr(unsafe.Pointer(unsafe.StringData(s)))) }
		for i := range m.groups {
			at(m.groups[i].Name)
		}
		for i := range m.allocs {
			at(m.allocs[i].ID)
			at(m.allocs[i].Group)
		}
		for i := range m.evals {
			at(m.evals[i].ID)
		}
		slices.Sort(list)
		return list
	}
	m.learn(input(1))
	require.Equal(t, 5, cap(m.allocs), "room for all, and made once")
	before := names()
	require.Len(t, slices.Compact(slices.Clone(before)), 2+5+1+2, "an allocation of a group has the group's name")
	m.learn(input(2))
	require.Equal(t, before, names())

	m.learn(&Input{Now: 1, Index: 3, Allocations: AllocationChanges{Removed: []string{"u1", "x1"}}})
	for _, a := range m.allocs[len(m.allocs):cap(m.allocs)] {
		require.Zero(t, a)
	}
}

// A commit that brings newer health does not make the machine look at all
// allocations (A4), however large the deployment is.
func TestNewerHealthIsNotSearchedFor(t *testing.T) {
	m := &Machine{opened: true, id: "d", handled: 1}
	healthy := func(id, group string, index uint64) {
		m.learn(&Input{Now: 1, Index: index, Allocations: AllocationChanges{Changed: []Allocation{{ID: id, Group: group, Health: Healthy, HealthIndex: index}}}})
	}
	m.learn(&Input{Now: 1, Index: 1, Deployment: &Deployment{ID: "d", Groups: []Group{{Name: "u"}, {Name: "v"}}}})
	for index := uint64(2); index < 10; index++ {
		healthy("a", "u", index)
		require.False(t, m.newestStale, "the newest is newer still")
		healthy("b", "v", index)
		require.False(t, m.newestStale, "another is as new")
		healthy("b", "v", index)
		require.False(t, m.newestStale, "it is as new as it was")
		require.Equal(t, index, m.newest())
	}
	healthy("b", "v", 1)
	require.True(t, m.newestStale, "it is older than it was, and was the newest")
	require.Equal(t, uint64(9), m.newest())
	require.False(t, m.newestStale, "it is searched for once")
	healthy("b", "v", 8)
	require.False(t, m.newestStale, "another one is the newest")
}
