package nomad

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// lines cuts a recording into lines, within the limits.
type lines struct {
	in     *bufio.Reader
	buffer []byte
	read   int64
	// number is that of the last line, from 1; whole says that it ended with a
	// line break.
	number int
	whole  bool
}

// newLines begins to read; it looks into the first bytes for compression. The
// result is never nil.
func newLines(r io.Reader) (*lines, error) {
	l := &lines{in: bufio.NewReaderSize(r, 64<<10)}
	if magic, _ := l.in.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return l, nil
	}
	z, err := gzip.NewReader(l.in)
	if err != nil {
		return l, readError(err)
	}
	l.in = bufio.NewReaderSize(z, 64<<10)
	return l, nil
}

// next returns the next line without the white space around it, valid until the
// next call, or io.EOF.
func (l *lines) next() ([]byte, error) {
	l.buffer = l.buffer[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		if len(l.buffer) == 0 && (len(part) > 0 || err != io.EOF) {
			l.number++
		}
		l.buffer = append(l.buffer, part...)
		l.read += int64(len(part))
		switch {
		case l.read > MaxFileBytes:
			return nil, &damage{ErrLimit, fmt.Sprintf("more than %d bytes", int64(MaxFileBytes))}
		case len(l.buffer) > MaxLineBytes:
			return nil, &damage{ErrLimit, fmt.Sprintf("a line of more than %d bytes", MaxLineBytes)}
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == io.EOF && len(l.buffer) > 0:
			l.whole = false
		case err == io.EOF:
			return nil, io.EOF
		case err != nil:
			return nil, readError(err)
		default:
			l.whole = true
		}
		return bytes.TrimSpace(l.buffer), nil
	}
}

// readError tells damage in compressed data from a failing reader.
func readError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return &damage{ErrTruncated, "the compressed data ends too early"}
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return &damage{ErrSyntax, "damaged gzip: " + err.Error()}
	default:
		return err
	}
}
