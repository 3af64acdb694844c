// Package soak_test runs modules for a long time and looks at their memory.
package soak_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/walk"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/wasm"
	"github.com/coxswain/coxswain/wasm/wasmtest"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

const (
	machines = 16 // in the instance at a time
	life     = 500
	worlds   = 64 // then the first one again: what memory one takes has been seen before
)

// ward is one machine in the instance and the world that it decides for.
type ward struct {
	world  *walk.World
	handle uint32
	out    core.Output
	steps  int
}

// home is an instance with its machines.
type home struct {
	t        *testing.T
	instance *engine.Instance
	wards    [machines]ward
	seed     uint64
	buffer   []byte
}

// call makes a call and returns the body of its answer, which must be a success.
func (h *home) call(name string, handle uint32, in []byte) []byte {
	h.t.Helper()
	b, err := h.instance.Call(context.Background(), name, handle, in)
	require.NoError(h.t, err)
	_, b, err = msgp.ReadArrayHeaderBytes(b)
	require.NoError(h.t, err)
	code, b, err := msgp.ReadUint8Bytes(b)
	require.NoError(h.t, err)
	require.Zero(h.t, code, "%s: %q", name, b)
	return b
}

// settle begins a new life in a place.
func (h *home) settle(w *ward) {
	h.seed++
	w.world, w.steps, w.out = walk.New(h.seed%worlds), 0, core.Output{}
	in := w.world.Opening()
	b, err := core.AppendOpening(h.buffer[:0], &core.Config{Level: core.LevelStrict, Reasons: h.seed%2 == 0}, &in)
	require.NoError(h.t, err)
	h.buffer = b
	_, body, err := msgp.ReadArrayHeaderBytes(h.call(wasm.Open, 0, b))
	require.NoError(h.t, err)
	w.handle, body, err = msgp.ReadUint32Bytes(body)
	require.NoError(h.t, err)
	h.decode(&w.out, body)
}

func (h *home) decode(out *core.Output, body []byte) {
	*out = core.Output{}
	_, err := out.UnmarshalMsg(body)
	require.NoError(h.t, err)
}

// step takes one step in one place. Now and then the machine's status is asked
// for, it is saved and loaded, given bytes that are no input, or leaves for a
// new one.
func (h *home) step(n int) {
	w := &h.wards[n%machines]
	if w.world == nil {
		h.settle(w)
		return
	}
	in := w.world.Next(&w.out)
	b, err := in.MarshalMsg(h.buffer[:0])
	require.NoError(h.t, err)
	h.buffer = b
	h.decode(&w.out, h.call(wasm.Step, w.handle, b))
	w.steps++
	switch {
	case n%97 == 0:
		h.call(wasm.Status, w.handle, nil)
	case n%101 == 0:
		state, _, err := msgp.ReadBytesBytes(h.call(wasm.Save, w.handle, nil), nil)
		require.NoError(h.t, err)
		h.call(wasm.Close, w.handle, nil)
		w.handle, _, err = msgp.ReadUint32Bytes(h.call(wasm.Load, 0, state))
		require.NoError(h.t, err)
	case n%103 == 0:
		answer, err := h.instance.Call(context.Background(), wasm.Step, w.handle, b[:len(b)/2])
		require.NoError(h.t, err)
		require.NotZero(h.t, answer[1])
	case w.steps >= life:
		h.call(wasm.Close, w.handle, nil)
		w.world = nil
	}
}

// heap is what the Go program holds after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// soak warms up, takes steps, and wants memory to stay where it was: that of the
// instance but for slack, that of this program but for what the worlds hold.
func soak(t *testing.T, o engine.Options, slack int) {
	steps := 200_000
	if testing.Short() {
		steps = 50_000
	}
	ctx := context.Background()
	o.MemoryPages = 1024
	m, err := engine.Compile(ctx, o)
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close(ctx)) }()
	i, err := m.Instantiate(ctx)
	require.NoError(t, err)
	h := &home{t: t, instance: i}
	for n := range steps {
		h.step(n)
	}
	warm, warmHeap := i.MemorySize(), heap()
	for n := range steps {
		h.step(n)
		if n%10_000 == 0 {
			require.LessOrEqual(t, i.MemorySize(), warm+slack, "the instance's memory grows, after %d steps", steps+n)
		}
	}
	end, endHeap := i.MemorySize(), heap()
	t.Logf("%d steps after as many to warm up, %d lives: instance %d KiB, then %d KiB; heap %d KiB, then %d KiB",
		steps, h.seed, warm>>10, end>>10, warmHeap>>10, endHeap>>10)
	require.LessOrEqual(t, end, warm+slack, "the instance's memory grows")
	require.Less(t, endHeap, warmHeap+1<<20, "the program's memory grows")
}

// TinyGo's instances collect between calls. What they need at most may come late, and
// is then a page more; a byte lost in every third step would be more than that.
func TestTinyGo(t *testing.T) { soak(t, engine.Options{}, 64<<10) }

// Those of the standard Go collect when they get to it, so that their peak can
// rise a little later on. Eight bytes lost in each step would be more than that.
func TestStandardGo(t *testing.T) { soak(t, engine.Options{Module: wasmtest.Standard(t)}, 1<<20) }
