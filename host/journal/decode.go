package journal

import (
	"strconv"

	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

// decoder takes the items of a payload one after another. After the first that
// is not as it should be, reason says which, and the rest are zero.
type decoder struct {
	b      []byte
	reason string
}

// decode reads a payload into rec, whose byte slices then lie in b. It returns
// what is wrong with it, or nothing.
func decode(b []byte, rec *Record) (reason string) {
	d := decoder{b: b}
	items, rest, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil {
		return "the record is not an array"
	}
	d.b = rest
	rec.Type = Type(d.uint8("type"))
	want := uint32(0)
	switch rec.Type {
	case TypeHead:
		want, rec.Head = itemsHead, d.head()
	case TypeState:
		want = itemsState
		rec.Deployment = d.id()
		rec.State = d.bytes("state", core.MaxInputBytes)
	case TypeOpening:
		want = itemsOpening
		rec.Deployment = d.id()
		if msgp.IsNil(d.b) {
			d.b = d.b[1:]
		} else {
			rec.Config = d.config()
		}
		rec.Input = d.bytes("input", core.MaxInputBytes)
		rec.Output = d.bytes("output", core.MaxInputBytes)
	case TypeStep:
		want = itemsStep
		rec.Deployment = d.id()
		rec.Input = d.bytes("input", core.MaxInputBytes)
		rec.Output = d.bytes("output", core.MaxInputBytes)
	case TypeBad:
		want = itemsBad
		rec.Deployment = d.string("deployment", core.MaxIDLength)
		rec.Input = d.bytes("input", core.MaxInputBytes)
		rec.Refused = &core.Error{
			Code:  core.ErrorCode(d.uint8("error code")),
			Field: d.string("error field", core.MaxTextLength),
			Text:  d.string("error text", core.MaxTextLength),
		}
	case TypeClosed:
		want = itemsClosed
		rec.Deployment = d.id()
	default:
		d.fail("there is no record of type " + strconv.Itoa(int(rec.Type)))
	}
	switch {
	case d.reason != "":
	case items != want:
		d.reason = "a " + rec.Type.String() + " has " + strconv.Itoa(int(items)) + " items"
	case len(d.b) != 0:
		d.reason = "there are bytes after the record"
	}
	return d.reason
}

func (d *decoder) head() *Head {
	h := &Head{}
	if f := d.uint("format"); f != Format {
		d.fail("the head is of another format than the file")
	}
	h.Module = d.string("module", core.MaxIDLength)
	h.Schema, h.State = d.uint("schema"), d.uint("state version")
	if c := d.config(); c != nil {
		h.Config = *c
	}
	h.Segment = d.uint("segment")
	h.Time, h.After = d.int("time"), d.int("size of the segment before")
	if h.After < 0 {
		d.fail("the size of the segment before is negative")
	}
	return h
}

// config reads a configuration. It is looked at first, so that no bytes can ask for
// more memory than they take themselves.
func (d *decoder) config() *core.Config {
	b := d.bytes("configuration", maxConfig)
	if d.reason != "" {
		return nil
	}
	if core.CheckMessage(b) != nil {
		d.fail("the configuration cannot be read")
		return nil
	}
	c := &core.Config{}
	if rest, err := c.UnmarshalMsg(b); err != nil || len(rest) != 0 {
		d.fail("the configuration cannot be read")
	}
	return c
}

func (d *decoder) id() string {
	id := d.string("deployment", core.MaxIDLength)
	if id == "" {
		d.fail("there is no deployment")
	}
	return id
}

func (d *decoder) uint8(what string) uint8 {
	v := d.uint(what)
	if v > 255 {
		d.fail("the " + what + " is too high")
	}
	return uint8(v)
}

func (d *decoder) uint(what string) (v uint64) {
	v, d.b = item(d, what, msgp.ReadUint64Bytes)
	return v
}

func (d *decoder) int(what string) (v int64) {
	v, d.b = item(d, what, msgp.ReadInt64Bytes)
	return v
}

func (d *decoder) string(what string, limit int) string {
	var s []byte
	s, d.b = item(d, what, msgp.ReadStringZC)
	return string(d.limit(what, s, limit))
}

func (d *decoder) bytes(what string, limit int) (v []byte) {
	v, d.b = item(d, what, msgp.ReadBytesZC)
	return d.limit(what, v, limit)
}

func (d *decoder) limit(what string, v []byte, limit int) []byte {
	if len(v) > limit {
		d.fail("the " + what + " is too long")
		return nil
	}
	return v
}

func (d *decoder) fail(reason string) {
	if d.reason == "" {
		d.reason = reason
	}
}

// item reads one item, unless an earlier one was wrong.
func item[T any](d *decoder, what string, read func([]byte) (T, []byte, error)) (T, []byte) {
	var zero T
	if d.reason != "" {
		return zero, nil
	}
	v, rest, err := read(d.b)
	if err != nil {
		d.fail("the " + what + " cannot be read")
		return zero, nil
	}
	return v, rest
}
