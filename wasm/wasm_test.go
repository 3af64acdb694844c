package wasm_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/wasm"
	"github.com/coxswain/coxswain/wasm/wasmtest"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tinylib/msgp/msgp"
)

// The budgets of the module.
const (
	maxBytes       = 128 << 10 // of which the levels are 10 and the policies 23: what they decide, their tables, and what they add to the wire
	maxFirstMemory = 512 << 10
)

func TestExports(t *testing.T) {
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	m, err := r.CompileModule(ctx, wasm.Module)
	require.NoError(t, err)

	require.Empty(t, m.ImportedFunctions())
	require.Empty(t, m.ImportedMemories())
	require.Len(t, m.ExportedMemories(), 1)
	require.Contains(t, m.ExportedMemories(), "memory")
	var names []string
	for name := range m.ExportedFunctions() {
		names = append(names, name)
	}
	require.ElementsMatch(t, []string{
		"_initialize", wasm.Marker, wasm.Describe, wasm.Input, wasm.Open, wasm.Step,
		wasm.Status, wasm.Save, wasm.Load, wasm.Close,
	}, names)
	require.Equal(t, wasm.Marker, fmt.Sprint(wasm.MarkerPrefix, wasm.ABI))
}

func TestBudgets(t *testing.T) {
	require.LessOrEqual(t, len(wasm.Module), maxBytes)
	i := instantiate(t, wasm.Module)
	success(t, i.open(opening()))
	require.LessOrEqual(t, int(i.mod.Memory().Size()), maxFirstMemory)
}

func TestDescribe(t *testing.T) {
	i := instantiate(t, wasm.Module)
	b := success(t, i.call(wasm.Describe))
	n, b, err := msgp.ReadArrayHeaderBytes(b)
	require.NoError(t, err)
	require.EqualValues(t, 7, n)
	abi, b, err := msgp.ReadUint32Bytes(b)
	require.NoError(t, err)
	require.EqualValues(t, wasm.ABI, abi)
	schema, b, err := msgp.ReadUint32Bytes(b)
	require.NoError(t, err)
	require.EqualValues(t, core.SchemaVersion, schema)
	// Levels, a version and switches are before the limits; MaxMachines is the first.
	for range 3 {
		b, err = msgp.Skip(b)
		require.NoError(t, err)
	}
	limits, b, err := msgp.ReadArrayHeaderBytes(b)
	require.NoError(t, err)
	for i := range limits {
		var name string
		var value uint64
		_, b, _ = msgp.ReadArrayHeaderBytes(b)
		name, b, _ = msgp.ReadStringBytes(b)
		value, b, err = msgp.ReadUint64Bytes(b)
		require.NoError(t, err)
		if i == 0 {
			require.Equal(t, "MaxMachines", name)
			require.EqualValues(t, wasm.MaxMachines, value)
		}
	}
	// The policies come last.
	n, b, err = msgp.ReadArrayHeaderBytes(b)
	require.NoError(t, err)
	require.EqualValues(t, len(core.Policies()), n)
	for _, p := range core.Policies() {
		n, b, _ = msgp.ReadArrayHeaderBytes(b)
		require.EqualValues(t, 4, n)
		var words [3]string
		var needs uint64
		words[0], b, _ = msgp.ReadStringBytes(b)
		words[1], b, _ = msgp.ReadStringBytes(b)
		needs, b, _ = msgp.ReadUint64Bytes(b)
		words[2], b, err = msgp.ReadStringBytes(b)
		require.NoError(t, err)
		require.Equal(t, p, core.PolicyInfo{Rule: words[0], Field: words[1], Needs: core.Switches(needs), Text: words[2]})
	}
	require.Empty(t, b)
}

// TestMisuse does everything wrong, and between any two of these the machine
// that is there must answer as if nothing had happened.
func TestMisuse(t *testing.T) {
	i := instantiate(t, wasm.Module)
	require.EqualValues(t, core.ErrHandle, failure(t, i.call(wasm.Status, 1)))
	success(t, i.open(opening()))
	success(t, i.open(opening()))
	success(t, i.call(wasm.Close, 2))

	good, err := healthy(11, "a").MarshalMsg(nil)
	require.NoError(t, err)
	broken, err := core.AppendOpening(nil, &core.Config{Level: "no-such-level"}, opening())
	require.NoError(t, err)
	twice, err := core.AppendOpening(nil, &config, &core.Input{Now: 1})
	require.NoError(t, err)
	for _, c := range []struct {
		name  string
		input []byte
		call  string
		args  []uint64
		want  core.ErrorCode
	}{
		{"unknown handle", good, wasm.Step, []uint64{3}, core.ErrHandle},
		{"handle 0", good, wasm.Step, []uint64{0}, core.ErrHandle},
		{"largest handle", good, wasm.Step, []uint64{1<<32 - 1}, core.ErrHandle},
		{"closed handle, step", good, wasm.Step, []uint64{2}, core.ErrHandle},
		{"closed handle, status", nil, wasm.Status, []uint64{2}, core.ErrHandle},
		{"closed handle, save", nil, wasm.Save, []uint64{2}, core.ErrHandle},
		{"closed handle, close", nil, wasm.Close, []uint64{2}, core.ErrHandle},
		{"step without input", nil, wasm.Step, []uint64{1}, core.ErrMissing},
		{"open without input", nil, wasm.Open, nil, core.ErrMissing},
		{"load without input", nil, wasm.Load, nil, core.ErrMissing},
		{"step with an opening", broken, wasm.Step, []uint64{1}, core.ErrMalformed},
		{"open with a step", good, wasm.Open, nil, core.ErrMalformed},
		{"load with a step", good, wasm.Load, nil, core.ErrVersion},
		{"unknown level", broken, wasm.Open, nil, core.ErrConfig},
		{"opening without facts", twice, wasm.Open, nil, core.ErrMissing},
		{"not a message", []byte("hello"), wasm.Step, []uint64{1}, core.ErrMalformed},
		{"bytes after the message", append(good[:len(good):len(good)], 0), wasm.Step, []uint64{1}, core.ErrMalformed},
		{"nesting", deep(1 << 20), wasm.Step, []uint64{1}, core.ErrMalformed},
		{"nesting in open", deep(1 << 20), wasm.Open, nil, core.ErrMalformed},
		{"nesting in load", deep(1 << 20), wasm.Load, nil, core.ErrMalformed},
		{"a list that is not there", []byte{0xdd, 0xff, 0xff, 0xff, 0xff}, wasm.Step, []uint64{1}, core.ErrMalformed},
	} {
		t.Run(c.name, func(t *testing.T) {
			i.t = t
			if c.input != nil {
				i.write(c.input)
			}
			require.Equal(t, c.want.String(), failure(t, i.call(c.call, c.args...)).String())
			success(t, i.step(1, &core.Input{Now: 1_000_000_000}))
		})
	}
}

func deep(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = 0x91
	}
	return b
}

func TestInputIsConsumed(t *testing.T) {
	i := instantiate(t, wasm.Module)
	success(t, i.open(opening()))
	tick, err := (&core.Input{Now: 2_000_000_000}).MarshalMsg(nil)
	require.NoError(t, err)
	for _, name := range []string{wasm.Describe, wasm.Status, wasm.Save, wasm.Step} {
		i.write(tick)
		var args []uint64
		if name != wasm.Describe {
			args = []uint64{1}
		}
		success(t, i.call(name, args...))
		require.Equal(t, core.ErrMissing, failure(t, i.call(wasm.Step, 1)), name)
	}
	// The second input takes the place of the first.
	i.write([]byte("nonsense"))
	i.write(tick)
	success(t, i.call(wasm.Step, 1))
}

func TestInputTooLong(t *testing.T) {
	i := instantiate(t, wasm.Module)
	success(t, i.open(opening()))
	for _, size := range []uint64{core.MaxInputBytes + 1, 1<<31 - 1, 1<<32 - 1} {
		require.Zero(t, i.raw(wasm.Input, size))
		require.Equal(t, core.ErrMissing, failure(t, i.call(wasm.Step, 1)))
	}
	success(t, i.step(1, &core.Input{Now: 1_000_000_000}))
}

func TestManyMachines(t *testing.T) {
	i := instantiate(t, wasm.Module)
	for h := uint32(1); h <= wasm.MaxMachines; h++ {
		got, _, err := msgp.ReadUint32Bytes(success(t, i.open(opening()))[1:])
		require.NoError(t, err)
		require.Equal(t, h, got)
	}
	require.Equal(t, core.ErrHandle, failure(t, i.open(opening())))

	// A handle is never given out twice.
	success(t, i.call(wasm.Close, 7))
	i.write(success(t, i.call(wasm.Save, 8))[5:])
	h, _, err := msgp.ReadUint32Bytes(success(t, i.call(wasm.Load)))
	require.NoError(t, err)
	require.EqualValues(t, wasm.MaxMachines+1, h)
	require.Equal(t, i.call(wasm.Save, 8), i.call(wasm.Save, uint64(h)))
	i.write(success(t, i.call(wasm.Save, 8))[5:])
	require.Equal(t, core.ErrHandle, failure(t, i.call(wasm.Load)))
	require.Equal(t, core.ErrHandle, failure(t, i.call(wasm.Status, 7)))

	for h := uint64(1); h <= wasm.MaxMachines+1; h++ {
		if h != 7 {
			success(t, i.step(h, healthy(11, "a")))
			success(t, i.call(wasm.Close, h))
		}
	}
	success(t, i.open(opening()))
}

// TestStandard plays the same calls, good ones and mutilated ones, to both
// builds of the guest and wants the same bytes from both.
func TestStandard(t *testing.T) {
	tiny, standard := instantiate(t, wasm.Module), instantiate(t, wasmtest.Standard(t))
	both := func(input []byte, name string, args ...uint64) []byte {
		if input != nil {
			tiny.write(input)
			standard.write(input)
		}
		got := tiny.call(name, args...)
		require.Equal(t, standard.call(name, args...), got, "%s %v of %x", name, args, input)
		return got
	}
	both(nil, wasm.Describe)
	begin, err := core.AppendOpening(nil, &config, opening())
	require.NoError(t, err)
	success(t, both(begin, wasm.Open))

	random := rand.New(rand.NewPCG(1, 2))
	index := uint64(10)
	for range 400 {
		in := healthy(index+1, fmt.Sprint("allocation-", random.IntN(20)))
		if random.IntN(3) == 0 {
			in.Allocations.Changed[0].Health = core.Unhealthy
		}
		if random.IntN(8) == 0 {
			in.Command = &core.Command{ID: index, Kind: core.CommandKind(1 + random.IntN(8))}
		}
		b, err := in.MarshalMsg(nil)
		require.NoError(t, err)
		for range 3 {
			bad := append([]byte(nil), b...)
			for range 1 + random.IntN(3) {
				bad[random.IntN(len(bad))] = byte(random.IntN(256))
			}
			if random.IntN(4) == 0 {
				bad = bad[:1+random.IntN(len(bad)-1)]
			}
			switch random.IntN(3) {
			case 0:
				both(bad, wasm.Open)
			case 1:
				both(bad, wasm.Load)
			default:
				both(bad, wasm.Step, 1)
			}
		}
		both(b, wasm.Step, 1)
		both(nil, wasm.Status, 1)
		index++
	}
	state := success(t, both(nil, wasm.Save, 1))[5:]
	for range 200 {
		bad := append([]byte(nil), state...)
		bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
		both(bad, wasm.Load)
	}
}
