package simulate

import "strconv"

// Error is a scenario that cannot be played.
type Error struct {
	// File and Line say where it is wrong; empty and 0 where that is not known,
	// as for scenarios made in Go.
	File string
	Line int
	// Field is the path of what is wrong, such as "versions[0].groups[1].count".
	Field string
	Text  string
}

// Error returns the sentence.
func (e *Error) Error() string {
	s := e.Text
	if e.Field != "" {
		s = e.Field + ": " + s
	}
	if e.Line != 0 {
		s = strconv.Itoa(e.Line) + ": " + s
	}
	if e.File != "" {
		sep := ":"
		if e.Line == 0 {
			sep = ": "
		}
		s = e.File + sep + s
	}
	return s
}
