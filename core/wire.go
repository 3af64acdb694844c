package core

import (
	"github.com/tinylib/msgp/msgp"
)

// Everything that crosses a boundary is MessagePack: each struct is an array of
// its fields in their order, which may only grow at the end. The generated
// functions MarshalMsg and UnmarshalMsg do the work; DecodeInput adds what
// bytes from outside need.

//go:generate go tool msgp -file=model.go -io=false -tests=false -d "limit arrays:65536 maps:0"
//go:generate go tool msgp -file=input.go -io=false -tests=false -d "limit arrays:65536 maps:0"
//go:generate go tool msgp -file=output.go -io=false -tests=false -d "limit arrays:65536 maps:0"
//go:generate go tool msgp -file=reason.go -io=false -tests=false -d "limit arrays:65536 maps:0"
//go:generate go tool msgp -file=status.go -io=false -tests=false -d "limit arrays:65536 maps:0"
//go:generate go tool msgp -file=level.go -io=false -tests=false -d "limit arrays:65536 maps:0"
//go:generate go tool msgp -file=policy.go -io=false -tests=false -d "limit arrays:65536 maps:0"
//go:generate go tool msgp -file=state.go -io=false -tests=false -unexported -d "limit arrays:65536 maps:0"
//go:generate sh -c "for f in *_gen.go; do sed -E -f codec.sed $DOLLAR{f} > $DOLLAR{f}.new && mv $DOLLAR{f}.new $DOLLAR{f}; done"

// SchemaVersion counts the changes of the wire format within ABI 1. A host
// must not send fields to code whose schema is older than the fields: it would
// pass over them, and decide differently.
const SchemaVersion = 2

// DecodeInput reads an encoded Input from the whole of b into in, which may be
// used again and again. It checks sizes and nesting before it reads, so that no
// bytes can exhaust memory or the stack. The error is an *Error.
func DecodeInput(b []byte, in *Input) error {
	if err := checkMessage(b); err != nil {
		return err
	}
	in.reset()
	rest, err := in.UnmarshalMsg(b)
	if err != nil {
		return decodeError(err)
	}
	if len(rest) != 0 {
		return bad(ErrMalformed, "", "there are bytes after the message")
	}
	return nil
}

// DecodeOpening reads an encoded array of a Config and an Input, as the
// WebAssembly module's open takes it, with the checks of DecodeInput.
func DecodeOpening(b []byte, cfg *Config, in *Input) error {
	if err := checkMessage(b); err != nil {
		return err
	}
	*cfg = Config{}
	in.reset()
	n, rest, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil || n != 2 {
		return bad(ErrMalformed, "", "an opening is an array of a configuration and an input")
	}
	if rest, err = cfg.UnmarshalMsg(rest); err != nil {
		return decodeError(err).in("Config")
	}
	if _, err = in.UnmarshalMsg(rest); err != nil {
		return decodeError(err)
	}
	return nil
}

// AppendOpening is the opposite of DecodeOpening: it appends to b.
func AppendOpening(b []byte, cfg *Config, in *Input) ([]byte, error) {
	b, err := cfg.MarshalMsg(msgp.AppendArrayHeader(b, 2))
	if err != nil {
		return b, err
	}
	return in.MarshalMsg(b)
}

// reset clears an Input for decoding and keeps the memory of its lists. A
// message that leaves out its last fields must not find an older one's there.
func (in *Input) reset() {
	a, removed := in.Allocations.Changed, in.Allocations.Removed
	e, versions, results := in.Evaluations.Changed, in.Versions, in.Results
	verdicts, freezes := in.Verdicts, in.Freezes
	clear(a)
	clear(e)
	clear(versions)
	clear(results)
	clear(verdicts)
	clear(freezes)
	*in = Input{
		Allocations: AllocationChanges{Changed: a[:0], Removed: removed[:0]},
		Evaluations: EvaluationChanges{Changed: e[:0]},
		Versions:    versions[:0], Results: results[:0], Verdicts: verdicts[:0], Freezes: freezes[:0],
	}
}

// decodeError returns an error of the generated code, which is an *Error.
func decodeError(err error) *Error { return wrap(err).(*Error) }

// errTooLong is what the generated code finds when a list is over its limit.
var errTooLong error = &Error{Code: ErrLimit, Text: "is too long"}

// wrap turns an error of msgp into an *Error of its own. The texts are ours:
// msgp's differ between compilers, and asking for them costs the module a
// tenth of its size.
func wrap(err error) error {
	switch e := err.(type) {
	case *Error:
		own := *e
		return &own
	case msgp.TypeError:
		return bad(ErrMalformed, "", "is of type "+e.Encoded.String()+" and not "+e.Method.String())
	case msgp.UintOverflow, msgp.IntOverflow, msgp.UintBelowZero:
		return bad(ErrMalformed, "", "is a number that does not fit")
	}
	return bad(ErrMalformed, "", "cannot be read")
}

// wrapField puts a field in front of an error's path, wrapAt a list's item.
func wrapField(err error, field string) error { return decodeError(err).in(field) }

func wrapAt(err error, list string, i int) error { return decodeError(err).at(list, i) }

// CheckMessage is for hosts that decode what a module answers, which DecodeInput
// and Restore do for what they are given: it makes sure that b is exactly one
// MessagePack value of arrays, scalars, strings and bytes, at most MaxInputBytes
// long and not deeper than MaxDepth, with every length inside b. Decoding it then
// takes memory in proportion to b. The error is an *Error.
func CheckMessage(b []byte) error {
	if err := checkMessage(b); err != nil {
		return err
	}
	return nil
}

// checkMessage uses no stack for nesting and no memory at all.
func checkMessage(b []byte) *Error {
	if len(b) > MaxInputBytes {
		return bad(ErrLimit, "", "the message is too long")
	}
	var left [MaxDepth]uint32 // values still to come at each depth
	depth, at := 0, 0
	left[0] = 1
	for {
		for left[depth] == 0 {
			if depth == 0 {
				if at != len(b) {
					return bad(ErrMalformed, "", "there are bytes after the message")
				}
				return nil
			}
			depth--
		}
		left[depth]--
		if at >= len(b) {
			return bad(ErrMalformed, "", "the message is cut off")
		}
		head, size, items := valueSize(b[at:])
		if head == 0 {
			return bad(ErrMalformed, "", "the message holds a value of a kind that has no place in it")
		}
		if uint64(len(b)-at) < uint64(head)+uint64(size) {
			return bad(ErrMalformed, "", "the message is cut off")
		}
		at += head + int(size)
		if items != 0 {
			if uint64(items) > uint64(len(b)-at) {
				return bad(ErrMalformed, "", "the message is cut off")
			}
			if depth++; depth == MaxDepth {
				return bad(ErrMalformed, "", "the message nests too deeply")
			}
			left[depth] = items
		}
	}
}

// valueSize returns the bytes of a value's head and of its body, and for an
// array the number of its items. A head of 0 means that the value is not of a
// kind that is used here; a head longer than b that b is cut off.
func valueSize(b []byte) (head int, size, items uint32) {
	c := b[0]
	be := func(n int) uint32 { // the length field of n bytes after the first
		if len(b) < 1+n {
			return 0
		}
		v := uint32(0)
		for _, x := range b[1 : 1+n] {
			v = v<<8 | uint32(x)
		}
		return v
	}
	switch {
	case c < 0x80 || c >= 0xe0: // small integers
		return 1, 0, 0
	case c >= 0x90 && c < 0xa0: // small array
		return 1, 0, uint32(c & 0x0f)
	case c >= 0xa0 && c < 0xc0: // small string
		return 1, uint32(c & 0x1f), 0
	}
	switch c {
	case 0xc0, 0xc2, 0xc3: // nil, false, true
		return 1, 0, 0
	case 0xc4, 0xd9: // bytes, string
		return 2, be(1), 0
	case 0xc5, 0xda:
		return 3, be(2), 0
	case 0xc6, 0xdb:
		return 5, be(4), 0
	case 0xcc, 0xd0: // integers
		return 1, 1, 0
	case 0xcd, 0xd1:
		return 1, 2, 0
	case 0xce, 0xd2:
		return 1, 4, 0
	case 0xcf, 0xd3:
		return 1, 8, 0
	case 0xdc: // array
		return 3, 0, be(2)
	case 0xdd:
		return 5, 0, be(4)
	}
	return 0, 0, 0
}
