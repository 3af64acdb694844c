package core_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// full is an input that uses every field.
func full() core.Input {
	return core.Input{
		Now: 100_000_000_000, Index: 10, Epoch: 3,
		Job: &core.Job{Namespace: "default", ID: "web", Type: "service", Priority: 50, Version: 2, ModifyIndex: 9, Multiregion: true,
			SpecDigest: "s", ExecDigest: "e", Groups: []core.JobGroup{{Name: "web", AutoRevert: true}}},
		Deployment: &core.Deployment{ID: "d", Status: core.DeploymentRunning, Description: core.TextRunning, JobVersion: 2, CreateIndex: 8, ModifyIndex: 10,
			Groups: []core.Group{{Name: "web", DesiredTotal: 3, DesiredCanaries: 1, AutoRevert: true, AutoPromote: true, PlacedAllocs: 1, HealthyAllocs: 1,
				UnhealthyAllocs: 1, ProgressDeadline: 5, RequireProgressBy: 200_000_000_000, PlacedCanaries: []string{"a"}}}},
		Allocations: core.AllocationChanges{Whole: true, TableIndex: 10, Changed: []core.Allocation{
			{ID: "a", Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, ModifyIndex: 9, ModifyTime: 7, Health: core.Healthy, HealthTime: 8, HealthIndex: 9, Canary: true},
			{ID: "b", Group: "web", Desired: core.DesiredStop, Client: core.ClientFailed, ModifyIndex: 9, Health: core.Unhealthy, Reschedule: true},
		}},
		Evaluations:  core.EvaluationChanges{Whole: true, Changed: []core.Evaluation{{ID: "e", Status: core.EvaluationComplete, CreateIndex: 4, SnapshotIndex: 3}}},
		VersionsRead: true,
		Versions:     []core.JobVersion{{Version: 2, SpecDigest: "s", ExecDigest: "e", CreateIndex: 1}, {Version: 1, Stable: true, Stopped: true, SpecDigest: "t"}},
		Command:      &core.Command{ID: 1, Kind: core.CommandSetHealth, Healthy: []string{"a"}, Unhealthy: []string{"b"}},
	}
}

func opened(t testing.TB) *core.Machine {
	m, err := core.New(core.Config{Level: core.LevelNomad104, Reasons: true})
	require.NoError(t, err)
	in := full()
	var out core.Output
	require.NoError(t, m.Step(&in, &out))
	return m
}

func saved(t testing.TB, m *core.Machine) []byte {
	b, err := m.AppendState(nil)
	require.NoError(t, err)
	return b
}

// sameMessage compares by encoding, in which an empty list and none are one.
func sameMessage(t *testing.T, want, got msgp.Marshaler) {
	a, err := want.MarshalMsg(nil)
	require.NoError(t, err)
	b, err := got.MarshalMsg(nil)
	require.NoError(t, err)
	require.True(t, bytes.Equal(a, b))
}

func TestInputGoesThroughBytes(t *testing.T) {
	in := full()
	in.Delivered, in.DeploymentDeleted, in.CanariesAdded = true, true, true
	in.Allocations.Removed, in.Evaluations.Removed = []string{"x"}, []string{"y"}
	in.Results = []core.Result{{Key: core.Key{Deployment: "d", Epoch: 3, N: 1}, Outcome: core.Applied, Index: 9}}
	in.Command.All, in.Command.Groups = true, []string{"web"}
	b, err := in.MarshalMsg(nil)
	require.NoError(t, err)
	var got core.Input
	require.NoError(t, core.DecodeInput(b, &got))
	require.Equal(t, in, got)

	// A shorter message into the same Input finds nothing of the longer one.
	tick := core.Input{Now: 5}
	b, err = tick.MarshalMsg(nil)
	require.NoError(t, err)
	require.NoError(t, core.DecodeInput(b, &got))
	sameMessage(t, &tick, &got)
	require.NoError(t, core.DecodeInput([]byte{0x91, 0x05}, &got), "fields at the end may be left out")
	sameMessage(t, &tick, &got)

	in = full()
	b, err = in.MarshalMsg(nil)
	require.NoError(t, err)
	require.NoError(t, core.DecodeInput(b, &got))
	sameMessage(t, &in, &got)
}

func TestOutputAndStatusGoThroughBytes(t *testing.T) {
	m, err := core.New(core.Config{Level: core.LevelNomad104, Reasons: true})
	require.NoError(t, err)
	in := full()
	var out, got core.Output
	require.NoError(t, m.Step(&in, &out))
	require.NotEmpty(t, out.Effects)
	require.NotNil(t, out.Reply)
	b, err := out.MarshalMsg(nil)
	require.NoError(t, err)
	_, err = got.UnmarshalMsg(b)
	require.NoError(t, err)
	sameMessage(t, &out, &got)

	var st, st2 core.Status
	m.Status(&st)
	b, err = st.MarshalMsg(nil)
	require.NoError(t, err)
	_, err = st2.UnmarshalMsg(b)
	require.NoError(t, err)
	sameMessage(t, &st, &st2)
}

func TestOpeningGoesThroughBytes(t *testing.T) {
	cfg, in := core.Config{Level: core.LevelNomad104, Switches: core.PromoteEnough, Reasons: true}, full()
	b, err := core.AppendOpening(nil, &cfg, &in)
	require.NoError(t, err)
	var gotCfg core.Config
	var got core.Input
	require.NoError(t, core.DecodeOpening(b, &gotCfg, &got))
	require.Equal(t, cfg, gotCfg)
	sameMessage(t, &in, &got)
	for i := range b {
		require.Error(t, core.DecodeOpening(b[:i], &gotCfg, &got), "cut off at %d", i)
	}
	requireCode(t, core.DecodeOpening([]byte{0x91, 0x01}, &gotCfg, &got), core.ErrMalformed, "")
	requireCode(t, core.DecodeOpening([]byte{0x92, 0x01, 0x90}, &gotCfg, &got), core.ErrMalformed, "Config")
	requireCode(t, core.DecodeOpening([]byte{0x92, 0x91, 0xa1, 'x', 0xa1, 'y'}, &gotCfg, &got), core.ErrMalformed, "")
}

func requireCode(t testing.TB, err error, code core.ErrorCode, field string) {
	t.Helper()
	var bad *core.Error
	require.True(t, errors.As(err, &bad), "want an *Error, have %v", err)
	require.Equal(t, code.String(), bad.Code.String(), "%v", err)
	require.Equal(t, field, bad.Field, "%v", err)
	require.NotEmpty(t, bad.Text)
}

// Every message that is cut off, and every one with a byte of another kind, is
// an *Error or a valid message: nothing else can come of it.
func TestDamagedMessages(t *testing.T) {
	in := full()
	b, err := in.MarshalMsg(nil)
	require.NoError(t, err)
	state := saved(t, opened(t))
	var got core.Input
	for i := range b {
		requireAnyError(t, core.DecodeInput(b[:i], &got))
	}
	for i := range state {
		_, err := core.Restore(state[:i])
		requireAnyError(t, err)
	}
	requireAnyError(t, core.DecodeInput(append(bytes.Clone(b), 0), &got))
	_, err = core.Restore(append(bytes.Clone(state), 0))
	requireAnyError(t, err)

	kinds := []byte{0x00, 0x7f, 0x90, 0x91, 0x9f, 0xa0, 0xa1, 0xbf, 0x80, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc6, 0xc7, 0xca, 0xcb,
		0xcc, 0xcd, 0xce, 0xcf, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xe0, 0xff}
	for i := range b {
		for _, k := range kinds {
			c := bytes.Clone(b)
			c[i] = k
			if err := core.DecodeInput(c, &got); err != nil {
				requireAnyError(t, err)
				continue
			}
			m := opened(t)
			before := saved(t, m)
			var out core.Output
			if err := m.Step(&got, &out); err != nil {
				requireAnyError(t, err)
				require.Equal(t, before, saved(t, m))
			}
		}
	}
	for i := range state {
		for _, k := range kinds {
			c := bytes.Clone(state)
			c[i] = k
			m, err := core.Restore(c)
			if err != nil {
				requireAnyError(t, err)
				continue
			}
			var out core.Output
			tick := core.Input{Now: 300_000_000_000}
			_ = m.Step(&tick, &out)
			saved(t, m)
		}
	}
}

func requireAnyError(t *testing.T, err error) {
	t.Helper()
	var bad *core.Error
	require.True(t, errors.As(err, &bad), "want an *Error, have %v", err)
	require.NotEmpty(t, bad.Error())
}

func TestMessageChecks(t *testing.T) {
	var in core.Input
	deep := bytes.Repeat([]byte{0x91}, 100_000)
	requireCode(t, core.DecodeInput(deep, &in), core.ErrMalformed, "")
	requireCode(t, core.DecodeInput(nil, &in), core.ErrMalformed, "")
	requireCode(t, core.DecodeInput([]byte{0x81, 0x01, 0x02}, &in), core.ErrMalformed, "")                                      // a map
	requireCode(t, core.DecodeInput([]byte{0xdd, 0xff, 0xff, 0xff, 0xff}, &in), core.ErrMalformed, "")                          // a huge array
	requireCode(t, core.DecodeInput([]byte{0x91, 0xdb, 0xff, 0xff, 0xff, 0xff}, &in), core.ErrMalformed, "")                    // a huge string
	requireCode(t, core.DecodeInput([]byte{0x91, 0xdb, 0xff}, &in), core.ErrMalformed, "")                                      // half a length
	requireCode(t, core.DecodeInput(make([]byte, core.MaxInputBytes+1), &in), core.ErrLimit, "")                                // too long
	requireCode(t, core.DecodeInput([]byte{0x92, 0x01, 0xa1, 'x'}, &in), core.ErrMalformed, "Index")                            // a string for a number
	requireCode(t, core.DecodeInput([]byte{0x91, 0xcf, 255, 255, 255, 255, 255, 255, 255, 255}, &in), core.ErrMalformed, "Now") // over int64

	// A list longer than any limit is refused before it is made.
	long := core.Input{Now: 1, Allocations: core.AllocationChanges{Removed: make([]string, core.MaxAllocations+1)}}
	b, err := long.MarshalMsg(nil)
	require.NoError(t, err)
	requireCode(t, core.DecodeInput(b, &in), core.ErrLimit, "Allocations")

	// Inside a list the path says where.
	bad := full()
	b, err = bad.MarshalMsg(nil)
	require.NoError(t, err)
	at := bytes.Index(b, []byte("\xa1b\xa3web"))
	require.Positive(t, at)
	b[at] = 0xc4 // the id becomes bytes
	err = core.DecodeInput(b, &in)
	requireAnyError(t, err)
}

// Limits and values of all fields that a script cannot say well.
func TestFieldChecks(t *testing.T) {
	long := strings.Repeat("x", core.MaxIDLength+1)
	digest := strings.Repeat("x", core.MaxDigestLength+1)
	ids := make([]string, core.MaxAllocations+1)
	for i := range ids {
		ids[i] = "x"
	}
	for _, c := range []struct {
		field  string
		code   core.ErrorCode
		change func(*core.Input)
	}{
		{"Now", core.ErrInvalid, func(in *core.Input) { in.Now = core.MaxTime + 1 }},
		{"Epoch", core.ErrMissing, func(in *core.Input) { in.Epoch = 0 }},
		{"Job", core.ErrMissing, func(in *core.Input) { in.Job = nil }},
		{"Deployment", core.ErrMissing, func(in *core.Input) { in.Deployment = nil }},
		{"Job.ID", core.ErrMissing, func(in *core.Input) { in.Job.ID = "" }},
		{"Job.ID", core.ErrLimit, func(in *core.Input) { in.Job.ID = long }},
		{"Job.SpecDigest", core.ErrLimit, func(in *core.Input) { in.Job.SpecDigest = digest }},
		{"Job.Groups", core.ErrLimit, func(in *core.Input) { in.Job.Groups = make([]core.JobGroup, core.MaxGroups+1) }},
		{"Job.Groups[0].Name", core.ErrMissing, func(in *core.Input) { in.Job.Groups[0].Name = "" }},
		{"Deployment.ID", core.ErrMissing, func(in *core.Input) { in.Deployment.ID = "" }},
		{"Deployment.ID", core.ErrLimit, func(in *core.Input) { in.Deployment.ID = long }},
		{"Deployment.Description", core.ErrLimit, func(in *core.Input) { in.Deployment.Description = strings.Repeat("x", core.MaxTextLength+1) }},
		{"Deployment.ModifyIndex", core.ErrInvalid, func(in *core.Input) { in.Deployment.ModifyIndex = 11 }},
		{"Deployment.CreateIndex", core.ErrInvalid, func(in *core.Input) { in.Deployment.CreateIndex = 11 }},
		{"Deployment.Groups", core.ErrLimit, func(in *core.Input) { in.Deployment.Groups = make([]core.Group, core.MaxGroups+1) }},
		{"Deployment.Groups[0].Name", core.ErrMissing, func(in *core.Input) { in.Deployment.Groups[0].Name = "" }},
		{"Deployment.Groups[0].DesiredTotal", core.ErrInvalid, func(in *core.Input) { in.Deployment.Groups[0].DesiredTotal = -1 }},
		{"Deployment.Groups[0].PlacedCanaries", core.ErrLimit, func(in *core.Input) { in.Deployment.Groups[0].PlacedCanaries = ids }},
		{"Deployment.Groups[0].PlacedCanaries[0]", core.ErrMissing, func(in *core.Input) { in.Deployment.Groups[0].PlacedCanaries[0] = "" }},
		{"Allocations.Changed", core.ErrLimit, func(in *core.Input) { in.Allocations.Changed = make([]core.Allocation, core.MaxAllocations+1) }},
		{"Allocations.TableIndex", core.ErrInvalid, func(in *core.Input) { in.Allocations.TableIndex = 11 }},
		{"Allocations.Changed[1].ID", core.ErrMissing, func(in *core.Input) { in.Allocations.Changed[1].ID = "" }},
		{"Allocations.Changed[1].Group", core.ErrLimit, func(in *core.Input) { in.Allocations.Changed[1].Group = long }},
		{"Allocations.Changed[1].Desired", core.ErrInvalid, func(in *core.Input) { in.Allocations.Changed[1].Desired = 0 }},
		{"Allocations.Changed[1].Client", core.ErrInvalid, func(in *core.Input) { in.Allocations.Changed[1].Client = 9 }},
		{"Allocations.Changed[1].Health", core.ErrInvalid, func(in *core.Input) { in.Allocations.Changed[1].Health = 3 }},
		{"Allocations.Changed[1].ModifyTime", core.ErrInvalid, func(in *core.Input) { in.Allocations.Changed[1].ModifyTime = -1 }},
		{"Allocations.Changed[1].HealthTime", core.ErrInvalid, func(in *core.Input) { in.Allocations.Changed[1].HealthTime = -1 }},
		{"Evaluations.Changed", core.ErrLimit, func(in *core.Input) { in.Evaluations.Changed = make([]core.Evaluation, core.MaxEvaluations+1) }},
		{"Evaluations.Changed[0].ID", core.ErrMissing, func(in *core.Input) { in.Evaluations.Changed[0].ID = "" }},
		{"Evaluations.Removed", core.ErrUnexpected, func(in *core.Input) { in.Evaluations.Removed = []string{"e"} }},
		{"Versions", core.ErrUnexpected, func(in *core.Input) { in.VersionsRead = false }},
		{"Versions", core.ErrLimit, func(in *core.Input) { in.Versions = make([]core.JobVersion, core.MaxVersions+1) }},
		{"Versions[0].SpecDigest", core.ErrLimit, func(in *core.Input) { in.Versions[0].SpecDigest = digest }},
		{"Versions[0].ExecDigest", core.ErrLimit, func(in *core.Input) { in.Versions[0].ExecDigest = digest }},
		{"Command.Healthy", core.ErrLimit, func(in *core.Input) { in.Command.Healthy = ids }},
		{"Command.Unhealthy[0]", core.ErrLimit, func(in *core.Input) { in.Command.Unhealthy[0] = long }},
		{"Results", core.ErrUnexpected, func(in *core.Input) { in.Results = make([]core.Result, 1) }},
	} {
		t.Run(c.field, func(t *testing.T) {
			m, err := core.New(core.Config{Level: core.LevelNomad104})
			require.NoError(t, err)
			in := full()
			c.change(&in)
			var out core.Output
			requireCode(t, m.Step(&in, &out), c.code, c.field)
			require.Equal(t, 0, len(out.Effects))
			in = full()
			require.NoError(t, m.Step(&in, &out), "the machine can still be opened")
		})
	}

	m := opened(t)
	var out core.Output
	in := core.Input{Now: 1, CanariesAdded: true}
	requireCode(t, m.Step(&in, &out), core.ErrUnexpected, "CanariesAdded")
	in = core.Input{Now: 1, Results: make([]core.Result, core.MaxResults+1)}
	requireCode(t, m.Step(&in, &out), core.ErrLimit, "Results")
	in = core.Input{Now: 1, Epoch: 4}
	requireCode(t, m.Step(&in, &out), core.ErrUnexpected, "Epoch")
	in = core.Input{Now: 1, Delivered: true}
	requireCode(t, m.Step(&in, &out), core.ErrMissing, "Index")

	// Together with what is known: a limit of the whole.
	many := core.Input{Now: 1, Index: 11}
	for i := range core.MaxAllocations - 1 {
		many.Allocations.Changed = append(many.Allocations.Changed, core.Allocation{
			ID: string(rune('A'+i%26)) + strings.Repeat("i", 1+i%100) + string(rune(0x4e00+i/26)), Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, ModifyIndex: 11})
	}
	requireCode(t, m.Step(&many, &out), core.ErrLimit, "Allocations.Changed")
	many.Allocations.Changed = many.Allocations.Changed[1:]
	require.NoError(t, m.Step(&many, &out))
	many = core.Input{Now: 1, Index: 12, Allocations: core.AllocationChanges{Changed: many.Allocations.Changed[:1]}}
	require.NoError(t, m.Step(&many, &out), "one that is known is no new one")

	evals := core.Input{Now: 1, Index: 13}
	for i := range core.MaxEvaluations {
		evals.Evaluations.Changed = append(evals.Evaluations.Changed, core.Evaluation{ID: string(rune(0x4e00 + i)), Status: core.EvaluationPending})
	}
	requireCode(t, m.Step(&evals, &out), core.ErrLimit, "Evaluations.Changed")
	added := evals.Deployment
	require.Nil(t, added)
	placed := full()
	placed = core.Input{Now: 1, Index: 14, Deployment: placed.Deployment, CanariesAdded: true}
	placed.Deployment.Groups[0].PlacedCanaries = ids[:core.MaxAllocations]
	requireCode(t, m.Step(&placed, &out), core.ErrLimit, "Deployment.Groups[0].PlacedCanaries")
}

func TestRestoreChecks(t *testing.T) {
	m, err := core.New(core.Config{Level: core.LevelNomad104, Switches: core.PromoteEnough})
	require.NoError(t, err)
	closed, err := core.Restore(saved(t, m))
	require.NoError(t, err, "a machine that was never opened can be saved too")
	in := full()
	var out core.Output
	require.NoError(t, closed.Step(&in, &out))

	_, err = core.Restore([]byte{0x90})
	requireCode(t, err, core.ErrMalformed, "State")
	_, err = core.Restore([]byte{0x01})
	requireCode(t, err, core.ErrMalformed, "State")
	_, err = core.Restore([]byte{0x91, 0xa1, 'x'})
	requireCode(t, err, core.ErrMalformed, "State.Version")
	_, err = core.Restore([]byte{0x91, 0x7f})
	requireCode(t, err, core.ErrVersion, "State.Version")
	_, err = core.Restore([]byte{0x92, 0x01, 0x92, 0xa1, 'x', 0x00})
	requireCode(t, err, core.ErrConfig, "Level")
}
