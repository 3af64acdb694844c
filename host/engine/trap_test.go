package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/wasm"
	"github.com/stretchr/testify/require"
)

// ruin are ways to bring an instance down.
var ruin = map[string]func(*Instance){
	"closed": func(i *Instance) { _ = i.module.Close(context.Background()) },
	"memory overwritten": func(i *Instance) {
		b, _ := i.memory.Read(0, i.memory.Size())
		for k := range b {
			b[k] = 0xff
		}
	},
	"memory cleared": func(i *Instance) {
		b, _ := i.memory.Read(0, i.memory.Size())
		clear(b)
	},
	"lost": func(i *Instance) { _ = i.lose(context.Background(), errors.New("test")) },
}

// TestTraps ruins the instance that several machines share again and again:
// each goes on as it does natively.
func TestTraps(t *testing.T) {
	ctx := context.Background()
	for name, ruin := range ruin {
		t.Run(name, func(t *testing.T) {
			e, err := Wasm(ctx, Options{MachinesPerInstance: 4})
			require.NoError(t, err)
			defer e.Close(ctx)
			native := Native()
			random := rand.New(rand.NewPCG(1, 1))
			var machines, twins []host.Machine
			var out, want core.Output
			for i := range 4 {
				in := simpleOpening(fmt.Sprint("d", i))
				m, err := e.Open(ctx, &simpleConfig, in, &out)
				require.NoError(t, err)
				twin, err := native.Open(ctx, &simpleConfig, in, &want)
				require.NoError(t, err)
				machines, twins = append(machines, m), append(twins, twin)
			}
			for step := range 400 {
				k := random.IntN(len(machines))
				if step%20 == 19 {
					if s := machines[k].(*wasmMachine).shard; s != nil {
						ruin(s.instance)
					}
				}
				in := simpleCommit(uint64(step) + 20)
				require.NoError(t, machines[k].Step(ctx, in, &out))
				require.NoError(t, twins[k].Step(ctx, in, &want))
				a, _ := want.MarshalMsg(nil)
				b, _ := out.MarshalMsg(nil)
				require.Equal(t, a, b, "step %d", step)
			}
			for k := range machines {
				a, err := twins[k].AppendState(ctx, nil)
				require.NoError(t, err)
				b, err := machines[k].AppendState(ctx, nil)
				require.NoError(t, err)
				require.Equal(t, a, b)
			}
			require.NotZero(t, e.Stats().Lost)
			require.Equal(t, 4, e.Stats().Machines)
		})
	}
}

// TestCheckpoints looks at when states are taken: not before 64 inputs, not
// before the inputs are as large as the state, and again and again.
func TestCheckpoints(t *testing.T) {
	ctx := context.Background()
	e, err := Wasm(ctx, Options{})
	require.NoError(t, err)
	defer e.Close(ctx)
	var out core.Output
	hm, err := e.Open(ctx, &simpleConfig, simpleOpening("d"), &out)
	require.NoError(t, err)
	m := hm.(*wasmMachine)
	taken, longest := 0, 0
	for i := range 1_000 {
		before, size := len(m.ends), len(m.log)
		require.NoError(t, m.Step(ctx, simpleCommit(uint64(i)+20), &out))
		if len(m.ends) == 0 {
			taken++
			require.GreaterOrEqual(t, before+1, checkpointInputs)
			require.Equal(t, callLoad, m.how)
		}
		longest = max(longest, size)
	}
	require.Greater(t, taken, 2)
	require.Less(t, longest, 4*len(m.base)+checkpointInputs*200)
}

// TestHopeless runs a module whose steps always trap: the error is for that
// machine, and does not come as an input's.
func TestHopeless(t *testing.T) {
	ctx := context.Background()
	e, err := Wasm(ctx, Options{Module: handmade(wasm.Marker, core.SchemaVersion)})
	require.NoError(t, err)
	defer e.Close(ctx)
	var out core.Output
	m, err := e.Open(ctx, &simpleConfig, simpleOpening("d"), &out)
	require.NoError(t, err)
	for n := uint64(1); n < 4; n++ {
		err = m.Step(ctx, simpleCommit(20), &out)
		require.ErrorIs(t, err, ErrTrap)
		var bad *core.Error
		require.False(t, errors.As(err, &bad))
		require.Equal(t, 2*n, e.Stats().Lost)
	}
	require.NoError(t, m.Close(ctx))
	require.Zero(t, e.Stats().Machines)
}

// What the module says of itself is what package core says.
func TestDescription(t *testing.T) {
	ctx := context.Background()
	e, err := Wasm(ctx, Options{})
	require.NoError(t, err)
	defer e.Close(ctx)
	d := e.Description()
	require.Equal(t, core.Levels(), d.Levels)
	require.Equal(t, core.AllSwitches(), d.Switches)
	require.Equal(t, core.Policies(), d.Policies)
	require.Contains(t, d.Limits, Limit{"MaxGates", core.MaxGates})
	require.Contains(t, d.Limits, Limit{"MaxFreezes", core.MaxFreezes})
}

func TestWrongModules(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name   string
		module []byte
		want   error
	}{
		{"no WebAssembly", []byte("hello"), ErrModule},
		{"empty", []byte("\x00asm\x01\x00\x00\x00"), ErrModule},
		{"newer ABI", handmade("coxswain_abi_v2", core.SchemaVersion), ErrTooNew},
		{"no ABI", handmade("something_else", core.SchemaVersion), ErrModule},
		{"older schema", handmade(wasm.Marker, core.SchemaVersion-1), ErrTooOld},
		{"newer schema", handmade(wasm.Marker, core.SchemaVersion+1), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := Wasm(ctx, Options{Module: c.module})
			if c.want == nil {
				require.NoError(t, err)
				require.NoError(t, e.Close(ctx))
				return
			}
			require.ErrorIs(t, err, c.want)
			var own *Error
			require.ErrorAs(t, err, &own)
		})
	}
}

var simpleConfig = core.Config{Level: core.LevelNomad104, Reasons: true}

func simpleOpening(id string) *core.Input {
	return &core.Input{
		Now: 1_000_000_000, Index: 10, Epoch: 1, Job: &core.Job{ID: "shop"},
		Deployment: &core.Deployment{
			ID: id, Status: core.DeploymentRunning, ModifyIndex: 9,
			Groups: []core.Group{{Name: "web", DesiredTotal: 50, ProgressDeadline: 1e12, RequireProgressBy: 2e12}},
		},
	}
}

func simpleCommit(index uint64) *core.Input {
	return &core.Input{Now: 1_000_000_000 * int64(index), Index: index, Allocations: core.AllocationChanges{
		Changed: []core.Allocation{{
			ID: fmt.Sprint("allocation-", index%40), Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning,
			ModifyIndex: index, Health: core.Health(index % 3), HealthIndex: index,
		}},
	}}
}

// handmade assembles a module by hand: input writes to a page of its own,
// describe and open answer from a data segment, everything else traps.
func handmade(marker string, schema uint8) []byte {
	describe := []byte{0x92, 0, 0x96, 1, schema, 0xa1, 'x', 0x90, 0x90, 0x90}
	open := []byte{0x92, 0, 0x92, 1, 0x97, 0x90, 0x90, 0x92, 0, 0, 0xc0, 0x90, 0xc2, 0xc2}

	uleb := func(v uint64) (b []byte) {
		for ; v >= 0x80; v >>= 7 {
			b = append(b, byte(v)|0x80)
		}
		return append(b, byte(v))
	}
	sleb := func(v int64) (b []byte) {
		for ; v >= 0x40; v >>= 7 {
			b = append(b, byte(v&0x7f)|0x80)
		}
		return append(b, byte(v))
	}
	vector := func(items ...[]byte) []byte {
		b := uleb(uint64(len(items)))
		for _, item := range items {
			b = append(b, item...)
		}
		return b
	}
	sized := func(b []byte) []byte { return append(uleb(uint64(len(b))), b...) }
	section := func(id byte, b []byte) []byte { return append([]byte{id}, sized(b)...) }
	body := func(code ...byte) []byte { return sized(append(append([]byte{0}, code...), 0x0b)) }
	answer := func(at, size int) []byte {
		return body(append([]byte{0x42}, sleb(int64(at)<<32|int64(size))...)...)
	}
	export := func(name string, kind, index byte) []byte { return append(sized([]byte(name)), kind, index) }

	const describeAt, openAt = 16, 64
	trap := body(0x00)
	m := []byte("\x00asm\x01\x00\x00\x00")
	m = append(m, section(1, vector( // types: ()→(), ()→i64, (i32)→i32, (i32)→i64
		[]byte{0x60, 0, 0}, []byte{0x60, 0, 1, 0x7e}, []byte{0x60, 1, 0x7f, 1, 0x7f}, []byte{0x60, 1, 0x7f, 1, 0x7e}))...)
	m = append(m, section(3, []byte{10, 0, 0, 1, 2, 1, 3, 3, 3, 1, 3})...)
	m = append(m, section(5, []byte{1, 0, 4})...)
	m = append(m, section(7, vector(
		export("memory", 2, 0), export("_initialize", 0, 0), export(marker, 0, 1), export(wasm.Describe, 0, 2),
		export(wasm.Input, 0, 3), export(wasm.Open, 0, 4), export(wasm.Step, 0, 5), export(wasm.Status, 0, 6),
		export(wasm.Save, 0, 7), export(wasm.Load, 0, 8), export(wasm.Close, 0, 9)))...)
	m = append(m, section(10, vector(
		body(), body(), answer(describeAt, len(describe)), body(append([]byte{0x41}, sleb(1<<16)...)...),
		answer(openAt, len(open)), trap, trap, trap, trap, trap))...)
	data := func(at int64, b []byte) []byte {
		return append(append(append([]byte{0, 0x41}, sleb(at)...), 0x0b), sized(b)...)
	}
	return append(m, section(11, vector(data(describeAt, describe), data(openAt, open)))...)
}
