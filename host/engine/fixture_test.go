package engine_test

import (
	"fmt"

	"github.com/coxswain/coxswain/core"
)

const (
	second = int64(1_000_000_000)
	start  = 1_700_000_000 * second
)

var config = core.Config{Level: core.LevelNomad104, Reasons: true}

// rollout makes the inputs of a deployment of n allocations in one group.
type rollout struct {
	id    string
	n     int
	ids   []string
	index uint64
	in    core.Input
	group [1]core.Group
	alloc [1]core.Allocation
	eval  [1]core.Evaluation
	dep   core.Deployment
}

func newRollout(id string, n int) *rollout {
	r := &rollout{id: id, n: n, index: 100}
	for i := range n {
		r.ids = append(r.ids, fmt.Sprintf("%08x-0000-4000-8000-%012x", i*2654435761%(1<<32), i))
	}
	r.group[0] = core.Group{
		Name: "web", DesiredTotal: int32(n) + 1, PlacedAllocs: int32(n), AutoRevert: true,
		ProgressDeadline: 600 * second, RequireProgressBy: start + 600*second,
	}
	return r
}

func (r *rollout) deployment() *core.Deployment {
	r.dep = core.Deployment{
		ID: r.id, Status: core.DeploymentRunning, Description: core.TextRunning, JobVersion: 3,
		CreateIndex: 90, ModifyIndex: r.index, Groups: r.group[:],
	}
	return &r.dep
}

func (r *rollout) allocation(i int) core.Allocation {
	a := core.Allocation{
		ID: r.ids[i], Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning,
		ModifyIndex: r.index, ModifyTime: start,
	}
	if i%2 == 0 {
		a.Health, a.HealthTime, a.HealthIndex = core.Healthy, start, r.index
	}
	return a
}

// opening is the whole snapshot that the rollout begins with.
func (r *rollout) opening() *core.Input {
	in := &core.Input{
		Now: start, Index: r.index, Epoch: 1,
		Job: &core.Job{
			Namespace: "default", ID: "shop", Type: "service", Priority: 50, Version: 3, ModifyIndex: 80,
			SpecDigest: "s3", ExecDigest: "e3", Groups: []core.JobGroup{{Name: "web", AutoRevert: true}},
		},
		Deployment: r.deployment(),
		Evaluations: core.EvaluationChanges{Whole: true, Changed: []core.Evaluation{
			{ID: "evaluation", Status: core.EvaluationComplete, CreateIndex: 90, SnapshotIndex: r.index},
		}},
		Versions: []core.JobVersion{
			{Version: 2, Stable: true, CreateIndex: 70, SpecDigest: "s2", ExecDigest: "e2"},
			{Version: 3, CreateIndex: 70, SpecDigest: "s3", ExecDigest: "e3"},
		},
		VersionsRead: true,
	}
	in.Allocations = r.whole()
	return in
}

func (r *rollout) whole() core.AllocationChanges {
	c := core.AllocationChanges{Whole: true, Changed: make([]core.Allocation, r.n)}
	for i := range c.Changed {
		c.Changed[i] = r.allocation(i)
	}
	return c
}

// commit is what really arrives: one allocation, its deployment, an evaluation.
// The input is used again by the next one.
func (r *rollout) commit() *core.Input {
	r.index++
	r.alloc[0] = r.allocation(int(r.index) * 7 % r.n)
	r.eval[0] = core.Evaluation{ID: "evaluation", Status: core.EvaluationComplete, CreateIndex: 90, SnapshotIndex: r.index}
	r.in = core.Input{
		Now: start + int64(r.index), Index: r.index, Deployment: r.deployment(),
		Allocations: core.AllocationChanges{Changed: r.alloc[:]},
		Evaluations: core.EvaluationChanges{Changed: r.eval[:]},
	}
	return &r.in
}

// snapshot is a commit that lists all allocations.
func (r *rollout) snapshot() *core.Input {
	in := r.commit()
	in.Allocations = r.whole()
	return in
}
