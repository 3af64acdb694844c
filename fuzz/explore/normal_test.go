package explore

import (
	"context"
	"slices"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// future is what can happen to a state and where it leads, without names.
func (e *explorer) future(t *testing.T, it *item) []string {
	var list []string
	var status core.Status
	for _, a := range it.store.actions(&e.World, it.status.Wake, it.status.Done) {
		c := it.store.do(a, it.status.Wake)
		var out core.Output
		state, err := e.step(context.Background(), it.state, &c.in, &out, &status)
		require.NoError(t, err)
		p, err := readPrivate(state)
		require.NoError(t, err)
		c.Unanswered = slices.DeleteFunc(append(slices.Clone(c.Unanswered), out.Effects...),
			func(f core.Effect) bool { return slices.Contains(out.Withdrawn, f.Key) })
		id := e.x.identify(&c.Store, &p, status.Pending)
		text := string(id[:]) + string(rune(a.Kind)) + string(rune(a.Command))
		for i := range out.Effects {
			text += out.Effects[i].Kind.String() + out.Effects[i].Description
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return list
}

// TestOneStateHasOneFuture holds states that are taken for the same against each
// other: what can happen to one can happen to the other, with the same
// decisions, and leads to the same states.
func TestOneStateHasOneFuture(t *testing.T) {
	const deadline = 3 * Grain
	for _, w := range []World{
		{Groups: []core.Group{{Name: "web", DesiredTotal: 2, ProgressDeadline: deadline}}, Allocations: 3, Deaths: true, Elections: 1},
		{Groups: []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: deadline}},
			Allocations: 2, Deaths: true, Commands: []core.CommandKind{core.CommandPause, core.CommandResume, core.CommandSetHealth}, Refusals: true},
		{Groups: []core.Group{{Name: "api", DesiredTotal: 1, ProgressDeadline: deadline}, {Name: "web", DesiredTotal: 1, ProgressDeadline: 2 * deadline}},
			Allocations: 2, Deaths: true, Registrations: 1, Versions: []core.JobVersion{{Version: 1}}},
		{Groups: []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoRevert: true, ProgressDeadline: deadline}},
			Allocations: 2, Deaths: true, Elections: 1, Verdicts: 1, Freezes: []core.Span{{From: Grain, Until: 2 * Grain}},
			Versions: []core.JobVersion{{Version: 1, Rollback: true}, {Version: 0, Stable: true, SpecDigest: "a"}},
			Commands: []core.CommandKind{core.CommandPause, core.CommandResume},
			Config: core.Config{Policy: core.Policy{
				Bake: Grain, Approval: core.Approval{Timeout: 2 * Grain, Then: core.ApprovalPromotes}, Failures: core.Failures{Limited: true, Number: 1},
				Duration: 6 * Grain, RevertAfter: 2 * Grain, GiveUpAfter: 4 * Grain, Rollbacks: core.Rollbacks{BackOff: 3 * Grain},
				Gates: []core.Gate{{Name: "errors", Unknown: core.UnknownPasses}}, Freezes: true,
			}}},
	} {
		w.Config.Level, w.States = core.LevelNomad104, 2_500
		e := &explorer{World: w.fill(), seen: map[identity]int32{}}
		first := map[int32]*item{}
		futures := map[int32][]string{}
		merged := 0
		e.visit = func(it *item, known bool) {
			if !known {
				copied := *it
				first[it.at] = &copied
				return
			}
			one := first[it.at]
			if futures[it.at] == nil {
				futures[it.at] = e.future(t, one)
			}
			merged++
			require.Equal(t, futures[it.at], e.future(t, it))
		}
		require.NoError(t, e.walk(context.Background()))
		require.Greater(t, merged, 1_000)
	}
}
