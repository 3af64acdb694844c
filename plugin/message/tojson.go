package message

import (
	"encoding/base64"
	"strconv"
	"unicode/utf8"

	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

// ToJSON appends the MessagePack of a message as a JSON document to b. Every field
// is there, also one that is zero. The error is a *core.Error.
func ToJSON(b, packed []byte, t Type) ([]byte, error) {
	// An answer may be longer than a request may, so lengths are looked at as they
	// are read; there is no nesting but that of the types.
	w := writer{packed: packed, out: b}
	w.message(t)
	if w.err == nil && len(w.packed) != 0 {
		w.err = bad(core.ErrMalformed, "there are bytes after the message")
	}
	if w.err != nil {
		return w.out, w.err
	}
	return w.out, nil
}

// writer writes a document. After an error it goes on with zeros, and the end of
// that is near: no list has items any more.
type writer struct {
	packed, out []byte
	err         error
}

func (w *writer) keep(rest []byte, err error) {
	if err != nil {
		w.err, w.packed = bad(core.ErrMalformed, "cannot be read"), nil
		return
	}
	w.packed = rest
}

// header reads how many items an array has.
func (w *writer) header() uint32 {
	if w.err != nil {
		return 0
	}
	n, rest, err := msgp.ReadArrayHeaderBytes(w.packed)
	w.keep(rest, err)
	return n
}

func (w *writer) message(t Type) {
	n := w.header()
	w.out = append(w.out, '{')
	m := &messages[t]
	for i := range m.fields {
		f := &m.fields[i]
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(append(append(w.out, '"'), f.name...), '"', ':')
		if uint32(i) < n {
			w.field(f)
			continue
		}
		rest := w.packed
		w.packed = []byte(f.zero())
		w.field(f)
		w.packed = rest
	}
	for i := uint32(len(m.fields)); i < n && w.err == nil; i++ {
		w.keep(msgp.Skip(w.packed))
	}
	w.out = append(w.out, '}')
}

func (w *writer) field(f *field) {
	if f.flags&optional != 0 && msgp.IsNil(w.packed) {
		w.packed = w.packed[1:]
		w.out = append(w.out, "null"...)
		return
	}
	if f.flags&list == 0 {
		w.value(f)
		return
	}
	w.out = append(w.out, '[')
	n := w.header()
	for i := uint32(0); i < n && w.err == nil; i++ {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.value(f)
	}
	w.out = append(w.out, ']')
}

func (w *writer) value(f *field) {
	if w.err != nil {
		return
	}
	var rest []byte
	var err error
	switch f.kind {
	case kindStruct:
		w.message(Type(f.of))
		return
	case kindBool:
		var v bool
		v, rest, err = msgp.ReadBoolBytes(w.packed)
		w.out = strconv.AppendBool(w.out, v)
	case kindInt32:
		var v int32
		v, rest, err = msgp.ReadInt32Bytes(w.packed)
		w.out = strconv.AppendInt(w.out, int64(v), 10)
	case kindUint32:
		var v uint32
		v, rest, err = msgp.ReadUint32Bytes(w.packed)
		w.out = strconv.AppendUint(w.out, uint64(v), 10)
	case kindInt64:
		var v int64
		v, rest, err = msgp.ReadInt64Bytes(w.packed)
		w.out = append(strconv.AppendInt(append(w.out, '"'), v, 10), '"')
	case kindUint64:
		var v uint64
		v, rest, err = msgp.ReadUint64Bytes(w.packed)
		w.out = append(strconv.AppendUint(append(w.out, '"'), v, 10), '"')
	case kindWord:
		var v uint8
		v, rest, err = msgp.ReadUint8Bytes(w.packed)
		if list := words[f.of]; int(v) < len(list) {
			w.out = append(append(append(w.out, '"'), list[v]...), '"')
		} else if err == nil {
			err = errSyntax
		}
	case kindSwitches:
		var v uint64
		v, rest, err = msgp.ReadUint64Bytes(w.packed)
		w.switches(core.Switches(v))
	case kindString:
		var s []byte
		s, rest, err = msgp.ReadStringZC(w.packed)
		w.text(s)
	case kindBytes:
		var s []byte
		s, rest, err = msgp.ReadBytesZC(w.packed)
		w.out = append(base64.StdEncoding.AppendEncode(append(w.out, '"'), s), '"')
	}
	w.keep(rest, err)
}

func (w *writer) switches(set core.Switches) {
	w.out = append(w.out, '[')
	comma := false
	for i := range switchTable {
		if set&switchTable[i].Switch == 0 {
			continue
		}
		if comma {
			w.out = append(w.out, ',')
		}
		comma = true
		w.out = append(append(append(w.out, '"'), switchTable[i].Name...), '"')
	}
	w.out = append(w.out, ']')
}

// text writes a string. Bytes that are no UTF-8, which only MessagePack can have
// brought in, become U+FFFD.
func (w *writer) text(s []byte) {
	const hex = "0123456789abcdef"
	b := append(w.out, '"')
	for len(s) > 0 {
		c, n := s[0], 1
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			b = append(b, c)
		default:
			var v rune
			v, n = utf8.DecodeRune(s)
			b = utf8.AppendRune(b, v)
		}
		s = s[n:]
	}
	w.out = append(b, '"')
}

// AppendFailure appends the JSON of a Failure to b.
func AppendFailure(b []byte, e *core.Error) []byte {
	w := writer{out: append(append(append(b, `{"Code":"`...), e.Code.String()...), `","Field":`...)}
	w.text([]byte(e.Field))
	w.out = append(w.out, `,"Text":`...)
	w.text([]byte(e.Text))
	return append(w.out, '}')
}
