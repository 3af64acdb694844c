// Package same holds engines against each other. A Tee runs several of them side
// by side and lets a host see one; whatever the host does, every output, every
// refusal and every saved state must be the same from all, byte for byte.
//
// To check an engine of your own, a fork of the core or another module
// (engine.Options.Module), put it beside engine.Native into a Tee, and use that
// wherever a host.Engine is wanted: along walks as in the example, to replay
// recordings (package host/nomad/replay), or in a program that runs.
package same

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/tinylib/msgp/msgp"
)

// Named is an engine with a name that tells it from others of its kind.
type Named struct {
	Name string
	host.Engine
}

// Tee is an engine that is several engines at once. The first one's word is what
// its callers hear; an error says which engine said otherwise, and where.
type Tee struct {
	Engines []Named
	// Steps counts what was compared.
	Steps int
}

// Difference is the error of a Tee whose engines did not do the same.
type Difference struct {
	// Engine is the name of the one that did something else, Where what it was
	// about: "open", "status", "the step at index 17".
	Engine, Where string
	// Want is what the engine before it did, Have what it did itself, as JSON.
	Want, Have string
}

// Error says which engine differs in what, and shows both.
func (d *Difference) Error() string {
	return fmt.Sprintf("%s differs in %s:\n%s\nwant\n%s", d.Engine, d.Where, d.Have, d.Want)
}

// Open opens a machine in every engine.
func (t *Tee) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	m := &machine{tee: t}
	err := t.each(ctx, "open", out, m, func(i int, out *core.Output) error {
		one, err := t.Engines[i].Open(ctx, cfg, in, out)
		m.machines = append(m.machines, one)
		return err
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Restore restores a machine in every engine.
func (t *Tee) Restore(ctx context.Context, state []byte) (host.Machine, error) {
	m := &machine{tee: t}
	err := t.each(ctx, "restore", nil, m, func(i int, _ *core.Output) error {
		one, err := t.Engines[i].Restore(ctx, state)
		m.machines = append(m.machines, one)
		return err
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Name is that of the first engine.
func (t *Tee) Name() string { return t.Engines[0].Engine.Name() }

// Close closes every engine.
func (t *Tee) Close(ctx context.Context) error {
	var err error
	for _, e := range t.Engines {
		err = errors.Join(err, e.Close(ctx))
	}
	return err
}

// each does one thing in every engine and compares what came of it: error,
// output and the state afterwards.
func (t *Tee) each(ctx context.Context, what string, out *core.Output, m *machine, do func(i int, out *core.Output) error) error {
	t.Steps++
	var want, wantState []byte
	var wantErr error
	for i, e := range t.Engines {
		var mine core.Output
		o := &mine
		if i == 0 && out != nil {
			o = out
		}
		err := do(i, o)
		if i > 0 && fmt.Sprint(err) != fmt.Sprint(wantErr) {
			return &Difference{e.Name, what, fmt.Sprint(wantErr), fmt.Sprint(err)}
		}
		wantErr = err
		have, encodeErr := o.MarshalMsg(nil)
		if encodeErr != nil {
			return encodeErr
		}
		if i > 0 && !bytes.Equal(want, have) {
			return &Difference{e.Name, what, readable(want), readable(have)}
		}
		want = have
		if len(m.machines) <= i || m.machines[i] == nil {
			continue
		}
		state, saveErr := m.machines[i].AppendState(ctx, nil)
		if saveErr != nil {
			return saveErr
		}
		if i > 0 && !bytes.Equal(wantState, state) {
			return &Difference{e.Name, what + ", the state", readable(wantState), readable(state)}
		}
		wantState = state
	}
	return wantErr
}

// readable shows bytes to a person.
func readable(b []byte) string {
	var text bytes.Buffer
	if _, err := msgp.UnmarshalAsJSON(&text, b); err != nil {
		return fmt.Sprintf("%x", b)
	}
	return text.String()
}

// machine is one machine in every engine.
type machine struct {
	tee      *Tee
	machines []host.Machine
}

func (m *machine) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	return m.tee.each(ctx, fmt.Sprintf("the step at index %d", in.Index), out, m, func(i int, out *core.Output) error {
		return m.machines[i].Step(ctx, in, out)
	})
}

func (m *machine) Status(ctx context.Context, s *core.Status) error {
	var want []byte
	for i, one := range m.machines {
		var mine core.Status
		if err := one.Status(ctx, &mine); err != nil {
			return err
		}
		have, err := mine.MarshalMsg(nil)
		if err != nil {
			return err
		}
		if i > 0 && !bytes.Equal(want, have) {
			return &Difference{m.tee.Engines[i].Name, "status", readable(want), readable(have)}
		}
		want = have
		if i == 0 {
			*s = mine
		}
	}
	return nil
}

func (m *machine) AppendState(ctx context.Context, b []byte) ([]byte, error) {
	return m.machines[0].AppendState(ctx, b) // all the same, by each
}

func (m *machine) Close(ctx context.Context) error {
	var err error
	for _, one := range m.machines {
		err = errors.Join(err, one.Close(ctx))
	}
	return err
}
