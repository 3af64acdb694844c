package core_test

import (
	"reflect"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// wire is what every type that crosses a boundary can do.
type wire interface {
	msgp.Marshaler
	msgp.Unmarshaler
	msgp.Sizer
}

// messages are all of them, with every list and pointer filled.
func messages(t *testing.T) []wire {
	in := full()
	in.Allocations.Removed, in.Evaluations.Removed = []string{"x"}, []string{"y"}
	in.Results = []core.Result{{Key: core.Key{Deployment: "d", Epoch: 3, N: 1}, Outcome: core.Applied, Index: 9}}
	in.Command.All, in.Command.Groups = true, []string{"web"}
	out := core.Output{
		Effects: []core.Effect{{
			Key: core.Key{Deployment: "d", Epoch: 1, N: 2}, Kind: core.EffectStatus, Command: 3, DeploymentIndex: 4, JobIndex: 5,
			Allocations: []string{"a"}, Status: core.DeploymentFailed, Description: "d", Rollback: true, RollbackVersion: 6, All: true,
			Groups: []string{"g"}, Healthy: []string{"h"}, Unhealthy: []string{"u"}, Timestamp: 7,
			Evaluation: &core.NewEvaluation{ID: "e", Namespace: "n", JobID: "j", Type: "t", Priority: 8, DeploymentID: "d", Time: 9},
		}},
		Withdrawn: []core.Key{{Deployment: "d", Epoch: 1, N: 1}}, Wake: core.Wake{At: 1, Reason: core.WakeBatch},
		Reply:   &core.Reply{Command: 1, Refused: core.RefusedTerminal, Text: "t", EvaluationID: "e", Reverted: true, RevertedVersion: 2},
		Reasons: []core.Reason{{Code: core.ReasonShort, Effect: 1, Group: "g", Allocation: "a", Have: 1, Want: 2, Index: 3, Version: 4, Time: 5}},
		Stale:   true, Done: true,
	}
	m := opened(t)
	var st core.Status
	m.Status(&st)
	require.NotEmpty(t, st.Waits)
	st.Pending = []string{"p"}
	list := []wire{&in, &out, &st, &core.Config{Level: "l", Switches: 1, Reasons: true}}
	// Each struct inside also goes by itself.
	list = append(list, in.Job, &in.Job.Groups[0], in.Deployment, &in.Deployment.Groups[0], &in.Allocations, &in.Allocations.Changed[0],
		&in.Evaluations, &in.Evaluations.Changed[0], &in.Versions[0], in.Command, &in.Results[0],
		&out.Effects[0], out.Effects[0].Evaluation, &out.Withdrawn[0], &out.Wake, out.Reply, &out.Reasons[0], &st.Groups[0], &st.Waits[0])
	// And each enumeration.
	ds, des, cs, h, es := core.DeploymentRunning, core.DesiredStop, core.ClientLost, core.Healthy, core.EvaluationPending
	ck, oc, ek, wr, rf := core.CommandFail, core.Rejected, core.EffectHealth, core.WakeDeadline, core.RefusedTerminal
	rc, wc, ac, sw := core.ReasonShort, core.WaitBatch, core.ActorUser, core.PromoteEnough
	return append(list, &ds, &des, &cs, &h, &es, &ck, &oc, &ek, &wr, &rf, &rc, &wc, &ac, &sw)
}

// fresh values of the same type, to decode into.
func blank(m wire) wire { return reflect.New(reflect.TypeOf(m).Elem()).Interface().(wire) }

func TestEveryMessage(t *testing.T) {
	for _, m := range messages(t) {
		name := reflect.TypeOf(m).Elem().Name()
		b, err := m.MarshalMsg(nil)
		require.NoError(t, err)
		require.GreaterOrEqual(t, m.Msgsize(), len(b), name)
		got := blank(m)
		rest, err := got.UnmarshalMsg(b)
		require.NoError(t, err)
		require.Empty(t, rest)
		require.Equal(t, m, got, name)

		// Cut off anywhere it is an error, and so is another kind of value.
		for i := range b {
			_, err := blank(m).UnmarshalMsg(b[:i:i])
			require.Error(t, err, "%s cut off at %d", name, i)
			spoiled := append([]byte(nil), b...)
			spoiled[i] = 0xc1 // a byte that begins no value
			_, _ = blank(m).UnmarshalMsg(spoiled)
		}

		// Fields may be left out at the end, and newer ones are passed over.
		n, body, err := msgp.ReadArrayHeaderBytes(b)
		if err != nil {
			continue // an enumeration
		}
		fields := splitFields(t, body)
		require.Len(t, fields, int(n))
		for k := range fields {
			short := msgp.AppendArrayHeader(nil, uint32(k))
			for _, f := range fields[:k] {
				short = append(short, f...)
			}
			_, err := blank(m).UnmarshalMsg(short)
			require.NoError(t, err, "%s with %d fields", name, k)
		}
		long := msgp.AppendArrayHeader(nil, n+1)
		long = append(append(long, body...), 0x90)
		got = blank(m)
		_, err = got.UnmarshalMsg(long)
		require.NoError(t, err)
		require.Equal(t, m, got, name)
		_, err = blank(m).UnmarshalMsg(long[:len(long)-1])
		require.Error(t, err)

		// Into one that held something else it gives the same.
		used := blank(m)
		_, err = used.UnmarshalMsg(b)
		require.NoError(t, err)
		_, err = used.UnmarshalMsg(b)
		require.NoError(t, err)
		require.Equal(t, m, used)
	}
}

// splitFields cuts an array's body into its values.
func splitFields(t *testing.T, body []byte) [][]byte {
	var fields [][]byte
	for len(body) > 0 {
		rest, err := msgp.Skip(body)
		require.NoError(t, err)
		fields = append(fields, body[:len(body)-len(rest)])
		body = rest
	}
	return fields
}

// A list longer than any that is allowed is refused before it is made.
func TestEveryListHasALimit(t *testing.T) {
	for _, m := range messages(t) {
		b, err := m.MarshalMsg(nil)
		require.NoError(t, err)
		for i := range b {
			if b[i]&0xf0 != 0x90 {
				continue
			}
			long := append(append(append([]byte(nil), b[:i]...), 0xdd, 0x7f, 0xff, 0xff, 0xff), b[i+1:]...)
			_, _ = blank(m).UnmarshalMsg(long) // an error or not: it must not take the memory
		}
	}
}
