package host

import (
	"slices"

	"github.com/coxswain/coxswain/core"
)

// Default times of an Outbox, in nanoseconds.
const (
	// BatchWait is how long a T1 waits for those of other deployments (B4).
	BatchWait = int64(250_000_000)
	// RetryWait is how long an effect without an answer waits before it is sent
	// again; it doubles each time up to MaxRetryWait.
	RetryWait    = int64(100_000_000)
	MaxRetryWait = int64(10_000_000_000)
)

// Outbox holds effects until they are answered: it gathers T1s (B4), keeps the
// order of what each deployment's rules decide and that of what its users ask for
// (neither waits for the other), sends what has no answer again under the same
// key, and forgets what is withdrawn. Like a Shard it works in the
// caller's goroutine and time. It makes nothing up: what it gives out must be
// sent and answered.
type Outbox struct {
	// BatchWait, RetryWait and MaxRetryWait are taken over by NewOutbox.
	BatchWait, RetryWait, MaxRetryWait int64

	queues map[line]*queue // T2 to T5
	ready  []*queue        // queues whose first effect can be sent, in order of arrival
	batch  *Sending        // T1s that wait for others
	closes int64           // when batch is sent
	again  []*Sending      // without an answer, by the time of their next attempt
	flying []*Sending      // given out, not answered
	size   int
}

// line is what keeps its order: a deployment's rules, or its users.
type line struct {
	deployment string
	users      bool
}

func lineOf(e *core.Effect) line { return line{e.Key.Deployment, e.Command != 0} }

// queue is what one line asked for, in order. Its first is under way or
// ready; the others wait for it.
type queue struct {
	effects []*core.Effect
	sending *Sending
}

// Sending is something to be sent: one effect, or the T1s of a batch. Pass it to
// Answered when the answer is known.
type Sending struct {
	Kind core.EffectKind
	// Effects are what the trigger is called with: one for each deployment.
	Effects []*core.Effect
	// Attempt counts from 1.
	Attempt int

	keys    []core.Key // that it answers; T1s of one deployment may be joined
	dropped []core.Key // of them, withdrawn while it was under way
	queue   *queue
	next    int64
}

// NewOutbox makes an empty outbox with the default times.
func NewOutbox() *Outbox {
	return &Outbox{BatchWait: BatchWait, RetryWait: RetryWait, MaxRetryWait: MaxRetryWait, queues: map[line]*queue{}}
}

// Add takes in what a machine decided. It keeps copies.
func (o *Outbox) Add(now int64, effects []core.Effect) {
	for i := range effects {
		e := effects[i]
		o.size++
		if e.Kind == core.EffectReschedule {
			o.gather(now, &e)
			continue
		}
		q := o.queues[lineOf(&e)]
		if q == nil {
			q = &queue{}
			o.queues[lineOf(&e)] = q
		}
		q.effects = append(q.effects, &e)
		if len(q.effects) == 1 {
			o.ready = append(o.ready, q)
		}
	}
}

// gather adds a T1 to the batch, or begins one. Of one deployment the last
// evaluation wins, and the allocations are joined (B4).
func (o *Outbox) gather(now int64, e *core.Effect) {
	if o.batch == nil {
		o.batch, o.closes = &Sending{Kind: core.EffectReschedule}, now+o.BatchWait
	}
	b := o.batch
	b.keys = append(b.keys, e.Key)
	for i, other := range b.Effects {
		if other.Key.Deployment == e.Key.Deployment {
			e.Allocations = slices.Compact(slices.Sorted(slices.Values(slices.Concat(other.Allocations, e.Allocations))))
			b.Effects[i] = e
			return
		}
	}
	b.Effects = append(b.Effects, e)
}

// Withdraw forgets effects that must not be sent (again). What is under way can
// not be stopped any more, but is not sent a second time; it returns those keys.
func (o *Outbox) Withdraw(keys []core.Key) (underWay []core.Key) {
	for _, k := range keys {
		for _, s := range o.flying {
			if slices.Contains(s.keys, k) {
				s.dropped = append(s.dropped, k)
				underWay = append(underWay, k)
			}
		}
		if o.batch != nil {
			o.without(o.batch, k)
			if len(o.batch.Effects) == 0 {
				o.batch = nil
			}
		}
		for i := 0; i < len(o.again); i++ {
			s := o.again[i]
			if o.without(s, k); len(s.Effects) == 0 {
				o.again = slices.Delete(o.again, i, i+1)
				i--
				o.release(s)
			}
		}
		for _, users := range []bool{false, true} {
			if q := o.queues[line{k.Deployment, users}]; q != nil {
				o.unqueue(q, k)
			}
		}
	}
	return underWay
}

// without takes a key off something that is not under way.
func (o *Outbox) without(s *Sending, k core.Key) {
	i := slices.Index(s.keys, k)
	if i < 0 {
		return
	}
	s.keys = slices.Delete(s.keys, i, i+1)
	o.size--
	if !slices.ContainsFunc(s.keys, func(other core.Key) bool { return other.Deployment == k.Deployment }) {
		s.Effects = slices.DeleteFunc(s.Effects, func(e *core.Effect) bool { return e.Key.Deployment == k.Deployment })
	}
}

// unqueue takes an effect off its queue unless it was given out.
func (o *Outbox) unqueue(q *queue, k core.Key) {
	i := slices.IndexFunc(q.effects, func(e *core.Effect) bool { return e.Key == k })
	if i < 0 || i == 0 && q.sending != nil {
		return
	}
	from := lineOf(q.effects[i])
	q.effects = slices.Delete(q.effects, i, i+1)
	o.size--
	if len(q.effects) == 0 {
		o.ready = slices.DeleteFunc(o.ready, func(r *queue) bool { return r == q })
		delete(o.queues, from)
	}
}

// Len returns how many effects are not answered yet.
func (o *Outbox) Len() int { return o.size }

// Next returns when Take has something to give; false while nothing is due.
func (o *Outbox) Next() (at int64, ok bool) {
	if len(o.ready) != 0 {
		return 0, true
	}
	if o.batch != nil {
		at, ok = o.closes, true
	}
	if len(o.again) != 0 && (!ok || o.again[0].next < at) {
		at, ok = o.again[0].next, true
	}
	return at, ok
}

// Take gives out what is to be sent at a time.
func (o *Outbox) Take(now int64) []*Sending {
	var out []*Sending
	for _, q := range o.ready {
		e := q.effects[0]
		q.sending = &Sending{Kind: e.Kind, Effects: []*core.Effect{e}, Attempt: 1, keys: []core.Key{e.Key}, queue: q}
		out = append(out, q.sending)
	}
	o.ready = o.ready[:0]
	if o.batch != nil && o.closes <= now {
		o.batch.Attempt = 1
		out = append(out, o.batch)
		o.batch = nil
	}
	n := 0
	for n < len(o.again) && o.again[n].next <= now {
		o.again[n].Attempt++
		out = append(out, o.again[n])
		n++
	}
	o.again = slices.Delete(o.again, 0, n)
	o.flying = append(o.flying, out...)
	return out
}

// Answered takes in what became of something that was given out, and returns the
// results for the machines, by deployment. What is unknown is kept and sent
// again later.
func (o *Outbox) Answered(now int64, s *Sending, a Answer) map[string][]core.Result {
	if a.Outcome != core.Applied && a.Outcome != core.Rejected {
		a.Outcome = core.Unknown
	}
	results := map[string][]core.Result{}
	for _, k := range s.keys {
		results[k.Deployment] = append(results[k.Deployment], core.Result{Key: k, Outcome: a.Outcome, Index: a.Index})
	}
	o.flying = slices.DeleteFunc(o.flying, func(f *Sending) bool { return f == s })
	if a.Outcome == core.Unknown {
		for _, k := range s.dropped {
			o.without(s, k)
		}
		s.dropped = nil
		if len(s.Effects) == 0 {
			o.release(s)
			return results
		}
		wait := o.RetryWait
		for i := 1; i < s.Attempt && wait < o.MaxRetryWait; i++ {
			wait *= 2
		}
		s.next = now + min(wait, o.MaxRetryWait)
		at, _ := slices.BinarySearchFunc(o.again, s.next, func(x *Sending, next int64) int {
			if x.next <= next {
				return -1
			}
			return 1
		})
		o.again = slices.Insert(o.again, at, s)
		return results
	}
	o.size -= len(s.keys)
	o.release(s)
	return results
}

// release lets the next effect of a line go after the one before it.
func (o *Outbox) release(s *Sending) {
	q := s.queue
	if q == nil {
		return
	}
	q.sending = nil
	from := lineOf(q.effects[0])
	q.effects = q.effects[1:]
	if len(q.effects) == 0 {
		delete(o.queues, from)
		return
	}
	o.ready = append(o.ready, q)
}
