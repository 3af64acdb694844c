package core

//msgp:vartuple Deployment Group Allocation Evaluation Job JobGroup JobVersion

// DeploymentStatus is where a deployment stands. Running, paused, pending,
// blocked, unblocking and initializing are active; successful, failed and
// cancelled are terminal and never change again.
type DeploymentStatus uint8

// The statuses of a deployment. The zero value is no status and is refused.
const (
	DeploymentRunning DeploymentStatus = iota + 1
	DeploymentPaused
	DeploymentPending
	DeploymentBlocked
	DeploymentUnblocking
	DeploymentSuccessful
	DeploymentFailed
	DeploymentCancelled
	// DeploymentInitializing does not exist before nomad-1.6; there it is not
	// active (L1).
	DeploymentInitializing
)

var deploymentStatusNames = [...]string{"", "running", "paused", "pending", "blocked", "unblocking", "successful", "failed", "cancelled", "initializing"}

// String returns Nomad's word for the status.
func (s DeploymentStatus) String() string { return name(deploymentStatusNames[:], uint8(s)) }

// Active reports whether a deployment with this status can still change.
func (s DeploymentStatus) Active() bool {
	return s >= DeploymentRunning && s <= DeploymentUnblocking || s == DeploymentInitializing
}

// DesiredStatus is what the scheduler wants of an allocation.
type DesiredStatus uint8

// The desired statuses. The zero value is no status and is refused.
const (
	DesiredRun DesiredStatus = iota + 1
	DesiredStop
	DesiredEvict
)

var desiredStatusNames = [...]string{"", "run", "stop", "evict"}

// String returns Nomad's word for the status.
func (s DesiredStatus) String() string { return name(desiredStatusNames[:], uint8(s)) }

// ClientStatus is what the client reports of an allocation.
type ClientStatus uint8

// The client statuses. The zero value is no status and is refused.
const (
	ClientPending ClientStatus = iota + 1
	ClientRunning
	ClientComplete
	ClientFailed
	ClientLost
	// ClientUnknown: the client is out of reach. It does not exist in 1.0.4.
	ClientUnknown
)

var clientStatusNames = [...]string{"", "pending", "running", "complete", "failed", "lost", "unknown"}

// String returns Nomad's word for the status.
func (s ClientStatus) String() string { return name(clientStatusNames[:], uint8(s)) }

// Health is what is known of an allocation's health in its deployment.
type Health uint8

// The health of an allocation. The zero value is the ordinary beginning: not
// reported yet.
const (
	HealthUnset Health = iota
	Healthy
	Unhealthy
)

var healthNames = [...]string{"unset", "healthy", "unhealthy"}

// String returns the word for the health.
func (h Health) String() string { return name(healthNames[:], uint8(h)) }

// EvaluationStatus is where an evaluation stands. The values are in the order
// in which A1 reads them.
type EvaluationStatus uint8

// The statuses of an evaluation. The zero value is no status and is refused.
const (
	EvaluationBlocked EvaluationStatus = iota + 1
	EvaluationCancelled
	EvaluationComplete
	EvaluationFailed
	EvaluationPending
)

var evaluationStatusNames = [...]string{"", "blocked", "canceled", "complete", "failed", "pending"}

// String returns Nomad's word for the status ("canceled" has one l there).
func (s EvaluationStatus) String() string { return name(evaluationStatusNames[:], uint8(s)) }

// Deployment is one rollout of one job version.
type Deployment struct {
	// ID names the deployment; at most MaxIDLength bytes, not empty.
	ID string
	// Status and Description say where it stands. The core decides by the
	// status alone; the description is for people and for the ledger.
	Status      DeploymentStatus
	Description string
	// JobVersion is the version of the job that is rolled out.
	JobVersion uint64
	// CreateIndex and ModifyIndex are the commits that made and last changed it.
	CreateIndex, ModifyIndex uint64
	// Groups are the task groups that take part, in any order, each name once;
	// at most MaxGroups.
	Groups []Group
	// Priority goes into evaluations in place of the job's; 0 for none. It does
	// not exist before nomad-1.3.3.
	Priority int32
	// CreateTime is when it was made, in Unix nanoseconds; 0 when the host does
	// not know it, and then no deadline starts with it (S-5).
	CreateTime int64
	// PausedAt and ResumedAt are when it was paused and resumed last (Unix
	// nanoseconds), PausedFor how long all
	// ended pauses took. They are for policies (G2, G5). When all are 0 a machine
	// goes by the pauses that it has seen itself.
	PausedAt, ResumedAt, PausedFor int64
}

// Group is the state of one task group in a deployment.
type Group struct {
	Name string
	// DesiredTotal is how many allocations the group wants in the end;
	// DesiredCanaries how many of them are wanted first, for a promotion.
	DesiredTotal, DesiredCanaries int32
	// Promoted says that the canaries have been accepted.
	Promoted bool
	// AutoRevert rolls back when the group fails; AutoPromote promotes when all
	// canaries are healthy. They are the flags of the deployment; D4 reads the
	// job's own (JobGroup) instead.
	AutoRevert, AutoPromote bool
	// PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
	// (S1), which D4 reads. They are not counts of live allocations.
	PlacedAllocs, HealthyAllocs, UnhealthyAllocs int32
	// ProgressDeadline is a duration in nanoseconds; 0 means none: then the
	// first unhealthy allocation fails the deployment (A5).
	ProgressDeadline int64
	// RequireProgressBy is when the deadline passes, in Unix nanoseconds; 0
	// means that it has not started.
	RequireProgressBy int64
	// PlacedCanaries are the ids of the canaries placed so far; at most
	// MaxAllocations. See Input.CanariesAdded for sending only the new ones.
	PlacedCanaries []string
}

// Allocation is one placed instance of a task group.
type Allocation struct {
	// ID names the allocation; at most MaxIDLength bytes, not empty.
	ID string
	// Group is the name of its task group. A2 passes over an allocation whose
	// group does not take part in the deployment.
	Group string
	// Desired and Client are the scheduler's and the client's word on it.
	Desired DesiredStatus
	Client  ClientStatus
	// ModifyIndex is the commit that last changed it; A0 reads it.
	ModifyIndex uint64
	// ModifyTime is when it was last changed, in Unix nanoseconds. The core
	// does not read it; the ledger starts the deadline with it (S2).
	ModifyTime int64
	// Health, the time at which it was found (Unix nanoseconds, the client's
	// clock) and the commit that set it.
	Health      Health
	HealthTime  int64
	HealthIndex uint64
	// Canary is set until the canary is promoted.
	Canary bool
	// Reschedule says that the allocation was allowed a replacement (T1).
	Reschedule bool
	// Rescheduling says whether it can ever be rescheduled again.
	Rescheduling Rescheduling
}

// Rescheduling says what an allocation's reschedule policy leaves.
type Rescheduling uint8

// The zero value is what hosts send that do not know, and counts as possible.
const (
	ReschedulePossible Rescheduling = iota
	// RescheduleExhausted: the attempts of its policy are used up. An unlimited
	// policy never is.
	RescheduleExhausted
	// RescheduleWithout: it has no policy.
	RescheduleWithout
)

var reschedulingNames = [...]string{"possible", "exhausted", "without a policy"}

// String returns the word for it.
func (r Rescheduling) String() string { return name(reschedulingNames[:], uint8(r)) }

// Terminal reports whether the allocation has ended, or is told to.
func (a *Allocation) Terminal() bool {
	return a.Desired == DesiredStop || a.Desired == DesiredEvict ||
		a.Client == ClientComplete || a.Client == ClientFailed || a.Client == ClientLost
}

// Evaluation is a request to the scheduler to look at the job again. A1 reads
// all evaluations of the job, whatever version or deployment they are for.
type Evaluation struct {
	ID     string
	Status EvaluationStatus
	// CreateIndex is the commit that made it; SnapshotIndex the one whose state
	// the scheduler saw, 0 when it has not looked yet.
	CreateIndex, SnapshotIndex uint64
}

// Job is the job as it is when watching starts: its newest version, which can
// be newer than the deployment's. The machine never refreshes it.
type Job struct {
	Namespace, ID string
	// Type is the scheduler's ("service"); Priority goes into evaluations.
	Type     string
	Priority int32
	// Version and ModifyIndex (of the specification) name what was read.
	Version, ModifyIndex uint64
	// Multiregion turns on T5.
	Multiregion bool
	// SpecDigest stands for everything that Nomad compares when it asks whether
	// two specifications differ (R2). Empty means "differs from everything,
	// also from itself", which is what Nomad finds for a specification that
	// holds a list that is present but empty. ExecDigest stands for what is
	// executed only. At most MaxDigestLength bytes each.
	SpecDigest, ExecDigest string
	// Groups are the task groups of this version.
	Groups []JobGroup
}

// JobGroup is what D4 reads of a task group in the job.
type JobGroup struct {
	Name string
	// AutoRevert is the flag in the group's update block; false without one.
	AutoRevert bool
}

// JobVersion is one kept version of the job (R1).
type JobVersion struct {
	Version uint64
	// Stable says that a deployment of this version was successful, or that the
	// version was born from a rollback (S5).
	Stable bool
	// Stopped says that this version stops the job.
	Stopped bool
	// CreateIndex tells incarnations of a purged and registered job apart.
	CreateIndex uint64
	// SpecDigest and ExecDigest are made as those of Job are.
	SpecDigest, ExecDigest string
	// Rollback says that a rollback registered it. Without it rollbacks are not
	// counted (S-18).
	Rollback bool
	// Tag is the version's name, empty for none.
	Tag string
}

// name returns the word for an enumeration's value, or "undefined".
func name(names []string, v uint8) string {
	if int(v) >= len(names) || names[v] == "" {
		return "undefined"
	}
	return names[v]
}
