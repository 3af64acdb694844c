//go:build tinygo.wasm

package abi

import _ "unsafe" // for go:linkname

// Collect lets the collector run if it is time. It runs nowhere else, so that
// no call needs to keep account of its pointers; tinygo.patch adds it.
//
//go:linkname Collect runtime.gcIdle
func Collect()

// Settle has nothing to do.
func Settle() {}
