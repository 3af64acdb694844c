package core_test

import (
	"strconv"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

func numbered(prefix string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = prefix + strconv.Itoa(i)
	}
	return list
}

// A limit is one on what there is afterwards: a whole list takes the place of what
// was there, and what goes makes room in the same commit, whatever else the commit
// tells again.
func TestLimitsAreOnWhatIsLeft(t *testing.T) {
	for _, c := range []struct {
		field string
		max   int
		set   func(in *core.Input, whole bool, changed, removed []string)
	}{
		{"Allocations.Changed", core.MaxAllocations, func(in *core.Input, whole bool, changed, removed []string) {
			in.Allocations = core.AllocationChanges{Whole: whole, Removed: removed}
			for _, id := range changed {
				in.Allocations.Changed = append(in.Allocations.Changed, core.Allocation{ID: id, Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning})
			}
		}},
		{"Evaluations.Changed", core.MaxEvaluations, func(in *core.Input, whole bool, changed, removed []string) {
			in.Evaluations = core.EvaluationChanges{Whole: whole, Removed: removed}
			for _, id := range changed {
				in.Evaluations.Changed = append(in.Evaluations.Changed, core.Evaluation{ID: id, Status: core.EvaluationComplete})
			}
		}},
	} {
		m := reopened(t, func(in *core.Input) {
			in.Command = nil
			c.set(in, true, []string{"old", "older"}, nil)
		})
		var out core.Output
		index := uint64(10)
		step := func(whole bool, changed, removed []string) error {
			index++
			in := core.Input{Now: 100_000_000_000, Index: index}
			c.set(&in, whole, changed, removed)
			return m.Step(&in, &out)
		}
		require.NoError(t, step(true, numbered("new", c.max), nil), c.field)
		require.NoError(t, step(false, []string{"a", "new1", "new2"}, []string{"new0"}), c.field)
		require.NoError(t, step(false, []string{"b", "c", "new3"}, []string{"new1", "new2"}), c.field)
		requireCode(t, step(false, []string{"d", "new4"}, nil), core.ErrLimit, c.field)
		requireCode(t, step(false, []string{"d", "e", "new4"}, []string{"new3"}), core.ErrLimit, c.field)
		require.NoError(t, step(false, []string{"new5"}, nil), c.field)
	}
}

// Canaries that are added count together with those that are placed already, in
// a group that is there and in one that comes with them.
func TestAddedCanariesHaveALimit(t *testing.T) {
	for _, c := range []struct {
		group      string
		have, more int
		good       bool
	}{
		{"web", 1, core.MaxAllocations - 1, true},
		{"web", 1, core.MaxAllocations, false},
		{"web", 0, core.MaxAllocations, true},
		{"db", 1, core.MaxAllocations, true},
	} {
		m := reopened(t, func(in *core.Input) {
			in.Command = nil
			in.Deployment.Groups[0].PlacedCanaries = numbered("old", c.have)
		})
		in := core.Input{Now: 1, Index: 11, Deployment: full().Deployment, CanariesAdded: true}
		in.Deployment.Groups[0].Name, in.Deployment.Groups[0].PlacedCanaries = c.group, numbered("new", c.more)
		var out core.Output
		if err := m.Step(&in, &out); c.good {
			require.NoError(t, err)
		} else {
			requireCode(t, err, core.ErrLimit, "Deployment.Groups[0].PlacedCanaries")
		}
	}
}
