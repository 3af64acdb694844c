package journal_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/journal"
	"github.com/stretchr/testify/require"
)

// An engine is what Replay takes, as it is; the module decides as package core.
func TestReplayWithEngines(t *testing.T) {
	b := recorded(t)
	native := engine.Native()
	wasm, err := engine.Wasm(t.Context(), engine.Options{})
	require.NoError(t, err)
	want, err := journal.Replay(t.Context(), journal.NewReader("mem", b), journal.Native{})
	require.NoError(t, err)
	require.Equal(t, &journal.Result{Segments: 1, Records: 23, Openings: 3, Steps: 15, Bad: 3, Machines: 3}, want)
	for _, e := range []interface {
		Close(context.Context) error
	}{native, wasm} {
		defer func() { require.NoError(t, e.Close(context.Background())) }()
	}
	got, err := journal.Replay(t.Context(), journal.NewReader("mem", b), native)
	require.NoError(t, err)
	require.Equal(t, want, got)
	got, err = journal.Replay(t.Context(), journal.NewReader("mem", b), wasm)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// altered are machines that decide as package core does, but for one thing.
type altered struct {
	journal.Native
	step    func(n int, out *core.Output) error // after the nth step, openings included
	openErr error
	closed  *int
	n       *int
}

type alteredMachine struct {
	journal.Machine
	a altered
}

func alter() altered { return altered{closed: new(int), n: new(int)} }

func (a altered) after(out *core.Output) error {
	*a.n++
	if a.step == nil {
		return nil
	}
	return a.step(*a.n, out)
}

func (a altered) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (journal.Machine, error) {
	if a.openErr != nil {
		return nil, a.openErr
	}
	m, err := a.Native.Open(ctx, cfg, in, out)
	if err != nil {
		return nil, err
	}
	return &alteredMachine{m, a}, a.after(out)
}

func (a altered) Restore(ctx context.Context, state []byte) (journal.Machine, error) {
	m, err := a.Native.Restore(ctx, state)
	if err != nil {
		return nil, err
	}
	return &alteredMachine{m, a}, nil
}

func (m *alteredMachine) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	if err := m.Machine.Step(ctx, in, out); err != nil {
		return err
	}
	return m.a.after(out)
}

func (m *alteredMachine) Close(ctx context.Context) error {
	*m.a.closed++
	return m.Machine.Close(ctx)
}

// A machine that decides otherwise is found at the step where it does.
func TestReplayFindsDifferences(t *testing.T) {
	b := recorded(t)
	at := offsets(t, b)
	for n := 1; n <= 18; n++ {
		a := alter()
		a.step = func(i int, out *core.Output) error {
			if i == n {
				out.Wake.At++
			}
			return nil
		}
		res, err := journal.Replay(t.Context(), journal.NewReader("mem", b), a)
		var d *journal.DifferenceError
		require.ErrorAs(t, err, &d)
		require.Equal(t, res.Records, d.Record)
		require.Equal(t, at[d.Record], d.Offset)
		require.Equal(t, int64(n), res.Openings+res.Steps)
		require.Equal(t, "output", d.What)
		require.NotEqual(t, d.Want, d.Have)
		want, have := d.Text()
		require.NotEqual(t, want, have)
		require.Equal(t, byte('['), have[0])
		require.ErrorContains(t, err, "another output: recorded [")
		require.Equal(t, int(res.Machines), *a.closed, "every machine is closed")
	}
}

func TestReplayRefusals(t *testing.T) {
	b := recorded(t)
	refuse := &core.Error{Code: core.ErrInvalid, Text: "no"}
	var d *journal.DifferenceError

	// What was accepted is refused.
	a := alter()
	a.openErr = refuse
	_, err := journal.Replay(t.Context(), journal.NewReader("mem", b), a)
	require.ErrorAs(t, err, &d)
	require.Nil(t, d.Have)
	require.Equal(t, refuse, d.Err)
	require.ErrorIs(t, err, refuse)
	require.ErrorContains(t, err, "now nothing: coxswain: invalid: no")

	// What was refused is accepted, or refused with other words.
	for _, c := range []struct {
		in      core.Input
		refused error
	}{
		{core.Input{Now: second}, refuse},
		{core.Input{Now: -1}, refuse},
	} {
		dir := t.TempDir()
		w := create(t, dir, journal.Options{})
		f := newFleet(w, 0)
		require.NoError(t, f.open("d", nil))
		require.NoError(t, w.Bad("d", &c.in, c.refused))
		require.NoError(t, w.Close())
		_, err = replayAll(t, dir)
		require.ErrorAs(t, err, &d)
		require.Equal(t, "refusal", d.What)
		want, have := d.Text()
		require.Equal(t, `[4,"","no"]`, want)
		require.Equal(t, c.in.Now > 0, have == "nothing")
	}

	// An opening that was refused is accepted.
	dir := t.TempDir()
	w := create(t, dir, journal.Options{})
	in := opening("d", 1, second, 1)
	require.NoError(t, w.Bad("d", &in, refuse))
	require.NoError(t, w.Close())
	_, err = replayAll(t, dir)
	require.ErrorAs(t, err, &d)
	require.Equal(t, "refusal", d.What)
}

// A failure of the machines is not a difference, and nor is an end of patience.
func TestReplayFails(t *testing.T) {
	b := recorded(t)
	broken := errors.New("broken")
	for n := 1; n <= 3; n++ {
		a := alter()
		a.step = func(i int, _ *core.Output) error {
			if i == n {
				return broken
			}
			return nil
		}
		_, err := journal.Replay(t.Context(), journal.NewReader("mem", b), a)
		require.ErrorIs(t, err, broken)
		var d *journal.DifferenceError
		require.NotErrorAs(t, err, &d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := journal.Replay(ctx, journal.NewReader("mem", b), journal.Native{})
	require.ErrorIs(t, err, context.Canceled)
}

// Records that make no sense together are damage.
func TestReplayCorrupt(t *testing.T) {
	for _, c := range []struct {
		name   string
		write  func(f *fleet) error
		reason string
	}{
		{"step", func(f *fleet) error { return f.w.Step("x", &core.Input{Now: 1}, &f.out) }, "steps a deployment that is not open"},
		{"closed", func(f *fleet) error { return f.w.Closed("x") }, "closes a deployment that is not open"},
		{"opened twice", func(f *fleet) error { return f.open("d", nil) }, "opens a deployment that is open"},
		{"unreadable input", func(f *fleet) error {
			return f.w.Step("d", &core.Input{Now: 1, Results: make([]core.Result, 1<<16+1)}, &f.out)
		}, "its input cannot be read: coxswain: limit: is too long"},
		{"two states", func(f *fleet) error {
			return f.w.Rotate(func(yield func(string, []byte) bool) {
				for id, state := range f.states() {
					yield(id, state)
					yield(id, state)
				}
			})
		}, "a deployment has two states"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			f := newFleet(create(t, dir, journal.Options{}), 0)
			require.NoError(t, f.open("d", nil))
			require.NoError(t, c.write(f))
			require.NoError(t, f.w.Close())
			_, err := replayAll(t, dir)
			var corrupt *journal.CorruptError
			require.ErrorAs(t, err, &corrupt)
			require.Equal(t, c.reason, corrupt.Reason)
			require.Equal(t, f.w.File(), corrupt.File)
		})
	}
}

func TestReplayNewerSchema(t *testing.T) {
	dir := t.TempDir()
	w, err := journal.Create(dir, "n", journal.Head{Schema: 99}, journal.Options{})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	_, err = replayAll(t, dir)
	require.Equal(t, &journal.FormatError{File: w.File(), What: "schema", Version: 99, Known: core.SchemaVersion}, err)
}

// Between two segments nothing may change, vanish or appear.
func TestStatesBetweenSegments(t *testing.T) {
	type states = func(yield func(string, []byte) bool)
	for _, c := range []struct {
		name       string
		rotate     func(f *fleet) states
		deployment string
		want, have bool
	}{
		{"changed", func(f *fleet) states {
			f.index++
			in := &core.Input{Now: f.now, Index: f.index, Deployment: &core.Deployment{ID: "d1", JobVersion: 2,
				Status: core.DeploymentPaused, ModifyIndex: f.index, Groups: []core.Group{{Name: "web", DesiredTotal: 3}}}}
			require.NoError(t, f.machines["d1"].Step(in, &f.out))
			return states(f.states())
		}, "d1", true, true},
		{"vanished", func(f *fleet) states {
			delete(f.machines, "d1")
			return states(f.states())
		}, "d1", false, true},
		{"all vanished", func(f *fleet) states { return func(func(string, []byte) bool) {} }, "d1", false, true},
		{"appeared", func(f *fleet) states {
			return func(yield func(string, []byte) bool) {
				b, err := f.machines["d1"].AppendState(nil)
				require.NoError(t, err)
				for id, state := range f.states() {
					yield(id, state)
				}
				yield("x", b)
			}
		}, "x", true, false},
	} {
		for _, next := range []string{"step", "rotate"} {
			t.Run(c.name+"/"+next, func(t *testing.T) {
				dir := t.TempDir()
				w := create(t, dir, journal.Options{})
				f := newFleet(w, 0)
				require.NoError(t, f.open("d1", nil))
				require.NoError(t, f.open("d2", nil))
				require.NoError(t, w.Rotate(c.rotate(f)))
				if next == "step" {
					require.NoError(t, f.step("d2", &core.Input{}))
				} else {
					require.NoError(t, w.Rotate(f.states()))
				}
				require.NoError(t, w.Close())
				_, err := replayAll(t, dir)
				var d *journal.DifferenceError
				require.ErrorAs(t, err, &d)
				require.Equal(t, "state", d.What)
				require.Equal(t, c.deployment, d.Deployment)
				require.Equal(t, c.want, d.Want != nil)
				require.Equal(t, c.have, d.Have != nil)
			})
		}
	}
}

// Segments that go on from one another must all be there and whole.
func TestChainOfSegments(t *testing.T) {
	dir := t.TempDir()
	w := create(t, dir, journal.Options{})
	f := newFleet(w, 0)
	for i := range 3 {
		require.NoError(t, f.round(i))
		require.NoError(t, w.Rotate(f.states()))
	}
	require.NoError(t, w.Close())
	path := func(n string) string { return filepath.Join(dir, "test-0000000"+n+".cxj") }
	whole, err := os.ReadFile(path("2"))
	require.NoError(t, err)
	at := offsets(t, whole)
	for _, c := range []struct {
		name  string
		spoil func() error
		want  journal.CorruptError
	}{
		{"torn", func() error { return os.Truncate(path("2"), at[len(at)-1]-3) },
			journal.CorruptError{File: path("2"), Offset: at[len(at)-2], Reason: "it is torn, and yet the next segment goes on from it"}},
		{"empty", func() error { return os.Truncate(path("2"), 0) },
			journal.CorruptError{File: path("2"), Reason: "it is torn, and yet the next segment goes on from it"}},
		{"short", func() error { return os.Truncate(path("2"), at[len(at)-2]) },
			journal.CorruptError{File: path("2"), Offset: at[len(at)-2]}},
		{"missing", func() error { return os.Remove(path("2")) },
			journal.CorruptError{File: path("3"), Offset: 12, Reason: "segment 2 is missing before it"}},
		{"renamed", func() error {
			b, err := os.ReadFile(path("3"))
			return errors.Join(err, os.WriteFile(path("2"), b, 0o600))
		}, journal.CorruptError{File: path("2"), Offset: 12, Reason: "segment 3 has the name of another"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, c.spoil())
			defer func() { require.NoError(t, os.WriteFile(path("2"), whole, 0o600)) }()
			_, err := replayAll(t, dir)
			var corrupt *journal.CorruptError
			require.ErrorAs(t, err, &corrupt)
			if c.want.Reason == "" {
				c.want.Reason = corrupt.Reason
				require.Contains(t, corrupt.Reason, "it ends here, and the next segment goes on from byte ")
			}
			require.Equal(t, &c.want, corrupt)
		})
	}
	_, err = replayAll(t, dir)
	require.NoError(t, err)
	_, err = journal.ReplayAll(t.Context(), []journal.Segment{{Path: path("9")}}, journal.Native{})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// A state that cannot be restored is a difference.
func TestReplayBadState(t *testing.T) {
	dir := t.TempDir()
	w := create(t, dir, journal.Options{States: func(yield func(string, []byte) bool) { yield("d", []byte{0x91, 0x63}) }})
	require.NoError(t, w.Close())
	_, err := replayAll(t, dir)
	var d *journal.DifferenceError
	require.ErrorAs(t, err, &d)
	var e *core.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, core.ErrVersion, e.Code)
}

// Both sides of a difference can be read by people, whatever they are.
func TestDifferenceText(t *testing.T) {
	d := journal.DifferenceError{File: "f", What: "output", Want: []byte{0x92, 0x01, 0xa1, 'x'}, Have: []byte{0x92}}
	want, have := d.Text()
	require.Equal(t, `[1,"x"]`, want)
	require.Equal(t, "92", have)
	d.Want = bytes.Repeat([]byte{0x01, 0xc1}, 1000)
	require.Less(t, len(d.Error()), 600)
	require.Contains(t, d.Error(), "…, now 92")
}
