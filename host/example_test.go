package host_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/memory"
)

// shop is a store with a rollout whose canary is healthy, and would be promoted.
func shop() *memory.Store {
	store := memory.New(memory.Options{})
	job := host.JobKey{Namespace: "default", ID: "shop"}
	ok := func(_ uint64, err error) {
		if err != nil {
			panic(err)
		}
	}
	ok(store.RegisterJob(memory.Job{Namespace: job.Namespace, ID: job.ID, Type: "service"}))
	ok(store.Plan(memory.Plan{
		Deployment: &memory.Deployment{Job: job, Deployment: core.Deployment{ID: "d1", Status: core.DeploymentRunning,
			Groups: []core.Group{{Name: "web", DesiredTotal: 2, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: int64(time.Hour)}}}},
		Allocations: []memory.Allocation{{Job: job, Deployment: "d1",
			Allocation: core.Allocation{ID: "a1", Group: "web", Desired: core.DesiredRun, Canary: true}}},
	}))
	ok(store.Report(memory.Report{Allocation: "a1", Report: ledger.Report{Client: core.ClientRunning, Health: core.Healthy, HealthTime: 1}}))
	return store
}

// lead makes a watcher of a store, at level strict.
func lead(store *memory.Store, policy core.Policy) *host.Watcher {
	w, err := host.New(host.Options{
		State: store, Triggers: store, Engine: engine.Native(),
		Config: core.Config{Level: core.LevelStrict, Policy: policy},
	})
	if err != nil {
		panic(err)
	}
	w.SetEnabled(true)
	return w
}

// promoted waits until the canary is promoted.
func promoted(store *memory.Store) bool {
	for range 1000 {
		if store.View().Deployment("d1").Groups[0].Promoted {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// An analysis of metrics has a say: without its verdict nothing is promoted.
func ExampleWatcher_Report() {
	ctx, store := context.Background(), shop()
	w := lead(store, core.Policy{Gates: []core.Gate{{Name: "error-rate", Unknown: core.UnknownHolds}}})
	defer w.Close()

	err := w.Report(ctx, "d1", core.Verdict{Gate: "latency", Value: core.GatePass})
	fmt.Println(err)
	var s core.Status
	if err := w.Status(ctx, "d1", &s); err != nil {
		fmt.Println(err)
		return
	}
	for _, wait := range s.Waits {
		if wait.Actor == core.ActorGate {
			fmt.Println("waits for", wait)
		}
	}
	if err := w.Report(ctx, "d1", core.Verdict{Gate: "error-rate", Value: core.GatePass}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("promoted:", promoted(store))
	// Output:
	// coxswain: invalid: Verdicts[0].Gate: the policy has no such gate
	// waits for gate "error-rate" to pass
	// promoted: true
}

// Nothing goes forward in a freeze, which can be lifted.
func ExampleWatcher_Freeze() {
	ctx, store := context.Background(), shop()
	w := lead(store, core.Policy{Freezes: true, Gates: []core.Gate{{Name: "hold"}}})
	defer w.Close()

	now := time.Now()
	holiday := core.Span{From: now.UnixNano(), Until: now.Add(72 * time.Hour).UnixNano()}
	if err := w.Freeze(ctx, holiday); err != nil {
		fmt.Println(err)
		return
	}
	if err := w.Report(ctx, "d1", core.Verdict{Gate: "hold", Value: core.GatePass}); err != nil {
		fmt.Println(err)
		return
	}
	var s core.Status
	if err := w.Status(ctx, "d1", &s); err != nil {
		fmt.Println(err)
		return
	}
	for _, wait := range s.Waits {
		if wait.Code == core.WaitThaw {
			fmt.Println("waits for", wait)
		}
	}
	if err := w.Freeze(ctx); err != nil { // no spans: it is over
		fmt.Println(err)
		return
	}
	fmt.Println("promoted:", promoted(store))
	// Output:
	// waits for the end of the freeze
	// promoted: true
}

// Each job has its own policy. A deployment whose policy makes no sense is not
// watched, and commands say why.
func ExamplePolicyError() {
	ctx, store := context.Background(), shop()
	w, err := host.New(host.Options{
		State: store, Triggers: store, Engine: engine.Native(), Config: core.Config{Level: core.LevelStrict},
		Policy: func(_ context.Context, job *core.Job, _ *core.Deployment) (core.Policy, error) {
			bake := map[string]time.Duration{"shop": -time.Minute, "search": time.Minute}[job.ID]
			return core.Policy{Bake: int64(bake)}, nil
		},
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	w.SetEnabled(true)

	_, err = w.Promote(ctx, "d1")
	var unguarded *host.PolicyError
	if errors.As(err, &unguarded) {
		fmt.Println(unguarded.Deployment, "has no policy:", unguarded.Err)
	}
	// Output:
	// d1 has no policy: coxswain: config: Policy.Bake: must lie between 0 and MaxTime
}

// A service with an event loop of its own tells a Shard, in its own time.
func ExampleShard_Report() {
	ctx, store := context.Background(), shop()
	s := host.NewShard(engine.Native(), core.Config{Level: core.LevelStrict}, func(d *host.Decision) {
		for _, e := range d.Output.Effects {
			fmt.Printf("%d: %s %s\n", d.Now, e.Kind, d.Deployment)
		}
	})
	in := &core.Input{Now: 100, Epoch: 1}
	if err := store.Snapshot(ctx, "d1", in); err != nil {
		fmt.Println(err)
		return
	}
	policy := core.Policy{Freezes: true, Gates: []core.Gate{{Name: "review"}}}
	if err := s.Open(ctx, in, &policy); err != nil {
		fmt.Println(err)
		return
	}
	if lost, err := s.Freeze(ctx, 110, core.Span{From: 110, Until: 150}); err != nil || len(lost) != 0 {
		fmt.Println(lost, err)
		return
	}
	if err := s.Report(ctx, 120, "d1", core.Verdict{Gate: "review", Value: core.GatePass}); err != nil {
		fmt.Println(err)
		return
	}
	at, _ := s.Wake()
	for _, err := range s.Tick(ctx, at) {
		fmt.Println(err)
	}
	// Output:
	// 150: promote d1
}

// The same spans hold for deployments that are opened later.
func ExampleShard_Freeze() {
	ctx, store := context.Background(), shop()
	s := host.NewShard(engine.Native(), core.Config{Level: core.LevelStrict, Policy: core.Policy{Freezes: true}}, func(*host.Decision) {})
	_, err := s.Freeze(ctx, 100, core.Span{From: 300, Until: 200})
	fmt.Println(err)
	if _, err = s.Freeze(ctx, 100, core.Span{From: 50, Until: 200}); err != nil {
		fmt.Println(err)
		return
	}
	in := &core.Input{Now: 110, Epoch: 1}
	if err := store.Snapshot(ctx, "d1", in); err != nil {
		fmt.Println(err)
		return
	}
	if err := s.Open(ctx, in, nil); err != nil {
		fmt.Println(err)
		return
	}
	at, _ := s.Wake()
	fmt.Println("wakes at", at)
	// Output:
	// coxswain: invalid: Freezes[0].Until: does not lie after From
	// wakes at 200
}
