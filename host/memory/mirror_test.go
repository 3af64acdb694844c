package memory_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

// mirror is what a watcher knows of one deployment: an opening snapshot, and the
// commits after it.
type mirror struct {
	in      core.Input
	job     host.JobKey
	deleted bool
	machine *core.Machine // nil when it could not be opened, or has ended
	results []core.Result
}

// fold takes in a commit, and returns it as a machine is told of it.
func (m *mirror) fold(c *host.Commit) (told core.Input) {
	id := m.in.Deployment.ID
	told.Index, m.in.Index = c.Index, c.Index
	if len(c.Allocations) != 0 {
		m.in.Allocations.TableIndex, told.Allocations.TableIndex = c.Index, c.Index
	}
	for i := range c.Deployments {
		d := &c.Deployments[i]
		switch {
		case d.ID != id:
			told.Delivered = true
		case d.Deleted:
			m.deleted, told.DeploymentDeleted = true, true
		default:
			told.Deployment, told.CanariesAdded = &d.Deployment, d.CanariesAdded
			whole := d.Deployment
			whole.Groups = slices.Clone(whole.Groups)
			for k := range whole.Groups {
				if d.CanariesAdded {
					whole.Groups[k].PlacedCanaries = slices.Concat(m.in.Deployment.Groups[k].PlacedCanaries, d.Groups[k].PlacedCanaries)
				}
			}
			m.in.Deployment = &whole
		}
	}
	for _, a := range c.Allocations {
		if !a.Deleted && a.Deployment == id {
			put(&m.in.Allocations.Changed, a.Allocation, func(a core.Allocation) string { return a.ID })
			told.Allocations.Changed = append(told.Allocations.Changed, a.Allocation)
		} else if a.Left == id {
			drop(&m.in.Allocations.Changed, a.ID, func(a core.Allocation) string { return a.ID })
			told.Allocations.Removed = append(told.Allocations.Removed, a.ID)
		}
	}
	for _, e := range c.Evaluations {
		switch {
		case e.Job != m.job:
		case e.Deleted:
			drop(&m.in.Evaluations.Changed, e.ID, func(e core.Evaluation) string { return e.ID })
			told.Evaluations.Removed = append(told.Evaluations.Removed, e.ID)
		default:
			put(&m.in.Evaluations.Changed, e.Evaluation, func(e core.Evaluation) string { return e.ID })
			told.Evaluations.Changed = append(told.Evaluations.Changed, e.Evaluation)
		}
	}
	for _, v := range c.Versions {
		if v.Job == m.job {
			m.in.Versions = v.Versions
			told.Versions, told.VersionsRead = v.Versions, true
		}
	}
	return told
}

func put[T any](list *[]T, x T, id func(T) string) {
	i, found := slices.BinarySearchFunc(*list, id(x), func(a T, b string) int { return cmp.Compare(id(a), b) })
	if found {
		(*list)[i] = x
		return
	}
	*list = slices.Insert(*list, i, x)
}

func drop[T any](list *[]T, gone string, id func(T) string) {
	*list = slices.DeleteFunc(*list, func(x T) bool { return id(x) == gone })
}

// world is a store under random writes, with a mirror of every deployment that
// there ever was.
type world struct {
	*memory.Store
	clock   *clock
	mirrors map[string]*mirror
	order   []string
	effects []core.Effect
	index   uint64
	n       int // names what is new
	// counts say what the walk reached.
	applied  [core.EffectRegion + 1]int
	rejected int
}

var jobKeys = []host.JobKey{shop, {Namespace: "default", ID: "store"}}

// pick draws one of the things that exist, or that do not.
func pick(t *rapid.T, list []string, label string) string {
	return rapid.SampledFrom(append(list, "nosuch")).Draw(t, label)
}

func (w *world) name(kind string) string {
	w.n++
	return fmt.Sprint(kind, w.n)
}

func (w *world) allocations() (ids []string) {
	v := w.View()
	for _, key := range jobKeys {
		for _, a := range v.JobAllocations(key) {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// plan draws a scheduler's plan.
func (w *world) plan(t *rapid.T) memory.Plan {
	v := w.View()
	key := rapid.SampledFrom(jobKeys).Draw(t, "job")
	p := memory.Plan{}
	deployments := append([]string{""}, w.order...)
	if j := v.Job(key); j != nil && rapid.IntRange(0, 4).Draw(t, "new") == 0 {
		p.Deployment = &memory.Deployment{Job: key, JobCreateIndex: j.CreateIndex, Deployment: core.Deployment{
			ID: w.name("d"), Status: core.DeploymentRunning, Description: core.TextRunningAuto, JobVersion: j.Version,
			Groups: []core.Group{
				{Name: "web", DesiredTotal: 2, DesiredCanaries: rapid.Int32Range(0, 2).Draw(t, "canaries"), AutoRevert: true, AutoPromote: true, ProgressDeadline: 10 * second},
				{Name: "db", DesiredTotal: 1, AutoPromote: true},
			},
		}}
		deployments = []string{p.Deployment.ID}
	}
	if ids := w.order; rapid.IntRange(0, 9).Draw(t, "update") == 0 {
		p.Updates = append(p.Updates, memory.StatusUpdate{
			Deployment: pick(t, slices.Clone(ids), "updated"), Description: "by plan",
			Status: rapid.SampledFrom([]core.DeploymentStatus{core.DeploymentSuccessful, core.DeploymentCancelled, core.DeploymentPaused}).Draw(t, "status"),
		})
	}
	for range rapid.IntRange(0, 3).Draw(t, "allocations") {
		id := w.name("a")
		group := rapid.SampledFrom([]string{"web", "web", "db", "other"}).Draw(t, "group")
		if old := v.Allocation(pick(t, w.allocations(), "old")); old != nil {
			switch {
			case rapid.Bool().Draw(t, "stop"):
				p.Stops = append(p.Stops, memory.Stop{Allocation: old.ID, Lost: rapid.Bool().Draw(t, "lost")})
				continue
			case old.Job == key:
				id, group = old.ID, old.Group
			}
		}
		a := memory.Allocation{
			Job: key, Deployment: rapid.SampledFrom(deployments).Draw(t, "deployment"), Previous: pick(t, w.allocations(), "previous"),
			Allocation: core.Allocation{ID: id, Group: group, Desired: core.DesiredRun, Canary: rapid.Bool().Draw(t, "canary")},
		}
		if rapid.IntRange(0, 4).Draw(t, "healthy") == 0 {
			a.Health, a.HealthTime = core.Healthy, w.clock.now
		}
		p.Allocations = append(p.Allocations, a)
	}
	return p
}

// write draws one write of any kind; it may be refused.
func (w *world) write(t *rapid.T) {
	key := rapid.SampledFrom(jobKeys).Draw(t, "job")
	var err error
	switch rapid.IntRange(0, 15).Draw(t, "kind") {
	case 0, 1:
		j := job(w.name("v"))
		j.Namespace, j.ID = key.Namespace, key.ID
		_, err = w.RegisterJob(j)
	case 2:
		_, err = w.StopJob(key, w.name("v"))
	case 3:
		if rapid.IntRange(0, 4).Draw(t, "purge") == 0 {
			_, err = w.PurgeJob(key)
		}
	case 4, 5, 6, 7:
		_, err = w.Plan(w.plan(t))
	case 8, 9:
		var list []memory.Report
		for range rapid.IntRange(1, 3).Draw(t, "reports") {
			list = append(list, memory.Report{Allocation: pick(t, w.allocations(), "reported"), Report: ledger.Report{
				Client: core.ClientStatus(rapid.IntRange(1, 5).Draw(t, "client")),
				Health: core.Health(rapid.IntRange(0, 2).Draw(t, "health")), HealthTime: w.clock.now,
			}})
		}
		_, err = w.Report(list...)
	case 10:
		e := eval(w.name("e"))
		e.Job, e.Status = key, core.EvaluationStatus(rapid.IntRange(1, 5).Draw(t, "status"))
		if known := w.View().Evaluations(key); len(known) != 0 && rapid.Bool().Draw(t, "known") {
			e.ID, e.SnapshotIndex = known[0].ID, w.Index()
		}
		_, err = w.UpsertEvaluations(e)
	case 11:
		g := memory.Garbage{Allocations: []string{pick(t, w.allocations(), "allocation")}}
		for _, e := range w.View().Evaluations(key) {
			g.Evaluations = append(g.Evaluations, e.ID)
		}
		if rapid.IntRange(0, 4).Draw(t, "deployment too") == 0 {
			g.Deployments = []string{pick(t, slices.Clone(w.order), "deployment")}
		}
		_, err = w.Delete(g)
	case 12, 14, 15:
		if len(w.order) != 0 {
			w.command(t)
		}
	case 13:
		w.clock.now += rapid.Int64Range(1, 5).Draw(t, "seconds") * second
		for _, id := range w.order {
			w.step(t, id, core.Input{})
		}
	}
	if err != nil {
		w.rejected++
	}
}

// command gives a random command to a machine. Most allocations that set-health
// names are the deployment's.
func (w *world) command(t *rapid.T) {
	id := rapid.SampledFrom(w.order).Draw(t, "commanded")
	c := &core.Command{ID: 1, Kind: rapid.SampledFrom([]core.CommandKind{
		core.CommandSetHealth, core.CommandSetHealth, core.CommandSetHealth,
		core.CommandPromote, core.CommandPause, core.CommandResume, core.CommandFail,
	}).Draw(t, "command")}
	switch c.Kind {
	case core.CommandSetHealth:
		for _, a := range w.View().Allocations(id) {
			switch rapid.IntRange(0, 3).Draw(t, "health") {
			case 0:
				c.Healthy = append(c.Healthy, a.ID)
			case 1:
				c.Unhealthy = append(c.Unhealthy, a.ID)
			}
		}
		if rapid.IntRange(0, 4).Draw(t, "foreign") == 4 {
			c.Healthy = append(c.Healthy, pick(t, w.allocations(), "foreign allocation"))
		}
	case core.CommandPromote:
		c.All = rapid.Bool().Draw(t, "all")
	}
	w.step(t, id, core.Input{Command: c})
}

// step tells a machine something, and keeps the effects.
func (w *world) step(t *rapid.T, id string, in core.Input) {
	m := w.mirrors[id]
	if m.machine == nil {
		return
	}
	var out core.Output
	in.Now, in.Results = w.clock.now, m.results
	require.NoError(t, m.machine.Step(&in, &out), "a machine takes everything that the store writes")
	require.False(t, out.Stale)
	m.results = nil
	w.effects = append(w.effects, out.Effects...)
	if out.Done {
		m.machine = nil
	}
}

// send carries out the oldest effect, once or twice.
func (w *world) send(t *rapid.T) {
	if len(w.effects) == 0 {
		return
	}
	e := &w.effects[0]
	w.effects = w.effects[1:]
	do := func() host.Answer {
		switch e.Kind {
		case core.EffectReschedule:
			return w.Reschedule(ctx, []*core.Effect{e})
		case core.EffectStatus:
			return w.Status(ctx, e)
		case core.EffectPromote:
			return w.Promote(ctx, e)
		default:
			return w.Health(ctx, e)
		}
	}
	a := do()
	if rapid.Bool().Draw(t, "again") {
		index := w.Index()
		require.Equal(t, a, do())
		require.Equal(t, index, w.Index())
	}
	require.NotEqual(t, core.Unknown, a.Outcome)
	if a.Outcome == core.Applied {
		w.applied[e.Kind]++
		require.Equal(t, w.Index(), a.Index)
	} else {
		w.rejected++
	}
	if m := w.mirrors[e.Key.Deployment]; m != nil {
		m.results = append(m.results, core.Result{Key: e.Key, Outcome: a.Outcome, Index: a.Index})
	}
}

// sync tells everybody what was written, and compares every mirror with the
// store.
func (w *world) sync(t *rapid.T) {
	if w.Index() > w.index {
		commits, err := w.Changes(ctx, w.index)
		require.NoError(t, err)
		for _, c := range commits {
			w.index++
			require.Equal(t, w.index, c.Index)
			for _, id := range w.order {
				told := w.mirrors[id].fold(c)
				if !w.mirrors[id].deleted || told.DeploymentDeleted {
					w.step(t, id, told)
				}
			}
			for _, d := range c.Deployments {
				if w.mirrors[d.ID] == nil && !d.Deleted {
					w.open(t, d.ID, d.Job)
				}
			}
		}
	}
	activeIDs, index, err := w.Active(ctx)
	require.NoError(t, err)
	require.Equal(t, w.index, index)
	for _, id := range w.order {
		m := w.mirrors[id]
		var fresh core.Input
		err := w.Snapshot(ctx, id, &fresh)
		require.Equal(t, !m.deleted && m.in.Deployment.Status.Active(), slices.Contains(activeIDs, id))
		switch {
		case m.deleted:
			require.ErrorIs(t, err, host.ErrUnknownDeployment)
			continue
		case w.View().Job(m.job) == nil && m.in.Deployment.Status.Active():
			require.ErrorIs(t, err, host.ErrUnknownJob)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, w.View().Job(m.job) == nil, fresh.Job == nil)
		fresh.Job, fresh.Epoch = m.in.Job, m.in.Epoch // the machine never refreshes the job
		require.Equal(t, normal(m.in), normal(fresh))
	}
}

// open begins to mirror a deployment.
func (w *world) open(t *rapid.T, id string, key host.JobKey) {
	m := &mirror{job: key}
	if err := w.Snapshot(ctx, id, &m.in); err != nil {
		return // its job was purged, or it was deleted, in the same breath
	}
	m.in.Versions = slices.Clone(m.in.Versions)
	machine, err := core.New(core.Config{Level: core.LevelNomad104})
	require.NoError(t, err)
	m.machine = machine
	w.mirrors[id] = m
	w.order = append(w.order, id)
	opening := m.in
	opening.Epoch = m.in.Index
	w.step(t, id, opening)
}

// normal is an input without the difference between empty lists and none.
func normal(in core.Input) string {
	return fmt.Sprintf("%+v %+v %+v %+v %+v", in.Index, *in.Deployment, in.Allocations, in.Evaluations, in.Versions)
}

// What a watcher knows from an opening snapshot and the commits since is what
// a fresh snapshot says, for every deployment at every index; machines take all
// of it; and what they ask for can be written.
func TestSnapshotIsFoldedChanges(t *testing.T) {
	var applied [core.EffectRegion + 1]int
	rejected := 0
	rapid.Check(t, func(t *rapid.T) {
		s, c := newStore(memory.Options{})
		w := &world{Store: s, clock: c, mirrors: map[string]*mirror{}, index: s.Index()}
		for _, key := range jobKeys {
			j := job("stable")
			j.Namespace, j.ID, j.Stable = key.Namespace, key.ID, true
			_, err := s.RegisterJob(j)
			require.NoError(t, err)
		}
		for range rapid.IntRange(20, 80).Draw(t, "writes") {
			w.write(t)
			w.sync(t)
			if rapid.Bool().Draw(t, "send") {
				w.send(t)
				w.sync(t)
			}
		}
		for kind, n := range w.applied {
			applied[kind] += n
		}
		rejected += w.rejected
	})
	t.Logf("effects applied by kind: %v; writes refused: %d", applied, rejected)
	if testing.Short() {
		return // too few walks to be sure of that
	}
	for _, kind := range []core.EffectKind{core.EffectReschedule, core.EffectStatus, core.EffectPromote, core.EffectHealth} {
		require.NotZero(t, applied[kind], "no %v was applied", kind)
	}
	require.NotZero(t, rejected, "nothing was refused")
}
