package simulate

import (
	"fmt"
	"time"

	"github.com/goccy/go-yaml/ast"
)

// Duration is a time or a span of time, written as "300ms", "5s" or "1m30s".
type Duration time.Duration

// Of makes a Duration that can be left out, for scenarios made in Go.
func Of(d time.Duration) *Duration { return (*Duration)(&d) }

// String returns the duration as it is written.
func (d Duration) String() string { return time.Duration(d).String() }

// UnmarshalYAML reads a duration. A number needs its unit, except 0.
func (d *Duration) UnmarshalYAML(node ast.Node) error {
	word := node.GetToken().Value
	v, err := time.ParseDuration(word)
	if err != nil {
		return &Error{Line: line(node), Text: fmt.Sprintf("%q is not a duration like 300ms or 5s", word)}
	}
	*d = Duration(v)
	return nil
}

// or returns what is pointed to, or another value without a pointer.
func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}
