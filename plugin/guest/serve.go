//go:build wasm || tinygo.wasm

package main

import (
	"strconv"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/plugin/message"
	"github.com/coxswain/coxswain/wasm/abi"
	pdk "github.com/extism/go-pdk"
	"github.com/tinylib/msgp/msgp"
)

// keep is the largest buffer, in bytes, and keepItems the longest list that is
// held on to between calls.
const (
	keep      = 64 << 10
	keepItems = 1 << 8
)

// What lives on between calls: the machines, and memory that is used again.
var (
	machines abi.Machines

	answer []byte
	in     core.Input
	out    core.Output
	stat   core.Status
)

// serve answers a call. do appends the answer to b. The answer is in the encoding
// of the request; the result is 0, or the code of the error.
func serve(request, reply message.Type, do func(b []byte, f *fields) ([]byte, error)) int32 {
	if cap(in.Allocations.Changed) > keepItems || cap(in.Evaluations.Changed) > keepItems {
		in = core.Input{}
	}
	if cap(answer) > keep {
		answer = nil
	}
	abi.Collect() // nothing is in local variables yet
	b, err := encoded(request, reply, do)
	code := int32(0)
	if err != nil {
		e := abi.ErrorOf(err)
		pdk.SetErrorString(string(message.AppendFailure(nil, e)))
		code = int32(e.Code)
	} else {
		pdk.Output(b)
	}
	abi.Settle()
	return code
}

// encoded reads the request, has it answered, and encodes the answer.
func encoded(request, reply message.Type, do func(b []byte, f *fields) ([]byte, error)) ([]byte, error) {
	b := pdk.Input()
	if len(b) == 0 {
		if request != message.TypeDescribe {
			return nil, &core.Error{Code: core.ErrMissing, Text: "there is no input"}
		}
		b = []byte{0x90}
	}
	json := message.IsJSON(b)
	var err error
	if json {
		if b, err = message.FromJSON(nil, b, request); err != nil {
			return nil, err
		}
	}
	if err := core.CheckMessage(b); err != nil {
		return nil, err
	}
	n, rest, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil {
		return nil, &core.Error{Code: core.ErrMalformed, Text: "the request is not an array"}
	}
	if answer, err = do(answer[:0], &fields{rest, n}); err != nil || !json {
		return answer, err
	}
	return message.ToJSON(nil, answer, reply)
}

// fields are the fields of a request, or the items of a list, which was checked as
// a message.
type fields struct {
	rest []byte
	n    uint32
}

// next returns the next one; nil when there is none any more.
func (f *fields) next() []byte {
	if f.n == 0 {
		return nil
	}
	f.n--
	rest, err := msgp.Skip(f.rest)
	if err != nil {
		return nil // not after the check
	}
	one := f.rest[:len(f.rest)-len(rest)]
	f.rest = rest
	return one
}

// handle reads a handle.
func (f *fields) handle() (uint32, error) {
	b := f.next()
	if b == nil {
		return 0, nil
	}
	h, _, err := msgp.ReadUint32Bytes(b)
	if err != nil {
		return 0, &core.Error{Code: core.ErrMalformed, Field: "Handle", Text: "is not a number of 32 bits"}
	}
	return h, nil
}

// machine reads a handle and returns its machine.
func (f *fields) machine() (*core.Machine, error) {
	h, err := f.handle()
	if err != nil {
		return nil, err
	}
	m, err := machines.Get(h)
	if err != nil {
		return nil, inside("Handle", err)
	}
	return m, nil
}

// configured reads a configuration and makes a machine with it.
func (f *fields) configured() (*core.Machine, error) { return configured(f.next()) }

func configured(b []byte) (*core.Machine, error) {
	var cfg core.Config
	if b != nil {
		if _, err := cfg.UnmarshalMsg(b); err != nil {
			return nil, inside("Config", err)
		}
	}
	m, err := core.New(cfg)
	if err != nil {
		return nil, inside("Config", err)
	}
	return m, nil
}

// step reads an input and takes the step, whose output is in out then.
func (f *fields) step(m *core.Machine) error {
	b := f.next()
	if b == nil {
		return &core.Error{Code: core.ErrMissing, Field: "Input", Text: "is not there"}
	}
	if err := core.DecodeInput(b, &in); err != nil {
		return inside("Input", err)
	}
	if err := m.Step(&in, &out); err != nil {
		return inside("Input", err)
	}
	return nil
}

// state reads a saved machine; nothing when it is not there.
func (f *fields) state() ([]byte, error) {
	b := f.next()
	if b == nil {
		return nil, nil
	}
	state, _, err := msgp.ReadBytesZC(b)
	if err != nil {
		return nil, &core.Error{Code: core.ErrMalformed, Field: "State", Text: "is not a byte string"}
	}
	return state, nil
}

// restored makes a machine of a saved one.
func restored(state []byte) (*core.Machine, error) {
	if len(state) == 0 {
		return nil, &core.Error{Code: core.ErrMissing, Field: "State", Text: "is not there"}
	}
	m, err := core.Restore(state)
	if err == nil {
		return m, nil
	}
	if e := abi.ErrorOf(err); strings.HasPrefix(e.Field, "State") {
		return nil, e
	}
	return nil, inside("State", err)
}

// decide reads what decide is asked: the machine, and how many inputs there are.
func (f *fields) decide() (m *core.Machine, n uint32, inputs []byte, err error) {
	cfg := f.next()
	state, err := f.state()
	if err != nil {
		return nil, 0, nil, err
	}
	if list := f.next(); list != nil {
		if n, inputs, err = msgp.ReadArrayHeaderBytes(list); err != nil {
			return nil, 0, nil, &core.Error{Code: core.ErrMalformed, Field: "Inputs", Text: "is not an array"}
		}
	}
	opens := cfg != nil && !msgp.IsNil(cfg)
	switch {
	case n > message.MaxInputs:
		err = &core.Error{Code: core.ErrLimit, Field: "Inputs", Text: "are too many"}
	case opens && len(state) != 0:
		err = &core.Error{Code: core.ErrUnexpected, Field: "State", Text: "has no place beside a configuration"}
	case opens && n == 0:
		err = &core.Error{Code: core.ErrMissing, Field: "Inputs", Text: "has no input that opens the machine"}
	case opens:
		m, err = configured(cfg)
	case len(state) == 0:
		err = &core.Error{Code: core.ErrMissing, Field: "Config", Text: "is not there, nor is a state"}
	default:
		m, err = restored(state)
	}
	return m, n, inputs, err
}

// inside puts the name of a field in front of an error's path, at the place of an
// input.
func inside(field string, err error) error { return message.In(field, abi.ErrorOf(err)) }

func at(i uint32, err error) error {
	return inside("Inputs["+strconv.FormatUint(uint64(i), 10)+"]", err)
}
