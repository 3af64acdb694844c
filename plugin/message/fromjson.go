package message

import (
	"encoding/base64"
	"strconv"
	"unicode/utf8"

	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

// FromJSON appends a JSON document as the MessagePack of a message to b. What it
// appends still has to be checked as any message is: only names, words, syntax and
// the ranges of numbers were. The error is a *core.Error.
func FromJSON(b, doc []byte, t Type) ([]byte, error) {
	if len(doc) > core.MaxInputBytes {
		return b, bad(core.ErrLimit, "the message is too long")
	}
	r := reader{doc: doc}
	r.space()
	b, err := r.message(b, t)
	if err == nil {
		if r.space(); r.at != len(doc) {
			err = bad(core.ErrMalformed, "there are bytes after the message")
		}
	}
	if err != nil {
		return b, err
	}
	return b, nil
}

// reader reads a document. It nests as deeply as messages do and no deeper.
type reader struct {
	doc []byte
	at  int
}

var (
	errCut    = bad(core.ErrMalformed, "the message is cut off")
	errSyntax = bad(core.ErrMalformed, "is not JSON")
)

func (r *reader) space() {
	for r.at < len(r.doc) {
		switch r.doc[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// next returns the next byte, 0 at the end.
func (r *reader) next() byte {
	if r.at < len(r.doc) {
		return r.doc[r.at]
	}
	return 0
}

// unexpected is the error about what is there in place of what is wanted.
func (r *reader) unexpected(want string) *core.Error {
	if r.at >= len(r.doc) {
		return errCut
	}
	return bad(core.ErrMalformed, "is not "+want)
}

// take consumes a byte if it comes next.
func (r *reader) take(c byte) bool {
	if r.next() == c && r.at < len(r.doc) {
		r.at++
		return true
	}
	return false
}

// word consumes a literal if it comes next.
func (r *reader) word(w string) bool {
	if len(r.doc)-r.at >= len(w) && string(r.doc[r.at:r.at+len(w)]) == w {
		r.at += len(w)
		return true
	}
	return false
}

// skip passes over a value, whatever it is, and only so far that it finds its end.
// Whoever reads the value looks at the rest.
func (r *reader) skip() *core.Error {
	depth := 0
	for r.at < len(r.doc) {
		switch c := r.doc[r.at]; c {
		case '"':
			for r.at++; ; r.at++ {
				if r.at >= len(r.doc) {
					return errCut
				}
				if r.doc[r.at] == '\\' {
					r.at++
				} else if r.doc[r.at] == '"' {
					break
				}
			}
			r.at++
		case '{', '[':
			depth++
			r.at++
			continue
		case '}', ']':
			if depth == 0 {
				return errSyntax
			}
			depth--
			r.at++
		case ',', ':', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return errSyntax
			}
			r.at++
			continue
		default:
			for r.at++; r.at < len(r.doc) && !ends(r.doc[r.at]); r.at++ {
			}
		}
		if depth == 0 {
			return nil
		}
	}
	return errCut
}

// ends reports whether a byte ends a number or a literal.
func ends(c byte) bool {
	switch c {
	case ',', ':', '{', '}', '[', ']', '"', ' ', '\t', '\n', '\r':
		return true
	}
	return false
}

// message reads an object. Its members may come in any order, so it first finds
// where each is.
func (r *reader) message(b []byte, t Type) ([]byte, *core.Error) {
	m := &messages[t]
	if !r.take('{') {
		return b, r.unexpected("an object")
	}
	var from, to [maxFields]int // of each field's value; 0 when it is not there
	last := -1
	for r.space(); !r.take('}'); r.space() {
		if last >= 0 {
			if !r.take(',') {
				return b, r.unexpected("JSON")
			}
			r.space()
		}
		if r.next() != '"' {
			return b, r.unexpected("JSON")
		}
		name, err := r.text()
		if err != nil {
			return b, err
		}
		i := m.find(name)
		if i < 0 {
			if len(name) > core.MaxIDLength {
				name = name[:core.MaxIDLength]
			}
			return b, bad(core.ErrUnexpected, "has no member \""+name+"\"")
		}
		if from[i] != 0 {
			return b, In(m.fields[i].name, bad(core.ErrUnexpected, "is there twice"))
		}
		r.space()
		if !r.take(':') {
			return b, r.unexpected("JSON")
		}
		r.space()
		from[i] = r.at
		if err := r.skip(); err != nil {
			return b, In(m.fields[i].name, err)
		}
		to[i] = r.at
		last = max(last, i)
	}
	end := r.at
	// Fields after the last one that is there are zero by their absence.
	b = msgp.AppendArrayHeader(b, uint32(last+1))
	for i := range last + 1 {
		f := &m.fields[i]
		if from[i] == 0 {
			b = append(b, f.zero()...)
			continue
		}
		r.at = from[i]
		var err *core.Error
		if b, err = r.field(b, f); err == nil && r.at != to[i] {
			err = errSyntax
		}
		if err != nil {
			return b, In(f.name, err)
		}
	}
	r.at = end
	return b, nil
}

func (m *message) find(name string) int {
	for i := range m.fields {
		if m.fields[i].name == name {
			return i
		}
	}
	return -1
}

// zero is the MessagePack of a field that is not there.
func (f *field) zero() string {
	switch {
	case f.flags&optional != 0:
		return "\xc0"
	case f.flags&list != 0 || f.kind == kindStruct:
		return "\x90"
	case f.kind == kindString:
		return "\xa0"
	case f.kind == kindBytes:
		return "\xc4\x00"
	case f.kind == kindBool:
		return "\xc2"
	}
	return "\x00"
}

func (r *reader) field(b []byte, f *field) ([]byte, *core.Error) {
	if f.flags&optional != 0 && r.word("null") {
		return msgp.AppendNil(b), nil
	}
	if f.flags&list == 0 {
		return r.value(b, f)
	}
	if !r.take('[') {
		return b, r.unexpected("an array")
	}
	head := len(b)
	b = append(b, 0xdd, 0, 0, 0, 0)
	n := uint32(0)
	for r.space(); !r.take(']'); r.space() {
		if n > 0 {
			if !r.take(',') {
				return b, r.unexpected("JSON")
			}
			r.space()
		}
		if n == core.MaxAllocations {
			return b, bad(core.ErrLimit, "is too long")
		}
		var err *core.Error
		if b, err = r.value(b, f); err != nil {
			return b, In("["+strconv.Itoa(int(n))+"]", err)
		}
		n++
	}
	b[head+1], b[head+2], b[head+3], b[head+4] = byte(n>>24), byte(n>>16), byte(n>>8), byte(n)
	return b, nil
}

// value reads what a field holds, or one item of its list.
func (r *reader) value(b []byte, f *field) ([]byte, *core.Error) {
	switch f.kind {
	case kindStruct:
		return r.message(b, Type(f.of))
	case kindBool:
		switch {
		case r.word("true"):
			return msgp.AppendBool(b, true), nil
		case r.word("false"):
			return msgp.AppendBool(b, false), nil
		}
		return b, r.unexpected("true or false")
	case kindInt32, kindUint32:
		return r.number(b, f.kind)
	case kindSwitches:
		return r.switches(b)
	}
	if r.next() != '"' {
		return b, r.unexpected("a string")
	}
	s, err := r.text()
	if err != nil {
		return b, err
	}
	switch f.kind {
	case kindString:
		return msgp.AppendString(b, s), nil
	case kindBytes:
		raw, err := base64.StdEncoding.Strict().DecodeString(s)
		// The package passes over line breaks, and nobody else does.
		if err != nil || base64.StdEncoding.EncodedLen(len(raw)) != len(s) {
			return b, bad(core.ErrMalformed, "is not base64")
		}
		return msgp.AppendBytes(b, raw), nil
	case kindWord:
		for i, w := range words[f.of] {
			if w == s {
				return msgp.AppendUint8(b, uint8(i)), nil
			}
		}
		return b, bad(core.ErrInvalid, "is a word that has no meaning here")
	}
	n, negative, ok := decimal(s)
	if !ok {
		return b, bad(core.ErrMalformed, "is not a decimal number of 64 bits")
	}
	switch {
	case f.kind == kindUint64 && !negative:
		return msgp.AppendUint64(b, n), nil
	case f.kind == kindInt64 && !negative && n < 1<<63:
		return msgp.AppendInt64(b, int64(n)), nil
	case f.kind == kindInt64 && negative && n <= 1<<63:
		return msgp.AppendInt64(b, -int64(n)), nil
	}
	return b, bad(core.ErrMalformed, "is a number that does not fit")
}

// decimal reads a whole number as JSON writes them: no plus, no zeros in front, no
// minus zero. What the standard library has for this is several times as large.
func decimal(s string) (n uint64, negative, ok bool) {
	if negative = s != "" && s[0] == '-'; negative {
		s = s[1:]
	}
	if s == "" || len(s) > 20 || s[0] == '0' && (len(s) > 1 || negative) {
		return 0, false, false
	}
	for i := range len(s) {
		c := uint64(s[i] - '0')
		if s[i] < '0' || s[i] > '9' || n > (1<<64-1-c)/10 {
			return 0, false, false
		}
		n = n*10 + c
	}
	return n, negative, true
}

// number reads a number of 32 bits.
func (r *reader) number(b []byte, k kind) ([]byte, *core.Error) {
	from := r.at
	for r.at < len(r.doc) && !ends(r.doc[r.at]) {
		r.at++
	}
	s := r.doc[from:r.at]
	if len(s) == 0 {
		return b, r.unexpected("a number")
	}
	n, negative, ok := decimal(string(s[:min(len(s), 21)]))
	switch {
	case !ok:
	case k == kindUint32 && !negative && n < 1<<32:
		return msgp.AppendUint32(b, uint32(n)), nil
	case k == kindInt32 && !negative && n < 1<<31:
		return msgp.AppendInt32(b, int32(n)), nil
	case k == kindInt32 && negative && n <= 1<<31:
		return msgp.AppendInt32(b, int32(-int64(n))), nil
	}
	return b, bad(core.ErrMalformed, "is not a whole number of 32 bits")
}

// switches reads an array of names as a set of bits.
func (r *reader) switches(b []byte) ([]byte, *core.Error) {
	if !r.take('[') {
		return b, r.unexpected("an array of switches")
	}
	var set core.Switches
	first := true
	for r.space(); !r.take(']'); r.space() {
		if !first {
			if !r.take(',') {
				return b, r.unexpected("JSON")
			}
			r.space()
		}
		first = false
		if r.next() != '"' {
			return b, r.unexpected("the name of a switch")
		}
		name, err := r.text()
		if err != nil {
			return b, err
		}
		bit := switchOf(name)
		switch {
		case bit == 0:
			return b, bad(core.ErrConfig, "there is no such switch")
		case set&bit != 0:
			return b, bad(core.ErrConfig, "a switch is there twice")
		}
		set |= bit
	}
	return msgp.AppendUint64(b, uint64(set)), nil
}

var switchTable = core.AllSwitches()

func switchOf(name string) core.Switches {
	for i := range switchTable {
		if switchTable[i].Name == name {
			return switchTable[i].Switch
		}
	}
	return 0
}

// text reads a string.
func (r *reader) text() (string, *core.Error) {
	r.at++
	from := r.at
	for r.at < len(r.doc) { // most have nothing to replace
		switch c := r.doc[r.at]; {
		case c == '"':
			s := r.doc[from:r.at]
			if !utf8.Valid(s) {
				return "", bad(core.ErrMalformed, "is not UTF-8")
			}
			r.at++
			return string(s), nil
		case c == '\\':
			return r.escaped(from)
		case c < ' ':
			return "", errSyntax
		}
		r.at++
	}
	return "", errCut
}

// escaped reads a string that began at from and has its first escape here.
func (r *reader) escaped(from int) (string, *core.Error) {
	s := append([]byte(nil), r.doc[from:r.at]...)
	for r.at < len(r.doc) {
		c := r.doc[r.at]
		r.at++
		switch {
		case c == '"':
			if !utf8.Valid(s) {
				return "", bad(core.ErrMalformed, "is not UTF-8")
			}
			return string(s), nil
		case c < ' ':
			return "", errSyntax
		case c != '\\':
			s = append(s, c)
			continue
		}
		c = r.next()
		r.at++
		switch c {
		case '"', '\\', '/':
			s = append(s, c)
		case 'b':
			s = append(s, '\b')
		case 'f':
			s = append(s, '\f')
		case 'n':
			s = append(s, '\n')
		case 'r':
			s = append(s, '\r')
		case 't':
			s = append(s, '\t')
		case 'u':
			v, ok := r.hex()
			if ok && v >= 0xd800 && v < 0xdc00 && r.word(`\u`) {
				var low rune
				if low, ok = r.hex(); ok && low >= 0xdc00 && low < 0xe000 {
					v = 0x10000 + (v-0xd800)<<10 + low - 0xdc00
				}
			}
			if !ok || v >= 0xd800 && v < 0xe000 {
				return "", bad(core.ErrMalformed, "has an escape that stands for nothing")
			}
			s = utf8.AppendRune(s, v)
		default:
			return "", errSyntax
		}
	}
	return "", errCut
}

// hex reads four hexadecimal digits.
func (r *reader) hex() (rune, bool) {
	if len(r.doc)-r.at < 4 {
		return 0, false
	}
	v := rune(0)
	for _, c := range r.doc[r.at : r.at+4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		v = v<<4 | rune(c)
	}
	r.at += 4
	return v, true
}
