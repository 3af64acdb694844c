// Package ledger is what a cluster's store does to a deployment when an
// allocation is written or a trigger is applied: rules S1 to S6, as pure
// functions. An embedder without a Nomad needs it to keep the counters and the
// deadlines that the core decides by.
//
// Nothing given is changed: every function returns what the write makes of it.
// A refused write is a *Rejection and makes nothing of anything. Where levels
// differ the functions are those of Rules.
package ledger

import (
	"slices"

	"github.com/coxswain/coxswain/core"
)

// Rules are the bookkeeping of a level: its switches, of which those matter that
// are the ledger's (core.WhereLedger). The zero value is nomad-1.0.4.
type Rules core.Switches

// Of returns the rules of a configuration. The error is an *core.Error.
func Of(cfg core.Config) (Rules, error) {
	on, err := cfg.Resolve()
	return Rules(on), err
}

func (l Rules) on(s core.Switches) bool { return core.Switches(l)&s != 0 }

// Code says why the store refuses a write.
type Code uint8

// The refusals of the store.
const (
	// Terminal: the deployment has ended (S4, C2, C1).
	Terminal Code = iota + 1
	// FewCanaries: a group that is being promoted has fewer healthy, live
	// canaries than desired (C2).
	FewCanaries
	// UnknownAllocation: there is no such allocation (C1).
	UnknownAllocation
	// ForeignAllocation: it belongs to another deployment (C1).
	ForeignAllocation
	// UnknownVersion: there is no such version to roll back to (S5).
	UnknownVersion
)

// Rejection is a write that the store refuses. It is final.
type Rejection struct {
	Code Code
	// Subject is the group, the allocation or the version that it is about.
	Subject string
	Text    string
}

// Error returns the sentence.
func (r *Rejection) Error() string { return "rejected: " + r.Text }

func terminal(d *core.Deployment) *Rejection {
	return &Rejection{Terminal, d.ID, "deployment " + d.ID + " is " + d.Status.String()}
}

// own returns d with groups that can be changed without changing d's.
func own(d core.Deployment) core.Deployment {
	d.Groups = slices.Clone(d.Groups)
	return d
}

func groupOf(d *core.Deployment, name string) *core.Group {
	for i := range d.Groups {
		if d.Groups[i].Name == name {
			return &d.Groups[i]
		}
	}
	return nil
}
