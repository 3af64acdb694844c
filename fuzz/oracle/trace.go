package oracle

import (
	"fmt"
	"sort"
	"strings"
	"time"
)

// Record is one thing that a watcher did: a trigger, or the answer to a command.
type Record struct {
	// At is the virtual time since the beginning.
	At time.Duration
	// Deployment is whom it is for.
	Deployment string
	// Text says what it is, with everything in it.
	Text string
}

// reply reports whether it is the answer to a command.
func (r *Record) reply() bool { return r.Text[0] != 'T' }

// Trace is everything that a watcher did in a scenario.
type Trace struct {
	Records []Record
	// Leaked says that goroutines of the watcher were still there, blocked for
	// ever, after it was disabled.
	Leaked bool
	// Fired counts the reasons of our decisions by rule.
	Fired map[string]int
}

func (t *Trace) add(r Record) { t.Records = append(t.Records, r) }

// String returns the records, a line each, in the order of time and deployment,
// answers to commands last.
func (t *Trace) String() string {
	lines := append([]Record(nil), t.Records...)
	sort.SliceStable(lines, func(i, j int) bool {
		if lines[i].At != lines[j].At {
			return lines[i].At < lines[j].At
		}
		if lines[i].Deployment != lines[j].Deployment {
			return lines[i].Deployment < lines[j].Deployment
		}
		return !lines[i].reply() && lines[j].reply()
	})
	var b strings.Builder
	for _, r := range lines {
		fmt.Fprintf(&b, "%s %s %s\n", r.At, r.Deployment, r.Text)
	}
	return b.String()
}
