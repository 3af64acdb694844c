package oracle

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coxswain/coxswain/core"
)

// afterwards is how long a world is watched after the last event: longer than
// every deadline that was set.
const afterwards = 20 * time.Second

// side is a watcher under test.
type side interface {
	enable(on bool)
	command(c *command) (reply, error)
}

// Nomad runs a scenario through Nomad's own watcher.
func Nomad(t *testing.T, s Scenario) *Trace { return nomad(t, s, false) }

// nomad lets writes hesitate if slow.
func nomad(t *testing.T, s Scenario, slow bool) *Trace {
	return run(t, s, func(w *world) side {
		w.slow = slow
		return newTheirs(w)
	})
}

// Ours runs a scenario through our watcher.
func Ours(t *testing.T, s Scenario, config core.Config) *Trace {
	return run(t, s, func(w *world) side { return newOurs(w, config) })
}

// Exact is the configuration that is compared with Nomad 1.0.4.
var Exact = core.Config{Level: core.LevelNomad104, Reasons: true}

// run plays a scenario in a bubble of its own.
func run(t *testing.T, s Scenario, make func(*world) side) (trace *Trace) {
	trace = &Trace{}
	defer func() {
		// Goroutines that are left behind are found by the bubble.
		if r := recover(); r != nil {
			if !strings.Contains(fmt.Sprint(r), "blocked goroutines remain") {
				panic(r)
			}
			trace.Leaked = true
		}
	}()
	synctest.Test(t, func(*testing.T) {
		w := newWorld()
		w.trace = trace
		watcher := make(w)
		watcher.enable(true)
		w.leading = true
		synctest.Wait()
		for i := range s {
			time.Sleep(s.time(i) - w.since())
			synctest.Wait()
			w.happen(watcher, &s[i], i)
			synctest.Wait()
		}
		time.Sleep(afterwards)
		synctest.Wait()
		if w.leading {
			watcher.enable(false)
		}
	})
	return trace
}

// happen lets one event happen.
func (w *world) happen(watcher side, e *Event, i int) {
	switch {
	case e.Verb == "leader":
		if on := e.word(0) == "on"; on != w.leading { // a server never says it twice
			w.leading = on
			watcher.enable(on)
		}
	case commands[e.Verb]:
		c := w.wish(e)
		go func() {
			r, err := watcher.command(c)
			w.mu.Lock()
			defer w.mu.Unlock()
			w.trace.add(Record{w.since(), e.word(0), fmt.Sprintf("%s (event %d): %s", e.Verb, i+1, w.answered(r, err))})
		}()
	default:
		// What makes no sense does nothing, on both sides.
		_, _ = w.write(func(index uint64) error { return verbs[e.Verb](w, e, index) })
	}
}
