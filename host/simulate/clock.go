package simulate

import "container/heap"

// start is the virtual time at which every scenario begins: 2026-01-01, in Unix
// nanoseconds.
const start = int64(1_767_225_600_000_000_000)

// clock is virtual time with what is to happen in it. Events of one time happen
// in the order in which they were asked for.
type clock struct {
	now    int64
	events events
	asked  uint64
}

type event struct {
	at, order uint64
	do        func()
}

// at asks for something to happen at a time, which is now if it lies behind.
func (c *clock) at(at int64, do func()) {
	c.asked++
	heap.Push(&c.events, event{uint64(max(at, c.now)), c.asked, do})
}

// after asks for something to happen in some time.
func (c *clock) after(d int64, do func()) { c.at(c.now+d, do) }

// next returns the time of the next event; false without one.
func (c *clock) next() (int64, bool) {
	if len(c.events) == 0 {
		return 0, false
	}
	return int64(c.events[0].at), true
}

// run runs the events of this moment, and those that they ask for at once.
func (c *clock) run() {
	for len(c.events) != 0 && int64(c.events[0].at) <= c.now {
		heap.Pop(&c.events).(event).do()
	}
}

// events are ordered by time, then by when they were asked for.
type events []event

func (e events) Len() int { return len(e) }

func (e events) Less(i, j int) bool {
	if e[i].at != e[j].at {
		return e[i].at < e[j].at
	}
	return e[i].order < e[j].order
}

func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }

func (e *events) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	(*e)[last] = event{}
	*e = (*e)[:last]
	return x
}
