package core

import "strconv"

//msgp:vartuple Status GroupStatus Wait

// Status answers "why is it stuck, what will it do next, who can move it".
type Status struct {
	DeploymentID string
	// Opened, Ended and Done are the stages of the watch: Ended after the rules
	// have failed the deployment (F3), Done once it is seen terminal (L1).
	Opened, Ended, Done bool
	Status              DeploymentStatus
	// Deleted says that the deployment is gone from the store.
	Deleted bool
	// Now and Index are those of the last input.
	Now   int64
	Index uint64
	Wake  Wake
	// Groups are in the order of their names.
	Groups []GroupStatus
	// Waits say what it waits for, most urgent first. One that is not Done has at
	// least one.
	Waits []Wait
	// Outstanding are the keys of effects without a final result.
	Outstanding []Key
	// Pending are the allocations that the open window will allow to be replaced.
	Pending []string
}

// GroupStatus is where one group stands.
type GroupStatus struct {
	Name                           string
	DesiredTotal, DesiredCanaries  int32
	Promoted                       bool
	AutoPromote, AutoRevert        bool
	PlacedAllocs                   int32
	HealthyAllocs, UnhealthyAllocs int32
	// Live counts allocations that are healthy and not terminal (D2).
	Live int32
	// PlacedCanaries and HealthyCanaries count placed canaries, and those among
	// the allocations that are healthy.
	PlacedCanaries, HealthyCanaries int32
	// Done is D2's word on the group.
	Done              bool
	ProgressDeadline  int64
	RequireProgressBy int64
	// Standing counts allocations that are not terminal, StandingCanaries the
	// placed canaries among them and LiveCanaries those of these that are healthy.
	Standing, StandingCanaries, LiveCanaries int32
}

// WaitCode says what a deployment waits for.
type WaitCode uint8

// The waits. Each comment names the facts that come with it.
const (
	// WaitBatch: the batch window closes at Until. Have: allocations in it.
	WaitBatch WaitCode = iota + 1
	// WaitPromotion: a user must promote Group.
	WaitPromotion
	// WaitCanaries: clients must report; Group has Have of Want canaries healthy.
	WaitCanaries
	// WaitResume: a user must resume the deployment.
	WaitResume
	// WaitPlacement: the scheduler must place; Group has Have of Want allocations,
	// or canaries, that have not ended.
	WaitPlacement
	// WaitHealth: clients must report; Group has Have of Want healthy.
	WaitHealth
	// WaitScheduler: every group is done; the scheduler must say successful.
	WaitScheduler
	// WaitDeadline: fails at Until if a group is short then. Have: the rollbacks in a
	// row for which it was put off (G7), or 0.
	WaitDeadline
	// WaitResult: the cluster must answer Have outstanding effects.
	WaitResult
	// WaitRegions: a peer region must go on.
	WaitRegions
	// WaitChange: promotion would be decided, but is only considered when
	// allocations change (P4). A user can promote meanwhile.
	WaitChange
	// WaitEnd: the watch has ended (F3), but the deployment was not failed: the
	// write was refused or withdrawn. The scheduler cancels it if there is a newer
	// version of the job, otherwise a user must act.
	WaitEnd
	// WaitCounter: every group is done, but by the counter by which the scheduler
	// goes Group has Have of Want healthy (an allocation that was unhealthy once is
	// not counted again). Only a user can end the deployment.
	WaitCounter
	// WaitGone: the deployment is gone from the store (L1); it is watched until
	// another leader takes over, and nothing comes of it.
	WaitGone
	// WaitBake (G1): the canaries have been healthy for long enough at Until. Group:
	// the first of those that are promoted then.
	WaitBake
	// WaitApproval (G2): at Until Group is promoted without a user, or the deployment
	// fails. Have: the ApprovalAction.
	WaitApproval
	// WaitDuration (G5): at Until the deployment takes longer than it may.
	WaitDuration
	// WaitBackOff (G7): the deployment fails at Until. Have: the newest versions that
	// are rollbacks.
	WaitBackOff
	// WaitGate (G9): Gate must pass.
	WaitGate
	// WaitThaw (G10): something can go forward at Until.
	WaitThaw
)

// guardWakes are the wake-ups of waits for a policy's time.
var guardWakes = [...]WakeReason{
	WaitBake: WakeBake, WaitApproval: WakeApproval, WaitDuration: WakeDuration, WaitBackOff: WakeBackOff,
	WaitThaw: WakeThaw,
}

// Actor is who can end a wait.
type Actor uint8

// The actors.
const (
	ActorClock Actor = iota + 1
	ActorUser
	ActorScheduler
	ActorClients
	ActorCluster
	ActorRegion
	ActorGate
)

var actorNames = [...]string{"", "time", "a user", "the scheduler", "the clients", "the cluster", "a peer region", "a gate"}

// String returns the actor in words.
func (a Actor) String() string { return name(actorNames[:], uint8(a)) }

// Wait is one thing that a deployment waits for.
type Wait struct {
	Code  WaitCode
	Actor Actor
	Group string
	// Have and Want are counts; Until is in Unix nanoseconds, 0 without an end.
	Have, Want int64
	Until      int64
	Gate       string
}

// Status fills s with where the deployment stands. Before the opening it is
// empty but for Opened.
func (m *Machine) Status(s *Status) {
	*s = Status{
		DeploymentID: m.id, Opened: m.opened, Ended: m.ended, Done: m.done, Deleted: m.deleted,
		Status: m.status, Now: m.now, Index: m.index, Wake: m.wake(),
		Groups: s.Groups[:0], Waits: s.Waits[:0], Outstanding: s.Outstanding[:0],
		Pending: append(s.Pending[:0], m.replace...),
	}
	for i := range m.groups {
		g := &m.groups[i]
		s.Groups = append(s.Groups, GroupStatus{
			Name: g.Name, DesiredTotal: g.DesiredTotal, DesiredCanaries: g.DesiredCanaries, Promoted: g.Promoted,
			AutoPromote: g.AutoPromote, AutoRevert: g.AutoRevert,
			PlacedAllocs: g.PlacedAllocs, HealthyAllocs: g.HealthyAllocs, UnhealthyAllocs: g.UnhealthyAllocs,
			Live: g.live, PlacedCanaries: int32(len(g.canaries)), HealthyCanaries: g.canariesHealthy, Done: g.done(),
			ProgressDeadline: g.ProgressDeadline, RequireProgressBy: g.RequireProgressBy,
		})
	}
	m.census(s.Groups)
	for i := range m.outstanding {
		s.Outstanding = append(s.Outstanding, m.key(m.outstanding[i].N))
	}
	if m.opened && !m.done {
		m.waits(s)
	}
}

// census counts what no rule reads and is only asked for here.
func (m *Machine) census(groups []GroupStatus) {
	for i := range m.allocs {
		a := &m.allocs[i]
		if a.Terminal() {
			continue
		}
		if a.group >= 0 {
			groups[a.group].Standing++
		}
		if a.canary >= 0 {
			g := &groups[a.canary]
			g.StandingCanaries++
			if a.Health == Healthy {
				g.LiveCanaries++
			}
		}
	}
}

// waits lists what the deployment waits for.
func (m *Machine) waits(s *Status) {
	add := func(w Wait) { s.Waits = append(s.Waits, w) }
	if m.window != 0 {
		add(Wait{Code: WaitBatch, Actor: ActorClock, Until: m.window, Have: int64(len(m.replace))})
	}
	if n := len(m.outstanding); n != 0 {
		add(Wait{Code: WaitResult, Actor: ActorCluster, Have: int64(n)})
	}
	if m.ended {
		if len(s.Waits) == 0 {
			add(m.endWait())
		}
		return
	}
	if m.deleted {
		add(Wait{Code: WaitGone, Actor: ActorCluster})
	} else {
		m.rolloutWaits(s)
	}
	if m.policed {
		m.guardWaits(add)
	}
	if m.timer != 0 {
		w := Wait{Code: WaitDeadline, Actor: ActorClock, Until: m.timer}
		if m.timer == m.backOff(true) {
			w.Have = int64(m.rollbacks())
		}
		add(w)
	}
	if len(s.Waits) == 0 {
		add(m.finishWait())
	}
}

// rolloutWaits lists what the groups and the deployment's status wait for.
func (m *Machine) rolloutWaits(s *Status) {
	add := func(w Wait) { s.Waits = append(s.Waits, w) }
	switch m.status {
	case DeploymentPaused:
		add(Wait{Code: WaitResume, Actor: ActorUser})
	case DeploymentPending, DeploymentBlocked, DeploymentUnblocking:
		add(Wait{Code: WaitRegions, Actor: ActorRegion})
	}
	together := m.cfg.Policy.Promotion == PromoteTogether
	accepted := true // the store would promote
	ready := together && m.promotable().Code == ReasonPromote
	for i := range m.groups {
		g := &m.groups[i]
		if w := m.groupWait(s.Groups, i); w.Code != 0 {
			accepted = accepted && !(together && g.wantsPromotion())
			add(w)
		} else if !together {
			ready = ready || m.holds(g).Code == ReasonPromote
		}
	}
	if accepted && ready && !m.promoting() {
		add(Wait{Code: WaitChange, Actor: ActorUser})
	}
}

// guardWaits lists what policies wait for. Those with an Until are ahead.
func (m *Machine) guardWaits(add func(Wait)) {
	if m.deleted {
		return
	}
	p := &m.cfg.Policy
	thaw, gates := m.needHeld && m.newest() > m.latest() && m.frozen() != 0, false
	for i := range m.groups {
		switch r := m.holds(&m.groups[i]); {
		case r.Code == ReasonBaking && r.Time != 0:
			add(Wait{Code: WaitBake, Actor: ActorClock, Group: r.Group, Until: r.Time})
		case r.Code == ReasonApproval && r.Time > m.now:
			add(Wait{Code: WaitApproval, Actor: ActorClock, Group: r.Group, Until: r.Time, Have: r.Have})
		case r.Code == ReasonGate:
			gates = true
		case r.Code == ReasonFrozen:
			thaw = true
		}
		if p.Promotion == PromoteTogether {
			break // all are held by the same
		}
	}
	for i := 0; i < len(p.Gates) && gates; i++ {
		if m.shut(i) {
			add(Wait{Code: WaitGate, Actor: ActorGate, Gate: p.Gates[i].Name})
		}
	}
	if thaw {
		add(Wait{Code: WaitThaw, Actor: ActorClock, Until: m.frozen()})
	}
	if at := m.limit(); at > m.now {
		add(Wait{Code: WaitDuration, Actor: ActorClock, Until: at})
	}
	if text, rollback := m.failing(true, nil); text != "" && m.index >= m.failFrom {
		if until := m.backOff(rollback); until > m.now {
			add(Wait{Code: WaitBackOff, Actor: ActorClock, Until: until, Have: int64(m.rollbacks())})
		}
	}
}

// finishWait returns what a deployment waits for that waits for nothing else.
func (m *Machine) finishWait() Wait {
	for i := range m.groups {
		g := &m.groups[i]
		if want := max(g.DesiredTotal, g.DesiredCanaries); g.HealthyAllocs < want {
			return Wait{Code: WaitCounter, Actor: ActorUser, Group: g.Name, Have: int64(g.HealthyAllocs), Want: int64(want)}
		}
	}
	return Wait{Code: WaitScheduler, Actor: ActorScheduler}
}

// endWait returns what a deployment waits for that should have failed and did not.
func (m *Machine) endWait() Wait {
	if len(m.versions) != 0 && m.versions[0].Version > m.jobVersion {
		return Wait{Code: WaitEnd, Actor: ActorScheduler}
	}
	return Wait{Code: WaitEnd, Actor: ActorUser}
}

// promoting reports whether a promotion waits for its result.
func (m *Machine) promoting() bool {
	for i := range m.outstanding {
		if m.outstanding[i].kind == EffectPromote {
			return true
		}
	}
	return false
}

// groupWait returns what one group waits for; no code when it is done.
func (m *Machine) groupWait(counts []GroupStatus, i int) Wait {
	g, count := &m.groups[i], &counts[i]
	if g.wantsPromotion() {
		want := g.DesiredCanaries
		switch {
		case count.StandingCanaries < want:
			return Wait{Code: WaitPlacement, Actor: ActorScheduler, Group: g.Name, Have: int64(count.StandingCanaries), Want: int64(want)}
		case count.LiveCanaries < want:
			return Wait{Code: WaitCanaries, Actor: ActorClients, Group: g.Name, Have: int64(count.LiveCanaries), Want: int64(want)}
		}
		switch held := m.holds(g); {
		case held.Code == ReasonPromote, held.Code == ReasonNotRunning && g.AutoPromote,
			held.Code == ReasonBaking && held.Time != 0, held.Code == ReasonTurn, held.Code == ReasonGate, held.Code == ReasonFrozen,
			held.Code == ReasonApproval && g.AutoPromote:
			return Wait{} // decided already, or another wait says what for
		case held.Group != g.Name && held.Code != ReasonNotRunning && held.Code != ReasonNotAutoPromote:
			// It is ready itself. The canaries of another group may be awaited; then
			// that one says so.
			o := m.group(held.Group)
			if m.groups[o].wantsPromotion() && counts[o].LiveCanaries < m.groups[o].DesiredCanaries {
				return Wait{}
			}
		}
		return Wait{Code: WaitPromotion, Actor: ActorUser, Group: g.Name}
	}
	if g.live >= g.DesiredTotal {
		return Wait{}
	}
	if count.Standing < g.DesiredTotal {
		return Wait{Code: WaitPlacement, Actor: ActorScheduler, Group: g.Name, Have: int64(count.Standing), Want: int64(g.DesiredTotal)}
	}
	return Wait{Code: WaitHealth, Actor: ActorClients, Group: g.Name, Have: int64(g.live), Want: int64(g.DesiredTotal)}
}

// String returns the wait as a clause without its time: "group "web" to have 3
// healthy allocations, it has 1".
func (w Wait) String() string {
	group := "group \"" + w.Group + "\""
	figures := strconv.FormatInt(w.Have, 10) + " of " + strconv.FormatInt(w.Want, 10)
	switch w.Code {
	case WaitBatch:
		return "the batch window to close, with " + plural(w.Have, "allocation") + " to replace"
	case WaitPromotion:
		return group + " to be promoted; its canaries are healthy"
	case WaitCanaries:
		return "the canaries of " + group + ", " + figures
	case WaitResume:
		return "the deployment to be resumed"
	case WaitPlacement:
		return "allocations of " + group + " to be placed, " + figures
	case WaitHealth:
		return "allocations of " + group + " to be healthy, " + figures
	case WaitScheduler:
		return "the deployment to be called successful; every group is done"
	case WaitDeadline:
		text := "the progress deadline, "
		if w.Have != 0 {
			text += "put off after " + plural(w.Have, "rollback") + " in a row, "
		}
		return text + "which fails the deployment if a group is short"
	case WaitResult:
		return "the answer to " + plural(w.Have, "decision")
	case WaitRegions:
		return "a peer region to go on"
	case WaitChange:
		return "a promotion by hand, or any change of an allocation, which will promote"
	case WaitEnd:
		if w.Actor == ActorScheduler {
			return "the deployment to be cancelled for a newer version; its failure was not written, and the watch has ended"
		}
		return "the deployment to be failed by hand; its failure was not written, and the watch has ended"
	case WaitCounter:
		return "the deployment to be failed by hand: " + group + " is done, but the scheduler counts " + figures + " healthy and will not end it"
	case WaitGone:
		return "another leader to take over; the deployment is gone from the store"
	case WaitBake:
		return "the canaries of " + group + " to have been healthy for long enough"
	case WaitApproval:
		text := "the time for promoting " + group + " to end, which "
		if ApprovalAction(w.Have) == ApprovalAborts {
			return text + "fails the deployment"
		}
		return text + "promotes it"
	case WaitDuration:
		return "the limit on the deployment's duration, which fails it if a group is not done"
	case WaitBackOff:
		return "the failure to be due, after " + plural(w.Have, "rollback") + " in a row"
	case WaitGate:
		return "gate \"" + w.Gate + "\" to pass"
	case WaitThaw:
		return "the end of the freeze"
	}
	return "undefined"
}
