package replay

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/nomad"
	"github.com/stretchr/testify/require"
)

const ms = int64(1_000_000)

func TestJudge(t *testing.T) {
	at := 1000 * ms
	failed := Contents{Kind: core.EffectStatus, Status: core.DeploymentFailed, Description: "d", RollbackTo: []uint64{3}, Evaluation: true}
	for _, c := range []struct {
		name   string
		ours   Contents
		times  []int64
		theirs Contents
		want   string
	}{
		{"the same", failed, []int64{at}, failed, ""},
		{"within the tolerance, earlier", failed, []int64{at - 100*ms}, failed, ""},
		{"within the tolerance, later", failed, []int64{at + 100*ms}, failed, ""},
		{"too early", failed, []int64{at - 101*ms}, failed, "decided 101ms apart"},
		{"too late", failed, []int64{at + 101*ms}, failed, "decided 101ms apart"},
		{"one of several times is enough", failed, []int64{at - 900*ms, at + 5*ms, at + 700*ms}, failed, ""},
		{"another kind", failed, []int64{at}, Contents{Kind: core.EffectPromote}, "a T2, recorded is a T3"},
		{"another status", failed, []int64{at}, with(failed, func(c *Contents) { c.Status = core.DeploymentPaused }), "status failed, recorded is paused"},
		{"another description", failed, []int64{at}, with(failed, func(c *Contents) { c.Description = "e" }), `"d", recorded is "e"`},
		{"one of the versions with that specification", failed, []int64{at}, with(failed, func(c *Contents) { c.RollbackTo = []uint64{1, 3} }), ""},
		{"another version", failed, []int64{at}, with(failed, func(c *Contents) { c.RollbackTo = []uint64{1} }), "rollback to [3], recorded is [1]"},
		{"no rollback", failed, []int64{at}, with(failed, func(c *Contents) { c.RollbackTo = nil }), "rollback to [3], recorded is []"},
		{"a rollback too many", with(failed, func(c *Contents) { c.RollbackTo = nil }), []int64{at}, failed, "rollback to [], recorded is [3]"},
		{"no evaluation", failed, []int64{at}, with(failed, func(c *Contents) { c.Evaluation = false }), "evaluation: true, recorded: false"},
		{"other allocations", Contents{Kind: core.EffectReschedule, Allocations: []string{"aaaaaaaaaa"}}, []int64{at},
			Contents{Kind: core.EffectReschedule}, "allocations [aaaaaaaa], recorded are []"},
		{"other healthy ones", Contents{Kind: core.EffectHealth, Healthy: []string{"a"}}, []int64{at}, Contents{Kind: core.EffectHealth}, "healthy [a], recorded are []"},
		{"other unhealthy ones", Contents{Kind: core.EffectHealth, Unhealthy: []string{"a"}}, []int64{at}, Contents{Kind: core.EffectHealth}, "unhealthy [a], recorded are []"},
		{"other groups", Contents{Kind: core.EffectPromote, Promoted: []string{"a", "b"}}, []int64{at},
			Contents{Kind: core.EffectPromote, Promoted: []string{"a"}}, "promotes [a b], recorded are [a]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, Judge(c.ours, c.times, &Write{Contents: c.theirs, Time: at}))
		})
	}
}

func with(c Contents, change func(*Contents)) Contents {
	change(&c)
	return c
}

// A write counts as a command only if no rule could have made it.
func TestIsCommand(t *testing.T) {
	deployment := func(groups ...core.Group) *nomad.Deployment {
		return &nomad.Deployment{Deployment: core.Deployment{Groups: groups}}
	}
	auto := core.Group{Name: "a", AutoPromote: true, Promoted: true}
	for _, c := range []struct {
		name  string
		w     Contents
		after *nomad.Deployment
		want  string

		before *nomad.Deployment
		quiet  bool
	}{
		{"health by request", Contents{Kind: core.EffectHealth, Healthy: []string{"x"}}, nil, "set-health", nil, false},
		{"paused", Contents{Kind: core.EffectStatus, Status: core.DeploymentPaused}, nil, "pause", nil, false},
		{"running again", Contents{Kind: core.EffectStatus, Status: core.DeploymentRunning}, nil, "resume", nil, false},
		{"marked as failed", Contents{Kind: core.EffectStatus, Status: core.DeploymentFailed, Description: core.TextRollback(core.TextMarkedAsFailed, 1)}, nil, "fail", nil, false},
		{"failed by a rule", Contents{Kind: core.EffectStatus, Status: core.DeploymentFailed, Description: core.TextDeadline}, nil, "", nil, false},
		{"every group promotes by itself", Contents{Kind: core.EffectPromote, Promoted: []string{"a"}}, deployment(auto), "", nil, false},
		{"some group does not", Contents{Kind: core.EffectPromote, Promoted: []string{"a"}}, deployment(auto, core.Group{Name: "b", Promoted: true}), "promote", nil, false},
		{"some group stays unpromoted", Contents{Kind: core.EffectPromote, Promoted: []string{"a"}}, deployment(auto, core.Group{Name: "b", AutoPromote: true}), "promote", nil, false},
		{"no allocation has changed", Contents{Kind: core.EffectPromote, Promoted: []string{"a"}}, deployment(auto), "promote", nil, true},
		{"it was paused", Contents{Kind: core.EffectPromote, Promoted: []string{"a"}}, deployment(auto), "promote", &nomad.Deployment{Deployment: core.Deployment{Status: core.DeploymentPaused}}, false},
		{"more canaries are placed than desired", Contents{Kind: core.EffectPromote, Promoted: []string{"a"}}, deployment(core.Group{Name: "a", AutoPromote: true, Promoted: true, PlacedCanaries: []string{"x"}}), "promote", nil, false},
		{"the next step", Contents{Kind: core.EffectReschedule}, nil, "", nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd, ok := isCommand(&Write{Contents: c.w}, c.before, c.after, c.quiet)
			require.Equal(t, c.want != "", ok)
			if ok {
				require.Equal(t, c.want, cmd.Kind.String())
			}
		})
	}
	cmd, _ := isCommand(&Write{Contents: Contents{Kind: core.EffectPromote, Promoted: []string{"a"}}}, nil, deployment(auto, core.Group{Name: "b", AutoPromote: true}), false)
	require.False(t, cmd.All)
	require.Equal(t, []string{"a"}, cmd.Groups)
}
