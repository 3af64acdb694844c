package conformance

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/walk"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/nomad"
	"github.com/coxswain/coxswain/host/nomad/replay"
	"github.com/coxswain/coxswain/wasm"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

const (
	walks     = 6000 // that are looked at
	walkSteps = 30   // in one of them
	enough    = 2600 // vectors: past it only what shows something new is added
)

// generator makes vectors.
type generator struct {
	t       testing.TB
	native  Native
	vectors []Vector
	seen    features
}

// call makes one call and keeps it as a vector. It returns the answer's body.
func (g *generator) call(op Op, handle uint32, input []byte) (body []byte, ok bool) {
	answer := g.native.Answer(op, handle, input)
	v := Vector{Op: op, Code: answer[1], Handle: handle, Input: input, Answer: answer}
	g.vectors = append(g.vectors, v)
	return answer[2:], v.Code == 0
}

// open opens a machine, which must succeed.
func (g *generator) open(cfg *core.Config, in *core.Input, out *core.Output) uint32 {
	b, err := core.AppendOpening(nil, cfg, in)
	require.NoError(g.t, err)
	body, ok := g.call(Open, 0, b)
	require.True(g.t, ok, "%x", body)
	_, body, err = msgp.ReadArrayHeaderBytes(body)
	require.NoError(g.t, err)
	handle, body, err := msgp.ReadUint32Bytes(body)
	require.NoError(g.t, err)
	*out = core.Output{}
	_, err = out.UnmarshalMsg(body)
	require.NoError(g.t, err)
	return handle
}

// step takes a step, and reports whether it was taken.
func (g *generator) step(handle uint32, in *core.Input, out *core.Output) bool {
	b, err := in.MarshalMsg(nil)
	require.NoError(g.t, err)
	body, ok := g.call(Step, handle, b)
	if ok {
		*out = core.Output{}
		_, err = out.UnmarshalMsg(body)
		require.NoError(g.t, err)
	}
	return ok
}

// again saves a machine and loads it anew.
func (g *generator) again(handle uint32) uint32 {
	body, ok := g.call(Save, handle, nil)
	require.True(g.t, ok)
	state, _, err := msgp.ReadBytesBytes(body, nil)
	require.NoError(g.t, err)
	g.call(Close, handle, nil)
	body, ok = g.call(Load, 0, state)
	require.True(g.t, ok)
	next, _, err := msgp.ReadUint32Bytes(body)
	require.NoError(g.t, err)
	return next
}

// keep decides about the vectors since the given place: they stay when they show
// something new, or there are not enough yet.
func (g *generator) keep(from int, last uint32) {
	now := features{}
	for i := from; i < len(g.vectors); i++ {
		now.add(g.t, &g.vectors[i])
	}
	fresh := from < enough
	for name := range now {
		fresh = fresh || !g.seen[name]
	}
	if !fresh {
		g.vectors, g.native.last = g.vectors[:from], last
		return
	}
	for name := range now {
		g.seen[name] = true
	}
}

// walk takes one random walk.
func (g *generator) walk(seed uint64) {
	from, last := len(g.vectors), g.native.last
	rng := rand.New(rand.NewPCG(seed, 0xc0f))
	w := walk.New(seed)
	if seed%2 == 1 {
		w = walk.Guarded(seed)
	}
	levels := core.Levels()
	cfg := core.Config{Level: levels[seed/2%uint64(len(levels))].Name, Reasons: seed%8 != 0, Policy: w.Policy()}
	if all := core.AllSwitches(); seed%3 == 0 {
		for range 2 {
			cfg.Switches |= all[rng.IntN(len(all))].Switch
		}
	}
	in := w.Opening()
	var out core.Output
	handle := g.open(&cfg, &in, &out)
	for i := range walkSteps {
		in = w.Next(&out)
		if i%11 == 5 {
			g.spoil(handle, in, rng.IntN(6))
		}
		require.True(g.t, g.step(handle, &in, &out), "seed %d, step %d", seed, i)
		if i%3 == 2 {
			g.call(Status, handle, nil)
		}
		if i == walkSteps/2 {
			handle = g.again(handle)
		}
	}
	g.call(Close, handle, nil)
	g.keep(from, last)
}

// spoil gives a machine something that it refuses.
func (g *generator) spoil(handle uint32, in core.Input, how int) {
	switch how {
	case 0:
		in.Now = -1
	case 1:
		in.Epoch = 9
	case 2:
		in.Command = &core.Command{ID: 1}
	case 3:
		in.Deployment, in.Index = &core.Deployment{ID: "other", Status: core.DeploymentRunning}, in.Index+1
	case 4:
		in.Allocations.Changed = []core.Allocation{{ID: string(make([]byte, core.MaxIDLength+1)), Group: "g0"}}
		in.Index++
	default:
		b, err := in.MarshalMsg(nil)
		require.NoError(g.t, err)
		_, ok := g.call(Step, handle, b[:len(b)-1])
		require.False(g.t, ok)
		return
	}
	require.False(g.t, g.step(handle, &in, &core.Output{}), "%d", how)
}

// small is an opening without allocations.
func small() core.Input {
	return core.Input{Now: 1_000_000_000, Index: 10, Epoch: 1, Job: &core.Job{ID: "j"}, Deployment: &core.Deployment{
		ID: "d", Status: core.DeploymentRunning, ModifyIndex: 9, Groups: []core.Group{{Name: "g", DesiredTotal: 1}},
	}}
}

// byHand adds what walks and recordings do not do.
func (g *generator) byHand() {
	cfg := core.Config{Level: core.LevelStrict, Reasons: true}
	var out core.Output
	for status := core.DeploymentRunning; status <= core.DeploymentInitializing; status++ {
		in := small()
		handle := g.open(&cfg, &in, &out)
		in = core.Input{Now: 2_000_000_000, Index: 11, Deployment: in.Deployment}
		in.Deployment.Status = status
		for kind := core.CommandSetHealth; kind <= core.CommandCancel; kind++ {
			in.Command = &core.Command{ID: uint64(kind), Kind: kind}
			g.step(handle, &in, &out)
		}
		in = core.Input{Now: 3_000_000_000, Index: 12, Command: &core.Command{ID: 9, Kind: core.CommandPause}, DeploymentDeleted: true}
		g.step(handle, &in, &out)
		in = core.Input{Now: 4_000_000_000, Command: &core.Command{ID: 10, Kind: core.CommandFail}}
		g.step(handle, &in, &out)
		g.call(Status, handle, nil)
		g.call(Close, handle, nil)
	}

	for _, bad := range []core.Config{{Level: "nosuch"}, {Level: core.LevelStrict, Switches: 1 << 60}, {Level: core.LevelStrict, Policy: core.Policy{Bake: -1}}} {
		in := small()
		b, err := core.AppendOpening(nil, &bad, &in)
		require.NoError(g.t, err)
		_, ok := g.call(Open, 0, b)
		require.False(g.t, ok)
	}
	in := small()
	in.Job = nil
	b, err := core.AppendOpening(nil, &cfg, &in)
	require.NoError(g.t, err)
	g.call(Open, 0, b)
	for op := Open; op <= Close; op++ { // without an input, or without a machine
		g.call(op, 1<<31, nil)
	}

	in = small()
	handle := g.open(&cfg, &in, &out)
	g.call(Step, handle, nil)
	body, ok := g.call(Save, handle, nil)
	require.True(g.t, ok)
	state, _, err := msgp.ReadBytesBytes(body, nil)
	require.NoError(g.t, err)
	state[3]++ // the version, after the array's head
	g.call(Load, 0, state)
	g.call(Load, 0, state[:9])
	g.call(Close, handle, nil)

	in = small() // more effects than may be outstanding
	in.Versions, in.VersionsRead = []core.JobVersion{{Version: 0, Stable: true, Stopped: true, SpecDigest: "s"}}, true
	handle = g.open(&core.Config{Level: core.LevelNomad104, Reasons: true}, &in, &out)
	for i := range int64(core.MaxOutstanding + 2) {
		in = core.Input{Now: 2_000_000_000 + i, Command: &core.Command{ID: uint64(1 + i), Kind: core.CommandPause}}
		g.step(handle, &in, &out)
	}
	g.call(Close, handle, nil)

	first := g.native.last + 1
	in = small()
	b, err = core.AppendOpening(nil, &core.Config{Level: core.LevelNomad104}, &in)
	require.NoError(g.t, err)
	for range wasm.MaxMachines + 1 {
		g.call(Open, 0, b)
	}
	for i := range uint32(wasm.MaxMachines) {
		g.call(Close, first+i, nil)
	}
}

// recorder is an engine for replays that keeps the calls.
type recorder struct{ *generator }

type recorded struct {
	g      *generator
	handle uint32
}

func (r recorder) Name() string                { return "recorder" }
func (r recorder) Close(context.Context) error { return nil }

func (r recorder) Open(_ context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	return &recorded{r.generator, r.open(cfg, in, out)}, nil
}

func (r recorder) Restore(_ context.Context, state []byte) (host.Machine, error) {
	body, ok := r.call(Load, 0, state)
	require.True(r.t, ok)
	handle, _, err := msgp.ReadUint32Bytes(body)
	return &recorded{r.generator, handle}, err
}

func (m *recorded) Step(_ context.Context, in *core.Input, out *core.Output) error {
	require.True(m.g.t, m.g.step(m.handle, in, out))
	return nil
}

func (m *recorded) Status(_ context.Context, s *core.Status) error {
	body, _ := m.g.call(Status, m.handle, nil)
	_, err := s.UnmarshalMsg(body)
	return err
}

func (m *recorded) AppendState(_ context.Context, b []byte) ([]byte, error) {
	body, _ := m.g.call(Save, m.handle, nil)
	state, _, err := msgp.ReadBytesBytes(body, nil)
	return append(b, state...), err
}

func (m *recorded) Close(context.Context) error {
	m.g.call(Close, m.handle, nil)
	return nil
}

// generate makes all vectors: by hand, from recordings, and from walks.
func generate(t testing.TB) []Vector {
	g := &generator{t: t, seen: features{}}
	g.byHand()
	files, err := filepath.Glob("../../host/nomad/testdata/recordings/*.ndjson")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		rec, err := nomad.ReadFile(file)
		require.NoError(t, err)
		_, err = replay.Run(context.Background(), rec, recorder{g}, core.Config{Level: core.LevelNomad104, Reasons: true})
		require.NoError(t, err)
	}
	for i := range g.vectors {
		g.seen.add(t, &g.vectors[i])
	}
	want := required(t)
	for seed := range uint64(walks) {
		if len(g.vectors) >= enough && g.seen.all(want) {
			break
		}
		g.walk(seed)
	}
	return g.vectors
}

// all reports whether everything that is wanted was seen.
func (f features) all(want features) bool {
	for name := range want {
		if !f[name] {
			return false
		}
	}
	return true
}
