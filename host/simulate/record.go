package simulate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

// recorder keeps the timeline.
type recorder struct {
	rows        []*Row
	outcomes    map[core.Key]*Row // of the decisions
	unsettled   []core.Key        // decisions without an outcome
	commits     int
	evaluations int // that were created
	resting     bool

	// needs are what a deployment's open window is for (B1).
	needs map[string][]core.Reason
	said  map[string]string // the last wait of a deployment

	// What the last commits left, to say what the next one changes.
	lastDeployments map[string]memory.Deployment
	lastAllocations map[string]memory.Allocation
	registered      map[uint64]bool // versions, and whether they were stable

	lanes  []*lane
	byID   map[string]*lane
	bars   map[string]*lane
	status core.Status
}

func (r *recorder) init() {
	r.outcomes, r.needs, r.said = map[core.Key]*Row{}, map[string][]core.Reason{}, map[string]string{}
	r.lastDeployments, r.lastAllocations = map[string]memory.Deployment{}, map[string]memory.Allocation{}
	r.registered, r.byID, r.bars = map[uint64]bool{}, map[string]*lane{}, map[string]*lane{}
}

// row adds a row at this moment.
func (s *sim) row(row Row) *Row {
	s.last = s.clock.now
	row.Time = s.last - start
	s.rows = append(s.rows, &row)
	return &row
}

// note adds a note; without a label it is not drawn.
func (s *sim) note(text, label string) { s.row(Row{Kind: RowNote, Text: text, Label: label}) }

// decide notes the effects of a step.
func (s *sim) decide(d *host.Decision) {
	out := d.Output
	for i := range out.Effects {
		e := &out.Effects[i]
		text, label := s.effectText(e)
		row := s.row(Row{
			Kind: RowDecision, Deployment: d.Deployment, Trigger: trigger(e.Kind), Text: text, Label: label, Reasons: s.reasons(d, e),
		})
		s.outcomes[e.Key] = row
		s.unsettled = append(s.unsettled, e.Key)
	}
	for _, why := range out.Reasons {
		if why.Code == core.ReasonProgress || why.Code == core.ReasonReplace {
			needs := slices.DeleteFunc(s.needs[d.Deployment], func(n core.Reason) bool { return n.Code == why.Code })
			s.needs[d.Deployment] = append(needs, why)
		}
	}
}

// reasons are those of one effect: those that name it, for a T1 what its window
// gathered, and for a failure by the rules what failed.
func (s *sim) reasons(d *host.Decision, e *core.Effect) []Why {
	var list []core.Reason
	if e.Kind == core.EffectReschedule {
		list = s.needs[d.Deployment]
		delete(s.needs, d.Deployment)
	}
	list = append(list, d.Output.ReasonsOf(e)...)
	whys := make([]Why, 0, len(list))
	for _, why := range list {
		whys = append(whys, Why{why.Code.Rule(), why.String()})
	}
	return whys
}

// answer notes what the cluster said to a decision.
func (s *sim) answer(r core.Result, x *host.Sending, a host.Answer) {
	row := s.outcomes[r.Key]
	if row == nil {
		return
	}
	waited := ""
	if late := s.clock.now - start - row.Time; late != 0 {
		waited = ", after " + time.Duration(late).String()
	}
	switch a.Outcome {
	case core.Applied:
		s.outcome(r.Key, OutcomeWritten, fmt.Sprintf("#%d%s", a.Index, waited))
	case core.Rejected:
		s.outcome(r.Key, OutcomeRefused, a.Err.Error()+waited)
	default:
		s.note(fmt.Sprintf("%s for %s: %v, attempt %d", row.Trigger, r.Key.Deployment, a.Err, x.Attempt), "no answer to "+row.Trigger)
	}
}

// outcome sets what became of a decision, unless it is known.
func (s *sim) outcome(k core.Key, o Outcome, note string) {
	i := slices.Index(s.unsettled, k)
	if i < 0 {
		return
	}
	s.unsettled = slices.Delete(s.unsettled, i, i+1)
	s.outcomes[k].Outcome, s.outcomes[k].Note = o, note
}

// settleAll sets the outcome of every decision that has none.
func (s *sim) settleAll(o Outcome, note string) {
	for len(s.unsettled) != 0 {
		s.outcome(s.unsettled[0], o, note)
	}
	clear(s.needs)
}

// waits notes what each deployment waits for, when that has changed.
func (s *sim) waits(ctx context.Context) {
	if !s.cfg.Waits {
		return
	}
	for _, id := range s.shard.Deployments() {
		if err := s.shard.Status(ctx, id, &s.status); err != nil {
			s.err = err
			return
		}
		if text := waitsText(&s.status); text != s.said[id] {
			s.said[id] = text
			if text != "" {
				s.row(Row{Kind: RowWait, Deployment: id, Text: text})
			}
		}
	}
}

// rest is the end because nothing more can happen; it says what is still open.
func (s *sim) rest(ctx context.Context) {
	s.resting = true
	for _, id := range s.shard.Deployments() {
		if err := s.shard.Status(ctx, id, &s.status); err != nil {
			s.err = err
			return
		}
		if text := waitsText(&s.status); text != "" {
			s.note(fmt.Sprintf("nothing more happens: %s waits %s", id, text), "")
		}
	}
}

// commit notes what a commit changed.
func (s *sim) commit(c *host.Commit) {
	s.commits++
	for i := range c.Evaluations {
		if e := s.store.View().Evaluation(c.Evaluations[i].ID); e != nil && e.CreateIndex == c.Index {
			s.evaluations++
		}
	}
	s.last = s.clock.now
	v := s.store.View()
	fact := func(deployment, text string) {
		if text != "" {
			s.row(Row{Kind: RowFact, Index: c.Index, Deployment: deployment, Text: text})
		}
	}
	for i := range c.Versions {
		for _, text := range s.versionTexts(v.Versions(c.Versions[i].Job)) {
			fact("", text)
		}
	}
	now := s.clock.now - start
	for i := range c.Deployments {
		id := c.Deployments[i].ID
		d := *v.Deployment(id)
		was, known := s.lastDeployments[id]
		fact(id, deploymentText(&d, &was, known))
		s.lastDeployments[id] = d
		if s.bars[id] == nil {
			s.bars[id] = &lane{}
		}
		s.bars[id].state(now, d.Status.String())
	}
	by := map[string][]string{}
	for i := range c.Allocations {
		id := c.Allocations[i].ID
		if c.Allocations[i].Deleted {
			delete(s.lastAllocations, id)
			continue
		}
		a := *v.Allocation(id)
		was, known := s.lastAllocations[id]
		if word := allocationWord(&a, &was, known); word != "" {
			by[word] = append(by[word], id)
		}
		s.lastAllocations[id] = a
		s.draw(&a)
	}
	fact("", allocationsText(by))
}

// draw goes on with an allocation's lane.
func (s *sim) draw(a *memory.Allocation) {
	l := s.byID[a.ID]
	if l == nil {
		l = &lane{Allocation: Allocation{ID: a.ID, Group: a.Group, Canary: a.Canary}}
		s.byID[a.ID] = l
		s.lanes = append(s.lanes, l)
	}
	if n := len(l.Versions); n == 0 || l.Versions[n-1] != a.JobVersion {
		l.Versions = append(l.Versions, a.JobVersion)
	}
	l.state(s.clock.now-start, stateOf(a))
}

// stateOf is the state in which an allocation is drawn.
func stateOf(a *memory.Allocation) string {
	ended := a.Client == core.ClientComplete || a.Client == core.ClientFailed
	switch {
	case a.Client == core.ClientLost:
		return StateLost
	case a.Desired != core.DesiredRun && ended:
		return StateGone
	case a.Desired != core.DesiredRun:
		return StateStopping
	case a.Health == core.Unhealthy:
		return StateUnhealthy
	case ended:
		return StateFailed
	case a.Health == core.Healthy:
		return StateHealthy
	case a.Client == core.ClientRunning:
		return StateRunning
	}
	return StatePlaced
}
