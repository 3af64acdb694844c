package journal

import (
	"context"

	"github.com/coxswain/coxswain/core"
)

// Machine is what Replay needs of a machine. A host.Machine is one.
type Machine interface {
	Step(ctx context.Context, in *core.Input, out *core.Output) error
	AppendState(ctx context.Context, b []byte) ([]byte, error)
	Close(ctx context.Context) error
}

// Machines makes them. A host.Engine is a Machines[host.Machine]. Errors about
// bad input are *core.Errors; all others are failures and end a replay.
type Machines[M Machine] interface {
	// Open makes a machine and takes its first step.
	Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (M, error)
	// Restore makes a machine of a state.
	Restore(ctx context.Context, state []byte) (M, error)
}

// Native makes machines of package core, in this process.
type Native struct{}

type nativeMachine struct{ m *core.Machine }

// Open makes a machine and takes its first step.
func (Native) Open(_ context.Context, cfg *core.Config, in *core.Input, out *core.Output) (Machine, error) {
	m, err := core.New(*cfg)
	if err != nil {
		return nil, err
	}
	if err := m.Step(in, out); err != nil {
		return nil, err
	}
	return nativeMachine{m}, nil
}

// Restore makes a machine of a state.
func (Native) Restore(_ context.Context, state []byte) (Machine, error) {
	m, err := core.Restore(state)
	if err != nil {
		return nil, err
	}
	return nativeMachine{m}, nil
}

func (n nativeMachine) Step(_ context.Context, in *core.Input, out *core.Output) error {
	return n.m.Step(in, out)
}

func (n nativeMachine) AppendState(_ context.Context, b []byte) ([]byte, error) {
	return n.m.AppendState(b)
}

func (n nativeMachine) Close(context.Context) error { return nil }

// maker makes machines without their type.
type maker interface {
	open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (Machine, error)
	restore(ctx context.Context, state []byte) (Machine, error)
}

type makerOf[M Machine] struct{ machines Machines[M] }

func (o makerOf[M]) open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (Machine, error) {
	m, err := o.machines.Open(ctx, cfg, in, out)
	if err != nil {
		return nil, err
	}
	return m, nil
}

func (o makerOf[M]) restore(ctx context.Context, state []byte) (Machine, error) {
	m, err := o.machines.Restore(ctx, state)
	if err != nil {
		return nil, err
	}
	return m, nil
}
