//go:build wasm || tinygo.wasm

// Command guest is the raw module: package core behind the exports of ABI 1.
// wasm/README.md specifies them; wasm/build.sh builds it.
//
// One source serves two compilers. TinyGo makes the module that is published:
// no imports at all, and a memory of a few pages. The standard Go toolchain
// (GOOS=wasip1, -buildmode=c-shared) makes the second opinion that tests
// compare it with.
//
// A panic is a trap, since TinyGo has no recover for this target. So everything
// that comes from the host is checked before it is used, and what is wrong with
// it is an error envelope.
package main

import (
	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/wasm/abi"
)

func main() {}

// abiV1 is a marker: a host looks for the export and never calls it.
//
//go:wasmexport coxswain_abi_v1
func abiV1() {}

//go:wasmexport describe
func describe() uint64 {
	take()
	return reply(abi.AppendDescription(succeed()))
}

//go:wasmexport input
func input(size uint32) uint32 {
	at := offer(size)
	abi.Settle()
	return at
}

//go:wasmexport open
func open() uint64 {
	b, err := opening()
	if err == nil {
		err = core.DecodeOpening(b, &config, &in)
	}
	if err != nil {
		return fail(err)
	}
	m, err := core.New(config)
	if err != nil {
		return fail(err)
	}
	if err := m.Step(&in, &out); err != nil {
		return fail(err)
	}
	// Only now: a machine that could not be opened never had a handle.
	return replyOutput(appendHandleHeader(succeed(), machines.Add(m)))
}

//go:wasmexport step
func step(handle uint32) uint64 {
	b := take()
	m, err := machines.Get(handle)
	if err != nil {
		return fail(err)
	}
	if len(b) == 0 {
		return fail(errNoInput)
	}
	if err := core.DecodeInput(b, &in); err != nil {
		return fail(err)
	}
	if err := m.Step(&in, &out); err != nil {
		return fail(err)
	}
	return replyOutput(succeed())
}

//go:wasmexport status
func status(handle uint32) uint64 {
	take()
	m, err := machines.Get(handle)
	if err != nil {
		return fail(err)
	}
	m.Status(&stat)
	b, err := stat.MarshalMsg(succeed())
	if err != nil {
		return fail(err)
	}
	return reply(b)
}

//go:wasmexport save
func save(handle uint32) uint64 {
	take()
	m, err := machines.Get(handle)
	if err != nil {
		return fail(err)
	}
	b, err := abi.AppendState(succeed(), m)
	if err != nil {
		return fail(err)
	}
	return reply(b)
}

//go:wasmexport load
func load() uint64 {
	b, err := opening()
	if err != nil {
		return fail(err)
	}
	m, err := core.Restore(b)
	if err != nil {
		return fail(err)
	}
	return reply(appendHandle(succeed(), machines.Add(m)))
}

//go:wasmexport close
func closeMachine(handle uint32) uint64 {
	take()
	if err := machines.Remove(handle); err != nil {
		return fail(err)
	}
	return reply(appendNil(succeed()))
}

// opening returns the input of a call that makes a machine, or says why none
// can be made.
func opening() ([]byte, error) {
	b := take()
	if len(b) == 0 {
		return nil, errNoInput
	}
	return b, machines.Room()
}
