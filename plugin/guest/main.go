//go:build wasm || tinygo.wasm

// Command guest is package core as a plugin of Extism. plugin/README.md specifies
// its exports; plugin/build.sh builds it.
//
// As in wasm/guest a panic is a trap, so everything from the host is checked before
// it is used, and what is wrong with it is an error of Extism's.
package main

import (
	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/plugin/message"
	"github.com/coxswain/coxswain/wasm/abi"
	"github.com/tinylib/msgp/msgp"
)

func main() {}

//go:wasmexport describe
func describe() int32 {
	return serve(message.TypeDescribe, message.TypeDescription, func(b []byte, _ *fields) ([]byte, error) {
		return abi.AppendDescription(b), nil
	})
}

//go:wasmexport open
func open() int32 {
	return serve(message.TypeOpen, message.TypeOpened, func(b []byte, f *fields) ([]byte, error) {
		if err := machines.Room(); err != nil {
			return b, err
		}
		m, err := f.configured()
		if err != nil {
			return b, err
		}
		if err := f.step(m); err != nil {
			return b, err
		}
		// Only now: a machine that could not be opened never had a handle.
		return out.MarshalMsg(msgp.AppendUint32(append(b, 0x92), machines.Add(m)))
	})
}

//go:wasmexport step
func step() int32 {
	return serve(message.TypeStep, message.TypeOutput, func(b []byte, f *fields) ([]byte, error) {
		m, err := f.machine()
		if err != nil {
			return b, err
		}
		if err := f.step(m); err != nil {
			return b, err
		}
		return out.MarshalMsg(b)
	})
}

//go:wasmexport status
func status() int32 {
	return serve(message.TypeHandle, message.TypeStatus, func(b []byte, f *fields) ([]byte, error) {
		m, err := f.machine()
		if err != nil {
			return b, err
		}
		m.Status(&stat)
		return stat.MarshalMsg(b)
	})
}

//go:wasmexport save
func save() int32 {
	return serve(message.TypeHandle, message.TypeSaved, func(b []byte, f *fields) ([]byte, error) {
		m, err := f.machine()
		if err != nil {
			return b, err
		}
		return abi.AppendState(append(b, 0x91), m)
	})
}

//go:wasmexport load
func load() int32 {
	return serve(message.TypeSaved, message.TypeHandle, func(b []byte, f *fields) ([]byte, error) {
		if err := machines.Room(); err != nil {
			return b, err
		}
		state, err := f.state()
		if err != nil {
			return b, err
		}
		m, err := restored(state)
		if err != nil {
			return b, err
		}
		return msgp.AppendUint32(append(b, 0x91), machines.Add(m)), nil
	})
}

//go:wasmexport close
func closeMachine() int32 {
	return serve(message.TypeHandle, message.TypeClosed, func(b []byte, f *fields) ([]byte, error) {
		handle, err := f.handle()
		if err != nil {
			return b, err
		}
		if err := machines.Remove(handle); err != nil {
			return b, inside("Handle", err)
		}
		return append(b, 0x90), nil
	})
}

//go:wasmexport decide
func decide() int32 {
	return serve(message.TypeDecide, message.TypeDecided, func(b []byte, f *fields) ([]byte, error) {
		m, n, inputs, err := f.decide()
		if err != nil {
			return b, err
		}
		b = msgp.AppendArrayHeader(append(b, 0x92), n)
		list := fields{inputs, n}
		for i := range n {
			if err := core.DecodeInput(list.next(), &in); err != nil {
				return b, at(i, err)
			}
			if err := m.Step(&in, &out); err != nil {
				return b, at(i, err)
			}
			if b, err = out.MarshalMsg(b); err != nil {
				return b, err
			}
		}
		return abi.AppendState(b, m)
	})
}
