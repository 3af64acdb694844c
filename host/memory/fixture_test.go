package memory_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

const second = int64(1_000_000_000)

var (
	ctx  = context.Background()
	shop = host.JobKey{Namespace: "default", ID: "shop"}
)

// clock is a time that a test moves.
type clock struct{ now int64 }

func (c *clock) read() int64 { return c.now }

// newStore makes a store whose clock stands at 1000 s.
func newStore(o memory.Options) (*memory.Store, *clock) {
	c := &clock{now: 1000 * second}
	o.Now = c.read
	return memory.New(o), c
}

func job(digest string) memory.Job {
	return memory.Job{
		Namespace: shop.Namespace, ID: shop.ID, Type: "service", Priority: 50, SpecDigest: digest,
		Groups: []core.JobGroup{{Name: "web", AutoRevert: true}}, Spec: "spec " + digest,
	}
}

// deployment has a group with a deadline of 10 s and one canary, and one without.
func deployment(id string, version uint64) *memory.Deployment {
	return &memory.Deployment{
		Deployment: core.Deployment{
			ID: id, Status: core.DeploymentRunning, Description: core.TextRunningManual, JobVersion: version,
			Groups: []core.Group{
				{Name: "web", DesiredTotal: 2, DesiredCanaries: 1, ProgressDeadline: 10 * second},
				{Name: "db", DesiredTotal: 1},
			},
		},
		Job: shop,
	}
}

func alloc(id, deployment string) memory.Allocation {
	return memory.Allocation{
		Allocation: core.Allocation{ID: id, Group: "web", Desired: core.DesiredRun},
		Job:        shop, Deployment: deployment,
	}
}

func canary(id, deployment string) memory.Allocation {
	a := alloc(id, deployment)
	a.Canary = true
	return a
}

func eval(id string) memory.Evaluation {
	return memory.Evaluation{Evaluation: core.Evaluation{ID: id, Status: core.EvaluationPending}, Job: shop}
}

func report(id string, h core.Health, at int64) memory.Report {
	return memory.Report{Allocation: id, Report: ledger.Report{Client: core.ClientRunning, Health: h, HealthTime: at}}
}

// effect is one of deployment d, with an evaluation.
func effect(n uint64, kind core.EffectKind, change func(e *core.Effect)) *core.Effect {
	e := &core.Effect{
		Key: core.Key{Deployment: "d", Epoch: 1, N: n}, Kind: kind,
		Evaluation: &core.NewEvaluation{
			ID: "from effect", Namespace: shop.Namespace, JobID: shop.ID, Type: "service", Priority: 50,
			DeploymentID: "d", Time: 1001 * second,
		},
	}
	if change != nil {
		change(e)
	}
	return e
}

// rollout is a store with the job at version 0 and deployment d of it, with a
// canary c and an allocation a: at index 3.
func rollout(t *testing.T, o memory.Options) (*memory.Store, *clock) {
	s, c := newStore(o)
	wrote(t, 2)(s.RegisterJob(job("v0")))
	wrote(t, 3)(s.Plan(memory.Plan{
		Deployment:  deployment("d", 0),
		Allocations: []memory.Allocation{canary("c", "d"), alloc("a", "d")},
	}))
	return s, c
}

// wrote checks that a write succeeded at an index.
func wrote(t *testing.T, want uint64) func(index uint64, err error) {
	return func(index uint64, err error) {
		t.Helper()
		require.NoError(t, err)
		require.Equal(t, want, index)
	}
}

// applied checks that an effect was.
func applied(t *testing.T, want uint64, a host.Answer) {
	t.Helper()
	require.Equal(t, host.Applied(want), a)
}

// refused checks that an error is the store's or the ledger's with this code,
// and that nothing was written.
func refused(t *testing.T, s *memory.Store, before uint64, err error, code any) {
	t.Helper()
	require.Error(t, err)
	switch code := code.(type) {
	case memory.Code:
		var e *memory.Error
		require.True(t, errors.As(err, &e), "%v", err)
		require.Equal(t, code, e.Code, "%v", err)
	case ledger.Code:
		var e *ledger.Rejection
		require.True(t, errors.As(err, &e), "%v", err)
		require.Equal(t, code, e.Code, "%v", err)
	}
	require.Equal(t, before, s.Index(), "a refused write writes nothing")
	_, err = s.Changes(canceled(), before)
	require.ErrorIs(t, err, context.Canceled)
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// last returns the last commit.
func last(t *testing.T, s *memory.Store) *host.Commit {
	t.Helper()
	list, err := s.Changes(ctx, s.Index()-1)
	require.NoError(t, err)
	require.Len(t, list, 1)
	return list[0]
}
