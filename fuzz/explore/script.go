package explore

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/coxswain/coxswain/core"
)

// script replays the way to a state and one step more, and writes down what the
// machine says to each.
func (e *explorer) script(ctx context.Context, at int32, last Action) []string {
	list := []Action{last}
	for ; at != unknown; at = e.nodes[at].parent {
		list = append(list, e.nodes[at].action)
	}
	slices.Reverse(list)

	var lines []string
	store := e.store()
	var state []byte
	var status core.Status
	for _, a := range list {
		c := store.do(a, status.Wake)
		if a.Kind == Opening {
			c = change{Store: store}
			c.in = c.whole()
		}
		var out core.Output
		var err error
		lines = append(lines, clock(c.Now)+"  "+a.String())
		if state, err = e.step(ctx, state, &c.in, &out, &status); err != nil {
			return append(lines, "        ! "+err.Error())
		}
		store = c.Store
		store.Unanswered = c.unanswered(&out)
		for i := range out.Effects {
			lines = append(lines, "        → "+told(&out.Effects[i]))
		}
	}
	for i := range status.Waits {
		w := &status.Waits[i]
		line := "        … waits for " + w.Actor.String() + ": " + w.String()
		if w.Until != 0 {
			line += " at " + strings.TrimSpace(clock(w.Until))
		}
		lines = append(lines, line)
	}
	if status.Ended && !status.Done {
		lines = append(lines, "        … the watch has ended")
	}
	if status.Done {
		lines = append(lines, "        … done, "+status.Status.String())
	}
	return lines
}

// clock writes a time as seconds since the beginning, such as "  1.5 s".
func clock(t int64) string {
	text := strconv.FormatFloat(float64(t-begin)/float64(core.BatchWindow), 'f', 1, 64) + " s"
	return strings.Repeat(" ", max(0, 6-len(text))) + text
}

// told writes an effect in a few words.
func told(e *core.Effect) string {
	text := e.Kind.String()
	if e.Status != 0 {
		text += " " + e.Status.String()
	}
	if e.Description != "" {
		text += ", \"" + e.Description + "\""
	}
	if ids := slices.Concat(e.Allocations, e.Healthy, e.Unhealthy); len(ids) != 0 {
		text += " " + strings.Join(ids, " ")
	}
	if e.Rollback {
		text += ", back to version " + strconv.FormatUint(e.RollbackVersion, 10)
	}
	return text
}
