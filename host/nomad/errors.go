package nomad

import (
	"errors"
	"strconv"
)

// Limits on a recording. Past one of them it is refused with ErrLimit.
const (
	MaxLineBytes    = 16 << 20 // one line
	MaxFileBytes    = 1 << 30  // a recording, after decompression
	MaxSidecarBytes = 16 << 20 // a sidecar
)

// The kinds of damage, to be asked for with errors.Is.
var (
	// ErrSyntax: the bytes are not JSON, not the JSON of a recording, or not gzip
	// although they begin like it.
	ErrSyntax = errors.New("not readable")
	// ErrTruncated: the recording ends in the middle of a line or of its
	// compressed data.
	ErrTruncated = errors.New("truncated")
	// ErrValue: a field has a value that it cannot have, such as an unknown
	// status word, a negative count, an empty id or a list in place of a word.
	ErrValue = errors.New("bad value")
	// ErrMissing: something is not there without which the line means nothing.
	ErrMissing = errors.New("missing")
	// ErrOrder: an index goes back, or a snapshot stands after a commit.
	ErrOrder = errors.New("out of order")
	// ErrClock: some lines tell when they were received and some do not.
	ErrClock = errors.New("mixed clocks")
	// ErrLimit: a limit is passed.
	ErrLimit = errors.New("too large")
)

// Error is damage in a recording or in its sidecar. Nothing of a damaged
// recording is returned.
type Error struct {
	// File is the name that was given to Read, or the path of the file.
	File string
	// Line counts from 1; 0 when the damage is in no line.
	Line int
	// Text says what is wrong, and with which object and field.
	Text string
	// Err is one of the kinds above, or what the file system answered.
	Err error
}

// Error returns "file:line: text".
func (e *Error) Error() string {
	s := e.File
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
	}
	return s + ": " + e.Text
}

// Unwrap returns the kind of damage.
func (e *Error) Unwrap() error { return e.Err }

// damage is an Error before its place is known.
type damage struct {
	kind error
	text string
}

func (d *damage) Error() string { return d.text }
func (d *damage) Unwrap() error { return d.kind }

// within puts an object's name in front of a damage's text.
func within(what string, err error) error {
	var d *damage
	if errors.As(err, &d) {
		return &damage{d.kind, what + ": " + d.text}
	}
	return err
}
