package journal

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
)

// Reader reads one segment from its beginning to its end. It is used by one
// goroutine at a time.
type Reader struct {
	file   string
	closer io.Closer
	in     *bufio.Reader
	size   int64

	offset   int64 // where the next frame begins
	records  int64
	preamble bool // only a head and states so far
	torn     bool
	buf      []byte
	rec      Record
	err      error
}

// Open opens a segment. It may be one that a Writer is still writing: what is
// there now will be read, and a record under way looks torn.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("coxswain: journal: %s is not a file", path)
	}
	if err != nil {
		_ = f.Close() // nothing was done with it
		return nil, err
	}
	return newReader(path, f, info.Size(), f), nil
}

// newReader reads size bytes of a segment; closer may be nil.
func newReader(file string, r io.Reader, size int64, closer io.Closer) *Reader {
	return &Reader{
		file: file, closer: closer, size: size, preamble: true,
		in: bufio.NewReaderSize(io.LimitReader(r, size), 64<<10),
	}
}

// Next returns the next record, which is valid until the one after it is asked
// for. The error is io.EOF at the end, torn or not, a *CorruptError, a
// *FormatError, ErrClosed or one of reading; it stays.
func (r *Reader) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.err = r.next(); r.err != nil {
		return nil, r.err
	}
	return &r.rec, nil
}

// File returns the path that the Reader was opened with.
func (r *Reader) File() string { return r.file }

// Torn reports whether the segment's end was left out because its last record is
// not whole, or because there is no whole head. It is known once Next has
// returned io.EOF.
func (r *Reader) Torn() bool { return r.torn }

// TornBytes returns how many bytes were left out.
func (r *Reader) TornBytes() int64 {
	if !r.torn {
		return 0
	}
	return r.size - r.End()
}

// End returns where the last record ends that was read, in bytes; 0 before the
// head.
func (r *Reader) End() int64 {
	if r.records == 0 {
		return 0
	}
	return r.offset
}

// Close closes the file. Closing again does nothing.
func (r *Reader) Close() error {
	if r.closer == nil {
		return nil
	}
	c := r.closer
	r.closer, r.buf, r.err = nil, nil, ErrClosed
	return c.Close()
}

func (r *Reader) next() error {
	if r.offset == 0 {
		if err := r.readFileHead(); err != nil {
			return err
		}
	}
	left := r.size - r.offset
	switch {
	case left == 0 && r.records != 0:
		return io.EOF
	case left < frameHead:
		return r.tear()
	}
	var head [frameHead]byte
	if err := r.read(head[:]); err != nil {
		return err
	}
	f, ok := parseFrame(head[:])
	switch {
	case !ok:
		return r.tearOr("the head of the record has another checksum")
	case f.length == 0 || f.length > maxPayload:
		return r.corrupt(fmt.Sprintf("a record cannot have %d bytes", f.length))
	case int64(f.length) > left-frameHead:
		return r.tear()
	}
	if cap(r.buf) < int(f.length) {
		r.buf = make([]byte, f.length)
	}
	r.buf = r.buf[:f.length]
	if err := r.read(r.buf); err != nil {
		return err
	}
	if crc32.Checksum(r.buf, castagnoli) != f.sum {
		return r.tearOr("the record has another checksum")
	}
	r.rec = Record{Number: r.records, Offset: r.offset}
	if reason := decode(r.buf, &r.rec); reason != "" {
		return r.corrupt(reason)
	}
	if reason := r.misplaced(); reason != "" {
		return r.corrupt(reason)
	}
	r.records++
	r.offset += frameHead + int64(f.length)
	return nil
}

// misplaced returns what is wrong with the place of the record, or nothing.
func (r *Reader) misplaced() string {
	switch head := r.rec.Type == TypeHead; {
	case head != (r.records == 0):
		return "a segment has one head, at its beginning"
	case r.rec.Type == TypeState && !r.preamble:
		return "a state comes after what changed it"
	case !head && r.rec.Type != TypeState:
		r.preamble = false
	}
	return ""
}

// readFileHead reads what comes before the first frame.
func (r *Reader) readFileHead() error {
	want := string(appendFileHead(nil))
	b := make([]byte, min(int64(fileHead), r.size))
	if err := r.read(b); err != nil {
		return err
	}
	got := string(b)
	switch {
	case got == want:
		r.offset = int64(fileHead)
		return nil
	case strings.HasPrefix(want, got): // also an empty file
		return r.tear()
	case strings.Trim(got, "\x00") == "":
		return r.tearOr("this is not a segment")
	case len(got) == fileHead && strings.HasPrefix(got, magic):
		version := uint64(0)
		for _, c := range b[len(magic):] {
			version = version<<8 | uint64(c)
		}
		return &FormatError{r.file, "format", version, Format}
	}
	return r.corrupt("this is not a segment")
}

// tear ends the segment before a record that is cut off.
func (r *Reader) tear() error {
	r.torn = true
	return io.EOF
}

// tearOr ends the segment before a damaged record after which nothing comes, or
// only the zeros of a file that grew and was not filled. Otherwise the segment is
// corrupt.
func (r *Reader) tearOr(reason string) error {
	for {
		c, err := r.in.ReadByte()
		switch {
		case err == io.EOF:
			return r.tear()
		case err != nil:
			return fmt.Errorf("coxswain: journal: %s: %w", r.file, err)
		case c != 0:
			return r.corrupt(reason)
		}
	}
}

func (r *Reader) corrupt(reason string) error {
	return &CorruptError{r.file, r.offset, reason}
}

// read fills b. The bytes were there when the file was opened.
func (r *Reader) read(b []byte) error {
	if _, err := io.ReadFull(r.in, b); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF // it would look like the end of the segment
		}
		return fmt.Errorf("coxswain: journal: %s: %w", r.file, err)
	}
	return nil
}
