package core_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// onePolicy is each policy alone, by its rule.
var onePolicy = map[string]core.Policy{
	"G1":  {Bake: 1},
	"G2":  {Approval: core.Approval{Timeout: 1, Then: core.ApprovalAborts}},
	"G3":  {Promotion: core.PromoteEach},
	"G4":  {Failures: core.Failures{Limited: true}},
	"G5":  {Duration: 1},
	"G6":  {GiveUpAfter: 1},
	"G7":  {Rollbacks: core.Rollbacks{Max: 1}},
	"G8":  {RollbackTag: "golden"},
	"G9":  {Gates: []core.Gate{{Name: "errors"}}},
	"G10": {Freezes: true},
}

func TestPolicies(t *testing.T) {
	require.Len(t, core.Policies(), len(onePolicy))
	off := core.Policy{}
	for _, info := range core.Policies() {
		p := onePolicy[info.Rule]
		require.NotEmpty(t, info.Field)
		require.NotEmpty(t, info.Text)
		require.False(t, off.On(info.Rule))
		require.Equal(t, []string{info.Rule}, p.Rules())
		for rule := range onePolicy {
			require.Equal(t, rule == info.Rule, p.On(rule), "%s by the policy of %s", rule, info.Rule)
		}
		for _, l := range core.Levels() {
			cfg := core.Config{Level: l.Name, Policy: p}
			on, err := cfg.Resolve()
			require.NoError(t, err)
			require.Equal(t, l.Switches|info.Needs, on)
		}
	}
	require.False(t, off.On("G11"))
	require.Empty(t, off.Rules())
	core.Policies()[0].Rule = "x" // a copy
	require.Equal(t, "G1", core.Policies()[0].Rule)
}

func TestPolicyThatMakesNoSense(t *testing.T) {
	long := strings.Repeat("x", core.MaxIDLength+1)
	for _, c := range []struct {
		policy core.Policy
		field  string
	}{
		{core.Policy{Bake: -1}, "Policy.Bake"},
		{core.Policy{Bake: core.MaxTime + 1}, "Policy.Bake"},
		{core.Policy{Duration: -1}, "Policy.Duration"},
		{core.Policy{RevertAfter: -1}, "Policy.RevertAfter"},
		{core.Policy{GiveUpAfter: -1}, "Policy.GiveUpAfter"},
		{core.Policy{RevertAfter: 2, GiveUpAfter: 1}, "Policy.RevertAfter"},
		{core.Policy{Approval: core.Approval{Timeout: -1, Then: core.ApprovalAborts}}, "Policy.Approval.Timeout"},
		{core.Policy{Approval: core.Approval{Timeout: 1}}, "Policy.Approval"},
		{core.Policy{Approval: core.Approval{Then: core.ApprovalAborts}}, "Policy.Approval"},
		{core.Policy{Approval: core.Approval{Timeout: 1, Then: 3}}, "Policy.Approval.Then"},
		{core.Policy{Promotion: 3}, "Policy.Promotion"},
		{core.Policy{Failures: core.Failures{Number: 1}}, "Policy.Failures.Limited"},
		{core.Policy{Failures: core.Failures{Limited: true, Number: -1}}, "Policy.Failures"},
		{core.Policy{Failures: core.Failures{Limited: true, Percent: -1}}, "Policy.Failures"},
		{core.Policy{Failures: core.Failures{Limited: true, Percent: 101}}, "Policy.Failures"},
		{core.Policy{Rollbacks: core.Rollbacks{Max: -1}}, "Policy.Rollbacks.Max"},
		{core.Policy{Rollbacks: core.Rollbacks{Max: core.MaxVersions + 1}}, "Policy.Rollbacks.Max"},
		{core.Policy{Rollbacks: core.Rollbacks{BackOff: -1}}, "Policy.Rollbacks.BackOff"},
		{core.Policy{RollbackTag: long}, "Policy.RollbackTag"},
		{core.Policy{Gates: make([]core.Gate, core.MaxGates+1)}, "Policy.Gates"},
		{core.Policy{Gates: []core.Gate{{}}}, "Policy.Gates[0].Name"},
		{core.Policy{Gates: []core.Gate{{Name: long}}}, "Policy.Gates[0].Name"},
		{core.Policy{Gates: []core.Gate{{Name: "a"}, {Name: "a"}}}, "Policy.Gates[1].Name"},
		{core.Policy{Gates: []core.Gate{{Name: "a", Unknown: 3}}}, "Policy.Gates[0].Unknown"},
	} {
		_, err := core.New(core.Config{Level: core.LevelStrict, Policy: c.policy})
		requireCode(t, err, core.ErrConfig, c.field)
	}
}

// What is just allowed.
func TestPolicyAtItsLimits(t *testing.T) {
	long := strings.Repeat("x", core.MaxIDLength)
	p := core.Policy{
		Bake: core.MaxTime, RevertAfter: 2, GiveUpAfter: 2, Failures: core.Failures{Limited: true, Percent: 100},
		Rollbacks: core.Rollbacks{Max: core.MaxVersions, BackOff: core.MaxTime}, RollbackTag: long,
	}
	for i := range core.MaxGates {
		p.Gates = append(p.Gates, core.Gate{Name: long[i:], Unknown: core.UnknownFails})
	}
	_, err := core.New(core.Config{Level: core.LevelStrict, Policy: p})
	require.NoError(t, err)
}

func TestGuardLimits(t *testing.T) {
	cfg := core.Config{Level: core.LevelStrict, Policy: core.Policy{Freezes: true, Gates: []core.Gate{{Name: "errors"}}}}
	for _, c := range []struct {
		in    core.Input
		code  core.ErrorCode
		field string
	}{
		{core.Input{Verdicts: make([]core.Verdict, core.MaxGates+1)}, core.ErrLimit, "Verdicts"},
		{core.Input{Verdicts: []core.Verdict{{Gate: "errors"}}}, core.ErrInvalid, "Verdicts[0].Value"},
		{core.Input{Verdicts: []core.Verdict{{Gate: "errors", Value: 4}}}, core.ErrInvalid, "Verdicts[0].Value"},
		{core.Input{Verdicts: []core.Verdict{{Gate: "errors", Value: core.GatePass}, {Gate: "x", Value: core.GatePass}}}, core.ErrInvalid, "Verdicts[1].Gate"},
		{core.Input{Freezes: []core.Span{{From: 1, Until: 2}}}, core.ErrUnexpected, "Freezes"},
		{core.Input{FreezesRead: true, Freezes: make([]core.Span, core.MaxFreezes+1)}, core.ErrLimit, "Freezes"},
		{core.Input{FreezesRead: true, Freezes: []core.Span{{From: 1, Until: core.MaxTime + 1}}}, core.ErrInvalid, "Freezes[0].Until"},
		{core.Input{FreezesRead: true, Freezes: []core.Span{{From: 2, Until: 1}}}, core.ErrInvalid, "Freezes[0].Until"},
	} {
		m, err := core.New(cfg)
		require.NoError(t, err)
		var out core.Output
		in := opening()
		require.NoError(t, m.Step(&in, &out))
		before, err := m.AppendState(nil)
		require.NoError(t, err)
		c.in.Now = in.Now + 1
		requireCode(t, m.Step(&c.in, &out), c.code, c.field)
		after, err := m.AppendState(nil)
		require.NoError(t, err)
		require.Equal(t, before, after)
	}
}

// As many verdicts and freezes as there may be.
func TestGuardsAtTheirLimits(t *testing.T) {
	p := core.Policy{Freezes: true, Gates: []core.Gate{{Name: "errors"}}}
	in := core.Input{FreezesRead: true}
	for range core.MaxGates {
		in.Verdicts = append(in.Verdicts, core.Verdict{Gate: "errors", Value: core.GatePass})
	}
	for i := range int64(core.MaxFreezes) {
		in.Freezes = append(in.Freezes, core.Span{From: i, Until: i + 1})
	}
	require.NoError(t, p.Check(&in))
	in.Verdicts[3].Value = 0
	requireCode(t, p.Check(&in), core.ErrInvalid, "Verdicts[3].Value")
	p.Bake = -1
	requireCode(t, p.Check(&in), core.ErrConfig, "Policy.Bake")
}

// What later levels and policies read of a cluster is checked like everything else.
func TestFactsOfLaterLevelsAreChecked(t *testing.T) {
	long := strings.Repeat("x", core.MaxIDLength)
	for _, c := range []struct {
		change func(in *core.Input)
		code   core.ErrorCode
		field  string
	}{
		{func(in *core.Input) { in.Deployment.Priority = -1 }, core.ErrInvalid, "Deployment.Priority"},
		{func(in *core.Input) { in.Deployment.CreateTime = -1 }, core.ErrInvalid, "Deployment.CreateTime"},
		{func(in *core.Input) { in.Deployment.PausedAt = core.MaxTime + 1 }, core.ErrInvalid, "Deployment.PausedAt"},
		{func(in *core.Input) { in.Deployment.ResumedAt = -1 }, core.ErrInvalid, "Deployment.ResumedAt"},
		{func(in *core.Input) { in.Deployment.PausedFor = -1 }, core.ErrInvalid, "Deployment.PausedFor"},
		{func(in *core.Input) { in.Allocations.Changed[0].Rescheduling = 3 }, core.ErrInvalid, "Allocations.Changed[0].Rescheduling"},
		{func(in *core.Input) { in.Versions[0].Tag = long + "x" }, core.ErrLimit, "Versions[0].Tag"},
		{func(in *core.Input) { in.Versions[0].Tag = long }, 0, ""},
	} {
		m, err := core.New(core.Config{Level: core.LevelStrict})
		require.NoError(t, err)
		in := opening()
		in.Allocations.Changed = []core.Allocation{{ID: "a", Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning}}
		in.Versions, in.VersionsRead = []core.JobVersion{{Version: 1}}, true
		c.change(&in)
		var out core.Output
		err = m.Step(&in, &out)
		if c.code == 0 {
			require.NoError(t, err)
			continue
		}
		requireCode(t, err, c.code, c.field)
	}
}

// The caller's list of gates stays the caller's.
func TestPolicyIsCopied(t *testing.T) {
	gates := []core.Gate{{Name: "errors"}}
	m, err := core.New(core.Config{Level: core.LevelStrict, Policy: core.Policy{Gates: gates}})
	require.NoError(t, err)
	gates[0].Name = "x"
	var out core.Output
	in := opening()
	in.Verdicts = []core.Verdict{{Gate: "errors", Value: core.GatePass}}
	require.NoError(t, m.Step(&in, &out))
}

// Times that no clock will see are MaxTime, and not before the beginning.
func TestPolicyTimesEndAtMaxTime(t *testing.T) {
	p := core.Policy{
		Bake: core.MaxTime, Duration: core.MaxTime, RevertAfter: core.MaxTime, GiveUpAfter: core.MaxTime, Freezes: true,
		Rollbacks: core.Rollbacks{Max: core.MaxVersions, BackOff: core.MaxTime / 2}, Failures: core.Failures{Limited: true},
	}
	m, err := core.New(core.Config{Level: core.LevelStrict, Policy: p})
	require.NoError(t, err)
	var out core.Output
	in := opening()
	in.Deployment.PausedAt, in.Deployment.ResumedAt, in.Deployment.PausedFor = 1, 2, core.MaxTime
	in.Deployment.CreateTime = in.Now
	in.Deployment.JobVersion = 9
	in.Deployment.Groups = []core.Group{
		{Name: "api", DesiredTotal: 1, AutoRevert: true},
		{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, ProgressDeadline: core.MaxTime, RequireProgressBy: core.MaxTime, PlacedCanaries: []string{"c"}},
	}
	in.Allocations = core.AllocationChanges{Whole: true, Changed: []core.Allocation{
		{ID: "c", Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, Health: core.Healthy, HealthTime: core.MaxTime, ModifyIndex: in.Index, HealthIndex: in.Index},
		{ID: "d", Group: "api", Desired: core.DesiredRun, Client: core.ClientRunning, Health: core.Unhealthy, ModifyIndex: in.Index},
	}}
	in.Versions, in.VersionsRead = nil, true
	for v := range uint64(9) {
		in.Versions = append(in.Versions, core.JobVersion{Version: v + 1, Rollback: true, SpecDigest: "b"})
	}
	in.Versions = append(in.Versions, core.JobVersion{Version: 0, Stable: true, SpecDigest: "a"})
	in.Freezes, in.FreezesRead = []core.Span{{From: in.Now + 1, Until: core.MaxTime}}, true
	require.NoError(t, m.Step(&in, &out))
	require.Empty(t, out.Effects)
	require.Equal(t, core.Wake{At: core.MaxTime, Reason: core.WakeDeadline}, out.Wake)
	var s core.Status
	m.Status(&s)
	waits := map[core.WaitCode]bool{}
	for _, w := range s.Waits {
		if w.Until != 0 {
			require.Equal(t, int64(core.MaxTime), w.Until, w.String())
			waits[w.Code] = true
		}
	}
	require.Equal(t, map[core.WaitCode]bool{core.WaitBake: true, core.WaitDuration: true, core.WaitBackOff: true, core.WaitDeadline: true}, waits)
}

// A policy is part of the configuration. Here canaries bake for a minute.
func ExamplePolicy() {
	m, err := core.New(core.Config{Level: core.LevelStrict, Policy: core.Policy{Bake: 60e9}})
	if err != nil {
		panic(err)
	}
	in := core.Input{
		Now: 1000e9, Index: 10, Epoch: 1,
		Job: &core.Job{ID: "job", Groups: []core.JobGroup{{Name: "web"}}},
		Deployment: &core.Deployment{
			ID: "deployment", Status: core.DeploymentRunning,
			Groups: []core.Group{{Name: "web", DesiredTotal: 1, DesiredCanaries: 1, AutoPromote: true, PlacedCanaries: []string{"canary"}}},
		},
		Allocations: core.AllocationChanges{Whole: true, Changed: []core.Allocation{{
			ID: "canary", Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, Health: core.Healthy, HealthTime: 990e9,
		}}},
	}
	var out core.Output
	if err := m.Step(&in, &out); err != nil {
		panic(err)
	}
	fmt.Println(len(out.Effects), "effects;", out.Wake.Reason, "at", out.Wake.At/1e9)
	if err := m.Step(&core.Input{Now: out.Wake.At}, &out); err != nil {
		panic(err)
	}
	fmt.Println(out.Effects[0].Kind)
	// Output:
	// 0 effects; bake time ends at 1050
	// promote
}

func ExamplePolicies() {
	for _, p := range core.Policies()[:2] {
		fmt.Println(p.Rule, p.Field+":", p.Text)
	}
	// Output:
	// G1 Bake: canaries are healthy for some time before they are promoted
	// G2 Approval: silence of a user promotes, or aborts, after some time
}

func ExamplePolicy_Rules() {
	p := core.Policy{Bake: 60e9, Freezes: true}
	fmt.Println(p.Rules())
	// Output: [G1 G10]
}

func ExamplePolicy_Check() {
	p := core.Policy{Gates: []core.Gate{{Name: "error-rate"}}}
	fmt.Println(p.Check(&core.Input{Verdicts: []core.Verdict{{Gate: "errors", Value: core.GatePass}}}))
	// Output: coxswain: invalid: Verdicts[0].Gate: the policy has no such gate
}

func ExamplePolicy_On() {
	p := core.Policy{Bake: 60e9}
	fmt.Println(p.On("G1"), p.On("G2"))
	// Output: true false
}
