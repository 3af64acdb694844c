package core

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What a deployment waits for, and who can end it. A group is db or web; placed
// and healthy are its canaries.
func TestWaits(t *testing.T) {
	// A group with as many allocations, so many of them healthy, of which ended
	// ones have ended.
	type setting struct {
		group
		placed, healthy, ended int32
	}
	type groups []setting
	canaries := func(name string, want, placed, healthy int32) setting {
		g := group{Group: Group{Name: name, DesiredTotal: 3, DesiredCanaries: want, AutoPromote: true}, canariesHealthy: healthy, canariesSeen: placed}
		for i := range placed {
			g.canaries = append(g.canaries, strconv.Itoa(int(i)))
		}
		return setting{g, placed, healthy, 0}
	}
	byUser := func(g setting) setting { g.AutoPromote = false; return g }
	promoted := func(g setting) setting { g.Promoted = true; return g }
	dead := func(g setting) setting { g.ended = 1; return g }
	uncounted := func(g setting) setting { g.HealthyAllocs--; return g }
	rest := func(name string, total, placed, live int32) setting {
		return setting{group{Group: Group{Name: name, DesiredTotal: total, HealthyAllocs: live, AutoPromote: true}, live: live}, placed, live, 0}
	}
	done := rest("db", 1, 1, 1)
	wait := func(code WaitCode, actor Actor, group string, have, want int64) Wait {
		return Wait{Code: code, Actor: actor, Group: group, Have: have, Want: want}
	}
	resume := Wait{Code: WaitResume, Actor: ActorUser}
	scheduler := Wait{Code: WaitScheduler, Actor: ActorScheduler}
	change := Wait{Code: WaitChange, Actor: ActorUser}
	promotion := Wait{Code: WaitPromotion, Actor: ActorUser, Group: "web"}
	result := Wait{Code: WaitResult, Actor: ActorCluster, Have: 1}
	for _, c := range []struct {
		name   string
		groups groups
		change func(m *Machine)
		want   []Wait
	}{
		{"too few are placed", groups{rest("web", 3, 2, 1)}, nil, []Wait{wait(WaitPlacement, ActorScheduler, "web", 2, 3)}},
		{"enough are placed, too few are healthy", groups{rest("web", 3, 3, 2)}, nil, []Wait{wait(WaitHealth, ActorClients, "web", 2, 3)}},
		{"more are placed than wanted, too few are healthy", groups{rest("web", 3, 5, 2)}, nil, []Wait{wait(WaitHealth, ActorClients, "web", 2, 3)}},
		{"enough are healthy", groups{rest("web", 3, 3, 3)}, nil, []Wait{scheduler}},
		{"more are healthy than wanted", groups{rest("web", 3, 4, 4)}, nil, []Wait{scheduler}},
		{"each group that is not done", groups{rest("db", 1, 0, 0), rest("web", 1, 1, 0)}, nil,
			[]Wait{wait(WaitPlacement, ActorScheduler, "db", 0, 1), wait(WaitHealth, ActorClients, "web", 0, 1)}},
		{"only one is done", groups{done, rest("web", 1, 1, 0)}, nil, []Wait{wait(WaitHealth, ActorClients, "web", 0, 1)}},
		{"a deadline over groups that are done", groups{done}, func(m *Machine) { m.timer = 9 },
			[]Wait{{Code: WaitDeadline, Actor: ActorClock, Until: 9}}},
		{"a window comes first", groups{rest("web", 3, 2, 1)}, func(m *Machine) { m.window, m.replace, m.timer = 5, []string{"a", "b"}, 9 },
			[]Wait{{Code: WaitBatch, Actor: ActorClock, Until: 5, Have: 2}, wait(WaitPlacement, ActorScheduler, "web", 2, 3), {Code: WaitDeadline, Actor: ActorClock, Until: 9}}},

		{"too few canaries are placed", groups{canaries("web", 2, 1, 1)}, nil, []Wait{wait(WaitPlacement, ActorScheduler, "web", 1, 2)}},
		{"too few canaries are healthy", groups{canaries("web", 2, 2, 1)}, nil, []Wait{wait(WaitCanaries, ActorClients, "web", 1, 2)}},
		{"a promotion that only a change considers", groups{canaries("web", 2, 2, 2)}, nil, []Wait{change}},
		{"a promotion that is decided", groups{canaries("web", 2, 2, 2)},
			func(m *Machine) { m.outstanding = []outstanding{{N: 1, kind: EffectPromote}} }, []Wait{result}},
		{"another decision is no promotion", groups{canaries("web", 2, 2, 2)},
			func(m *Machine) { m.outstanding = []outstanding{{N: 1, kind: EffectReschedule}} }, []Wait{result, change}},
		{"a user promotes", groups{byUser(canaries("web", 2, 2, 2))}, nil, []Wait{promotion}},
		{"a user promotes, or waits for canaries", groups{byUser(canaries("web", 2, 2, 1))}, nil, []Wait{wait(WaitCanaries, ActorClients, "web", 1, 2)}},
		{"after the promotion", groups{promoted(canaries("web", 2, 2, 2))}, nil, []Wait{wait(WaitPlacement, ActorScheduler, "web", 2, 3)}},
		{"S-3: a canary that was healthy has ended", groups{dead(canaries("web", 2, 2, 2))}, nil, []Wait{wait(WaitPlacement, ActorScheduler, "web", 1, 2)}},
		{"S-3: it has, and a user promotes", groups{dead(byUser(canaries("web", 2, 2, 2)))}, nil, []Wait{wait(WaitPlacement, ActorScheduler, "web", 1, 2)}},
		{"S-3: it has, and there are more", groups{dead(canaries("web", 2, 3, 3))}, nil, []Wait{promotion}},
		{"S-7: the scheduler counts fewer than there are", groups{done, uncounted(rest("web", 3, 3, 3))}, nil, []Wait{wait(WaitCounter, ActorUser, "web", 2, 3)}},
		{"S-7: a promoted group counts its canaries", groups{{group: group{Group: Group{Name: "web", DesiredTotal: 1, DesiredCanaries: 2, Promoted: true, HealthyAllocs: 1}, live: 1}, placed: 1, healthy: 1}}, nil,
			[]Wait{wait(WaitCounter, ActorUser, "web", 1, 2)}},
		{"L1: the deployment is gone", groups{rest("web", 3, 2, 1)}, func(m *Machine) { m.deleted, m.timer = true, 9 },
			[]Wait{{Code: WaitGone, Actor: ActorCluster}, {Code: WaitDeadline, Actor: ActorClock, Until: 9}}},

		{"P1: paused, it promotes itself", groups{canaries("web", 2, 2, 2)}, func(m *Machine) { m.status = DeploymentPaused }, []Wait{resume}},
		{"P1: paused, a user promotes", groups{byUser(canaries("web", 2, 2, 2))}, func(m *Machine) { m.status = DeploymentPaused }, []Wait{resume, promotion}},
		{"a peer region", groups{done}, func(m *Machine) { m.status = DeploymentBlocked }, []Wait{{Code: WaitRegions, Actor: ActorRegion}}},

		{"P2: another group's canaries are not placed", groups{canaries("db", 1, 0, 0), canaries("web", 2, 2, 2)}, nil,
			[]Wait{wait(WaitPlacement, ActorScheduler, "db", 0, 1)}},
		{"P3: another group's canaries are not healthy", groups{canaries("db", 1, 1, 0), canaries("web", 2, 2, 2)}, nil,
			[]Wait{wait(WaitCanaries, ActorClients, "db", 0, 1)}},
		{"P2: another group promotes by a user", groups{byUser(done), canaries("web", 2, 2, 2)}, nil, []Wait{promotion}},
		{"P2: a group before it is not ready, one behind it needs a user", groups{canaries("db", 1, 0, 0), byUser(canaries("web", 2, 2, 2))}, nil,
			[]Wait{wait(WaitPlacement, ActorScheduler, "db", 0, 1)}},
		{"P2: more canaries than desired", groups{canaries("web", 2, 3, 3)}, nil, []Wait{promotion}},
		{"P2: another group has more canaries than desired", groups{canaries("db", 1, 2, 2), canaries("web", 2, 2, 2)}, nil,
			[]Wait{{Code: WaitPromotion, Actor: ActorUser, Group: "db"}, promotion}},
		{"P2: another group, promoted, has lost its canaries", groups{promoted(canaries("db", 1, 0, 0)), canaries("web", 2, 2, 2)}, nil,
			[]Wait{wait(WaitPlacement, ActorScheduler, "db", 0, 3), promotion}},

		{"F3: the failure is being written", groups{rest("web", 3, 2, 1)},
			func(m *Machine) { m.ended, m.outstanding = true, []outstanding{{N: 1, kind: EffectStatus}} }, []Wait{result}},
		{"F3: it was not", groups{rest("web", 3, 2, 1)}, func(m *Machine) { m.ended = true }, []Wait{{Code: WaitEnd, Actor: ActorUser}}},
		{"F3: it was not, and the job is the same", groups{done}, func(m *Machine) { m.ended, m.versions = true, []JobVersion{{Version: 4}} },
			[]Wait{{Code: WaitEnd, Actor: ActorUser}}},
		{"F3: it was not, and the job is newer", groups{done}, func(m *Machine) { m.ended, m.versions = true, []JobVersion{{Version: 5}, {Version: 4}} },
			[]Wait{{Code: WaitEnd, Actor: ActorScheduler}}},
		{"F3: a window is still open", groups{done}, func(m *Machine) { m.ended, m.window = true, 5 },
			[]Wait{{Code: WaitBatch, Actor: ActorClock, Until: 5}}},
		{"L1: nothing any more", groups{rest("web", 3, 2, 1)}, func(m *Machine) { m.done, m.timer = true, 9 }, nil},
		{"not opened", nil, func(m *Machine) { m.opened = false }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &Machine{opened: true, status: DeploymentRunning, jobVersion: 4}
			for i, g := range c.groups {
				m.groups = append(m.groups, g.group)
				for k := range g.placed {
					a := allocation{Allocation: Allocation{Desired: DesiredRun, Client: ClientRunning}, group: int32(i), canary: -1}
					if len(g.canaries) != 0 {
						a.canary = int32(i)
					}
					if k < g.healthy {
						a.Health = Healthy
					}
					if k < g.ended {
						a.Client = ClientFailed
					}
					m.allocs = append(m.allocs, a)
				}
			}
			if c.change != nil {
				c.change(m)
			}
			s := Status{Waits: []Wait{resume}} // what was there is gone
			m.Status(&s)
			if len(c.want) == 0 {
				require.Empty(t, s.Waits)
			} else {
				require.Equal(t, c.want, s.Waits)
			}
		})
	}
}

// As long as a deployment is not done somebody can always do something, and what
// is awaited is not there yet.
func TestThereIsAlwaysAWait(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := func(what string) int32 { return rapid.Int32Range(0, 2).Draw(t, what) }
		m := &Machine{opened: true, status: DeploymentStatus(rapid.IntRange(1, 5).Draw(t, "status")), ended: rapid.Bool().Draw(t, "ended")}
		if rapid.Bool().Draw(t, "enough") {
			m.switches = PromoteEnough
		}
		for _, name := range []string{"db", "web"}[:rapid.IntRange(0, 2).Draw(t, "groups")] {
			g := group{Group: Group{Name: name, DesiredTotal: count("total"), DesiredCanaries: count("desired"), PlacedAllocs: count("allocs"),
				Promoted: rapid.Bool().Draw(t, "promoted"), AutoPromote: rapid.Bool().Draw(t, "auto")}, live: count("live"), canariesHealthy: count("healthy")}
			g.canariesSeen = g.canariesHealthy + count("not healthy")
			for i := range g.canariesSeen + count("absent") {
				g.canaries = append(g.canaries, strconv.Itoa(int(i)))
			}
			m.groups = append(m.groups, g)
		}
		var s Status
		m.Status(&s)
		if len(s.Waits) == 0 {
			t.Fatal("nobody can do anything")
		}
		for _, w := range s.Waits {
			if w.Code == 0 || w.Actor == 0 || w.Want != 0 && w.Have >= w.Want {
				t.Fatalf("%+v", w)
			}
		}
	})
}
