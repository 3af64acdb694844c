package journal

import (
	"bytes"
	"encoding/hex"
	"fmt"

	"github.com/tinylib/msgp/msgp"
)

// shownBytes is how much of each side DifferenceError.Error shows.
const shownBytes = 240

// DifferenceError is the first difference between what was recorded and what
// came of replaying it.
type DifferenceError struct {
	File string
	// Offset is where the record begins, in bytes; Record is its number in the
	// segment, from 0.
	Offset, Record int64
	Deployment     string
	// What differs: "output", "state" (at the beginning of a segment, from the
	// end of the one before) or "refusal" (a bad input's error).
	What string
	// Want is what was recorded, Have what came now, both MessagePack: an Output,
	// a state, or an array of an error's code, field and text. Want is nil if
	// nothing of that kind was recorded, Have if nothing came.
	Want, Have []byte
	// Err is the error of a machine that was not expected to have one.
	Err error
}

// Error returns the sentence, with the beginnings of both sides.
func (e *DifferenceError) Error() string {
	want, have := e.Text()
	s := fmt.Sprintf("coxswain: journal: %s: record %d at byte %d, deployment %q: another %s: recorded %s, now %s",
		e.File, e.Record, e.Offset, e.Deployment, e.What, short(want), short(have))
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns Err.
func (e *DifferenceError) Unwrap() error { return e.Err }

// Text returns both sides in whole as JSON, arrays in the order of the fields in
// package core. What is not MessagePack is returned in hexadecimal.
func (e *DifferenceError) Text() (want, have string) {
	return readable(e.Want), readable(e.Have)
}

func readable(b []byte) string {
	if b == nil {
		return "nothing"
	}
	var text bytes.Buffer
	if rest, err := msgp.UnmarshalAsJSON(&text, b); err != nil || len(rest) != 0 {
		return hex.EncodeToString(b)
	}
	return text.String()
}

func short(s string) string {
	if len(s) <= shownBytes {
		return s
	}
	return cut(s, shownBytes) + "…"
}
