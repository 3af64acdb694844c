package explore

import (
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
)

// Kind is what happens.
type Kind uint8

// What can happen. Opening is how every script begins.
const (
	Opening     Kind = iota
	Before           // time moves to just before the next wake-up
	At               // to it
	After            // to just after it
	Place            // the scheduler places an allocation
	Evaluate         // the scheduler has looked at everything
	Finish           // the scheduler calls the deployment successful
	SaysHealthy      // a client reports health
	SaysUnhealthy
	Dies    // a client loses an allocation and says nothing of its health
	Deliver // another deployment of the cluster is written
	Answer  // the store answers the oldest effect
	Refuse  // the store refuses it
	Command // a user asks
	Register
	Elect   // another leader takes over, from the store alone
	Collect // the store forgets an allocation that has ended
	Forget  // the store forgets the deployment
	Judge   // a gate speaks
	Late    // the scheduler has looked, but at the time before its evaluation
)

// Action is one thing that happens. Kind says which of the other fields count.
type Action struct {
	Kind Kind
	// Group and Allocation are those that it happens to.
	Group, Allocation string
	// Command is what a user asks; Healthy, what set-health says of Allocation.
	Command core.CommandKind
	Healthy bool
	// Gate says Verdict.
	Gate    string
	Verdict core.GateVerdict
	// Effect says what is answered; Status, the status that it sets.
	Effect core.EffectKind
	Status core.DeploymentStatus
}

// String returns the action as a line of a script.
func (a Action) String() string {
	effect := a.Effect.String()
	if a.Status != 0 {
		effect = "\"" + a.Status.String() + "\""
	}
	switch a.Kind {
	case Opening:
		return "a leader opens the machine"
	case Before:
		return "time moves to just before the wake-up"
	case At:
		return "time moves to the wake-up"
	case After:
		return "time moves past the wake-up"
	case Place:
		return "the scheduler places " + a.Allocation + " of " + a.Group
	case Evaluate:
		return "the scheduler looks at the job"
	case Finish:
		return "the scheduler ends the deployment as complete"
	case SaysHealthy:
		return "a client reports " + a.Allocation + " healthy"
	case SaysUnhealthy:
		return "a client reports " + a.Allocation + " unhealthy"
	case Dies:
		return "a client loses " + a.Allocation
	case Deliver:
		return "another deployment is written"
	case Answer:
		return "the store takes in " + effect
	case Refuse:
		return "the store refuses " + effect
	case Register:
		return "a user registers a newer version"
	case Elect:
		return "another leader takes over"
	case Collect:
		return "the store forgets " + a.Allocation
	case Forget:
		return "the store forgets the deployment"
	case Judge:
		return "gate " + a.Gate + " says: " + a.Verdict.String()
	case Late:
		return "the scheduler looks at the job as it was before its evaluation"
	}
	switch {
	case a.Command != core.CommandSetHealth:
		return "a user asks: " + a.Command.String()
	case a.Healthy:
		return "a user asks: set " + a.Allocation + " healthy"
	}
	return "a user asks: set " + a.Allocation + " unhealthy"
}

// actions lists what can happen next.
func (s *Store) actions(w *World, wake core.Wake, done bool) (list []Action) {
	add := func(a Action) { list = append(list, a) }
	if len(s.Unanswered) != 0 {
		e := &s.Unanswered[0]
		add(Action{Kind: Answer, Effect: e.Kind, Status: e.Status})
		if w.Refusals {
			add(Action{Kind: Refuse, Effect: e.Kind, Status: e.Status})
		}
		if len(s.Unanswered) >= w.InFlight {
			return list
		}
	}
	if wake.Reason != core.WakeNone {
		add(Action{Kind: At})
		add(Action{Kind: After})
		if wake.At-Grain > s.Now {
			add(Action{Kind: Before})
		}
	}
	add(Action{Kind: Deliver})
	for _, c := range w.Commands {
		if c != core.CommandSetHealth {
			add(Action{Kind: Command, Command: c})
			continue
		}
		for i := range s.Allocations {
			if a := &s.Allocations[i]; a.Changes < w.Changes {
				add(Action{Kind: Command, Command: c, Allocation: a.ID, Healthy: true})
				add(Action{Kind: Command, Command: c, Allocation: a.ID})
			}
		}
	}
	if done {
		return list
	}
	for i := range s.Deployment.Groups {
		if g := &s.Deployment.Groups[i]; s.room(w, g) {
			add(Action{Kind: Place, Group: g.Name, Allocation: "a" + string(rune('1'+s.placed))})
		}
	}
	for i := range s.Allocations {
		a := &s.Allocations[i]
		if a.Terminal() {
			if s.collections > 0 {
				add(Action{Kind: Collect, Allocation: a.ID})
			}
			continue
		}
		if a.Changes < w.Changes && a.Health != core.Healthy {
			add(Action{Kind: SaysHealthy, Allocation: a.ID})
		}
		if a.Changes < w.Changes && a.Health != core.Unhealthy {
			add(Action{Kind: SaysUnhealthy, Allocation: a.ID})
		}
		if w.Deaths {
			add(Action{Kind: Dies, Allocation: a.ID})
		}
	}
	if waiting(s.Evaluations) {
		add(Action{Kind: Evaluate})
		if w.Late {
			add(Action{Kind: Late})
		}
	}
	if s.Complete() && !(s.Job.Multiregion && s.Deployment.Status == core.DeploymentBlocked) {
		add(Action{Kind: Finish})
	}
	for i := 0; i < len(s.policy.Gates) && s.verdicts > 0; i++ {
		name := s.policy.Gates[i].Name
		for v := core.GatePass; v <= core.GateUndecided; v++ {
			if s.verdict(name) != v {
				add(Action{Kind: Judge, Gate: name, Verdict: v})
			}
		}
	}
	if s.registrations > 0 {
		add(Action{Kind: Register})
	}
	if w.Deletion && !s.Deleted {
		add(Action{Kind: Forget})
	}
	if s.elections > 0 && !s.Deleted {
		add(Action{Kind: Elect})
	}
	return list
}

// do lets an action happen: the store afterwards and the input that tells it.
func (s *Store) do(a Action, wake core.Wake) change {
	c := change{Store: *s}
	at := slices.IndexFunc(s.Allocations, func(b Allocation) bool { return b.ID == a.Allocation })
	switch a.Kind {
	case Before:
		c.Now = wake.At - Grain
	case At:
		c.Now = wake.At
	case After:
		c.Now = wake.At + Grain
	case Command:
		c.commands++
		c.in.Command = &core.Command{ID: c.commands, Kind: a.Command, All: a.Command == core.CommandPromote}
		if a.Allocation != "" && a.Healthy {
			c.in.Command.Healthy = []string{a.Allocation}
		} else if a.Allocation != "" {
			c.in.Command.Unhealthy = []string{a.Allocation}
		}
	case Judge:
		c.judge(core.Verdict{Gate: a.Gate, Value: a.Verdict})
	case Refuse:
		c.answer(true)
	case Elect:
		c.elections--
		c.Epoch++
		c.Unanswered = nil
		c.in = c.whole()
	default:
		c.Index++
		c.in.Index = c.Index
		switch a.Kind {
		case Place:
			c.place(c.Group(a.Group))
		case Evaluate:
			c.evaluate(c.Index - 1)
		case Late:
			c.evaluate(c.Evaluations[len(c.Evaluations)-1].CreateIndex - 1)
		case Finish:
			c.finish()
		case SaysHealthy:
			c.report(at, core.ClientRunning, core.Healthy)
		case SaysUnhealthy:
			c.report(at, core.ClientRunning, core.Unhealthy)
		case Dies:
			c.report(at, core.ClientLost, core.HealthUnset)
		case Collect:
			c.collect(at)
		case Forget:
			c.Deleted, c.in.DeploymentDeleted = true, true
		case Deliver:
			c.in.Delivered = true
		case Answer:
			c.answer(false)
		case Register:
			c.registrations--
			v := core.JobVersion{Version: c.Versions[0].Version + 1, CreateIndex: 5, SpecDigest: "newer", ExecDigest: "newer"}
			c.versions(ledger.AddVersion(c.Versions, v))
		}
	}
	c.in.Now = c.Now
	return c
}
