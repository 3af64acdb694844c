//go:build wasm || tinygo.wasm

package main

import (
	"unsafe"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/wasm/abi"
)

// keep is the largest buffer, in bytes, and keepItems the longest list that is
// held on to between calls. What an opening needed beyond that goes back to the
// heap: commits are small.
const (
	keep      = 64 << 10
	keepItems = 1 << 8
)

// The buffers that the host reads and writes, and the values that calls decode
// into and encode from. Nothing of them is kept by a machine.
var (
	inputBuffer  []byte // its length is that of the input that waits
	outputBuffer []byte // the last answer

	config core.Config
	in     core.Input
	out    core.Output
	stat   core.Status
)

// machines are those of this instance.
var machines abi.Machines

var errNoInput = &core.Error{Code: core.ErrMissing, Text: "no input was written for this call"}

// offer makes the input buffer size bytes long and returns its address, or 0
// for one that is too long; then no input waits.
func offer(size uint32) uint32 {
	inputBuffer = inputBuffer[:0]
	if size > core.MaxInputBytes {
		return 0
	}
	// At least one byte, so that there is an address even for nothing.
	if have, want := cap(inputBuffer), int(size)+1; have < want || have > keep && want <= keep {
		inputBuffer = nil // first, so that the old one is free to be collected
		inputBuffer = make([]byte, 0, max(want, 512))
	}
	inputBuffer = inputBuffer[:size]
	return address(inputBuffer)
}

// take returns the input that waits, which is consumed by that. Every export
// but input begins with it: what lives on is all in variables of the package
// now, and the collector may run.
func take() []byte {
	if cap(in.Allocations.Changed) > keepItems || cap(in.Evaluations.Changed) > keepItems {
		in = core.Input{}
	}
	abi.Collect()
	b := inputBuffer
	inputBuffer = b[:0]
	return b
}

// reply makes b the answer, and returns where it lies. Every export but input
// ends with it.
func reply(b []byte) uint64 {
	outputBuffer = b
	abi.Settle()
	return uint64(address(b))<<32 | uint64(uint32(len(b)))
}

// address returns where a buffer lies in memory. It must have a capacity.
func address(b []byte) uint32 {
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b))))
}
