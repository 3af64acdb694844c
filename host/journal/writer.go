package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"

	"github.com/coxswain/coxswain/core"
)

// DefaultSegmentBytes is when a segment is full unless Options say otherwise.
const DefaultSegmentBytes = 64 << 20

// keptBuffer is how much memory a Writer keeps from one record to the next, in
// bytes.
const keptBuffer = 4 << 20

// SyncPolicy says when a Writer asks the operating system to put everything on
// the disk. What is written survives the end of the process in any case; what is
// synced survives the end of the machine.
type SyncPolicy uint8

// The policies. A host that wants a sync every few milliseconds chooses any of
// the first two and calls Writer.Sync by its own clock.
const (
	// SyncRotation syncs a segment when the next one begins, and at Close.
	SyncRotation SyncPolicy = iota
	// SyncNever leaves it to Writer.Sync.
	SyncNever
	// SyncRecord syncs after every record.
	SyncRecord
)

// Options are the choices for a Writer. The zero value is usable.
type Options struct {
	// SegmentBytes is the size from which on Writer.Full reports true;
	// DefaultSegmentBytes if 0.
	SegmentBytes int64
	// KeepSegments is how many segments of this Writer's name are kept, the one
	// under way among them; 0 keeps all. Rotate removes the oldest.
	KeepSegments int
	// Sync says when to sync.
	Sync SyncPolicy
	// States are machines that live already, by deployment; nil for none. A
	// host that lost its Writer to an error goes on with them.
	States iter.Seq2[string, []byte]
}

// Writer appends to a journal. It is used by one goroutine at a time, like the
// machines that it is told of; it starts nothing and reads no clock.
//
// An error ends it: every later call returns the same error, a *WriteError or a
// *LimitError. The file that it leaves is readable.
type Writer struct {
	dir, name string
	opts      Options
	head      Head

	f        *os.File
	path     string
	size     int64 // of the segment, in bytes
	preamble int64 // bytes of it up to the last state
	now      int64 // the newest Now of all inputs
	buf      []byte
	err      error
}

// Create begins a journal, or a new segment after those that are in the folder
// under this name; the folder is made if there is none. The name is made of
// letters, digits, dots, dashes and underscores, at most 64. One Writer at a time
// uses a name. head's Segment and After are the Writer's to fill in.
func Create(dir, name string, head Head, opts Options) (*Writer, error) {
	if !validName(name) {
		return nil, &WriteError{"create", dir, fmt.Errorf("%q cannot be the name of a journal", name)}
	}
	if opts.SegmentBytes <= 0 {
		opts.SegmentBytes = DefaultSegmentBytes
	}
	w := &Writer{dir: dir, name: name, opts: opts, now: head.Time}
	w.head.Time = head.Time
	w.SetHead(head)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, &WriteError{"create", dir, err}
	}
	old, err := w.segments()
	if err != nil {
		return nil, &WriteError{"create", dir, err}
	}
	number := uint64(1)
	if len(old) != 0 {
		number = old[len(old)-1].Number + 1
	}
	if err := w.begin(number, 0, opts.States); err != nil {
		return nil, err
	}
	w.opts.States = nil
	_ = w.prune() // Rotate says so if it fails again
	return w, nil
}

// SetHead changes what the heads of later segments say: call it, then Rotate,
// when the machines go over to another module. Segment, After and Time are the
// Writer's.
func (w *Writer) SetHead(head Head) {
	if head.Schema == 0 {
		head.Schema = core.SchemaVersion
	}
	if head.State == 0 {
		head.State = core.StateVersion
	}
	head.Segment, head.After, head.Time = w.head.Segment, w.head.After, w.head.Time
	w.head = head
}

// File returns the path of the segment under way.
func (w *Writer) File() string { return w.path }

// Open records the first step of a machine, which ended well. cfg is what the
// machine was made with; nil for that of the head.
func (w *Writer) Open(deployment string, cfg *core.Config, in *core.Input, out *core.Output) error {
	if w.err != nil {
		return w.err
	}
	b, err := appendOpening(w.frame(), deployment, cfg, in, out)
	w.now = max(w.now, in.Now)
	return w.write(b, err)
}

// Step records a later step of a machine, which ended well. It allocates nothing
// once its buffer has grown to the size of the records.
func (w *Writer) Step(deployment string, in *core.Input, out *core.Output) error {
	if w.err != nil {
		return w.err
	}
	b, err := appendStep(w.frame(), deployment, in, out)
	w.now = max(w.now, in.Now)
	return w.write(b, err)
}

// Bad records an input that a machine, or an opening under the head's
// configuration, refused with an error. An error that is not a *core.Error is an
// engine's; it is recorded for people and not replayed. The machine is taken to
// live on: if the host gives it up, Closed says so.
func (w *Writer) Bad(deployment string, in *core.Input, refused error) error {
	if w.err != nil {
		return w.err
	}
	return w.write(appendBad(w.frame(), deployment, in, refused), nil)
}

// Closed records that a machine is not used any more: its deployment ended, or
// the host gave it up.
func (w *Writer) Closed(deployment string) error {
	if w.err != nil {
		return w.err
	}
	return w.write(appendClosed(w.frame(), deployment))
}

// Full reports whether it is time to Rotate. A segment is never full before it
// holds as much as the states that it began with.
func (w *Writer) Full() bool {
	return w.err == nil && w.size >= w.opts.SegmentBytes && w.size >= 2*w.preamble
}

// Rotate ends the segment and begins the next one with the states of all living
// machines, by deployment, each as AppendState returns it at this moment. None
// may be missing.
//
// That old segments cannot be removed is the one error that does not end the
// Writer.
func (w *Writer) Rotate(states iter.Seq2[string, []byte]) error {
	if w.err != nil {
		return w.err
	}
	if w.opts.Sync != SyncNever {
		if err := w.Sync(); err != nil {
			return err
		}
	}
	old, oldPath := w.f, w.path
	w.head.Time = w.now
	err := w.begin(w.head.Segment+1, w.size, states)
	if err != nil {
		w.path = oldPath
	}
	if e := old.Close(); e != nil && err == nil {
		err = w.fail(&WriteError{"close", oldPath, e})
	}
	if err != nil {
		return err
	}
	return w.prune()
}

// Sync puts everything that was recorded on the disk.
func (w *Writer) Sync() error {
	if w.err != nil {
		return w.err
	}
	if err := w.f.Sync(); err != nil {
		return w.fail(&WriteError{"sync", w.path, err})
	}
	return nil
}

// Close ends the segment. It returns the error that ended the Writer before, if
// any. Closing again does nothing.
func (w *Writer) Close() error {
	if errors.Is(w.err, ErrClosed) {
		return nil
	}
	err := w.err
	if err == nil && w.opts.Sync != SyncNever {
		err = w.Sync()
	}
	if w.f != nil {
		if e := w.f.Close(); e != nil && err == nil {
			err = &WriteError{"close", w.path, e}
		}
	}
	w.f, w.buf, w.err = nil, nil, ErrClosed
	return err
}

// begin makes a segment and writes its head and states. If that fails, the file
// is removed again, so that trying once more leaves nothing behind.
func (w *Writer) begin(number uint64, after int64, states iter.Seq2[string, []byte]) error {
	path := filepath.Join(w.dir, fileName(w.name, number))
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		w.f = nil
		return w.fail(&WriteError{"create", path, err})
	}
	w.f, w.path, w.size = f, path, 0
	w.head.Segment, w.head.After = number, after
	if err := w.writePreamble(states); err != nil {
		_ = f.Close() // it is given up
		_ = os.Remove(path)
		w.f = nil
		return err
	}
	w.preamble = w.size
	return nil
}

func (w *Writer) writePreamble(states iter.Seq2[string, []byte]) error {
	if err := w.put(appendFileHead(w.buf[:0])); err != nil {
		return err
	}
	b, err := appendHead(w.frame(), &w.head)
	if err := w.append(b, err); err != nil {
		return err
	}
	if states != nil {
		for deployment, state := range states {
			b, err := appendState(w.frame(), deployment, state)
			if err := w.append(b, err); err != nil {
				return err
			}
		}
	}
	if w.opts.Sync == SyncNever {
		return nil
	}
	if err := w.Sync(); err != nil {
		return err
	}
	if err := syncDir(w.dir); err != nil {
		return w.fail(&WriteError{"sync", w.dir, err})
	}
	return nil
}

// frame returns the buffer with room for a frame's head.
func (w *Writer) frame() []byte {
	if cap(w.buf) < frameHead || cap(w.buf) > keptBuffer {
		w.buf = make([]byte, 0, 4<<10)
	}
	return w.buf[:frameHead]
}

// write appends a record and syncs it if that is wanted.
func (w *Writer) write(b []byte, err error) error {
	if err := w.append(b, err); err != nil {
		return err
	}
	if w.opts.Sync == SyncRecord {
		return w.Sync()
	}
	return nil
}

// append seals a frame and writes it, unless encoding it failed.
func (w *Writer) append(b []byte, err error) error {
	w.buf = b
	if err != nil {
		return w.fail(err)
	}
	seal(b)
	return w.put(b)
}

// put writes bytes with a single call.
func (w *Writer) put(b []byte) error {
	w.buf = b
	n, err := w.f.Write(b)
	w.size += int64(n)
	if err != nil {
		return w.fail(&WriteError{"write", w.path, err})
	}
	return nil
}

func (w *Writer) fail(err error) error {
	if w.err == nil {
		w.err = err
	}
	return w.err
}

// prune removes the oldest segments, one after another, so that what stays has no
// gaps even if it fails half-way.
func (w *Writer) prune() error {
	if w.opts.KeepSegments <= 0 {
		return nil
	}
	old, err := w.segments()
	if err != nil {
		return &WriteError{"remove", w.dir, err}
	}
	for i := range len(old) - w.opts.KeepSegments {
		if err := os.Remove(old[i].Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return &WriteError{"remove", old[i].Path, err}
		}
	}
	return nil
}

// segments lists the segments of this name.
func (w *Writer) segments() ([]Segment, error) {
	all, err := Segments(w.dir)
	own := all[:0]
	for _, s := range all {
		if s.Writer == w.name {
			own = append(own, s)
		}
	}
	return own, err
}

// syncDir puts the names in a folder on the disk. Windows does that by itself.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
