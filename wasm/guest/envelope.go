//go:build wasm || tinygo.wasm

package main

import (
	"github.com/coxswain/coxswain/wasm/abi"
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
	e := abi.ErrorOf(err)
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
