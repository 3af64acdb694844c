package engine

import (
	"context"
	"fmt"
	"io"

	"github.com/coxswain/coxswain/wasm"
	"github.com/tetratelabs/wazero"
)

// Mode is how wazero runs a module.
type Mode uint8

const (
	// ModeAuto compiles where wazero can, and interprets elsewhere.
	ModeAuto Mode = iota
	// ModeCompiler compiles to machine code; it panics where wazero cannot.
	ModeCompiler
	// ModeInterpreter interprets: everywhere, and some 50 times slower.
	ModeInterpreter
)

const (
	// DefaultMemoryPages is 64 MiB, in pages of 64 KiB.
	DefaultMemoryPages = 1024
	// DefaultMachinesPerInstance is half of what the module takes.
	DefaultMachinesPerInstance = 32
)

// Options says how a Wasm engine runs. The zero value is what most want.
type Options struct {
	// Module is the module's bytes; nil means wasm.Module. It may be the build
	// of the standard Go toolchain, which is 40 times as large.
	Module []byte

	// Runtime is the caller's own, which must outlive the engine and is not
	// closed by it. Then Mode, Cache, MemoryPages and CloseOnContextDone are
	// that runtime's business and must not be set here.
	Runtime wazero.Runtime

	// Mode chooses between compiler and interpreter.
	Mode Mode

	// Cache keeps compiled modules for the next engine: in memory
	// (wazero.NewCompilationCache) or in a folder
	// (wazero.NewCompilationCacheWithDir). nil means none. The caller closes it
	// after the engine.
	Cache wazero.CompilationCache

	// MemoryPages limits the memory of one instance, in pages of 64 KiB; 0
	// means DefaultMemoryPages. Past it a call fails with ErrTrap. An opening
	// of 10,000 allocations needs some 20 MiB while it runs, one of 1,000 some
	// 2 MiB.
	MemoryPages uint32

	// MachinesPerInstance is how many machines share one instance, and so how
	// many must be rebuilt after a trap; 0 means DefaultMachinesPerInstance.
	// More than wasm.MaxMachines is refused. Instances are made as they are
	// needed, and one whose memory has grown to a quarter of MemoryPages takes
	// no more machines.
	MachinesPerInstance int

	// CloseOnContextDone stops a call whose context ends, by closing its
	// instance; every call is then 6 to 20 times slower. Without it a context
	// is looked at between calls only: a step takes microseconds, and input
	// from outside cannot make it endless.
	CloseOnContextDone bool

	// Stdout and Stderr take what a module prints; nil discards it. The
	// published module cannot print.
	Stdout, Stderr io.Writer
}

// fill checks the options and puts the defaults in.
func (o *Options) fill() error {
	bad := func(text string) error { return &Error{Op: "options", Kind: ErrOptions, Err: fmt.Errorf("%s", text)} }
	if o.Runtime != nil && (o.Mode != ModeAuto || o.Cache != nil || o.MemoryPages != 0 || o.CloseOnContextDone) {
		return bad("Mode, Cache, MemoryPages and CloseOnContextDone belong to the Runtime")
	}
	if o.Mode > ModeInterpreter {
		return bad("there is no such Mode")
	}
	if o.MemoryPages > 1<<16 {
		return bad("MemoryPages is above 65536")
	}
	if o.MachinesPerInstance < 0 || o.MachinesPerInstance > wasm.MaxMachines {
		return bad(fmt.Sprintf("MachinesPerInstance is not between 0 and %d", wasm.MaxMachines))
	}
	if o.Module == nil {
		o.Module = wasm.Module
	}
	if o.MemoryPages == 0 {
		o.MemoryPages = DefaultMemoryPages
	}
	if o.MachinesPerInstance == 0 {
		o.MachinesPerInstance = DefaultMachinesPerInstance
	}
	if o.Stdout == nil {
		o.Stdout = io.Discard
	}
	if o.Stderr == nil {
		o.Stderr = io.Discard
	}
	return nil
}

// runtime makes the runtime that the options ask for.
func (o *Options) runtime(ctx context.Context) wazero.Runtime {
	c := wazero.NewRuntimeConfig()
	switch o.Mode {
	case ModeCompiler:
		c = wazero.NewRuntimeConfigCompiler()
	case ModeInterpreter:
		c = wazero.NewRuntimeConfigInterpreter()
	}
	c = c.WithMemoryLimitPages(o.MemoryPages).WithCloseOnContextDone(o.CloseOnContextDone)
	if o.Cache != nil {
		c = c.WithCompilationCache(o.Cache)
	}
	return wazero.NewRuntimeWithConfig(ctx, c)
}
