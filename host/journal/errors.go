package journal

import (
	"errors"
	"fmt"
)

// ErrClosed is returned by a Writer or a Reader that is used after its Close.
var ErrClosed = errors.New("coxswain: journal: closed")

// WriteError says that a segment could not be written. The Writer returns it
// from then on.
type WriteError struct {
	// Op is what failed: "create", "write", "sync", "close" or "remove".
	Op   string
	File string
	Err  error
}

// Error returns the sentence.
func (e *WriteError) Error() string {
	return fmt.Sprintf("coxswain: journal: %s %s: %v", e.Op, e.File, e.Err)
}

// Unwrap returns what the operating system said.
func (e *WriteError) Unwrap() error { return e.Err }

// LimitError says that something cannot be recorded since its size, in bytes, is
// not between 1 and Limit. The Writer returns it from then on, because its
// journal would have a hole.
type LimitError struct {
	// What it is: "deployment", "module", "configuration", "state", "input" or
	// "output".
	What        string
	Size, Limit int
}

// Error returns the sentence.
func (e *LimitError) Error() string {
	return fmt.Sprintf("coxswain: journal: the %s has %d bytes, and 1 to %d can be recorded", e.What, e.Size, e.Limit)
}

// CorruptError says that a file is not what a Writer wrote.
type CorruptError struct {
	File string
	// Offset is where the record begins that is damaged, in bytes.
	Offset int64
	// Reason is what is wrong with it, without the rest of a sentence.
	Reason string
}

// Error returns the sentence.
func (e *CorruptError) Error() string {
	return fmt.Sprintf("coxswain: journal: %s is damaged at byte %d: %s", e.File, e.Offset, e.Reason)
}

// FormatError says that a segment is of a version that this code cannot read.
type FormatError struct {
	File string
	// What has the version: "format" or "schema".
	What string
	// Version is the segment's; Known is the highest that can be read.
	Version, Known uint64
}

// Error returns the sentence.
func (e *FormatError) Error() string {
	return fmt.Sprintf("coxswain: journal: %s has %s %d; this version of the code reads %d", e.File, e.What, e.Version, e.Known)
}
