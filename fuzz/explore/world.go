package explore

import (
	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
)

// Grain is the unit of time, in nanoseconds: "just before" a wake-up is one
// grain before it. Deadlines should be multiples of it; the batch window is two.
const Grain = core.BatchWindow / 2

// begin is when every world begins, in Unix nanoseconds.
const begin = 1_000 * core.BatchWindow

// World says what there is and what may happen. Only Config and Groups must be
// given.
type World struct {
	// Name is for reports.
	Name string
	// Config is what the machine is made with; its reasons are always on.
	Config core.Config
	// Engine makes the machines; nil means the native one. States are saved
	// and restored all the time.
	Engine host.Engine

	// Groups are those of the deployment, as they are before anything happens.
	Groups []core.Group
	// Job are the job's groups where they differ from the deployment's.
	Job []core.JobGroup
	// Multiregion makes the job one of several regions.
	Multiregion bool
	// SpecDigest and ExecDigest are the job's, Versions what is kept of it.
	SpecDigest, ExecDigest string
	Versions               []core.JobVersion

	// Allocations is how many are placed at most, Changes how often the health
	// of each is reported at most (0 means twice). Deaths lets allocations die
	// without a word on their health.
	Allocations, Changes int
	Deaths               bool
	// Commands are what users may ask for, at any time and as often as they
	// like; set-health names each allocation in turn.
	Commands []core.CommandKind
	// Elections is how often the leader changes at most, Registrations how many
	// newer versions of the job arrive.
	Elections, Registrations int
	// Collections is how many allocations that have ended the store forgets at
	// most, Deletion lets it forget the deployment while it is active.
	Collections int
	Deletion    bool
	// Late lets the scheduler work from a snapshot older than its evaluation (A1).
	Late bool
	// Refusals lets the store refuse for no reason.
	Refusals bool
	// Freezes are spans in which nothing goes forward (G10), in nanoseconds since the
	// world began. Verdicts is how often a gate speaks at most (G9).
	Freezes  []core.Span
	Verdicts int
	// InFlight is how many effects may wait for the store before it has to
	// answer; 0 means two.
	InFlight int

	// CheckElections holds against each state where it leads to under another
	// leader, when nobody else does anything. It is right at strict alone.
	CheckElections bool

	// Depth and States close a world that does not end by itself; 0 means no
	// bound.
	Depth, States int
}

// fill puts the defaults in.
func (w World) fill() World {
	w.Config.Reasons = true
	if w.Engine == nil {
		w.Engine = engine.Native()
	}
	if w.Changes == 0 {
		w.Changes = 2
	}
	if w.InFlight == 0 {
		w.InFlight = 2
	}
	return w
}

// store is the world before anything has happened.
func (w *World) store() Store {
	on, _ := w.Config.Resolve() // a wrong one is the machine's to refuse
	s := Store{late: w.Late, rules: ledger.Rules(on), Now: begin, Index: 10, Epoch: 1, elections: w.Elections, registrations: w.Registrations, collections: w.Collections, Versions: w.Versions}
	s.policy, s.verdicts = &w.Config.Policy, w.Verdicts
	for _, f := range w.Freezes {
		s.Freezes = append(s.Freezes, core.Span{From: begin + f.From, Until: begin + f.Until})
	}
	s.horizon = w.horizon()
	s.Job = core.Job{
		Namespace: "default", ID: "job", Type: "service", Priority: 50, Version: 1, ModifyIndex: 9,
		Multiregion: w.Multiregion, SpecDigest: w.SpecDigest, ExecDigest: w.ExecDigest,
	}
	s.Job.Groups = w.Job
	for i := 0; w.Job == nil && i < len(w.Groups); i++ {
		s.Job.Groups = append(s.Job.Groups, core.JobGroup{Name: w.Groups[i].Name, AutoRevert: w.Groups[i].AutoRevert})
	}
	s.Deployment = core.Deployment{
		ID: "deployment", Status: core.DeploymentRunning, Description: core.TextRunning,
		JobVersion: 1, CreateIndex: 10, ModifyIndex: 10, Groups: w.Groups, CreateTime: begin,
	}
	return s
}

// horizon is longer than anything that a policy goes by lies in the past.
func (w *World) horizon() int64 {
	p := &w.Config.Policy
	h := Grain + p.Bake + p.Approval.Timeout + p.Duration + max(p.RevertAfter, p.GiveUpAfter) + p.Rollbacks.BackOff<<core.MaxRollbacks
	for i := range w.Groups {
		h += w.Groups[i].ProgressDeadline
	}
	for _, f := range w.Freezes {
		h += f.Until
	}
	return h
}
