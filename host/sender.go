package host

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/coxswain/coxswain/core"
)

// errWithdrawn answers a command whose effect was overtaken.
var errWithdrawn = errors.New("coxswain: the effect was withdrawn before it was written")

// sender calls the triggers. One goroutine keeps the outbox, others call.
type sender struct {
	reign *reign
	box   *Outbox
	mail  *mailbox[func()]
	// doubtful are effects that were withdrawn while they were under way, and
	// what becomes of their commands if no answer comes.
	doubtful map[core.Key]error
	slots    chan struct{} // one for each call under way
	calls    sync.WaitGroup

	mu       sync.Mutex
	waiting  map[uint64]chan Answer // by command
	commands map[core.Key]uint64
}

func newSender(r *reign) *sender {
	o := &r.w.o
	s := &sender{
		reign: r, box: NewOutbox(), mail: newMailbox[func()](), doubtful: map[core.Key]error{}, slots: make(chan struct{}, o.Sends),
		waiting: map[uint64]chan Answer{}, commands: map[core.Key]uint64{},
	}
	s.box.BatchWait, s.box.RetryWait, s.box.MaxRetryWait = int64(o.BatchWait), int64(o.RetryWait), int64(o.MaxRetryWait)
	return s
}

func (s *sender) run() {
	ctx := s.reign.ctx
	defer s.calls.Wait()
	alarm := newAlarm()
	defer alarm.t.Stop()
	var work []func()
	for {
		alarm.set(s.box.Next())
		select {
		case <-ctx.Done():
			return
		case <-alarm.t.C:
		case <-s.mail.signal:
			work = s.mail.take(work)
			for _, f := range work {
				f()
			}
		}
		for _, x := range s.box.Take(time.Now().UnixNano()) {
			if x.Attempt > 1 {
				s.reign.w.metrics.retries.Add(ctx, 1)
			}
			select {
			case s.slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
			s.calls.Add(1)
			go s.send(x)
		}
	}
}

// decided takes in what a machine decided. why is what becomes of commands whose
// effects are withdrawn by it.
func (s *sender) decided(effects []core.Effect, withdrawn []core.Key, why error) {
	s.mu.Lock()
	for i := range effects {
		if effects[i].Command != 0 {
			s.commands[effects[i].Key] = effects[i].Command
		}
	}
	s.mu.Unlock()
	s.mail.put(func() {
		s.box.Add(time.Now().UnixNano(), effects)
		// What is under way may have been written, and may even be the reason.
		underWay := s.box.Withdraw(withdrawn)
		for _, k := range withdrawn {
			if slices.Contains(underWay, k) {
				s.doubtful[k] = why
			} else {
				s.answer(k, Answer{Err: why})
			}
		}
	})
}

// send calls a trigger and takes the answer back.
func (s *sender) send(x *Sending) {
	defer s.calls.Done()
	ctx, t := s.reign.ctx, s.reign.w.o.Triggers
	var a Answer
	switch e := x.Effects[0]; x.Kind {
	case core.EffectReschedule:
		a = t.Reschedule(ctx, x.Effects)
	case core.EffectStatus:
		a = t.Status(ctx, e)
	case core.EffectPromote:
		a = t.Promote(ctx, e)
	case core.EffectHealth:
		a = t.Health(ctx, e)
	case core.EffectRegion:
		a = t.Region(ctx, e)
	}
	<-s.slots
	s.mail.put(func() { s.answered(x, a) })
}

func (s *sender) answered(x *Sending, a Answer) {
	o, m, ctx := &s.reign.w.o, s.reign.w.metrics, s.reign.ctx
	switch a.Outcome {
	case core.Applied:
	case core.Rejected:
		m.rejections.Add(ctx, 1, m.kinds[x.Kind])
		o.Logger.Warn("an effect was refused", "trigger", x.Kind, "deployment", x.Effects[0].Key.Deployment, "error", a.Err)
	default:
		if ctx.Err() == nil {
			o.Logger.Warn("an effect has no answer and is sent again", "trigger", x.Kind, "deployment", x.Effects[0].Key.Deployment,
				"attempt", x.Attempt, "error", a.Err)
		}
	}
	for id, results := range s.box.Answered(time.Now().UnixNano(), x, a) {
		k := s.reign.worker(id)
		k.post(func(ctx context.Context, now int64) {
			if err := k.shard.Results(ctx, now, id, results); err != nil {
				k.lost([]error{err})
			}
		})
		for _, r := range results {
			why, withdrawn := s.doubtful[r.Key]
			delete(s.doubtful, r.Key)
			switch {
			case r.Outcome != core.Unknown:
				s.answer(r.Key, a)
			case withdrawn:
				s.answer(r.Key, Answer{Err: why})
			}
		}
	}
}

// answer tells whoever gave the command of an effect what became of it.
func (s *sender) answer(k core.Key, a Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, ok := s.commands[k]
	if !ok {
		return
	}
	delete(s.commands, k)
	if c := s.waiting[id]; c != nil {
		c <- a // it has room for one
		delete(s.waiting, id)
	}
}

// expect returns where the answer to a command will arrive, and how to stop
// waiting for it.
func (s *sender) expect(command uint64) (<-chan Answer, func()) {
	c := make(chan Answer, 1)
	s.mu.Lock()
	s.waiting[command] = c
	s.mu.Unlock()
	return c, func() {
		s.mu.Lock()
		delete(s.waiting, command)
		s.mu.Unlock()
	}
}

// forget ends what waits at the end of leadership.
func (s *sender) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.waiting)
	clear(s.commands)
}
