package simulate

import "github.com/coxswain/coxswain/host/memory"

// Result is what came of a play.
type Result struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Engine      string `json:"engine"`
	Level       string `json:"level"`
	// Policies are the rules of those that are on, such as "G1".
	Policies    []string `json:"policies,omitempty"`
	Figures     `json:"figures"`
	Rows        []Row        `json:"rows"`
	Deployments []Deployment `json:"deployments"`
	Versions    []JobVersion `json:"versions"` // kept ones, oldest first
	Allocations []Allocation `json:"allocations"`
}

// Figures count what happened. Time is how long it took, in virtual nanoseconds.
type Figures struct {
	Time        int64 `json:"time,string"`
	Commits     int   `json:"commits"`
	Decisions   int   `json:"decisions"`
	Evaluations int   `json:"evaluations"`
	Placed      int   `json:"placed"`
	// Resting says that the play ended because nothing more could happen.
	Resting bool `json:"resting"`
}

// RowKind says what a row of the timeline tells.
type RowKind string

// The kinds of rows.
const (
	RowFact     RowKind = "fact"     // what was written
	RowCommand  RowKind = "command"  // what a user asked
	RowDecision RowKind = "decision" // what the watcher decided
	RowWait     RowKind = "wait"     // what a deployment waits for
	RowNote     RowKind = "note"     // what else a reader should know
)

// Outcome is what became of a decision.
type Outcome string

// The outcomes.
const (
	OutcomeWritten   Outcome = "written"
	OutcomeRefused   Outcome = "refused"   // the store, or a fault
	OutcomeWithdrawn Outcome = "withdrawn" // the watcher took it back
	OutcomeLost      Outcome = "lost"      // with the leadership
	OutcomeOpen      Outcome = "open"      // the play ended before
)

// Row is one line of a timeline.
type Row struct {
	// Time is in nanoseconds since the start; Index is the commit's.
	Time  int64   `json:"time,string"`
	Index uint64  `json:"index,string,omitempty"`
	Kind  RowKind `json:"kind"`
	// Deployment is the one that it is about; empty for none.
	Deployment string `json:"deployment,omitempty"`
	Text       string `json:"text"`
	// For decisions: the trigger (T1 to T5), its reasons, and what became of it.
	Trigger string  `json:"trigger,omitempty"`
	Label   string  `json:"label,omitempty"` // a decision or note in a word or two
	Reasons []Why   `json:"reasons,omitempty"`
	Outcome Outcome `json:"outcome,omitempty"`
	Note    string  `json:"note,omitempty"`
}

// Why is one reason of a decision.
type Why struct {
	Rule string `json:"rule"`
	Text string `json:"text"`
}

// Deployment is how a deployment ended, or where it stands.
type Deployment struct {
	ID          string `json:"id"`
	Version     uint64 `json:"version"`
	Status      string `json:"status"`
	Description string `json:"description"`
	// Groups are in the order of their names.
	Groups []GroupState `json:"groups"`
	// Spans are its statuses over time.
	Spans []Span `json:"spans"`
}

// GroupState is where a group stands, by the store's counters.
type GroupState struct {
	Name            string   `json:"name"`
	DesiredTotal    int32    `json:"desiredTotal"`
	DesiredCanaries int32    `json:"desiredCanaries"`
	Promoted        bool     `json:"promoted"`
	Placed          int32    `json:"placed"`
	Healthy         int32    `json:"healthy"`
	Unhealthy       int32    `json:"unhealthy"`
	PlacedCanaries  []string `json:"placedCanaries,omitempty"`
	// Text says it in words.
	Text string `json:"text"`
}

// JobVersion is a version of the job.
type JobVersion struct {
	Version uint64 `json:"version"`
	Stable  bool   `json:"stable"`
	Stopped bool   `json:"stopped"`
	// Tag is its name, Rollback says that a rollback registered it.
	Tag      string `json:"tag,omitempty"`
	Rollback bool   `json:"rollback,omitempty"`
	// Image is what its groups execute, by their names.
	Images map[string]string `json:"images"`
}

// Allocation is the life of one allocation.
type Allocation struct {
	ID    string `json:"id"`
	Group string `json:"group"`
	// Versions are those that it belonged to, the first first.
	Versions []uint64 `json:"versions"`
	Canary   bool     `json:"canary,omitempty"` // it was placed as one
	Spans    []Span   `json:"spans"`
}

// The states of an allocation's spans; those of a deployment are its statuses.
const (
	StatePlaced    = "placed"
	StateRunning   = "running"
	StateHealthy   = "healthy"
	StateUnhealthy = "unhealthy"
	StateStopping  = "stopping"
	StateFailed    = "failed" // ended, though nobody told it to
	StateLost      = "lost"
	StateGone      = "gone" // ended; not drawn
)

// Span is a time in one state. Times are in nanoseconds since the start.
type Span struct {
	State string `json:"state"`
	From  int64  `json:"from,string"`
	To    int64  `json:"to,string"`
}

// result puts together what there is.
func (s *sim) result() *Result {
	s.settleAll(OutcomeOpen, "not written before the end")
	now := s.clock.now - start
	r := &Result{
		Name: s.sc.Name, Description: s.sc.Description, Engine: s.engine.Name(), Level: s.cfg.Core.Level,
		Policies: s.cfg.Core.Policy.Rules(),
		Rows:     make([]Row, len(s.rows)),
		Figures: Figures{
			Time: now, Commits: s.commits, Decisions: len(s.outcomes), Evaluations: s.evaluations,
			Placed: len(s.lanes), Resting: s.resting,
		},
	}
	for i, row := range s.rows {
		r.Rows[i] = *row
	}
	for _, d := range s.store.View().Deployments(s.key) {
		r.Deployments = append(r.Deployments, s.deployment(d, now))
	}
	versions := s.store.View().Versions(s.key)
	for i := len(versions) - 1; i >= 0; i-- {
		v := versions[i]
		images := map[string]string{}
		for _, g := range v.Spec.(*spec).groups {
			images[g.name] = g.image
		}
		r.Versions = append(r.Versions, JobVersion{v.Version, v.Stable, v.Stopped, v.Tag, v.Rollback, images})
	}
	for _, l := range s.lanes {
		l.extend(now, true)
		l.Spans = l.spans
		r.Allocations = append(r.Allocations, l.Allocation)
	}
	return r
}

// deployment is a deployment as it stands.
func (s *sim) deployment(d *memory.Deployment, now int64) Deployment {
	l := s.bars[d.ID]
	l.extend(now, d.Status.Active())
	r := Deployment{ID: d.ID, Version: d.JobVersion, Status: d.Status.String(), Description: d.Description, Spans: l.spans}
	for _, g := range byName(d.Groups) {
		r.Groups = append(r.Groups, GroupState{
			Name: g.Name, DesiredTotal: g.DesiredTotal, DesiredCanaries: g.DesiredCanaries, Promoted: g.Promoted,
			Placed: g.PlacedAllocs, Healthy: g.HealthyAllocs, Unhealthy: g.UnhealthyAllocs,
			PlacedCanaries: g.PlacedCanaries, Text: groupText(&g),
		})
	}
	return r
}

// lane collects the spans of one thing.
type lane struct {
	Allocation
	spans []Span
}

// state begins another span, unless it is in that state already. A span without
// a length is left out.
func (l *lane) state(now int64, state string) {
	if n := len(l.spans); n != 0 {
		last := &l.spans[n-1]
		if last.State == state {
			return
		}
		last.To = now
		if last.From == now {
			l.spans = l.spans[:n-1]
		}
	}
	l.spans = append(l.spans, Span{State: state, From: now, To: now})
}

// extend ends the last span, which goes on until now if the thing is there.
func (l *lane) extend(now int64, there bool) {
	n := len(l.spans)
	if n == 0 {
		return
	}
	if last := &l.spans[n-1]; there && last.State != StateGone {
		last.To = now
	} else if last.State == StateGone {
		l.spans = l.spans[:n-1]
	}
}
