package simulate

import (
	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host/memory"
)

// stopTime is how long a task takes to end when it is told to.
const stopTime = int64(150_000_000)

// client runs one allocation. What it asks the clock for is passed over when its
// life has gone on since: each stage of it has a number.
type client struct {
	sim *sim
	id  string
	g   *group
	known
	fate fate

	status   core.ClientStatus
	tracked  bool // health is to be reported, and was not yet
	failures int  // of its task
	restarts int
	stage    int // of its health
	run      int // of its task
	told     bool
}

// later asks for something unless the task goes into another run.
func (c *client) later(d int64, do func()) {
	run := c.run
	c.sim.clock.after(d, func() {
		if c.run == run && !c.known.lost {
			do()
		}
	})
}

// place begins an allocation's life, or its part in another version if it runs
// already and goes on doing so.
func (c *client) place(g *group, f fate, tracked bool) {
	fresh := c.g == nil
	c.g, c.fate, c.tracked = g, f, tracked && !g.manual
	c.image = g.image
	c.stage++
	c.run++
	c.failures = 0
	if f.lost != 0 {
		c.sim.clock.at(f.lost, c.lose)
	}
	if f.does == DoesNothing {
		c.tracked = false
		return
	}
	stage := c.stage
	c.sim.clock.after(g.healthyDeadline, func() {
		if c.stage == stage && c.tracked && c.status != core.ClientFailed && !c.told && !c.known.lost {
			c.health(core.Unhealthy)
		}
	})
	switch {
	case fresh:
		c.status = core.ClientPending
		c.later(f.start, c.start)
	case c.status == core.ClientRunning:
		c.later(f.start, c.work) // until its client has heard of it
	case c.status == core.ClientPending:
		c.later(f.start, c.start)
	}
}

// start makes the task run.
func (c *client) start() {
	c.status = core.ClientRunning
	c.report(core.HealthUnset)
	c.work()
}

// work is what the task does from now on.
func (c *client) work() {
	switch fails := c.fate.does == DoesFail || c.fate.does == DoesFlap && c.failures < c.fate.times; {
	case !fails:
		need := c.g.minHealthy
		if c.fate.does == DoesHealthy {
			need = c.fate.after
		}
		c.later(need, c.well)
	case c.fate.after > c.g.minHealthy:
		c.later(c.g.minHealthy, c.well)
		fallthrough
	default:
		c.later(c.fate.after, c.exit)
	}
}

// well is when the task has run long enough.
func (c *client) well() {
	if c.tracked {
		c.health(core.Healthy)
	}
}

// exit is the task's failure. The client starts it again as often as it may.
func (c *client) exit() {
	c.failures++
	c.run++
	if c.restarts < c.g.restarts {
		c.restarts++
		c.status = core.ClientPending
		c.report(core.HealthUnset)
		c.later(c.g.restartDelay, c.start)
		return
	}
	c.status, c.failed = core.ClientFailed, c.sim.clock.now
	if c.tracked {
		c.health(core.Unhealthy)
	} else {
		c.report(core.HealthUnset)
	}
	c.sim.wish("alloc-failure")
}

// health reports the allocation's health, which is done once.
func (c *client) health(h core.Health) {
	c.tracked = false
	c.report(h)
}

func (c *client) report(h core.Health) {
	r := memory.Report{Allocation: c.id, Report: ledger.Report{Client: c.status, Health: h}}
	if h != core.HealthUnset {
		r.HealthTime = c.sim.clock.now
	}
	c.sim.reports = append(c.sim.reports, r)
}

// stop ends the task.
func (c *client) stop() {
	if c.told {
		return
	}
	c.told, c.tracked = true, false
	c.run++
	if c.status == core.ClientFailed || c.fate.does == DoesNothing {
		return // it has nothing more to say
	}
	c.later(stopTime, func() {
		c.status = core.ClientComplete
		c.report(core.HealthUnset)
	})
}

// lose takes the node away.
func (c *client) lose() {
	if c.known.lost || c.told || c.status == core.ClientFailed {
		return
	}
	c.known.lost, c.tracked = true, false
	c.run++
	if !c.fate.replaced {
		c.sim.room[c.g.name]++
	}
	c.sim.note("the node of "+c.id+" is lost", "node of "+c.id+" lost")
	c.sim.wish("node-update")
}
