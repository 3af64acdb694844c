package journal_test

import (
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/journal"
	"github.com/stretchr/testify/require"
)

const second = int64(1_000_000_000)

var level = core.Config{Level: core.LevelNomad104}

// opening is a rollout of n allocations, none of them placed.
func opening(deployment string, n int, now int64, epoch uint64) core.Input {
	return core.Input{
		Now: now, Index: epoch, Epoch: epoch,
		Job: &core.Job{Namespace: "default", ID: "shop", Type: "service", Priority: 50, Version: 2,
			SpecDigest: "new", Groups: []core.JobGroup{{Name: "web", AutoRevert: true}}},
		Deployment: &core.Deployment{ID: deployment, Status: core.DeploymentRunning, JobVersion: 2, ModifyIndex: epoch,
			Groups: []core.Group{{Name: "web", DesiredTotal: int32(n), AutoRevert: true,
				ProgressDeadline: 60 * second, RequireProgressBy: now + 60*second}}},
		Allocations:  core.AllocationChanges{Whole: true},
		VersionsRead: true,
		Versions:     []core.JobVersion{{Version: 2, SpecDigest: "new"}, {Version: 1, Stable: true, SpecDigest: "old"}},
	}
}

// fleet is a small host: it steps machines and keeps a journal of it.
type fleet struct {
	w        *journal.Writer
	machines map[string]*core.Machine
	now      int64
	index    uint64
	out      core.Output
}

func newFleet(w *journal.Writer, index uint64) *fleet {
	return &fleet{w: w, machines: map[string]*core.Machine{}, now: 100 * second, index: index}
}

func (f *fleet) open(deployment string, cfg *core.Config) error {
	f.index++
	made := level
	if cfg != nil {
		made = *cfg
	}
	m, err := core.New(made)
	if err != nil {
		return err
	}
	in := opening(deployment, 3, f.now, f.index)
	if err := m.Step(&in, &f.out); err != nil {
		return err
	}
	f.machines[deployment] = m
	return f.w.Open(deployment, cfg, &in, &f.out)
}

// step gives an input to a machine and records what comes of it.
func (f *fleet) step(deployment string, in *core.Input) error {
	in.Now = f.now
	if err := f.machines[deployment].Step(in, &f.out); err != nil {
		return f.w.Bad(deployment, in, err)
	}
	return f.w.Step(deployment, in, &f.out)
}

// place lets an allocation appear or change.
func (f *fleet) place(deployment, alloc string, health core.Health) error {
	f.index++
	a := core.Allocation{ID: alloc, Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning,
		ModifyIndex: f.index, Health: health}
	if health != core.HealthUnset {
		a.HealthIndex = f.index
	}
	return f.step(deployment, &core.Input{Index: f.index,
		Allocations: core.AllocationChanges{Changed: []core.Allocation{a}}})
}

// wrong gives a machine an input that it refuses.
func (f *fleet) wrong(deployment string) error {
	return f.step(deployment, &core.Input{Epoch: 9})
}

func (f *fleet) command(deployment string, kind core.CommandKind) error {
	return f.step(deployment, &core.Input{Command: &core.Command{ID: 1, Kind: kind}})
}

func (f *fleet) close(deployment string) error {
	delete(f.machines, deployment)
	return f.w.Closed(deployment)
}

// states lists the living machines.
func (f *fleet) states() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, id := range slices.Sorted(maps.Keys(f.machines)) {
			b, err := f.machines[id].AppendState(nil)
			if err != nil || !yield(id, b) {
				return
			}
		}
	}
}

// round does a little of everything; a machine of its own is opened and closed.
func (f *fleet) round(i int) error {
	id := fmt.Sprintf("d%d", i)
	if err := f.open(id, nil); err != nil {
		return err
	}
	for j := range 3 {
		if err := f.place(id, fmt.Sprintf("%s-a%d", id, j), core.Health(j%2)); err != nil {
			return err
		}
		f.now += second / 2
	}
	for _, do := range []func() error{
		func() error { return f.step(id, &core.Input{}) },
		func() error { return f.wrong(id) },
		func() error { return f.command(id, core.CommandFail) },
	} {
		if err := do(); err != nil {
			return err
		}
		if f.w.Full() {
			if err := f.w.Rotate(f.states()); err != nil {
				return err
			}
		}
	}
	if old := fmt.Sprintf("d%d", i-2); f.machines[old] != nil {
		return f.close(old)
	}
	return nil
}

// create begins a journal in a folder.
func create(t testing.TB, dir string, opts journal.Options) *journal.Writer {
	t.Helper()
	w, err := journal.Create(dir, "test", journal.Head{Config: level, Time: 99 * second}, opts)
	require.NoError(t, err)
	return w
}

// recorded returns the bytes of a segment with a bit of everything.
func recorded(t testing.TB) []byte {
	t.Helper()
	dir := t.TempDir()
	w := create(t, dir, journal.Options{})
	f := newFleet(w, 0)
	for i := range 3 {
		require.NoError(t, f.round(i))
	}
	require.NoError(t, w.Close())
	b, err := os.ReadFile(filepath.Join(dir, "test-00000001.cxj"))
	require.NoError(t, err)
	return b
}

// offsets lists where the frames of a segment begin, and its end.
func offsets(t testing.TB, b []byte) []int64 {
	t.Helper()
	var at []int64
	r := journal.NewReader("mem", b)
	for {
		rec, err := r.Next()
		if err != nil {
			return append(at, r.End())
		}
		at = append(at, rec.Offset)
	}
}

func replayAll(t testing.TB, dir string) (*journal.Result, error) {
	t.Helper()
	segments, err := journal.Segments(dir)
	require.NoError(t, err)
	return journal.ReplayAll(t.Context(), segments, journal.Native{})
}
