//go:build wasm && !tinygo.wasm

package main

import "runtime"

// collect has nothing to do: the standard runtime collects by itself.
func collect() {}

// settle ends an export. The standard runtime's collector works in goroutines
// of its own, which a module that only ever answers calls would starve: its
// memory would grow without end.
func settle() { runtime.Gosched() }
