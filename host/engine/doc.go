// Package engine runs the machines of package core: Native in this process as
// plain Go, Wasm in the sandbox of a WebAssembly module by wazero. Both decide
// the same, to the byte.
//
// Native is the fastest and what most programs want. Wasm runs the very bytes
// that other languages run, can run a module of another version than the core
// that is compiled in, and survives whatever happens inside: an instance that
// traps is thrown away, and its machines are rebuilt in another one from what
// they were told.
//
// To move a machine between engines, for example to a newer module while
// deployments go on, take its state and restore it there:
//
//	state, err := old.AppendState(ctx, nil)
//	m, err := newer.Restore(ctx, state)
//
// Compile and Instance are the level below, for tests and for tools that need
// the bytes of a call.
package engine
