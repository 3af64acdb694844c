package simulate

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/coxswain/coxswain/core"
)

// Policy is what is wanted beyond the level (core.Policy, rules G1 to G10). What is
// left out is off. Durations go up to a year.
type Policy struct {
	// Bake (G1) is how long canaries must have been healthy before they are promoted.
	Bake Duration `yaml:"bake"`
	// Approval (G2) is what becomes of groups that a user must promote, and does not.
	Approval Approval `yaml:"approval"`
	// Promotion (G3) is one of the words below; "together".
	Promotion string `yaml:"promotion"`
	// Failures (G4) limits how many allocations of a group may fail; with an empty
	// block none may.
	Failures *Failures `yaml:"failures"`
	// Duration (G5) is how long a deployment may take, without pauses and freezes.
	Duration Duration `yaml:"duration"`
	// RevertAfter and GiveUpAfter (G6) take the place of progress deadlines: with a
	// version to roll back to, and without one.
	RevertAfter Duration `yaml:"revert_after"`
	GiveUpAfter Duration `yaml:"give_up_after"`
	// Rollbacks (G7) is for rollbacks that fail as well.
	Rollbacks Rollbacks `yaml:"rollbacks"`
	// RollbackTag (G8) is the tag of the version to roll back to.
	RollbackTag string `yaml:"rollback_tag"`
	// Gates (G9) have a say; at most core.MaxGates.
	Gates []Gate `yaml:"gates"`
}

// What becomes of an Approval that nobody gives.
const (
	ThenPromote = "promote"
	ThenAbort   = "abort"
)

// Approval is for groups that do not promote by themselves (G2).
type Approval struct {
	// Timeout is how long a user has; for ever. Then is one of the words above, and
	// goes with it.
	Timeout Duration `yaml:"timeout"`
	Then    string   `yaml:"then"`
}

// Which groups a promotion is for.
const (
	PromoteTogether = "together" // all, when all are ready
	PromoteEach     = "each"     // each when it is ready
	PromoteInOrder  = "in-order" // the same, in the job's order
)

// Failures is how many allocations of a group may fail (G4); the greater of both
// counts.
type Failures struct {
	Number int `yaml:"number"`
	// Percent is of the group's count, rounded down.
	Percent int `yaml:"percent"`
}

// Rollbacks is for rollbacks in a row (G7).
type Rollbacks struct {
	// Max is how many there may be; as the level has it.
	Max int `yaml:"max"`
	// BackOff is how old a deployment must be to roll back a rollback, twice as old
	// for the next, and so on.
	BackOff Duration `yaml:"back_off"`
}

// What a Gate without a verdict means.
const (
	UnknownHold = "hold"
	UnknownPass = "pass"
	UnknownFail = "fail"
)

// Gate is something outside that has a say (G9).
type Gate struct {
	Name string `yaml:"name"`
	// Unknown is one of the words above; "hold".
	Unknown string `yaml:"unknown"`
}

// What a Verdict says.
const (
	SaysPass    = "pass"
	SaysFail    = "fail"
	SaysUnknown = "unknown"
)

// Verdict is what a gate says of a deployment; it holds until it says otherwise.
type Verdict struct {
	At Duration `yaml:"at"`
	// Version is the deployment's; the newest deployment when left out.
	Version *int   `yaml:"version"`
	Gate    string `yaml:"gate"`
	// Says is one of the words above.
	Says string `yaml:"says"`
}

// Freeze is a time in which nothing goes forward (G10).
type Freeze struct {
	From  Duration `yaml:"from"`
	Until Duration `yaml:"until"`
}

var (
	approvals = map[string]core.ApprovalAction{ThenPromote: core.ApprovalPromotes, ThenAbort: core.ApprovalAborts}
	ways      = map[string]core.Promotion{PromoteTogether: core.PromoteTogether, PromoteEach: core.PromoteEach, PromoteInOrder: core.PromoteInOrder}
	unknowns  = map[string]core.GateUnknown{UnknownHold: core.UnknownHolds, UnknownPass: core.UnknownPasses, UnknownFail: core.UnknownFails}
	verdicts  = map[string]core.GateVerdict{SaysPass: core.GatePass, SaysFail: core.GateFail, SaysUnknown: core.GateUndecided}
)

// Core returns the policy as machines have it. Freezes are off.
func (p *Policy) Core() core.Policy {
	c := core.Policy{
		Bake: int64(p.Bake), Approval: core.Approval{Timeout: int64(p.Approval.Timeout), Then: approvals[p.Approval.Then]},
		Promotion: ways[p.Promotion], Duration: int64(p.Duration),
		RevertAfter: int64(p.RevertAfter), GiveUpAfter: int64(p.GiveUpAfter),
		Rollbacks:   core.Rollbacks{Max: int32(p.Rollbacks.Max), BackOff: int64(p.Rollbacks.BackOff)},
		RollbackTag: p.RollbackTag,
	}
	if f := p.Failures; f != nil {
		c.Failures = core.Failures{Limited: true, Number: int32(f.Number), Percent: int32(f.Percent)}
	}
	for _, g := range p.Gates {
		c.Gates = append(c.Gates, core.Gate{Name: g.Name, Unknown: unknowns[g.Unknown]})
	}
	return c
}

// ReadPolicyFile reads a file that holds a policy block and nothing else, as a
// scenario has it: YAML with everything under "policy:". The error is an *Error or
// that of the file.
func ReadPolicyFile(file string) (*Policy, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return ReadPolicy(file, bytes.NewReader(text))
}

// ReadPolicy reads the same from a reader; name is the file's name in an error.
func ReadPolicy(name string, r io.Reader) (*Policy, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var f struct {
		Policy *Policy `yaml:"policy"`
	}
	bad := readYAML(text, "policy", &f, func() *Error {
		c := &checker{}
		if f.Policy == nil {
			c.bad("policy", "is missing; a policy file holds everything under it")
		} else {
			f.Policy.check(c)
		}
		return c.err
	})
	if bad != nil {
		bad.File = name
		return nil, bad
	}
	return f.Policy, nil
}

// check looks at a policy, which is the block "policy" of its file.
func (p *Policy) check(c *checker) {
	for _, d := range [...]struct {
		name string
		d    Duration
	}{
		{"bake", p.Bake}, {"approval.timeout", p.Approval.Timeout}, {"duration", p.Duration},
		{"revert_after", p.RevertAfter}, {"give_up_after", p.GiveUpAfter}, {"rollbacks.back_off", p.Rollbacks.BackOff},
	} {
		c.duration("policy."+d.name, &d.d, 0)
	}
	if p.Approval.Then != "" {
		c.word("policy.approval.then", p.Approval.Then, ThenPromote, ThenAbort)
	}
	switch {
	case p.Approval.Then == "" && p.Approval.Timeout != 0:
		c.bad("policy.approval.then", "is missing: what happens after %s", p.Approval.Timeout)
	case p.Approval.Then != "" && p.Approval.Timeout == 0:
		c.bad("policy.approval.timeout", "is missing: after how long to %s", p.Approval.Then)
	}
	if p.Promotion != "" {
		c.word("policy.promotion", p.Promotion, PromoteTogether, PromoteEach, PromoteInOrder)
	}
	if f := p.Failures; f != nil {
		c.number("policy.failures.number", f.Number, 0, maxCount)
		c.number("policy.failures.percent", f.Percent, 0, 100)
	}
	if p.RevertAfter > p.GiveUpAfter && p.GiveUpAfter != 0 {
		c.bad("policy.revert_after", "%s must not be longer than give_up_after, %s", p.RevertAfter, p.GiveUpAfter)
	}
	c.number("policy.rollbacks.max", p.Rollbacks.Max, 0, core.MaxVersions)
	if p.RollbackTag != "" {
		c.name("policy.rollback_tag", p.RollbackTag, core.MaxIDLength)
	}
	c.number("policy.gates", len(p.Gates), 0, core.MaxGates)
	for i, g := range p.Gates {
		at := fmt.Sprintf("policy.gates[%d]", i)
		c.name(at+".name", g.Name, core.MaxIDLength)
		if slices.ContainsFunc(p.Gates[:i], func(o Gate) bool { return o.Name == g.Name }) {
			c.bad(at+".name", "%q is there twice", g.Name)
		}
		if g.Unknown != "" {
			c.word(at+".unknown", g.Unknown, UnknownHold, UnknownPass, UnknownFail)
		}
	}
}

// checkPolicy looks at a scenario's policy, and at what is said to it.
func (s *Scenario) checkPolicy(c *checker) {
	s.Policy.check(c)
	c.number("freezes", len(s.Freezes), 0, core.MaxFreezes)
	for i := range s.Freezes {
		f := &s.Freezes[i]
		at := fmt.Sprintf("freezes[%d]", i)
		c.duration(at+".from", &f.From, 0)
		c.duration(at+".until", &f.Until, 0)
		if f.Until <= f.From {
			c.bad(at+".until", "does not lie after from")
		}
	}
	for i := range s.Verdicts {
		v := &s.Verdicts[i]
		at := fmt.Sprintf("verdicts[%d]", i)
		c.duration(at+".at", &v.At, 0)
		c.number(at+".version", or(v.Version, 0), 0, maxVersions)
		if !slices.ContainsFunc(s.Policy.Gates, func(g Gate) bool { return g.Name == v.Gate }) {
			c.bad(at+".gate", "the policy has no gate %q", v.Gate)
		}
		c.word(at+".says", v.Says, SaysPass, SaysFail, SaysUnknown)
	}
}
