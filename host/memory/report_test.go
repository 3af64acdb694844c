package memory_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

func TestS1S2Report(t *testing.T) {
	s, c := rollout(t, memory.Options{})
	c.now += second
	wrote(t, 4)(s.Report(
		report("a", core.Healthy, 1005*second), report("c", core.Unhealthy, 1006*second),
		report("a", core.Unhealthy, 1007*second), report("nosuch", core.Healthy, 1)))
	g := web(s, "d")
	require.Equal(t, []int32{2, 0, 2}, []int32{g.PlacedAllocs, g.HealthyAllocs, g.UnhealthyAllocs})
	require.Equal(t, 1017*second, g.RequireProgressBy)
	commit := last(t, s)
	require.Len(t, commit.Deployments, 1)
	require.Len(t, commit.Allocations, 2, "each object once, as it is afterwards")
	require.Equal(t, core.Unhealthy, commit.Allocations[0].Health)
	require.Equal(t, 1001*second, commit.Allocations[0].ModifyTime, "the store's time, as the report has none")
	require.Empty(t, commit.Allocations[0].Left)

	r := report("a", core.HealthUnset, 0)
	r.Client, r.Time = core.ClientFailed, 1008*second
	wrote(t, 5)(s.Report(r))
	require.Equal(t, 1008*second, s.View().Allocation("a").ModifyTime)
	require.Equal(t, core.ClientFailed, s.View().Allocation("a").Client)
	require.Empty(t, last(t, s).Deployments)

	// A report on nothing that is known is a commit, and writes no table.
	wrote(t, 6)(s.Report(report("nosuch", core.Healthy, 1)))
	require.Equal(t, &host.Commit{Index: 6}, last(t, s))
	require.Equal(t, uint64(5), s.View().TableIndex(memory.Allocations))
}

func TestUpsertEvaluations(t *testing.T) {
	s, c := newStore(memory.Options{})
	wrote(t, 2)(s.UpsertEvaluations(eval("b"), eval("a")))
	c.now += second
	e := *s.View().Evaluation("a")
	require.Equal(t, []int64{1000 * second, 1000 * second}, []int64{e.CreateTime, e.ModifyTime})
	e.Status, e.SnapshotIndex, e.ModifyTime, e.CreateIndex = core.EvaluationComplete, 2, 0, 77
	wrote(t, 3)(s.UpsertEvaluations(e))
	got := s.View().Evaluation("a")
	require.Equal(t, []uint64{2, 3}, []uint64{got.CreateIndex, got.ModifyIndex})
	require.Equal(t, []int64{1000 * second, 1001 * second}, []int64{got.CreateTime, got.ModifyTime})
	require.Equal(t, []host.Evaluation{{Job: shop, Evaluation: core.Evaluation{ID: "a", Status: core.EvaluationComplete, CreateIndex: 2, SnapshotIndex: 2}}},
		last(t, s).Evaluations)
	require.Len(t, s.View().Pending(), 1)
	require.Equal(t, "a", s.View().Evaluations(shop)[0].ID)
	e.Job.ID = "other"
	_, err := s.UpsertEvaluations(eval("c"), e)
	refused(t, s, 3, err, memory.Invalid)
	require.Nil(t, s.View().Evaluation("c"))
}

func TestDelete(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	wrote(t, 4)(s.UpsertEvaluations(eval("e")))
	before := s.View()
	_, err := s.Delete(memory.Garbage{Allocations: []string{"a"}, Deployments: []string{"d", "nosuch"}})
	refused(t, s, 4, err, memory.UnknownDeployment)
	require.ErrorIs(t, err, host.ErrUnknownDeployment)

	wrote(t, 5)(s.Delete(memory.Garbage{
		Deployments: []string{"d"}, Allocations: []string{"a", "nosuch"}, Evaluations: []string{"e", "nosuch"},
	}))
	require.Equal(t, &host.Commit{
		Index:       5,
		Deployments: []host.Deployment{{Deployment: core.Deployment{ID: "d"}, Job: shop, Deleted: true}},
		Allocations: []host.Allocation{{Allocation: core.Allocation{ID: "a"}, Left: "d", Deleted: true}},
		Evaluations: []host.Evaluation{{Evaluation: core.Evaluation{ID: "e"}, Job: shop, Deleted: true}},
	}, last(t, s))
	require.Equal(t, uint64(5), s.View().TableIndex(memory.Allocations))
	require.ErrorIs(t, s.Snapshot(ctx, "d", &core.Input{}), host.ErrUnknownDeployment)
	ids, index, err := s.Active(ctx)
	require.NoError(t, err)
	require.Empty(t, ids)
	require.Equal(t, uint64(5), index)
	// An allocation of a deployment that is gone goes on, and counts nowhere.
	wrote(t, 6)(s.Report(report("c", core.Healthy, second)))
	require.Empty(t, last(t, s).Deployments)

	// A view stands still.
	require.Equal(t, uint64(4), before.Index())
	require.NotNil(t, before.Deployment("d"))
	require.Len(t, before.Allocations("d"), 2)
	require.Len(t, before.Active(), 1)
}
