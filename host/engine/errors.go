package engine

import "errors"

// What can be wrong with a module, and with an engine. Test with errors.Is.
var (
	// ErrModule: the bytes are not a coxswain module at all.
	ErrModule = errors.New("not a coxswain module")
	// ErrTooOld: the module does not know everything that this package would
	// send; it would pass over fields, and decide differently.
	ErrTooOld = errors.New("the module is too old for this host")
	// ErrTooNew: the module speaks a major version of the ABI that is not
	// spoken here.
	ErrTooNew = errors.New("the module is too new for this host")
	// ErrTrap: a call did not come back in order, also when it was tried again
	// in a new instance. The machine is as it was before the call.
	ErrTrap = errors.New("the call failed inside the module")
	// ErrOptions: the options contradict each other or are out of range.
	ErrOptions = errors.New("bad options")
)

// Error is what an engine, not an input, is to blame for.
type Error struct {
	// Op is what was being done, such as "compile" or "step".
	Op string
	// Kind is one of the errors above; nil when only Err says what happened,
	// such as a context that ended.
	Kind error
	// Err has the details; it may be nil.
	Err error
}

// Error returns the sentence.
func (e *Error) Error() string {
	s := "coxswain: " + e.Op
	if e.Kind != nil {
		s += ": " + e.Kind.Error()
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns Kind and Err, for errors.Is and errors.As.
func (e *Error) Unwrap() []error {
	var all []error
	for _, err := range []error{e.Kind, e.Err} {
		if err != nil {
			all = append(all, err)
		}
	}
	return all
}
