//go:build wasm || tinygo.wasm

package main

import (
	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

// succeed begins the envelope [0, body] in the output buffer.
func succeed() []byte {
	if cap(outputBuffer) > keep {
		outputBuffer = nil
	}
	return append(outputBuffer[:0], 0x92, 0)
}

// fail answers with the envelope [code, field, text].
func fail(err error) uint64 {
	e, ok := err.(*core.Error)
	if !ok {
		e = &core.Error{Code: core.ErrMalformed, Text: err.Error()}
	}
	b := append(outputBuffer[:0], 0x93)
	b = msgp.AppendUint8(b, uint8(e.Code))
	b = msgp.AppendString(b, e.Field)
	return reply(msgp.AppendString(b, e.Text))
}

// replyOutput answers with what the last step decided, after b.
func replyOutput(b []byte) uint64 {
	b, err := out.MarshalMsg(b)
	if err != nil {
		return fail(err)
	}
	return reply(b)
}

func appendHandle(b []byte, handle uint32) []byte { return msgp.AppendUint32(b, handle) }

// appendHandleHeader begins the body [handle, output].
func appendHandleHeader(b []byte, handle uint32) []byte {
	return appendHandle(append(b, 0x92), handle)
}

func appendNil(b []byte) []byte { return msgp.AppendNil(b) }

// appendBytesHeader begins a byte string, always with a length of 32 bits, so
// that the length can be filled in when it is known.
func appendBytesHeader(b []byte, size uint32) []byte {
	b = append(b, 0xc6, 0, 0, 0, 0)
	putBytesLength(b, size)
	return b
}

// putBytesLength writes the length into the header that b ends with.
func putBytesLength(b []byte, size uint32) {
	at := b[len(b)-4:]
	at[0], at[1], at[2], at[3] = byte(size>>24), byte(size>>16), byte(size>>8), byte(size)
}
