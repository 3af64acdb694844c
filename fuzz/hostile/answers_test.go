package hostile_test

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/wasm"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// honest are the answers of a module that does everything right.
func honest() map[string][]byte {
	success := func(body []byte) []byte { return append([]byte{0x92, 0}, body...) }
	describe := []byte{0x96, 1, core.SchemaVersion, 0xa1, 'x', 0x90, 0x90, 0x90}
	return map[string][]byte{
		wasm.Describe: success(describe),
		wasm.Open:     success(append([]byte{0x92, 1}, proper().output...)),
		wasm.Step:     success(proper().output),
		wasm.Status:   success(proper().status),
		wasm.Save:     success(msgp.AppendBytes(nil, proper().states[0])),
		wasm.Load:     success([]byte{1}),
		wasm.Close:    success([]byte{0xc0}),
	}
}

// lies talks to a module of which one answer is not honest. Whatever it says,
// the host neither panics nor takes its word for an input's error without one.
func lies(t *testing.T, b []byte) {
	ctx := context.Background()
	p := &program{b}
	answers := honest()
	var raw *int64
	names := []string{wasm.Describe, wasm.Open, wasm.Step, wasm.Status, wasm.Save, wasm.Load, wasm.Close}
	switch which := int(p.byte()) % 9; which {
	case 7: // an answer that lies anywhere
		v := int64(binary.LittleEndian.Uint64(append(p.bytes(8), make([]byte, 8)...)))
		raw = &v
	case 8: // a call that traps
		delete(answers, names[1+int(p.byte())%6])
	default:
		answers[names[which]] = p.spoil(answers[names[which]])
	}
	expected := func(err error) {
		var own *engine.Error
		var bad *core.Error
		require.True(t, err == nil || errors.As(err, &own) || errors.As(err, &bad), "%v", err)
	}
	e, err := engine.Wasm(ctx, engine.Options{Module: puppet(answers, raw), Mode: engine.ModeInterpreter, MemoryPages: 16})
	expected(err)
	if err != nil {
		return
	}
	defer func() { require.NoError(t, e.Close(ctx)) }()
	var cfg core.Config
	var in core.Input
	require.NoError(t, core.DecodeOpening(proper().openings[0], &cfg, &in))
	var out core.Output
	m, err := e.Open(ctx, &cfg, &in, &out)
	expected(err)
	if err == nil {
		require.NoError(t, core.DecodeInput(proper().steps[0], &in))
		expected(m.Step(ctx, &in, &out))
		var s core.Status
		expected(m.Status(ctx, &s))
		_, err = m.AppendState(ctx, nil)
		expected(err)
		expected(m.Close(ctx))
	}
	m, err = e.Restore(ctx, proper().states[0])
	expected(err)
	if err == nil {
		expected(m.Step(ctx, &in, &out))
		expected(m.Close(ctx))
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{7, 255, 255, 255, 255, 255, 255, 255, 255})
	f.Add([]byte{8, 1})
	f.Fuzz(lies)
}

func TestAnswers(t *testing.T) {
	cases(count(1_000), func(b []byte) { lies(t, b) })
}

// An honest puppet is believed, so that what is refused is refused for its lies.
func TestHonestPuppet(t *testing.T) {
	ctx := context.Background()
	e, err := engine.Wasm(ctx, engine.Options{Module: puppet(honest(), nil), Mode: engine.ModeInterpreter})
	require.NoError(t, err)
	defer e.Close(ctx)
	var cfg core.Config
	var in core.Input
	require.NoError(t, core.DecodeOpening(proper().openings[0], &cfg, &in))
	var out core.Output
	m, err := e.Open(ctx, &cfg, &in, &out)
	require.NoError(t, err)
	require.NoError(t, core.DecodeInput(proper().steps[0], &in))
	require.NoError(t, m.Step(ctx, &in, &out))
	b, err := out.MarshalMsg(nil)
	require.NoError(t, err)
	require.Equal(t, proper().output, b)
	state, err := m.AppendState(ctx, nil)
	require.NoError(t, err)
	require.Equal(t, proper().states[0], state)
	_, err = e.Restore(ctx, state)
	require.NoError(t, err)
}
