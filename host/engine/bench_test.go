package engine_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/wasm"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
)

var sizes = []int{10, 1_000, 10_000}

// BenchmarkModule prints the module's budgets: its bytes and imports, the time
// to make an instance, and its memory after the first machine.
func BenchmarkModule(b *testing.B) {
	ctx := context.Background()
	m, err := engine.Compile(ctx, engine.Options{})
	require.NoError(b, err)
	defer m.Close(ctx)
	opening, err := core.AppendOpening(nil, &config, newRollout("d", 10).opening())
	require.NoError(b, err)

	var memory int
	var instantiate time.Duration
	for b.Loop() {
		t := time.Now()
		i, err := m.Instantiate(ctx)
		instantiate += time.Since(t)
		require.NoError(b, err)
		_, err = i.Call(ctx, wasm.Open, 0, opening)
		require.NoError(b, err)
		memory = i.MemorySize()
		require.NoError(b, i.Close(ctx))
	}
	rt := wazero.NewRuntime(ctx)
	defer rt.Close(ctx)
	compiled, err := rt.CompileModule(ctx, wasm.Module)
	require.NoError(b, err)
	b.ReportMetric(float64(len(compiled.ImportedFunctions())+len(compiled.ImportedMemories())), "imports")
	b.ReportMetric(float64(len(wasm.Module)), "bytes")
	b.ReportMetric(float64(memory>>10), "KiB-memory")
	b.ReportMetric(float64(instantiate.Microseconds())/float64(b.N), "µs/instance")
}

// BenchmarkStep steps one machine with what a commit really brings, and with
// whole snapshots.
func BenchmarkStep(b *testing.B) {
	ctx := context.Background()
	w, err := engine.Wasm(ctx, engine.Options{})
	require.NoError(b, err)
	defer w.Close(ctx)
	for _, e := range []host.Engine{engine.Native(), w} {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("%s/commit/%d", e.Name(), n), func(b *testing.B) {
				benchmarkStep(b, e, n, (*rollout).commit)
			})
		}
		for _, n := range sizes {
			b.Run(fmt.Sprintf("%s/snapshot/%d", e.Name(), n), func(b *testing.B) {
				benchmarkStep(b, e, n, (*rollout).snapshot)
			})
		}
	}
}

func benchmarkStep(b *testing.B, e host.Engine, n int, next func(*rollout) *core.Input) {
	ctx := context.Background()
	r := newRollout("d", n)
	var out core.Output
	m, err := e.Open(ctx, &config, r.opening(), &out)
	require.NoError(b, err)
	defer m.Close(ctx)
	b.ReportAllocs()
	for b.Loop() {
		if err := m.Step(ctx, next(r), &out); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRatio compares the two ways of bytes in to bytes out in one run:
// package core with its codec, and the module.
func BenchmarkRatio(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("commit/%d", n), func(b *testing.B) { benchmarkRatio(b, n, 256, (*rollout).commit) })
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("snapshot/%d", n), func(b *testing.B) { benchmarkRatio(b, n, 4, (*rollout).snapshot) })
	}
}

func benchmarkRatio(b *testing.B, n, batch int, next func(*rollout) *core.Input) {
	ctx := context.Background()
	module, err := engine.Compile(ctx, engine.Options{})
	require.NoError(b, err)
	defer module.Close(ctx)
	i, err := module.Instantiate(ctx)
	require.NoError(b, err)

	r := newRollout("d", n)
	opening, err := core.AppendOpening(nil, &config, r.opening())
	require.NoError(b, err)
	_, err = i.Call(ctx, wasm.Open, 0, opening)
	require.NoError(b, err)
	var in core.Input
	var cfg core.Config
	require.NoError(b, core.DecodeOpening(opening, &cfg, &in))
	m, err := core.New(cfg)
	require.NoError(b, err)
	var out core.Output
	require.NoError(b, m.Step(&in, &out))

	inputs := make([][]byte, batch)
	var answer []byte
	var native, guest []time.Duration
	for b.Loop() {
		for k := range inputs {
			inputs[k], err = next(r).MarshalMsg(inputs[k][:0])
			require.NoError(b, err)
		}
		t := time.Now()
		for _, input := range inputs {
			if err := core.DecodeInput(input, &in); err != nil {
				b.Fatal(err)
			}
			if err := m.Step(&in, &out); err != nil {
				b.Fatal(err)
			}
			answer, _ = out.MarshalMsg(answer[:0])
		}
		native = append(native, time.Since(t)/time.Duration(batch))
		t = time.Now()
		for _, input := range inputs {
			if _, err := i.Call(ctx, wasm.Step, 1, input); err != nil {
				b.Fatal(err)
			}
		}
		guest = append(guest, time.Since(t)/time.Duration(batch))
	}
	mean := func(all []time.Duration) (sum float64) {
		for _, d := range all {
			sum += float64(d)
		}
		return sum / float64(len(all))
	}
	b.ReportMetric(mean(native), "native-ns/step")
	b.ReportMetric(mean(guest), "wasm-ns/step")
	b.ReportMetric(mean(guest)/mean(native), "ratio")
	b.ReportMetric(float64(i.MemorySize()>>10), "KiB-memory")
}

// BenchmarkMany steps 100 machines of 10,000 allocations in turn and prints the
// slowest hundredth of the steps.
func BenchmarkMany(b *testing.B) {
	ctx := context.Background()
	e, err := engine.Wasm(ctx, engine.Options{})
	require.NoError(b, err)
	defer e.Close(ctx)
	const machines = 100
	rollouts, all := make([]*rollout, machines), make([]host.Machine, machines)
	var out core.Output
	for k := range all {
		rollouts[k] = newRollout(fmt.Sprint("d", k), 10_000)
		all[k], err = e.Open(ctx, &config, rollouts[k].opening(), &out)
		require.NoError(b, err)
	}
	runtime.GC()
	var took []time.Duration
	k := 0
	for b.Loop() {
		in := rollouts[k].commit()
		t := time.Now()
		if err := all[k].Step(ctx, in, &out); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(t))
		k = (k + 1) % machines
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100]), "p99-ns")
	b.ReportMetric(float64(took[len(took)-1]), "max-ns")
	b.ReportMetric(float64(e.Stats().Instances), "instances")
}
