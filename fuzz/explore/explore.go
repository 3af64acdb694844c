package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
)

// Report is what an exploration saw.
type Report struct {
	World               string
	States, Transitions int
	// Depth is the number of steps to the farthest state.
	Depth int
	// Bound is what closed the world: "exhausted", "depth" or "states".
	Bound string
	// Wrong are the checks that did not hold, each once, with the shortest
	// script that leads there, by name.
	Wrong []Violation
}

// Violation is a check that does not hold.
type Violation struct {
	Name, Text string
	// Script are the steps and what the machine said to them.
	Script []string
}

// String returns the violation with its script, a line each.
func (v Violation) String() string {
	return v.Name + ": " + v.Text + "\n  " + strings.Join(v.Script, "\n  ") + "\n"
}

// String returns the figures in one line.
func (r *Report) String() string {
	return fmt.Sprintf("%s: %d states, %d transitions, depth %d, %s", r.World, r.States, r.Transitions, r.Depth, r.Bound)
}

// Find returns the violation of a check.
func (r *Report) Find(name string) (Violation, bool) {
	i := slices.IndexFunc(r.Wrong, func(v Violation) bool { return v.Name == name })
	if i < 0 {
		return Violation{}, false
	}
	return r.Wrong[i], true
}

// node is a state that was seen: how it was reached, and where time alone leads.
type node struct {
	parent, next int32
	depth        int32
	action       Action
}

// item is a state whose steps are still to be taken.
type item struct {
	at      int32
	store   Store
	state   []byte
	status  core.Status
	effects uint64
}

type explorer struct {
	World
	checks []Check
	report Report
	nodes  []node
	seen   map[identity]int32
	queue  []item
	x      scratch
	out    core.Output
	// visit, if it is set, sees every state, also one that was seen before.
	visit func(it *item, known bool)
}

// unknown is the next of a state without a wake-up, or one not walked.
const unknown = -1

// Explore walks the world and holds every state and step against the checks.
// The error is the engine's, or that of a machine that refuses what is right;
// the report is then what was seen until there.
func (w World) Explore(ctx context.Context, checks []Check) (*Report, error) {
	e := &explorer{World: w.fill(), checks: checks, seen: map[identity]int32{}}
	e.report.World, e.report.Bound = w.Name, "exhausted"
	err := e.walk(ctx)
	e.timeAlone(ctx)
	e.report.States = len(e.nodes)
	slices.SortFunc(e.report.Wrong, func(a, b Violation) int { return strings.Compare(a.Name, b.Name) })
	return &e.report, err
}

// walk takes every step from every state, nearest first.
func (e *explorer) walk(ctx context.Context) error {
	first := change{Store: e.store()}
	first.in = first.whole()
	if err := e.take(ctx, nil, Action{}, &first); err != nil {
		return err
	}
	for len(e.queue) != 0 {
		it := e.queue[0]
		e.queue[0] = item{}
		e.queue = e.queue[1:]
		if e.Depth != 0 && int(e.nodes[it.at].depth) >= e.Depth {
			e.report.Bound = "depth"
			continue
		}
		for _, a := range it.store.actions(&e.World, it.status.Wake, it.status.Done) {
			if e.States != 0 && len(e.nodes) >= e.States {
				e.report.Bound = "states"
				return nil
			}
			c := it.store.do(a, it.status.Wake)
			if err := e.take(ctx, &it, a, &c); err != nil {
				return fmt.Errorf("%w\n%s", err, strings.Join(e.script(ctx, it.at, a), "\n"))
			}
		}
	}
	return nil
}

// step gives a machine an input and returns its state afterwards.
func (e *explorer) step(ctx context.Context, from []byte, in *core.Input, out *core.Output, status *core.Status) ([]byte, error) {
	var m host.Machine
	var err error
	if in.Job != nil {
		m, err = e.Engine.Open(ctx, &e.Config, in, out)
	} else if m, err = e.Engine.Restore(ctx, from); err == nil {
		err = m.Step(ctx, in, out)
	}
	if err != nil {
		return nil, err
	}
	defer m.Close(ctx)
	if err := m.Status(ctx, status); err != nil {
		return nil, err
	}
	return m.AppendState(ctx, nil)
}

// take takes a step from a state, checks it, and notes where it leads.
func (e *explorer) take(ctx context.Context, from *item, a Action, c *change) error {
	e.report.Transitions++
	next := item{store: c.Store}
	var state []byte
	if from != nil {
		state, next.effects = from.state, from.effects
	}
	if c.in.Job != nil {
		next.effects = 0 // counted anew under the new epoch
	}
	var err error
	if next.state, err = e.step(ctx, state, &c.in, &e.out, &next.status); err != nil {
		return err
	}
	p, err := readPrivate(next.state)
	if err != nil {
		return err
	}
	e.check(ctx, from, a, c, &next, &p)

	next.effects += uint64(len(e.out.Effects))
	if n := len(e.out.Effects) + len(e.out.Withdrawn); n != 0 {
		next.store.Unanswered = c.unanswered(&e.out)
		for i := range next.store.Unanswered {
			f := &next.store.Unanswered[i]
			f.Allocations = slices.Clone(f.Allocations)
		}
	}
	id := e.x.identify(&next.store, &p, next.status.Pending)
	at, known := e.seen[id]
	next.at = at
	if !known {
		at = int32(len(e.nodes))
		n := node{parent: unknown, next: unknown, action: a}
		if from != nil {
			n.parent, n.depth = from.at, e.nodes[from.at].depth+1
		}
		e.report.Depth = max(e.report.Depth, int(n.depth))
		e.seen[id] = at
		e.nodes = append(e.nodes, n)
		next.at = at
		e.queue = append(e.queue, next)
		if _, found := e.report.Find(CheckElections); e.CheckElections && !found {
			other, err := e.elect(ctx, &next)
			if err != nil {
				return err
			}
			if other != "" {
				from := int32(unknown)
				if n.parent != unknown {
					from = n.parent
				}
				e.report.Wrong = append(e.report.Wrong, Violation{CheckElections, "another leader comes to something else: " + other, e.script(ctx, from, a)})
			}
		}
	}
	if e.visit != nil {
		e.visit(&next, known)
	}
	if a.Kind == At {
		e.nodes[from.at].next = at
	}
	return nil
}

// check holds a step against everything that was not violated before.
func (e *explorer) check(ctx context.Context, from *item, a Action, c *change, next *item, p *private) {
	v := View{
		World: &e.World, Action: a, Store: &c.Store, Input: &c.in, Output: &e.out, Status: &next.status,
		DeadlineHit: p.deadlineHit, Effects: next.effects,
	}
	if from != nil {
		v.Was, v.WasStatus = &from.store, &from.status
	}
	for i := range e.checks {
		if k := &e.checks[i]; k.Wrong(&v) {
			if _, known := e.report.Find(k.Name); known {
				continue
			}
			at := int32(unknown)
			if from != nil {
				at = from.at
			}
			e.report.Wrong = append(e.report.Wrong, Violation{k.Name, k.Text, e.script(ctx, at, a)})
		}
	}
}

// timeAlone is the part of liveness that one state does not show: following the
// wake-ups from any state comes to an end.
func (e *explorer) timeAlone(ctx context.Context) {
	settled := make([]bool, len(e.nodes))
	mark := make([]int32, len(e.nodes))
	for start := range e.nodes {
		at := int32(start)
		for at != unknown && !settled[at] && mark[at] != int32(start)+1 {
			mark[at] = int32(start) + 1
			at = e.nodes[at].next
		}
		if at != unknown && !settled[at] {
			e.report.Wrong = append(e.report.Wrong, Violation{"time-ends", "wake-ups follow each other for ever", e.script(ctx, at, Action{Kind: At})})
			return
		}
		for at = int32(start); at != unknown && !settled[at]; at = e.nodes[at].next {
			settled[at] = true
		}
	}
}
