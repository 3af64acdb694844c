package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/coxswain/coxswain/core"
)

// CheckElections is the name of the violation that World.CheckElections finds.
const CheckElections = "election-changes-nothing"

// rest is what comes of a state when nobody but time and the store does anything:
// every effect is answered at once, and every wake-up comes.
func (e *explorer) rest(ctx context.Context, it *item) (string, error) {
	store, state, status := it.store, it.state, it.status
	for range 1000 {
		a := Action{Kind: At}
		switch {
		case len(store.Unanswered) != 0:
			a.Kind = Answer
		case status.Wake.Reason == core.WakeNone:
			d := &store.Deployment
			var b strings.Builder
			fmt.Fprintf(&b, "%s %q", d.Status, d.Description)
			for i := range d.Groups {
				fmt.Fprintf(&b, ", %s promoted %v", d.Groups[i].Name, d.Groups[i].Promoted)
			}
			for i := 0; i < len(store.Allocations) && d.Status.Active(); i++ {
				fmt.Fprintf(&b, ", %s reschedule %v", store.Allocations[i].ID, store.Allocations[i].Reschedule)
			}
			if len(store.Versions) != 0 {
				fmt.Fprintf(&b, ", version %d", store.Versions[0].Version)
			}
			for i := range status.Waits {
				w := &status.Waits[i]
				fmt.Fprintf(&b, "; waits for %s: %s", w.Actor, w)
			}
			return b.String(), nil
		}
		c := store.do(a, status.Wake)
		var out core.Output
		var err error
		if state, err = e.step(ctx, state, &c.in, &out, &status); err != nil {
			return "", err
		}
		store = c.Store
		store.Unanswered = c.unanswered(&out)
	}
	return "it never rests", nil
}

// elect compares where a state leads to with where it leads to under another
// leader, and returns the difference, or nothing. A decision on its way to the
// store is lost with its leader, and the next one decides by newer facts; so
// states with one are left out.
func (e *explorer) elect(ctx context.Context, it *item) (string, error) {
	if len(it.store.Unanswered) != 0 || it.status.Done || it.store.Deleted {
		return "", nil
	}
	undisturbed, err := e.rest(ctx, it)
	if err != nil {
		return "", err
	}
	c := it.store.do(Action{Kind: Elect}, it.status.Wake)
	next := item{store: c.Store}
	var out core.Output
	if next.state, err = e.step(ctx, nil, &c.in, &out, &next.status); err != nil {
		return "", err
	}
	next.store.Unanswered = slices.Clone(out.Effects)
	disturbed, err := e.rest(ctx, &next)
	if err != nil || disturbed == undisturbed {
		return "", err
	}
	return "without another leader " + undisturbed + "; with one " + disturbed, nil
}
