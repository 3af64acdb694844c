package core

import "slices"

//msgp:vartuple Policy Approval Failures Rollbacks Gate Verdict Span
//msgp:ignore PolicyInfo

// Policy is what an embedder wants beyond a level: rules that hold the level's
// decisions back, or add some of their own (G1–G10). Each can be used at any level,
// and each is off while its field has the zero value. Durations are in nanoseconds.
//
// All that policies go by is in the inputs, so that another leader comes to the
// same decisions: when an allocation was found healthy, by its client's clock; when
// the deployment was made and how long it was paused, or else when the machine was
// opened and what it has seen; verdicts and freezes, which the host repeats in an
// opening. While the deployment is paused no policy decides anything.
type Policy struct {
	// Bake (G1) is how long all canaries must have been healthy before a promotion
	// by itself. A canary that has no HealthTime never has been.
	Bake int64
	// Approval (G2) is what becomes of groups that a user must promote, and does not.
	Approval Approval
	// Promotion (G3) says which groups a promotion by itself is for.
	Promotion Promotion
	// Failures (G4) is how many failed allocations a group may have.
	Failures Failures
	// Duration (G5) is how long a deployment may take altogether, without the time
	// that it was paused or frozen (time that was both is left out twice). Past it the
	// deployment fails, unless every group is done.
	Duration int64
	// RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
	// how long a group may go without progress when its failure rolls the job back,
	// and when there is nothing to roll back to. 0 leaves the group's own.
	RevertAfter, GiveUpAfter int64
	// Rollbacks (G7) is for rollbacks that fail as well.
	Rollbacks Rollbacks
	// RollbackTag (G8) is the tag of the version to roll back to. Without such a
	// version it is the latest stable one.
	RollbackTag string
	// Gates (G9) must pass before a promotion by itself, and fail the deployment
	// when they fail; at most MaxGates.
	Gates []Gate
	// Freezes (G10) allows Input.Freezes: spans of time in which no promotion and
	// no next step is decided, and no deadline runs.
	Freezes bool
}

// Approval is for groups that do not promote by themselves (G2). A user is asked to
// promote them from when all canaries are healthy and have baked, or the deployment
// was resumed, if that was later.
type Approval struct {
	// Timeout is how long a user has; 0 means for ever.
	Timeout int64
	// Then is what happens without an answer. Required with a Timeout.
	Then ApprovalAction
}

// ApprovalAction is what happens when nobody promotes.
type ApprovalAction uint8

// The actions. The zero value is none.
const (
	// ApprovalPromotes: silence is consent.
	ApprovalPromotes ApprovalAction = iota + 1
	// ApprovalAborts: the deployment fails.
	ApprovalAborts
)

var approvalNames = [...]string{"none", "promote", "abort"}

// String returns the action's name.
func (a ApprovalAction) String() string { return name(approvalNames[:], uint8(a)) }

// Promotion says which groups are promoted at once (G3).
type Promotion uint8

// The ways of promotion.
const (
	// PromoteTogether: all groups, when all are ready.
	PromoteTogether Promotion = iota
	// PromoteEach: each group as soon as it is ready itself.
	PromoteEach
	// PromoteInOrder: each group when it is ready itself and all those are done
	// that stand before it in the job (Job.Groups). Groups that the job lacks come
	// last, by name.
	PromoteInOrder
)

var promotionNames = [...]string{"together", "each", "in-order"}

// String returns the way's name.
func (p Promotion) String() string { return name(promotionNames[:], uint8(p)) }

// Failures is how many allocations of a group may fail (G4). Up to that many are
// replaced (A3), in groups without a progress deadline as well; one more fails the
// deployment at once, in groups with a progress deadline as well. Those that were
// replaced count as long as the store keeps them. An allocation that can never be
// rescheduled again still fails it by itself, where the level says so.
type Failures struct {
	// Limited turns it on: without it no group without a progress deadline may have
	// any, and other groups any number of them.
	Limited bool
	// Number and Percent (of the group's DesiredTotal, rounded down) are what is
	// tolerated; the greater counts.
	Number, Percent int32
}

// Rollbacks is for a version that a rollback registered and that fails as well
// (G7). Which ones a rollback registered the host must tell (JobVersion.Rollback).
type Rollbacks struct {
	// Max is how many there may be in a row; 0 leaves it to the level (S-18). It is
	// at most MaxVersions.
	Max int32
	// BackOff is how old a deployment must be before it rolls back a rollback;
	// twice as old for the next in a row, and so on. Its failure waits until then.
	// What a user asks for does not.
	BackOff int64
}

// Gate is something outside that has a say, such as an analysis of metrics (G9).
type Gate struct {
	Name string
	// Unknown is what it means when a promotion is due and there is no verdict.
	Unknown GateUnknown
}

// GateUnknown is what a gate without a verdict means.
type GateUnknown uint8

// The meanings.
const (
	// UnknownHolds: the promotion waits.
	UnknownHolds GateUnknown = iota
	// UnknownPasses: as if the gate had passed.
	UnknownPasses
	// UnknownFails: as if the gate had failed.
	UnknownFails
)

var gateUnknownNames = [...]string{"hold", "pass", "fail"}

// String returns the meaning's name.
func (u GateUnknown) String() string { return name(gateUnknownNames[:], uint8(u)) }

// Verdict is what a gate says now; it holds until the gate says otherwise.
type Verdict struct {
	Gate  string
	Value GateVerdict
}

// GateVerdict is the word of a gate.
type GateVerdict uint8

// The verdicts. The zero value is none and is refused.
const (
	GatePass GateVerdict = iota + 1
	GateFail
	GateUndecided
)

var gateVerdictNames = [...]string{"", "pass", "fail", "unknown"}

// String returns the verdict's name.
func (v GateVerdict) String() string { return name(gateVerdictNames[:], uint8(v)) }

// Span is the time from From up to Until, in Unix nanoseconds.
type Span struct{ From, Until int64 }

// PolicyInfo describes a policy for people.
type PolicyInfo struct {
	// Rule is its id, such as "G1", and Field that of Policy that turns it on.
	Rule, Field string
	// Needs are the switches that it cannot do without, and brings with it.
	Needs Switches
	Text  string
}

// A promotion that is held back must be considered when nothing changes, and sent
// once; so must a deadline that is put off be looked at again.
const (
	needsPromotion = PromoteAnyTime | SendOnce
	needsDeadline  = DeadlineAlways
)

var policyTable = [...]PolicyInfo{
	{"G1", "Bake", needsPromotion, "canaries are healthy for some time before they are promoted"},
	{"G2", "Approval", needsPromotion, "silence of a user promotes, or aborts, after some time"},
	{"G3", "Promotion", needsPromotion, "each group is promoted when it is ready, at once or in the job's order"},
	{"G4", "Failures", 0, "some failed allocations of a group are tolerated, and no more"},
	{"G5", "Duration", 0, "the whole deployment has a limit, which stops while it is paused"},
	{"G6", "RevertAfter, GiveUpAfter", needsDeadline, "a deadline for rolling back, and another for giving up"},
	{"G7", "Rollbacks", needsDeadline, "rollbacks in a row have an end, and take longer each time"},
	{"G8", "RollbackTag", 0, "a tagged version is rolled back to"},
	{"G9", "Gates", needsPromotion, "verdicts from outside allow promotions, or fail the deployment"},
	{"G10", "Freezes", needsPromotion | needsDeadline, "nothing goes forward in given spans of time"},
}

// Policies lists the policies in the order of their rules.
func Policies() []PolicyInfo { return append([]PolicyInfo(nil), policyTable[:]...) }

// On reports whether the policy with the given rule is on.
func (p *Policy) On(rule string) bool {
	switch rule {
	case "G1":
		return p.Bake != 0
	case "G2":
		return p.Approval != Approval{}
	case "G3":
		return p.Promotion != PromoteTogether
	case "G4":
		return p.Failures != Failures{}
	case "G5":
		return p.Duration != 0
	case "G6":
		return p.RevertAfter != 0 || p.GiveUpAfter != 0
	case "G7":
		return p.Rollbacks != Rollbacks{}
	case "G8":
		return p.RollbackTag != ""
	case "G9":
		return len(p.Gates) != 0
	case "G10":
		return p.Freezes
	}
	return false
}

// Rules lists the rules of the policies that are on, such as "G1", in their order.
func (p *Policy) Rules() (rules []string) {
	for i := range policyTable {
		if rule := policyTable[i].Rule; p.On(rule) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// Check is for hosts that want to know what a machine would say before they step it:
// whether the policy makes sense, and goes with the verdicts and freezes of an input.
// The error is an *Error.
func (p *Policy) Check(in *Input) error {
	if err := p.validate(); err != nil {
		return err.in("Policy")
	}
	if err := p.validateGuards(in); err != nil {
		return err
	}
	return nil
}

// needs are the switches that the policies that are on bring with them.
func (p *Policy) needs() (s Switches) {
	for i := range policyTable {
		if p.On(policyTable[i].Rule) {
			s |= policyTable[i].Needs
		}
	}
	return s
}

// gate returns the position of a gate, or -1.
func (p *Policy) gate(name string) int {
	return slices.IndexFunc(p.Gates, func(g Gate) bool { return g.Name == name })
}

// validate looks for what cannot be meant.
func (p *Policy) validate() *Error {
	for _, d := range [...]struct {
		name  string
		value int64
	}{
		{"Bake", p.Bake}, {"Approval.Timeout", p.Approval.Timeout}, {"Duration", p.Duration},
		{"RevertAfter", p.RevertAfter}, {"GiveUpAfter", p.GiveUpAfter}, {"Rollbacks.BackOff", p.Rollbacks.BackOff},
	} {
		if d.value < 0 || d.value > MaxTime {
			return bad(ErrConfig, d.name, "must lie between 0 and MaxTime")
		}
	}
	switch f := &p.Failures; {
	case p.Approval.Then > ApprovalAborts:
		return bad(ErrConfig, "Approval.Then", "is undefined")
	case (p.Approval.Timeout == 0) != (p.Approval.Then == 0):
		return bad(ErrConfig, "Approval", "needs both a time-out and what happens then")
	case p.Promotion > PromoteInOrder:
		return bad(ErrConfig, "Promotion", "is undefined")
	case f.Number < 0 || f.Percent < 0 || f.Percent > 100:
		return bad(ErrConfig, "Failures", "must not be negative, nor more than 100 percent")
	case !f.Limited && *f != Failures{}:
		return bad(ErrConfig, "Failures.Limited", "is not set, and there is a limit")
	case p.RevertAfter > p.GiveUpAfter && p.GiveUpAfter != 0:
		return bad(ErrConfig, "RevertAfter", "is longer than GiveUpAfter")
	case p.Rollbacks.Max < 0 || p.Rollbacks.Max > MaxVersions:
		return bad(ErrConfig, "Rollbacks.Max", "must lie between 0 and MaxVersions")
	case len(p.RollbackTag) > MaxIDLength:
		return bad(ErrConfig, "RollbackTag", "is too long")
	case len(p.Gates) > MaxGates:
		return bad(ErrConfig, "Gates", "are too many")
	}
	for i := range p.Gates {
		g := &p.Gates[i]
		text := ""
		switch {
		case g.Name == "":
			text = "is empty"
		case len(g.Name) > MaxIDLength:
			text = "is too long"
		case p.gate(g.Name) != i:
			text = "is there twice"
		case g.Unknown > UnknownFails:
			return bad(ErrConfig, "Unknown", "is undefined").at("Gates", i)
		default:
			continue
		}
		return bad(ErrConfig, "Name", text).at("Gates", i)
	}
	return nil
}
