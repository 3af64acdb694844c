package simulate_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/simulate"
	"github.com/stretchr/testify/require"
)

// everything is a policy file with all that it can have.
const everything = `policy:
  bake: 30s
  approval: {timeout: 10m, then: promote}
  promotion: in-order
  failures: {number: 1, percent: 10}
  duration: 1h
  revert_after: 2m
  give_up_after: 20m
  rollbacks: {max: 2, back_off: 5m}
  rollback_tag: golden
  gates: [{name: error-rate}, {name: latency, unknown: pass}, {name: review, unknown: fail}]
`

// A policy file becomes what machines take, field by field.
func TestReadPolicy(t *testing.T) {
	p, err := simulate.ReadPolicy("p.yaml", strings.NewReader(everything))
	require.NoError(t, err)
	minute := int64(time.Minute)
	want := core.Policy{
		Bake: minute / 2, Approval: core.Approval{Timeout: 10 * minute, Then: core.ApprovalPromotes}, Promotion: core.PromoteInOrder,
		Failures: core.Failures{Limited: true, Number: 1, Percent: 10}, Duration: 60 * minute,
		RevertAfter: 2 * minute, GiveUpAfter: 20 * minute, Rollbacks: core.Rollbacks{Max: 2, BackOff: 5 * minute}, RollbackTag: "golden",
		Gates: []core.Gate{{Name: "error-rate"}, {Name: "latency", Unknown: core.UnknownPasses}, {Name: "review", Unknown: core.UnknownFails}},
	}
	require.Equal(t, want, p.Core())
	for _, i := range core.Policies() {
		require.Equal(t, i.Rule != "G10", want.On(i.Rule), i.Rule)
	}
	cfg := core.Config{Level: core.LevelStrict, Policy: p.Core()}
	_, err = cfg.Resolve()
	require.NoError(t, err)

	p, err = simulate.ReadPolicy("p.yaml", strings.NewReader("policy: {approval: {timeout: 1s, then: abort}, promotion: each, failures: {}}"))
	require.NoError(t, err)
	require.Equal(t, core.Policy{Approval: core.Approval{Timeout: int64(time.Second), Then: core.ApprovalAborts}, Promotion: core.PromoteEach,
		Failures: core.Failures{Limited: true}}, p.Core())
}

func ExampleReadPolicy() {
	p, err := simulate.ReadPolicy("policy.yaml", strings.NewReader("policy: {bake: 1m, promotion: each}"))
	if err != nil {
		fmt.Println(err)
		return
	}
	c := p.Core()
	fmt.Println(time.Duration(c.Bake), c.Promotion)
	_, err = simulate.ReadPolicy("policy.yaml", strings.NewReader("policy:\n  promotion: sometimes\n"))
	fmt.Println(err)
	// Output:
	// 1m0s each
	// policy.yaml:2: policy.promotion: "sometimes" is none of together, each, in-order
}

// What is refused in a policy, in a file of its own and in a scenario.
func TestBadPolicies(t *testing.T) {
	long := strings.Repeat("x", 129)
	for _, c := range []struct{ yaml, err string }{
		{"bake: -1s", "policy.bake: -1s must lie between 0s and 8760h0m0s"},
		{"bake: 30", `"30" is not a duration like 300ms or 5s`},
		{"boil: 30s", `unknown field "boil"`},
		{"approval: {timeout: 5m}", "policy.approval.then: is missing: what happens after 5m0s"},
		{"approval: {then: abort}", "policy.approval.timeout: is missing: after how long to abort"},
		{"approval: {timeout: 5m, then: panic}", `policy.approval.then: "panic" is none of promote, abort`},
		{"promotion: never", `policy.promotion: "never" is none of together, each, in-order`},
		{"failures: {number: -1}", "policy.failures.number: -1 must lie between 0 and 10000"},
		{"failures: {percent: 101}", "policy.failures.percent: 101 must lie between 0 and 100"},
		{"duration: 9000h", "policy.duration: 9000h0m0s must lie between 0s and 8760h0m0s"},
		{"{revert_after: 3m, give_up_after: 2m}", "policy.revert_after: 3m0s must not be longer than give_up_after, 2m0s"},
		{"rollbacks: {max: 65}", "policy.rollbacks.max: 65 must lie between 0 and 64"},
		{"rollbacks: {back_off: -5m}", "policy.rollbacks.back_off: -5m0s must lie between 0s and 8760h0m0s"},
		{"rollback_tag: " + long, "policy.rollback_tag: is longer than 128 bytes"},
		{"gates: [{unknown: hold}]", "policy.gates[0].name: is missing"},
		{"gates: [{name: a}, {name: a}]", `policy.gates[1].name: "a" is there twice`},
		{"gates: [{name: a, unknown: perhaps}]", `policy.gates[0].unknown: "perhaps" is none of hold, pass, fail`},
		{"gates: [" + strings.Repeat("{name: a},", 33) + "]", "policy.gates: 33 must lie between 0 and 32"},
	} {
		for _, rest := range []string{"", "versions: [{groups: [{name: web}]}]\n"} {
			text := "policy:\n  " + c.yaml + "\n" + rest
			_, err := simulate.ReadPolicy("p.yaml", strings.NewReader(text))
			if rest != "" {
				_, err = simulate.Read("p.yaml", strings.NewReader(text))
			}
			require.EqualError(t, err, "p.yaml:2: "+c.err)
		}
	}
	for text, want := range map[string]string{
		"":                               "p.yaml:1: policy: is missing; a policy file holds everything under it",
		"bake: 30s\n":                    `p.yaml:1: unknown field "bake"`,
		"policy: {}\n---\npolicy: {}\n":  "p.yaml:3: one file holds one policy",
		"policy: {}\nversions: []\n":     `p.yaml:2: unknown field "versions"`,
		"policy: [1]\n":                  "p.yaml:1: sequence was used where mapping is expected",
		"policy: {failures: {number: a}": "p.yaml:1: could not find flow mapping end token '}'",
	} {
		_, err := simulate.ReadPolicy("p.yaml", strings.NewReader(text))
		require.EqualError(t, err, want)
	}
	_, err := simulate.ReadPolicyFile(t.TempDir() + "/nosuch")
	require.ErrorContains(t, err, "no such file")
}

// What is refused of freezes, verdicts and tags.
func TestBadGuards(t *testing.T) {
	head := "policy: {gates: [{name: a}]}\nversions: [{groups: [{name: web}]}]\n"
	for _, c := range []struct{ yaml, err string }{
		{"freezes: [{from: 5m, until: 5m}]", "freezes[0].until: does not lie after from"},
		{"freezes: [{from: -5m, until: 5m}]", "freezes[0].from: -5m0s must lie between 0s and 8760h0m0s"},
		{"freezes: [" + strings.Repeat("{until: 1s},", 65) + "]", "freezes: 65 must lie between 0 and 64"},
		{"verdicts: [{at: 1s, gate: b, says: pass}]", `verdicts[0].gate: the policy has no gate "b"`},
		{"verdicts: [{at: 1s, gate: a, says: yes}]", `verdicts[0].says: "yes" is none of pass, fail, unknown`},
		{"verdicts: [{at: -1s, gate: a, says: pass}]", "verdicts[0].at: -1s must lie between 0s and 8760h0m0s"},
		{"verdicts: [{version: -1, gate: a, says: pass}]", "verdicts[0].version: -1 must lie between 0 and 1000"},
	} {
		_, err := simulate.Read("s.yaml", strings.NewReader(head+c.yaml+"\n"))
		require.EqualError(t, err, "s.yaml:3: "+c.err)
	}
	_, err := simulate.Read("s.yaml", strings.NewReader("versions: [{tag: "+strings.Repeat("x", 129)+", groups: [{name: web}]}]\n"))
	require.EqualError(t, err, "s.yaml:1: versions[0].tag: is longer than 128 bytes")
}

// A verdict without anybody to hear it is passed over; one that comes while nobody
// leads is told to the next leader.
func TestVerdicts(t *testing.T) {
	rows := story(t, "policy: {gates: [{name: a, unknown: hold}]}\n"+strings.Replace(one, "update: {", "update: {canary: 1, auto_promote: true, ", 1)+
		`  - {at: 10s}
leadership: [{lost: 12s, gained: 14s}]
verdicts:
  - {at: 9s, gate: a, says: pass}
  - {at: 11s, version: 7, gate: a, says: pass}
  - {at: 11500ms, gate: a, says: fail, version: 0}
  - {at: 13s, gate: a, says: pass}
`)
	require.Contains(t, rows, `11.00 gate "a" says pass of no deployment that could hear it`)
	require.Contains(t, rows, `11.50 gate "a" says fail of no deployment that could hear it`)
	require.Contains(t, rows, `13.00 gate "a" says pass of d1`)
	require.Contains(t, rows, "14.00 T3 promote web: written")
}

// A policy of the configuration takes the place of the scenario's; what is said to
// gates that it does not have is passed over.
func TestConfiguredPolicy(t *testing.T) {
	sc, err := simulate.ReadFile("testdata/scenarios/gate-holds-then-passes.yaml")
	require.NoError(t, err)
	r, err := simulate.Run(t.Context(), sc, engine.Native(), simulate.Config{Core: core.Config{Level: core.LevelStrict,
		Policy: core.Policy{Bake: int64(2 * time.Second)}}})
	require.NoError(t, err)
	require.Equal(t, []string{"G1"}, r.Policies)
	var texts []string
	for _, row := range r.Rows {
		texts = append(texts, fmt.Sprintf("%.1f %s", float64(row.Time)/1e9, row.Text))
	}
	require.Contains(t, texts, "8.3 promote web")
	sc.Verdicts[0].At = *simulate.Of(7 * time.Second)
	r, err = simulate.Run(t.Context(), sc, engine.Native(), simulate.Config{Core: core.Config{Level: core.LevelStrict,
		Policy: core.Policy{Bake: int64(2 * time.Second)}}})
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(r.Rows, func(row simulate.Row) bool {
		return row.Text == "passed over: coxswain: invalid: Verdicts[0].Gate: the policy has no such gate"
	}))
}

// L3: at strict nothing that is kept in memory matters, for policies either: a
// leader that is lost at any moment and gained a little later comes to the same end.
func TestLeadershipAnywhere(t *testing.T) {
	ctx := context.Background()
	files, err := filepath.Glob("testdata/scenarios/*.yaml")
	require.NoError(t, err)
	plays, policies := 0, map[string]bool{}
	for _, file := range files {
		sc, err := simulate.ReadFile(file)
		require.NoError(t, err)
		want, err := simulate.Run(ctx, sc, engine.Native(), simulate.Config{})
		require.NoError(t, err)
		if len(want.Policies) == 0 {
			continue
		}
		require.Equal(t, core.LevelStrict, want.Level, file)
		for _, rule := range want.Policies {
			policies[rule] = true
		}
		t.Run(want.Name, func(t *testing.T) {
			var times []int64
			for _, row := range want.Rows {
				for _, t := range []int64{row.Time - int64(5*time.Millisecond), row.Time + int64(5*time.Millisecond), row.Time + int64(700*time.Millisecond)} {
					times = append(times, max(t, 0))
				}
			}
			slices.Sort(times)
			for _, at := range slices.Compact(times) {
				for _, away := range []time.Duration{time.Millisecond, 20 * time.Millisecond} {
					lost := simulate.Duration(at)
					gained := lost + simulate.Duration(away)
					if slices.ContainsFunc(sc.Commands, func(c simulate.Command) bool { return lost <= c.At && c.At <= gained }) {
						continue // its user would be told that nobody leads
					}
					sc.Leadership = []simulate.Absence{{Lost: lost, Gained: &gained}}
					got, err := simulate.Run(ctx, sc, engine.Native(), simulate.Config{})
					require.NoError(t, err)
					require.Equal(t, lines(want), lines(got), "lost at %v for %v", lost, away)
					plays++
				}
			}
		})
	}
	require.Len(t, policies, len(core.Policies()), "each policy has a scenario")
	require.Greater(t, plays, 1000)
}
