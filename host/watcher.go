package host

import (
	"context"
	"errors"
	"hash/maphash"
	"sync"
	"time"

	"github.com/coxswain/coxswain/core"
	"golang.org/x/time/rate"
)

// ErrNotEnabled: this watcher does not lead. What was under way may or may not
// have been written.
var ErrNotEnabled = errors.New("coxswain: the watcher is not enabled")

// Watcher watches every active deployment of a cluster while it is enabled: it
// tells machines of what changes, carries out what they decide, and answers
// commands. Use it from any goroutine.
type Watcher struct {
	o       Options
	metrics *metrics
	seed    maphash.Seed

	mu     sync.Mutex
	reign  *reign // nil while not enabled
	closed bool
	engine Engine
	epoch  uint64
	ids    uint64 // of commands

	freezes      []core.Span // replaced, never changed
	freezesGiven bool
}

// New makes a watcher. It does nothing until it is enabled.
func New(o Options) (*Watcher, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	m, err := newMetrics(o.Meter)
	if err != nil {
		return nil, err
	}
	w := &Watcher{o: o, metrics: m, seed: maphash.MakeSeed()}
	w.engine = w.timed(o.Engine)
	return w, nil
}

func (w *Watcher) timed(e Engine) Engine { return timed{e, w.metrics.steps} }

// SetEnabled says whether this process leads. When it begins to, every active
// deployment is opened from the State; when it ends, everything in memory is
// forgotten, and it returns once nothing is sent any more (L3).
func (w *Watcher) SetEnabled(on bool) {
	w.mu.Lock()
	var old *reign
	switch {
	case on && w.reign == nil && !w.closed:
		w.reign = newReign(w)
	case !on && w.reign != nil:
		old, w.reign = w.reign, nil
	}
	w.mu.Unlock()
	if old != nil {
		old.end()
	}
}

// Close disables the watcher for good. The engine stays the caller's.
func (w *Watcher) Close() error {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.SetEnabled(false)
	return nil
}

// Push tells of a commit, for services that are called back (Options.Push).
// Commits come in rising order; it waits while the watcher has much to do. A
// service that missed some calls Resync instead.
func (w *Watcher) Push(ctx context.Context, c *Commit) error {
	r, err := w.now()
	if err != nil {
		return err
	}
	if err := r.reader.mail.wait(ctx, maxBacklog); err != nil {
		return err
	}
	r.reader.mail.put(func() { r.reader.commit(c) })
	return nil
}

// Resync reads every deployment anew, after commits were missed.
func (w *Watcher) Resync(ctx context.Context) error {
	r, err := w.now()
	if err != nil {
		return err
	}
	return r.reader.do(ctx, func() { r.reader.resync() })
}

// Swap moves every machine to another engine, such as one with a newer module;
// new ones are made by it too. The old engine can be closed afterwards.
func (w *Watcher) Swap(ctx context.Context, e Engine) error {
	e = w.timed(e)
	w.mu.Lock()
	w.engine = e
	r := w.reign
	w.mu.Unlock()
	if r == nil {
		return nil
	}
	for _, k := range r.workers {
		if err := k.do(ctx, func(ctx context.Context, _ int64) { k.lost(k.shard.Swap(ctx, e)) }); err != nil {
			return err
		}
	}
	return nil
}

// Deployments returns the ids of the deployments that are watched, in no order.
func (w *Watcher) Deployments(ctx context.Context) ([]string, error) {
	r, err := w.now()
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, k := range r.workers {
		if err := k.do(ctx, func(context.Context, int64) { ids = append(ids, k.shard.Deployments()...) }); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// Status fills s with where a watched deployment stands.
func (w *Watcher) Status(ctx context.Context, deployment string, s *core.Status) error {
	r, err := w.now()
	if err != nil {
		return err
	}
	k := r.worker(deployment)
	var stErr error
	if err := k.do(ctx, func(ctx context.Context, _ int64) { stErr = k.shard.Status(ctx, deployment, s) }); err != nil {
		return err
	}
	return stErr
}

func (w *Watcher) now() (*reign, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.reign == nil {
		return nil, ErrNotEnabled
	}
	return w.reign, nil
}

// nextEpoch returns an epoch above any before, also above those of earlier
// processes whose clock was not ahead: the time, or one more than the last.
func (w *Watcher) nextEpoch() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.epoch = max(w.epoch+1, uint64(time.Now().UnixNano()))
	return w.epoch
}

// maxBacklog is how many commits may wait for a goroutine before those who bring
// more have to wait.
const maxBacklog = 1024

// reign is one time of leadership: everything that is forgotten at its end.
type reign struct {
	w       *Watcher
	ctx     context.Context
	cancel  context.CancelFunc
	workers []*worker
	reader  *reader
	sender  *sender
	done    sync.WaitGroup
}

// newReign begins a time of leadership. The caller holds w.mu.
func newReign(w *Watcher) *reign {
	r := &reign{w: w}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	r.sender = newSender(r)
	for i := range w.o.Shards {
		k := newWorker(r, i, w.engine)
		k.post(k.freeze) // before anything is opened
		r.workers = append(r.workers, k)
	}
	r.reader = newReader(r, rate.NewLimiter(w.o.Reads, w.o.ReadBurst))
	r.start(r.sender.run)
	for _, k := range r.workers {
		r.start(k.run)
	}
	r.start(r.reader.run)
	if !w.o.Push {
		r.start(r.reader.pull)
	}
	return r
}

func (r *reign) start(f func()) {
	r.done.Add(1)
	go func() {
		defer r.done.Done()
		f()
	}()
}

func (r *reign) end() {
	r.cancel()
	r.done.Wait()
	r.sender.forget()
}

// worker returns who watches a deployment.
func (r *reign) worker(deployment string) *worker {
	return r.workers[maphash.String(r.w.seed, deployment)%uint64(len(r.workers))]
}

// do lets a goroutine that reads a mailbox of functions run one, and waits.
func do(ctx, reign context.Context, mail *mailbox[func()], f func()) error {
	done := make(chan struct{})
	mail.put(func() {
		defer close(done)
		f()
	})
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-reign.Done():
		return ErrNotEnabled
	}
}

// alarm is a timer for a time in Unix nanoseconds that may change.
type alarm struct{ t *time.Timer }

func newAlarm() alarm {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return alarm{t}
}

func (a alarm) set(at int64, ok bool) {
	if !ok {
		a.t.Stop()
		return
	}
	a.t.Reset(time.Until(time.Unix(0, at)))
}
