package message

import "github.com/coxswain/coxswain/core"

// Type is a message, by its place in the table of types.
type Type uint8

// kind is what a field holds.
type kind uint8

const (
	kindBool kind = iota
	kindInt32
	kindUint32
	kindInt64
	kindUint64
	kindString
	kindBytes    // base64 in JSON
	kindSwitches // an array of names in JSON
	kindWord     // a number in MessagePack, a word in JSON
	kindStruct
)

// flags of a field.
const (
	list     = 1 << iota
	optional // a pointer: nil, null
)

// field is one field of a message.
type field struct {
	name  string
	kind  kind
	flags uint8
	of    uint8 // which message, or which list of words
}

// message is a struct: an array of its fields in MessagePack, an object in JSON.
type message struct {
	name   string
	fields []field
}

// maxFields is more than any message has; a test looks.
const maxFields = 24

func bad(code core.ErrorCode, text string) *core.Error { return &core.Error{Code: code, Text: text} }

// In puts the name of a field in front of an error's path, in an error of its own.
func In(field string, e *core.Error) *core.Error {
	own := *e
	switch {
	case own.Field == "":
		own.Field = field
	case own.Field[0] == '[':
		own.Field = field + own.Field
	default:
		own.Field = field + "." + own.Field
	}
	return &own
}

// IsJSON reports whether a request is JSON: MessagePack never begins as JSON does.
func IsJSON(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	switch b[0] {
	case '{', '[', ' ', '\t', '\n', '\r':
		return true
	}
	return false
}
