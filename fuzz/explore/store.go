package explore

import (
	"slices"
	"strconv"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
)

// Allocation is one that was placed, and how often its health was reported.
type Allocation struct {
	core.Allocation
	Changes int
}

// Store is what the cluster holds. Whoever looks at it must not change it:
// states share what they have in common.
type Store struct {
	Now          int64
	Index, Epoch uint64
	Job          core.Job
	Deployment   core.Deployment
	Allocations  []Allocation
	Evaluations  []core.Evaluation
	Versions     []core.JobVersion
	// Unanswered are the effects that the store has not answered, in their order.
	Unanswered []core.Effect

	// Verdicts are what gates have said last, Freezes the spans in which nothing goes
	// forward.
	Verdicts []core.Verdict
	Freezes  []core.Span

	// Deleted says that the store has forgotten the deployment.
	Deleted bool

	commands                              uint64
	late                                  bool
	rules                                 ledger.Rules
	placed                                int // allocations that there ever were
	elections, registrations, collections int // how many are left
	verdicts                              int
	policy                                *core.Policy
	horizon                               int64
}

// Group returns a group of the deployment.
func (s *Store) Group(name string) *core.Group {
	for i := range s.Deployment.Groups {
		if s.Deployment.Groups[i].Name == name {
			return &s.Deployment.Groups[i]
		}
	}
	return nil
}

// facts are all allocations without what is counted of them.
func (s *Store) facts() []core.Allocation {
	all := make([]core.Allocation, len(s.Allocations))
	for i := range all {
		all[i] = s.Allocations[i].Allocation
	}
	return all
}

// Standing counts the allocations of a group that are not terminal, or only its
// placed canaries.
func (s *Store) Standing(g *core.Group, canaries bool) (n int32) {
	for i := range s.Allocations {
		a := &s.Allocations[i]
		if a.Group == g.Name && !a.Terminal() && (!canaries || slices.Contains(g.PlacedCanaries, a.ID)) {
			n++
		}
	}
	return n
}

// Live counts the healthy ones of them.
func (s *Store) Live(g *core.Group, canaries bool) (n int32) {
	for i := range s.Allocations {
		a := &s.Allocations[i]
		if a.Group == g.Name && !a.Terminal() && a.Health == core.Healthy && (!canaries || slices.Contains(g.PlacedCanaries, a.ID)) {
			n++
		}
	}
	return n
}

// wantsPromotion reports whether a group has canaries to be promoted.
func wantsPromotion(g *core.Group) bool { return g.DesiredCanaries != 0 && !g.Promoted }

// room reports whether the scheduler would place one more of a group: up to the
// canaries while they are not promoted, then up to the total.
func (s *Store) room(w *World, g *core.Group) bool {
	if s.placed >= w.Allocations || s.Deleted || !s.Deployment.Status.Active() {
		return false
	}
	if wantsPromotion(g) {
		return s.Standing(g, true) < g.DesiredCanaries
	}
	return s.Standing(g, false) < g.DesiredTotal
}

// Complete is S7: whether the scheduler would call the deployment successful.
func (s *Store) Complete() bool {
	for i := range s.Deployment.Groups {
		g := &s.Deployment.Groups[i]
		if wantsPromotion(g) || g.HealthyAllocs < max(g.DesiredTotal, g.DesiredCanaries) || s.Standing(g, false) < g.DesiredTotal {
			return false
		}
	}
	return s.Deployment.Status.Active() && !s.Deleted
}

// whole is everything that the store holds, as the input that opens a machine.
func (s *Store) whole() core.Input {
	d := s.Deployment
	job := s.Job
	return core.Input{
		Now: s.Now, Index: s.Index, Epoch: s.Epoch, Job: &job, Deployment: &d,
		Allocations: core.AllocationChanges{Whole: true, Changed: s.facts(), TableIndex: s.Index},
		Evaluations: core.EvaluationChanges{Whole: true, Changed: s.Evaluations},
		Versions:    s.Versions, VersionsRead: true,
		Verdicts: s.Verdicts, Freezes: s.Freezes, FreezesRead: s.policy.Freezes,
	}
}

// change is a write under way: the store afterwards and the input that tells it.
type change struct {
	Store
	in core.Input
}

func (c *change) deployment(d core.Deployment) {
	if c.Deleted {
		return
	}
	c.Deployment = d
	c.in.Deployment = &c.Store.Deployment
}

func (c *change) allocation(a core.Allocation) {
	c.Allocations = slices.Clone(c.Allocations)
	i := slices.IndexFunc(c.Allocations, func(b Allocation) bool { return b.ID == a.ID })
	if i < 0 {
		c.Allocations = append(c.Allocations, Allocation{Allocation: a})
	} else {
		if c.Allocations[i].Health != a.Health {
			c.Allocations[i].Changes++
		}
		c.Allocations[i].Allocation = a
	}
	c.in.Allocations.Changed = append(c.in.Allocations.Changed, a)
}

func (c *change) evaluation(e core.Evaluation) {
	c.Evaluations = append(slices.Clip(c.Evaluations), e)
	c.in.Evaluations.Changed = append(c.in.Evaluations.Changed, e)
}

func (c *change) versions(v []core.JobVersion) {
	c.Versions, c.in.Versions, c.in.VersionsRead = v, v, true
}

// place writes a new allocation of a group.
func (c *change) place(g *core.Group) {
	c.placed++
	a := core.Allocation{
		ID: "a" + strconv.Itoa(c.placed), Group: g.Name, Canary: wantsPromotion(g),
		Desired: core.DesiredRun, Client: core.ClientPending, ModifyTime: c.Now,
	}
	d, a := c.rules.ApplyPlan(c.Deployment, nil, a, c.Index)
	c.deployment(d)
	c.allocation(a)
}

// judge takes in what a gate says.
func (c *change) judge(v core.Verdict) {
	c.Store.verdicts--
	c.in.Verdicts = []core.Verdict{v}
	c.Verdicts = append(slices.DeleteFunc(slices.Clone(c.Verdicts), func(o core.Verdict) bool { return o.Gate == v.Gate }), v)
	slices.SortFunc(c.Verdicts, func(a, b core.Verdict) int { return strings.Compare(a.Gate, b.Gate) })
}

// report writes what a client says.
func (c *change) report(i int, client core.ClientStatus, health core.Health) {
	d, a := c.rules.ApplyReport(c.Deployment, c.Allocations[i].Allocation,
		ledger.Report{Client: client, Health: health, HealthTime: c.Now, Time: c.Now}, c.Index)
	if d.ModifyIndex == c.Index {
		c.deployment(d)
	}
	c.allocation(a)
}

// collect forgets an allocation.
func (c *change) collect(i int) {
	c.collections--
	c.in.Allocations.Removed = []string{c.Allocations[i].ID}
	c.in.Allocations.TableIndex = c.Index
	c.Allocations = slices.Delete(slices.Clone(c.Allocations), i, i+1)
}

// evaluate is the scheduler's: it has looked at everything up to an index. Only
// the last evaluation is kept.
func (c *change) evaluate(upTo uint64) {
	last := c.Evaluations[len(c.Evaluations)-1]
	for _, e := range c.Evaluations[:len(c.Evaluations)-1] {
		c.in.Evaluations.Removed = append(c.in.Evaluations.Removed, e.ID)
	}
	last.Status, last.SnapshotIndex = core.EvaluationComplete, upTo
	c.Evaluations = []core.Evaluation{last}
	c.in.Evaluations.Changed = c.Evaluations
}

// finish is the scheduler's word that the deployment is successful; that of a
// job of several regions has to wait for them.
func (c *change) finish() {
	d, err := c.Deployment, error(nil)
	if c.Job.Multiregion {
		d, err = c.rules.ApplyStatus(d, core.DeploymentBlocked, core.TextBlocked, c.Now, c.Index)
	} else {
		d, err = c.rules.ApplyStatus(d, core.DeploymentSuccessful, core.TextSuccessful, c.Now, c.Index)
		c.versions(ledger.MarkStable(c.Versions, d.JobVersion))
	}
	if err == nil {
		c.deployment(d)
	}
}

// answer takes the oldest effect off and writes it, unless the store refuses.
func (c *change) answer(refuse bool) {
	e := c.Unanswered[0]
	c.Unanswered = c.Unanswered[1:]
	r := core.Result{Key: e.Key, Outcome: core.Applied, Index: c.Index}
	if refuse || !c.apply(&e) {
		r = core.Result{Key: e.Key, Outcome: core.Rejected}
	}
	c.in.Results = []core.Result{r}
}

// unanswered is what waits for the store after a machine has said something to
// the change.
func (c *change) unanswered(out *core.Output) []core.Effect {
	return slices.DeleteFunc(append(slices.Clone(c.Unanswered), out.Effects...),
		func(f core.Effect) bool { return slices.Contains(out.Withdrawn, f.Key) })
}

// apply writes an effect, all of it or nothing.
func (c *change) apply(e *core.Effect) bool {
	d, versions := c.Deployment, c.Versions
	var written []core.Allocation
	var err error
	find := func(id string) (core.Allocation, bool, bool) {
		i := slices.IndexFunc(c.Allocations, func(a Allocation) bool { return a.ID == id })
		if i < 0 {
			return core.Allocation{}, false, false
		}
		return c.Allocations[i].Allocation, true, false
	}
	if c.Deleted && e.Kind != core.EffectReschedule {
		return false
	}
	switch e.Kind {
	case core.EffectReschedule:
		for _, id := range e.Allocations {
			if a, known, _ := find(id); known {
				written = append(written, ledger.AllowReschedule(a, c.Index))
			}
		}
	case core.EffectPromote:
		d, written, err = ledger.ApplyPromotion(d, c.facts(), e.All, e.Groups, c.Now, c.Index)
	case core.EffectHealth:
		d, written, err = c.rules.SetHealth(d, find, e.Healthy, e.Unhealthy, e.Timestamp, c.Index)
	case core.EffectRegion:
		return true
	}
	if err == nil && e.Status != 0 {
		d, err = c.rules.ApplyStatus(d, e.Status, e.Description, c.Now, c.Index)
	}
	if err == nil && e.Rollback {
		versions, err = c.rules.RollBack(versions, e.RollbackVersion)
	}
	if err != nil {
		return false
	}
	if d.ModifyIndex == c.Index {
		c.deployment(d)
	}
	for i := range written {
		c.allocation(written[i])
	}
	if e.Rollback {
		c.versions(versions)
	}
	if e.Evaluation != nil {
		c.evaluation(core.Evaluation{ID: e.Evaluation.ID, Status: core.EvaluationPending, CreateIndex: c.Index})
	}
	return true
}
