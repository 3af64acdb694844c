// Package host is what stands around package core, which only decides: a
// Watcher over every deployment of a cluster, and the seams that it is put
// together with.
//
//	State     where facts come from: snapshots, and commits after an index
//	Triggers  where effects go: T1 to T5, answered applied, rejected or unknown
//	Engine    who runs the machines: natively, or in the WebAssembly module
//	Journal   who takes down what went in and what came out
//
// A Watcher reads commits in one goroutine, steps machines in a few (shards, each
// with a heap of wake-ups), and calls triggers in others. What has no answer is
// sent again under its key until it is applied, rejected or withdrawn. When
// leadership is lost everything in memory goes, and a new leader starts from the
// State alone (L3).
//
// What an embedder wants beyond a level (core.Policy) is Options.Config.Policy for
// all deployments, or Options.Policy for each; Watcher.Report brings what gates say,
// Watcher.Freeze the times in which nothing goes forward.
//
// Shard and Outbox are its two halves without goroutines and without a clock, for
// services with an event loop of their own and for simulators.
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
