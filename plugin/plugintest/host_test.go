package plugintest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/nomad"
	"github.com/coxswain/coxswain/host/nomad/replay"
	"github.com/coxswain/coxswain/plugin"
	"github.com/coxswain/coxswain/plugin/message"
	extism "github.com/extism/go-sdk"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// guest is an instance of the plugin.
type guest struct {
	t testing.TB
	p *extism.Plugin
}

func newGuest(t testing.TB) *guest { return instantiate(t, plugin.Module) }

func instantiate(t testing.TB, module []byte) *guest {
	t.Helper()
	ctx := context.Background()
	p, err := extism.NewPlugin(ctx, extism.Manifest{Wasm: []extism.Wasm{extism.WasmData{Data: module}}}, extism.PluginConfig{}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Close(ctx)) })
	return &guest{t, p}
}

// call returns a good answer.
func (g *guest) call(name string, request []byte) []byte {
	g.t.Helper()
	code, answer, err := g.p.Call(name, request)
	require.NoError(g.t, err)
	require.Zero(g.t, code)
	return answer
}

// refuse returns the error of a call that must not trap.
func (g *guest) refuse(name string, request []byte) *core.Error {
	g.t.Helper()
	code, answer, err := g.p.Call(name, request)
	require.Error(g.t, err, "%s of %.200q", name, request)
	require.Empty(g.t, answer)
	var f struct{ Code, Field, Text string }
	require.NoError(g.t, json.Unmarshal([]byte(err.Error()), &f), "no typed error: %v", err)
	require.Equal(g.t, core.ErrorCode(code).String(), f.Code)
	require.NotEmpty(g.t, f.Text)
	valid(g.t, "Failure", []byte(err.Error()))
	return &core.Error{Code: core.ErrorCode(code), Field: f.Field, Text: f.Text}
}

const recordings = "../../host/nomad/testdata/recordings/"

// life is one machine of a recording: what went in, what came out of the core as it
// is here, and its state and status after each.
type life struct {
	cfg      core.Config
	inputs   []core.Input
	outputs  []core.Output
	states   [][]byte
	statuses []core.Status
}

// record replays a recording in the core and takes down the lives of its machines.
func record(t testing.TB, name string, cfg core.Config) []*life {
	t.Helper()
	rec, err := nomad.ReadFile(recordings + name + ".ndjson")
	require.NoError(t, err)
	tap := &tap{Engine: engine.Native(), t: t}
	_, err = replay.Run(context.Background(), rec, tap, cfg)
	require.NoError(t, err)
	require.NotEmpty(t, tap.lives)
	return tap.lives
}

// tap is an engine that takes down what passes through it.
type tap struct {
	host.Engine
	t     testing.TB
	lives []*life
}

type tapped struct {
	host.Machine
	t testing.TB
	*life
}

func (e *tap) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	m, err := e.Engine.Open(ctx, cfg, in, out)
	if err != nil {
		return nil, err
	}
	one := &tapped{m, e.t, &life{cfg: *cfg}}
	e.lives = append(e.lives, one.life)
	one.take(ctx, in, out)
	return one, nil
}

func (m *tapped) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	err := m.Machine.Step(ctx, in, out)
	if err == nil {
		m.take(ctx, in, out)
	}
	return err
}

// take keeps copies: the host uses its values again.
func (m *tapped) take(ctx context.Context, in *core.Input, out *core.Output) {
	var i core.Input
	require.NoError(m.t, core.DecodeInput(packed(m.t, in), &i))
	var o core.Output
	_, err := o.UnmarshalMsg(packed(m.t, out))
	require.NoError(m.t, err)
	var s core.Status
	require.NoError(m.t, m.Status(ctx, &s))
	state, err := m.AppendState(ctx, nil)
	require.NoError(m.t, err)
	m.inputs, m.outputs = append(m.inputs, i), append(m.outputs, o)
	m.states, m.statuses = append(m.states, state), append(m.statuses, s)
}

func packed(t testing.TB, m msgp.Marshaler) []byte {
	t.Helper()
	b, err := m.MarshalMsg(nil)
	require.NoError(t, err)
	return b
}

// array is a struct of parts that are MessagePack already.
func array(parts ...[]byte) []byte {
	b := msgp.AppendArrayHeader(nil, uint32(len(parts)))
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

func number(n uint32) []byte { return msgp.AppendUint32(nil, n) }

// decideRequest is a Decide in MessagePack.
func decideRequest(t testing.TB, d message.Decide) []byte {
	t.Helper()
	cfg := msgp.AppendNil(nil)
	if d.Config != nil {
		cfg = packed(t, d.Config)
	}
	var inputs [][]byte
	for i := range d.Inputs {
		inputs = append(inputs, packed(t, &d.Inputs[i]))
	}
	return array(cfg, msgp.AppendBytes(nil, d.State), array(inputs...))
}

// decided reads the answer to that.
func decided(t testing.TB, b []byte) (outputs [][]byte, state []byte) {
	t.Helper()
	n, b, err := msgp.ReadArrayHeaderBytes(b)
	require.NoError(t, err)
	require.EqualValues(t, 2, n)
	n, b, err = msgp.ReadArrayHeaderBytes(b)
	require.NoError(t, err)
	for range n {
		rest, err := msgp.Skip(b)
		require.NoError(t, err)
		outputs, b = append(outputs, b[:len(b)-len(rest)]), rest
	}
	state, b, err = msgp.ReadBytesBytes(b, nil)
	require.NoError(t, err)
	require.Empty(t, b)
	return outputs, state
}
