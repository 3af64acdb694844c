package host

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/coxswain/coxswain/core"
	"golang.org/x/time/rate"
)

// reader tells the shards what the State says, in one order: a deployment is
// opened from a snapshot between two commits, so that no commit is missed.
type reader struct {
	reign *reign
	limit *rate.Limiter
	mail  *mailbox[func()]

	watched map[string]bool // opened, as far as the reader knows
	later   map[string]*attempt
	// jobless are active deployments whose job is unknown (L1). They are tried
	// again whenever a deployment is written.
	jobless map[string]bool
}

// attempt is a deployment that could not be read, or whose machine could not be
// opened.
type attempt struct {
	n  int
	at int64 // of the next one; 0 while one is under way
}

func newReader(r *reign, limit *rate.Limiter) *reader {
	return &reader{reign: r, limit: limit, mail: newMailbox[func()](), watched: map[string]bool{}, later: map[string]*attempt{}, jobless: map[string]bool{}}
}

func (r *reader) run() {
	ctx := r.reign.ctx
	if r.reign.w.o.Push {
		r.resync()
	}
	alarm := newAlarm()
	defer alarm.t.Stop()
	var work []func()
	for {
		alarm.set(r.next())
		select {
		case <-ctx.Done():
			return
		case <-alarm.t.C:
			r.retry()
		case <-r.mail.signal:
			work = r.mail.take(work)
			for _, f := range work {
				if ctx.Err() != nil {
					return
				}
				f()
			}
		}
	}
}

// pull asks the State for changes without end.
func (r *reader) pull() {
	ctx := r.reign.ctx
	after, synced, failed := uint64(0), false, 0
	for ctx.Err() == nil {
		if !synced {
			if do(ctx, ctx, r.mail, func() { after = r.resync() }) != nil {
				return
			}
			synced = true
		}
		commits, err := r.reign.w.o.State.Changes(ctx, after)
		switch {
		case errors.Is(err, ErrGap):
			r.reign.w.o.Logger.Warn("changes were missed; everything is read anew", "after", after)
			synced = false
		case err != nil:
			if ctx.Err() == nil {
				r.reign.w.o.Logger.Warn("changes cannot be read", "after", after, "error", err)
			}
			failed++
			r.reign.sleep(failed)
		default:
			failed = 0
			for _, c := range commits {
				after = max(after, c.Index)
				if r.mail.wait(ctx, maxBacklog) != nil {
					return
				}
				r.mail.put(func() { r.commit(c) })
			}
		}
	}
}

// do runs something in the reader's goroutine and waits for it.
func (r *reader) do(ctx context.Context, f func()) error { return do(ctx, r.reign.ctx, r.mail, f) }

// commit tells every shard, and opens deployments that are new.
func (r *reader) commit(c *Commit) {
	for _, k := range r.reign.workers {
		if k.mail.wait(r.reign.ctx, maxBacklog) != nil {
			return
		}
		k.post(func(ctx context.Context, now int64) { k.lost(k.shard.Commit(ctx, now, c)) })
	}
	opened := map[string]bool{}
	for i := range c.Deployments {
		d := &c.Deployments[i]
		if d.Deleted {
			delete(r.later, d.ID)
			delete(r.jobless, d.ID)
		} else if d.Status.Active() && !r.watched[d.ID] {
			r.open(d.ID)
			opened[d.ID] = true
		}
	}
	if len(c.Deployments) == 0 {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(r.jobless)) {
		if !opened[id] {
			r.open(id)
		}
	}
}

// resync reads everything anew, and returns the index from which changes are
// wanted. It goes on until that works.
func (r *reader) resync() uint64 {
	ctx := r.reign.ctx
	for n := 1; ctx.Err() == nil; n++ {
		ids, index, err := r.reign.w.o.State.Active(ctx)
		if err != nil {
			if ctx.Err() == nil {
				r.reign.w.o.Logger.Warn("the active deployments cannot be read", "error", err)
			}
			r.reign.sleep(n)
			continue
		}
		all := map[string]bool{}
		for _, id := range ids {
			all[id] = true
		}
		for id := range r.watched {
			all[id] = true
		}
		for id := range all {
			r.open(id)
		}
		return index
	}
	return 0
}

// open reads a deployment and opens it, or tells its machine everything anew.
func (r *reader) open(id string) error {
	ctx := r.reign.ctx
	if err := r.limit.WaitN(ctx, 2); err != nil { // L4
		return err
	}
	in := &core.Input{}
	err := r.reign.w.o.State.Snapshot(ctx, id, in)
	switch {
	case err == nil && in.Deployment == nil:
		err = ErrUnknownDeployment
		fallthrough
	case errors.Is(err, ErrUnknownDeployment):
		delete(r.later, id)
		delete(r.jobless, id)
		if r.watched[id] {
			index := in.Index
			k := r.reign.worker(id)
			k.post(func(ctx context.Context, now int64) {
				if w := k.shard.watches[id]; w != nil { // the State may not say at which index it went
					k.lost([]error{k.shard.Gone(ctx, now, id, max(index, k.shard.index+1, w.index+1))})
				}
			})
		} else {
			r.reign.worker(id).ended(id)
		}
		return err
	case errors.Is(err, ErrUnknownJob): // L1
		delete(r.later, id)
		if r.jobless[id] {
			return err // it was said
		}
		r.jobless[id] = true
		r.reign.w.o.Logger.Warn("a deployment is not watched, since its job is unknown", "deployment", id)
		return err
	case err != nil:
		if ctx.Err() == nil {
			r.postpone(id, err)
		}
		return err
	}
	if !in.Deployment.Status.Active() && !r.watched[id] {
		delete(r.later, id)
		delete(r.jobless, id)
		r.reign.worker(id).ended(id)
		return errTerminal
	}
	policy, err := r.policy(in)
	if err != nil {
		delete(r.jobless, id)
		if !r.watched[id] {
			r.postpone(id, err)
			return err
		}
		// It goes on by the policy that it has; only facts are taken in.
		r.reign.w.o.Logger.Warn("a deployment is read without its policy, verdicts and freezes", "deployment", id, "error", err)
		in.Verdicts, in.Freezes, in.FreezesRead = nil, nil, false
		r.reign.worker(id).open(in, nil)
		return err
	}
	delete(r.jobless, id)
	if a := r.later[id]; a != nil {
		a.at = 0
	}
	r.watched[id] = true
	r.reign.worker(id).open(in, policy)
	return nil
}

// opened says that a deployment has a machine.
func (r *reader) opened(id string) {
	r.mail.put(func() { delete(r.later, id) })
}

// refused says that no machine could be opened for a deployment: the engine failed,
// or the snapshot is not what it takes. It is tried again, but not at once: the next
// snapshot may be the same.
func (r *reader) refused(id string, err error) {
	r.mail.put(func() {
		delete(r.watched, id)
		r.postpone(id, err)
	})
}

// policy asks for the policy of a deployment that was read, and makes sure that a
// machine would take it, and the verdicts and freezes that the State has.
func (r *reader) policy(in *core.Input) (*core.Policy, error) {
	o, id := &r.reign.w.o, in.Deployment.ID
	if in.Job == nil {
		return &o.Config.Policy, nil // it has ended
	}
	p := o.Config.Policy
	if o.Policy != nil {
		var err error
		if p, err = o.Policy(r.reign.ctx, in.Job, in.Deployment); err != nil {
			return nil, &PolicyError{id, err}
		}
		if err := p.Check(&core.Input{}); err != nil {
			return nil, &PolicyError{id, err}
		}
	}
	return &p, p.Check(fit(in, &p))
}

var errTerminal = errors.New("coxswain: the deployment has ended")

// postpone tries to read a deployment again later.
func (r *reader) postpone(id string, err error) {
	a := r.later[id]
	if a == nil {
		a = &attempt{}
		r.later[id] = a
	}
	a.n++
	a.at = time.Now().Add(r.reign.backoff(a.n)).UnixNano()
	var unguarded *PolicyError
	if errors.As(err, &unguarded) {
		r.reign.w.o.Logger.Error("a deployment is not watched, for want of a policy", "deployment", id, "attempt", a.n, "error", unguarded.Err)
		return
	}
	r.reign.w.o.Logger.Warn("a deployment cannot be read or opened", "deployment", id, "attempt", a.n, "error", err)
}

// next returns when something is to be read again.
func (r *reader) next() (at int64, ok bool) {
	for _, a := range r.later {
		if a.at != 0 && (!ok || a.at < at) {
			at, ok = a.at, true
		}
	}
	return at, ok
}

func (r *reader) retry() {
	now := time.Now().UnixNano()
	for id, a := range r.later {
		if a.at != 0 && a.at <= now {
			_ = r.open(id) // it says what is wrong itself
		}
	}
}

// forgotten says that a shard does not watch a deployment any more: it has
// ended, or its machine is lost and is to be opened again.
func (r *reader) forgotten(id string, again bool) {
	r.mail.put(func() {
		delete(r.watched, id)
		if again {
			_ = r.open(id)
		}
	})
}

// ensure makes sure that a deployment is watched (L2), or only that it could be.
func (r *reader) ensure(ctx context.Context, id string, watch bool) error {
	var err error
	if doErr := r.do(ctx, func() {
		switch {
		case r.watched[id]:
		case watch:
			err = r.open(id)
		default:
			err = r.look(id)
		}
	}); doErr != nil {
		return doErr
	}
	return err
}

// errUnwatched says that a deployment could be watched.
var errUnwatched = errors.New("coxswain: the deployment is not watched")

// look reads a deployment that is not watched, and leaves it so. It returns
// errUnwatched, or why it could not be watched.
func (r *reader) look(id string) error {
	if err := r.limit.WaitN(r.reign.ctx, 2); err != nil { // L4
		return err
	}
	in := &core.Input{}
	err := r.reign.w.o.State.Snapshot(r.reign.ctx, id, in)
	switch {
	case err == nil && in.Deployment == nil:
		return ErrUnknownDeployment
	case err == nil && !in.Deployment.Status.Active():
		return errTerminal
	case err == nil:
		return errUnwatched
	}
	return err
}

// backoff is how long to wait after so many failures.
func (r *reign) backoff(n int) time.Duration {
	wait := r.w.o.RetryWait
	for i := 1; i < n && wait < r.w.o.MaxRetryWait; i++ {
		wait *= 2
	}
	return min(wait, r.w.o.MaxRetryWait)
}

func (r *reign) sleep(n int) {
	t := time.NewTimer(r.backoff(n))
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.ctx.Done():
	}
}
