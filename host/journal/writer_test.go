package journal_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/journal"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Whatever is written is read again, and a journal of machines replays.
func TestRandomJournals(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp(dir, "")
		require.NoError(t, err)
		w, err := journal.Create(dir, "random", journal.Head{Config: level, Module: "m"}, journal.Options{
			SegmentBytes: rapid.Int64Range(1, 5000).Draw(t, "segment bytes"),
			Sync:         rapid.SampledFrom([]journal.SyncPolicy{journal.SyncNever, journal.SyncRotation}).Draw(t, "sync"),
		})
		require.NoError(t, err)
		f := newFleet(w, 0)
		type line struct {
			kind       journal.Type
			deployment string
		}
		var want []line
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			id := fmt.Sprintf("d%d", rapid.IntRange(0, 3).Draw(t, "deployment"))
			f.now += rapid.SampledFrom([]int64{0, second / 2, 30 * second}).Draw(t, "passes")
			if f.machines[id] == nil {
				var cfg *core.Config
				if rapid.Bool().Draw(t, "own configuration") {
					cfg = &core.Config{Level: level.Level, Reasons: true}
				}
				require.NoError(t, f.open(id, cfg))
				want = append(want, line{journal.TypeOpening, id})
				continue
			}
			kind := journal.TypeStep
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				err = f.step(id, &core.Input{})
			case 1:
				kind, err = journal.TypeClosed, f.close(id)
			case 2:
				kind, err = journal.TypeBad, f.wrong(id)
			case 3:
				command := rapid.SampledFrom([]core.CommandKind{core.CommandPause, core.CommandFail, core.CommandResume})
				err = f.command(id, command.Draw(t, "command"))
			default:
				alloc := fmt.Sprintf("%s-a%d", id, rapid.IntRange(0, 2).Draw(t, "allocation"))
				err = f.place(id, alloc, core.Health(rapid.IntRange(0, 2).Draw(t, "health")))
			}
			require.NoError(t, err)
			want = append(want, line{kind, id})
			if w.Full() {
				require.NoError(t, w.Rotate(f.states()))
			}
		}
		require.NoError(t, w.Close())

		segments, err := journal.Segments(dir)
		require.NoError(t, err)
		var got []line
		for i, s := range segments {
			require.Equal(t, uint64(i+1), s.Number)
			r, err := journal.Open(s.Path)
			require.NoError(t, err)
			for {
				rec, err := r.Next()
				if err == io.EOF {
					break
				}
				require.NoError(t, err)
				if rec.Type > journal.TypeState {
					got = append(got, line{rec.Type, rec.Deployment})
				}
			}
			require.False(t, r.Torn())
			require.Equal(t, s.Size, r.End())
			require.NoError(t, r.Close())

			// Each replays alone.
			r, err = journal.Open(s.Path)
			require.NoError(t, err)
			_, err = journal.Replay(t.Context(), r, journal.Native{})
			require.NoError(t, err)
			require.NoError(t, r.Close())
		}
		require.Equal(t, want, got)
		res, err := journal.ReplayAll(t.Context(), segments, journal.Native{})
		require.NoError(t, err)
		closed := int64(0)
		for _, l := range want {
			if l.kind == journal.TypeClosed {
				closed++
			}
		}
		require.Equal(t, int64(len(want))-closed, res.Openings+res.Steps+res.Bad)
		require.Equal(t, res.Openings, res.Machines)
		require.NoError(t, os.RemoveAll(dir))
	})
}

// A segment that is full makes way for one that begins with the living machines.
func TestRotation(t *testing.T) {
	dir := t.TempDir()
	w := create(t, dir, journal.Options{SegmentBytes: 4000, Sync: journal.SyncRecord})
	f := newFleet(w, 0)
	for i := range 20 {
		require.NoError(t, f.round(i))
	}
	require.NoError(t, w.Close())
	segments, err := journal.Segments(dir)
	require.NoError(t, err)
	require.Greater(t, len(segments), 4)
	var sizes, states []int64
	for _, s := range segments {
		r, err := journal.Open(s.Path)
		require.NoError(t, err)
		var n int64
		for {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			if rec.Type == journal.TypeHead {
				if len(sizes) == 0 {
					require.Equal(t, 99*second, rec.Head.Time)
					require.Zero(t, rec.Head.After)
				} else {
					require.Greater(t, rec.Head.Time, 99*second)
					require.Equal(t, sizes[len(sizes)-1], rec.Head.After)
				}
			}
			if rec.Type == journal.TypeState {
				n++
				_, err := core.Restore(rec.State)
				require.NoError(t, err)
			}
		}
		require.NoError(t, r.Close())
		sizes, states = append(sizes, s.Size), append(states, n)
	}
	require.Zero(t, states[0])
	for i, n := range states[1:] {
		require.Positive(t, n)
		require.GreaterOrEqual(t, sizes[i], int64(4000))
	}
	res, err := replayAll(t, dir)
	require.NoError(t, err)
	require.Equal(t, int64(20), res.Openings)
	require.Equal(t, int64(20), res.Machines)
	require.Equal(t, int64(len(segments)), res.Segments)
	require.Zero(t, res.TornBytes)

	// From the middle on, the first segment's machines are taken as they are.
	res, err = journal.ReplayAll(t.Context(), segments[2:], journal.Native{})
	require.NoError(t, err)
	require.Equal(t, res.Openings+states[2], res.Machines)
}

// However large the states are, a segment holds as much again before it is full.
func TestNeverFullOfStates(t *testing.T) {
	w := create(t, t.TempDir(), journal.Options{SegmentBytes: 1})
	f := newFleet(w, 0)
	for i := range 5 {
		require.NoError(t, f.open(fmt.Sprint("d", i), nil))
	}
	require.True(t, w.Full())
	require.NoError(t, w.Rotate(f.states()))
	require.False(t, w.Full())
	require.NoError(t, w.Close())
	require.False(t, w.Full())
}

func TestKeepSegments(t *testing.T) {
	dir := t.TempDir()
	other, err := journal.Create(dir, "other", journal.Head{}, journal.Options{})
	require.NoError(t, err)
	require.NoError(t, other.Close())
	numbers := func() (got []uint64) {
		segments, err := journal.Segments(dir)
		require.NoError(t, err)
		require.Equal(t, "other", segments[0].Writer)
		for _, s := range segments[1:] {
			got = append(got, s.Number)
		}
		return got
	}
	w := create(t, dir, journal.Options{KeepSegments: 2})
	f := newFleet(w, 0)
	for i := range 5 {
		require.NoError(t, f.round(i))
		require.NoError(t, w.Rotate(f.states()))
	}
	require.Equal(t, []uint64{5, 6}, numbers())
	_, err = replayAll(t, dir)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.NoError(t, create(t, dir, journal.Options{KeepSegments: 2}).Close())
	require.Equal(t, []uint64{6, 7}, numbers())
}

// A new Writer leaves everything that it finds, and can go on with machines that
// live already.
func TestCreateAppends(t *testing.T) {
	dir := t.TempDir()
	w := create(t, dir, journal.Options{})
	f := newFleet(w, 0)
	require.NoError(t, f.round(0))
	require.NoError(t, w.Close())
	path := w.File()
	first, err := os.ReadFile(path)
	require.NoError(t, err)

	f.w = create(t, dir, journal.Options{States: f.states()})
	require.NoError(t, f.round(1))
	require.NoError(t, f.place("d0", "late", core.Healthy))
	require.NoError(t, f.w.Rotate(f.states()))
	require.NoError(t, f.w.Close())

	again, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, first, again)
	res, err := replayAll(t, dir)
	require.NoError(t, err)
	require.Equal(t, int64(3), res.Segments)
	require.Equal(t, int64(3), res.Machines) // d0 in both runs
}

func TestSetHead(t *testing.T) {
	dir := t.TempDir()
	w := create(t, dir, journal.Options{})
	w.SetHead(journal.Head{Module: "newer", Config: level})
	require.NoError(t, w.Rotate(newFleet(w, 0).states()))
	require.NoError(t, w.Close())
	r, err := journal.Open(w.File())
	require.NoError(t, err)
	rec, err := r.Next()
	require.NoError(t, err)
	require.Equal(t, "newer", rec.Head.Module)
	require.Equal(t, uint64(2), rec.Head.Segment)
	require.Equal(t, 99*second, rec.Head.Time)
	require.NoError(t, r.Close())
}

// What cannot be written ends the Writer, and nothing else.
func TestErrorsStay(t *testing.T) {
	dir := t.TempDir()
	w := create(t, dir, journal.Options{})
	f := newFleet(w, 0)
	require.NoError(t, f.round(0))
	w.Break()
	err := f.command("d0", core.CommandPause)
	var failed *journal.WriteError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, "write", failed.Op)
	require.Equal(t, w.File(), failed.File)
	require.ErrorIs(t, err, os.ErrClosed)
	for _, again := range []error{w.Open("d", nil, nil, nil), w.Step("d", nil, nil), w.Bad("d", nil, err), w.Closed("d"),
		w.Rotate(nil), w.Sync(), w.Close()} {
		require.Equal(t, err, again)
	}
	require.False(t, w.Full())
	require.NoError(t, w.Close())
	require.ErrorIs(t, w.Step("d", nil, nil), journal.ErrClosed)

	// The host goes on, and so does the journal with the next Writer.
	f.w = create(t, dir, journal.Options{States: f.states()})
	require.NoError(t, f.round(1))
	require.NoError(t, f.w.Close())
	_, err = replayAll(t, dir)
	require.NoError(t, err)
}

func TestSyncFails(t *testing.T) {
	w := create(t, t.TempDir(), journal.Options{})
	w.Break()
	var failed *journal.WriteError
	require.ErrorAs(t, w.Sync(), &failed)
	require.Equal(t, "sync", failed.Op)
	require.EqualError(t, failed, "coxswain: journal: sync "+w.File()+": "+failed.Err.Error())
	require.Equal(t, failed, w.Close())
}

// A segment that cannot be begun leaves no file behind.
func TestRotateFails(t *testing.T) {
	t.Run("folder is gone", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "sub")
		w := create(t, dir, journal.Options{})
		require.NoError(t, os.RemoveAll(dir))
		err := w.Rotate(nil)
		var failed *journal.WriteError
		require.ErrorAs(t, err, &failed)
		require.Equal(t, "create", failed.Op)
		require.ErrorIs(t, err, os.ErrNotExist)
		require.Equal(t, err, w.Rotate(nil))
		require.Equal(t, err, w.Close())
	})
	t.Run("number is taken", func(t *testing.T) {
		dir := t.TempDir()
		w := create(t, dir, journal.Options{})
		theirs := filepath.Join(dir, "test-00000002.cxj")
		require.NoError(t, os.WriteFile(theirs, []byte("theirs"), 0o600))
		require.ErrorIs(t, w.Rotate(nil), os.ErrExist)
		b, err := os.ReadFile(theirs)
		require.NoError(t, err)
		require.Equal(t, "theirs", string(b))
	})
	t.Run("state is none", func(t *testing.T) {
		dir := t.TempDir()
		w := create(t, dir, journal.Options{})
		err := w.Rotate(func(yield func(string, []byte) bool) { yield("d", nil) })
		require.Equal(t, &journal.LimitError{What: "state", Limit: core.MaxInputBytes}, err)
		segments, err := journal.Segments(dir)
		require.NoError(t, err)
		require.Len(t, segments, 1)
		require.Equal(t, segments[0].Path, w.File())
	})
}

func TestCreateFails(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"", ".", "a/b", "a b", "..", strings.Repeat("n", 65)} {
		_, err := journal.Create(dir, name, journal.Head{}, journal.Options{})
		require.ErrorContains(t, err, "cannot be the name of a journal")
	}
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	var failed *journal.WriteError
	_, err := journal.Create(file, "n", journal.Head{}, journal.Options{})
	require.ErrorAs(t, err, &failed)
	var limit *journal.LimitError
	_, err = journal.Create(dir, "n", journal.Head{Module: strings.Repeat("m", 129)}, journal.Options{})
	require.ErrorAs(t, err, &limit)
	_, err = journal.Create(dir, "n", journal.Head{Config: core.Config{Level: strings.Repeat("l", 9000)}}, journal.Options{})
	require.ErrorAs(t, err, &limit)
	require.Equal(t, "configuration", limit.What)
	segments, err := journal.Segments(dir)
	require.NoError(t, err)
	require.Empty(t, segments)
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		write func(w *journal.Writer) error
		text  string
	}{
		{func(w *journal.Writer) error { return w.Closed("") }, "the deployment has 0 bytes, and 1 to 128 can be recorded"},
		{func(w *journal.Writer) error { return w.Step(strings.Repeat("d", 129), &core.Input{}, nil) }, "the deployment has 129 bytes, and 1 to 128 can be recorded"},
		{func(w *journal.Writer) error { return w.Open("", nil, &core.Input{}, nil) }, "the deployment has 0 bytes, and 1 to 128 can be recorded"},
		{func(w *journal.Writer) error {
			return w.Open("d", &core.Config{Level: strings.Repeat("l", 9000)}, &core.Input{}, nil)
		}, "the configuration has 9025 bytes, and 1 to 8192 can be recorded"},
		{func(w *journal.Writer) error { return w.Step("d", tooLong(), nil) }, "the input has 67109096 bytes, and 1 to 67108864 can be recorded"},
	} {
		dir := t.TempDir()
		w := create(t, dir, journal.Options{})
		err := c.write(w)
		require.ErrorContains(t, err, c.text)
		require.Equal(t, err, w.Sync())
		require.Equal(t, err, w.Close())
		_, err = replayAll(t, dir)
		require.NoError(t, err)
	}
}

// tooLong is an input of more bytes than there may be.
func tooLong() *core.Input {
	return &core.Input{Now: 1, Allocations: core.AllocationChanges{Removed: []string{strings.Repeat("x", core.MaxInputBytes+200)}}}
}

// Nobody can end a journal by sending bad input, however large.
func TestBadInputsNeverFail(t *testing.T) {
	dir := t.TempDir()
	w := create(t, dir, journal.Options{})
	f := newFleet(w, 0)
	require.NoError(t, f.open("d", nil))

	m := f.machines["d"]
	for _, in := range []*core.Input{
		{}, {Now: -1}, {Now: f.now, Epoch: 3}, {Now: f.now, Command: &core.Command{}},
		{Now: f.now, Results: make([]core.Result, core.MaxResults+1)},
		{Now: f.now, Allocations: core.AllocationChanges{Removed: make([]string, 1<<16+1)}},
		tooLong(),
	} {
		err := m.Step(in, &f.out)
		require.Error(t, err)
		require.NoError(t, w.Bad("d", in, err))
	}
	require.NoError(t, w.Bad("d", &core.Input{Now: 1}, errors.New("the engine "+strings.Repeat("é", 2000))))

	// Openings are refused too, whatever their deployment is called.
	long := opening(strings.Repeat("d", 500), 1, f.now, 7)
	fresh, err := core.New(level)
	require.NoError(t, err)
	err = fresh.Step(&long, &f.out)
	require.Error(t, err)
	require.NoError(t, w.Bad(long.Deployment.ID, &long, err))

	require.NoError(t, f.place("d", "a", core.Healthy))
	require.NoError(t, w.Close())
	res, err := replayAll(t, dir)
	require.NoError(t, err)
	require.Equal(t, int64(9), res.Bad)
}

// A step is recorded without allocating, and in one write.
func TestStepAllocatesNothing(t *testing.T) {
	w := create(t, t.TempDir(), journal.Options{Sync: journal.SyncNever})
	in, out := opening("d", 3, second, 1), core.Output{}
	require.NoError(t, w.Open("d", nil, &in, &out))
	require.Zero(t, testing.AllocsPerRun(100, func() { _ = w.Step("d", &in, &out) }))
	require.NoError(t, w.Close())
}
