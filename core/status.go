package core

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
	// Waits say what it waits for, most urgent first. A deployment that is
	// neither Ended nor Done has at least one.
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
}

// WaitCode says what a deployment waits for.
type WaitCode uint8

// The waits. Each comment names the facts that come with it.
const (
	// WaitBatch: the batch window closes at Until. Have: allocations in it.
	WaitBatch WaitCode = iota + 1
	// WaitPromotion: a user must promote Group.
	WaitPromotion
	// WaitCanaries: Group has Have of Want canaries placed or healthy.
	WaitCanaries
	// WaitResume: a user must resume the deployment.
	WaitResume
	// WaitPlacement: the scheduler must place; Group has Have of Want placed.
	WaitPlacement
	// WaitHealth: clients must report; Group has Have of Want healthy.
	WaitHealth
	// WaitScheduler: every group is done; the scheduler must say successful.
	WaitScheduler
	// WaitDeadline: fails at Until if a group is short then.
	WaitDeadline
	// WaitResult: the cluster must answer Have outstanding effects.
	WaitResult
	// WaitRegions: a peer region must go on.
	WaitRegions
	// WaitPromoted: the cluster must show a promotion that was decided.
	WaitPromoted
)

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
)

var actorNames = [...]string{"", "time", "a user", "the scheduler", "the clients", "the cluster", "a peer region"}

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
}
