package conformance

import (
	"errors"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/wasm"
	"github.com/tinylib/msgp/msgp"
)

// Native answers as one instance of the module does, by the core itself. The zero
// value is an instance without machines.
type Native struct {
	machines map[uint32]*core.Machine
	last     uint32
}

// Answer makes one call and returns the envelope.
func (n *Native) Answer(op Op, handle uint32, input []byte) []byte {
	b, err := n.answer(op, handle, input)
	var bad *core.Error
	switch {
	case err == nil:
		return b
	case !errors.As(err, &bad):
		bad = &core.Error{Code: core.ErrMalformed, Text: err.Error()}
	}
	b = msgp.AppendUint8(msgp.AppendArrayHeader(nil, 3), uint8(bad.Code))
	return msgp.AppendString(msgp.AppendString(b, bad.Field), bad.Text)
}

var (
	errNoInput = &core.Error{Code: core.ErrMissing, Text: "no input was written for this call"}
	errHandle  = &core.Error{Code: core.ErrHandle, Text: "there is no machine with this handle"}
	errFull    = &core.Error{Code: core.ErrHandle, Text: "this instance holds as many machines as it can"}
)

func (n *Native) answer(op Op, handle uint32, input []byte) ([]byte, error) {
	ok := []byte{0x92, 0}
	if op == Open || op == Load {
		switch {
		case len(input) == 0:
			return nil, errNoInput
		case len(n.machines) == wasm.MaxMachines:
			return nil, errFull
		}
	}
	var in core.Input
	var out core.Output
	switch op {
	case Open:
		var cfg core.Config
		if err := core.DecodeOpening(input, &cfg, &in); err != nil {
			return nil, err
		}
		m, err := core.New(cfg)
		if err != nil {
			return nil, err
		}
		if err := m.Step(&in, &out); err != nil {
			return nil, err
		}
		return out.MarshalMsg(msgp.AppendUint32(msgp.AppendArrayHeader(ok, 2), n.add(m)))
	case Load:
		m, err := core.Restore(input)
		if err != nil {
			return nil, err
		}
		return msgp.AppendUint32(ok, n.add(m)), nil
	}
	m := n.machines[handle]
	if m == nil {
		return nil, errHandle
	}
	switch op {
	case Step:
		if len(input) == 0 {
			return nil, errNoInput
		}
		if err := core.DecodeInput(input, &in); err != nil {
			return nil, err
		}
		if err := m.Step(&in, &out); err != nil {
			return nil, err
		}
		return out.MarshalMsg(ok)
	case Status:
		var s core.Status
		m.Status(&s)
		return s.MarshalMsg(ok)
	case Save:
		state, err := m.AppendState(nil)
		if err != nil {
			return nil, err
		}
		size := len(state)
		ok = append(ok, 0xc6, byte(size>>24), byte(size>>16), byte(size>>8), byte(size))
		return append(ok, state...), nil
	default: // Close
		delete(n.machines, handle)
		return msgp.AppendNil(ok), nil
	}
}

func (n *Native) add(m *core.Machine) uint32 {
	if n.machines == nil {
		n.machines = map[uint32]*core.Machine{}
	}
	n.last++
	n.machines[n.last] = m
	return n.last
}
