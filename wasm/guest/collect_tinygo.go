//go:build tinygo.wasm

package main

import _ "unsafe" // for go:linkname

// collect lets the collector run if it is time. It runs nowhere else, so that
// no call needs to keep account of its pointers; tinygo.patch adds it.
//
//go:linkname collect runtime.gcIdle
func collect()

// settle has nothing to do.
func settle() {}
