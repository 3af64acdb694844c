package core

import "strconv"

// Limits on everything that comes from outside. Past one of them an input is
// refused with ErrLimit and the machine stays as it was.
const (
	MaxIDLength     = 128      // bytes of an id or of a name
	MaxTextLength   = 1 << 10  // bytes of a deployment's description
	MaxDigestLength = 64       // bytes of a digest
	MaxGroups       = 1 << 10  // task groups of a deployment, and of a job
	MaxAllocations  = 1 << 16  // allocations of a deployment; also of one command
	MaxEvaluations  = 1 << 14  // evaluations of a job
	MaxVersions     = 1 << 6   // versions of a job
	MaxResults      = 1 << 8   // results in one input
	MaxOutstanding  = 1 << 6   // effects without a final result
	MaxGates        = 1 << 5   // gates of a policy
	MaxFreezes      = 1 << 6   // spans of time in which nothing goes forward
	MaxInputBytes   = 64 << 20 // an encoded input or state
	MaxDepth        = 8        // nesting of an encoded input or state
	MaxTime         = 1 << 62  // Unix nanoseconds: the year 2116
)

// ErrorCode says what kind of bad input an Error is about.
type ErrorCode uint8

// The kinds of bad input.
const (
	// ErrConfig: the configuration names an unknown level or switch, or has a policy
	// that makes no sense.
	ErrConfig ErrorCode = iota + 1
	// ErrMalformed: the bytes are not a message, or nest too deeply.
	ErrMalformed
	// ErrLimit: a limit is passed.
	ErrLimit
	// ErrInvalid: a field has a value that it cannot have.
	ErrInvalid
	// ErrMissing: something needed is not there, such as the deployment in an opening.
	ErrMissing
	// ErrUnexpected: something is there that has no place, such as a job after the opening.
	ErrUnexpected
	// ErrForeign: an id belongs to another deployment.
	ErrForeign
	// ErrNotOpen: the machine has not been opened yet.
	ErrNotOpen
	// ErrVersion: a saved state is of a version that this code cannot read.
	ErrVersion
	// ErrHandle: the module knows no machine by this handle, or holds too many.
	ErrHandle
)

var errorNames = [...]string{"", "config", "malformed", "limit", "invalid", "missing", "unexpected", "foreign", "not-open", "version", "handle"}

// String returns the code's name.
func (c ErrorCode) String() string { return name(errorNames[:], uint8(c)) }

// Error is bad input: what was wrong and where. The machine is as it was.
// "Fail the deployment" is a decision and never an error.
type Error struct {
	Code ErrorCode
	// Field is the path of the field, such as "Allocations.Changed[3].Group".
	Field string
	// Text is what was wrong with it.
	Text string
}

// Error returns the sentence.
func (e *Error) Error() string {
	if e.Field == "" {
		return "coxswain: " + e.Code.String() + ": " + e.Text
	}
	return "coxswain: " + e.Code.String() + ": " + e.Field + ": " + e.Text
}

func bad(code ErrorCode, field, text string) *Error {
	return &Error{Code: code, Field: field, Text: text}
}

// at puts a list's name and position in front of an error's field.
func (e *Error) at(list string, i int) *Error {
	e.Field = list + "[" + strconv.Itoa(i) + "]" + dot(e.Field)
	return e
}

// in puts a struct's name in front of an error's field.
func (e *Error) in(field string) *Error {
	e.Field = field + dot(e.Field)
	return e
}

func dot(field string) string {
	if field == "" || field[0] == '[' {
		return field
	}
	return "." + field
}
