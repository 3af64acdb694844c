package journal

import (
	"encoding/binary"
	"errors"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

// maxConfig is the limit of an encoded configuration, in bytes: room for any policy
// that core takes, with core.MaxGates gates of the longest names.
const maxConfig = 1 << 13

// Items of each record's array, the type included.
const (
	itemsHead    = 9
	itemsState   = 3
	itemsOpening = 5
	itemsStep    = 4
	itemsBad     = 6
	itemsClosed  = 2
)

// appendHead appends the payload of a head.
func appendHead(b []byte, h *Head) ([]byte, error) {
	if len(h.Module) > core.MaxIDLength {
		return b, &LimitError{"module", len(h.Module), core.MaxIDLength}
	}
	b = appendType(b, TypeHead, itemsHead)
	b = msgp.AppendUint64(b, Format)
	b = msgp.AppendString(b, h.Module)
	b = msgp.AppendUint64(b, h.Schema)
	b = msgp.AppendUint64(b, h.State)
	b, err := appendMessage(b, &h.Config, "configuration", maxConfig)
	if err != nil {
		return b, err
	}
	b = msgp.AppendUint64(b, h.Segment)
	b = msgp.AppendInt64(b, h.Time)
	return msgp.AppendInt64(b, h.After), nil
}

// appendState appends the payload of a state.
func appendState(b []byte, deployment string, state []byte) ([]byte, error) {
	if len(state) == 0 || len(state) > core.MaxInputBytes {
		return b, &LimitError{"state", len(state), core.MaxInputBytes}
	}
	b, err := appendDeployment(appendType(b, TypeState, itemsState), deployment)
	return msgp.AppendBytes(b, state), err
}

// appendOpening appends the payload of an opening.
func appendOpening(b []byte, deployment string, cfg *core.Config, in *core.Input, out *core.Output) ([]byte, error) {
	b, err := appendDeployment(appendType(b, TypeOpening, itemsOpening), deployment)
	if err != nil {
		return b, err
	}
	if cfg == nil {
		b = msgp.AppendNil(b)
	} else if b, err = appendMessage(b, cfg, "configuration", maxConfig); err != nil {
		return b, err
	}
	return appendInOut(b, in, out)
}

// appendStep appends the payload of a step.
func appendStep(b []byte, deployment string, in *core.Input, out *core.Output) ([]byte, error) {
	b, err := appendDeployment(appendType(b, TypeStep, itemsStep), deployment)
	if err != nil {
		return b, err
	}
	return appendInOut(b, in, out)
}

// appendBad appends the payload of a bad input. It never fails: what is too long
// is left out, since anybody can send bad input, and nobody is to end a journal
// with it.
func appendBad(b []byte, deployment string, in *core.Input, refused error) []byte {
	if len(deployment) > core.MaxIDLength {
		deployment = ""
	}
	b = msgp.AppendString(appendType(b, TypeBad, itemsBad), deployment)
	start := len(b)
	b, err := appendMessage(b, in, "input", core.MaxInputBytes)
	if err != nil {
		b = msgp.AppendBytes(b[:start], nil)
	}
	return appendRefusal(b, refused)
}

// appendRefusal appends the three items that tell of an error.
func appendRefusal(b []byte, refused error) []byte {
	var e *core.Error
	if !errors.As(refused, &e) {
		e = &core.Error{Text: refused.Error()}
	}
	b = msgp.AppendUint8(b, uint8(e.Code))
	b = msgp.AppendString(b, cut(e.Field, core.MaxTextLength))
	return msgp.AppendString(b, cut(e.Text, core.MaxTextLength))
}

// appendClosed appends the payload of a closed machine.
func appendClosed(b []byte, deployment string) ([]byte, error) {
	return appendDeployment(appendType(b, TypeClosed, itemsClosed), deployment)
}

func appendType(b []byte, t Type, items uint32) []byte {
	return msgp.AppendUint8(msgp.AppendArrayHeader(b, items), uint8(t))
}

func appendDeployment(b []byte, deployment string) ([]byte, error) {
	if deployment == "" || len(deployment) > core.MaxIDLength {
		return b, &LimitError{"deployment", len(deployment), core.MaxIDLength}
	}
	return msgp.AppendString(b, deployment), nil
}

func appendInOut(b []byte, in *core.Input, out *core.Output) ([]byte, error) {
	b, err := appendMessage(b, in, "input", core.MaxInputBytes)
	if err != nil {
		return b, err
	}
	return appendMessage(b, out, "output", core.MaxInputBytes)
}

// appendMessage appends a message inside a byte string, whose length is filled
// in afterwards, so that nothing is copied.
func appendMessage(b []byte, m msgp.Marshaler, what string, limit int) ([]byte, error) {
	b = append(b, 0xc6, 0, 0, 0, 0)
	start := len(b)
	b, err := m.MarshalMsg(b)
	if err != nil {
		return b, err
	}
	size := len(b) - start
	if size > limit {
		return b, &LimitError{what, size, limit}
	}
	binary.BigEndian.PutUint32(b[start-4:], uint32(size))
	return b, nil
}

// cut shortens a text to a number of bytes without breaking a character.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "")
}
