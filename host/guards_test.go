package host_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/journal"
	"github.com/coxswain/coxswain/host/memory"
	"github.com/stretchr/testify/require"
)

// canary is a group that promotes its one canary by itself.
func canary(deadline int64) core.Group {
	return core.Group{DesiredTotal: 2, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: seconds(deadline)}
}

// gated is a policy with one gate.
func gated(name string, unknown core.GateUnknown) core.Policy {
	return core.Policy{Gates: []core.Gate{{Name: name, Unknown: unknown}}}
}

// says makes a verdict.
func says(gate string, v core.GateVerdict) core.Verdict { return core.Verdict{Gate: gate, Value: v} }

// waits are the codes of what a deployment waits for.
func (c *cluster) waits(id string) (codes []core.WaitCode) {
	c.t.Helper()
	var s core.Status
	require.NoError(c.t, c.w.Status(c.t.Context(), id, &s))
	for _, w := range s.Waits {
		codes = append(codes, w.Code)
	}
	return codes
}

func (c *cluster) watched() []string {
	c.t.Helper()
	ids, err := c.w.Deployments(c.t.Context())
	require.NoError(c.t, err)
	return ids
}

// Each deployment has the policy of its job, also under the next leader.
func TestWatcherPolicyOfEach(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.o.Policy = func(_ context.Context, job *core.Job, d *core.Deployment) (core.Policy, error) {
			if job.ID == "shop" && d.JobVersion == 0 {
				return core.Policy{Bake: seconds(30)}, nil
			}
			return core.Policy{}, nil
		}
		c.job("shop", "a")
		c.job("other", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.deploy("other", "d2", canary(600), 1)
		c.start()
		c.health(core.Healthy, "d1-0", "d2-0")
		c.wait(10 * time.Second)
		require.Equal(t, "0s T3 d2\n1.25s T1 d1[] d2[]", c.did())
		c.w.SetEnabled(false)
		c.w.SetEnabled(true)
		c.wait(time.Minute)
		require.Contains(t, c.did(), "30s T3 d1")
	})
}

// Config.Policy is that of all when nobody asks for others.
func TestWatcherPolicyOfAll(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.o.Config.Policy = core.Policy{Bake: seconds(5)}
		c.job("shop", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.start()
		c.health(core.Healthy, "d1-0")
		c.wait(10 * time.Second)
		require.Contains(t, c.did(), "5s T3 d1")
	})
	_, err := host.New(host.Options{State: &cluster{}, Triggers: &cluster{}, Engine: engine.Native(),
		Config: core.Config{Level: core.LevelStrict, Policy: core.Policy{Bake: -1}}})
	require.EqualError(t, err, "coxswain: config: Policy.Bake: must lie between 0 and MaxTime")
}

// A deployment whose policy cannot be had, or makes no sense, is not watched: it
// would be promoted without its guards. It is tried again.
func TestWatcherWithoutPolicy(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		var stage atomic.Int32
		c.o.Policy = func(context.Context, *core.Job, *core.Deployment) (core.Policy, error) {
			switch stage.Load() {
			case 0:
				return core.Policy{Bake: -1}, nil
			case 1:
				return core.Policy{}, errors.New("no policies today")
			}
			return core.Policy{Bake: seconds(1)}, nil
		}
		c.job("shop", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.health(core.Healthy, "d1-0")
		c.start()
		c.wait(time.Minute)
		require.Empty(t, c.did())
		require.Empty(t, c.watched())
		require.Contains(t, c.log.String(), "a deployment is not watched, for want of a policy")
		_, err := c.w.Pause(t.Context(), "d1")
		var unguarded *host.PolicyError
		require.ErrorAs(t, err, &unguarded)
		require.Equal(t, "d1", unguarded.Deployment)
		var bad *core.Error
		require.ErrorAs(t, err, &bad)
		require.Equal(t, core.ErrConfig, bad.Code)
		require.ErrorAs(t, c.w.Report(t.Context(), "d1", says("metrics", core.GatePass)), &unguarded)

		stage.Store(1)
		_, err = c.w.Pause(t.Context(), "d1")
		require.EqualError(t, err, "coxswain: deployment d1 is not watched, for want of a policy: no policies today")
		stage.Store(2)
		c.wait(11 * time.Second) // the longest wait for another try is 10 s
		require.Equal(t, []string{"d1"}, c.watched())
		require.Contains(t, c.did(), "T3 d1")
	})
}

// One that is watched goes on by the policy that it has when it is read anew and no
// policy can be had; when its machine is lost it stays unwatched.
func TestWatcherPolicyIsLost(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		flaky := &flakyEngine{Engine: c.o.Engine}
		c.o.Engine, c.o.Push = flaky, true
		var away atomic.Bool
		c.o.Policy = func(context.Context, *core.Job, *core.Deployment) (core.Policy, error) {
			if away.Load() {
				return core.Policy{}, errors.New("no policies today")
			}
			return core.Policy{Bake: seconds(3)}, nil
		}
		c.job("shop", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.start()
		away.Store(true)
		c.health(core.Healthy, "d1-0")
		require.NoError(t, c.w.Resync(t.Context()))
		c.wait(4 * time.Second)
		require.Contains(t, c.did(), "3s T3 d1", "it was told of the canary")
		require.Contains(t, c.log.String(), "without its policy")

		flaky.fail(true)
		require.Error(t, c.w.Report(t.Context(), "d1", says("metrics", core.GatePass)), "there is no such gate")
		_, err := c.w.Pause(t.Context(), "d1")
		require.Error(t, err)
		c.wait(time.Second)
		require.Empty(t, c.watched())
		away.Store(false)
		c.wait(11 * time.Second)
		require.Equal(t, []string{"d1"}, c.watched())
	})
}

// G9: a gate holds a promotion back until it passes. What cannot be said is an
// error, and nothing is lost by it.
func TestWatcherReport(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		ctx := t.Context()
		c.o.Config.Policy = gated("metrics", core.UnknownHolds)
		c.job("shop", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.start()
		c.health(core.Healthy, "d1-0")
		c.wait(2 * time.Second)
		require.Equal(t, "1.25s T1 d1[]", c.did())
		require.Contains(t, c.waits("d1"), core.WaitGate)

		var bad *core.Error
		require.ErrorAs(t, c.w.Report(ctx, "d1", says("metrics", core.GatePass), says("nosuch", core.GatePass)), &bad)
		require.Equal(t, "Verdicts[1].Gate", bad.Field)
		require.ErrorAs(t, c.w.Report(ctx, "d1", says("metrics", 9)), &bad)
		require.Equal(t, "Verdicts[0].Value", bad.Field)
		require.NotContains(t, c.log.String(), "lost")
		require.Empty(t, c.did(), "none of them counts")
		require.ErrorIs(t, c.w.Report(ctx, ""), host.ErrMissingDeployment)
		require.ErrorIs(t, c.w.Report(ctx, "nosuch", says("metrics", core.GatePass)), host.ErrUnknownDeployment)
		require.NoError(t, c.w.Report(ctx, "d1"))

		require.NoError(t, c.w.Report(ctx, "d1", says("metrics", core.GatePass)))
		synctest.Wait()
		require.Equal(t, "2s T3 d1", c.did())
		require.NoError(t, c.w.Report(ctx, "d1", says("metrics", core.GateFail)))
		synctest.Wait()
		require.Contains(t, c.did(), fmt.Sprintf("T2 d1 failed %q", core.TextGate("metrics")))
		require.ErrorIs(t, c.w.Report(ctx, "d1", says("metrics", core.GatePass)), host.ErrUnknownDeployment, "it has ended")
		c.w.SetEnabled(false)
		require.ErrorIs(t, c.w.Report(ctx, "d1"), host.ErrNotEnabled)
	})
}

// L2: a report starts the watch of a deployment of which nobody has told.
func TestWatcherReportStartsWatching(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.o.Push, c.o.Config.Policy = true, gated("metrics", core.UnknownHolds)
		c.job("shop", "a")
		c.start()
		c.deploy("shop", "d1", canary(600), 1)
		c.health(core.Healthy, "d1-0")
		require.Empty(t, c.watched())
		require.NoError(t, c.w.Report(t.Context(), "d1", says("metrics", core.GatePass)))
		synctest.Wait()
		require.Equal(t, "0s T3 d1", c.did())
	})
}

// Verdicts are repeated when a machine is lost and opened anew, also those that it
// was lost by. They are forgotten with the leadership, unless the State keeps them.
func TestWatcherRepeatsVerdicts(t *testing.T) {
	for _, when := range []string{"after", "at"} {
		t.Run("lost "+when+" the report", func(t *testing.T) {
			each(t, func(t *testing.T, c *cluster) {
				ctx := t.Context()
				c.o.Config.Policy = gated("metrics", core.UnknownHolds)
				flaky := &flakyEngine{Engine: c.o.Engine}
				c.o.Engine = flaky
				c.job("shop", "a")
				c.deploy("shop", "d1", canary(600), 1)
				c.start()
				require.NoError(t, c.w.Report(ctx, "d1", says("metrics", core.GateFail-1), says("metrics", core.GateUndecided)))
				if when == "at" {
					flaky.fail(true)
				}
				require.NoError(t, c.w.Report(ctx, "d1", says("metrics", core.GatePass)))
				if when == "after" {
					flaky.fail(true)
				}
				c.health(core.Healthy, "d1-0")
				c.wait(time.Second)
				require.Contains(t, c.log.String(), "a machine is lost")
				require.Contains(t, c.did(), "T3 d1")
			})
		})
	}
	each(t, func(t *testing.T, c *cluster) {
		ctx := t.Context()
		c.o.Config.Policy = gated("metrics", core.UnknownHolds)
		c.job("shop", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.start()
		require.NoError(t, c.w.Report(ctx, "d1", says("metrics", core.GatePass)))
		c.w.SetEnabled(false)
		c.health(core.Healthy, "d1-0")
		c.w.SetEnabled(true)
		c.wait(time.Minute)
		require.NotContains(t, c.did(), "T3", "nobody has told this leader")
		require.Contains(t, c.waits("d1"), core.WaitGate)
		c.w.SetEnabled(false)
		c.fill(func(in *core.Input) {
			in.Verdicts = []core.Verdict{says("of an older policy", core.GateFail), says("metrics", core.GatePass)}
			in.Freezes, in.FreezesRead = []core.Span{{From: 1, Until: core.MaxTime}}, true // which the policy does not allow
		})
		c.w.SetEnabled(true)
		c.wait(0)
		require.Contains(t, c.did(), "T3 d1", "the State has")
	})
}

// A machine that is lost while a report waits for it is opened again, and told.
func TestWatcherReportFindsMachineLost(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		slow := &slowEngine{Engine: c.o.Engine, fails: make(chan error)}
		c.o.Engine, c.o.Shards = slow, 1
		c.o.Config.Policy = gated("metrics", core.UnknownHolds)
		c.job("shop", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.start()
		slow.on.Store(true)
		c.health(core.Healthy, "d1-0") // the step is under way
		reported := make(chan error)
		go func() { reported <- c.w.Report(t.Context(), "d1", says("metrics", core.GatePass)) }()
		synctest.Wait()
		slow.on.Store(false)
		slow.fails <- errors.New("the engine is down")
		require.NoError(t, <-reported)
		synctest.Wait()
		require.Contains(t, c.log.String(), "a machine is lost")
		require.Equal(t, "0s T3 d1", c.did())
	})
}

// slowEngine has machines whose steps, while it is on, wait to be told how to fail.
type slowEngine struct {
	host.Engine
	on    atomic.Bool
	fails chan error
}

type slowMachine struct {
	host.Machine
	e *slowEngine
}

func (e *slowEngine) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	m, err := e.Engine.Open(ctx, cfg, in, out)
	return &slowMachine{m, e}, err
}

func (m *slowMachine) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	if m.e.on.Load() {
		return <-m.e.fails
	}
	return m.Machine.Step(ctx, in, out)
}

// What was said of a deployment is forgotten with it, also if it goes while its
// machine is lost: another one under the same id begins anew.
func TestWatcherForgetsVerdicts(t *testing.T) {
	for _, lost := range []bool{false, true} {
		each(t, func(t *testing.T, c *cluster) {
			ctx := t.Context()
			flaky := &flakyEngine{Engine: c.o.Engine}
			c.o.Engine, c.o.Push, c.o.Shards = flaky, true, 1
			c.o.Config = core.Config{Level: core.LevelStrict, Policy: gated("metrics", core.UnknownHolds)}
			c.job("shop", "a")
			c.deploy("shop", "d1", canary(600), 1)
			c.start()
			require.NoError(t, c.w.Report(ctx, "d1", says("metrics", core.GatePass)))
			flaky.fail(lost)
			c.must(c.Delete(memory.Garbage{Deployments: []string{"d1"}, Allocations: []string{"d1-0"}}))
			if lost {
				_, err := c.w.Pause(ctx, "d1")
				require.Error(t, err)
			} else {
				require.NoError(t, c.w.Resync(ctx))
			}
			c.wait(time.Second)
			flaky.fail(false)
			require.Empty(t, c.watched())
			c.deploy("shop", "d1", canary(600), 1)
			c.health(core.Healthy, "d1-0")
			require.NoError(t, c.w.Resync(ctx))
			c.wait(2 * time.Second)
			require.Contains(t, c.waits("d1"), core.WaitGate)
			require.NotContains(t, c.did(), "T3")
		})
	}
}

// What was reported to the watcher counts before what the State says, also when
// everything is read anew; what is new in the State is told although no fact is.
func TestWatcherStateHasVerdicts(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		ctx := t.Context()
		c.o.Push, c.o.Config.Policy = true, core.Policy{Freezes: true, Gates: []core.Gate{{Name: "metrics"}, {Name: "review"}}}
		c.job("shop", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.health(core.Healthy, "d1-0")
		c.start()
		require.NoError(t, c.w.Report(ctx, "d1", says("metrics", core.GatePass)))
		c.fill(func(in *core.Input) {
			in.Verdicts = []core.Verdict{says("metrics", core.GateFail), says("review", core.GatePass)}
			in.Freezes, in.FreezesRead = []core.Span{{From: 1, Until: time.Now().Add(time.Hour).UnixNano()}}, true
		})
		require.NoError(t, c.w.Resync(ctx))
		synctest.Wait()
		require.Empty(t, c.did())
		require.Contains(t, c.waits("d1"), core.WaitThaw)
		require.NoError(t, c.w.Freeze(ctx))
		synctest.Wait()
		require.Equal(t, "0s T3 d1", c.did())
	})
}

// A State whose verdicts or freezes cannot be is read again later; what is watched
// goes on without them.
func TestWatcherStateIsWrong(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.o.Push, c.o.Config.Policy = true, core.Policy{Freezes: true}
		backwards := func(in *core.Input) { in.Freezes, in.FreezesRead = []core.Span{{From: 2, Until: 1}}, true }
		c.job("shop", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.fill(backwards)
		c.start()
		c.wait(time.Second)
		require.Empty(t, c.watched())
		require.Contains(t, c.log.String(), "Freezes[0].Until: does not lie after From")
		c.fill(nil)
		c.wait(time.Second)
		require.Equal(t, []string{"d1"}, c.watched())
		c.fill(backwards)
		c.health(core.Healthy, "d1-0")
		require.NoError(t, c.w.Resync(t.Context()))
		synctest.Wait()
		require.Contains(t, c.did(), "T3 d1")
		require.NotContains(t, c.log.String(), "lost")
	})
}

// G10: nothing goes forward in a freeze, whoever leads and whenever a deployment is
// opened. Deployments whose policy has none do not care.
func TestWatcherFreeze(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		ctx := t.Context()
		c.o.Policy = func(_ context.Context, job *core.Job, _ *core.Deployment) (core.Policy, error) {
			return core.Policy{Freezes: strings.HasPrefix(job.ID, "frozen")}, nil
		}
		span := func(from, until time.Duration) core.Span {
			return core.Span{From: c.begun.Add(from).UnixNano(), Until: c.begun.Add(until).UnixNano()}
		}
		for i, job := range []string{"frozen-1", "frozen-2", "other"} {
			c.job(job, "a")
			if i != 1 {
				c.deploy(job, fmt.Sprint("d", i), canary(10), 1)
			}
		}
		var err error
		c.w, err = host.New(c.o)
		require.NoError(t, err)
		defer func() { require.NoError(t, c.w.Close()) }()
		require.NoError(t, c.w.Freeze(ctx, span(-time.Hour, time.Minute)), "before it leads")
		c.wait(20 * time.Second) // all deadlines are over
		c.w.SetEnabled(true)
		synctest.Wait()
		require.Equal(t, `20s T2 d2 failed "Failed due to progress deadline - no stable job version to auto revert to"`, c.did())
		c.deploy("frozen-2", "d1", canary(600), 1)
		c.health(core.Healthy, "d0-0", "d1-0")
		c.wait(9 * time.Second)
		require.NotContains(t, c.did(), "T3")

		var bad *core.Error
		many := make([]core.Span, core.MaxFreezes+1)
		require.ErrorAs(t, c.w.Freeze(ctx, many...), &bad)
		require.Equal(t, core.ErrLimit, bad.Code)
		require.ErrorAs(t, c.w.Freeze(ctx, core.Span{From: 2, Until: 2}), &bad)
		require.Equal(t, "Freezes[0].Until", bad.Field)

		c.w.SetEnabled(false)
		c.w.SetEnabled(true)
		c.wait(time.Second)
		require.NotContains(t, c.did(), "T3", "the next leader keeps to it")
		require.NoError(t, c.w.Freeze(ctx, span(0, 10*time.Second), span(20*time.Second, 40*time.Second)))
		c.wait(9 * time.Second)
		require.NotContains(t, c.did(), "T3")
		c.wait(time.Second)
		require.Equal(t, "40s T3 d0\n40s T3 d1", sorted(c.did()))

		gone, cancel := context.WithCancel(ctx)
		cancel()
		require.ErrorIs(t, c.w.Freeze(gone), context.Canceled)
		require.NoError(t, c.w.Close())
		require.ErrorIs(t, c.w.Freeze(ctx), host.ErrNotEnabled)
	})
}

// sorted sorts the lines of a text.
func sorted(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		for k := range i {
			if lines[i] < lines[k] {
				lines[i], lines[k] = lines[k], lines[i]
			}
		}
	}
	return strings.Join(lines, "\n")
}

// A machine that cannot be opened is tried again, but not without a pause.
func TestWatcherOpeningIsRefused(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.o.Engine = &noEngine{c.o.Engine, &c.mu, time.Now().Add(3 * time.Second), 0}
		c.job("shop", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.health(core.Healthy, "d1-0")
		c.start()
		c.wait(2900 * time.Millisecond)
		require.Empty(t, c.watched())
		c.mu.Lock()
		require.Equal(t, 5, c.o.Engine.(*noEngine).tries, "at 0, 100, 300, 700 and 1500 ms")
		c.mu.Unlock()
		require.Contains(t, c.log.String(), "there is no room")
		c.wait(time.Second)
		require.Equal(t, []string{"d1"}, c.watched())
		c.w.SetEnabled(false)
	})
}

// noEngine makes no machines before a time.
type noEngine struct {
	host.Engine
	mu    *sync.Mutex
	until time.Time
	tries int
}

func (e *noEngine) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.tries++; time.Now().Before(e.until) {
		return nil, errors.New("there is no room")
	}
	return e.Engine.Open(ctx, cfg, in, out)
}

// A machine that is lost by a freeze is opened again in it.
func TestWatcherLostByFreeze(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.o.Config.Policy = core.Policy{Freezes: true}
		flaky := &flakyEngine{Engine: c.o.Engine}
		c.o.Engine = flaky
		c.job("shop", "a")
		c.deploy("shop", "d1", canary(600), 1)
		c.start()
		flaky.fail(true)
		require.NoError(t, c.w.Freeze(t.Context(), core.Span{From: 1, Until: c.begun.Add(time.Minute).UnixNano()}))
		c.health(core.Healthy, "d1-0")
		c.wait(30 * time.Second)
		require.Contains(t, c.log.String(), "a machine is lost")
		require.NotContains(t, c.did(), "T3")
		c.wait(30 * time.Second)
		require.Contains(t, c.did(), "1m0s T3 d1")
	})
}

// A journal of deployments with policies of their own replays.
func TestWatcherJournalOfPolicies(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		ctx, dir := t.Context(), t.TempDir()
		c.o.Shards = 1
		c.o.Policy = func(_ context.Context, job *core.Job, _ *core.Deployment) (core.Policy, error) {
			p := gated("metrics of "+job.ID, core.UnknownHolds)
			p.Freezes = true
			return p, nil
		}
		c.o.Journal = func(int) (host.Journal, error) {
			return journal.Create(dir, "shard-0", journal.Head{Config: c.o.Config, Time: time.Now().UnixNano()}, journal.Options{SegmentBytes: 2000})
		}
		for _, job := range []string{"a", "b"} {
			c.job(job, "x")
			c.deploy(job, "d-"+job, canary(600), 1)
		}
		c.start()
		require.NoError(t, c.w.Freeze(ctx, core.Span{From: 1, Until: c.begun.Add(time.Second).UnixNano()}))
		require.Error(t, c.w.Report(ctx, "d-a", says("nosuch", core.GatePass)))
		require.NoError(t, c.w.Report(ctx, "d-a", says("metrics of a", core.GatePass)))
		c.health(core.Healthy, "d-a-0", "d-b-0")
		c.wait(2 * time.Second)
		require.NoError(t, c.w.Report(ctx, "d-b", says("metrics of b", core.GatePass)))
		synctest.Wait()
		require.Equal(t, "1s T3 d-a\n2s T3 d-b", c.did())
		require.NoError(t, c.w.Close())
		segments, err := journal.Segments(dir)
		require.NoError(t, err)
		result, err := journal.ReplayAll(ctx, segments, engine.Native())
		require.NoError(t, err)
		require.Equal(t, int64(2), result.Openings)
	})
}

// A shard alone: what a machine would refuse costs nothing, and what Freeze was
// given holds for those that are opened later.
func TestShardGuards(t *testing.T) {
	ctx := t.Context()
	promoted := map[string]bool{}
	was := func() string { return fmt.Sprint(promoted["d1"], promoted["d2"], promoted["d3"]) }
	s := host.NewShard(engine.Native(), core.Config{Level: core.LevelStrict, Policy: gated("metrics", core.UnknownPasses)}, func(d *host.Decision) {
		for _, e := range d.Output.Effects {
			promoted[d.Deployment] = promoted[d.Deployment] || e.Kind == core.EffectPromote
		}
	})
	open := func(id string, p *core.Policy, verdicts ...core.Verdict) {
		t.Helper()
		require.NoError(t, s.Open(ctx, &core.Input{
			Now: 100, Index: 5, Epoch: 1, Job: &core.Job{ID: "shop"}, Verdicts: verdicts,
			Deployment: &core.Deployment{ID: id, Status: core.DeploymentRunning, Groups: []core.Group{
				{Name: "web", DesiredTotal: 2, DesiredCanaries: 1, AutoPromote: true, PlacedCanaries: []string{id + "-0"}}}},
			Allocations: core.AllocationChanges{Whole: true, Changed: []core.Allocation{
				{ID: id + "-0", Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, Health: core.Healthy, HealthTime: 50}}},
		}, p))
	}
	var bad *core.Error
	require.ErrorIs(t, s.Report(ctx, 1, "d1", says("metrics", core.GatePass)), host.ErrUnknownDeployment)
	lost, err := s.Freeze(ctx, 1, core.Span{From: 3})
	require.ErrorAs(t, err, &bad)
	require.Empty(t, lost)

	open("d1", nil, says("metrics", core.GateUndecided), says("nosuch", core.GateFail))
	require.True(t, promoted["d1"], "the shard's own policy")
	own := &core.Policy{Freezes: true, Gates: []core.Gate{{Name: "review"}}}
	open("d2", own, says("metrics", core.GateFail))
	own.Gates[0].Name = "metrics" // the shard has its own copy
	require.False(t, promoted["d2"])
	require.ErrorAs(t, s.Report(ctx, 100, "d2", says("metrics", core.GatePass)), &bad)
	require.Equal(t, "coxswain: invalid: Verdicts[0].Gate: the policy has no such gate", bad.Error())
	require.ErrorAs(t, s.Report(ctx, 100, "d2", make([]core.Verdict, core.MaxGates+1)...), &bad)
	require.Equal(t, core.ErrLimit, bad.Code)
	lost, err = s.Freeze(ctx, 100, core.Span{From: 1, Until: 200})
	require.NoError(t, err)
	require.Empty(t, lost)
	require.NoError(t, s.Report(ctx, 100, "d2", says("review", core.GatePass)))
	open("d3", &core.Policy{Freezes: true})
	require.Equal(t, "true false false", was())
	require.Empty(t, s.Tick(ctx, 200))
	require.Equal(t, "true true true", was())
}
