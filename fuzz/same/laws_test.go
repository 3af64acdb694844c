package same_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/walk"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/wasm/wasmtest"
	"github.com/stretchr/testify/require"
)

// unnamed are fields whose text is no name that a cluster gives.
var unnamed = []string{"Level", "Description", "Text", "Type", "SpecDigest", "ExecDigest"}

// renamed gives every id and name in a message another one, in the same order.
// It returns a copy.
func renamed[T any](v *T) *T {
	c := new(T)
	rename(reflect.ValueOf(v).Elem(), reflect.ValueOf(c).Elem())
	return c
}

func rename(from, to reflect.Value) {
	switch from.Kind() {
	case reflect.String:
		if from.Len() != 0 {
			to.SetString("~/" + from.String())
		}
	case reflect.Pointer:
		if !from.IsNil() {
			to.Set(reflect.New(from.Type().Elem()))
			rename(from.Elem(), to.Elem())
		}
	case reflect.Slice:
		if from.IsNil() {
			return
		}
		to.Set(reflect.MakeSlice(from.Type(), from.Len(), from.Len()))
		for i := range from.Len() {
			rename(from.Index(i), to.Index(i))
		}
	case reflect.Struct:
		for i := range from.NumField() {
			if slices.Contains(unnamed, from.Type().Field(i).Name) {
				to.Field(i).Set(from.Field(i))
				continue
			}
			rename(from.Field(i), to.Field(i))
		}
	default:
		to.Set(from)
	}
}

// renamedOutput is what a machine should say that heard everything renamed: the
// ids of evaluations follow from the keys.
func renamedOutput(out *core.Output) *core.Output {
	r := renamed(out)
	for i := range r.Effects {
		if e := r.Effects[i].Evaluation; e != nil {
			e.ID = core.EvaluationID(r.Effects[i].Key)
			if r.Reply != nil && r.Reply.Command == r.Effects[i].Command && r.Reply.EvaluationID != "" {
				r.Reply.EvaluationID = e.ID
			}
		}
		// The name of a gate is the only one in a text.
		r.Effects[i].Description = strings.Replace(r.Effects[i].Description, `gate "`, `gate "~/`, 1)
	}
	return r
}

// whole tells everything that the world holds instead of what changed.
func whole(w *walk.World, in *core.Input, stale bool) core.Input {
	if in.Index == 0 || stale {
		return *in
	}
	all := w.Snapshot()
	all.Now, all.Index, all.Command, all.Results = in.Now, in.Index, in.Command, in.Results
	all.DeploymentDeleted, all.Delivered = in.DeploymentDeleted, in.Delivered
	if in.Deployment == nil {
		all.Deployment = nil // it was not written: telling it would be a delivery
	}
	all.Allocations.TableIndex = in.Allocations.TableIndex
	return all
}

// idle are inputs that tell a machine nothing new after in.
func idle(in *core.Input, s *core.Status) []core.Input {
	list := []core.Input{{Now: s.Now}, {Now: 1}}
	if in.Index != 0 { // heard before
		again := *in
		again.Now, again.Epoch, again.Job, again.Command, again.Results = s.Now, 0, nil, nil, nil
		list = append(list, again)
	}
	lost := core.Input{Now: s.Now}
	for _, k := range s.Outstanding {
		lost.Results = append(lost.Results, core.Result{Key: k, Outcome: core.Unknown})
	}
	return append(list, lost)
}

// laws walks a machine of the native engine, and beside it machines of another
// one that must do the same although they are told it, or kept, differently.
func laws(t *testing.T, other host.Engine, seed uint64, guarded bool, steps int) {
	ctx, native := context.Background(), engine.Native()
	w, cfg := world(seed, guarded)
	in := w.Opening()
	var out core.Output
	m, err := native.Open(ctx, &cfg, &in, &out)
	require.NoError(t, err)

	open := func(cfg *core.Config, in *core.Input, want *core.Output) host.Machine {
		var have core.Output
		m, err := other.Open(ctx, cfg, in, &have)
		require.NoError(t, err)
		t.Cleanup(func() { _ = m.Close(ctx) })
		require.Equal(t, encoded(t, want), encoded(t, &have), "seed %d, the opening", seed)
		return m
	}
	names, kept, told := open(renamed(&cfg), renamed(&in), renamedOutput(&out)), open(&cfg, &in, &out), open(&cfg, &in, &out)
	for i := range steps {
		// A no-op input changes nothing.
		state := saved(t, kept)
		var s core.Status
		require.NoError(t, kept.Status(ctx, &s))
		var nothing core.Output
		for k, in := range idle(&in, &s) {
			require.NoError(t, kept.Step(ctx, &in, &nothing), "seed %d step %d: no-op %d", seed, i, k)
			require.Empty(t, nothing.Effects, "seed %d step %d: no-op %d", seed, i, k)
			require.Empty(t, nothing.Withdrawn)
			require.Equal(t, s.Wake, nothing.Wake)
			require.Equal(t, state, saved(t, kept), "seed %d step %d: no-op %d", seed, i, k)
		}

		in = w.Next(&out)
		require.NoError(t, m.Step(ctx, &in, &out), "seed %d step %d", seed, i)
		want := encoded(t, &out)

		// Names change nothing but the names.
		var have core.Output
		require.NoError(t, names.Step(ctx, renamed(&in), &have), "seed %d step %d: renamed", seed, i)
		require.Equal(t, encoded(t, renamedOutput(&out)), encoded(t, &have), "seed %d step %d: renamed", seed, i)

		// Saved and restored, each time in the other engine, it goes on the same.
		to := other
		if i%2 == 0 {
			to = native
		}
		require.NoError(t, kept.Close(ctx))
		kept, err = to.Restore(ctx, state)
		require.NoError(t, err)
		require.NoError(t, kept.Step(ctx, &in, &have))
		require.Equal(t, want, encoded(t, &have), "seed %d step %d: restored", seed, i)

		// Told everything, it does what it does when told what changed.
		all := whole(w, &in, out.Stale)
		require.NoError(t, told.Step(ctx, &all, &have))
		require.Equal(t, want, encoded(t, &have), "seed %d step %d: told whole", seed, i)

		state = saved(t, m)
		require.Equal(t, state, saved(t, kept), "seed %d step %d: restored", seed, i)
		require.Equal(t, state, saved(t, told), "seed %d step %d: told whole", seed, i)
	}
	require.NoError(t, kept.Close(ctx))
}

func encoded(t *testing.T, out *core.Output) []byte {
	b, err := out.MarshalMsg(nil)
	require.NoError(t, err)
	return b
}

func saved(t *testing.T, m host.Machine) []byte {
	b, err := m.AppendState(context.Background(), nil)
	require.NoError(t, err)
	return b
}

func TestLaws(t *testing.T) {
	ctx := context.Background()
	seeds := uint64(150)
	if testing.Short() {
		seeds = 15
	}
	tinygo, err := engine.Wasm(ctx, engine.Options{})
	require.NoError(t, err)
	defer tinygo.Close(ctx)
	standard, err := engine.Wasm(ctx, engine.Options{Module: wasmtest.Standard(t)})
	require.NoError(t, err)
	defer standard.Close(ctx)
	interpreted, err := engine.Wasm(ctx, engine.Options{Mode: engine.ModeInterpreter})
	require.NoError(t, err)
	defer interpreted.Close(ctx)
	for _, e := range []struct {
		name   string
		engine host.Engine
		seeds  uint64
	}{{"native", engine.Native(), 2 * seeds}, {"TinyGo", tinygo, seeds}, {"interpreter", interpreted, seeds / 5}, {"standard Go", standard, seeds / 5}} {
		t.Run(e.name, func(t *testing.T) {
			for seed := range e.seeds {
				laws(t, e.engine, seed, false, 60)
				laws(t, e.engine, seed, true, 60)
			}
		})
	}
}

func FuzzLaws(f *testing.F) {
	f.Add(uint64(1), false)
	f.Add(uint64(1), true)
	e, err := engine.Wasm(context.Background(), engine.Options{})
	require.NoError(f, err)
	f.Cleanup(func() { _ = e.Close(context.Background()) })
	f.Fuzz(func(t *testing.T, seed uint64, guarded bool) { laws(t, e, seed, guarded, 60) })
}

// What is renamed are names, everywhere in a message, in their order.
func TestRenamed(t *testing.T) {
	out := core.Output{
		Effects: []core.Effect{{
			Key: core.Key{Deployment: "d", N: 1}, Description: core.TextPaused, Allocations: []string{"a", "b"},
			Evaluation: &core.NewEvaluation{ID: "e", Type: "service"},
		}},
		Wake: core.Wake{At: 5},
	}
	r := renamed(&out)
	require.Equal(t, "~/d", r.Effects[0].Key.Deployment)
	require.Equal(t, []string{"~/a", "~/b"}, r.Effects[0].Allocations)
	require.Equal(t, core.NewEvaluation{ID: "~/e", Type: "service"}, *r.Effects[0].Evaluation)
	require.Equal(t, core.TextPaused, r.Effects[0].Description)
	require.Equal(t, out.Wake, r.Wake)
	require.Equal(t, "d", out.Effects[0].Key.Deployment)
}

// levels take turns.
var levels = []string{core.LevelNomad104, core.LevelStrict, core.LevelNomad205}

// world is a walk and the configuration of its machine, with a policy or without.
func world(seed uint64, guarded bool) (*walk.World, core.Config) {
	w := walk.New(seed)
	if guarded {
		w = walk.Guarded(seed)
	}
	return w, core.Config{
		Level: levels[seed/4%uint64(len(levels))], Reasons: seed%2 == 0, Switches: core.Switches(seed % 4 / 2), Policy: w.Policy(),
	}
}
