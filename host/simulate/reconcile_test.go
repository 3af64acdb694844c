package simulate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/memory"
	"github.com/stretchr/testify/require"
)

const second = int64(1_000_000_000)

// have is an allocation in a few words: its slot and version, then whatever else
// is so: healthy, unhealthy, failed, allowed, lost, canary, told.
func have(t *testing.T, words string, in *picture) {
	f := strings.Fields(words)
	var slot, version int
	_, err := fmt.Sscanf(f[0], "%d.v%d", &slot, &version)
	require.NoError(t, err)
	a := &memory.Allocation{
		Allocation: core.Allocation{ID: f[0], Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning},
		JobVersion: uint64(version), Name: fmt.Sprintf("job.web[%d]", slot), Deployment: deploymentID(uint64(version)),
		CreateIndex: uint64(len(in.allocations)),
	}
	k := known{image: fmt.Sprint(version)}
	for _, w := range f[1:] {
		switch w {
		case "healthy":
			a.Health = core.Healthy
		case "unhealthy":
			a.Health = core.Unhealthy
		case "failed":
			a.Client, a.Health, k.failed = core.ClientFailed, core.Unhealthy, 10*second
		case "allowed":
			a.Reschedule = true
		case "lost":
			k.lost = true
		case "canary":
			a.Canary = true
		case "told":
			a.Desired = core.DesiredStop
		case "same":
			k.image = fmt.Sprint(in.job.Version)
		default:
			t.Fatalf("what is %q?", w)
		}
	}
	if in.deployment != nil && a.Canary && a.Deployment == in.deployment.ID {
		in.deployment.Groups[0].PlacedCanaries = append(in.deployment.Groups[0].PlacedCanaries, a.ID)
	}
	in.allocations = append(in.allocations, a)
	was := in.known
	in.known = func(id string) known {
		if id == a.ID {
			return k
		}
		return was(id)
	}
}

// tell writes what a look came to.
func tell(p *pass) (lines []string) {
	if d := p.plan.Deployment; d != nil {
		for _, g := range d.Groups {
			lines = append(lines, fmt.Sprintf("new %s %d+%d: %s", d.ID, g.DesiredTotal, g.DesiredCanaries, d.Description))
		}
	}
	for _, u := range p.plan.Updates {
		lines = append(lines, fmt.Sprintf("%s %s: %s", u.Deployment, u.Status, u.Description))
	}
	var stops, places []string
	for _, s := range p.plan.Stops {
		word := "stop "
		if s.Lost {
			word = "lost "
		}
		stops = append(stops, word+s.Allocation)
	}
	for _, a := range p.plan.Allocations {
		word := fmt.Sprintf("place %d", slotOf(a.Name))
		if !strings.HasPrefix(a.ID, "new") {
			word = "keep " + a.ID
		}
		if a.Canary {
			word += " canary"
		}
		if a.Previous != "" {
			word += " for " + a.Previous
		}
		places = append(places, word+" in "+a.Deployment)
	}
	slices.Sort(stops)
	lines = append(append(lines, stops...), places...)
	for _, at := range p.again {
		lines = append(lines, fmt.Sprintf("again at %d s", at/second))
	}
	if p.blocked {
		lines = append(lines, "blocked")
	}
	return lines
}

// TestReconcile has one look of the scheduler at a time, at 12 s, at a job of one
// group of three, max_parallel 2, replaced 5 s after they failed.
func TestReconcile(t *testing.T) {
	const running, paused, failed, successful = core.DeploymentRunning, core.DeploymentPaused, core.DeploymentFailed, core.DeploymentSuccessful
	for _, c := range []struct {
		name       string
		version    uint64
		stopped    bool
		canary     int
		parallel   int
		now        int64
		deployment string // its version, if there is one
		status     core.DeploymentStatus
		healthy    int32 // by its counter
		canaries   int32 // desired
		promoted   bool
		noRoom     int
		have       []string
		want       []string
	}{
		{name: "a first version is placed at once, without canaries", canary: 2,
			want: []string{"new d0 3+0: Deployment is running", "place 0 in d0", "place 1 in d0", "place 2 in d0"}},
		{name: "nothing is left, and the counter says so: successful", deployment: "0", status: running, healthy: 3,
			have: []string{"0.v0 healthy", "1.v0 healthy", "2.v0 healthy"},
			want: []string{"d0 successful: Deployment completed successfully"}},
		{name: "the counter is short: nothing", deployment: "0", status: running, healthy: 2,
			have: []string{"0.v0 healthy", "1.v0 healthy", "2.v0"}},
		{name: "after success nothing", deployment: "0", status: successful, healthy: 3,
			have: []string{"0.v0 healthy", "1.v0 healthy", "2.v0 healthy"}},
		{name: "after success what is lost is replaced without a deployment", deployment: "0", status: successful, healthy: 3,
			have: []string{"0.v0 healthy", "1.v0 healthy lost", "2.v0 healthy"},
			want: []string{"lost 1.v0", "place 1 in "}},
		{name: "a new version replaces max_parallel at once", version: 1, deployment: "0", status: successful,
			have: []string{"0.v0 healthy", "1.v0 healthy", "2.v0 healthy"},
			want: []string{"new d1 3+0: Deployment is running", "stop 0.v0", "stop 1.v0", "place 0 for 0.v0 in d1", "place 1 for 1.v0 in d1"}},
		{name: "less those that are not healthy yet", version: 1, deployment: "1", status: running,
			have: []string{"0.v1", "1.v0 healthy", "2.v0 healthy"},
			want: []string{"stop 1.v0", "place 1 for 1.v0 in d1"}},
		{name: "an unhealthy one stops it", version: 1, deployment: "1", status: running,
			have: []string{"0.v1 unhealthy", "1.v0 healthy", "2.v0 healthy"}},
		{name: "a newer version cancels", version: 2, parallel: 1, deployment: "1", status: running,
			have: []string{"0.v1 healthy", "1.v0 healthy", "2.v0 healthy"},
			want: []string{"new d2 3+0: Deployment is running", "d1 cancelled: Cancelled due to newer version of job", "stop 0.v1", "place 0 for 0.v1 in d2"}},
		{name: "what executes the same is updated in place, all at once", version: 1, deployment: "0", status: failed,
			have: []string{"0.v0 healthy same", "1.v0 healthy same", "2.v0 healthy same"},
			want: []string{"new d1 3+0: Deployment is running", "keep 0.v0 in d1", "keep 1.v0 in d1", "keep 2.v0 in d1"}},
		{name: "canaries come first, on top", version: 1, canary: 2, deployment: "0", status: successful,
			have: []string{"0.v0 healthy", "1.v0 healthy", "2.v0 healthy"},
			want: []string{"new d1 3+2: Deployment is running but requires manual promotion", "place 0 canary in d1", "place 1 canary in d1"}},
		{name: "and wait", version: 1, canary: 1, deployment: "1", status: running, canaries: 1,
			have: []string{"0.v0 healthy", "1.v0 healthy", "2.v0 healthy", "0.v1 canary healthy"}},
		{name: "while they wait, what is lost comes back", version: 1, canary: 1, deployment: "1", status: running, canaries: 1,
			have: []string{"0.v0 healthy", "1.v0 healthy lost", "2.v0 healthy", "0.v1 canary healthy"},
			want: []string{"lost 1.v0", "place 1 in d1"}},
		{name: "a canary that is lost is placed again", version: 1, canary: 1, deployment: "1", status: running, canaries: 1,
			have: []string{"0.v0 healthy", "1.v0 healthy", "2.v0 healthy", "0.v1 canary healthy lost"},
			want: []string{"lost 0.v1", "place 0 canary in d1"}},
		{name: "and only that, though a place is empty", version: 1, canary: 1, deployment: "1", status: running, canaries: 1,
			have: []string{"0.v0 healthy", "1.v0 healthy", "0.v1 canary healthy lost"},
			want: []string{"lost 0.v1", "place 0 canary in d1"}},
		{name: "promoted, they take the places of the old ones", version: 1, canary: 1, parallel: 1, deployment: "1", status: running, canaries: 1, promoted: true, healthy: 1,
			have: []string{"0.v0 healthy", "1.v0 healthy", "2.v0 healthy", "0.v1 canary healthy"},
			want: []string{"stop 0.v0", "stop 1.v0", "place 1 for 1.v0 in d1"}},
		{name: "a failed one is kept until the watcher allows to replace it", deployment: "0", status: running, now: 20,
			have: []string{"0.v0 healthy", "1.v0 failed", "2.v0 healthy"}},
		{name: "then it waits for its delay", deployment: "0", status: running,
			have: []string{"0.v0 healthy", "1.v0 failed allowed", "2.v0 healthy"},
			want: []string{"again at 15 s"}},
		{name: "and is replaced", deployment: "0", status: running, now: 15,
			have: []string{"0.v0 healthy", "1.v0 failed allowed", "2.v0 healthy"},
			want: []string{"stop 1.v0", "place 1 for 1.v0 in d0"}},
		{name: "a failed canary too, by a canary", version: 1, canary: 1, deployment: "1", status: running, canaries: 1, now: 15,
			have: []string{"0.v0 healthy", "1.v0 healthy", "2.v0 healthy", "0.v1 canary failed allowed"},
			want: []string{"stop 0.v1", "place 0 canary for 0.v1 in d1"}},
		{name: "one of a failed deployment is not", deployment: "0", status: failed, now: 20,
			have: []string{"0.v0 healthy", "1.v0 failed allowed", "2.v0 healthy"}},
		{name: "a failed deployment does not go on, and its canaries stop", version: 1, canary: 1, deployment: "1", status: failed, canaries: 1,
			have: []string{"0.v0 healthy", "1.v0 healthy", "2.v0 healthy", "0.v1 canary healthy"},
			want: []string{"stop 0.v1"}},
		{name: "nor does a paused one", version: 1, deployment: "1", status: paused,
			have: []string{"0.v1 healthy", "1.v0 healthy", "2.v0 healthy"}},
		{name: "but what is lost comes back", version: 1, deployment: "1", status: paused,
			have: []string{"0.v1 healthy lost", "1.v0 healthy", "2.v0 healthy"},
			want: []string{"lost 0.v1", "place 0 in d1"}},
		{name: "there may be no room", deployment: "0", status: running, healthy: 2, noRoom: 1,
			have: []string{"0.v0 healthy", "1.v0 healthy lost", "2.v0 healthy"},
			want: []string{"lost 1.v0", "blocked"}},
		{name: "more than the count stop from the end", version: 1, deployment: "1", status: running, healthy: 3,
			have: []string{"0.v1 healthy", "1.v1 healthy", "2.v1 healthy", "3.v0 healthy", "4.v0 told"},
			want: []string{"d1 successful: Deployment completed successfully", "stop 3.v0"}},
		{name: "a stopped job", stopped: true, deployment: "0", status: running,
			have: []string{"0.v0 healthy", "1.v0 failed", "2.v0 told"},
			want: []string{"d0 cancelled: Cancelled because job is stopped", "stop 0.v0", "stop 1.v0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := group{name: "web", image: fmt.Sprint(c.version), count: 3, maxParallel: 2, canary: c.canary, rescheduleDelay: 5 * second}
			if c.parallel != 0 {
				g.maxParallel = c.parallel
			}
			n := 0
			in := &picture{
				now: 12 * second, job: &memory.Job{ID: "job", Version: c.version, Stopped: c.stopped, Spec: &spec{groups: []group{g}}},
				room: map[string]int{"web": c.noRoom}, known: func(string) known { return known{} },
				name: func(string) string { n++; return fmt.Sprintf("new%d", n) },
			}
			if c.now != 0 {
				in.now = c.now * second
			}
			if c.deployment != "" {
				in.deployment = &memory.Deployment{Deployment: core.Deployment{ID: "d" + c.deployment, Status: c.status, Groups: []core.Group{
					{Name: "web", DesiredTotal: 3, DesiredCanaries: c.canaries, Promoted: c.promoted, HealthyAllocs: c.healthy}}}}
				_, err := fmt.Sscan(c.deployment, &in.deployment.JobVersion)
				require.NoError(t, err)
			}
			for _, words := range c.have {
				have(t, words, in)
			}
			require.Equal(t, c.want, tell(reconcile(in)))
		})
	}
}

// S8: whose flags count when it is said whether promotion is automatic.
func TestPromotionText(t *testing.T) {
	bare := core.Group{Name: "a"}
	auto := core.Group{Name: "b", DesiredCanaries: 1, AutoPromote: true}
	manual := core.Group{Name: "c", DesiredCanaries: 1}
	for _, c := range []struct {
		groups     []core.Group
		byCanaries bool
		want       string
	}{
		{[]core.Group{bare}, false, core.TextRunning},
		{[]core.Group{auto}, false, core.TextRunningAuto},
		{[]core.Group{auto, manual}, false, core.TextRunningManual},
		{[]core.Group{bare, auto}, false, core.TextRunningManual},
		{[]core.Group{bare, auto}, true, core.TextRunningAuto},
		{[]core.Group{bare, auto, manual}, true, core.TextRunningManual},
	} {
		r := &reconciler{picture: &picture{byCanaries: c.byCanaries}}
		require.Equal(t, c.want, r.text(c.groups))
	}
}

// Events of one time happen in the order in which they were asked for, also
// those asked for meanwhile; a time that lies behind is now.
func TestClock(t *testing.T) {
	c := clock{now: 10}
	var got []string
	say := func(word string) func() { return func() { got = append(got, word) } }
	c.at(20, say("b"))
	c.at(20, func() { say("c")(); c.at(5, say("e")) })
	c.at(20, say("d"))
	c.at(15, say("a"))
	for at, ok := c.next(); ok; at, ok = c.next() {
		c.now = at
		c.run()
	}
	require.Equal(t, []string{"a", "b", "c", "d", "e"}, got)
}

func TestTicks(t *testing.T) {
	for end, want := range map[int64]string{1: "1ms", 3 * second: "500ms", 20 * second: "2s", 100 * second: "10s", 3600 * second: "5m0s", 30 * 24 * 3600 * second: "120h0m0s"} {
		require.Equal(t, want, Duration(tick(end)).String())
	}
}
