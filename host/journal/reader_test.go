package journal_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/journal"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// end reads a segment to its end and returns the number of its records.
func end(r *journal.Reader) (n int, err error) {
	for {
		if _, err = r.Next(); err != nil {
			return n, err
		}
		n++
	}
}

// A segment that is cut off anywhere in its last record ends before it.
func TestTornAtEveryByte(t *testing.T) {
	b := recorded(t)
	at := offsets(t, b)
	last := len(at) - 2
	for size := at[last]; size < at[last+1]; size++ {
		r := journal.NewReader("mem", b[:size])
		n, err := end(r)
		require.ErrorIs(t, err, io.EOF)
		require.Equal(t, last, n)
		require.Equal(t, size != at[last], r.Torn())
		require.Equal(t, size-at[last], r.TornBytes())
		require.Equal(t, at[last], r.End())
		_, err = r.Next()
		require.ErrorIs(t, err, io.EOF)

		res, err := journal.Replay(t.Context(), journal.NewReader("mem", b[:size]), journal.Native{})
		require.NoError(t, err)
		require.Equal(t, int64(last), res.Records)
		require.Equal(t, size-at[last], res.TornBytes)
	}
}

// The first record is no exception: a segment can be cut off before it begins.
func TestTornHead(t *testing.T) {
	b := recorded(t)
	first := offsets(t, b)[1]
	for size := range first {
		r := journal.NewReader("mem", b[:size])
		n, err := end(r)
		require.ErrorIs(t, err, io.EOF)
		require.Zero(t, n)
		require.True(t, r.Torn())
		require.Equal(t, size, r.TornBytes())
	}
}

// After a loss of power a file can end in zeros, or in a record of which parts
// are zeros.
func TestTornZeros(t *testing.T) {
	b := recorded(t)
	at := offsets(t, b)
	last := len(at) - 2
	for at[last+1]-at[last] < 60 {
		last--
	}
	zeros := make([]byte, 5000)
	for _, keep := range []int64{at[last], at[last] + 5, at[last] + 12, at[last] + 40} {
		r := journal.NewReader("mem", append(append([]byte{}, b[:keep]...), zeros...))
		n, err := end(r)
		require.ErrorIs(t, err, io.EOF, "%d", keep-at[last])
		require.Equal(t, last, n)
		require.True(t, r.Torn())
	}
	r := journal.NewReader("mem", zeros)
	_, err := end(r)
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, int64(len(zeros)), r.TornBytes())
}

// Any bit that is wrong before the last record is found, in the record that it is
// in.
func TestFlippedBits(t *testing.T) {
	b := recorded(t)
	at := offsets(t, b)
	record := -1
	for i := range at[len(at)-2] {
		for record+1 < len(at) && at[record+1] <= i {
			record++
		}
		bit := byte(1) << (i % 8)
		b[i] ^= bit
		r := journal.NewReader("mem", b)
		n, err := end(r)
		b[i] ^= bit
		var corrupt *journal.CorruptError
		var format *journal.FormatError
		if errors.As(err, &format) {
			require.Less(t, i, at[0])
			continue
		}
		require.ErrorAs(t, err, &corrupt, "bit %d of byte %d", i%8, i)
		require.Equal(t, max(record, 0), n)
		if record >= 0 {
			require.Equal(t, at[record], corrupt.Offset)
		}
		require.False(t, r.Torn())
	}
	// In the last one it looks like a torn end.
	b[len(b)-1] ^= 1
	r := journal.NewReader("mem", b)
	n, err := end(r)
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, len(at)-2, n)
	require.True(t, r.Torn())
}

// Records with right checksums can be wrong in themselves.
func TestCorruptRecords(t *testing.T) {
	array := func(items ...any) []byte {
		b, err := msgp.AppendIntf(nil, items)
		require.NoError(t, err)
		return b
	}
	cfg, err := level.MarshalMsg(nil)
	require.NoError(t, err)
	long := string(make([]byte, core.MaxIDLength+1))
	head := array(1, 1, "", 1, 1, cfg, 1, 0, 0)
	for _, c := range []struct {
		name    string
		records [][]byte
		reason  string
	}{
		{"no array", [][]byte{{0xc0}}, "the record is not an array"},
		{"empty array", [][]byte{array()}, "the type cannot be read"},
		{"unknown type", [][]byte{array(7)}, "there is no record of type 7"},
		{"high type", [][]byte{array(300)}, "the type is too high"},
		{"first is no head", [][]byte{array(6, "d")}, "a segment has one head, at its beginning"},
		{"two heads", [][]byte{head, head}, "a segment has one head, at its beginning"},
		{"late state", [][]byte{head, array(6, "d"), array(2, "d", []byte{1})}, "a state comes after what changed it"},
		{"few items", [][]byte{array(1, 1, "", 1, 1, cfg, 1, 0)}, "the size of the segment before cannot be read"},
		{"many items", [][]byte{head, array(6, "d", 1)}, "a closed has 3 items"},
		{"trailing bytes", [][]byte{append(head[:len(head):len(head)], 1)}, "there are bytes after the record"},
		{"other format", [][]byte{array(1, 2, "", 1, 1, cfg, 1, 0, 0)}, "the head is of another format than the file"},
		{"negative size", [][]byte{array(1, 1, "", 1, 1, cfg, 1, 0, -1)}, "the size of the segment before is negative"},
		{"bad configuration", [][]byte{array(1, 1, "", 1, 1, []byte{0x91}, 1, 0, 0)}, "the configuration cannot be read"},
		{"long configuration", [][]byte{array(1, 1, "", 1, 1, make([]byte, 9000), 1, 0, 0)}, "the configuration is too long"},
		{"greedy configuration", [][]byte{array(1, 1, "", 1, 1, []byte{0xdd, 0, 1, 0, 0}, 1, 0, 0)}, "the configuration cannot be read"},
		{"long module", [][]byte{array(1, 1, long, 1, 1, cfg, 1, 0, 0)}, "the module is too long"},
		{"no deployment", [][]byte{head, array(6, "")}, "there is no deployment"},
		{"long deployment", [][]byte{head, array(6, long)}, "the deployment is too long"},
		{"text for bytes", [][]byte{head, array(4, "d", "in", []byte{})}, "the input cannot be read"},
		{"empty payload", [][]byte{{}}, "a record cannot have 0 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := append([]byte{}, journal.FileHead...)
			at := 0
			for _, rec := range c.records {
				at = len(b)
				b = append(b, journal.Frame(rec)...)
			}
			_, err := end(journal.NewReader("mem", b))
			var corrupt *journal.CorruptError
			require.ErrorAs(t, err, &corrupt)
			require.Equal(t, &journal.CorruptError{File: "mem", Offset: int64(at), Reason: c.reason}, corrupt)
			require.Contains(t, err.Error(), "mem is damaged at byte ")
		})
	}
}

func TestFormatVersion(t *testing.T) {
	b := append([]byte{}, journal.FileHead...)
	b[len(b)-1] = 2
	_, err := end(journal.NewReader("mem", b))
	require.Equal(t, &journal.FormatError{File: "mem", What: "format", Version: 2, Known: 1}, err)
	require.EqualError(t, err, "coxswain: journal: mem has format 2; this version of the code reads 1")

	_, err = end(journal.NewReader("mem", []byte("something else altogether")))
	require.EqualError(t, err, "coxswain: journal: mem is damaged at byte 0: this is not a segment")
}

// A length beyond the limit or beyond the file needs no memory.
func TestLengthsNeedNoMemory(t *testing.T) {
	frame := journal.Frame([]byte{1})
	for _, b := range [][]byte{frame[:journal.FrameHead], journal.Frame(make([]byte, 1<<20))[:1000]} {
		r := journal.NewReader("mem", append(append([]byte{}, journal.FileHead...), b...))
		_, err := end(r)
		require.ErrorIs(t, err, io.EOF)
		require.Zero(t, r.Buffer())
	}
}

func TestReaderFiles(t *testing.T) {
	dir := t.TempDir()
	_, err := journal.Open(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = journal.Open(dir)
	require.ErrorContains(t, err, "is not a file")

	w := create(t, dir, journal.Options{})
	r, err := journal.Open(w.File())
	require.NoError(t, err)
	require.Equal(t, w.File(), r.File())
	rec, err := r.Next()
	require.NoError(t, err)
	require.Equal(t, journal.TypeHead, rec.Type)
	require.Equal(t, &journal.Head{Schema: core.SchemaVersion, State: core.StateVersion, Config: level,
		Time: 99 * second, Segment: 1}, rec.Head)
	require.NoError(t, r.Close())
	require.NoError(t, r.Close())
	_, err = r.Next()
	require.ErrorIs(t, err, journal.ErrClosed)
	require.NoError(t, w.Close())

	// One that shrinks while it is read is no torn one.
	r, err = journal.Open(w.File())
	require.NoError(t, err)
	require.NoError(t, os.Truncate(w.File(), 20))
	_, err = r.Next()
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.NoError(t, r.Close())
}

func TestSegmentsPassesOverOtherFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a-00000002.cxj", "a-00000001.cxj", "a-b-00000001.cxj", "a-100000000.cxj",
		"a-0000001.cxj", "a-00000000.cxj", "a-000000001.cxj", "-00000001.cxj", ".a-00000001.cxj", "a-00000001.cxj.tmp",
		"a b-00000001.cxj", "a-9999999999999999999.cxj", "00000001.cxj", "notes.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600))
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "a-00000003.cxj"), 0o700))
	list, err := journal.Segments(dir)
	require.NoError(t, err)
	var got []string
	for _, s := range list {
		require.Equal(t, int64(1), s.Size)
		got = append(got, filepath.Base(s.Path))
	}
	require.Equal(t, []string{"a-00000001.cxj", "a-00000002.cxj", "a-100000000.cxj", "a-b-00000001.cxj"}, got)
	_, err = journal.Segments(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestTypeNames(t *testing.T) {
	require.Equal(t, "head", journal.TypeHead.String())
	require.Equal(t, "closed", journal.TypeClosed.String())
	require.Equal(t, "undefined", journal.Type(0).String())
	require.Equal(t, "undefined", journal.Type(99).String())
}

// FuzzReader reads anything, either as a file or as payloads in right frames: it
// ends with an error of a known kind, and takes no more memory than there are
// bytes.
func FuzzReader(f *testing.F) {
	// Small seeds: go test takes its time to shrink what it finds.
	dir := f.TempDir()
	small := newFleet(create(f, dir, journal.Options{}), 0)
	require.NoError(f, small.open("d", nil))
	require.NoError(f, small.w.Rotate(small.states()))
	require.NoError(f, small.wrong("d"))
	require.NoError(f, small.step("d", &core.Input{}))
	require.NoError(f, small.close("d"))
	require.NoError(f, small.open("e", &level))
	require.NoError(f, small.w.Close())
	b, err := os.ReadFile(small.w.File())
	require.NoError(f, err)
	at := offsets(f, b)
	f.Add(b, false)
	f.Add(b[:len(b)-3], false)
	f.Add([]byte{}, false)
	var payloads []byte
	for i := range at[:len(at)-1] {
		payload := b[at[i]+journal.FrameHead : at[i+1]]
		payloads = append(append(payloads, byte(len(payload)>>8), byte(len(payload))), payload...)
	}
	f.Add(payloads, true)
	f.Fuzz(func(t *testing.T, b []byte, payloads bool) {
		if payloads {
			b = framed(b)
		}
		r := journal.NewReader("mem", b)
		next := int64(len(journal.FileHead))
		for n := int64(0); ; n++ {
			rec, err := r.Next()
			if err != nil {
				known(t, err)
				break
			}
			if rec.Number != n || rec.Offset != next || (n == 0) != (rec.Type == journal.TypeHead) {
				t.Fatalf("record %d at %d is number %d at %d", n, next, rec.Number, rec.Offset)
			}
			next = r.End()
		}
		if r.Buffer() > len(b) || r.End()+r.TornBytes() > int64(len(b)) {
			t.Fatalf("%d bytes of memory, ends at %d, %d torn, for %d bytes", r.Buffer(), r.End(), r.TornBytes(), len(b))
		}
		if _, err := journal.Replay(t.Context(), journal.NewReader("mem", b), journal.Native{}); err != nil {
			known(t, err)
			_ = err.Error()
		}
	})
}

// framed makes a segment of payloads, each with its length in two bytes before
// it.
func framed(b []byte) []byte {
	file := append([]byte{}, journal.FileHead...)
	for len(b) >= 2 {
		n := min(int(b[0])<<8|int(b[1]), len(b)-2)
		file = append(file, journal.Frame(b[2:2+n])...)
		b = b[2+n:]
	}
	return file
}

func known(t *testing.T, err error) {
	var corrupt *journal.CorruptError
	var format *journal.FormatError
	var difference *journal.DifferenceError
	if err != io.EOF && !errors.As(err, &corrupt) && !errors.As(err, &format) && !errors.As(err, &difference) {
		t.Fatalf("an error of no known kind: %v", err)
	}
}
