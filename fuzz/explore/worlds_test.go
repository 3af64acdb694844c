package explore_test

import (
	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/explore"
)

const deadline = 3 * explore.Grain

var (
	nomad  = core.Config{Level: core.LevelNomad104}
	enough = core.Config{Level: core.LevelNomad104, Switches: core.PromoteEnough}

	pauses = []core.CommandKind{core.CommandPause, core.CommandResume}
	users  = []core.CommandKind{core.CommandPromote, core.CommandPause, core.CommandResume, core.CommandFail}
	marks  = []core.CommandKind{core.CommandSetHealth}

	stable     = []core.JobVersion{{Version: 1, CreateIndex: 5, SpecDigest: "b", ExecDigest: "b"}, {Version: 0, Stable: true, CreateIndex: 5, SpecDigest: "a", ExecDigest: "a"}}
	tagged     = []core.JobVersion{{Version: 1, CreateIndex: 5, SpecDigest: "b", ExecDigest: "b"}, {Version: 0, Stable: true, CreateIndex: 5, SpecDigest: "a", ExecDigest: "b"}}
	stopped    = []core.JobVersion{{Version: 1, CreateIndex: 5, SpecDigest: "b", ExecDigest: "b"}, {Version: 0, Stable: true, Stopped: true, CreateIndex: 5, SpecDigest: "a", ExecDigest: "a"}}
	rolledBack = []core.JobVersion{{Version: 1, CreateIndex: 5, SpecDigest: "b", ExecDigest: "b", Rollback: true}, {Version: 0, Stable: true, CreateIndex: 5, SpecDigest: "a", ExecDigest: "a"}}
	withTag    = []core.JobVersion{{Version: 1, Stable: true, CreateIndex: 5, SpecDigest: "c", ExecDigest: "c"}, {Version: 0, Tag: "golden", CreateIndex: 5, SpecDigest: "a", ExecDigest: "a"}}
	same       = []core.JobVersion{{Version: 1, Stable: true, CreateIndex: 5, SpecDigest: "b", ExecDigest: "b"}}
)

// worlds are those that the suite walks.
var worlds = []explore.World{
	{
		Name: "no deadline", Groups: []core.Group{{Name: "web", DesiredTotal: 2, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: stable, Allocations: 3, Deaths: true, Elections: 1, Registrations: 1,
	},
	{
		Name: "no deadline, users", Groups: []core.Group{{Name: "web", DesiredTotal: 1, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: stopped, Allocations: 2, Commands: users, InFlight: 1,
	},
	{
		Name: "no deadline, marks", Groups: []core.Group{{Name: "web", DesiredTotal: 1, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Allocations: 2, Commands: marks, InFlight: 1,
	},
	{
		Name: "a deadline", Groups: []core.Group{{Name: "web", DesiredTotal: 2, ProgressDeadline: deadline, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: same, Allocations: 3, Deaths: true,
	},
	{
		Name: "a deadline, small", Groups: []core.Group{{Name: "web", DesiredTotal: 2, ProgressDeadline: deadline, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: same, Allocations: 2, Deaths: true,
	},
	{
		Name: "a deadline, users", Groups: []core.Group{{Name: "web", DesiredTotal: 1, ProgressDeadline: deadline, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: tagged, Allocations: 2, Deaths: true, Commands: pauses, InFlight: 1, Elections: 1,
	},
	{
		Name: "a deadline, a store that refuses", Groups: []core.Group{{Name: "web", DesiredTotal: 1, ProgressDeadline: deadline}},
		Allocations: 2, Deaths: true, Refusals: true,
	},
	{
		Name: "canary, promotes itself", Groups: []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: deadline}},
		Allocations: 2, Deaths: true,
	},
	{
		Name: "canary, promotes itself, users", Groups: []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true}},
		Allocations: 2, Deaths: true, Commands: pauses, InFlight: 1,
	},
	{
		Name: "canary, a user promotes", Groups: []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, ProgressDeadline: deadline}},
		Allocations: 2, Deaths: true, Commands: users, InFlight: 1,
	},
	{
		Name: "two canaries", Groups: []core.Group{{Name: "web", DesiredTotal: 2, DesiredCanaries: 2, AutoPromote: true}},
		Allocations: 3, Deaths: true,
	},
	{
		Name: "two groups", Groups: []core.Group{
			{Name: "api", DesiredTotal: 1, ProgressDeadline: deadline, AutoRevert: true},
			{Name: "web", DesiredTotal: 1},
		},
		Job:        []core.JobGroup{{Name: "api"}, {Name: "web"}},
		SpecDigest: "b", ExecDigest: "b", Versions: stable, Allocations: 2, Deaths: true,
	},
	{
		Name: "two groups, one with a canary", Groups: []core.Group{
			{Name: "api", DesiredTotal: 1, AutoPromote: true},
			{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: deadline},
		},
		Allocations: 2, Deaths: true,
	},
	{
		Name: "a group that the job lacks", Groups: []core.Group{{Name: "web", DesiredTotal: 1, ProgressDeadline: deadline, AutoRevert: true}},
		Job:        []core.JobGroup{},
		SpecDigest: "b", ExecDigest: "b", Versions: stable, Allocations: 2,
	},
	{
		Name: "two groups, one with a canary, promote-enough", Config: enough, Groups: []core.Group{
			{Name: "api", DesiredTotal: 1},
			{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: deadline},
		},
		Allocations: 2, Deaths: true,
	},
	{
		Name: "a store that forgets", Groups: []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: deadline}},
		Allocations: 2, Deaths: true, Collections: 2, Deletion: true, InFlight: 1,
	},
	{
		Name: "a scheduler that is late", Groups: []core.Group{{Name: "web", DesiredTotal: 2, ProgressDeadline: deadline}},
		Allocations: 2, Late: true, InFlight: 1,
	},
	{
		Name: "a scheduler that is late, marks", Groups: []core.Group{{Name: "web", DesiredTotal: 1}},
		Allocations: 1, Late: true, Commands: marks,
	},
	{
		Name: "several regions", Groups: []core.Group{{Name: "web", DesiredTotal: 1, ProgressDeadline: deadline}},
		Multiregion: true, Allocations: 1, Refusals: true,
	},
	{
		Name: "bake", Config: with(core.Policy{Bake: 2 * explore.Grain}),
		Groups:      []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: deadline}},
		Allocations: 2, Changes: 1, Deaths: true, Elections: 1,
	},
	{
		Name: "approval, promotes", Config: with(core.Policy{Bake: explore.Grain, Approval: core.Approval{Timeout: 2 * explore.Grain, Then: core.ApprovalPromotes}}),
		Groups:      []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1}},
		Allocations: 2, Deaths: true, Elections: 1, Commands: []core.CommandKind{core.CommandPromote}, InFlight: 1,
	},
	{
		Name: "approval, aborts", Config: with(core.Policy{Approval: core.Approval{Timeout: 2 * explore.Grain, Then: core.ApprovalAborts}}),
		Groups:     []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: stable, Allocations: 1, Changes: 1, Elections: 1, Commands: users, InFlight: 1, Refusals: true,
	},
	{
		Name: "approval, aborts, elections", Config: with(core.Policy{Approval: core.Approval{Timeout: 2 * explore.Grain, Then: core.ApprovalAborts}}),
		Groups:     []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: stable, Allocations: 1, Elections: 1, Commands: pauses, InFlight: 1,
	},
	{
		Name: "group by group", Config: with(core.Policy{Promotion: core.PromoteEach}),
		Groups: []core.Group{
			{Name: "api", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true},
			{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: deadline},
		},
		Allocations: 2, Changes: 1, Deaths: true, Elections: 1, InFlight: 1,
	},
	{
		Name: "in the job's order", Config: with(core.Policy{Promotion: core.PromoteInOrder, Approval: core.Approval{Timeout: explore.Grain, Then: core.ApprovalPromotes}}),
		Groups: []core.Group{
			{Name: "api", DesiredTotal: 1, DesiredCanaries: 1},
			{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true},
		},
		Job:         []core.JobGroup{{Name: "web"}, {Name: "api"}},
		Allocations: 2, Changes: 1, Deaths: true, Elections: 1, InFlight: 1,
	},
	{
		Name: "one failure is tolerated", Config: with(core.Policy{Failures: core.Failures{Limited: true, Number: 1}}),
		Groups:     []core.Group{{Name: "web", DesiredTotal: 2, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: stable, Allocations: 3, Deaths: true, Elections: 1, InFlight: 1,
	},
	{
		Name: "no failure is tolerated", Config: with(core.Policy{Failures: core.Failures{Limited: true, Percent: 99}}),
		Groups:      []core.Group{{Name: "web", DesiredTotal: 1, ProgressDeadline: deadline}},
		Allocations: 2, Deaths: true, Elections: 1, Commands: pauses, InFlight: 1,
	},
	{
		Name: "a limit on the duration", Config: with(core.Policy{Duration: 4 * explore.Grain}),
		Groups:     []core.Group{{Name: "web", DesiredTotal: 1, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: stable, Allocations: 2, Changes: 1, Elections: 1, Commands: pauses, InFlight: 1,
	},
	{
		Name: "revert early, give up late", Config: with(core.Policy{RevertAfter: 2 * explore.Grain, GiveUpAfter: 5 * explore.Grain}),
		Groups: []core.Group{
			{Name: "api", DesiredTotal: 1, ProgressDeadline: deadline, AutoRevert: true},
			{Name: "web", DesiredTotal: 1, ProgressDeadline: deadline},
		},
		SpecDigest: "b", ExecDigest: "b", Versions: stable, Allocations: 2, Changes: 1, Deaths: true, Elections: 1, InFlight: 1,
	},
	{
		Name: "rollbacks back off", Config: with(core.Policy{Rollbacks: core.Rollbacks{Max: 2, BackOff: 4 * explore.Grain}}),
		Groups:     []core.Group{{Name: "web", DesiredTotal: 1, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: rolledBack, Allocations: 2, Deaths: true, Elections: 1, Registrations: 1, InFlight: 1,
	},
	{
		Name: "rollbacks back off, a deadline", Config: with(core.Policy{Rollbacks: core.Rollbacks{BackOff: 5 * explore.Grain}}),
		Groups:     []core.Group{{Name: "web", DesiredTotal: 1, AutoRevert: true, ProgressDeadline: deadline}},
		SpecDigest: "b", ExecDigest: "b", Versions: rolledBack, Allocations: 2, Changes: 1, Deaths: true, Elections: 1, InFlight: 1,
	},
	{
		Name: "rollback to a tag", Config: with(core.Policy{RollbackTag: "golden"}),
		Groups:     []core.Group{{Name: "web", DesiredTotal: 1, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: withTag, Allocations: 2, Elections: 1, Commands: []core.CommandKind{core.CommandFail}, InFlight: 1,
	},
	{
		Name: "a gate holds", Config: with(core.Policy{Gates: []core.Gate{{Name: "errors"}, {Name: "load", Unknown: core.UnknownPasses}}}),
		Groups:     []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, AutoRevert: true}},
		SpecDigest: "b", ExecDigest: "b", Versions: stable, Verdicts: 3, Allocations: 1, Elections: 1, Commands: pauses, InFlight: 1,
	},
	{
		Name: "a gate fails", Config: with(core.Policy{Gates: []core.Gate{{Name: "errors", Unknown: core.UnknownFails}}, Bake: explore.Grain}),
		Groups:   []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: deadline}},
		Verdicts: 2, Allocations: 2, Changes: 1, Deaths: true, Elections: 1, InFlight: 1,
	},
	{
		Name: "freezes", Config: with(core.Policy{Freezes: true}),
		Groups:      []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: deadline}},
		Freezes:     []core.Span{{From: 2 * explore.Grain, Until: 4 * explore.Grain}, {From: 6 * explore.Grain, Until: 7 * explore.Grain}},
		Allocations: 2, Changes: 1, Deaths: true, Elections: 1, InFlight: 1,
	},
	{
		Name: "freezes, no canaries", Config: with(core.Policy{Freezes: true}),
		Groups:      []core.Group{{Name: "web", DesiredTotal: 1, ProgressDeadline: deadline}},
		Freezes:     []core.Span{{From: explore.Grain, Until: 5 * explore.Grain}},
		Allocations: 2, Changes: 1, Deaths: true, Elections: 1, InFlight: 1,
	},
	{
		Name: "many policies", Config: with(core.Policy{
			Bake: explore.Grain, Approval: core.Approval{Timeout: 2 * explore.Grain, Then: core.ApprovalPromotes}, Promotion: core.PromoteEach,
			Failures: core.Failures{Limited: true, Number: 1}, Duration: 8 * explore.Grain, RevertAfter: 2 * explore.Grain, GiveUpAfter: 4 * explore.Grain,
			Rollbacks: core.Rollbacks{Max: 2, BackOff: 3 * explore.Grain}, RollbackTag: "golden", Gates: []core.Gate{{Name: "errors"}}, Freezes: true,
		}),
		Groups:     []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoRevert: true, ProgressDeadline: deadline}},
		Freezes:    []core.Span{{From: 2 * explore.Grain, Until: 4 * explore.Grain}},
		SpecDigest: "b", ExecDigest: "b", Versions: rolledBack, Verdicts: 1, Allocations: 2, Changes: 1, Deaths: true, Elections: 1, InFlight: 1,
	},
}

// with is a configuration with a policy, at any level.
func with(p core.Policy) core.Config { return core.Config{Policy: p} }
