package host

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/coxswain/coxswain/core"
)

// Journal takes down what goes into the machines of a shard and what comes out.
// Package journal has one. Its errors are logged and stop nothing.
type Journal interface {
	Open(deployment string, cfg *core.Config, in *core.Input, out *core.Output) error
	Step(deployment string, in *core.Input, out *core.Output) error
	// Bad is an input that a machine refused.
	Bad(deployment string, in *core.Input, refused error) error
	Closed(deployment string) error
	// Full says that the next segment should begin: Rotate begins it, with the
	// state of every machine.
	Full() bool
	Rotate(states iter.Seq2[string, []byte]) error
	Close() error
}

// worker is the goroutine of one shard.
type worker struct {
	reign   *reign
	number  int
	shard   *Shard
	mail    *mailbox[func()]
	journal Journal
	counted int // deployments, as the metrics know them
	// verdicts are what Watcher.Report was given, of the deployments that live.
	verdicts map[string][]core.Verdict
}

func newWorker(r *reign, number int, engine Engine) *worker {
	k := &worker{reign: r, number: number, mail: newMailbox[func()](), verdicts: map[string][]core.Verdict{}}
	k.shard = NewShard(engine, r.w.o.Config, k.decided)
	if r.w.o.Journal != nil {
		j, err := r.w.o.Journal(number)
		if err != nil {
			r.w.o.Logger.Error("no journal is written", "shard", number, "error", err)
		} else {
			k.journal, k.shard.journal = j, k
		}
	}
	return k
}

func (k *worker) run() {
	ctx := k.reign.ctx
	alarm := newAlarm()
	defer alarm.t.Stop()
	var work []func()
	for {
		alarm.set(k.shard.Wake())
		select {
		case <-ctx.Done():
			k.close()
			return
		case <-alarm.t.C:
			k.tick()
		case <-k.mail.signal:
			work = k.mail.take(work)
			for _, f := range work {
				if ctx.Err() != nil {
					break
				}
				k.tick() // what is due comes before what is told later
				f()
				k.rotate()
			}
		}
		k.count(ctx)
	}
}

// count tells the metrics how many deployments are watched.
func (k *worker) count(ctx context.Context) {
	n := k.shard.Len()
	k.reign.w.metrics.active.Add(ctx, int64(n-k.counted))
	k.counted = n
}

func (k *worker) tick() { k.lost(k.shard.Tick(k.reign.ctx, time.Now().UnixNano())) }

func (k *worker) close() {
	ctx := context.WithoutCancel(k.reign.ctx)
	k.shard.Close(ctx)
	k.count(ctx)
	if k.journal != nil {
		k.journaled(k.journal.Close())
	}
}

// do runs something in the worker's goroutine and waits for it.
func (k *worker) do(ctx context.Context, f func(ctx context.Context, now int64)) error {
	return do(ctx, k.reign.ctx, k.mail, func() { f(k.reign.ctx, time.Now().UnixNano()) })
}

// post runs something in the worker's goroutine some time later.
func (k *worker) post(f func(ctx context.Context, now int64)) {
	k.mail.put(func() { f(k.reign.ctx, time.Now().UnixNano()) })
}

// open begins to watch a deployment from a snapshot. Without a policy, which could
// not be had, one that is watched is told everything anew, and no other is opened.
func (k *worker) open(in *core.Input, policy *core.Policy) {
	k.post(func(ctx context.Context, now int64) {
		id := in.Deployment.ID
		in.Verdicts = slices.Concat(in.Verdicts, k.verdicts[id])
		if k.shard.Watches(id) {
			k.lost([]error{k.shard.Refresh(ctx, now, in)})
			return
		}
		if policy == nil {
			k.reign.reader.forgotten(id, true)
			return
		}
		in.Now, in.Epoch = now, k.reign.w.nextEpoch()
		if err := k.shard.Open(ctx, in, policy); err != nil {
			k.reign.reader.refused(id, err)
			return
		}
		k.reign.reader.opened(id)
	})
}

// ended forgets what is kept of a deployment that is not watched and has ended.
func (k *worker) ended(id string) {
	k.post(func(context.Context, int64) {
		if !k.shard.Watches(id) {
			delete(k.verdicts, id)
		}
	})
}

// decided hands the effects of a step to the sender.
func (k *worker) decided(d *Decision) {
	ctx, m := k.reign.ctx, k.reign.w.metrics
	for i := range d.Output.Effects {
		m.decisions.Add(ctx, 1, m.kinds[d.Output.Effects[i].Kind])
	}
	if len(d.Output.Effects) != 0 || len(d.Output.Withdrawn) != 0 {
		why := errWithdrawn
		if d.Output.Done {
			why = errTerminal
		}
		k.reign.sender.decided(slices.Clone(d.Output.Effects), slices.Clone(d.Output.Withdrawn), why)
	}
	if d.Output.Done {
		delete(k.verdicts, d.Deployment)
		k.reign.reader.forgotten(d.Deployment, false)
	}
}

// lost sees to machines that failed: they are opened again from a snapshot.
func (k *worker) lost(errs []error) {
	for _, err := range errs {
		var l *LostError
		if err == nil || k.reign.ctx.Err() != nil || !errors.As(err, &l) {
			continue
		}
		k.reign.w.o.Logger.Error("a machine is lost and opened again", "deployment", l.Deployment, "error", l.Err)
		k.reign.w.metrics.lost.Add(k.reign.ctx, 1)
		k.reign.reader.forgotten(l.Deployment, true)
	}
}

// rotate begins the next segment of the journal when it is time.
func (k *worker) rotate() {
	if k.journal == nil || !k.journal.Full() {
		return
	}
	k.journaled(k.journal.Rotate(func(yield func(string, []byte) bool) {
		for _, id := range k.shard.Deployments() {
			state, err := k.shard.State(k.reign.ctx, id, nil)
			if err == nil && !yield(id, state) {
				return
			}
		}
	}))
}

func (k *worker) journaled(err error) {
	if err != nil {
		k.reign.w.o.Logger.Error("the journal is not complete", "shard", k.number, "error", err)
	}
}

// The shard's word on each step, for the journal.

func (k *worker) opened(deployment string, cfg *core.Config, in *core.Input, out *core.Output) {
	k.journaled(k.journal.Open(deployment, cfg, in, out))
}

func (k *worker) stepped(deployment string, in *core.Input, out *core.Output, err error) {
	var bad *core.Error
	switch {
	case err == nil:
		k.journaled(k.journal.Step(deployment, in, out))
	case errors.As(err, &bad):
		k.journaled(k.journal.Bad(deployment, in, bad))
	}
}

func (k *worker) forgot(deployment string) { k.journaled(k.journal.Closed(deployment)) }
