package oracle

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/nomad/nomad/deploymentwatcher"
	"github.com/hashicorp/nomad/nomad/state"
	"github.com/hashicorp/nomad/nomad/stream"
	"github.com/hashicorp/nomad/nomad/structs"
	"github.com/stretchr/testify/require"
	"golang.org/x/time/rate"
)

const (
	// between is the time between two reports: as long as a server of Nomad's
	// gathers what clients report.
	between = 50 * time.Millisecond
	// sick is which report of so many says unhealthy: the last.
	sick = 20
)

// size is how much there is in a fleet, how many reports come in a lap, and how
// many rounds there are. In each, Nomad's watcher has one lap and the others, which
// need less time, have several turns of several laps.
type size struct{ deployments, allocations, reports, rounds, turns, laps int }

// TestCost measures the CPU time of an allocation's update in Nomad's watcher and
// in ours, if ORACLE_BENCH is set; "real" does so in real time and without a
// bubble. Otherwise it only shows, on small fleets, that they do the same work.
func TestCost(t *testing.T) {
	how := os.Getenv("ORACLE_BENCH")
	sizes := []size{{1, 20, 20, 1, 1, 1}, {3, 35, 21, 1, 2, 2}, {50, 2, 20, 1, 1, 2}}
	switch how {
	case "":
	case "real":
		sizes = []size{{1, 100, 100, 1, 5, 1}, {1, 1000, 100, 1, 5, 1}}
	default:
		sizes = []size{{1, 100, 100, 7, 5, 1}, {1, 1000, 500, 5, 5, 2}, {1, 5000, 500, 3, 5, 3}, {100, 100, 500, 3, 4, 3}, {1000, 100, 100, 3, 2, 6}}
	}
	if how != "" {
		fmt.Println("µs of CPU time an update; a watcher's are without the store's")
		fmt.Printf("%11s %11s %7s  %6s %8s %8s %8s  %8s %8s\n", "", "allocations", "updates", "store", "Nomad's", "ours,", "ours,", "Nomad's/", "Nomad's/")
		fmt.Printf("%11s %11s %7s  %6s %8s %8s %8s  %8s %8s\n", "deployments", "each", "a lap", "alone", "watcher", "native", "wasm", "native", "wasm")
	}
	wasm, err := engine.Wasm(context.Background(), engine.Options{})
	require.NoError(t, err)
	defer wasm.Close(context.Background())
	engines := map[string]host.Engine{"native": engine.Native(), "wasm": wasm}
	for _, z := range sizes {
		cost := measure(t, z, engines, how != "real")
		if how != "" {
			store := cost["store"]
			nomad, native, wasm := cost["Nomad"]-store, cost["native"]-store, cost["wasm"]-store
			fmt.Printf("%11d %11d %7d  %6.0f %8.0f %8.1f %8.1f  %8.0f %8.0f\n", z.deployments, z.allocations, z.reports, store, nomad, native, wasm, nomad/native, nomad/wasm)
		}
	}
}

// measure lets each side in turn watch a fleet whose clients report, and returns
// the median of the µs that an update costs with it. All must decide the same. The
// store alone is written what Nomad's watcher wrote.
func measure(t *testing.T, z size, engines map[string]host.Engine, bubble bool) map[string]float64 {
	test, settle := synctest.Test, synctest.Wait
	if !bubble {
		test, settle = func(t *testing.T, f func(*testing.T)) { f(t) }, func() {}
	}
	var turns []string
	for range z.rounds {
		turns = append(turns, "Nomad")
		for range z.turns {
			turns = append(turns, "store", "native", "wasm")
		}
	}
	for _, side := range turns[:2] {
		require.LessOrEqual(t, z.lapsOf(side)*z.reports, z.deployments*z.allocations)
	}
	var nomads *lap
	cost := map[string][]float64{}
	turn := func(t *testing.T, f *fleet, side string) {
		stop := f.watch(t, side, engines[side])
		defer stop()
		time.Sleep(2 * time.Second) // until it has read everything
		settle()
		runtime.GC()
		for range z.lapsOf(side) {
			r := f.lap(t, side, nomads, settle)
			if nomads == nil {
				require.NotZero(t, r.decided["evaluation"])
				require.GreaterOrEqual(t, r.decided["replacement"], z.reports/sick)
				nomads = r
			}
			if bubble {
				require.Equal(t, nomads.decided, r.decided, "%v: what Nomad decides, %s does", z, side)
			} else { // how many fall into one window is chance
				require.Len(t, r.decided, len(nomads.decided), "%v: what Nomad decides, %s does", z, side)
			}
			cost[side] = append(cost[side], float64(r.cpu.Nanoseconds())/1e3/float64(z.reports))
		}
	}
	for len(turns) != 0 && !t.Failed() {
		test(t, func(t *testing.T) {
			f := newFleet(t, z)
			defer f.store.StopEventBroker()
			time.Sleep(time.Second) // until its events are out
			settle()
			for ; len(turns) != 0 && f.left() >= z.lapsOf(turns[0])*z.reports; turns = turns[1:] {
				turn(t, f, turns[0])
			}
		})
	}
	medians := map[string]float64{}
	for side, all := range cost {
		slices.Sort(all)
		medians[side] = all[len(all)/2]
	}
	return medians
}

// lapsOf is how many laps a side has in its turn.
func (z size) lapsOf(side string) int {
	if side == "Nomad" {
		return 1
	}
	return z.laps
}

// lap is what came of some reports.
type lap struct {
	begun   time.Time
	cpu     time.Duration
	decided map[string]int // by what it is
	written []written
}

// written is what a watcher wrote: when, evaluations of whose deployments, and
// replacements of whose allocations, each by its report.
type written struct {
	at                        time.Duration
	evaluations, replacements []int
}

// lap lets the next clients report.
func (f *fleet) lap(t *testing.T, side string, nomads *lap, settle func()) *lap {
	f.now = &lap{begun: time.Now(), decided: map[string]int{}}
	before := cpu()
	var repeated sync.WaitGroup
	if side == "store" {
		repeated.Go(func() { f.repeat(nomads) })
	}
	for i := range f.reports {
		f.report(t, i)
		time.Sleep(between)
		settle() // whoever watches has read it
	}
	time.Sleep(2 * time.Second) // the last windows close
	repeated.Wait()
	settle()
	f.now.cpu = cpu() - before
	f.now.cpu += time.Duration(earned() * float64(collection()))
	f.reported += f.reports
	return f.now
}

// earned is what part of the next garbage collection is due. Without it a lap that
// leaves less than a heap of garbage would have that for nothing.
func earned() float64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	live := float64(m.NextGC) / 2
	return max(0, float64(m.HeapAlloc)-live) / live
}

// collection is what one collects for.
func collection() time.Duration {
	before := cpu()
	runtime.GC()
	return cpu() - before
}

// cpu is what this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// fleet is a cluster in which jobs are rolled out, each by one deployment: all
// allocations are placed, and their clients report one after the other. It is
// what Nomad's watcher writes to; both only ask for T1 here.
type fleet struct {
	deploymentwatcher.DeploymentRaftEndpoints // nil
	size
	ids      []string       // of the deployments
	alloc    [][]string     // ids of their allocations
	number   map[string]int // of a deployment; of an allocation among all reports
	reported int            // in the laps before

	mu    sync.Mutex
	store *state.StateStore
	index uint64
	now   *lap
}

func newFleet(t *testing.T, z size) *fleet {
	store, err := state.NewStateStore(&state.StateStoreConfig{Logger: hclog.NewNullLogger(), Region: "global", EnablePublisher: true})
	require.NoError(t, err)
	f := &fleet{size: z, number: map[string]int{}, store: store, index: 9}
	for d := range z.deployments {
		j := &structs.Job{
			Region: "global", Namespace: structs.DefaultNamespace, ID: fmt.Sprint("job", d), Name: fmt.Sprint("job", d), Type: structs.JobTypeService,
			Priority: 50, Datacenters: []string{"dc1"}, TaskGroups: []*structs.TaskGroup{{Name: "g", Count: z.allocations, Update: &structs.UpdateStrategy{}}},
		}
		id := names{}.id(fmt.Sprint("d", d))
		f.ids, f.alloc = append(f.ids, id), append(f.alloc, nil)
		f.number[id] = d
		f.write(t, func(index uint64) error { return store.UpsertJob(structs.JobRegisterRequestType, index, j) })
		f.write(t, func(index uint64) error {
			return store.UpsertDeployment(index, &structs.Deployment{
				ID: id, Namespace: j.Namespace, JobID: j.ID, JobModifyIndex: j.JobModifyIndex, JobCreateIndex: j.CreateIndex,
				Status: structs.DeploymentStatusRunning, StatusDescription: structs.DeploymentStatusDescriptionRunning,
				TaskGroups: map[string]*structs.DeploymentState{"g": {DesiredTotal: z.allocations, ProgressDeadline: time.Hour}},
			})
		})
		var all []*structs.Allocation
		for a := range z.allocations {
			f.alloc[d] = append(f.alloc[d], names{}.id(fmt.Sprint("d", d, "a", a)))
			f.number[f.alloc[d][a]] = a*z.deployments + d
			all = append(all, &structs.Allocation{
				ID: f.alloc[d][a], Namespace: j.Namespace, JobID: j.ID, Job: j, TaskGroup: "g", DeploymentID: id,
				DesiredStatus: structs.AllocDesiredStatusRun, ClientStatus: structs.AllocClientStatusPending,
				EvalID: id, NodeID: id, Name: fmt.Sprint(j.ID, ".g[", a, "]"), CreateTime: time.Now().UnixNano(), ModifyTime: time.Now().UnixNano(),
			})
		}
		f.write(t, func(index uint64) error {
			return store.UpsertAllocs(structs.AllocUpdateRequestType, index, all)
		})
	}
	return f
}

// left is how many have not reported.
func (f *fleet) left() int { return f.deployments*f.allocations - f.reported }

// allocation is whom a report is about: one of another deployment each time.
func (f *fleet) allocation(report int) string {
	return f.alloc[report%f.deployments][report/f.deployments]
}

// write writes at the next index.
func (f *fleet) write(t *testing.T, what func(index uint64) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.index++
	require.NoError(t, what(f.index))
}

// report lets a client report the health of its allocation.
func (f *fleet) report(t *testing.T, i int) {
	healthy := i%sick != sick-1
	a := &structs.Allocation{
		ID: f.allocation(f.reported + i), ClientStatus: structs.AllocClientStatusRunning, ModifyTime: time.Now().UnixNano(),
		DeploymentStatus: &structs.AllocDeploymentStatus{Healthy: &healthy, Timestamp: time.Now()},
	}
	f.write(t, func(index uint64) error {
		return f.store.UpdateAllocsFromClient(structs.AllocClientUpdateRequestType, index, []*structs.Allocation{a})
	})
}

// UpdateAllocDesiredTransition is T1, of either watcher.
func (f *fleet) UpdateAllocDesiredTransition(r *structs.AllocUpdateDesiredTransitionRequest) (uint64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := written{at: time.Since(f.now.begun)}
	f.now.decided["T1"]++
	for _, e := range r.Evals {
		// The first of the lap's reports that is about it.
		n := (f.number[e.DeploymentID] - f.reported%f.deployments + f.deployments) % f.deployments
		w.evaluations = append(w.evaluations, n)
		f.now.decided["evaluation"]++
		f.now.decided[fmt.Sprint("evaluation of ", n)]++
	}
	for id := range r.Allocs {
		n := f.number[id] - f.reported
		w.replacements = append(w.replacements, n)
		f.now.decided["replacement"]++
		f.now.decided[fmt.Sprint("replacement of ", n)]++
	}
	f.now.written = append(f.now.written, w)
	f.index++
	return f.index, f.store.UpdateAllocsDesiredTransitions(structs.AllocUpdateDesiredTransitionRequestType, f.index, r.Allocs, r.Evals)
}

// repeat writes what a watcher wrote in another lap.
func (f *fleet) repeat(r *lap) {
	for _, w := range r.written {
		time.Sleep(w.at - time.Since(f.now.begun))
		var effects []*core.Effect
		for i, n := range w.evaluations {
			d := (f.reported + n) % f.deployments
			e := &core.Effect{Evaluation: &core.NewEvaluation{
				ID: names{}.id(fmt.Sprint("evaluation", d, f.reported, w.at)), Namespace: structs.DefaultNamespace, JobID: fmt.Sprint("job", d),
				DeploymentID: f.ids[d], Type: structs.JobTypeService, Priority: 50,
			}}
			for _, n := range w.replacements {
				if i == 0 {
					e.Allocations = append(e.Allocations, f.allocation(f.reported+n))
				}
			}
			effects = append(effects, e)
		}
		_, _ = f.UpdateAllocDesiredTransition(transitions(effects))
	}
}

// watch lets a side watch the fleet, without a limit on its reads.
func (f *fleet) watch(t *testing.T, side string, e host.Engine) (stop func()) {
	switch side {
	case "store":
		return func() {}
	case "Nomad":
		w := deploymentwatcher.NewDeploymentsWatcher(hclog.NewNullLogger(), f, nil, nil, math.MaxFloat64, deploymentwatcher.CrossDeploymentUpdateBatchDuration)
		w.SetEnabled(true, f.store)
		return func() { w.SetEnabled(false, nil) }
	}
	broker, err := f.store.EventBroker()
	require.NoError(t, err)
	events, err := broker.Subscribe(&stream.SubscribeRequest{Topics: map[structs.Topic][]string{structs.TopicAll: {"*"}}})
	require.NoError(t, err)
	s := stated{fleet: f, events: events}
	w, err := host.New(host.Options{State: s, Triggers: s, Engine: e, Config: core.Config{Level: core.LevelNomad104}, Reads: rate.Inf, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	w.SetEnabled(true)
	return func() {
		require.NoError(t, w.Close())
		events.Unsubscribe()
	}
}

// stated makes a fleet the state and the triggers of our watcher, by the event
// stream of its store.
type stated struct {
	host.Triggers // nil
	fleet         *fleet
	events        *stream.Subscription
}

// Active implements host.State.
func (s stated) Active(context.Context) ([]string, uint64, error) {
	s.fleet.mu.Lock()
	defer s.fleet.mu.Unlock()
	return s.fleet.ids, s.fleet.index, nil
}

// Snapshot implements host.State. Only one version of each job is there.
func (s stated) Snapshot(_ context.Context, id string, in *core.Input) error {
	s.fleet.mu.Lock()
	defer s.fleet.mu.Unlock()
	store := s.fleet.store
	d, _ := store.DeploymentByID(nil, id)
	j, _ := store.JobByID(nil, d.Namespace, d.JobID)
	as, _ := store.AllocsByDeployment(nil, id)
	es, err := store.EvalsByJob(nil, d.Namespace, d.JobID)
	if err != nil {
		return err
	}
	known := deployment(d)
	in.Index, in.Deployment, in.Job, in.Versions = s.fleet.index, &known, job(j), versions(map[uint64]*structs.Job{j.Version: j})
	in.Allocations.Whole, in.Evaluations.Whole, in.VersionsRead = true, true, true
	for _, a := range as {
		in.Allocations.Changed = append(in.Allocations.Changed, allocation(a))
	}
	for _, e := range es {
		in.Evaluations.Changed = append(in.Evaluations.Changed, evaluation(e))
	}
	return nil
}

// Changes implements host.State. Nothing else is written here.
func (s stated) Changes(ctx context.Context, after uint64) ([]*host.Commit, error) {
	for {
		e, err := s.events.Next(ctx)
		if err != nil {
			return nil, err
		}
		if e.Index <= after {
			continue
		}
		c := &host.Commit{Index: e.Index}
		for _, x := range e.Events {
			switch x := x.Payload.(type) {
			case *structs.DeploymentEvent:
				c.Deployments = append(c.Deployments, host.Deployment{Deployment: deployment(x.Deployment), Job: key(x.Deployment.JobID)})
			case *structs.AllocationEvent:
				c.Allocations = append(c.Allocations, host.Allocation{Allocation: allocation(x.Allocation), Deployment: x.Allocation.DeploymentID})
			case *structs.EvaluationEvent:
				c.Evaluations = append(c.Evaluations, host.Evaluation{Evaluation: evaluation(x.Evaluation), Job: key(x.Evaluation.JobID)})
			}
		}
		return []*host.Commit{c}, nil
	}
}

// Reschedule implements host.Triggers.
func (s stated) Reschedule(_ context.Context, effects []*core.Effect) host.Answer {
	return answer(s.fleet.UpdateAllocDesiredTransition(transitions(effects)))
}
