package engine_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/wasm"
	"github.com/coxswain/coxswain/wasm/wasmtest"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
)

func newWasm(t testing.TB, o engine.Options) *engine.WasmEngine {
	t.Helper()
	e, err := engine.Wasm(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.Close(context.Background())) })
	return e
}

// engines are all that there are.
func engines(t testing.TB) map[string]host.Engine {
	return map[string]host.Engine{
		"native":           engine.Native(),
		"wasm compiler":    newWasm(t, engine.Options{Mode: engine.ModeCompiler}),
		"wasm interpreter": newWasm(t, engine.Options{Mode: engine.ModeInterpreter}),
	}
}

func TestEngines(t *testing.T) {
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) { testEngine(t, e) })
	}
}

func testEngine(t *testing.T, e host.Engine) {
	ctx := context.Background()
	var out core.Output

	// What is wrong with an opening is told apart from what is wrong with an engine.
	var bad *core.Error
	_, err := e.Open(ctx, &core.Config{Level: "no-such-level"}, newRollout("d", 3).opening(), &out)
	require.ErrorAs(t, err, &bad)
	require.Equal(t, core.ErrConfig, bad.Code)
	require.Equal(t, "Level", bad.Field)
	_, err = e.Open(ctx, &config, &core.Input{Now: 1}, &out)
	require.ErrorAs(t, err, &bad)
	require.Equal(t, core.ErrMissing, bad.Code)
	_, err = e.Restore(ctx, []byte("not a state"))
	require.ErrorAs(t, err, &bad)

	r := newRollout("d", 3)
	m, err := e.Open(ctx, &config, r.opening(), &out)
	require.NoError(t, err)
	require.Equal(t, core.WakeDeadline, out.Wake.Reason)
	require.NotEmpty(t, out.Reasons)

	// After bad input the machine is as it was, and out is empty.
	before, err := m.AppendState(ctx, nil)
	require.NoError(t, err)
	in := r.commit()
	in.Deployment.ID = "another"
	require.ErrorAs(t, m.Step(ctx, in, &out), &bad)
	require.Equal(t, core.ErrForeign, bad.Code)
	require.Zero(t, out.Wake)
	require.Empty(t, out.Reasons)
	after, err := m.AppendState(ctx, []byte("kept"))
	require.NoError(t, err)
	require.Equal(t, "kept"+string(before), string(after))

	require.NoError(t, m.Step(ctx, r.commit(), &out))
	status := core.Status{Pending: []string{"left over"}, DeploymentID: "left over"}
	require.NoError(t, m.Status(ctx, &status))
	require.Equal(t, "d", status.DeploymentID)
	require.Equal(t, r.index, status.Index)
	require.Empty(t, status.Pending)
	require.NotEmpty(t, status.Waits)

	// A copy goes on as the original does.
	state, err := m.AppendState(ctx, nil)
	require.NoError(t, err)
	twin, err := e.Restore(ctx, state)
	require.NoError(t, err)
	in = r.commit()
	var twins core.Output
	require.NoError(t, m.Step(ctx, in, &out))
	require.NoError(t, twin.Step(ctx, in, &twins))
	require.Equal(t, encode(t, &out), encode(t, &twins))

	require.NoError(t, m.Close(ctx))
	require.NoError(t, m.Close(ctx))
	require.ErrorIs(t, m.Step(ctx, r.commit(), &out), host.ErrClosed)
	require.ErrorIs(t, m.Status(ctx, &status), host.ErrClosed)
	_, err = m.AppendState(ctx, nil)
	require.ErrorIs(t, err, host.ErrClosed)
	require.NoError(t, twin.Step(ctx, &core.Input{Now: start}, &out))

	require.NoError(t, e.Close(ctx))
	require.NoError(t, e.Close(ctx))
	require.ErrorIs(t, twin.Step(ctx, r.commit(), &out), host.ErrClosed)
	require.NoError(t, twin.Close(ctx))
	_, err = e.Open(ctx, &config, newRollout("d", 3).opening(), &out)
	require.ErrorIs(t, err, host.ErrClosed)
	_, err = e.Restore(ctx, state)
	require.ErrorIs(t, err, host.ErrClosed)
}

func encode(t testing.TB, out *core.Output) []byte {
	t.Helper()
	b, err := out.MarshalMsg(nil)
	require.NoError(t, err)
	return b
}

// TestSameBytes plays random scripts to every engine there is, the guest of the
// standard Go toolchain among them, and wants the same bytes from all.
func TestSameBytes(t *testing.T) {
	ctx := context.Background()
	all := engines(t)
	all["wasm by standard Go"] = newWasm(t, engine.Options{Module: wasmtest.Standard(t)})
	for seed := range uint64(12) {
		s := newScript(seed)
		native := engine.Native()
		var out core.Output
		in := s.opening()
		m, err := native.Open(ctx, &config, in, &out)
		require.NoError(t, err)
		others, outs := map[string]host.Machine{}, map[string]*core.Output{}
		for name, e := range all {
			outs[name] = &core.Output{}
			others[name], err = e.Open(ctx, &config, in, outs[name])
			require.NoError(t, err)
			require.Equal(t, encode(t, &out), encode(t, outs[name]), name)
		}
		refused, decided := 0, 0
		for step := range 150 {
			in := s.next(&out)
			want := m.Step(ctx, in, &out)
			if want != nil {
				refused++
			}
			decided += len(out.Effects)
			for name, other := range others {
				require.Equal(t, want, other.Step(ctx, in, outs[name]), "%s, seed %d, step %d", name, seed, step)
				require.Equal(t, encode(t, &out), encode(t, outs[name]), "%s, seed %d, step %d", name, seed, step)
			}
		}
		require.NotZero(t, refused)
		require.NotZero(t, decided)
		state, err := m.AppendState(ctx, nil)
		require.NoError(t, err)
		for name, other := range others {
			got, err := other.AppendState(ctx, nil)
			require.NoError(t, err)
			require.Equal(t, state, got, name)
			require.NoError(t, other.Close(ctx))
		}
	}
}

// TestManyInstances opens more machines than an instance takes.
func TestManyInstances(t *testing.T) {
	ctx := context.Background()
	e := newWasm(t, engine.Options{MachinesPerInstance: 4})
	var out core.Output
	var all []host.Machine
	for i := range 10 {
		m, err := e.Open(ctx, &config, newRollout(fmt.Sprint("d", i), 3).opening(), &out)
		require.NoError(t, err)
		all = append(all, m)
	}
	require.Equal(t, engine.Stats{Instances: 3, Machines: 10}, e.Stats())
	for _, m := range all {
		require.NoError(t, m.Close(ctx))
	}
	require.Equal(t, engine.Stats{Instances: 1}, e.Stats())
}

// TestConcurrent uses machines that share instances from many goroutines.
func TestConcurrent(t *testing.T) {
	ctx := context.Background()
	before := runtime.NumGoroutine()
	e, err := engine.Wasm(ctx, engine.Options{MachinesPerInstance: 3})
	require.NoError(t, err)
	var group sync.WaitGroup
	for i := range uint64(8) {
		group.Go(func() { follow(t, e, i, 60, func(int) {}) })
	}
	group.Wait()
	require.NoError(t, e.Close(ctx))
	for range 500 { // goroutines that are done may take a moment to be gone
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, and %d before", runtime.NumGoroutine(), before)
}

// follow runs a script in e and natively, and compares after every step.
func follow(t testing.TB, e host.Engine, seed uint64, steps int, between func(int)) {
	ctx := context.Background()
	s := newScript(seed)
	var out, want core.Output
	in := s.opening()
	reference, err := engine.Native().Open(ctx, &config, in, &want)
	if err != nil {
		t.Error(err)
		return
	}
	m, err := e.Open(ctx, &config, in, &out)
	if err != nil {
		t.Error(err)
		return
	}
	for step := range steps {
		between(step)
		in := s.next(&want)
		wantErr, err := reference.Step(ctx, in, &want), m.Step(ctx, in, &out)
		a, _ := want.MarshalMsg(nil)
		b, _ := out.MarshalMsg(nil)
		if fmt.Sprint(wantErr) != fmt.Sprint(err) || string(a) != string(b) {
			t.Errorf("seed %d, step %d: %v %x, want %v %x", seed, step, err, b, wantErr, a)
			return
		}
	}
	a, _ := reference.AppendState(ctx, nil)
	b, err := m.AppendState(ctx, nil)
	if err != nil || string(a) != string(b) {
		t.Errorf("seed %d: the states differ: %v", seed, err)
	}
	if err := m.Close(ctx); err != nil {
		t.Error(err)
	}
}

// TestContext ends contexts before calls, and in the middle of one.
func TestContext(t *testing.T) {
	for _, inside := range []bool{false, true} {
		e := newWasm(t, engine.Options{CloseOnContextDone: inside})
		var out core.Output
		r := newRollout("d", 3)
		m, err := e.Open(context.Background(), &config, r.opening(), &out)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		in := r.commit()
		var own *engine.Error
		err = m.Step(ctx, in, &out)
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorAs(t, err, &own)
		require.Equal(t, "step", own.Op)
		require.NoError(t, m.Step(context.Background(), in, &out))
	}
	e := newWasm(t, engine.Options{CloseOnContextDone: true})
	var out core.Output
	r := newRollout("d", 5_000)
	m, err := e.Open(context.Background(), &config, r.opening(), &out)
	require.NoError(t, err)
	for timeout := 100 * time.Microsecond; ; timeout *= 2 {
		in := r.snapshot()
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		err := m.Step(ctx, in, &out)
		cancel()
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.NoError(t, m.Step(context.Background(), in, &out))
	}
}

// TestBringYourOwn runs in a runtime of the caller, and with a cache.
func TestBringYourOwn(t *testing.T) {
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	var own *engine.Error
	_, err := engine.Wasm(ctx, engine.Options{Runtime: r, MemoryPages: 3})
	require.ErrorAs(t, err, &own)
	require.ErrorIs(t, err, engine.ErrOptions)

	for _, module := range [][]byte{nil, wasmtest.Standard(t)} {
		e, err := engine.Wasm(ctx, engine.Options{Runtime: r, Module: module})
		require.NoError(t, err)
		follow(t, e, 3, 40, func(int) {})
		require.NoError(t, e.Close(ctx))
	}
	_, err = r.CompileModule(ctx, []byte("\x00asm\x01\x00\x00\x00"))
	require.NoError(t, err, "the runtime was closed with the engine")

	cache, err := wazero.NewCompilationCacheWithDir(t.TempDir())
	require.NoError(t, err)
	for range 2 {
		e, err := engine.Wasm(ctx, engine.Options{Cache: cache})
		require.NoError(t, err)
		follow(t, e, 3, 20, func(int) {})
		require.NoError(t, e.Close(ctx))
	}
	require.NoError(t, cache.Close(ctx))
}

func TestOptions(t *testing.T) {
	for _, o := range []engine.Options{
		{MachinesPerInstance: -1}, {MachinesPerInstance: 65}, {MemoryPages: 1<<16 + 1}, {Mode: 9},
	} {
		_, err := engine.Wasm(context.Background(), o)
		require.ErrorIs(t, err, engine.ErrOptions)
	}
}

// TestMemoryLimit asks for more than there is: that machine fails, and only that.
func TestMemoryLimit(t *testing.T) {
	ctx := context.Background()
	e := newWasm(t, engine.Options{MemoryPages: 64})
	follow(t, e, 1, 100, func(step int) {
		if step%40 != 20 {
			return
		}
		var out core.Output
		_, err := e.Open(ctx, &config, newRollout("large", 20_000).opening(), &out)
		require.ErrorIs(t, err, engine.ErrTrap)
		var bad *core.Error
		require.False(t, errors.As(err, &bad))
	})
	require.NotZero(t, e.Stats().Lost)
	require.Zero(t, e.Stats().Machines)
}

// TestMemorySteady steps for long and wants the memory to stay small.
func TestMemorySteady(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		module []byte
		steps  int
		limit  int // bytes
	}{"published": {nil, 60_000, 1 << 20}, "standard": {wasmtest.Standard(t), 60_000, 16 << 20}} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() {
				t.Skip("takes seconds")
			}
			m, err := engine.Compile(ctx, engine.Options{Module: c.module})
			require.NoError(t, err)
			defer m.Close(ctx)
			i, err := m.Instantiate(ctx)
			require.NoError(t, err)
			r := newRollout("d", 100)
			opening, err := core.AppendOpening(nil, &config, r.opening())
			require.NoError(t, err)
			_, err = i.Call(ctx, wasm.Open, 0, opening)
			require.NoError(t, err)
			var b []byte
			for range c.steps {
				b, err = r.commit().MarshalMsg(b[:0])
				require.NoError(t, err)
				_, err = i.Call(ctx, wasm.Step, 1, b)
				require.NoError(t, err)
			}
			require.LessOrEqual(t, i.MemorySize(), c.limit)
		})
	}
}

// TestLarge follows a large deployment for so long that the guest collects many
// times, with a second machine beside it that comes and goes.
func TestLarge(t *testing.T) {
	ctx := context.Background()
	e := newWasm(t, engine.Options{})
	r := newRollout("large", 2_000)
	var out, want core.Output
	opening := r.opening()
	reference, err := engine.Native().Open(ctx, &config, opening, &want)
	require.NoError(t, err)
	m, err := e.Open(ctx, &config, opening, &out)
	require.NoError(t, err)
	for step := range 20_000 {
		in := r.commit()
		switch {
		case step%4_000 == 3_999:
			in = r.snapshot()
		case step%100 == 99:
			other, err := e.Open(ctx, &config, newRollout("other", 50).opening(), &out)
			require.NoError(t, err)
			require.NoError(t, other.Close(ctx))
		}
		require.NoError(t, reference.Step(ctx, in, &want))
		require.NoError(t, m.Step(ctx, in, &out))
		if step%50 == 0 {
			require.Equal(t, encode(t, &want), encode(t, &out), "step %d", step)
		}
	}
	a, err := reference.AppendState(ctx, nil)
	require.NoError(t, err)
	b, err := m.AppendState(ctx, nil)
	require.NoError(t, err)
	require.Equal(t, a, b)
	require.Zero(t, e.Stats().Lost)
}
