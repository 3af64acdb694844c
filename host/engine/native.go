package engine

import (
	"context"
	"sync/atomic"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
)

// Native returns an engine that calls package core directly. It has no limits
// of its own and never returns an Error. Contexts are not looked at: a step
// takes microseconds.
func Native() host.Engine { return &native{} }

type native struct{ closed atomic.Bool }

type nativeMachine struct {
	engine *native
	m      *core.Machine // nil once closed
}

func (e *native) Open(_ context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	clearOutput(out)
	if e.closed.Load() {
		return nil, host.ErrClosed
	}
	m, err := core.New(*cfg)
	if err != nil {
		return nil, err
	}
	if err := m.Step(in, out); err != nil {
		return nil, err
	}
	return &nativeMachine{e, m}, nil
}

func (e *native) Restore(_ context.Context, state []byte) (host.Machine, error) {
	if e.closed.Load() {
		return nil, host.ErrClosed
	}
	m, err := core.Restore(state)
	if err != nil {
		return nil, err
	}
	return &nativeMachine{e, m}, nil
}

func (e *native) Name() string { return "native" }

func (e *native) Close(context.Context) error {
	e.closed.Store(true)
	return nil
}

func (m *nativeMachine) closed() bool { return m.m == nil || m.engine.closed.Load() }

func (m *nativeMachine) Step(_ context.Context, in *core.Input, out *core.Output) error {
	if m.closed() {
		clearOutput(out)
		return host.ErrClosed
	}
	return m.m.Step(in, out)
}

func (m *nativeMachine) Status(_ context.Context, s *core.Status) error {
	if m.closed() {
		return host.ErrClosed
	}
	m.m.Status(s)
	return nil
}

func (m *nativeMachine) AppendState(_ context.Context, b []byte) ([]byte, error) {
	if m.closed() {
		return b, host.ErrClosed
	}
	return m.m.AppendState(b)
}

func (m *nativeMachine) Close(context.Context) error {
	m.m = nil
	return nil
}
