package same_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/same"
	"github.com/coxswain/coxswain/fuzz/walk"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/nomad"
	"github.com/coxswain/coxswain/host/nomad/replay"
	"github.com/coxswain/coxswain/wasm/wasmtest"
	"github.com/stretchr/testify/require"
)

// all is every way in which the core is run here. The interpreter is left out
// where it would take too long.
func all(t testing.TB, interpreters bool) *same.Tee {
	ctx := context.Background()
	tee := &same.Tee{Engines: []same.Named{{Name: "native", Engine: engine.Native()}}}
	add := func(name string, o engine.Options) {
		o.MemoryPages = 4096
		e, err := engine.Wasm(ctx, o)
		require.NoError(t, err)
		tee.Engines = append(tee.Engines, same.Named{Name: name, Engine: e})
	}
	add("TinyGo, compiled", engine.Options{Mode: engine.ModeAuto})
	add("standard Go, compiled", engine.Options{Module: wasmtest.Standard(t), Mode: engine.ModeAuto})
	if interpreters {
		add("TinyGo, interpreted", engine.Options{Mode: engine.ModeInterpreter})
	}
	t.Cleanup(func() { require.NoError(t, tee.Close(ctx)) })
	return tee
}

func TestRecordings(t *testing.T) {
	tee := all(t, true)
	files, err := filepath.Glob("../../host/nomad/testdata/recordings/*.ndjson")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		rec, err := nomad.ReadFile(file)
		require.NoError(t, err)
		for _, level := range levels {
			rep, err := replay.Run(context.Background(), rec, tee, core.Config{Level: level})
			require.NoError(t, err)
			require.True(t, level != core.LevelNomad104 || rep.Missed+rep.Extra == 0)
		}
	}
	require.Greater(t, tee.Steps, 600)
	t.Logf("%d steps in %d engines", tee.Steps, len(tee.Engines))
}

func TestWalks(t *testing.T) {
	tee := all(t, true)
	seeds := uint64(60)
	if testing.Short() {
		seeds = 10
	}
	for seed := range seeds {
		take(t, tee, seed, false, 60)
		take(t, tee, seed, true, 60)
	}
	t.Logf("%d steps in %d engines", tee.Steps, len(tee.Engines))
}

// take takes one walk in all engines.
func take(t *testing.T, tee *same.Tee, seed uint64, guarded bool, steps int) {
	ctx := context.Background()
	w, cfg := world(seed, guarded)
	in := w.Opening()
	var out core.Output
	m, err := tee.Open(ctx, &cfg, &in, &out)
	require.NoError(t, err, "seed %d", seed)
	for i := range steps {
		in = w.Next(&out)
		if i%7 == 3 {
			spoiled := in
			spoiled.Now = -1
			err := m.Step(ctx, &spoiled, &core.Output{})
			var bad *core.Error
			require.True(t, errors.As(err, &bad), "seed %d step %d: %v", seed, i, err)
		}
		require.NoError(t, m.Step(ctx, &in, &out), "seed %d step %d", seed, i)
		var s core.Status
		require.NoError(t, m.Status(ctx, &s), "seed %d step %d", seed, i)
		if i%20 == 19 {
			state, err := m.AppendState(ctx, nil)
			require.NoError(t, err)
			require.NoError(t, m.Close(ctx))
			m, err = tee.Restore(ctx, state)
			require.NoError(t, err)
		}
	}
	require.NoError(t, m.Close(ctx))
}

func FuzzWalk(f *testing.F) {
	f.Add(uint64(1), false)
	f.Add(uint64(1), true)
	f.Fuzz(func(t *testing.T, seed uint64, guarded bool) { take(t, all(t, false), seed, guarded, 60) })
}

// A Tee finds an engine that does not do the same.
func TestTeeFindsDifferences(t *testing.T) {
	tee := &same.Tee{Engines: []same.Named{{Name: "native", Engine: engine.Native()}, {Name: "other", Engine: other{engine.Native()}}}}
	ctx := context.Background()
	w := walk.New(3)
	cfg := core.Config{Level: core.LevelStrict}
	in := w.Opening()
	var out core.Output
	_, err := tee.Open(ctx, &cfg, &in, &out)
	var d *same.Difference
	require.True(t, errors.As(err, &d))
	require.Equal(t, "other", d.Engine)
}

// other opens a second later.
type other struct{ host.Engine }

func (o other) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	late := *in
	late.Now += 1_000_000_000
	return o.Engine.Open(ctx, cfg, &late, out)
}
