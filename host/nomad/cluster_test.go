package nomad

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/coxswain/coxswain/core"
)

// TestCluster runs the scripts of testdata/cluster. Their one command
//
//	follow    a recording, written as for TestRead
//
// puts the recording into a fresh cluster and writes down what the machine of
// each active deployment is told, entry by entry.
func TestCluster(t *testing.T) {
	datadriven.Walk(t, "testdata/cluster", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			rec, err := readScript(t, d)
			require.NoError(t, err)
			var b strings.Builder
			f := follower{t: t, out: &b}
			f.follow(rec)
			return b.String()
		})
	})
}

// What the deltas told of a deployment, taken together, is what an opening tells
// at that moment: for every active deployment after every commit of every
// bundled recording, also without the snapshot and the times.
func TestDeltasAddUp(t *testing.T) {
	for _, file := range bundled(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			rec, err := ReadFile(file)
			require.NoError(t, err)
			assert.Positive(t, followAll(t, rec))
			bare, err := Read("stripped", strings.NewReader(string(strip(t, file))))
			require.NoError(t, err)
			followAll(t, bare)
		})
	}
}

// followAll follows a recording and returns how many deltas were told.
func followAll(t *testing.T, rec *Recording) int {
	t.Helper()
	f := follower{t: t}
	f.follow(rec)
	return f.deltas
}

// follower keeps a mirror of every deployment that was active once, and compares
// it with an opening after each commit.
type follower struct {
	t       *testing.T
	out     *strings.Builder
	cluster Cluster
	open    map[string]*mirror
	deltas  int
	// blind passes over the comparison: made-up facts can contradict themselves.
	blind bool
}

func (f *follower) follow(rec *Recording) {
	f.open = map[string]*mirror{}
	var in core.Input
	for _, e := range rec.Entries {
		switch {
		case e.Snapshot != nil:
			f.cluster.Load(e.Snapshot)
		case e.Commit != nil:
			f.cluster.Apply(e.Commit)
		}
		for _, id := range slices.Sorted(maps.Keys(f.open)) {
			told := f.cluster.Delta(id, e.Commit, e.Time, &in)
			if !told {
				continue
			}
			f.deltas++
			f.print("delta", id, &in)
			f.open[id].apply(&in)
		}
		for _, id := range f.cluster.Active() {
			if f.open[id] != nil {
				continue
			}
			if err := f.cluster.Opening(id, e.Time, f.cluster.Index(), &in); err != nil {
				require.ErrorIs(f.t, err, ErrNoJob)
				f.printf("%v\n", err)
				continue
			}
			f.print("opening", id, &in)
			f.open[id] = newMirror(&in)
		}
		for id, m := range f.open {
			if f.blind {
				break
			}
			var fresh core.Input
			if err := f.cluster.Opening(id, e.Time, 1, &fresh); err != nil {
				f.t.Fatal(err)
			}
			require.Equal(f.t, newMirror(&fresh), m, "deployment %s at index %d", id, f.cluster.Index())
		}
	}
}

func (f *follower) print(what, id string, in *core.Input) {
	f.printf("%s %s\n%s", what, id, printInput(in))
}

func (f *follower) printf(format string, args ...any) {
	if f.out != nil {
		fmt.Fprintf(f.out, format, args...)
	}
}

// mirror takes in inputs in the plainest way.
type mirror struct {
	deployment  core.Deployment
	allocations map[string]core.Allocation
	evaluations map[string]core.Evaluation
	versions    []core.JobVersion
	table       uint64 // only while there are no allocations
}

func newMirror(in *core.Input) *mirror {
	m := &mirror{allocations: map[string]core.Allocation{}, evaluations: map[string]core.Evaluation{}}
	m.apply(in)
	return m
}

func (m *mirror) apply(in *core.Input) {
	if in.Deployment != nil {
		d := *in.Deployment
		d.Groups = append([]core.Group(nil), d.Groups...)
		for i := range d.Groups {
			g := &d.Groups[i]
			var canaries []string
			if in.CanariesAdded {
				for _, old := range m.deployment.Groups {
					if old.Name == g.Name {
						canaries = slices.Clone(old.PlacedCanaries)
					}
				}
			}
			g.PlacedCanaries = append(canaries, g.PlacedCanaries...)
		}
		m.deployment = d
	}
	for _, a := range in.Allocations.Changed {
		m.allocations[a.ID] = a
	}
	for _, id := range in.Allocations.Removed {
		delete(m.allocations, id)
	}
	m.table = 0
	if len(m.allocations) == 0 {
		m.table = in.Allocations.TableIndex
	}
	for _, e := range in.Evaluations.Changed {
		m.evaluations[e.ID] = e
	}
	if in.VersionsRead {
		m.versions = slices.Clone(in.Versions)
	}
}

func TestOpeningErrors(t *testing.T) {
	var c Cluster
	in := core.Input{Now: 7}
	err := c.Opening("d1", 1, 1, &in)
	require.ErrorIs(t, err, ErrNoDeployment)
	assert.EqualError(t, err, "deployment d1: unknown deployment")

	c.Apply(&Commit{Index: 5, Deployments: []Written[Deployment]{{Object: &Deployment{
		Deployment: core.Deployment{ID: "d1", Status: core.DeploymentRunning}, Namespace: "default", JobID: "web",
	}}}})
	err = c.Opening("d1", 1, 1, &in)
	require.ErrorIs(t, err, ErrNoJob)
	assert.EqualError(t, err, `deployment d1: unknown job "web" in namespace "default"`)
	var w *WatchError
	require.ErrorAs(t, err, &w)
	assert.Equal(t, int64(7), in.Now, "the input is left as it was")
}

func TestDeltaOfAnotherCommit(t *testing.T) {
	d := &Deployment{Deployment: core.Deployment{ID: "d1", Status: core.DeploymentRunning}, Namespace: "default", JobID: "web"}
	one := &Commit{Index: 5, Deployments: []Written[Deployment]{{Object: d}}}
	two := &Commit{Index: 6}
	var c Cluster
	var in core.Input
	c.Apply(one)
	assert.True(t, c.Delta("d1", one, 1, &in))
	assert.False(t, c.Delta("d2", one, 1, &in), "unknown deployment")
	assert.False(t, c.Delta("d1", two, 1, &in), "not applied yet")
	assert.False(t, c.Delta("d1", nil, 1, &in))
	c.Apply(two)
	assert.False(t, c.Delta("d1", one, 1, &in), "not the last one")
	assert.False(t, c.Delta("d1", two, 1, &in), "changed nothing")
	c.Apply(&Commit{Index: 4, Deployments: []Written[Deployment]{{Object: &Deployment{Deployment: core.Deployment{ID: "d9", Status: core.DeploymentRunning}}}}})
	assert.Equal(t, uint64(6), c.Index(), "an index that was passed is passed over")
	assert.Nil(t, c.Deployment("d9"))
}

func TestActiveOrder(t *testing.T) {
	var c Cluster
	commit := &Commit{Index: 9}
	for _, d := range []core.Deployment{
		{ID: "b", Status: core.DeploymentPaused, CreateIndex: 4},
		{ID: "a", Status: core.DeploymentRunning, CreateIndex: 4},
		{ID: "z", Status: core.DeploymentBlocked, CreateIndex: 2},
		{ID: "y", Status: core.DeploymentFailed, CreateIndex: 1},
	} {
		commit.Deployments = append(commit.Deployments, Written[Deployment]{Object: &Deployment{Deployment: d}})
	}
	c.Apply(commit)
	assert.Equal(t, []string{"z", "a", "b"}, c.Active())
}

// The job is the one written last, the versions those that Nomad keeps (R1).
func TestVersions(t *testing.T) {
	job := func(version uint64, stable bool, created uint64) *Job {
		return &Job{Namespace: "default", ID: "web", Version: version, Stable: stable, CreateIndex: created}
	}
	for name, test := range map[string]struct {
		written []*Job
		kept    string
		current uint64
	}{
		"six are kept": {
			[]*Job{job(0, false, 1), job(1, false, 1), job(2, false, 1), job(3, false, 1), job(4, false, 1), job(5, false, 1)},
			"5 4 3 2 1 0", 5},
		"of seven the lowest goes": {
			[]*Job{job(0, false, 1), job(1, false, 1), job(2, false, 1), job(3, false, 1), job(4, false, 1), job(5, false, 1), job(6, false, 1)},
			"6 5 4 3 2 1", 6},
		"but not the newest stable": {
			[]*Job{job(0, true, 1), job(1, false, 1), job(2, false, 1), job(3, false, 1), job(4, false, 1), job(5, false, 1), job(6, false, 1)},
			"6 5 4 3 2 0", 6},
		"an older stable one does go": {
			[]*Job{job(0, true, 1), job(1, false, 1), job(2, true, 1), job(3, false, 1), job(4, false, 1), job(5, false, 1), job(6, false, 1)},
			"6 5 4 3 2 1", 6},
		"a version is written again": {
			[]*Job{job(0, false, 1), job(1, false, 1), job(0, true, 1)},
			"1 0", 0},
		"purged and registered again": {
			[]*Job{job(0, true, 1), job(1, false, 1), job(0, false, 9)},
			"0", 0},
	} {
		t.Run(name, func(t *testing.T) {
			var c Cluster
			for i, j := range test.written {
				c.Apply(&Commit{Index: uint64(i + 1), Jobs: []Written[Job]{{Object: j}}})
			}
			var kept []string
			for _, j := range c.Versions("default", "web") {
				kept = append(kept, fmt.Sprint(j.Version))
			}
			assert.Equal(t, test.kept, strings.Join(kept, " "))
			assert.Equal(t, test.current, c.Job("default", "web").Version)
			assert.NotNil(t, c.Version("default", "web", test.current))
			assert.Nil(t, c.Version("default", "web", 99))
			assert.Nil(t, c.Job("other", "web"))
		})
	}
}

// Loading a snapshot forgets what was known.
func TestLoad(t *testing.T) {
	rec, err := ReadFile(filepath.Join(recordings, "attach-late.ndjson"))
	require.NoError(t, err)
	s := rec.Entries[0].Snapshot
	require.NotNil(t, s)
	var c Cluster
	c.Apply(&Commit{Index: 1, Evaluations: []Written[Evaluation]{{Object: &Evaluation{Evaluation: core.Evaluation{ID: "old"}}}}})
	c.Load(s)
	assert.Nil(t, c.Evaluation("old"))
	assert.Equal(t, uint64(932), c.Index())
	assert.Equal(t, uint64(1), c.Job("default", "web-attach-late").Version)
	assert.Len(t, c.Versions("default", "web-attach-late"), 2)
	require.Len(t, c.Active(), 1)
	id := c.Active()[0]
	assert.Equal(t, uint64(1), c.Deployment(id).JobVersion)
	for _, a := range c.Allocations(id) {
		assert.Equal(t, a, c.Allocation(a.ID))
	}
	var in core.Input
	require.NoError(t, c.Opening(id, 1, 1, &in))
	assert.Equal(t, slices.MaxFunc(s.Allocations, func(a, b *Allocation) int { return cmp.Compare(a.ModifyIndex, b.ModifyIndex) }).ModifyIndex,
		in.Allocations.TableIndex)
}

func BenchmarkDelta(b *testing.B) {
	rec, err := ReadFile(filepath.Join(recordings, "three-groups-deadlines.ndjson"))
	require.NoError(b, err)
	var in core.Input
	for b.Loop() {
		var c Cluster
		for _, e := range rec.Entries {
			if e.Commit == nil {
				continue
			}
			c.Apply(e.Commit)
			for _, id := range c.Active() {
				c.Delta(id, e.Commit, e.Time, &in)
			}
		}
	}
}
