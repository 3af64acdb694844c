package host_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/stretchr/testify/require"
	"golang.org/x/time/rate"
)

// crowd is a State of very many deployments that are made up when they are read,
// and Triggers that only look at the clock.
type crowd struct {
	deployments, allocations int

	mu   sync.Mutex
	sent map[string]time.Time // when a change was pushed
	took []time.Duration      // from there to its trigger
	told sync.WaitGroup
}

func (c *crowd) deployment(id string, index uint64) *core.Deployment {
	return &core.Deployment{ID: id, Status: core.DeploymentRunning, CreateIndex: 1, ModifyIndex: index,
		Groups: []core.Group{{Name: "web", DesiredTotal: int32(c.allocations), PlacedAllocs: int32(c.allocations)}}}
}

func (c *crowd) allocation(id string, i int) core.Allocation {
	return core.Allocation{ID: fmt.Sprintf("%s-aaaaaaaa-bbbb-cccc-dddd-%06d", id, i), Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, ModifyIndex: 1}
}

func (c *crowd) Active(context.Context) ([]string, uint64, error) {
	ids := make([]string, c.deployments)
	for i := range ids {
		ids[i] = fmt.Sprintf("d%06d", i)
	}
	return ids, 10, nil
}

func (c *crowd) Snapshot(_ context.Context, id string, in *core.Input) error {
	in.Index = 10
	in.Job = &core.Job{Namespace: "default", ID: "job-" + id, Type: "service", SpecDigest: "x"}
	in.Deployment = c.deployment(id, 10)
	in.Allocations.Whole, in.Evaluations.Whole = true, true
	for i := range c.allocations {
		in.Allocations.Changed = append(in.Allocations.Changed, c.allocation(id, i))
	}
	in.Evaluations.Changed = append(in.Evaluations.Changed, core.Evaluation{ID: "e" + id, Status: core.EvaluationComplete, CreateIndex: 10, SnapshotIndex: 10})
	return nil
}

func (c *crowd) Changes(ctx context.Context, _ uint64) ([]*host.Commit, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (c *crowd) Reschedule(context.Context, []*core.Effect) host.Answer { return host.Applied(11) }
func (c *crowd) Promote(context.Context, *core.Effect) host.Answer      { return host.Applied(11) }
func (c *crowd) Health(context.Context, *core.Effect) host.Answer       { return host.Applied(11) }
func (c *crowd) Region(context.Context, *core.Effect) host.Answer       { return host.Applied(11) }

func (c *crowd) Status(_ context.Context, e *core.Effect) host.Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.sent[e.Key.Deployment]; ok {
		c.took = append(c.took, time.Since(at))
		delete(c.sent, e.Key.Deployment)
		c.told.Done()
	}
	return host.Applied(11)
}

// stopwatch is an engine whose machines' steps are timed one by one.
type stopwatch struct {
	host.Engine
	mu   sync.Mutex
	took []time.Duration
}

type timedMachine struct {
	host.Machine
	s *stopwatch
}

func (s *stopwatch) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	m, err := s.Engine.Open(ctx, cfg, in, out)
	return timedMachine{m, s}, err
}

func (m timedMachine) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	begin := time.Now()
	err := m.Machine.Step(ctx, in, out)
	took := time.Since(begin)
	m.s.mu.Lock()
	m.s.took = append(m.s.took, took)
	m.s.mu.Unlock()
	return err
}

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func quantile(all []time.Duration, q float64) float64 {
	slices.Sort(all)
	return float64(all[int(float64(len(all)-1)*q)].Microseconds())
}

// BenchmarkCrowd is one Watcher over 10,000 active deployments of 100 allocations
// each, in the module: memory for each deployment, CPU for each commit (one
// allocation and its deployment), the slowest hundredth of the steps, and the
// time from a change to its trigger.
func BenchmarkCrowd(b *testing.B) {
	const deployments, allocations, changes = 10_000, 100, 1_000
	ctx := context.Background()
	eng, err := engine.Wasm(ctx, engine.Options{})
	require.NoError(b, err)
	defer eng.Close(ctx)
	watch := &stopwatch{Engine: eng}
	c := &crowd{deployments: deployments, allocations: allocations, sent: map[string]time.Time{}}
	w, err := host.New(host.Options{
		State: c, Triggers: c, Engine: watch, Push: true, Reads: rate.Inf, Config: core.Config{Level: core.LevelNomad104},
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	require.NoError(b, err)
	defer w.Close()

	before := resident()
	begun := time.Now()
	w.SetEnabled(true)
	for {
		ids, err := w.Deployments(ctx)
		require.NoError(b, err)
		if len(ids) == deployments {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	opening := time.Since(begun)
	runtime.GC()
	memory := resident() - before

	// Commits: one allocation that reports again, and its deployment.
	index, k := uint64(100), 0
	used, pushed := cpu(), 0
	for b.Loop() {
		index++
		k = (k + 7) % deployments
		id := fmt.Sprintf("d%06d", k)
		a := c.allocation(id, int(index)%allocations)
		a.ModifyIndex = index
		commit := &host.Commit{Index: index,
			Deployments: []host.Deployment{{Deployment: *c.deployment(id, index), CanariesAdded: true}},
			Allocations: []host.Allocation{{Allocation: a, Deployment: id}}}
		require.NoError(b, w.Push(ctx, commit))
		pushed++
	}
	_, err = w.Deployments(ctx) // all shards are through
	require.NoError(b, err)
	used = cpu() - used

	// Changes that are decided at once: a first failure (A5).
	c.told.Add(changes)
	for i := range changes {
		index++
		id := fmt.Sprintf("d%06d", i*7%deployments)
		a := c.allocation(id, 0)
		a.ModifyIndex, a.Health, a.HealthIndex = index, core.Unhealthy, index
		c.mu.Lock()
		c.sent[id] = time.Now()
		c.mu.Unlock()
		require.NoError(b, w.Push(ctx, &host.Commit{Index: index, Allocations: []host.Allocation{{Allocation: a, Deployment: id}}}))
		time.Sleep(200 * time.Microsecond)
	}
	c.told.Wait()

	b.ReportMetric(float64(memory)/deployments/1024, "KiB/deployment")
	b.ReportMetric(float64(opening.Microseconds())/deployments, "µs/opening")
	b.ReportMetric(float64(used.Microseconds())/float64(pushed), "cpu-µs/commit")
	b.ReportMetric(quantile(watch.took, 0.99), "p99-µs/step")
	b.ReportMetric(quantile(c.took, 0.5), "median-µs-to-trigger")
	b.ReportMetric(quantile(c.took, 0.99), "p99-µs-to-trigger")
	b.ReportMetric(float64(eng.Stats().Instances), "instances")
}
