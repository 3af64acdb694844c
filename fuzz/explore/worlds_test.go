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

	stable  = []core.JobVersion{{Version: 1, CreateIndex: 5, SpecDigest: "b", ExecDigest: "b"}, {Version: 0, Stable: true, CreateIndex: 5, SpecDigest: "a", ExecDigest: "a"}}
	tagged  = []core.JobVersion{{Version: 1, CreateIndex: 5, SpecDigest: "b", ExecDigest: "b"}, {Version: 0, Stable: true, CreateIndex: 5, SpecDigest: "a", ExecDigest: "b"}}
	stopped = []core.JobVersion{{Version: 1, CreateIndex: 5, SpecDigest: "b", ExecDigest: "b"}, {Version: 0, Stable: true, Stopped: true, CreateIndex: 5, SpecDigest: "a", ExecDigest: "a"}}
	same    = []core.JobVersion{{Version: 1, Stable: true, CreateIndex: 5, SpecDigest: "b", ExecDigest: "b"}}
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
}
