package memory_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

func web(s *memory.Store, id string) core.Group { return s.View().Deployment(id).Groups[0] }

func TestS1S2PlanPlaces(t *testing.T) {
	s, c := rollout(t, memory.Options{})
	g := web(s, "d")
	require.Equal(t, int32(2), g.PlacedAllocs)
	require.Equal(t, []string{"c"}, g.PlacedCanaries)
	require.Equal(t, 1010*second, g.RequireProgressBy)
	a := s.View().Allocation("c")
	require.Equal(t, []uint64{3, 3, 3}, []uint64{a.CreateIndex, a.ModifyIndex, a.HealthIndex})
	require.Equal(t, []int64{c.now, c.now}, []int64{a.CreateTime, a.ModifyTime})
	require.Equal(t, core.ClientPending, a.Client)
	require.Equal(t, uint64(3), s.View().Deployment("d").CreateIndex)

	// A new deployment is told whole, one that grew with what came to it.
	require.False(t, last(t, s).Deployments[0].CanariesAdded)
	wrote(t, 4)(s.Plan(memory.Plan{Allocations: []memory.Allocation{canary("c2", "d")}}))
	d := last(t, s).Deployments[0]
	require.True(t, d.CanariesAdded)
	require.Equal(t, []string{"c2"}, d.Groups[0].PlacedCanaries)
	require.Equal(t, []string{"c", "c2"}, web(s, "d").PlacedCanaries)
	require.Equal(t, uint64(4), s.View().TableIndex(memory.Allocations))
	require.Equal(t, uint64(2), s.View().TableIndex(memory.Jobs))
	require.Zero(t, s.View().TableIndex(memory.Evaluations))
}

// An id that was deleted and is placed again in another group is in two lists,
// so the deployment is told whole.
func TestCanaryPlacedAgainElsewhere(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	wrote(t, 4)(s.Delete(memory.Garbage{Allocations: []string{"c"}}))
	again := canary("c", "d")
	again.Group = "db"
	wrote(t, 5)(s.Plan(memory.Plan{Allocations: []memory.Allocation{again}}))
	d := last(t, s).Deployments[0]
	require.False(t, d.CanariesAdded)
	require.Equal(t, []string{"c"}, d.Groups[0].PlacedCanaries)
	require.Equal(t, []string{"c"}, d.Groups[1].PlacedCanaries)
}

func TestPlanUpdatesInPlace(t *testing.T) {
	s, c := rollout(t, memory.Options{})
	wrote(t, 4)(s.Report(report("a", core.Healthy, 1002*second)))
	c.now += 5 * second
	a := *s.View().Allocation("a")
	a.Client, a.Name, a.HealthIndex, a.CreateIndex, a.Next = core.ClientPending, "shop.web[0]", 99, 99, "x"
	wrote(t, 5)(s.Plan(memory.Plan{Allocations: []memory.Allocation{a}}))
	got := s.View().Allocation("a")
	require.Equal(t, core.ClientRunning, got.Client, "the client's word")
	require.Equal(t, []uint64{3, 5, 4}, []uint64{got.CreateIndex, got.ModifyIndex, got.HealthIndex})
	require.Equal(t, []int64{1000 * second, 1005 * second}, []int64{got.CreateTime, got.ModifyTime})
	require.Equal(t, "shop.web[0]", got.Name)
	require.Empty(t, got.Next)
	require.Empty(t, last(t, s).Deployments, "no count changed")
}

// S1: what is taken over is a placement for its new deployment.
func TestS1PlanTakesOver(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	wrote(t, 4)(s.Report(report("a", core.Healthy, 1002*second)))
	a := *s.View().Allocation("a")
	a.Deployment, a.Client, a.Health = "d2", core.ClientPending, core.HealthUnset
	wrote(t, 5)(s.Plan(memory.Plan{Deployment: deployment("d2", 0), Allocations: []memory.Allocation{a}}))
	require.Equal(t, int32(1), web(s, "d2").PlacedAllocs)
	require.Equal(t, int32(2), web(s, "d").PlacedAllocs, "the old deployment's counters stay")
	written := last(t, s).Allocations[0]
	require.Equal(t, []string{"d2", "d"}, []string{written.Deployment, written.Left})
	require.Equal(t, core.ClientRunning, written.Client)
	require.Zero(t, written.HealthIndex)
	// Health that goes with it keeps its index.
	a = *s.View().Allocation("a")
	wrote(t, 6)(s.Report(report("a", core.Healthy, 1003*second)))
	a = *s.View().Allocation("a")
	a.Deployment = ""
	wrote(t, 7)(s.Plan(memory.Plan{Allocations: []memory.Allocation{a}}))
	written = last(t, s).Allocations[0]
	require.Equal(t, []string{"", "d2"}, []string{written.Deployment, written.Left})
	require.Equal(t, uint64(6), written.HealthIndex)
	require.Len(t, s.View().Allocations("d"), 1)
	require.Empty(t, s.View().Allocations("d2"))
	require.Len(t, s.View().JobAllocations(shop), 2)
	require.Len(t, s.View().Deployments(shop), 2)
	require.Equal(t, "d2", s.View().Deployments(shop)[1].ID, "oldest first")
}

// Outside any deployment, and in one that is gone, nothing counts.
func TestS1PlanOutsideDeployments(t *testing.T) {
	s, _ := newStore(memory.Options{})
	free := alloc("free", "")
	free.Health = core.Healthy
	wrote(t, 2)(s.Plan(memory.Plan{Allocations: []memory.Allocation{free, alloc("lost", "nosuch")}}))
	c := last(t, s)
	require.Empty(t, c.Deployments)
	require.Len(t, c.Allocations, 2)
	require.Equal(t, uint64(2), c.Allocations[0].HealthIndex)
	wrote(t, 3)(s.Report(report("free", core.Unhealthy, second), report("lost", core.Healthy, second)))
	require.Equal(t, uint64(3), s.View().Allocation("lost").HealthIndex)
}

func TestPlanStopsAndReplaces(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	b := alloc("b", "d")
	b.Previous = "a"
	wrote(t, 4)(s.Plan(memory.Plan{
		Stops:       []memory.Stop{{Allocation: "a"}, {Allocation: "c", Evict: true, Lost: true}},
		Allocations: []memory.Allocation{b},
		Evaluations: []memory.Evaluation{eval("follow-up")},
	}))
	v := s.View()
	require.Equal(t, core.DesiredStop, v.Allocation("a").Desired)
	require.Equal(t, core.ClientPending, v.Allocation("a").Client)
	require.Equal(t, "b", v.Allocation("a").Next)
	require.Equal(t, core.DesiredEvict, v.Allocation("c").Desired)
	require.Equal(t, core.ClientLost, v.Allocation("c").Client)
	require.Len(t, last(t, s).Allocations, 3, "each object once")
	require.Equal(t, "follow-up", v.Pending()[0].ID)
	// The previous one is written again with every write of the next.
	wrote(t, 5)(s.Plan(memory.Plan{Allocations: []memory.Allocation{b}}))
	require.Equal(t, uint64(5), s.View().Allocation("a").ModifyIndex)
}

func TestPlanRejections(t *testing.T) {
	foreign := alloc("a", "d")
	foreign.Job.ID = "other"
	moved := alloc("a", "d")
	moved.Group = "db"
	for _, c := range []struct {
		name string
		plan memory.Plan
		code any
	}{
		{"S4 terminal deployment", memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "ended", Status: core.DeploymentSuccessful}}}, ledger.Terminal},
		{"unknown deployment", memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "nosuch", Status: core.DeploymentFailed}}}, memory.UnknownDeployment},
		{"known deployment", memory.Plan{Deployment: deployment("d", 0)}, memory.KnownDeployment},
		{"unknown allocation", memory.Plan{Stops: []memory.Stop{{Allocation: "nosuch"}}}, ledger.UnknownAllocation},
		{"another job's allocation", memory.Plan{Allocations: []memory.Allocation{foreign}}, memory.Invalid},
		{"another group's allocation", memory.Plan{Allocations: []memory.Allocation{moved}}, memory.Invalid},
		{"bad evaluation", memory.Plan{Evaluations: []memory.Evaluation{{}}}, memory.Invalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := rollout(t, memory.Options{})
			wrote(t, 4)(s.Plan(memory.Plan{Deployment: deployment("ended", 0)}))
			wrote(t, 5)(s.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "ended", Status: core.DeploymentCancelled, Description: core.TextNewerJob}}}))
			// All or nothing: what is good of it is not written either.
			c.plan.Allocations = append([]memory.Allocation{alloc("new", "d")}, c.plan.Allocations...)
			_, err := s.Plan(c.plan)
			refused(t, s, 5, err, c.code)
			require.Nil(t, s.View().Allocation("new"))
			require.Equal(t, int32(2), web(s, "d").PlacedAllocs)
		})
	}
}

// What a machine would not take as a fact is not written at all.
func TestInvalidWrites(t *testing.T) {
	long := strings.Repeat("x", 129)
	onJob := func(change func(j *memory.Job)) func(s *memory.Store) error {
		return func(s *memory.Store) error {
			j := job("v")
			change(&j)
			_, err := s.RegisterJob(j)
			return err
		}
	}
	onDeployment := func(change func(d *memory.Deployment)) func(s *memory.Store) error {
		return func(s *memory.Store) error {
			d := deployment("new", 0)
			change(d)
			_, err := s.Plan(memory.Plan{Deployment: d})
			return err
		}
	}
	onAllocation := func(change func(a *memory.Allocation)) func(s *memory.Store) error {
		return func(s *memory.Store) error {
			a := alloc("new", "d")
			change(&a)
			_, err := s.Plan(memory.Plan{Allocations: []memory.Allocation{a}})
			return err
		}
	}
	onUpdate := func(u memory.StatusUpdate) func(s *memory.Store) error {
		return func(s *memory.Store) error {
			_, err := s.Plan(memory.Plan{Updates: []memory.StatusUpdate{u}})
			return err
		}
	}
	onReport := func(change func(r *memory.Report)) func(s *memory.Store) error {
		return func(s *memory.Store) error {
			r := report("a", core.Healthy, second)
			change(&r)
			_, err := s.Report(r)
			return err
		}
	}
	onEvaluation := func(change func(e *memory.Evaluation)) func(s *memory.Store) error {
		return func(s *memory.Store) error {
			e := eval("new")
			change(&e)
			_, err := s.UpsertEvaluations(e)
			return err
		}
	}
	for field, write := range map[string]func(s *memory.Store) error{
		"Job":                                   onJob(func(j *memory.Job) { j.ID = "" }),
		"Namespace":                             onJob(func(j *memory.Job) { j.Namespace = "a\x00" }),
		"Type":                                  onJob(func(j *memory.Job) { j.Type = long }),
		"Tag":                                   onJob(func(j *memory.Job) { j.Tag = long }),
		"SpecDigest":                            onJob(func(j *memory.Job) { j.SpecDigest = long }),
		"Groups":                                onJob(func(j *memory.Job) { j.Groups = make([]core.JobGroup, 1025) }),
		"Groups[1].Name":                        onJob(func(j *memory.Job) { j.Groups = append(j.Groups, j.Groups[0]) }),
		"evals[0].ID":                           func(s *memory.Store) error { _, err := s.RegisterJob(job("v"), eval("")); return err },
		"Deployment.ID":                         onDeployment(func(d *memory.Deployment) { d.ID = "a\x00b" }),
		"Deployment.Job":                        onDeployment(func(d *memory.Deployment) { d.Job.ID = long }),
		"Deployment.Status":                     onDeployment(func(d *memory.Deployment) { d.Status = core.DeploymentFailed }),
		"Deployment.Description":                onDeployment(func(d *memory.Deployment) { d.Description = strings.Repeat(long, 10) }),
		"Deployment.Groups":                     onDeployment(func(d *memory.Deployment) { d.Groups = make([]core.Group, 1025) }),
		"Deployment.Groups[1].Name":             onDeployment(func(d *memory.Deployment) { d.Groups[1].Name = "web" }),
		"Deployment.Groups[0].Name":             onDeployment(func(d *memory.Deployment) { d.Groups[0].PlacedAllocs = 1 }),
		"Deployment.Groups[0].DesiredTotal":     onDeployment(func(d *memory.Deployment) { d.Groups[0].DesiredTotal = -1 }),
		"Deployment.Groups[0].DesiredCanaries":  onDeployment(func(d *memory.Deployment) { d.Groups[0].DesiredCanaries = -1 }),
		"Deployment.Groups[0].ProgressDeadline": onDeployment(func(d *memory.Deployment) { d.Groups[0].ProgressDeadline = 1 << 60 }),
		"Updates[0].Status":                     onUpdate(memory.StatusUpdate{Deployment: "d"}),
		"Updates[0].Description":                onUpdate(memory.StatusUpdate{Deployment: "d", Status: core.DeploymentPaused, Description: strings.Repeat(long, 10)}),
		"Allocations[0].ID":                     onAllocation(func(a *memory.Allocation) { a.ID = long }),
		"Allocations[0].Group":                  onAllocation(func(a *memory.Allocation) { a.Group = "" }),
		"Allocations[0].Job":                    onAllocation(func(a *memory.Allocation) { a.Job = host.JobKey{} }),
		"Allocations[0].Desired":                onAllocation(func(a *memory.Allocation) { a.Desired = 0 }),
		"Allocations[0].Client":                 onAllocation(func(a *memory.Allocation) { a.Client = 9 }),
		"Allocations[0].Health":                 onAllocation(func(a *memory.Allocation) { a.Health = 9 }),
		"Allocations[0].HealthTime":             onAllocation(func(a *memory.Allocation) { a.HealthTime = -1 }),
		"Allocations[0].Deployment":             onAllocation(func(a *memory.Allocation) { a.Deployment = long }),
		"reports[0].Client":                     onReport(func(r *memory.Report) { r.Client = 0 }),
		"reports[0].Health":                     onReport(func(r *memory.Report) { r.Health = 9 }),
		"reports[0].HealthTime":                 onReport(func(r *memory.Report) { r.HealthTime = core.MaxTime }),
		"reports[0].Time":                       onReport(func(r *memory.Report) { r.Time = -1 }),
		"evals[0].Status":                       onEvaluation(func(e *memory.Evaluation) { e.Status = 0 }),
		"evals[0].SnapshotIndex":                onEvaluation(func(e *memory.Evaluation) { e.SnapshotIndex = 5 }),
		"evals[0].Job":                          onEvaluation(func(e *memory.Evaluation) { e.Job.ID = "" }),
	} {
		t.Run(field, func(t *testing.T) {
			s, _ := rollout(t, memory.Options{})
			err := write(s)
			refused(t, s, 3, err, memory.Invalid)
			require.Contains(t, err.Error(), "memory: invalid: "+field+": ")
		})
	}
}
