package host_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/memory"
	"github.com/stretchr/testify/require"
)

// plainly is a shard without any thrift: at every commit every machine is told
// everything, and of every delivery.
type plainly struct {
	machines map[string]host.Machine
	wakes    map[string]int64
	said     []string
}

func describe(d string, out *core.Output) (lines []string) {
	for _, e := range out.Effects {
		lines = append(lines, fmt.Sprintf("%s: %s %v %s %q %t", d, e.Kind, e.Allocations, e.Status, e.Description, e.Rollback))
	}
	if out.Done {
		lines = append(lines, d+": done")
	}
	return lines
}

func (p *plainly) step(t *testing.T, id string, in *core.Input) {
	var out core.Output
	require.NoError(t, p.machines[id].Step(t.Context(), in, &out))
	p.said = append(p.said, describe(id, &out)...)
	p.wakes[id] = out.Wake.At
	if out.Done {
		delete(p.machines, id)
		delete(p.wakes, id)
	}
}

// A shard tells machines only of what concerns them. What they decide is what
// they would decide if each were told everything.
func TestShardIsThrifty(t *testing.T) {
	decisions := 0
	for seed := range uint64(60) {
		decisions += thrifty(t, seed)
	}
	require.Greater(t, decisions, 300)
}

func thrifty(t *testing.T, seed uint64) int {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(seed, 1))
	now := int64(1_000_000_000_000)
	store := memory.New(memory.Options{Now: func() int64 { return now }})
	must := func(_ uint64, err error) { require.NoError(t, err) }
	cfg := core.Config{Level: core.LevelNomad104}
	eng := engine.Native()
	plain := &plainly{machines: map[string]host.Machine{}, wakes: map[string]int64{}}
	var said []string
	shard := host.NewShard(eng, cfg, func(d *host.Decision) { said = append(said, describe(d.Deployment, d.Output)...) })

	jobs := []string{"a", "b"}
	for _, name := range jobs {
		must(store.RegisterJob(memory.Job{Namespace: "default", ID: name, Type: "service", SpecDigest: "s", Groups: []core.JobGroup{{Name: "web", AutoRevert: true}}}))
	}
	var ids, allocs []string
	seen := store.Index()
	for step := range 120 {
		switch random.IntN(10) {
		case 0:
			if len(ids) < 5 {
				job := jobs[random.IntN(2)]
				id := fmt.Sprint("d", len(ids))
				ids = append(ids, id)
				g := core.Group{Name: "web", DesiredTotal: int32(random.IntN(3)), AutoPromote: true, AutoRevert: random.IntN(2) == 0}
				if random.IntN(3) != 0 {
					g.ProgressDeadline = int64(1+random.IntN(6)) * 1_000_000_000
				}
				if random.IntN(2) == 0 {
					g.DesiredCanaries = 1
				}
				must(store.Plan(memory.Plan{Deployment: &memory.Deployment{Job: key(job), Deployment: core.Deployment{ID: id, Status: core.DeploymentRunning, Groups: []core.Group{g}}}}))
			}
		case 1, 2:
			if len(ids) != 0 {
				d := store.View().Deployment(ids[random.IntN(len(ids))])
				a := memory.Allocation{Job: d.Job, Deployment: d.ID, Allocation: core.Allocation{ID: fmt.Sprint("x", len(allocs)), Group: "web", Desired: core.DesiredRun,
					Canary: random.IntN(2) == 0 && d.Groups[0].DesiredCanaries != 0}}
				allocs = append(allocs, a.ID)
				must(store.Plan(memory.Plan{Allocations: []memory.Allocation{a}}))
			}
		case 3, 4, 5:
			if len(allocs) != 0 {
				r := ledger.Report{Client: core.ClientStatus(1 + random.IntN(5)), Health: core.Health(random.IntN(3)), HealthTime: now}
				must(store.Report(memory.Report{Allocation: allocs[random.IntN(len(allocs))], Report: r}))
			}
		case 6:
			must(store.UpsertEvaluations(memory.Evaluation{Job: key(jobs[random.IntN(2)]), Evaluation: core.Evaluation{ID: fmt.Sprint("e", step), Status: core.EvaluationPending}}))
		case 7:
			if d := active(store); len(d) != 0 && random.IntN(3) == 0 {
				must(store.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: d[random.IntN(len(d))], Status: core.DeploymentStatus(1 + random.IntN(8))}}}))
			}
		case 8:
			if d := active(store); len(d) != 0 {
				e := &core.Effect{Key: core.Key{Deployment: d[0], Epoch: 99, N: uint64(step)}, Kind: core.EffectPromote, All: true}
				store.Promote(ctx, e)
			}
		case 9:
			now += int64(random.IntN(2_000)) * 1_000_000
		}
		now += int64(random.IntN(200)) * 1_000_000

		// Both tick first.
		require.Empty(t, shard.Tick(ctx, now))
		for {
			due := ""
			for id, at := range plain.wakes {
				if at != 0 && at <= now && (due == "" || at < plain.wakes[due] || at == plain.wakes[due] && id < due) {
					due = id
				}
			}
			if due == "" {
				break
			}
			plain.step(t, due, &core.Input{Now: now})
		}
		if store.Index() == seen {
			continue
		}
		commits, err := store.Changes(ctx, seen)
		require.NoError(t, err)
		seen = store.Index()
		require.Len(t, commits, 1)
		require.Empty(t, shard.Commit(ctx, now, commits[0]))
		require.Empty(t, shard.Commit(ctx, now, commits[0]), "told again: passed over")
		for _, id := range slices.Sorted(maps(plain.machines)) {
			var in core.Input
			require.NoError(t, store.Snapshot(ctx, id, &in))
			in.Now, in.Job, in.Delivered = now, nil, len(commits[0].Deployments) != 0
			if !slices.ContainsFunc(commits[0].Deployments, func(d host.Deployment) bool { return d.ID == id }) {
				in.Deployment = nil
			}
			plain.step(t, id, &in)
		}
		for _, id := range active(store) {
			if plain.machines[id] != nil || shard.Watches(id) {
				continue
			}
			var in core.Input
			require.NoError(t, store.Snapshot(ctx, id, &in))
			in.Now, in.Epoch = now, 1
			require.NoError(t, shard.Open(ctx, &in, nil))
			var out core.Output
			m, err := eng.Open(ctx, &cfg, &in, &out)
			require.NoError(t, err)
			plain.machines[id], plain.wakes[id] = m, out.Wake.At
			plain.said = append(plain.said, describe(id, &out)...)
		}
		slices.Sort(said)
		slices.Sort(plain.said)
		require.Equal(t, plain.said, said, "seed %d step %d", seed, step)
	}
	require.Equal(t, len(plain.machines), shard.Len())
	shard.Close(ctx)
	require.Zero(t, shard.Len())
	return len(said)
}

// maps ranges over a map's keys.
func maps[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func active(s *memory.Store) []string {
	ids, _, _ := s.Active(context.Background())
	slices.Sort(ids)
	return ids
}

// What a shard is asked of a deployment that it does not watch.
func TestShardStrangers(t *testing.T) {
	ctx := t.Context()
	s := host.NewShard(engine.Native(), core.Config{Level: core.LevelNomad104}, func(*host.Decision) {})
	var bad *core.Error
	require.ErrorAs(t, s.Open(ctx, &core.Input{}, nil), &bad)
	_, err := s.Command(ctx, 1, "d", &core.Command{ID: 1, Kind: core.CommandPause})
	require.ErrorIs(t, err, host.ErrUnknownDeployment)
	require.ErrorIs(t, s.Status(ctx, "d", &core.Status{}), host.ErrUnknownDeployment)
	_, err = s.State(ctx, "d", nil)
	require.ErrorIs(t, err, host.ErrUnknownDeployment)
	require.NoError(t, s.Results(ctx, 1, "d", []core.Result{{}}))
	require.NoError(t, s.Gone(ctx, 1, "d", 5))
	require.NoError(t, s.Refresh(ctx, 1, &core.Input{}))
	_, ok := s.Wake()
	require.False(t, ok)
	var lost *host.LostError
	require.False(t, errors.As(errors.Join(s.Tick(ctx, 1)...), &lost))
}
