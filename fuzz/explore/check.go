package explore

import "github.com/coxswain/coxswain/core"

// View is one state and the step that led to it.
type View struct {
	World  *World
	Action Action
	// Store is the cluster after the action, before the effects of Output.
	Store *Store
	// Input is what the machine was told, Output what it said.
	Input  *core.Input
	Output *core.Output
	Status *core.Status
	// DeadlineHit says that a deadline has passed (D5).
	DeadlineHit bool
	// Was is the store before the action and WasStatus what the machine said
	// then; nil at the opening.
	Was       *Store
	WasStatus *core.Status
	// Effects is how many the machine had decided under this epoch before.
	Effects uint64
}

// Check is one thing that must hold.
type Check struct {
	// Name is short, Text says what is wrong where it does not hold.
	Name, Text string
	// Wrong reports whether it does not hold.
	Wrong func(v *View) bool
}

// wanted reports whether the machine decided an effect of a kind by itself.
func (v *View) wanted(kind core.EffectKind) *core.Effect {
	for i := range v.Output.Effects {
		if e := &v.Output.Effects[i]; e.Kind == kind && e.Command == 0 {
			return e
		}
	}
	return nil
}

// watched reports whether the rules still act.
func (v *View) watched() bool { return !v.Status.Ended && !v.Status.Done }

// waits returns the first wait with a code.
func (v *View) waits(code core.WaitCode) *core.Wait {
	for i := range v.Status.Waits {
		if v.Status.Waits[i].Code == code {
			return &v.Status.Waits[i]
		}
	}
	return nil
}

// reason reports whether a reason with a code was given.
func (v *View) reason(code core.ReasonCode) bool {
	for i := range v.Output.Reasons {
		if v.Output.Reasons[i].Code == code {
			return true
		}
	}
	return false
}
