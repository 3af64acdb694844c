// Package host holds the seams between package core, which only decides, and
// whatever a program decides about: who runs the machines (Engine), where facts
// come from and where effects go.
//
// A host turns the world into core.Inputs, steps one Machine for each
// deployment, carries out what core.Output asks for, and ticks at
// core.Output.Wake. The documentation of package core has the loop.
package host

import (
	"context"
	"errors"

	"github.com/coxswain/coxswain/core"
)

// ErrClosed is returned by everything that is used after it, or its engine, was
// closed.
var ErrClosed = errors.New("coxswain: closed")

// Engine makes machines and runs them, in this process or in a sandbox. Two
// engines with the same rules decide the same, to the byte: which one to use is
// a question of isolation and of speed.
//
// An Engine is safe for use by many goroutines.
type Engine interface {
	// Open makes a machine and steps it for the first time: in is the opening
	// input, and what follows from it is in out. On an error there is no machine.
	Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (Machine, error)

	// Restore makes a machine from the bytes of Machine.AppendState, of this
	// engine or of any other. state is not kept.
	Restore(ctx context.Context, state []byte) (Machine, error)

	// Name says what kind of engine it is, for logs: "native", "wasm".
	Name() string

	// Close releases everything; every machine is closed with it. Closing again
	// does nothing.
	Close(ctx context.Context) error
}

// Machine decides for one deployment.
//
// Bad input is a *core.Error, the same from every engine, and the machine is as
// it was before it. Any other error is the engine's; then too the machine is as
// it was, nothing was decided, and the same input can be given again.
//
// A Machine is used by one goroutine at a time; several machines of one engine
// may be used at once.
type Machine interface {
	// Step takes one input and fills out with what follows from it. in is not
	// changed and not kept. out is cleared first, on an error as well; the
	// memory of its lists is used again.
	Step(ctx context.Context, in *core.Input, out *core.Output) error

	// Status fills s with where the deployment stands.
	Status(ctx context.Context, s *core.Status) error

	// AppendState appends the whole machine as bytes to b.
	AppendState(ctx context.Context, b []byte) ([]byte, error)

	// Close forgets the machine. Closing again does nothing.
	Close(ctx context.Context) error
}
