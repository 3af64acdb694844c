//go:build !tinygo.wasm

package abi

import "runtime"

// Collect has nothing to do: the standard runtime collects by itself.
func Collect() {}

// Settle ends an export. The standard runtime's collector works in goroutines
// of its own, which a module that only ever answers calls would starve: its
// memory would grow without end.
func Settle() { runtime.Gosched() }
