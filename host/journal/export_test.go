package journal

import (
	"bytes"
)

// NewReader reads a segment from memory.
func NewReader(file string, b []byte) *Reader {
	return newReader(file, bytes.NewReader(b), int64(len(b)), nil)
}

// Buffer returns how much memory a Reader holds for records.
func (r *Reader) Buffer() int { return cap(r.buf) }

// Break lets every later write to the segment fail.
func (w *Writer) Break() { _ = w.f.Close() }

// Frame returns a payload as a frame.
func Frame(payload []byte) []byte {
	b := append(make([]byte, FrameHead), payload...)
	seal(b)
	return b
}

// The beginning of a file, and the size of a frame's head.
var FileHead = appendFileHead(nil)

const FrameHead = frameHead
