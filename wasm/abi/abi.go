// Package abi is what the guests have in common, the raw module (wasm/guest) and
// the Extism plugin (plugin/guest): the machines and their handles, what the module
// says about itself, and when the collector runs. Hosts have no use for it.
package abi

import "github.com/coxswain/coxswain/core"

// ErrorOf returns an error of package core as what it is, and any other as one
// about bytes that cannot be read.
func ErrorOf(err error) *core.Error {
	if e, ok := err.(*core.Error); ok {
		return e
	}
	return &core.Error{Code: core.ErrMalformed, Text: err.Error()}
}

// AppendState appends a machine's state as a byte string to b, always with a length
// of 32 bits, so that the length can be filled in when it is known.
func AppendState(b []byte, m *core.Machine) ([]byte, error) {
	b = append(b, 0xc6, 0, 0, 0, 0)
	head := len(b)
	b, err := m.AppendState(b)
	if err != nil {
		return b, err
	}
	size := len(b) - head
	b[head-4], b[head-3], b[head-2], b[head-1] = byte(size>>24), byte(size>>16), byte(size>>8), byte(size)
	return b, nil
}
