package host_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/memory"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"golang.org/x/time/rate"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// each runs a test once with every engine, in a bubble where time is ours.
func each(t *testing.T, test func(t *testing.T, c *cluster)) {
	ctx := context.Background()
	wasm, err := engine.Wasm(ctx, engine.Options{})
	require.NoError(t, err)
	defer wasm.Close(ctx)
	for _, e := range []host.Engine{engine.Native(), wasm} {
		t.Run(e.Name(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, newCluster(t, e)) })
		})
	}
}

// cluster is a store with a watcher on it, and with faults to order.
type cluster struct {
	*memory.Store
	t   *testing.T
	o   host.Options
	w   *host.Watcher
	log *logBuffer

	mu     sync.Mutex
	begun  time.Time
	calls  []string        // triggers, as they were called
	answer func(n int) int // what becomes of the nth call: see the constants
	broken func(what string) error
	filled func(in *core.Input) // what a State adds to a snapshot
}

// What can become of a call of a trigger.
const (
	works        = iota
	neverArrives // the answer is unknown, and nothing was written
	answerLost   // the answer is unknown, and it was written
	refused
)

type logBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func newCluster(t *testing.T, e host.Engine) *cluster {
	c := &cluster{Store: memory.New(memory.Options{}), t: t, begun: time.Now(), log: &logBuffer{}}
	c.o = host.Options{
		State: c, Triggers: c, Engine: e, Shards: 3, Reads: rate.Inf,
		Config: core.Config{Level: core.LevelNomad104},
		Logger: slog.New(slog.NewTextHandler(c.log, nil)),
	}
	return c
}

// start makes the watcher, after the options were changed, and lets it lead.
func (c *cluster) start() {
	var err error
	c.w, err = host.New(c.o)
	require.NoError(c.t, err)
	c.t.Cleanup(func() { require.NoError(c.t, c.w.Close()) })
	c.w.SetEnabled(true)
	synctest.Wait()
}

// wait lets time pass.
func (c *cluster) wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// since is the time since the beginning, as a person reads it.
func (c *cluster) since() string { return time.Since(c.begun).String() }

func (c *cluster) fault(what string) error {
	c.mu.Lock()
	broken := c.broken
	c.mu.Unlock()
	if broken == nil {
		return nil
	}
	return broken(what)
}

func (c *cluster) Active(ctx context.Context) ([]string, uint64, error) {
	if err := c.fault("Active"); err != nil {
		return nil, 0, err
	}
	return c.Store.Active(ctx)
}

func (c *cluster) Snapshot(ctx context.Context, id string, in *core.Input) error {
	if err := c.fault("Snapshot " + id); err != nil {
		return err
	}
	err := c.Store.Snapshot(ctx, id, in)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.filled != nil {
		c.filled(in)
	}
	return err
}

func (c *cluster) Changes(ctx context.Context, after uint64) ([]*host.Commit, error) {
	if err := c.fault("Changes"); err != nil {
		return nil, err
	}
	return c.Store.Changes(ctx, after)
}

// called notes a call and lets become of it what was ordered.
func (c *cluster) called(text string, do func() host.Answer) host.Answer {
	c.mu.Lock()
	c.calls = append(c.calls, c.since()+" "+text)
	fate := works
	if c.answer != nil {
		fate = c.answer(len(c.calls))
	}
	c.mu.Unlock()
	switch fate {
	case neverArrives:
		return host.Unknown(errors.New("no answer"))
	case refused:
		return host.Rejected(errors.New("not now"))
	case answerLost:
		do()
		return host.Unknown(errors.New("the answer was lost"))
	}
	a := do()
	if a.Outcome == core.Rejected {
		c.mu.Lock()
		c.calls[len(c.calls)-1] += " (refused: " + a.Err.Error() + ")"
		c.mu.Unlock()
	}
	return a
}

func (c *cluster) Reschedule(ctx context.Context, effects []*core.Effect) host.Answer {
	var parts []string
	for _, e := range effects {
		parts = append(parts, fmt.Sprintf("%s%v", e.Key.Deployment, e.Allocations))
	}
	slices.Sort(parts)
	return c.called("T1 "+strings.Join(parts, " "), func() host.Answer { return c.Store.Reschedule(ctx, effects) })
}

func (c *cluster) Status(ctx context.Context, e *core.Effect) host.Answer {
	return c.called(fmt.Sprintf("T2 %s %s %q", e.Key.Deployment, e.Status, e.Description), func() host.Answer { return c.Store.Status(ctx, e) })
}

func (c *cluster) Promote(ctx context.Context, e *core.Effect) host.Answer {
	return c.called(fmt.Sprintf("T3 %s", e.Key.Deployment), func() host.Answer { return c.Store.Promote(ctx, e) })
}

func (c *cluster) Health(ctx context.Context, e *core.Effect) host.Answer {
	return c.called(fmt.Sprintf("T4 %s %v %v", e.Key.Deployment, e.Healthy, e.Unhealthy), func() host.Answer { return c.Store.Health(ctx, e) })
}

func (c *cluster) Region(ctx context.Context, e *core.Effect) host.Answer {
	return c.called(fmt.Sprintf("T5 %s %s", e.Key.Deployment, e.Status), func() host.Answer { return c.Store.Region(ctx, e) })
}

// did returns the calls so far, a line each, and forgets them.
func (c *cluster) did() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := strings.Join(c.calls, "\n")
	c.calls = nil
	return text
}

func (c *cluster) fate(f func(n int) int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answer = f
}

func (c *cluster) breaks(f func(what string) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken = f
}

func (c *cluster) fill(f func(in *core.Input)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.filled = f
}

// must fails the test unless a write went well.
func (c *cluster) must(_ uint64, err error) {
	c.t.Helper()
	require.NoError(c.t, err)
	synctest.Wait()
}

func key(job string) host.JobKey { return host.JobKey{Namespace: "default", ID: job} }

// job registers a version of a job with a group that reverts.
func (c *cluster) job(name, spec string) {
	c.t.Helper()
	c.must(c.RegisterJob(memory.Job{Namespace: "default", ID: name, Type: "service", Priority: 50, SpecDigest: spec, ExecDigest: spec,
		Groups: []core.JobGroup{{Name: "web", AutoRevert: true}}}))
}

// deploy begins a deployment of the newest version of a job, with allocations
// id-0, id-1, …, the first canaries of them canaries.
func (c *cluster) deploy(job, id string, g core.Group, allocations int) {
	c.t.Helper()
	version := c.View().Job(key(job)).Version
	g.Name = "web"
	p := memory.Plan{Deployment: &memory.Deployment{Job: key(job), Deployment: core.Deployment{
		ID: id, Status: core.DeploymentRunning, Description: core.TextRunning, JobVersion: version, Groups: []core.Group{g}}}}
	for i := range allocations {
		p.Allocations = append(p.Allocations, memory.Allocation{Job: key(job), Deployment: id, JobVersion: version, Allocation: core.Allocation{
			ID: fmt.Sprintf("%s-%d", id, i), Group: "web", Desired: core.DesiredRun, Client: core.ClientPending, Canary: int32(i) < g.DesiredCanaries}})
	}
	c.must(c.Plan(p))
}

// health lets clients report of allocations.
func (c *cluster) health(h core.Health, ids ...string) {
	c.t.Helper()
	var reports []memory.Report
	for _, id := range ids {
		reports = append(reports, memory.Report{Allocation: id})
		r := &reports[len(reports)-1].Report
		r.Client, r.Health, r.HealthTime, r.Time = core.ClientRunning, h, time.Now().UnixNano(), time.Now().UnixNano()
		if h == core.Unhealthy {
			r.Client = core.ClientFailed
		}
	}
	c.must(c.Report(reports...))
}

func (c *cluster) status(id string) string {
	d := c.View().Deployment(id)
	return d.Status.String() + ": " + d.Description
}

// seconds is a deadline.
func seconds(n int64) int64 { return n * int64(time.Second) }

// L1, A4, B1, B4: a healthy allocation makes an evaluation 1.25 s later; a
// deployment that ends is dropped; one that was there before is watched.
func TestWatcherWatches(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.job("shop", "a")
		c.deploy("shop", "d1", core.Group{DesiredTotal: 2, ProgressDeadline: seconds(60)}, 1)
		c.start()
		c.health(core.Healthy, "d1-0")
		c.wait(1240 * time.Millisecond)
		require.Empty(t, c.did())
		c.wait(10 * time.Millisecond)
		require.Equal(t, "1.25s T1 d1[]", c.did())
		evals := c.View().Evaluations(key("shop"))
		require.Len(t, evals, 1)
		require.Equal(t, c.begun.Add(time.Second).UnixNano(), evals[0].CreateTime, "made when its window closed")

		ids, err := c.w.Deployments(t.Context())
		require.NoError(t, err)
		require.Equal(t, []string{"d1"}, ids)
		var s core.Status
		require.NoError(t, c.w.Status(t.Context(), "d1", &s))
		require.Empty(t, s.Outstanding, "the answer arrived")
		require.ErrorIs(t, c.w.Status(t.Context(), "nosuch", &s), host.ErrUnknownDeployment)

		c.must(c.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "d1", Status: core.DeploymentSuccessful, Description: core.TextSuccessful}}}))
		ids, err = c.w.Deployments(t.Context())
		require.NoError(t, err)
		require.Empty(t, ids)
		c.wait(time.Hour)
		require.Empty(t, c.did())
	})
}

// L1: one whose job is unknown is reported and not watched.
func TestWatcherWithoutJob(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.job("shop", "a")
		c.deploy("shop", "d1", core.Group{DesiredTotal: 1, ProgressDeadline: seconds(5)}, 1)
		c.must(c.PurgeJob(key("shop")))
		c.start()
		c.wait(time.Minute)
		require.Empty(t, c.did())
		require.Contains(t, c.log.String(), "its job is unknown")
		_, err := c.w.Pause(t.Context(), "d1")
		require.ErrorIs(t, err, host.ErrUnknownJob)
		require.EqualError(t, err, `deployment "d1" references an unknown job`)
		_, err = c.w.SetHealth(t.Context(), "d1", nil, nil)
		require.EqualError(t, err, "must specify at least one healthy/unhealthy allocation ID")
		c.must(c.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "d1", Status: core.DeploymentCancelled, Description: core.TextStoppedJob}}}))
		_, err = c.w.Pause(t.Context(), "d1")
		require.EqualError(t, err, "can't pause terminal deployment")
	})
}

// L1: it is tried again when any deployment is written.
func TestWatcherJobComesLater(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.job("shop", "a")
		c.deploy("shop", "d1", core.Group{DesiredTotal: 1, ProgressDeadline: seconds(5)}, 1)
		c.must(c.PurgeJob(key("shop")))
		c.start()
		c.job("shop", "b")
		c.job("other", "a")
		c.wait(time.Second)
		ids, err := c.w.Deployments(t.Context())
		require.NoError(t, err)
		require.Empty(t, ids)
		c.deploy("other", "d2", core.Group{DesiredTotal: 1}, 0)
		c.wait(time.Second)
		ids, err = c.w.Deployments(t.Context())
		require.NoError(t, err)
		require.ElementsMatch(t, []string{"d1", "d2"}, ids)
		require.Equal(t, 1, strings.Count(c.log.String(), "its job is unknown"), "said once")
	})
}

// C, L1: one that is deleted is watched on, but commands do not find it.
func TestWatcherDeleted(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.rollout()
		c.start()
		c.must(c.Delete(memory.Garbage{Deployments: []string{"d1"}}))
		synctest.Wait()
		ids, err := c.w.Deployments(t.Context())
		require.NoError(t, err)
		require.Equal(t, []string{"d1"}, ids)
		_, err = c.w.Pause(t.Context(), "d1")
		require.ErrorIs(t, err, host.ErrDeploymentNotFound)
		require.EqualError(t, err, "deployment not found")
	})
}

// B3, B4: a T1 whose window has closed is written even if its deployment ends
// while it is gathered.
func TestWatcherEndsWhileGathering(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.job("shop", "a")
		c.deploy("shop", "d1", core.Group{DesiredTotal: 2, ProgressDeadline: seconds(60)}, 1)
		c.start()
		c.health(core.Unhealthy, "d1-0")
		c.wait(1100 * time.Millisecond)
		_, err := c.w.Fail(t.Context(), "d1")
		require.NoError(t, err)
		c.wait(time.Second)
		require.Equal(t, "1.1s T2 d1 failed \"Deployment marked as failed\"\n1.25s T1 d1[d1-0]", c.did())
		require.True(t, c.View().Allocation("d1-0").Reschedule)
	})
}

// B4: T1s of all deployments go out as one write, 250 ms after the first.
func TestWatcherBatches(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		for _, name := range []string{"a", "b", "c"} {
			c.job("job-"+name, "x")
			c.deploy("job-"+name, name, core.Group{DesiredTotal: 2, ProgressDeadline: seconds(60)}, 1)
		}
		c.start()
		c.health(core.Healthy, "a-0")
		c.wait(100 * time.Millisecond)
		c.health(core.Unhealthy, "b-0")
		c.wait(100 * time.Millisecond)
		before := c.Index()
		c.wait(1050 * time.Millisecond)
		require.Equal(t, "1.25s T1 a[] b[b-0]", c.did())
		require.Equal(t, before+1, c.Index(), "one commit")
		require.True(t, c.View().Allocation("b-0").Reschedule)
	})
}

// D, F, R: a deadline that passes fails the deployment and rolls the job back.
func TestWatcherFailsAndRollsBack(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.rollout()
		c.start()
		c.wait(10 * time.Second)
		require.Equal(t, `10s T2 d1 failed "Failed due to progress deadline - rolling back to job version 0"`, c.did())
		versions := c.View().Versions(key("shop"))
		require.Len(t, versions, 3)
		require.Equal(t, "old", versions[0].SpecDigest)
		require.True(t, versions[0].Stable)
	})
}

// rollout is a job with a stable version, and a deployment of the next one whose
// allocation is not healthy yet.
func (c *cluster) rollout() {
	c.job("shop", "old")
	c.deploy("shop", "d0", core.Group{DesiredTotal: 1}, 1)
	c.must(c.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "d0", Status: core.DeploymentSuccessful, Description: core.TextSuccessful}}}))
	c.job("shop", "new")
	c.deploy("shop", "d1", core.Group{DesiredTotal: 1, ProgressDeadline: seconds(10), AutoRevert: true}, 1)
}

// C1 to C5 with their replies, and the refusals in Nomad's words.
func TestWatcherCommands(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		ctx := t.Context()
		c.rollout()
		_, err := host.New(host.Options{})
		require.Error(t, err)
		c.start()

		r, err := c.w.Pause(ctx, "d1")
		require.NoError(t, err)
		require.Equal(t, &host.Reply{DeploymentModifyIndex: c.Index(), Index: c.Index()}, r)
		require.Equal(t, "paused: Deployment is paused", c.status("d1"))
		r, err = c.w.Resume(ctx, "d1")
		require.NoError(t, err)
		require.Equal(t, c.Index(), r.EvaluationCreateIndex)
		require.NotNil(t, c.View().Evaluation(r.EvaluationID))

		r, err = c.w.SetHealth(ctx, "d1", []string{"d1-0"}, nil)
		require.NoError(t, err)
		require.Nil(t, r.RevertedJobVersion)
		require.Equal(t, core.Healthy, c.View().Allocation("d1-0").Health)
		_, err = c.w.SetHealth(ctx, "d1", []string{"nosuch"}, nil)
		var no *host.CommandError
		require.ErrorAs(t, err, &no)
		require.Equal(t, core.RefusedNot, no.Refused)
		require.Contains(t, no.Text, "nosuch")
		_, err = c.w.SetHealth(ctx, "d1", nil, nil)
		require.EqualError(t, err, "must specify at least one healthy/unhealthy allocation ID")
		_, err = c.w.SetHealth(ctx, "d1", []string{strings.Repeat("x", 1000)}, nil)
		var bad *core.Error
		require.ErrorAs(t, err, &bad)
		require.Equal(t, "Command.Healthy[0]", bad.Field)

		_, err = c.w.Promote(ctx, "d1")
		require.NoError(t, err)
		_, err = c.w.PromoteGroups(ctx, "d1", "nosuch")
		require.NoError(t, err)
		for _, f := range []func(context.Context, string) (*host.Reply, error){c.w.Run, c.w.Unblock, c.w.Cancel} {
			r, err := f(ctx, "d1")
			require.NoError(t, err)
			require.Equal(t, &host.Reply{}, r) // C5
		}

		r, err = c.w.Fail(ctx, "d1")
		require.NoError(t, err)
		require.Equal(t, uint64(0), *r.RevertedJobVersion)
		require.Equal(t, "failed: Deployment marked as failed - rolling back to job version 0", c.status("d1"))
		synctest.Wait() // until the watcher has seen it

		for want, f := range map[string]func(context.Context, string) (*host.Reply, error){
			"can't promote terminal deployment": c.w.Promote, "can't pause terminal deployment": c.w.Pause,
			"can't resume terminal deployment": c.w.Resume, "can't fail terminal deployment": c.w.Fail,
			"can't run terminal deployment": c.w.Run, "can't unblock terminal deployment": c.w.Unblock,
			"can't cancel terminal deployment": c.w.Cancel,
		} {
			_, err := f(ctx, "d1")
			require.EqualError(t, err, want)
			_, err = f(ctx, "")
			require.EqualError(t, err, "missing deployment ID")
			_, err = f(ctx, "nosuch")
			require.EqualError(t, err, "deployment not found")
			require.ErrorIs(t, err, host.ErrDeploymentNotFound)
		}
		_, err = c.w.SetHealth(ctx, "d1", nil, nil)
		require.EqualError(t, err, "must specify at least one healthy/unhealthy allocation ID")
		_, err = c.w.SetHealth(ctx, "nosuch", nil, nil)
		require.EqualError(t, err, "deployment not found")
		c.w.SetEnabled(false)
		_, err = c.w.Pause(ctx, "d1")
		require.ErrorIs(t, err, host.ErrNotEnabled)
	})
}

// L2: a command for an active deployment that is not watched yet starts to watch
// it. (The changes are broken, so nothing else tells of it.)
func TestWatcherCommandStartsWatching(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.job("shop", "a")
		c.breaks(func(what string) error {
			if what == "Changes" {
				return errors.New("no changes today")
			}
			return nil
		})
		c.start()
		c.deploy("shop", "d1", core.Group{DesiredTotal: 1, ProgressDeadline: seconds(60)}, 1)
		ids, err := c.w.Deployments(t.Context())
		require.NoError(t, err)
		require.Empty(t, ids)
		var wrong *host.CommandError
		_, err = c.w.SetHealth(t.Context(), "d1", nil, nil)
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, core.RefusedNoAllocations, wrong.Refused, "one that is refused for what it says does not")
		_, err = c.w.SetHealth(t.Context(), "d2", nil, nil)
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, core.RefusedUnknown, wrong.Refused)
		ids, err = c.w.Deployments(t.Context())
		require.NoError(t, err)
		require.Empty(t, ids)
		_, err = c.w.Pause(t.Context(), "d1")
		require.NoError(t, err)
		ids, err = c.w.Deployments(t.Context())
		require.NoError(t, err)
		require.Equal(t, []string{"d1"}, ids)
	})
}

// An answer that is unknown for a while: the same effect again, until it works.
func TestWatcherTriesAgain(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.rollout()
		c.start()
		c.fate(func(n int) int {
			if n <= 4 {
				return neverArrives
			}
			return works
		})
		c.wait(time.Minute)
		calls := strings.Split(c.did(), "\n")
		require.Len(t, calls, 5)
		for i, at := range []string{"10s", "10.1s", "10.3s", "10.7s", "11.5s"} {
			require.Equal(t, at+` T2 d1 failed "Failed due to progress deadline - rolling back to job version 0"`, calls[i])
		}
		require.Len(t, c.View().Versions(key("shop")), 3, "rolled back once")
	})
}

// Answers are lost although it was written: nothing is done twice. What the
// machine sees done is not even sent again.
func TestWatcherAnswersAreLost(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.rollout()
		c.start()
		c.fate(func(n int) int {
			if n <= 3 {
				return answerLost
			}
			return works
		})
		before := c.Index()
		r, err := c.w.Resume(t.Context(), "d1")
		require.NoError(t, err)
		require.Len(t, strings.Split(c.did(), "\n"), 4)
		require.Equal(t, before+1, c.Index(), "written once")
		require.Equal(t, before+1, r.Index)
		require.Len(t, c.View().Evaluations(key("shop")), 1)

		c.fate(func(int) int { return answerLost })
		c.wait(time.Minute)
		require.Equal(t, `10s T2 d1 failed "Failed due to progress deadline - rolling back to job version 0"`, c.did())
		require.Len(t, c.View().Versions(key("shop")), 3, "rolled back once")
	})
}

// A rejection is final: never sent again by itself.
func TestWatcherIsRefused(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.rollout()
		c.start()
		c.fate(func(int) int { return refused })
		c.wait(time.Hour)
		require.Len(t, strings.Split(c.did(), "\n"), 1)
		require.Contains(t, c.log.String(), "an effect was refused")
		// Unwatched, but commands are still answered (F3).
		c.fate(nil)
		_, err := c.w.Pause(t.Context(), "d1")
		require.NoError(t, err)
	})
}

// A newer version of the job is registered while a rollback waits for its
// answer: it is not sent again.
func TestWatcherWithdraws(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.rollout()
		c.start()
		c.fate(func(int) int { return neverArrives })
		c.wait(10*time.Second + 350*time.Millisecond)
		require.Len(t, strings.Split(c.did(), "\n"), 3)
		c.job("shop", "newest")
		c.fate(nil)
		c.wait(time.Hour)
		require.Empty(t, c.did())
		require.Len(t, c.View().Versions(key("shop")), 3)
	})
}

// The State fails for a while, in every way: nothing is missed in the end.
func TestWatcherStateFails(t *testing.T) {
	for _, what := range []string{"Active", "Snapshot d1", "Changes"} {
		t.Run(what, func(t *testing.T) {
			each(t, func(t *testing.T, c *cluster) {
				c.rollout()
				until := time.Now().Add(5 * time.Second)
				c.breaks(func(w string) error {
					if w == what && time.Now().Before(until) {
						return errors.New("the state is away")
					}
					return nil
				})
				c.start()
				c.wait(10 * time.Second)
				require.Equal(t, `10s T2 d1 failed "Failed due to progress deadline - rolling back to job version 0"`, c.did())
				require.Contains(t, c.log.String(), "the state is away")
			})
		})
	}
}

// A gap in the changes: everything is read anew. What happened in it counts, and
// what machines remembered before it too.
func TestWatcherGap(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.Store = memory.New(memory.Options{Commits: 2})
		c.rollout()
		c.deploy("shop", "d2", core.Group{DesiredTotal: 1, ProgressDeadline: seconds(60)}, 1)
		c.start()
		broken := true
		c.breaks(func(w string) error {
			if w == "Changes" && broken {
				return errors.New("the state is away")
			}
			return nil
		})
		c.health(core.Unhealthy, "d1-0") // the last that is heard: Changes was waiting
		for range 5 {
			c.job("other", "x")
		}
		c.deploy("other", "d3", core.Group{DesiredTotal: 1}, 1)
		c.must(c.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "d2", Status: core.DeploymentCancelled, Description: core.TextNewerJob}}}))
		c.health(core.Unhealthy, "d3-0")
		c.wait(2 * time.Second)
		c.mu.Lock()
		broken = false
		c.mu.Unlock()
		c.wait(3 * time.Second)
		require.Contains(t, c.log.String(), "changes were missed")
		did := c.did()
		require.Contains(t, did, "1.25s T1 d1[d1-0]")
		require.Contains(t, did, `T2 d3 failed "Failed due to unhealthy allocations"`)
		ids, err := c.w.Deployments(t.Context())
		require.NoError(t, err)
		require.Equal(t, []string{"d1"}, ids)
	})
}

// An engine that fails in the middle: the machine is opened again, and decides
// the same.
func TestWatcherEngineFails(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.rollout()
		flaky := &flakyEngine{Engine: c.o.Engine}
		c.o.Engine = flaky
		c.start()
		flaky.fail(true)
		c.health(core.Unhealthy, "d1-0")
		c.wait(time.Millisecond)
		flaky.fail(false)
		c.wait(30 * time.Second)
		did := c.did()
		require.Contains(t, did, "T1 d1[d1-0]")
		require.Contains(t, did, `10s T2 d1 failed "Failed due to progress deadline - rolling back to job version 0"`)
		require.Contains(t, c.log.String(), "a machine is lost")
	})
}

type flakyEngine struct {
	host.Engine
	mu   sync.Mutex
	down int
}

func (e *flakyEngine) fail(on bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.down = 0
	if on {
		e.down = 3
	}
}

func (e *flakyEngine) broken() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.down > 0 {
		e.down--
		return errors.New("the engine is down")
	}
	return nil
}

func (e *flakyEngine) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	if err := e.broken(); err != nil {
		return nil, err
	}
	m, err := e.Engine.Open(ctx, cfg, in, out)
	return &flakyMachine{m, e}, err
}

type flakyMachine struct {
	host.Machine
	e *flakyEngine
}

func (m *flakyMachine) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	if err := m.e.broken(); err != nil {
		return err
	}
	return m.Machine.Step(ctx, in, out)
}

// The engine can be swapped with machines alive: an open window is not lost.
func TestWatcherSwap(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.rollout()
		c.start()
		c.health(core.Unhealthy, "d1-0")
		c.wait(500 * time.Millisecond)
		require.NoError(t, c.w.Swap(t.Context(), engine.Native()))
		c.wait(750 * time.Millisecond)
		require.Equal(t, "1.25s T1 d1[d1-0]", c.did())
	})
}

// Commits can be pushed by whoever knows of them.
func TestWatcherPush(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.o.Push = true
		c.rollout()
		c.breaks(func(w string) error {
			if w == "Changes" {
				panic("it must not be asked")
			}
			return nil
		})
		c.start()
		at := c.Index()
		c.health(core.Unhealthy, "d1-0")
		c.wait(time.Second)
		require.Empty(t, c.did(), "nobody told")
		commits, err := c.Store.Changes(t.Context(), at)
		require.NoError(t, err)
		for _, k := range commits {
			require.NoError(t, c.w.Push(t.Context(), k))
		}
		c.wait(1250 * time.Millisecond)
		require.Equal(t, "2.25s T1 d1[d1-0]", c.did())
		c.job("other", "x")
		c.deploy("other", "d9", core.Group{DesiredTotal: 1}, 0)
		require.NoError(t, c.w.Resync(t.Context()))
		synctest.Wait()
		ids, err := c.w.Deployments(t.Context())
		require.NoError(t, err)
		require.ElementsMatch(t, []string{"d1", "d9"}, ids)
		c.w.SetEnabled(false)
		require.ErrorIs(t, c.w.Push(t.Context(), commits[0]), host.ErrNotEnabled)
		require.ErrorIs(t, c.w.Resync(t.Context()), host.ErrNotEnabled)
	})
}

// L4: snapshots take two tokens of a bucket of 100.
func TestWatcherLimitsReads(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.o.Reads, c.o.ReadBurst = 0, 0 // the defaults
		c.job("shop", "x")
		for i := range 150 {
			c.deploy("shop", fmt.Sprint("d", i), core.Group{DesiredTotal: 1}, 0)
		}
		c.start()
		count := func() int {
			ids, err := c.w.Deployments(t.Context())
			require.NoError(t, err)
			return len(ids)
		}
		require.Equal(t, 50, count())
		c.wait(time.Second)
		require.Equal(t, 100, count())
		c.wait(time.Second)
		require.Equal(t, 150, count())
	})
}

// L3: leadership is lost and gained between any two steps of a rollout. What
// comes of it is the same.
func TestWatcherLeadershipAtEveryStep(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		play := func(at int) string {
			c := newCluster(t, c.o.Engine)
			c.rollout()
			c.start()
			steps := []func(){
				func() { c.health(core.Unhealthy, "d1-0") },
				func() { c.wait(600 * time.Millisecond) },
				func() { c.wait(700 * time.Millisecond) },
				func() {
					c.must(c.Plan(memory.Plan{Stops: []memory.Stop{{Allocation: "d1-0"}}, Allocations: []memory.Allocation{{Job: key("shop"), Deployment: "d1",
						Allocation: core.Allocation{ID: "d1-1", Group: "web", Desired: core.DesiredRun, Client: core.ClientPending}}}}))
				},
				func() { c.wait(2 * time.Second) },
				func() { c.job("other", "x") },
				func() { c.wait(20 * time.Second) },
			}
			for i, step := range steps {
				step()
				if i == at {
					c.w.SetEnabled(false)
					c.wait(100 * time.Millisecond)
					c.w.SetEnabled(true)
					c.wait(0)
				}
			}
			versions := ""
			for _, v := range c.View().Versions(key("shop")) {
				versions += fmt.Sprint(" ", v.Version, v.SpecDigest, v.Stable)
			}
			require.NoError(t, c.w.Close())
			return c.status("d1") + versions + fmt.Sprint(" ", c.View().Allocation("d1-0").Reschedule)
		}
		want := play(-1)
		require.Equal(t, "failed: Failed due to progress deadline - rolling back to job version 0 2oldtrue 1newfalse 0oldtrue true", want)
		for at := range 7 {
			require.Equal(t, want, play(at), "leadership changes after step %d", at)
		}
	})
}

// While it does not lead nothing is sent, and nothing is remembered.
func TestWatcherNotEnabled(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.rollout()
		c.start()
		c.health(core.Unhealthy, "d1-0")
		c.wait(1100 * time.Millisecond) // the window has closed, the batch has not
		c.w.SetEnabled(false)
		c.wait(time.Hour)
		require.Empty(t, c.did())
		_, err := c.w.Deployments(t.Context())
		require.ErrorIs(t, err, host.ErrNotEnabled)
		require.ErrorIs(t, c.w.Status(t.Context(), "d1", &core.Status{}), host.ErrNotEnabled)
		require.NoError(t, c.w.Swap(t.Context(), c.o.Engine))
		c.w.SetEnabled(true) // a deadline that is over: fires at once
		c.wait(0)
		require.Contains(t, c.did(), "T2 d1 failed")
		require.NoError(t, c.w.Close())
		c.w.SetEnabled(true) // closed for good
		_, err = c.w.Pause(t.Context(), "d1")
		require.ErrorIs(t, err, host.ErrNotEnabled)
	})
}

// A command whose caller goes away goes on; its effect is written.
func TestWatcherCommandIsLeft(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		c.rollout()
		c.start()
		c.fate(func(n int) int {
			if n <= 2 {
				return neverArrives
			}
			return works
		})
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := c.w.Pause(ctx, "d1")
		require.ErrorIs(t, err, context.DeadlineExceeded)
		c.wait(time.Second)
		require.Equal(t, "paused: Deployment is paused", c.status("d1"))
	})
}

// S1 to S6: what the store makes of triggers, through the watcher.
func TestWatcherStoreKeepsTheBooks(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		ctx := t.Context()
		group := func() core.Group { return c.View().Deployment("d1").Groups[0] }
		c.job("shop", "old")
		c.deploy("shop", "d0", core.Group{DesiredTotal: 1}, 1)
		c.must(c.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "d0", Status: core.DeploymentSuccessful, Description: core.TextSuccessful}}}))
		require.True(t, c.View().Versions(key("shop"))[0].Stable, "S4")
		c.job("shop", "new")
		c.deploy("shop", "d1", core.Group{DesiredTotal: 3, DesiredCanaries: 1, ProgressDeadline: seconds(30), AutoRevert: true}, 2)
		require.Equal(t, int32(2), group().PlacedAllocs, "S1")
		require.Equal(t, []string{"d1-0"}, group().PlacedCanaries, "S1")
		require.Equal(t, c.begun.Add(30*time.Second).UnixNano(), group().RequireProgressBy, "S2")
		c.start()

		_, err := c.w.Promote(ctx, "d1")
		require.ErrorContains(t, err, "0 of 1 healthy canaries", "C2, S3")
		c.wait(time.Second)
		_, err = c.w.SetHealth(ctx, "d1", []string{"d1-0"}, nil)
		require.NoError(t, err)
		require.Equal(t, int32(1), group().HealthyAllocs, "S1")
		require.Equal(t, c.begun.Add(31*time.Second).UnixNano(), group().RequireProgressBy, "S2")
		c.wait(time.Second)
		r, err := c.w.Promote(ctx, "d1")
		require.NoError(t, err)
		require.True(t, group().Promoted, "S3")
		require.Equal(t, c.begun.Add(32*time.Second).UnixNano(), group().RequireProgressBy, "S3")
		canary := c.View().Allocation("d1-0")
		require.False(t, canary.Canary, "S3")
		require.Equal(t, r.Index, canary.HealthIndex, "S3")

		c.health(core.Unhealthy, "d1-1")
		c.wait(1250 * time.Millisecond)
		require.True(t, c.View().Allocation("d1-1").Reschedule, "S6")
		require.Equal(t, int32(1), group().UnhealthyAllocs, "S1")
		_, err = c.w.Fail(ctx, "d1")
		require.NoError(t, err)
		newest := c.View().Versions(key("shop"))[0]
		require.Equal(t, uint64(2), newest.Version, "S5")
		require.Equal(t, "old", newest.SpecDigest, "S5")
		require.True(t, newest.Stable, "S5")
		c.wait(0)
		_, err = c.w.Pause(ctx, "d1")
		require.EqualError(t, err, "can't pause terminal deployment", "S4")
	})
}
