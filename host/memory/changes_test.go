package memory_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

func indexesOf(list []*host.Commit) (out []uint64) {
	for _, c := range list {
		out = append(out, c.Index)
	}
	return out
}

func TestChangesOrderAndGap(t *testing.T) {
	s, _ := newStore(memory.Options{Index: 100, Commits: 3})
	require.Equal(t, uint64(100), s.Index())
	for range 2 {
		_, err := s.Report()
		require.NoError(t, err)
	}
	list, err := s.Changes(ctx, 100)
	require.NoError(t, err)
	require.Equal(t, []uint64{101, 102}, indexesOf(list))
	_, err = s.Changes(ctx, 99)
	require.ErrorIs(t, err, host.ErrGap, "what was before the store")
	for range 3 {
		_, err := s.Report()
		require.NoError(t, err)
	}
	require.Equal(t, []uint64{101, 102}, indexesOf(list), "what was returned stays")
	list, err = s.Changes(ctx, 102)
	require.NoError(t, err)
	require.Equal(t, []uint64{103, 104, 105}, indexesOf(list))
	list, err = s.Changes(ctx, 104)
	require.NoError(t, err)
	require.Equal(t, []uint64{105}, indexesOf(list))
	_, err = s.Changes(ctx, 101)
	require.ErrorIs(t, err, host.ErrGap)
	_, err = s.Changes(canceled(), 106)
	require.ErrorIs(t, err, host.ErrGap, "ahead of the store: it is another one")
	_, err = s.Changes(canceled(), 105)
	require.ErrorIs(t, err, context.Canceled)
	list, err = s.Changes(canceled(), 104)
	require.NoError(t, err, "nothing has to be waited for")
	require.Len(t, list, 1)
}

// Those who wait are woken by a commit or by their context, and by nothing else;
// nobody is left behind when the bubble ends.
func TestChangesBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := memory.New(memory.Options{})
		type result struct {
			list []*host.Commit
			err  error
			at   time.Time
		}
		wait := func(ctx context.Context) <-chan result {
			done := make(chan result, 1)
			go func() {
				list, err := s.Changes(ctx, 1)
				done <- result{list, err, time.Now()}
			}()
			return done
		}
		start := time.Now()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		one, two, three := wait(t.Context()), wait(t.Context()), wait(short)
		time.Sleep(time.Minute)
		synctest.Wait()
		require.Empty(t, one)
		gone := <-three
		require.ErrorIs(t, gone.err, context.DeadlineExceeded)
		require.Equal(t, time.Second, gone.at.Sub(start))
		_, err := s.RegisterJob(memory.Job{ID: "shop"})
		require.NoError(t, err)
		for _, done := range []<-chan result{one, two} {
			r := <-done
			require.NoError(t, r.err)
			require.Equal(t, []uint64{2}, indexesOf(r.list))
			require.Equal(t, time.Minute, r.at.Sub(start))
		}
		require.Equal(t, time.Now().UnixNano(), s.View().Job(host.JobKey{ID: "shop"}).SubmitTime, "the bubble's clock")
	})
}

func TestStateContext(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	_, _, err := s.Active(canceled())
	require.ErrorIs(t, err, context.Canceled)
	in := &core.Input{Index: 77}
	require.ErrorIs(t, s.Snapshot(canceled(), "d", in), context.Canceled)
	require.ErrorIs(t, s.Snapshot(ctx, "nosuch", in), host.ErrUnknownDeployment)
	require.Equal(t, &core.Input{Index: 77}, in)
}

func TestSnapshot(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	wrote(t, 4)(s.UpsertEvaluations(eval("e2"), eval("e1")))
	in := &core.Input{
		Now: 5, Epoch: 6, CanariesAdded: true, Versions: make([]core.JobVersion, 3),
		Allocations: core.AllocationChanges{Changed: make([]core.Allocation, 9), Removed: []string{"x"}},
		Evaluations: core.EvaluationChanges{Changed: make([]core.Evaluation, 9), Removed: []string{"x"}},
	}
	require.NoError(t, s.Snapshot(ctx, "d", in))
	require.Equal(t, []int64{5, 4, 6}, []int64{in.Now, int64(in.Index), int64(in.Epoch)})
	require.Equal(t, &core.Job{
		Namespace: "default", ID: "shop", Type: "service", Priority: 50, ModifyIndex: 2, SpecDigest: "v0",
		Groups: []core.JobGroup{{Name: "web", AutoRevert: true}},
	}, in.Job)
	require.Equal(t, "d", in.Deployment.ID)
	require.False(t, in.CanariesAdded)
	require.True(t, in.Allocations.Whole && in.Evaluations.Whole && in.VersionsRead)
	require.Equal(t, uint64(3), in.Allocations.TableIndex)
	require.Equal(t, []string{"a", "c"}, []string{in.Allocations.Changed[0].ID, in.Allocations.Changed[1].ID})
	require.Equal(t, []string{"e1", "e2"}, []string{in.Evaluations.Changed[0].ID, in.Evaluations.Changed[1].ID})
	require.Equal(t, []core.JobVersion{{CreateIndex: 2, SpecDigest: "v0"}}, in.Versions)
	require.Empty(t, in.Allocations.Removed)
	require.Empty(t, in.Evaluations.Removed)
	m, err := core.New(core.Config{Level: core.LevelNomad104})
	require.NoError(t, err)
	require.NoError(t, m.Step(in, &core.Output{}))
}
