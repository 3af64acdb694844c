package memory_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

func TestS6Reschedule(t *testing.T) {
	s, _ := rollout(t, memory.Options{CheckIndexes: true})
	wrote(t, 4)(s.Plan(memory.Plan{Deployment: deployment("d2", 0), Allocations: []memory.Allocation{alloc("b", "d2")},
		Updates: []memory.StatusUpdate{{Deployment: "d", Status: core.DeploymentFailed}}}))
	one := effect(1, core.EffectReschedule, func(e *core.Effect) { e.Allocations = []string{"a", "nosuch"} })
	two := effect(1, core.EffectReschedule, func(e *core.Effect) {
		e.Key.Deployment, e.Allocations = "gone", []string{"b"}
		e.Evaluation.ID = "two"
	})
	applied(t, 5, s.Reschedule(ctx, []*core.Effect{one, two}))
	c := last(t, s)
	require.Len(t, c.Allocations, 2)
	require.Empty(t, c.Deployments)
	require.True(t, c.Allocations[0].Reschedule)
	require.Equal(t, uint64(5), c.Allocations[1].ModifyIndex)
	require.Len(t, c.Evaluations, 2)
	e := s.View().Evaluation("from effect")
	require.Equal(t, memory.Evaluation{
		Evaluation: core.Evaluation{ID: "from effect", Status: core.EvaluationPending, CreateIndex: 5},
		Job:        shop, Deployment: "d", Type: "service", Priority: 50, TriggeredBy: "deployment-watcher",
		ModifyIndex: 5, CreateTime: 1001 * second, ModifyTime: 1001 * second,
	}, *e)

	// Only what is new is written; the answer is then that of the new write.
	three := effect(3, core.EffectReschedule, func(e *core.Effect) { e.Allocations, e.Evaluation = nil, nil })
	applied(t, 6, s.Reschedule(ctx, []*core.Effect{two, three}))
	require.Equal(t, &host.Commit{Index: 6}, last(t, s))
	applied(t, 5, s.Reschedule(ctx, []*core.Effect{one}))
	applied(t, 6, s.Reschedule(ctx, []*core.Effect{three, one, two}))
	require.Equal(t, uint64(6), s.Index())
}

func TestS4Status(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	applied(t, 4, s.Status(ctx, effect(1, core.EffectStatus, func(e *core.Effect) {
		e.Status, e.Description, e.Evaluation = core.DeploymentPaused, core.TextPaused, nil
	})))
	require.Equal(t, core.DeploymentPaused, s.View().Deployment("d").Status)
	c := last(t, s)
	require.Empty(t, c.Evaluations)
	require.True(t, c.Deployments[0].CanariesAdded)
	require.Empty(t, c.Deployments[0].Groups[0].PlacedCanaries)
	ids, index, err := s.Active(ctx)
	require.NoError(t, err)
	require.Equal(t, []string{"d"}, ids)
	require.Equal(t, uint64(4), index)

	applied(t, 5, s.Status(ctx, effect(2, core.EffectStatus, func(e *core.Effect) {
		e.Status, e.Description = core.DeploymentSuccessful, core.TextSuccessful
	})))
	require.True(t, s.View().Job(shop).Stable)
	require.Len(t, last(t, s).Evaluations, 1)
	ids, _, err = s.Active(ctx)
	require.NoError(t, err)
	require.Empty(t, ids)

	a := s.Status(ctx, effect(3, core.EffectStatus, func(e *core.Effect) { e.Status = core.DeploymentRunning }))
	require.Equal(t, core.Rejected, a.Outcome)
	refused(t, s, 5, a.Err, ledger.Terminal)
}

func TestS5Rollback(t *testing.T) {
	s, c := newStore(memory.Options{})
	v0 := job("v0")
	v0.Stable = true
	wrote(t, 2)(s.RegisterJob(v0))
	c.now += second
	wrote(t, 3)(s.RegisterJob(job("v1")))
	wrote(t, 4)(s.Plan(memory.Plan{Deployment: deployment("d", 1)}))
	fail := func(n, target uint64) *core.Effect {
		return effect(n, core.EffectStatus, func(e *core.Effect) {
			e.Status, e.Rollback, e.RollbackVersion = core.DeploymentFailed, true, target
			e.Description = core.TextRollback(core.TextUnhealthy, target)
		})
	}
	a := s.Status(ctx, fail(1, 7))
	require.Equal(t, core.Rejected, a.Outcome)
	refused(t, s, 4, a.Err, ledger.UnknownVersion)
	require.Equal(t, core.DeploymentRunning, s.View().Deployment("d").Status)

	applied(t, 5, s.Status(ctx, fail(2, 0)))
	j := s.View().Job(shop)
	require.Equal(t, uint64(2), j.Version)
	require.True(t, j.Stable)
	require.Equal(t, "spec v0", j.Spec)
	require.Equal(t, 1000*second, j.SubmitTime)
	require.Equal(t, []uint64{2, 5, 5}, []uint64{j.CreateIndex, j.ModifyIndex, j.SpecIndex})
	commit := last(t, s)
	require.Len(t, commit.Versions[0].Versions, 3)
	require.Len(t, commit.Evaluations, 1)
	require.Equal(t, core.DeploymentFailed, commit.Deployments[0].Status)

	// A job that was purged has no version to go back to.
	wrote(t, 6)(s.Plan(memory.Plan{Deployment: deployment("d2", 2)}))
	wrote(t, 7)(s.PurgeJob(shop))
	e := fail(3, 2)
	e.Key.Deployment = "d2"
	refused(t, s, 7, s.Status(ctx, e).Err, ledger.UnknownVersion)
}

func TestC2S3Promote(t *testing.T) {
	s, c := rollout(t, memory.Options{})
	all := func(e *core.Effect) { e.All = true }
	a := s.Promote(ctx, effect(1, core.EffectPromote, all))
	require.Equal(t, core.Rejected, a.Outcome)
	refused(t, s, 3, a.Err, ledger.FewCanaries)

	wrote(t, 4)(s.Report(report("c", core.Healthy, 1002*second)))
	c.now = 1050 * second
	applied(t, 5, s.Promote(ctx, effect(2, core.EffectPromote, func(e *core.Effect) { e.Groups = []string{"db"} })))
	require.False(t, web(s, "d").Promoted)
	applied(t, 6, s.Promote(ctx, effect(3, core.EffectPromote, all)))
	d := s.View().Deployment("d")
	require.True(t, d.Groups[0].Promoted)
	require.Equal(t, 1060*second, d.Groups[0].RequireProgressBy)
	require.Equal(t, core.TextRunning, d.Description)
	require.False(t, s.View().Allocation("c").Canary)
	require.Equal(t, uint64(6), s.View().Allocation("c").HealthIndex)
	require.Len(t, last(t, s).Allocations, 1)
	require.Len(t, last(t, s).Evaluations, 1)
}

func TestC1Health(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	wrote(t, 4)(s.Plan(memory.Plan{Allocations: []memory.Allocation{alloc("free", "")}}))
	set := func(n uint64, healthy, unhealthy []string) *core.Effect {
		return effect(n, core.EffectHealth, func(e *core.Effect) {
			e.Healthy, e.Unhealthy, e.Timestamp = healthy, unhealthy, 1020*second
		})
	}
	refused(t, s, 4, s.Health(ctx, set(1, []string{"a", "nosuch"}, nil)).Err, ledger.UnknownAllocation)
	refused(t, s, 4, s.Health(ctx, set(2, []string{"a"}, []string{"free"})).Err, ledger.ForeignAllocation)

	applied(t, 5, s.Health(ctx, set(3, []string{"a"}, nil)))
	g := web(s, "d")
	require.Equal(t, int32(1), g.HealthyAllocs)
	require.Equal(t, 1030*second, g.RequireProgressBy)
	require.Equal(t, 1020*second, s.View().Allocation("a").HealthTime)
	// The same again moves the health index and no count.
	applied(t, 6, s.Health(ctx, set(4, []string{"a"}, nil)))
	require.Empty(t, last(t, s).Deployments)
	require.Len(t, last(t, s).Evaluations, 1)
	require.Equal(t, uint64(6), s.View().Allocation("a").HealthIndex)

	// With a status, and a rollback to a version that is not there: nothing.
	fail := func(n, version uint64) *core.Effect {
		e := set(n, nil, []string{"a"})
		e.Status, e.Description, e.Rollback, e.RollbackVersion = core.DeploymentFailed, core.TextUnhealthy, true, version
		return e
	}
	refused(t, s, 6, s.Health(ctx, fail(5, 9)).Err, ledger.UnknownVersion)
	require.Equal(t, core.Healthy, s.View().Allocation("a").Health)
	applied(t, 7, s.Health(ctx, fail(6, 0)))
	d := s.View().Deployment("d")
	require.Equal(t, core.DeploymentFailed, d.Status)
	require.Equal(t, []int32{0, 1}, []int32{d.Groups[0].HealthyAllocs, d.Groups[0].UnhealthyAllocs})
	require.Equal(t, uint64(1), s.View().Job(shop).Version)
	c := last(t, s)
	require.Equal(t, []int{1, 1, 1, 1}, []int{len(c.Deployments), len(c.Allocations), len(c.Evaluations), len(c.Versions)})
	refused(t, s, 7, s.Health(ctx, set(7, []string{"a"}, nil)).Err, ledger.Terminal)
}

func TestL1DeletedDeploymentRefusesEffects(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	wrote(t, 4)(s.Delete(memory.Garbage{Deployments: []string{"d"}}))
	n := uint64(0)
	for _, send := range []func(context.Context, *core.Effect) host.Answer{s.Status, s.Promote, s.Health} {
		n++
		a := send(ctx, effect(n, core.EffectStatus, func(e *core.Effect) { e.Status = core.DeploymentFailed }))
		require.Equal(t, core.Rejected, a.Outcome)
		require.ErrorIs(t, a.Err, host.ErrUnknownDeployment)
		refused(t, s, 4, a.Err, memory.UnknownDeployment)
	}
	applied(t, 5, s.Reschedule(ctx, []*core.Effect{effect(9, core.EffectReschedule, nil)}))
}

func TestRegionWritesNothing(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	applied(t, 3, s.Region(ctx, effect(1, core.EffectRegion, nil)))
	wrote(t, 4)(s.Report())
	applied(t, 3, s.Region(ctx, effect(1, core.EffectRegion, nil)))
}

// A key is answered once, whether it was applied or rejected.
func TestKeysAreRemembered(t *testing.T) {
	s, _ := rollout(t, memory.Options{Keys: 2})
	pause := func(n uint64) *core.Effect {
		return effect(n, core.EffectStatus, func(e *core.Effect) { e.Status, e.Evaluation = core.DeploymentPaused, nil })
	}
	promote := effect(2, core.EffectPromote, func(e *core.Effect) { e.All = true })
	applied(t, 4, s.Status(ctx, pause(1)))
	rejected := s.Promote(ctx, promote)
	refused(t, s, 4, rejected.Err, ledger.FewCanaries)
	wrote(t, 5)(s.Report(report("c", core.Healthy, second)))
	require.Equal(t, rejected, s.Promote(ctx, promote), "also when it would go through by now")
	applied(t, 4, s.Status(ctx, pause(1)))
	require.Equal(t, uint64(5), s.Index())

	// Beyond the limit the oldest is forgotten.
	applied(t, 6, s.Status(ctx, pause(3)))
	require.Equal(t, rejected, s.Promote(ctx, promote))
	applied(t, 7, s.Status(ctx, pause(1)))
	applied(t, 8, s.Promote(ctx, promote))
}

// A context that has ended leaves no doubt: nothing is written or remembered.
func TestTriggersContext(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	e := effect(1, core.EffectStatus, func(e *core.Effect) { e.Status = core.DeploymentPaused })
	over := canceled()
	for _, a := range []host.Answer{
		s.Status(over, e), s.Promote(over, e), s.Health(over, e), s.Region(over, e), s.Reschedule(over, []*core.Effect{e}),
	} {
		require.Equal(t, host.Unknown(context.Canceled), a)
	}
	require.Equal(t, uint64(3), s.Index())
	applied(t, 4, s.Status(ctx, e))
}

func TestCheckIndexes(t *testing.T) {
	s, _ := rollout(t, memory.Options{CheckIndexes: true})
	pause := func(n, deployment, job uint64) *core.Effect {
		return effect(n, core.EffectStatus, func(e *core.Effect) {
			e.Status, e.DeploymentIndex, e.JobIndex = core.DeploymentPaused, deployment, job
		})
	}
	refused(t, s, 3, s.Status(ctx, pause(1, 2, 2)).Err, memory.Outdated)
	refused(t, s, 3, s.Status(ctx, pause(2, 3, 3)).Err, memory.Outdated)
	applied(t, 4, s.Status(ctx, pause(3, 3, 2)))
	wrote(t, 5)(s.RegisterJob(job("v1")))
	refused(t, s, 5, s.Status(ctx, pause(4, 4, 2)).Err, memory.Outdated)
	wrote(t, 6)(s.PurgeJob(shop))
	refused(t, s, 6, s.Status(ctx, pause(5, 4, 2)).Err, memory.UnknownJob)
	wrote(t, 7)(s.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "d", Status: core.DeploymentCancelled}}}))
	refused(t, s, 7, s.Status(ctx, pause(6, 1, 1)).Err, ledger.Terminal)
}
