package engine

import (
	"errors"

	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

// Description is what a module says of itself.
type Description struct {
	// ABI is the major version of the exports, Schema that of the messages
	// within it, Version the module's own.
	ABI, Schema uint32
	Version     string
	Levels      []core.LevelInfo
	Switches    []core.SwitchInfo
	Limits      []Limit
	// Policies are those that the module knows.
	Policies []core.PolicyInfo
}

// Limit is a limit of the module: core's constants by their names, and
// MaxMachines of one instance.
type Limit struct {
	Name  string
	Value uint64
}

// reader reads values one after another; the first error stays.
type reader struct {
	b   []byte
	err error
}

// read lets one of msgp's functions read the next value.
func read[T any](r *reader, f func([]byte) (T, []byte, error)) (v T) {
	if r.err == nil {
		v, r.b, r.err = f(r.b)
	}
	return v
}

func (r *reader) text() string { return read(r, msgp.ReadStringBytes) }

func (r *reader) uint() uint64 { return read(r, msgp.ReadUint64Bytes) }

// each reads an array whose elements are arrays of at least fields values; f
// reads these, and what a newer module adds after them is passed over.
func (r *reader) each(fields uint32, f func()) {
	for n := read(r, msgp.ReadArrayHeaderBytes); n > 0 && r.err == nil; n-- {
		have := read(r, msgp.ReadArrayHeaderBytes)
		if r.err == nil && have < fields {
			r.err = errors.New("an entry is too short")
			return
		}
		f()
		r.skip(have - fields)
	}
}

func (r *reader) skip(n uint32) {
	for ; n > 0 && r.err == nil; n-- {
		r.b, r.err = msgp.Skip(r.b)
	}
}

// readDescription reads the envelope of describe.
func readDescription(envelope []byte) (d Description, err error) {
	body, bad, err := openEnvelope(envelope)
	if err != nil {
		return d, err
	}
	if bad != nil {
		return d, bad
	}
	r := &reader{b: body}
	n := read(r, msgp.ReadArrayHeaderBytes)
	if n < 6 {
		return d, errors.New("the description is too short")
	}
	d.ABI, d.Schema, d.Version = uint32(r.uint()), uint32(r.uint()), r.text()
	r.each(3, func() {
		d.Levels = append(d.Levels, core.LevelInfo{Name: r.text(), Switches: core.Switches(r.uint()), Text: r.text()})
	})
	r.each(6, func() {
		d.Switches = append(d.Switches, core.SwitchInfo{
			Switch: core.Switches(r.uint()), Name: r.text(), Rules: r.text(), Since: r.text(), Text: r.text(), Where: r.text(),
		})
	})
	r.each(2, func() { d.Limits = append(d.Limits, Limit{r.text(), r.uint()}) })
	if n > 6 { // one with an older schema is refused for that
		r.each(4, func() {
			d.Policies = append(d.Policies, core.PolicyInfo{Rule: r.text(), Field: r.text(), Needs: core.Switches(r.uint()), Text: r.text()})
		})
	}
	return d, r.err
}
