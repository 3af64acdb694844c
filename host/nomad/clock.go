package nomad

import (
	"fmt"
	"math"

	"github.com/coxswain/coxswain/core"
)

// clock finds out when things happened. Only stamps that servers make count:
// the create and modify times of allocations and evaluations and the submit
// times of jobs. Deadlines lie ahead, and health is stamped by clients.
//
// A stamp can be old (a rollback carries the submit time of the version that it
// goes back to), so only the newest one so far says anything.
type clock struct {
	timed, known bool
	heard        int64 // of the present line, from the start
	fresh        int64 // the newest stamp of the present line
	newest       int64 // of all lines so far
	zero         int64 // the least start by which no line is heard before it was written
}

// hear begins a line that was received at t seconds, or at no known time.
func (c *clock) hear(t *float64) error {
	if c.known && c.timed != (t != nil) {
		return &damage{ErrClock, "lines with and without t"}
	}
	c.known, c.timed, c.fresh = true, t != nil, 0
	if t == nil {
		return nil
	}
	if !(*t >= 0 && *t*1e9 < core.MaxTime) {
		return &damage{ErrValue, fmt.Sprintf("t: not a time: %v", *t)}
	}
	c.heard = int64(math.Round(*t * 1e9))
	return nil
}

// stamp takes in stamps of the present line.
func (c *clock) stamp(ns ...int64) {
	for _, n := range ns {
		c.fresh = max(c.fresh, n)
	}
}

// lineRead ends a line whose stamps were taken in.
func (c *clock) lineRead() {
	c.newest = max(c.newest, c.fresh)
	if c.fresh > 0 {
		c.zero = max(c.zero, c.fresh-c.heard)
	}
}

// start returns the zero of the lines' clock; 0 when nothing tells.
func (c *clock) start(side *sidecar) int64 {
	switch {
	case side != nil && side.zero > 0:
		return side.zero
	case c.timed:
		return c.zero
	default:
		return 0
	}
}
