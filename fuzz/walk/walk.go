// Package walk makes random rollouts: a small world of one job and one
// deployment whose scheduler, clients, users and store do plausible and less
// plausible things, and the inputs that a host would give to a core.Machine for
// it. The same seed makes the same walk, so that machines in different places
// can be compared on it. A walk that is Guarded is one for a machine with a policy.
//
// To fuzz a machine of your own, step it with what Next gives it, as the example
// does, from as many seeds as you like or from a fuzzer's:
//
//	func FuzzMine(f *testing.F) {
//		f.Fuzz(func(t *testing.T, seed uint64) { ... walk.New(seed) ... })
//	}
//
// What to hold it against: another engine (package same), the rules written out
// (package twin), or yourself: a machine that is saved and restored, or told
// Snapshot instead of what changed, must go on the same.
package walk

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
)

// World is a walk under way. Make one with New, give Opening to a machine, and
// then Next after each Step.
type World struct {
	rng   *rand.Rand
	now   int64
	index uint64
	epoch uint64

	job        core.Job
	deployment core.Deployment
	versions   []core.JobVersion
	allocs     map[string]core.Allocation
	evals      map[string]core.Evaluation
	named      int // counts ids
	commands   uint64
	unanswered []core.Effect // decided and neither written nor refused
	deleted    bool

	// What the commit under way has changed.
	in core.Input
	// told is the last commit's input, canaries how many of each group's placed
	// canaries the machine knows.
	told     core.Input
	canaries map[string]int

	guards *guards // nil without a policy
}

func (w *World) countCanaries() {
	w.canaries = map[string]int{}
	for i := range w.deployment.Groups {
		w.canaries[w.deployment.Groups[i].Name] = len(w.deployment.Groups[i].PlacedCanaries)
	}
}

const second = int64(1_000_000_000)

// New begins a walk.
func New(seed uint64) *World {
	w := &World{
		rng: rand.New(rand.NewPCG(seed, 0x5eed)),
		now: 1_000 * second, index: 10, epoch: 1 + seed%7,
		allocs: map[string]core.Allocation{}, evals: map[string]core.Evaluation{},
	}
	w.job = core.Job{Namespace: "default", ID: "job", Type: "service", Priority: 50, Version: 1, ModifyIndex: 9, SpecDigest: w.digest(), ExecDigest: "e"}
	w.job.Multiregion = w.chance(8)
	status := core.DeploymentRunning
	if w.chance(10) {
		status = core.DeploymentStatus(1 + w.rng.IntN(5))
	}
	w.deployment = core.Deployment{ID: "deployment", Status: status, Description: core.TextRunning, JobVersion: 1, CreateIndex: 10, ModifyIndex: 10}
	if w.chance(2) { // what older hosts do not send
		w.deployment.CreateTime, w.deployment.Priority = w.now-int64(w.rng.IntN(3))*second, int32(w.rng.IntN(2)*70)
	}
	for i := range 1 + w.rng.IntN(3) {
		w.deployment.Groups = append(w.deployment.Groups, w.group(fmt.Sprintf("g%d", i)))
	}
	w.job.Groups = []core.JobGroup{}
	for i := range w.deployment.Groups {
		if !w.chance(10) {
			w.job.Groups = append(w.job.Groups, core.JobGroup{Name: w.deployment.Groups[i].Name, AutoRevert: w.deployment.Groups[i].AutoRevert != w.chance(10)})
		}
	}
	for v := range uint64(2) {
		w.versions = ledger.AddVersion(w.versions, core.JobVersion{Version: v, Stable: w.chance(2), CreateIndex: 5, SpecDigest: w.digest(), ExecDigest: "e"})
	}
	for range w.rng.IntN(4) {
		w.place()
	}
	return w
}

// chance is true once in n.
func (w *World) chance(n int) bool { return w.rng.IntN(n) == 0 }

func (w *World) digest() string { return []string{"", "x", "y", "y"}[w.rng.IntN(4)] }

func (w *World) id(kind string) string {
	w.named++
	// Ids that do not arrive in their own order.
	return fmt.Sprintf("%s-%02x-%d", kind, (w.named*167)%256, w.named)
}

func (w *World) group(name string) core.Group {
	g := core.Group{Name: name, DesiredTotal: int32(w.rng.IntN(4)), AutoRevert: w.chance(2), AutoPromote: !w.chance(3)}
	if w.chance(2) {
		g.DesiredCanaries = int32(1 + w.rng.IntN(2))
	}
	if !w.chance(3) {
		g.ProgressDeadline = int64(1+w.rng.IntN(8)) * second
	}
	return g
}

// Opening is the input that opens a machine at the present moment.
func (w *World) Opening() core.Input {
	in := w.Snapshot()
	in.Epoch = w.epoch
	job := w.job
	in.Job = &job
	w.in = core.Input{}
	w.countCanaries()
	return in
}

// Snapshot is everything that the world holds, as one input at its index.
func (w *World) Snapshot() core.Input {
	in := core.Input{Now: w.now, Index: w.index, VersionsRead: true, Versions: slices.Clone(w.versions)}
	if !w.deleted {
		d := w.deployment
		in.Deployment = &d
	}
	in.Allocations.Whole, in.Evaluations.Whole = true, true
	in.Allocations.TableIndex = w.index
	for _, id := range keys(w.allocs) {
		in.Allocations.Changed = append(in.Allocations.Changed, w.allocs[id])
	}
	for _, id := range keys(w.evals) {
		in.Evaluations.Changed = append(in.Evaluations.Changed, w.evals[id])
	}
	w.repeat(&in)
	return in
}

// Deleted reports whether the deployment is gone from the world's store.
func (w *World) Deleted() bool { return w.deleted }

// keys returns a map's keys in order, so that nothing depends on chance.
func keys[V any](m map[string]V) []string {
	ids := make([]string, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Next is what happens after out: a tick, a commit, a command, results, or
// several of them at once.
func (w *World) Next(out *core.Output) core.Input {
	w.unanswered = append(w.unanswered, out.Effects...)
	for _, k := range out.Withdrawn {
		w.unanswered = slices.DeleteFunc(w.unanswered, func(e core.Effect) bool { return e.Key == k })
	}
	w.in = core.Input{}

	switch w.rng.IntN(12) {
	case 0, 1, 2:
		if out.Wake.Reason != core.WakeNone {
			// Just before, at, or just after the wake-up.
			w.now = max(w.now, out.Wake.At+int64(w.rng.IntN(3))-1)
		}
	case 3:
		w.now += int64(w.rng.IntN(3000)) * 1_000_000
	default:
		w.now += int64(w.rng.IntN(300)) * 1_000_000
	}
	w.in.Now = w.now
	if w.chance(20) {
		w.in.Now = max(1, w.now-second) // a clock that steps back
	}

	if w.chance(15) {
		w.command()
	}
	w.guard(&w.in)
	if w.chance(8) {
		return w.in // a tick, perhaps with a command
	}
	if w.told.Index != 0 && w.chance(20) {
		again := w.told // the last commit once more: stale
		again.Now, again.Command, again.Results = w.in.Now, w.in.Command, nil
		again.Verdicts, again.Freezes, again.FreezesRead = w.in.Verdicts, w.in.Freezes, w.in.FreezesRead
		return again
	}
	w.index++
	facts := false
	for range 1 + w.rng.IntN(2) {
		facts = w.happen() || facts
	}
	if !facts {
		w.index--
		return w.in
	}
	w.in.Index = w.index
	if w.in.Deployment != nil && w.chance(2) {
		w.onlyNewCanaries()
	}
	switch {
	case w.chance(30): // told whole instead of what changed
		whole := w.Snapshot()
		whole.Now, whole.Command, whole.Results, whole.DeploymentDeleted = w.in.Now, w.in.Command, w.in.Results, w.in.DeploymentDeleted
		w.in = whole
	case w.chance(30): // a delivery out of nowhere
		w.in.Delivered = true
	}
	w.told = w.in
	w.countCanaries()
	return w.in
}

// onlyNewCanaries leaves out the placed canaries that were told before.
func (w *World) onlyNewCanaries() {
	d := *w.in.Deployment
	d.Groups = slices.Clone(d.Groups)
	for i := range d.Groups {
		g := &d.Groups[i]
		g.PlacedCanaries = slices.Clone(g.PlacedCanaries[w.canaries[g.Name]:])
	}
	w.in.Deployment, w.in.CanariesAdded = &d, true
}

// happen lets one thing happen and reports whether it wrote anything.
func (w *World) happen() bool {
	switch w.rng.IntN(16) {
	case 0, 1, 2:
		return w.place()
	case 3, 4, 5, 6:
		return w.report()
	case 7:
		return w.stop()
	case 8, 9, 10:
		return w.answer()
	case 11:
		return w.evaluate()
	case 12:
		w.in.Delivered = true
		return true
	case 13:
		return w.register()
	case 14:
		return w.forget()
	default:
		return w.rare()
	}
}

func (w *World) putDeployment(d core.Deployment) {
	w.deployment = d
	w.forgetPauses()
	if !w.deleted {
		d = w.deployment
		w.in.Deployment, w.in.CanariesAdded = &d, false
	}
}

func (w *World) putAllocation(a core.Allocation) {
	w.allocs[a.ID] = a
	w.in.Allocations.Changed = append(w.in.Allocations.Changed, a)
	w.in.Allocations.TableIndex = w.index
}

func (w *World) putEvaluation(e core.Evaluation) {
	w.evals[e.ID] = e
	w.in.Evaluations.Changed = append(w.in.Evaluations.Changed, e)
}

func (w *World) putVersions(v []core.JobVersion) {
	w.versions = v
	w.in.Versions, w.in.VersionsRead = slices.Clone(v), true
}

// place is the scheduler's: one more allocation, perhaps a canary.
func (w *World) place() bool {
	g := w.deployment.Groups[w.rng.IntN(len(w.deployment.Groups))]
	a := core.Allocation{ID: w.id("alloc"), Group: g.Name, Desired: core.DesiredRun, Client: core.ClientPending, ModifyTime: w.now}
	if w.chance(12) {
		a.Group = "elsewhere"
	}
	if w.chance(4) {
		a.Rescheduling = core.Rescheduling(w.rng.IntN(3))
	}
	a.Canary = g.DesiredCanaries > int32(len(g.PlacedCanaries)) && !g.Promoted
	d, a := ledger.Rules(0).ApplyPlan(w.deployment, nil, a, w.index)
	w.putDeployment(d)
	w.putAllocation(a)
	return true
}

// some picks an allocation.
func (w *World) some() (core.Allocation, bool) {
	if len(w.allocs) == 0 {
		return core.Allocation{}, false
	}
	ids := keys(w.allocs)
	return w.allocs[ids[w.rng.IntN(len(ids))]], true
}

// report is a client's.
func (w *World) report() bool {
	a, ok := w.some()
	if !ok {
		return false
	}
	r := ledger.Report{Client: a.Client, Time: w.now, HealthTime: w.now}
	switch w.rng.IntN(6) {
	case 0, 1:
		r.Client, r.Health = core.ClientRunning, core.Healthy
	case 2:
		r.Client, r.Health = core.ClientFailed, core.Unhealthy
	case 3:
		r.Health = core.Unhealthy
	default:
		r.Client = core.ClientStatus(1 + w.rng.IntN(6))
	}
	w.reported(&r)
	before := w.deployment.ModifyIndex
	d, a := ledger.Rules(0).ApplyReport(w.deployment, a, r, w.index)
	if d.ModifyIndex != before {
		w.putDeployment(d)
	}
	w.putAllocation(a)
	return true
}

// stop is the scheduler's: an allocation is told to stop, or is lost.
func (w *World) stop() bool {
	a, ok := w.some()
	if !ok {
		return false
	}
	before := a
	a.Desired = core.DesiredStatus(2 + w.rng.IntN(2))
	if w.chance(2) {
		a.Client = core.ClientLost
	}
	_, a = ledger.Rules(0).ApplyPlan(w.deployment, &before, a, w.index)
	w.putAllocation(a)
	return true
}

// evaluate is the scheduler's: evaluations come and go on.
func (w *World) evaluate() bool {
	e := core.Evaluation{ID: w.id("eval"), Status: core.EvaluationPending, CreateIndex: w.index}
	if ids := keys(w.evals); len(ids) != 0 && w.chance(2) {
		e = w.evals[ids[w.rng.IntN(len(ids))]]
		e.Status = core.EvaluationStatus(1 + w.rng.IntN(5))
		e.SnapshotIndex = w.index - uint64(w.rng.IntN(5))
	}
	w.putEvaluation(e)
	return true
}

// register is a user's: a newer version of the job, or an older one found stable.
func (w *World) register() bool {
	if w.chance(2) {
		w.putVersions(ledger.MarkStable(w.versions, w.versions[w.rng.IntN(len(w.versions))].Version))
		return true
	}
	v := core.JobVersion{Version: w.versions[0].Version + 1, Stable: w.chance(4), CreateIndex: 5, SpecDigest: w.digest(), ExecDigest: "e"}
	w.tag(&v)
	w.putVersions(ledger.AddVersion(w.versions, v))
	return true
}

// forget is the store's: something is collected.
func (w *World) forget() bool {
	if ids := keys(w.evals); len(ids) != 0 && w.chance(2) {
		id := ids[w.rng.IntN(len(ids))]
		if slices.ContainsFunc(w.in.Evaluations.Changed, func(e core.Evaluation) bool { return e.ID == id }) {
			return false
		}
		delete(w.evals, id)
		w.in.Evaluations.Removed = append(w.in.Evaluations.Removed, id)
		return true
	}
	a, ok := w.some()
	if !ok || slices.ContainsFunc(w.in.Allocations.Changed, func(c core.Allocation) bool { return c.ID == a.ID }) {
		return false
	}
	delete(w.allocs, a.ID)
	w.in.Allocations.Removed = append(w.in.Allocations.Removed, a.ID)
	w.in.Allocations.TableIndex = w.index
	return true
}

// rare things end or upset the walk.
func (w *World) rare() bool {
	switch w.rng.IntN(12) {
	case 0:
		d := w.deployment
		status := core.DeploymentStatus(1 + w.rng.IntN(5))
		if w.guards != nil { // the store keeps account of pauses
			d, _ = ledger.Rules(0).ApplyStatus(d, status, d.Description, w.now, w.index)
		}
		d.Status, d.ModifyIndex = status, w.index
		w.putDeployment(d)
		return true
	case 1:
		d := w.deployment
		d.Groups = append(slices.Clone(d.Groups), w.group(w.id("group")))
		d.ModifyIndex = w.index
		w.putDeployment(d)
		return true
	case 2:
		if len(w.allocs) > 3 && w.chance(2) {
			w.deployment.Status = core.DeploymentSuccessful
			w.deployment.ModifyIndex = w.index
			w.putDeployment(w.deployment)
			return true
		}
	case 3:
		if w.chance(3) {
			w.deleted = true
			w.in.Deployment, w.in.DeploymentDeleted = nil, true
			return true
		}
	}
	return false
}

// command is a user's wish, sensible or not.
func (w *World) command() {
	w.commands++
	c := &core.Command{ID: w.commands, Kind: core.CommandKind(1 + w.rng.IntN(8))}
	switch c.Kind {
	case core.CommandSetHealth:
		for range w.rng.IntN(3) {
			id := "nosuch"
			if a, ok := w.some(); ok && !w.chance(8) {
				id = a.ID
			}
			if w.chance(3) {
				c.Unhealthy = append(c.Unhealthy, id)
			} else {
				c.Healthy = append(c.Healthy, id)
			}
		}
	case core.CommandPromote:
		if c.All = w.chance(2); !c.All {
			c.Groups = []string{w.deployment.Groups[w.rng.IntN(len(w.deployment.Groups))].Name}
		}
	case core.CommandFail:
		if !w.chance(4) {
			c.Kind = core.CommandPause
		}
	}
	w.in.Command = c
}

// answer is the store's: an effect is applied, refused, or its answer lost.
func (w *World) answer() bool {
	if len(w.unanswered) == 0 {
		return false
	}
	i := w.rng.IntN(len(w.unanswered))
	e := w.unanswered[i]
	if w.chance(6) {
		w.in.Results = append(w.in.Results, core.Result{Key: e.Key, Outcome: core.Unknown})
		return false
	}
	w.unanswered = slices.Delete(w.unanswered, i, i+1)
	if w.chance(8) || w.deleted || !w.apply(&e) {
		w.in.Results = append(w.in.Results, core.Result{Key: e.Key, Outcome: core.Rejected})
		return false
	}
	w.in.Results = append(w.in.Results, core.Result{Key: e.Key, Outcome: core.Applied, Index: w.index})
	return true
}

// apply writes an effect as a store does.
func (w *World) apply(e *core.Effect) bool {
	all := make([]core.Allocation, 0, len(w.allocs))
	for _, id := range keys(w.allocs) {
		all = append(all, w.allocs[id])
	}
	d := w.deployment
	var err error
	var written []core.Allocation
	versions := w.versions
	switch e.Kind {
	case core.EffectReschedule:
		for _, id := range e.Allocations {
			if a, ok := w.allocs[id]; ok {
				written = append(written, ledger.AllowReschedule(a, w.index))
			}
		}
	case core.EffectPromote:
		d, written, err = ledger.ApplyPromotion(d, all, e.All, e.Groups, w.now, w.index)
	case core.EffectHealth:
		d, written, err = ledger.Rules(0).SetHealth(d, func(id string) (core.Allocation, bool, bool) {
			a, ok := w.allocs[id]
			return a, ok, false
		}, e.Healthy, e.Unhealthy, e.Timestamp, w.index)
	case core.EffectRegion:
		return true
	}
	if err == nil && e.Status != 0 {
		d, err = ledger.Rules(0).ApplyStatus(d, e.Status, e.Description, w.now, w.index)
	}
	if err == nil && e.Rollback {
		versions, err = ledger.Rules(0).RollBack(versions, e.RollbackVersion)
	}
	if err != nil {
		return false
	}
	if d.ModifyIndex == w.index {
		w.putDeployment(d)
	}
	for i := range written {
		w.putAllocation(written[i])
	}
	if e.Rollback {
		w.putVersions(versions)
	}
	if e.Evaluation != nil {
		w.putEvaluation(core.Evaluation{ID: e.Evaluation.ID, Status: core.EvaluationPending, CreateIndex: w.index})
	}
	return true
}
