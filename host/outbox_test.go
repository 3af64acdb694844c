package host_test

import (
	"errors"
	"testing"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/stretchr/testify/require"
)

const ms = int64(time.Millisecond)

func effect(deployment string, n uint64, kind core.EffectKind, allocations ...string) core.Effect {
	return core.Effect{Key: core.Key{Deployment: deployment, Epoch: 1, N: n}, Kind: kind, Allocations: allocations}
}

func take(t *testing.T, o *host.Outbox, now int64, n int) []*host.Sending {
	t.Helper()
	s := o.Take(now)
	require.Len(t, s, n)
	return s
}

// B4: T1s of all deployments are gathered for 250 ms from the first one, not
// extended, and go out as one.
func TestOutboxBatches(t *testing.T) {
	o := host.NewOutbox()
	o.Add(1000*ms, []core.Effect{effect("a", 1, core.EffectReschedule, "x")})
	o.Add(1200*ms, []core.Effect{effect("b", 1, core.EffectReschedule)})
	at, ok := o.Next()
	require.True(t, ok)
	require.Equal(t, 1250*ms, at)
	take(t, o, 1249*ms, 0)
	s := take(t, o, 1250*ms, 1)[0]
	require.Equal(t, core.EffectReschedule, s.Kind)
	require.Len(t, s.Effects, 2)
	// The next one begins a new batch.
	o.Add(1250*ms, []core.Effect{effect("c", 1, core.EffectReschedule)})
	at, _ = o.Next()
	require.Equal(t, 1500*ms, at)
	results := o.Answered(1260*ms, s, host.Applied(7))
	require.Equal(t, []core.Result{{Key: core.Key{Deployment: "a", Epoch: 1, N: 1}, Outcome: core.Applied, Index: 7}}, results["a"])
	require.Len(t, results["b"], 1)
	require.Equal(t, 1, o.Len())
}

// B4: of one deployment the last evaluation wins and the sets are joined; both
// effects are answered.
func TestOutboxJoinsOneDeployment(t *testing.T) {
	o := host.NewOutbox()
	o.Add(0, []core.Effect{effect("a", 1, core.EffectReschedule, "x", "y"), effect("a", 2, core.EffectReschedule, "b", "y")})
	s := take(t, o, 250*ms, 1)[0]
	require.Len(t, s.Effects, 1)
	require.Equal(t, uint64(2), s.Effects[0].Key.N)
	require.Equal(t, []string{"b", "x", "y"}, s.Effects[0].Allocations)
	require.Len(t, o.Answered(300*ms, s, host.Applied(3))["a"], 2)
	require.Zero(t, o.Len())
}

// The effects of one deployment go in their order, each after the answer to the
// one before; those of others do not wait. T1 waits for nobody.
func TestOutboxKeepsTheOrder(t *testing.T) {
	o := host.NewOutbox()
	o.Add(0, []core.Effect{effect("a", 1, core.EffectPromote), effect("a", 2, core.EffectStatus), effect("b", 1, core.EffectStatus)})
	s := take(t, o, 0, 2)
	take(t, o, 1000*ms, 0)
	o.Answered(0, s[0], host.Rejected(errors.New("no")))
	second := take(t, o, 0, 1)[0]
	require.Equal(t, uint64(2), second.Effects[0].Key.N)
	o.Answered(0, second, host.Applied(5))
	o.Answered(0, s[1], host.Applied(6))
	require.Zero(t, o.Len())
	_, ok := o.Next()
	require.False(t, ok)
}

// What has no answer is sent again under the same key, later and later, and what
// comes after it waits.
func TestOutboxTriesAgain(t *testing.T) {
	o := host.NewOutbox()
	o.Add(0, []core.Effect{effect("a", 1, core.EffectStatus), effect("a", 2, core.EffectStatus)})
	now := int64(0)
	s := take(t, o, now, 1)[0]
	var waits []int64
	for range 10 {
		results := o.Answered(now, s, host.Answer{}) // no answer at all counts as unknown
		require.Equal(t, core.Unknown, results["a"][0].Outcome)
		at, ok := o.Next()
		require.True(t, ok)
		take(t, o, at-1, 0)
		waits = append(waits, (at-now)/ms)
		now = at
		s = take(t, o, now, 1)[0]
		require.Equal(t, uint64(1), s.Effects[0].Key.N)
	}
	require.Equal(t, []int64{100, 200, 400, 800, 1600, 3200, 6400, 10000, 10000, 10000}, waits)
	require.Equal(t, 11, s.Attempt)
	o.Answered(now, s, host.Applied(9))
	require.Equal(t, uint64(2), take(t, o, now, 1)[0].Effects[0].Key.N)
}

// What is withdrawn is not sent (again), wherever it is.
func TestOutboxWithdraws(t *testing.T) {
	key := func(d string, n uint64) core.Key { return core.Key{Deployment: d, Epoch: 1, N: n} }
	o := host.NewOutbox()

	// In a batch, alone and among others.
	o.Add(0, []core.Effect{effect("a", 1, core.EffectReschedule)})
	o.Withdraw([]core.Key{key("a", 1)})
	_, ok := o.Next()
	require.False(t, ok)
	o.Add(0, []core.Effect{effect("a", 2, core.EffectReschedule), effect("b", 1, core.EffectReschedule)})
	o.Withdraw([]core.Key{key("a", 2)})
	s := take(t, o, 250*ms, 1)[0]
	require.Len(t, s.Effects, 1)
	require.Equal(t, "b", s.Effects[0].Key.Deployment)

	// Waiting for another attempt.
	o.Answered(250*ms, s, host.Unknown(nil))
	o.Withdraw([]core.Key{key("b", 1)})
	take(t, o, 10_000*ms, 0)
	require.Zero(t, o.Len())

	// In a queue, in front of it and behind.
	o.Add(0, []core.Effect{effect("a", 3, core.EffectStatus), effect("a", 4, core.EffectStatus), effect("a", 5, core.EffectStatus)})
	o.Withdraw([]core.Key{key("a", 3), key("a", 5)})
	s = take(t, o, 0, 1)[0]
	require.Equal(t, uint64(4), s.Effects[0].Key.N)
	o.Add(0, []core.Effect{effect("a", 6, core.EffectStatus)})

	// Under way: not a second time, and the next one goes.
	o.Withdraw([]core.Key{key("a", 4)})
	o.Answered(0, s, host.Unknown(nil))
	s = take(t, o, 0, 1)[0]
	require.Equal(t, uint64(6), s.Effects[0].Key.N)
	o.Answered(0, s, host.Applied(1))
	require.Zero(t, o.Len())
	o.Withdraw([]core.Key{key("nosuch", 1)})
}
