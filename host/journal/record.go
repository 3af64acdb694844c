package journal

import (
	"github.com/coxswain/coxswain/core"
)

// Type is the kind of a record.
type Type uint8

// The types of records. The numbers are in the files.
const (
	// TypeHead is the first record of a segment and no other.
	TypeHead Type = iota + 1
	// TypeState is a machine that lives when the segment begins.
	TypeState
	// TypeOpening is a machine's first step.
	TypeOpening
	// TypeStep is any later step.
	TypeStep
	// TypeBad is an input that was refused, or that an engine failed at. The
	// machine is as it was before; there is none if it was an opening.
	TypeBad
	// TypeClosed is the end of a machine.
	TypeClosed
)

var typeNames = [...]string{"undefined", "head", "state", "opening", "step", "bad", "closed"}

// String returns the type's name.
func (t Type) String() string {
	if int(t) >= len(typeNames) {
		t = 0
	}
	return typeNames[t]
}

// Head says what a segment was recorded with.
type Head struct {
	// Module is the hash of the WebAssembly module that decided, or whatever else
	// names what did; at most core.MaxIDLength bytes. Empty for native code.
	Module string
	// Schema and State are what decided's core.SchemaVersion and
	// core.StateVersion; Create puts this code's for 0.
	Schema, State uint64
	// Config is that of every opening that has none of its own.
	Config core.Config
	// Time is the wall clock, in Unix nanoseconds, when the segment was begun. A
	// Writer reads no clock: the caller gives the first one, and later segments
	// have the newest Now of all inputs.
	Time int64

	// Segment is the number of the segment, from 1. The Writer counts.
	Segment uint64
	// After is the size in bytes of the segment before, from which this one goes
	// on; 0 when a Writer began with it. The Writer fills it in.
	After int64
}

// Record is one record of a segment. Which of the fields are used, Type says.
// All of it belongs to the Reader and is valid until the next one is read.
type Record struct {
	Type Type
	// Number counts the records of the segment; the head is 0.
	Number int64
	// Offset is where the record's frame begins in the file, in bytes.
	Offset int64
	// Head is the head's.
	Head *Head
	// Deployment is that of every other record. A bad one's can be empty.
	Deployment string
	// Config is an opening's; nil means that of the head.
	Config *core.Config
	// State is a state's: the bytes of core.Machine.AppendState.
	State []byte
	// Input is what an opening, a step or a bad record was about, encoded. It is
	// empty for a bad input that was too long to be kept.
	Input []byte
	// Output is the encoded output of an opening or of a step.
	Output []byte
	// Refused is a bad record's error. Its Code is 0 if it was not the input's
	// fault; then only Text says more.
	Refused *core.Error
}
