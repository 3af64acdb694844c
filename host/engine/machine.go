package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/tinylib/msgp/msgp"
)

// When a machine's state is taken as the point to rebuild it from: after at
// least checkpointInputs, once they have as many bytes as the last state, so
// that the cost is in proportion to what arrived and does not grow with the
// deployment; and whatever their number, once the log is at one of its bounds.
const (
	checkpointInputs = 64
	maxLogInputs     = 1 << 16
	maxLogBytes      = 16 << 20
)

// wasmMachine is a machine in some instance, with what is needed to make it
// again in another one: what it was made from, and every input since.
type wasmMachine struct {
	engine *WasmEngine
	closed bool

	shard  *shard // nil while it has no place
	handle uint32

	how  call   // callOpen or callLoad: what base is
	base []byte // the opening input, or a state
	log  []byte // the inputs since, one after another
	ends []int  // where each of them ends in log
	next int    // after so many inputs a failed checkpoint is tried again

	encoded []byte // the input of the step under way
	made    made
}

// Step implements host.Machine.
func (m *wasmMachine) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	clearOutput(out)
	if m.closed {
		return host.ErrClosed
	}
	b, err := in.MarshalMsg(m.encoded[:0])
	if err != nil {
		return &Error{Op: calls[callStep], Err: err}
	}
	m.encoded = b
	if err := m.run(ctx, callStep, b, out); err != nil {
		clearOutput(out)
		return err
	}
	m.log = append(m.log, b...)
	m.ends = append(m.ends, len(m.log))
	if m.due() {
		m.checkpoint(ctx)
	}
	return nil
}

// Status implements host.Machine.
func (m *wasmMachine) Status(ctx context.Context, s *core.Status) error {
	if m.closed {
		return host.ErrClosed
	}
	clearStatus(s)
	err := m.run(ctx, callStatus, nil, s)
	if err != nil {
		clearStatus(s)
	}
	return err
}

// AppendState implements host.Machine.
func (m *wasmMachine) AppendState(ctx context.Context, b []byte) ([]byte, error) {
	if m.closed {
		return b, host.ErrClosed
	}
	s := saved{b: b, from: len(b)}
	if err := m.run(ctx, callSave, nil, &s); err != nil {
		return b, err
	}
	m.rebase(s.b[len(b):])
	return s.b, nil
}

// Close implements host.Machine.
func (m *wasmMachine) Close(ctx context.Context) error {
	if m.closed {
		return nil
	}
	m.closed = true
	if s := m.shard; s != nil {
		s.mu.Lock()
		if !s.instance.lost {
			// If it traps, the others are rebuilt when they are next used.
			_, _ = s.instance.call(ctx, callClose, m.handle, nil)
		}
		s.mu.Unlock()
	}
	m.leave(ctx)
	m.base, m.log, m.ends, m.encoded = nil, nil, nil, nil
	return nil
}

// run makes one call for the machine and decodes the answer. If the instance is
// lost by it, the machine is rebuilt in an instance of its own, where it can
// take nobody with it, and the call is made once more.
func (m *wasmMachine) run(ctx context.Context, c call, input []byte, into msgp.Unmarshaler) error {
	if err := ctx.Err(); err != nil {
		return &Error{Op: calls[c], Err: err}
	}
	err := m.attempt(ctx, c, input, into, false)
	if m.answered(err) {
		return err
	}
	m.leave(ctx)
	if ended := ctx.Err(); ended != nil {
		return &Error{Op: calls[c], Err: ended}
	}
	switch v := into.(type) {
	case *core.Output:
		clearOutput(v)
	case *core.Status:
		clearStatus(v)
	case clearer:
		v.clear()
	}
	err = m.attempt(ctx, c, input, into, true)
	if m.answered(err) {
		if m.shard != nil {
			m.engine.trust(m.shard)
		}
		return err
	}
	m.leave(ctx)
	return &Error{Op: calls[c], Kind: ErrTrap, Err: err}
}

// answered reports whether a call came back in order: with success, or with
// what is wrong with the input.
func (m *wasmMachine) answered(err error) bool {
	_, bad := err.(*core.Error)
	return err == nil || bad || err == host.ErrClosed
}

// attempt makes one call, after finding the machine a place if it has none.
func (m *wasmMachine) attempt(ctx context.Context, c call, input []byte, into msgp.Unmarshaler, private bool) error {
	if s := m.shard; s != nil {
		s.mu.Lock()
		if !s.instance.lost {
			defer s.mu.Unlock()
			return m.call(ctx, c, input, into)
		}
		s.mu.Unlock()
		m.leave(ctx) // another machine brought it down
	}
	s, err := m.engine.join(ctx, private)
	if err != nil {
		return err
	}
	m.shard = s
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.base != nil {
		if err := m.rebuild(ctx); err != nil {
			return err
		}
	}
	return m.call(ctx, c, input, into)
}

// call makes one call where the machine is, and decodes the answer. The caller
// holds the lock of the shard.
func (m *wasmMachine) call(ctx context.Context, c call, input []byte, into msgp.Unmarshaler) error {
	s := m.shard
	b, err := s.instance.call(ctx, c, m.handle, input)
	if err == nil {
		if err = core.CheckMessage(b); err != nil {
			err = fmt.Errorf("the answer cannot be read: %v", err) // not an input's error
		}
	}
	if err == nil {
		var bad *core.Error
		b, bad, err = openEnvelope(b)
		if bad != nil {
			if bad.Code != core.ErrHandle {
				return bad
			}
			err = fmt.Errorf("the machine is gone: %s", bad.Text)
		}
	}
	if err == nil {
		if _, err = into.UnmarshalMsg(b); err == nil {
			if s.instance.MemorySize() > m.engine.full && !s.full.Load() {
				s.full.Store(true)
			}
			return nil
		}
		err = fmt.Errorf("the answer cannot be read: %w", err)
	}
	if bad, ok := err.(*core.Error); ok && !s.instance.lost {
		return bad // too long to be written
	}
	if !s.instance.lost {
		err = s.instance.lose(ctx, err)
	}
	m.engine.retire(s)
	return err
}

// rebuild makes the machine again from its base and the inputs since.
func (m *wasmMachine) rebuild(ctx context.Context) error {
	var out core.Output
	m.made = made{out: &out}
	err := m.call(ctx, m.how, m.base, &m.made)
	m.handle, m.made.out = m.made.handle, nil
	at := 0
	for _, end := range m.ends {
		if err != nil {
			break
		}
		clearOutput(&out)
		err = m.call(ctx, callStep, m.log[at:end], &out)
		at = end
	}
	if err != nil {
		return fmt.Errorf("rebuild: %v", err) // not an input error of this call
	}
	return nil
}

// due reports whether it is time for a checkpoint.
func (m *wasmMachine) due() bool {
	n, size := len(m.ends), len(m.log)
	if n < m.next {
		return false
	}
	return n >= checkpointInputs && size >= len(m.base) || n >= maxLogInputs || size >= maxLogBytes
}

// checkpoint takes the machine's state. If that fails the log goes on, and the
// next attempt is made when it is twice as long.
func (m *wasmMachine) checkpoint(ctx context.Context) {
	s := saved{b: m.encoded[:0]}
	if err := m.run(ctx, callSave, nil, &s); err != nil {
		m.next = 2 * len(m.ends)
		return
	}
	m.rebase(s.b)
	if cap(s.b) <= maxSpare {
		m.encoded = s.b
	}
}

// maxSpare is the largest buffer, in bytes, that a machine keeps for later.
const maxSpare = 64 << 10

// rebase makes a copy of state the point to rebuild from.
func (m *wasmMachine) rebase(state []byte) {
	m.how, m.next = callLoad, 0
	m.base = append(m.base[:0], state...)
	if cap(m.base) > 2*len(m.base)+maxSpare {
		m.base = slices.Clone(m.base)
	}
	m.log, m.ends = m.log[:0], m.ends[:0]
}

// leave gives up the machine's place.
func (m *wasmMachine) leave(ctx context.Context) {
	if s := m.shard; s != nil {
		m.shard = nil
		m.engine.left(ctx, s)
	}
}

// clearer is an answer that must be cleared before it is decoded once more.
type clearer interface{ clear() }

// made decodes the answer of open, which has an output, or of load.
type made struct {
	handle uint32
	out    *core.Output
}

func (v *made) UnmarshalMsg(b []byte) (rest []byte, err error) {
	if msgp.NextType(b) != msgp.ArrayType {
		v.handle, rest, err = msgp.ReadUint32Bytes(b)
		return rest, err
	}
	n, b, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil || n < 2 {
		return b, errEnvelope
	}
	if v.handle, b, err = msgp.ReadUint32Bytes(b); err != nil {
		return b, err
	}
	return v.out.UnmarshalMsg(b)
}

func (v *made) clear() {
	if v.out != nil {
		clearOutput(v.out)
	}
}

// saved decodes the answer of save: it appends the state to b.
type saved struct {
	b    []byte
	from int
}

func (v *saved) UnmarshalMsg(b []byte) ([]byte, error) {
	state, rest, err := msgp.ReadBytesZC(b)
	if err != nil {
		return rest, err
	}
	v.b = append(v.b, state...)
	return rest, nil
}

func (v *saved) clear() { v.b = v.b[:v.from] }
