package core

//msgp:vartuple Input AllocationChanges EvaluationChanges Command Result

// Input is one commit of the cluster, one command, the outcome of earlier
// effects, or any of them together; with only Now it is a tick of the clock.
// All slices stay the caller's: a Step reads them and keeps copies.
type Input struct {
	// Now is the time in Unix nanoseconds. One that lies before the last Now
	// counts as the last one. It must lie between 1 and MaxTime.
	Now int64
	// Index is the commit's. Facts of an index not above the last one are
	// passed over and Output.Stale is set; commands, results and time are
	// still read. 0 means that there are no facts.
	Index uint64

	// Epoch and Job belong to the first input, which opens the machine, and to
	// no other. Epoch is the leader's term or the opening index; it must be
	// higher than any that a machine of this deployment had before, so that no
	// effect key is ever used twice. 0 is refused.
	Epoch uint64
	Job   *Job

	// Deployment is the deployment after this commit; nil when it was not
	// written. The opening needs it. Every later one is a delivery (D3, D7).
	Deployment *Deployment
	// CanariesAdded says that the PlacedCanaries of Deployment's groups list
	// only canaries that are new; otherwise they are the whole list.
	CanariesAdded bool
	// Delivered says that some other deployment of the cluster was written in
	// this commit: a delivery of this one, unchanged (D3).
	Delivered bool
	// DeploymentDeleted says that the deployment is gone from the store (L1).
	DeploymentDeleted bool

	// Allocations are the deployment's, Evaluations the job's, that this
	// commit changed. An allocation that goes over to another deployment is
	// removed from its old one.
	Allocations AllocationChanges
	Evaluations EvaluationChanges

	// Versions are the kept versions of the job in any order, all of them;
	// they are read only when VersionsRead is set.
	Versions     []JobVersion
	VersionsRead bool

	// Command is one wish of a user (C); nil for none.
	Command *Command
	// Results tell what became of earlier effects; at most MaxResults.
	Results []Result

	// Verdicts are what gates say that have something new to say (G9); an opening
	// repeats what holds. They belong to no commit.
	Verdicts []Verdict
	// Freezes are the spans of time in which nothing goes forward (G10): all of
	// them, in any order, at most MaxFreezes. They are read only when FreezesRead is
	// set, and belong to no commit.
	Freezes     []Span
	FreezesRead bool
}

// AllocationChanges are allocations of the deployment: those that changed, or,
// with Whole, all of them, so that one that is not listed is gone.
type AllocationChanges struct {
	Whole   bool
	Changed []Allocation
	Removed []string
	// TableIndex is the index of the last write to any allocation of the
	// cluster; 0 when it is not known. It is read only while the deployment
	// has no allocations at all (A0).
	TableIndex uint64
}

// EvaluationChanges are evaluations of the job: those that changed, or, with
// Whole, all of them.
type EvaluationChanges struct {
	Whole   bool
	Changed []Evaluation
	Removed []string
}

// CommandKind is what a user asks for.
type CommandKind uint8

// The commands (C1–C5). The zero value is no command and is refused.
const (
	CommandSetHealth CommandKind = iota + 1
	CommandPromote
	CommandPause
	CommandResume
	CommandFail
	CommandRun
	CommandUnblock
	CommandCancel
)

var commandNames = [...]string{"", "set-health", "promote", "pause", "resume", "fail", "run", "unblock", "cancel"}

// String returns the command's name.
func (k CommandKind) String() string { return name(commandNames[:], uint8(k)) }

// Command is one wish of a user. Output.Reply answers it.
type Command struct {
	// ID is the host's; effects and the reply repeat it. 0 is refused.
	ID   uint64
	Kind CommandKind
	// Healthy and Unhealthy are the allocations of set-health (C1).
	Healthy, Unhealthy []string
	// All promotes every group; otherwise Groups names them (C2).
	All    bool
	Groups []string
}

// Outcome is what became of an effect.
type Outcome uint8

// The outcomes. The zero value is no outcome and is refused.
const (
	// Applied: the cluster wrote it, at Result.Index.
	Applied Outcome = iota + 1
	// Rejected: the cluster refused it; that is final.
	Rejected
	// Unknown: no answer came. The effect stays outstanding, and the host sends
	// it again under the same key until it is applied, rejected or withdrawn.
	Unknown
)

var outcomeNames = [...]string{"", "applied", "rejected", "unknown"}

// String returns the outcome's name.
func (o Outcome) String() string { return name(outcomeNames[:], uint8(o)) }

// Result tells what became of an effect. A result for a key that is not
// outstanding is passed over: the answer to an effect may arrive twice.
type Result struct {
	Key     Key
	Outcome Outcome
	// Index is the commit that applied it; 0 otherwise.
	Index uint64
}
