package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
)

// Wasm returns an engine that runs machines in a module. The error is an
// *Error about the module or the options.
func Wasm(ctx context.Context, o Options) (*WasmEngine, error) {
	m, err := Compile(ctx, o)
	if err != nil {
		return nil, err
	}
	return &WasmEngine{module: m, size: m.options.MachinesPerInstance, full: int(m.options.MemoryPages) << 16 / 4}, nil
}

// WasmEngine is the engine of a module. It spreads machines over as many
// instances as they need; machines that share an instance wait for each other.
type WasmEngine struct {
	module *Module
	size   int // machines in one instance
	full   int // bytes of memory above which an instance takes no more of them

	mu     sync.Mutex
	closed bool
	shards []*shard
	lost   uint64
}

var _ host.Engine = (*WasmEngine)(nil)

// shard is an instance and the machines in it.
type shard struct {
	mu       sync.Mutex // for calls
	instance *Instance
	full     atomic.Bool // its memory is so large that no machine is to be added

	// Of the engine's, under its lock.
	machines int
	private  bool // a machine is on probation here and nobody is to join it
}

// Stats are counts for people and metrics.
type Stats struct {
	// Instances and Machines are there now. Lost counts instances that were
	// thrown away since the beginning.
	Instances, Machines int
	Lost                uint64
}

// Stats returns the engine's counts.
func (e *WasmEngine) Stats() Stats {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := Stats{Instances: len(e.shards), Lost: e.lost}
	for _, sh := range e.shards {
		s.Machines += sh.machines
	}
	return s
}

// Description returns what the module says of itself.
func (e *WasmEngine) Description() Description { return e.module.Description() }

// Name returns "wasm".
func (e *WasmEngine) Name() string { return "wasm" }

// Open implements host.Engine.
func (e *WasmEngine) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	clearOutput(out)
	b, err := core.AppendOpening(nil, cfg, in)
	if err != nil {
		return nil, &Error{Op: "open", Err: err}
	}
	return e.seat(ctx, callOpen, b, out)
}

// Restore implements host.Engine.
func (e *WasmEngine) Restore(ctx context.Context, state []byte) (host.Machine, error) {
	return e.seat(ctx, callLoad, slices.Clone(state), nil)
}

// seat makes a new machine, by open or by load.
func (e *WasmEngine) seat(ctx context.Context, how call, from []byte, out *core.Output) (host.Machine, error) {
	m := &wasmMachine{engine: e}
	m.made.out = out
	if err := m.run(ctx, how, from, &m.made); err != nil {
		m.leave(ctx)
		return nil, err
	}
	m.made.out = nil
	m.handle, m.how, m.base = m.made.handle, how, from
	return m, nil
}

// Close implements host.Engine.
func (e *WasmEngine) Close(ctx context.Context) error {
	e.mu.Lock()
	closed, shards := e.closed, e.shards
	e.closed, e.shards = true, nil
	e.mu.Unlock()
	if closed {
		return nil
	}
	var errs []error
	for _, s := range shards {
		s.mu.Lock() // a call that is under way ends first
		errs = append(errs, s.instance.Close(ctx))
		s.mu.Unlock()
	}
	return errors.Join(append(errs, e.module.Close(ctx))...)
}

// join finds a place for one more machine: in an instance that has room, or in
// a new one; with private, in one of its own.
func (e *WasmEngine) join(ctx context.Context, private bool) (*shard, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, host.ErrClosed
	}
	if s := e.room(nil); s != nil && !private {
		s.machines++
		return s, nil
	}
	i, err := e.module.Instantiate(ctx)
	if err != nil {
		return nil, err
	}
	s := &shard{instance: i, machines: 1, private: private}
	e.shards = append(e.shards, s)
	return s, nil
}

// room returns an instance that takes one more machine, other than not.
func (e *WasmEngine) room(not *shard) *shard {
	for _, s := range e.shards {
		if s != not && s.machines < e.size && !s.private && !s.full.Load() {
			return s
		}
	}
	return nil
}

// trust lets others join a machine that has shown that it does no harm.
func (e *WasmEngine) trust(s *shard) {
	e.mu.Lock()
	s.private = false
	e.mu.Unlock()
}

// retire takes a lost instance out of service. The caller holds s.mu.
func (e *WasmEngine) retire(s *shard) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if i := slices.Index(e.shards, s); i >= 0 {
		e.shards = slices.Delete(e.shards, i, i+1)
		e.lost++
	}
}

// left notes that a machine has left, and closes an instance that nobody needs.
func (e *WasmEngine) left(ctx context.Context, s *shard) {
	e.mu.Lock()
	s.machines--
	i := slices.Index(e.shards, s)
	idle := s.machines == 0 && i >= 0 && (s.private || e.room(s) != nil)
	if idle {
		e.shards = slices.Delete(e.shards, i, i+1)
	}
	e.mu.Unlock()
	if idle {
		_ = s.instance.Close(ctx) // out of reach for everybody now
	}
}
