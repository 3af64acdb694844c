package faults

import (
	"go/format"
	"testing"

	"github.com/stretchr/testify/require"
)

const pristine = `package p

type t struct{ n int }

// add adds.
func (x *t) add(a, b int) int {
	return x.n + a + b
}

func (x *t) clear() {
	x.n = 0
}

func (*t) nameless() int { return 17 }

func variadic(list ...int) int { return len(list) }

var outside = 23
`

func TestWeave(t *testing.T) {
	woven, err := Weave(pristine, "Switch", map[int]Fault{
		7:  {Rule: "X1", What: "b is taken off", Old: "a + b", New: "a - b"},
		2:  {Rule: "X2", What: "b is lost", Old: " + b", New: ""},
		11: {Rule: "X3", What: "one is left", Old: "x.n = 0", New: "x.n = 1"},
	})
	require.NoError(t, err)
	pretty, err := format.Source([]byte(woven))
	require.NoError(t, err)
	require.Equal(t, `package p

type t struct{ n int }

// add adds.
func (x *t) add(a, b int) int {
	if Switch == 2 {
		return x.add_fault2(a, b)
	}

	if Switch == 7 {
		return x.add_fault7(a, b)
	}

	return x.n + a + b
}

func (x *t) clear() {
	if Switch == 11 {
		x.clear_fault11()
		return
	}

	x.n = 0
}

func (*t) nameless() int { return 17 }

func variadic(list ...int) int { return len(list) }

var outside = 23

// X2: b is lost
func (x *t) add_fault2(a, b int) int {
	return x.n + a
}

// X1: b is taken off
func (x *t) add_fault7(a, b int) int {
	return x.n + a - b
}

// X3: one is left
func (x *t) clear_fault11() {
	x.n = 1
}
`, string(pretty))
}

func TestWeaveRefuses(t *testing.T) {
	for _, c := range []struct{ name, src, old, want string }{
		{"what is not there", pristine, "a * b", "there 0 times"},
		{"what is ambiguous", pristine, "x.n", "there 2 times"},
		{"what is outside functions", pristine, "outside = 23", "not inside one function"},
		{"what spans functions", pristine, "a + b\n}\n\nfunc (x *t) clear() {", "not inside one function"},
		{"a receiver without a name", pristine, "17", "the receiver of nameless has no name"},
		{"arguments that cannot be handed on", pristine, "len(list)", "the parameters of variadic"},
		{"what is no source", "pack", "pack", "expected 'package'"},
	} {
		_, err := Weave(c.src, "Switch", map[int]Fault{1: {Rule: "X1", What: c.name, File: "p.go", Old: c.old, New: "1"}})
		if c.want == "" {
			require.NoError(t, err, c.name)
			continue
		}
		require.ErrorContains(t, err, c.want, c.name)
	}
}
