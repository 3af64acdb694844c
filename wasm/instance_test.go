package wasm_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/wasm"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tinylib/msgp/msgp"
)

// instance is the barest host: the exports, and nothing around them.
type instance struct {
	t   testing.TB
	mod api.Module
}

func instantiate(t testing.TB, module []byte) *instance {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	t.Cleanup(func() { require.NoError(t, r.Close(ctx)) })
	if !bytes.Equal(module, wasm.Module) {
		wasi_snapshot_preview1.MustInstantiate(ctx, r)
	}
	mod, err := r.InstantiateWithConfig(ctx, module, wazero.NewModuleConfig().
		WithStartFunctions("_initialize").WithStderr(io.Discard).
		WithNanotime(func() int64 { return 1 }, 1))
	require.NoError(t, err)
	return &instance{t, mod}
}

func (i *instance) raw(name string, args ...uint64) uint64 {
	i.t.Helper()
	results, err := i.mod.ExportedFunction(name).Call(context.Background(), args...)
	require.NoError(i.t, err, "%s trapped", name)
	return results[0]
}

func (i *instance) write(input []byte) {
	i.t.Helper()
	at := i.raw(wasm.Input, uint64(len(input)))
	require.NotZero(i.t, at)
	require.True(i.t, i.mod.Memory().Write(uint32(at), input))
}

// call returns a copy of the envelope.
func (i *instance) call(name string, args ...uint64) []byte {
	i.t.Helper()
	result := i.raw(name, args...)
	b, ok := i.mod.Memory().Read(uint32(result>>32), uint32(result))
	require.True(i.t, ok)
	return bytes.Clone(b)
}

func (i *instance) open(in *core.Input) []byte {
	i.t.Helper()
	b, err := core.AppendOpening(nil, &config, in)
	require.NoError(i.t, err)
	i.write(b)
	return i.call(wasm.Open)
}

func (i *instance) step(handle uint64, in *core.Input) []byte {
	i.t.Helper()
	b, err := in.MarshalMsg(nil)
	require.NoError(i.t, err)
	i.write(b)
	return i.call(wasm.Step, handle)
}

// success returns the body of an envelope.
func success(t testing.TB, envelope []byte) []byte {
	t.Helper()
	code, rest := open(t, envelope)
	require.Zero(t, code, "%q", rest)
	return rest
}

// failure returns the code of an error envelope, after reading the whole of it.
func failure(t testing.TB, envelope []byte) core.ErrorCode {
	t.Helper()
	code, rest := open(t, envelope)
	require.NotZero(t, code)
	_, rest, err := msgp.ReadStringBytes(rest)
	require.NoError(t, err)
	text, rest, err := msgp.ReadStringBytes(rest)
	require.NoError(t, err)
	require.Empty(t, rest)
	require.NotEmpty(t, text)
	return core.ErrorCode(code)
}

func open(t testing.TB, envelope []byte) (uint8, []byte) {
	t.Helper()
	n, rest, err := msgp.ReadArrayHeaderBytes(envelope)
	require.NoError(t, err)
	code, rest, err := msgp.ReadUint8Bytes(rest)
	require.NoError(t, err)
	require.EqualValues(t, map[bool]int{true: 2, false: 3}[code == 0], n)
	return code, rest
}

var config = core.Config{Level: core.LevelNomad104, Reasons: true}

// opening is a small deployment: one group that wants two allocations.
func opening() *core.Input {
	return &core.Input{
		Now: 1_000_000_000, Index: 10, Epoch: 1,
		Job: &core.Job{Namespace: "default", ID: "shop", Type: "service", Priority: 50},
		Deployment: &core.Deployment{
			ID: "d1", Status: core.DeploymentRunning, CreateIndex: 9, ModifyIndex: 9,
			Groups: []core.Group{{Name: "web", DesiredTotal: 2, ProgressDeadline: 60_000_000_000, RequireProgressBy: 61_000_000_000}},
		},
	}
}

// healthy is a commit in which an allocation has become healthy.
func healthy(index uint64, id string) *core.Input {
	return &core.Input{Now: 2_000_000_000, Index: index, Allocations: core.AllocationChanges{Changed: []core.Allocation{{
		ID: id, Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, ModifyIndex: index,
		Health: core.Healthy, HealthTime: 1_900_000_000, HealthIndex: index,
	}}}}
}
