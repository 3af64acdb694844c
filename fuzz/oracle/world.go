package oracle

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"github.com/coxswain/coxswain/host"
	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/nomad/nomad/state"
	"github.com/hashicorp/nomad/nomad/structs"
)

// latency is how long whoever writes waits after the write was applied. In the
// meantime others see it, as they do in a cluster.
const latency = time.Millisecond

// world is one cluster: a state store of Nomad's, what was written to it and what
// the watcher under test asked for. It lives in a bubble.
type world struct {
	names names
	begun time.Time

	mu       sync.Mutex
	store    *state.StateStore
	index    uint64
	seen     view
	commits  []*host.Commit
	news     chan struct{} // closed at the next commit
	deadline time.Duration // offset of the next progress deadline
	leading  bool          // the watcher is enabled
	slow     bool          // writes hesitate
	trace    *Trace
}

// newWorld makes an empty cluster.
func newWorld() *world {
	store, err := state.NewStateStore(&state.StateStoreConfig{Logger: hclog.NewNullLogger(), Region: "global"})
	if err != nil {
		panic(err) // the schema is Nomad's own
	}
	return &world{
		names: names{}, begun: time.Now(), store: store, index: 9, news: make(chan struct{}),
		seen: newView(), trace: &Trace{},
	}
}

// since is the virtual time since the world began.
func (w *world) since() time.Duration { return time.Since(w.begun) }

// write lets one thing be written at the next index, which only counts when it
// succeeded. The caller does not hold the lock.
func (w *world) write(f func(index uint64) error) (uint64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.writeLocked(f)
}

func (w *world) writeLocked(f func(index uint64) error) (uint64, error) {
	if err := f(w.index + 1); err != nil {
		return 0, err
	}
	w.index++
	w.commits = append(w.commits, w.seen.diff(w.store, w.index))
	close(w.news)
	w.news = make(chan struct{})
	return w.index, nil
}

// fired counts a rule of ours.
func (w *world) fired(rule string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.trace.Fired == nil {
		w.trace.Fired = map[string]int{}
	}
	w.trace.Fired[rule]++
}

// hesitate lets other goroutines run first, or not, so that what is left to the
// scheduler goes one way or the other.
func (w *world) hesitate() {
	if w.slow {
		for range rand.IntN(64) {
			runtime.Gosched()
		}
	}
}

// evaluation gives a new evaluation an id that does not depend on who made it.
func (w *world) evaluation(e *structs.Evaluation) {
	if e == nil {
		return
	}
	name := fmt.Sprintf("evaluation-%d-%s", w.index+1, w.names.name(e.DeploymentID))
	w.names[e.ID] = name
	e.ID = w.names.id(name)
}

// again returns a message as it comes out of the log that all writes go through.
func again[T any](message *T) *T {
	b, err := structs.Encode(structs.NodeRegisterRequestType, message)
	if err != nil {
		panic(err)
	}
	out := new(T)
	if err := structs.Decode(b[1:], out); err != nil {
		panic(err)
	}
	return out
}
