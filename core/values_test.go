package core_test

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// Every number has a range: its ends are accepted, and what lies beyond is refused.
func TestRanges(t *testing.T) {
	const index = 20 // of the commit
	group := func(in *core.Input) *core.Group { return &in.Deployment.Groups[0] }
	alloc := func(in *core.Input) *core.Allocation { return &in.Allocations.Changed[0] }
	eval := func(in *core.Input) *core.Evaluation { return &in.Evaluations.Changed[0] }
	for _, c := range []struct {
		field       string
		good, wrong []int64
		set         func(in *core.Input, v int64)
	}{
		{"Deployment.Status", []int64{1, 9}, []int64{0, 10}, func(in *core.Input, v int64) { in.Deployment.Status = core.DeploymentStatus(v) }},
		{"Deployment.ModifyIndex", []int64{5, index}, []int64{index + 1}, func(in *core.Input, v int64) { in.Deployment.ModifyIndex, in.Deployment.CreateIndex = uint64(v), 5 }},
		{"Deployment.CreateIndex", []int64{0, 15}, []int64{16}, func(in *core.Input, v int64) { in.Deployment.ModifyIndex, in.Deployment.CreateIndex = 15, uint64(v) }},
		{"Deployment.Groups[0].DesiredTotal", []int64{0, 1<<31 - 1}, []int64{-1}, func(in *core.Input, v int64) { group(in).DesiredTotal = int32(v) }},
		{"Deployment.Groups[0].DesiredCanaries", []int64{0, 1<<31 - 1}, []int64{-1}, func(in *core.Input, v int64) { group(in).DesiredCanaries = int32(v) }},
		{"Deployment.Groups[0].PlacedAllocs", []int64{0, 1<<31 - 1}, []int64{-1}, func(in *core.Input, v int64) { group(in).PlacedAllocs = int32(v) }},
		{"Deployment.Groups[0].UnhealthyAllocs", []int64{0, 1<<31 - 1}, []int64{-1}, func(in *core.Input, v int64) { group(in).UnhealthyAllocs = int32(v) }},
		{"Deployment.Groups[0].ProgressDeadline", []int64{0, core.MaxTime}, []int64{-1, core.MaxTime + 1}, func(in *core.Input, v int64) { group(in).ProgressDeadline = v }},
		{"Deployment.Groups[0].RequireProgressBy", []int64{0, core.MaxTime}, []int64{-1, core.MaxTime + 1}, func(in *core.Input, v int64) { group(in).RequireProgressBy = v }},
		{"Allocations.TableIndex", []int64{0, index}, []int64{index + 1}, func(in *core.Input, v int64) { in.Allocations.TableIndex = uint64(v) }},
		{"Allocations.Changed[0].Desired", []int64{1, 3}, []int64{0, 4}, func(in *core.Input, v int64) { alloc(in).Desired = core.DesiredStatus(v) }},
		{"Allocations.Changed[0].Client", []int64{1, 6}, []int64{0, 7}, func(in *core.Input, v int64) { alloc(in).Client = core.ClientStatus(v) }},
		{"Allocations.Changed[0].Health", []int64{0, 2}, []int64{3}, func(in *core.Input, v int64) { alloc(in).Health = core.Health(v) }},
		{"Allocations.Changed[0].ModifyIndex", []int64{0, index}, []int64{index + 1}, func(in *core.Input, v int64) { alloc(in).ModifyIndex = uint64(v) }},
		{"Allocations.Changed[0].HealthIndex", []int64{0, index}, []int64{index + 1}, func(in *core.Input, v int64) { alloc(in).HealthIndex = uint64(v) }},
		{"Allocations.Changed[0].ModifyTime", []int64{0, core.MaxTime}, []int64{-1, core.MaxTime + 1}, func(in *core.Input, v int64) { alloc(in).ModifyTime = v }},
		{"Allocations.Changed[0].HealthTime", []int64{0, core.MaxTime}, []int64{-1, core.MaxTime + 1}, func(in *core.Input, v int64) { alloc(in).HealthTime = v }},
		{"Evaluations.Changed[0].Status", []int64{1, 5}, []int64{0, 6}, func(in *core.Input, v int64) { eval(in).Status = core.EvaluationStatus(v) }},
		{"Evaluations.Changed[0].CreateIndex", []int64{0, index}, []int64{index + 1}, func(in *core.Input, v int64) { eval(in).CreateIndex = uint64(v) }},
		{"Evaluations.Changed[0].SnapshotIndex", []int64{0, index}, []int64{index + 1}, func(in *core.Input, v int64) { eval(in).SnapshotIndex = uint64(v) }},
		{"Command.Kind", []int64{1, 8}, []int64{0, 9}, func(in *core.Input, v int64) { in.Command = &core.Command{ID: 1, Kind: core.CommandKind(v)} }},
		{"Results[0].Outcome", []int64{1, 3}, []int64{0, 4}, func(in *core.Input, v int64) { in.Results[0].Outcome = core.Outcome(v) }},
		{"Results[0].Key.N", []int64{0, 1}, []int64{2}, func(in *core.Input, v int64) { in.Results[0].Key.N = uint64(v) }},
		{"Results[0].Key.Epoch", []int64{0, 3}, []int64{4}, func(in *core.Input, v int64) { in.Results[0].Key.Epoch = uint64(v) }},
	} {
		t.Run(c.field, func(t *testing.T) {
			try := func(v int64) error {
				m := reopened(t, func(in *core.Input) { in.Command = nil })
				var out core.Output
				pause := core.Input{Now: 1, Command: &core.Command{ID: 1, Kind: core.CommandPause}}
				require.NoError(t, m.Step(&pause, &out))
				in := full()
				in.Index, in.Epoch, in.Job, in.Command = index, 0, nil, nil
				in.Deployment.ModifyIndex = index
				in.Results = []core.Result{{Key: core.Key{Deployment: "d", Epoch: 3, N: 1}, Outcome: core.Unknown}}
				c.set(&in, v)
				return m.Step(&in, &out)
			}
			for _, v := range c.good {
				require.NoError(t, try(v), "%d", v)
			}
			for _, v := range c.wrong {
				requireCode(t, try(v), core.ErrInvalid, c.field)
			}
		})
	}
}
