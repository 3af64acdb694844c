package ledger_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/stretchr/testify/require"
)

const second = int64(1_000_000_000)

// deployment has one group with a deadline of 10 s and canaries, and one without.
func deployment() core.Deployment {
	return core.Deployment{ID: "d", Status: core.DeploymentRunning, Description: core.TextRunningManual, ModifyIndex: 1, Groups: []core.Group{
		{Name: "web", DesiredTotal: 2, DesiredCanaries: 1, ProgressDeadline: 10 * second},
		{Name: "db", DesiredTotal: 1},
	}}
}

func alloc(id string) core.Allocation {
	return core.Allocation{ID: id, Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, ModifyTime: 100 * second}
}

func web(d core.Deployment) core.Group { return d.Groups[0] }

// S1 and S2, one write at a time: what it does to the counters, the deadline,
// the placed canaries and the health index.
func TestOneAllocationWritten(t *testing.T) {
	healthy := func(a core.Allocation) core.Allocation {
		a.Health, a.HealthTime, a.HealthIndex = core.Healthy, 50*second, 5
		return a
	}
	unhealthy := func(a core.Allocation) core.Allocation {
		a.Health, a.HealthTime, a.HealthIndex = core.Unhealthy, 50*second, 5
		return a
	}
	for _, c := range []struct {
		name        string
		write       func(d core.Deployment) (core.Deployment, core.Allocation)
		started     int64 // the deadline before, in seconds; 0 for not started
		placed      int32
		healthy     int32
		unhealthy   int32
		deadline    int64 // in seconds
		healthIndex uint64
		canaries    int
		modified    bool
	}{
		{name: "S1 a placement counts, S2 and starts the deadline",
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				return ledger.Rules(0).ApplyPlan(d, nil, alloc("a"), 7)
			},
			placed: 1, deadline: 110, modified: true},
		{name: "S2 a placement does not move a started deadline", started: 105,
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				return ledger.Rules(0).ApplyPlan(d, nil, alloc("a"), 7)
			},
			placed: 1, deadline: 105, modified: true},
		{name: "S1 a placement counts nothing else, even with health",
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				return ledger.Rules(0).ApplyPlan(d, nil, healthy(alloc("a")), 7)
			}, placed: 1, deadline: 110, healthIndex: 5, modified: true},
		{name: "S1 a canary joins the placed ones",
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				a := alloc("a")
				a.Canary = true
				return ledger.Rules(0).ApplyPlan(d, nil, a, 7)
			}, placed: 1, deadline: 110, healthIndex: 7, canaries: 1, modified: true},
		{name: "S1 first health, healthy; S2 starts the deadline too",
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				return ledger.Rules(0).ApplyReport(d, alloc("a"), ledger.Report{Client: core.ClientRunning, Health: core.Healthy, HealthTime: 120 * second}, 7)
			}, healthy: 1, deadline: 130, healthIndex: 7, modified: true},
		{name: "S2 health moves the deadline only to a later time", started: 140,
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				return ledger.Rules(0).ApplyReport(d, alloc("a"), ledger.Report{Client: core.ClientRunning, Health: core.Healthy, HealthTime: 120 * second}, 7)
			}, healthy: 1, deadline: 140, healthIndex: 7, modified: true},
		{name: "S1 first health, unhealthy; S2 does not move the deadline", started: 105,
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				return ledger.Rules(0).ApplyReport(d, alloc("a"), ledger.Report{Client: core.ClientFailed, Health: core.Unhealthy, HealthTime: 120 * second}, 7)
			}, unhealthy: 1, deadline: 105, healthIndex: 7, modified: true},
		{name: "S1 healthy to unhealthy, by a client; S2 moves the deadline all the same", started: 105,
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				return ledger.Rules(0).ApplyReport(d, healthy(alloc("a")), ledger.Report{Client: core.ClientFailed, Health: core.Unhealthy, HealthTime: 120 * second}, 7)
			}, healthy: -1, unhealthy: 1, deadline: 130, healthIndex: 7, modified: true},
		{name: "S1 healthy to unhealthy, by the scheduler: the health index stays", started: 105,
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				before := healthy(alloc("a"))
				after := before
				after.Health, after.HealthTime = core.Unhealthy, 120*second
				return ledger.Rules(0).ApplyPlan(d, &before, after, 7)
			}, healthy: -1, unhealthy: 1, deadline: 130, healthIndex: 5, modified: true},
		{name: "S1 unhealthy to healthy: no count, but the health index moves", started: 105,
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				return ledger.Rules(0).ApplyReport(d, unhealthy(alloc("a")), ledger.Report{Client: core.ClientRunning, Health: core.Healthy, HealthTime: 120 * second}, 7)
			}, deadline: 105, healthIndex: 7},
		{name: "S1 the same health again: nothing", started: 105,
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				return ledger.Rules(0).ApplyReport(d, healthy(alloc("a")), ledger.Report{Client: core.ClientRunning, Health: core.Healthy, HealthTime: 120 * second}, 7)
			}, deadline: 105, healthIndex: 5},
		{name: "S1 a report without health: nothing", started: 105,
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				return ledger.Rules(0).ApplyReport(d, healthy(alloc("a")), ledger.Report{Client: core.ClientComplete}, 7)
			}, deadline: 105, healthIndex: 5},
		{name: "S1 terminal allocations count like others",
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				a := alloc("a")
				a.Desired = core.DesiredStop
				return ledger.Rules(0).ApplyReport(d, a, ledger.Report{Client: core.ClientLost, Health: core.Healthy, HealthTime: 120 * second}, 7)
			}, healthy: 1, deadline: 130, healthIndex: 7, modified: true},
		{name: "S1 groups outside the deployment never count",
			write: func(d core.Deployment) (core.Deployment, core.Allocation) {
				a := alloc("a")
				a.Group = "other"
				return ledger.Rules(0).ApplyPlan(d, nil, a, 7)
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := deployment()
			before.Groups[0].RequireProgressBy = c.started * second
			untouched := fmt.Sprint(before)
			after, a := c.write(before)
			require.Equal(t, untouched, fmt.Sprint(before), "what was given is not changed")
			g := web(after)
			require.Equal(t, []int32{c.placed, c.healthy, c.unhealthy}, []int32{g.PlacedAllocs, g.HealthyAllocs, g.UnhealthyAllocs})
			require.Equal(t, c.deadline*second, g.RequireProgressBy)
			require.Equal(t, c.healthIndex, a.HealthIndex)
			require.Equal(t, uint64(7), a.ModifyIndex)
			require.Len(t, g.PlacedCanaries, c.canaries)
			require.Equal(t, c.modified, after.ModifyIndex == 7)
			require.Equal(t, before.Groups[1], after.Groups[1])
		})
	}
}

func TestCanariesJoinOnce(t *testing.T) {
	a := alloc("a")
	a.Canary = true
	d, a := ledger.Rules(0).ApplyPlan(deployment(), nil, a, 7)
	d, a = ledger.Rules(0).ApplyReport(d, a, ledger.Report{Client: core.ClientRunning, Health: core.Healthy, HealthTime: 1}, 8)
	require.Equal(t, []string{"a"}, web(d).PlacedCanaries)
	// Without a deadline none is started.
	b := alloc("b")
	b.Group = "db"
	d, _ = ledger.Rules(0).ApplyPlan(d, nil, b, 9)
	require.Zero(t, d.Groups[1].RequireProgressBy)
	require.Equal(t, int32(1), d.Groups[1].PlacedAllocs)
	// The scheduler does not speak for the client, unless it is lost.
	stop := a
	stop.Desired, stop.Client = core.DesiredStop, core.ClientPending
	_, got := ledger.Rules(0).ApplyPlan(d, &a, stop, 10)
	require.Equal(t, core.ClientRunning, got.Client)
	stop.Client = core.ClientLost
	_, got = ledger.Rules(0).ApplyPlan(d, &a, stop, 10)
	require.Equal(t, core.ClientLost, got.Client)
}

func rejected(t *testing.T, err error, code ledger.Code, subject string) {
	t.Helper()
	var r *ledger.Rejection
	require.True(t, errors.As(err, &r), "%v", err)
	require.Equal(t, code, r.Code)
	require.Equal(t, subject, r.Subject)
	require.Contains(t, r.Error(), "rejected: ")
}

func TestPromotion(t *testing.T) {
	canary := alloc("c")
	canary.Canary, canary.Health, canary.HealthIndex = true, core.Healthy, 4
	d := deployment()
	d.Groups[0].PlacedCanaries = []string{"c"}
	d.Groups[0].RequireProgressBy = 105 * second
	plain := alloc("p")
	plain.Health = core.Healthy

	// S3: groups become promoted, also those without canaries; a started
	// deadline gets the time and its duration; the canary loses its flag.
	got, written, err := ledger.ApplyPromotion(d, []core.Allocation{canary, plain}, true, nil, 200*second, 7)
	require.NoError(t, err)
	require.True(t, got.Groups[0].Promoted)
	require.True(t, got.Groups[1].Promoted)
	require.Equal(t, 210*second, web(got).RequireProgressBy)
	require.Zero(t, got.Groups[1].RequireProgressBy)
	require.Equal(t, core.TextRunning, got.Description)
	require.Equal(t, uint64(7), got.ModifyIndex)
	require.Len(t, written, 1)
	require.Equal(t, "c", written[0].ID)
	require.False(t, written[0].Canary)
	require.Equal(t, uint64(7), written[0].HealthIndex)
	require.Equal(t, uint64(7), written[0].ModifyIndex)
	require.False(t, web(d).Promoted, "what was given is not changed")

	// A deadline that has not started stays so.
	fresh := d
	fresh.Groups = append([]core.Group(nil), d.Groups...)
	fresh.Groups[0].RequireProgressBy = 0
	got, _, err = ledger.ApplyPromotion(fresh, []core.Allocation{canary}, true, nil, 200*second, 7)
	require.NoError(t, err)
	require.Zero(t, web(got).RequireProgressBy)

	// Only named groups; unknown names are passed over; none at all promotes none.
	got, written, err = ledger.ApplyPromotion(d, []core.Allocation{canary}, false, []string{"db", "nosuch"}, 200*second, 7)
	require.NoError(t, err)
	require.False(t, web(got).Promoted)
	require.True(t, got.Groups[1].Promoted)
	require.Empty(t, written)
	require.Equal(t, core.TextRunningManual, got.Description, "another group still wants a promotion")
	got, _, err = ledger.ApplyPromotion(d, nil, false, nil, 200*second, 7)
	require.NoError(t, err)
	require.Equal(t, uint64(7), got.ModifyIndex)

	// A paused deployment keeps its description.
	paused := d
	paused.Status, paused.Description = core.DeploymentPaused, core.TextPaused
	got, _, err = ledger.ApplyPromotion(paused, []core.Allocation{canary}, true, nil, 200*second, 7)
	require.NoError(t, err)
	require.Equal(t, core.TextPaused, got.Description)

	// C2's check: fewer healthy, live, placed canaries than desired refuse it.
	for _, change := range []func(a *core.Allocation, d *core.Deployment){
		func(a *core.Allocation, _ *core.Deployment) { a.Health = core.HealthUnset },
		func(a *core.Allocation, _ *core.Deployment) { a.Health = core.Unhealthy },
		func(a *core.Allocation, _ *core.Deployment) { a.Desired = core.DesiredStop },
		func(a *core.Allocation, _ *core.Deployment) { a.Client = core.ClientLost },
		func(a *core.Allocation, _ *core.Deployment) { a.Group = "db" },
		func(_ *core.Allocation, d *core.Deployment) { d.Groups[0].PlacedCanaries = nil },
	} {
		a, bad := canary, d
		bad.Groups = append([]core.Group(nil), d.Groups...)
		change(&a, &bad)
		_, _, err := ledger.ApplyPromotion(bad, []core.Allocation{a}, true, nil, 200*second, 7)
		rejected(t, err, ledger.FewCanaries, "web")
		_, _, err = ledger.ApplyPromotion(bad, []core.Allocation{a}, false, []string{"db"}, 200*second, 7)
		require.NoError(t, err, "another group is not held back")
	}
	ended := d
	ended.Status = core.DeploymentFailed
	_, _, err = ledger.ApplyPromotion(ended, []core.Allocation{canary}, true, nil, 200*second, 7)
	rejected(t, err, ledger.Terminal, "d")
}

func TestStatus(t *testing.T) {
	d, err := ledger.Rules(0).ApplyStatus(deployment(), core.DeploymentPaused, core.TextPaused, 0, 7)
	require.NoError(t, err)
	require.Equal(t, core.DeploymentPaused, d.Status)
	require.Equal(t, core.TextPaused, d.Description)
	require.Equal(t, uint64(7), d.ModifyIndex)
	d, err = ledger.Rules(0).ApplyStatus(d, core.DeploymentFailed, core.TextMarkedAsFailed, 0, 8)
	require.NoError(t, err)
	_, err = ledger.Rules(0).ApplyStatus(d, core.DeploymentRunning, core.TextRunning, 0, 9)
	rejected(t, err, ledger.Terminal, "d") // S4
}

func TestSetHealth(t *testing.T) {
	allocs := map[string]core.Allocation{"a": alloc("a"), "b": alloc("b")}
	lookup := func(id string) (core.Allocation, bool, bool) {
		if id == "foreign" {
			return alloc(id), true, true
		}
		a, ok := allocs[id]
		return a, ok, false
	}
	d, written, err := ledger.Rules(0).SetHealth(deployment(), lookup, []string{"a"}, []string{"b"}, 120*second, 7)
	require.NoError(t, err)
	g := web(d)
	require.Equal(t, []int32{0, 1, 1}, []int32{g.PlacedAllocs, g.HealthyAllocs, g.UnhealthyAllocs})
	require.Equal(t, 130*second, g.RequireProgressBy)
	require.Len(t, written, 2)
	require.Equal(t, core.Healthy, written[0].Health)
	require.Equal(t, 120*second, written[0].HealthTime)
	require.Equal(t, uint64(7), written[0].HealthIndex)
	require.Equal(t, 100*second, written[0].ModifyTime, "the modify time is the last report's")

	// C1: healthy ids are applied first, so the same one ends unhealthy.
	d, written, err = ledger.Rules(0).SetHealth(deployment(), lookup, []string{"a"}, []string{"a"}, 120*second, 7)
	require.NoError(t, err)
	require.Equal(t, []int32{0, 0, 1}, []int32{web(d).PlacedAllocs, web(d).HealthyAllocs, web(d).UnhealthyAllocs})
	require.Len(t, written, 1)
	require.Equal(t, core.Unhealthy, written[0].Health)

	// T4 always moves the health index, also without a change.
	allocs["a"] = core.Allocation{ID: "a", Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, Health: core.Healthy, HealthIndex: 3}
	_, written, err = ledger.Rules(0).SetHealth(deployment(), lookup, []string{"a"}, nil, 120*second, 7)
	require.NoError(t, err)
	require.Equal(t, uint64(7), written[0].HealthIndex)

	// One unknown or foreign id refuses the whole write.
	_, _, err = ledger.Rules(0).SetHealth(deployment(), lookup, []string{"a", "nosuch"}, nil, 1, 7)
	rejected(t, err, ledger.UnknownAllocation, "nosuch")
	_, _, err = ledger.Rules(0).SetHealth(deployment(), lookup, []string{"a"}, []string{"foreign"}, 1, 7)
	rejected(t, err, ledger.ForeignAllocation, "foreign")
	ended := deployment()
	ended.Status = core.DeploymentSuccessful
	_, _, err = ledger.Rules(0).SetHealth(ended, lookup, nil, nil, 1, 7)
	rejected(t, err, ledger.Terminal, "d")
}

func TestReschedule(t *testing.T) {
	a := ledger.AllowReschedule(alloc("a"), 7)
	require.True(t, a.Reschedule)
	require.Equal(t, uint64(7), a.ModifyIndex)
	require.Equal(t, 100*second, a.ModifyTime, "S6 moves the index and no time")
}

func TestVersions(t *testing.T) {
	v := func(n uint64, stable bool) core.JobVersion {
		return core.JobVersion{Version: n, Stable: stable, CreateIndex: 3, SpecDigest: fmt.Sprint(n)}
	}
	numbers := func(versions []core.JobVersion) (n []uint64) {
		for _, v := range versions {
			n = append(n, v.Version)
		}
		return n
	}
	var versions []core.JobVersion
	for n := range uint64(6) {
		versions = ledger.AddVersion(versions, v(n, n == 0))
	}
	require.Equal(t, []uint64{5, 4, 3, 2, 1, 0}, numbers(versions))
	// R1: the newest stable one is kept, the next older goes.
	versions = ledger.AddVersion(versions, v(6, false))
	require.Equal(t, []uint64{6, 5, 4, 3, 2, 0}, numbers(versions))
	// Another one became stable: version 0 may go.
	versions = ledger.MarkStable(versions, 4)
	versions = ledger.AddVersion(versions, v(7, false))
	require.Equal(t, []uint64{7, 6, 5, 4, 3, 2}, numbers(versions))
	require.Equal(t, versions, ledger.MarkStable(versions, 99), "one that is not kept is passed over")

	// S5: everything travels, the stable flag too.
	stopped := versions[3]
	stopped.Stopped = true
	versions = ledger.AddVersion(versions, stopped)
	rolled, err := ledger.Rules(0).RollBack(versions, 4)
	require.NoError(t, err)
	require.Equal(t, core.JobVersion{Version: 8, Stable: true, Stopped: true, CreateIndex: 3, SpecDigest: "4", Rollback: true}, rolled[0])
	require.Equal(t, []uint64{8, 7, 6, 5, 4, 3}, numbers(rolled))
	require.Equal(t, uint64(7), versions[0].Version, "what was given is not changed")
	_, err = ledger.Rules(0).RollBack(versions, 0)
	rejected(t, err, ledger.UnknownVersion, "0")
}

// S1: a canary that was placed before it counted as one joins with the next
// write that changes a count.
func TestCanaryJoinsLater(t *testing.T) {
	a := alloc("a")
	d, a := ledger.Rules(0).ApplyPlan(deployment(), nil, a, 7)
	require.Empty(t, web(d).PlacedCanaries)
	a.Canary = true
	d, a = ledger.Rules(0).ApplyReport(d, a, ledger.Report{Client: core.ClientRunning}, 8)
	require.Empty(t, web(d).PlacedCanaries, "no count, no canary")
	d, _ = ledger.Rules(0).ApplyReport(d, a, ledger.Report{Client: core.ClientRunning, Health: core.Healthy, HealthTime: 1}, 9)
	require.Equal(t, []string{"a"}, web(d).PlacedCanaries)
}

// S5: the create index is the current job's, not that of the version that is
// rolled back to.
func TestRollBackCreateIndex(t *testing.T) {
	versions := ledger.AddVersion(nil, core.JobVersion{Version: 0, Stable: true, CreateIndex: 3})
	versions = ledger.AddVersion(versions, core.JobVersion{Version: 1, CreateIndex: 9})
	versions, err := ledger.Rules(0).RollBack(versions, 0)
	require.NoError(t, err)
	require.Equal(t, core.JobVersion{Version: 2, Stable: true, CreateIndex: 9, Rollback: true}, versions[0])
}
