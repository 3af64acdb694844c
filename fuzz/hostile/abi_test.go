package hostile_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/walk"
	"github.com/coxswain/coxswain/wasm"
	"github.com/coxswain/coxswain/wasm/wasmtest"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
	"github.com/tinylib/msgp/msgp"
)

// pages are what an instance may have here: 32 MiB.
const pages = 512

// compiled is a module that can be instantiated.
type compiled struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

func compile(module []byte) compiled {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(pages))
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	m, err := r.CompileModule(ctx, module)
	if err != nil {
		panic(err)
	}
	return compiled{r, m}
}

// published is the module, compiled once.
var published = sync.OnceValue(func() compiled { return compile(wasm.Module) })

// guest is an instance that is called without any care.
type guest struct {
	t       *testing.T
	mod     api.Module
	handles []uint64
	gone    []uint64
	// taken counts openings, steps and states that were accepted.
	taken [3]int
}

func newGuest(t *testing.T, c compiled) *guest {
	mod, err := c.runtime.InstantiateModule(context.Background(), c.module,
		wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").
			WithNanotime(func() int64 { return 1 }, sys.ClockResolution(1))) // standard Go wants one that stands still
	require.NoError(t, err)
	t.Cleanup(func() { _ = mod.Close(context.Background()) })
	return &guest{t: t, mod: mod}
}

// raw calls an export, which must not trap.
func (g *guest) raw(name string, args ...uint64) uint64 {
	r, err := g.mod.ExportedFunction(name).Call(context.Background(), args...)
	require.NoError(g.t, err, name)
	require.LessOrEqual(g.t, g.mod.Memory().Size(), uint32(pages<<16))
	return r[0]
}

// give announces an input of n bytes and writes what there is of b.
func (g *guest) give(n uint64, b []byte) {
	at := g.raw(wasm.Input, n)
	if n > core.MaxInputBytes {
		require.Zero(g.t, at, "an input that is too long is refused")
		return
	}
	if n == 0 {
		return
	}
	require.NotZero(g.t, at)
	require.LessOrEqual(g.t, at+n, uint64(g.mod.Memory().Size()))
	require.True(g.t, g.mod.Memory().Write(uint32(at), b[:min(n, uint64(len(b)))]))
}

// call makes a call, whose answer must be an envelope: the body of a success,
// or the code of an error.
func (g *guest) call(name string, args ...uint64) (body []byte, code core.ErrorCode) {
	r := g.raw(name, args...)
	b, ok := g.mod.Memory().Read(uint32(r>>32), uint32(r))
	require.True(g.t, ok, "the answer lies outside of the memory")
	b = bytes.Clone(b)
	n, rest, err := msgp.ReadArrayHeaderBytes(b)
	require.NoError(g.t, err)
	number, rest, err := msgp.ReadUint8Bytes(rest)
	require.NoError(g.t, err)
	if number == 0 {
		require.EqualValues(g.t, 2, n)
		end, err := msgp.Skip(rest)
		require.NoError(g.t, err)
		require.Empty(g.t, end)
		return rest, 0
	}
	require.EqualValues(g.t, 3, n)
	require.NotEqual(g.t, "undefined", core.ErrorCode(number).String())
	_, rest, err = msgp.ReadStringBytes(rest)
	require.NoError(g.t, err)
	text, rest, err := msgp.ReadStringBytes(rest)
	require.NoError(g.t, err)
	require.Empty(g.t, rest)
	require.NotEmpty(g.t, text)
	return nil, core.ErrorCode(number)
}

// handle picks one that is good, closed, or was never given out.
func (g *guest) handle(p *program) (h uint64, good bool) {
	n := int(p.byte())
	switch {
	case n < 200 && len(g.handles) != 0:
		return g.handles[n%len(g.handles)], true
	case n < 220 && len(g.gone) != 0:
		return g.gone[n%len(g.gone)], false
	}
	return []uint64{0, 0x7fffffff, 0xffffffff, 1 << 20}[n%4], false
}

func (g *guest) born(body []byte) {
	h, _, err := msgp.ReadUint64Bytes(body)
	require.NoError(g.t, err)
	require.NotContains(g.t, g.handles, h)
	require.NotContains(g.t, g.gone, h)
	g.handles = append(g.handles, h)
}

func (g *guest) save(h uint64) []byte {
	body, code := g.call(wasm.Save, h)
	require.Zero(g.t, code)
	state, rest, err := msgp.ReadBytesBytes(body, nil)
	require.NoError(g.t, err)
	require.Empty(g.t, rest)
	return state
}

// run does what a program says, after opening a few machines.
func (g *guest) run(p *program) {
	for n := p.byte() % 4; n > 0; n-- {
		opening := pick(proper().openings, p.byte())
		g.give(uint64(len(opening)), opening)
		g.one(1, p)
	}
	for calls := 0; len(p.b) != 0 && calls < 60; calls++ {
		op := p.byte()
		var given []byte
		switch kind := p.byte(); op % 8 {
		case 0: // only announced; nothing or something may wait for the next call
			g.give([]uint64{0, 1, uint64(p.number()), 1 << 20, core.MaxInputBytes + 1, 0xffffffff}[kind%8%6], p.bytes(8))
			continue
		case 1, 2:
			given = p.spoil(pick(proper().openings, kind))
		case 3, 4, 5:
			given = p.spoil(pick(proper().steps, p.byte()))
		case 6:
			given = p.spoil(pick(proper().states, kind))
		}
		if len(given) != 0 {
			n := uint64(len(given))
			if op >= 240 { // another length than there are bytes
				n = uint64(p.number())
			}
			g.give(n, given)
		}
		if op >= 200 && op < 240 { // to whom it does not belong
			op = p.byte()
		}
		g.one(op, p)
	}
}

// one makes one call.
func (g *guest) one(op byte, p *program) {
	switch op % 8 {
	case 1, 2:
		if body, code := g.call(wasm.Open); code == 0 {
			n, rest, err := msgp.ReadArrayHeaderBytes(body)
			require.NoError(g.t, err)
			require.EqualValues(g.t, 2, n)
			g.born(rest)
			g.taken[0]++
		}
	case 3, 4, 5:
		h, good := g.handle(p)
		_, code := g.call(wasm.Step, h)
		require.True(g.t, good || code == core.ErrHandle)
		if code == 0 {
			g.taken[1]++
		} else if good {
			state := g.save(h) // still a machine, whole
			m, err := core.Restore(state)
			require.NoError(g.t, err)
			again, err := m.AppendState(nil)
			require.NoError(g.t, err)
			require.Equal(g.t, state, again)
		}
	case 6:
		if body, code := g.call(wasm.Load); code == 0 {
			g.born(body)
			g.taken[2]++
		}
	default:
		h, good := g.handle(p)
		switch op / 8 % 4 {
		case 0:
			_, code := g.call(wasm.Status, h)
			require.Equal(g.t, good, code == 0)
		case 1:
			_, code := g.call(wasm.Save, h)
			require.Equal(g.t, good, code == 0)
		case 2:
			g.close(h, good)
		case 3:
			_, code := g.call(wasm.Describe)
			require.Zero(g.t, code)
		}
	}
	require.LessOrEqual(g.t, len(g.handles), wasm.MaxMachines)
}

func (g *guest) close(h uint64, good bool) {
	_, code := g.call(wasm.Close, h)
	require.Equal(g.t, good, code == 0)
	for i := range g.handles {
		if g.handles[i] == h {
			g.handles = append(g.handles[:i], g.handles[i+1:]...)
			g.gone = append(g.gone, h)
			return
		}
	}
}

// works has a proper conversation and holds it against a native machine.
func (g *guest) works() {
	for len(g.handles) != 0 {
		g.save(g.handles[0])
		g.close(g.handles[0], true)
	}
	var cfg core.Config
	var in core.Input
	opening := proper().openings[0]
	require.NoError(g.t, core.DecodeOpening(opening, &cfg, &in))
	native, err := core.New(cfg)
	require.NoError(g.t, err)
	var out core.Output
	require.NoError(g.t, native.Step(&in, &out))
	g.give(uint64(len(opening)), opening)
	body, code := g.call(wasm.Open)
	require.Zero(g.t, code)
	_, body, err = msgp.ReadArrayHeaderBytes(body)
	require.NoError(g.t, err)
	g.born(body)
	h := g.handles[0]
	for _, step := range proper().steps[:3] {
		require.NoError(g.t, core.DecodeInput(step, &in))
		require.NoError(g.t, native.Step(&in, &out))
		want, err := out.MarshalMsg(nil)
		require.NoError(g.t, err)
		g.give(uint64(len(step)), step)
		have, code := g.call(wasm.Step, h)
		require.Zero(g.t, code)
		require.Equal(g.t, want, have)

		before := g.save(h) // an error leaves the machine as it is
		g.give(uint64(len(step)-1), step)
		_, code = g.call(wasm.Step, h)
		require.NotZero(g.t, code)
		require.Equal(g.t, before, g.save(h))
	}
	want, err := native.AppendState(nil)
	require.NoError(g.t, err)
	require.Equal(g.t, want, g.save(h))
}

func converse(t *testing.T, b []byte) {
	g := newGuest(t, published())
	g.run(&program{b})
	g.works()
}

// A policy that makes no sense opens no machine, and what nobody can say for a
// policy changes none.
func TestBadPolicies(t *testing.T) {
	g := newGuest(t, published())
	in := walk.New(0).Opening()
	for i, cfg := range senseless() {
		b, err := core.AppendOpening(nil, &cfg, &in)
		require.NoError(t, err)
		g.give(uint64(len(b)), b)
		_, code := g.call(wasm.Open)
		require.Equal(t, core.ErrConfig, code, "%d", i)
	}
	for _, p := range []core.Policy{{}, {Freezes: true, Gates: []core.Gate{{Name: "gate2"}}}} {
		b, err := core.AppendOpening(nil, &core.Config{Level: core.LevelStrict, Policy: p}, &in)
		require.NoError(t, err)
		g.give(uint64(len(b)), b)
		body, code := g.call(wasm.Open)
		require.Zero(t, code)
		_, body, err = msgp.ReadArrayHeaderBytes(body)
		require.NoError(t, err)
		g.born(body)
		h := g.handles[len(g.handles)-1]
		before := g.save(h)
		for i, in := range unheard() {
			b, err := in.MarshalMsg(nil)
			require.NoError(t, err)
			g.give(uint64(len(b)), b)
			_, code := g.call(wasm.Step, h)
			if i == len(unheard())-1 && p.Freezes { // the last one makes sense there
				require.Zero(t, code)
				continue
			}
			require.Contains(t, []core.ErrorCode{core.ErrInvalid, core.ErrLimit, core.ErrUnexpected}, code, "%d", i)
			require.Equal(t, before, g.save(h), "%d", i)
		}
	}
	g.works()
}

func FuzzABI(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 0, 0, 3, 0, 0, 0, 7, 0, 8 + 7, 0, 16 + 7, 0, 3, 0, 0, 0})
	f.Fuzz(converse)
}

// cases gives random programs to f; the seeds are fixed.
func cases(n uint64, f func(b []byte)) {
	for seed := range n {
		rng := rand.New(rand.NewPCG(seed, 7))
		b := make([]byte, rng.IntN(600))
		for i := range b {
			if b[i] = byte(rng.IntN(256)); rng.IntN(3) == 0 {
				b[i] %= 8
			}
		}
		f(b)
	}
}

func count(n uint64) uint64 {
	if testing.Short() {
		return n / 10
	}
	return n
}

// randomly has n random conversations, each with an instance of its own.
func randomly(t *testing.T, c compiled, n uint64) {
	var taken [3]int
	cases(n, func(b []byte) {
		g := newGuest(t, c)
		g.run(&program{b})
		g.works()
		require.NoError(t, g.mod.Close(context.Background()))
		for i := range taken {
			taken[i] += g.taken[i]
		}
	})
	t.Logf("%d openings, %d steps and %d states were accepted", taken[0], taken[1], taken[2])
	for _, n := range taken {
		require.NotZero(t, n)
	}
}

func TestABI(t *testing.T) { randomly(t, published(), count(3_000)) }

func TestABIStandardGo(t *testing.T) {
	c := compile(wasmtest.Standard(t))
	randomly(t, c, count(300))
	require.NoError(t, c.runtime.Close(context.Background()))
}
