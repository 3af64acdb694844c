package memory

import (
	"strconv"

	"github.com/coxswain/coxswain/host"
)

// Code says why a write was refused that the ledger has no word for.
type Code uint8

// The refusals of the store itself; those of rules C1, C2, S4 and S5 are a
// *ledger.Rejection.
const (
	// UnknownDeployment: there is no such deployment. errors.Is finds
	// host.ErrUnknownDeployment in it.
	UnknownDeployment Code = iota + 1
	// UnknownJob: there is no such job. errors.Is finds host.ErrUnknownJob.
	UnknownJob
	// KnownDeployment: the deployment that a plan makes is there already.
	KnownDeployment
	// Outdated: the effect was decided on an index of the deployment or of the
	// job that no longer holds (Options.CheckIndexes).
	Outdated
	// Invalid: a field has a value that no machine would take as a fact.
	Invalid
)

var codeNames = [...]string{"", "unknown deployment", "unknown job", "known deployment", "outdated", "invalid"}

// String returns the code in words.
func (c Code) String() string {
	if int(c) >= len(codeNames) || c == 0 {
		return "undefined"
	}
	return codeNames[c]
}

// Error is a write that was refused, or a question about what is not there.
// Nothing was written.
type Error struct {
	Code Code
	// Subject is the id that it is about; the path of the field for Invalid.
	Subject string
	// Text says what was wrong with it; it may be empty.
	Text string
}

// Error returns the sentence.
func (e *Error) Error() string {
	s := "memory: " + e.Code.String() + ": " + e.Subject
	if e.Text != "" {
		s += ": " + e.Text
	}
	return s
}

// Unwrap returns the error of package host that stands for the code, if any.
func (e *Error) Unwrap() error {
	switch e.Code {
	case UnknownDeployment:
		return host.ErrUnknownDeployment
	case UnknownJob:
		return host.ErrUnknownJob
	}
	return nil
}

func unknownDeployment(id string) *Error { return &Error{Code: UnknownDeployment, Subject: id} }

func unknownJob(key host.JobKey) *Error {
	return &Error{Code: UnknownJob, Subject: key.ID, Text: "in namespace " + strconv.Quote(key.Namespace)}
}

func invalid(field, text string) *Error { return &Error{Code: Invalid, Subject: field, Text: text} }

// at puts a list's name and position in front of a field.
func (e *Error) at(list string, i int) *Error {
	e.Subject = list + "[" + strconv.Itoa(i) + "]." + e.Subject
	return e
}
