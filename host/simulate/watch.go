package simulate

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
)

// watching is the watcher: a shard and its outbox, in virtual time.
type watching struct {
	shard    *host.Shard
	box      *host.Outbox
	leader   bool
	epoch    uint64
	commands uint64
	verdicts map[string][]core.Verdict // by deployment: what its gates said last
}

// gain begins to watch: from the cluster's state alone (L3).
func (s *sim) gain(ctx context.Context) {
	s.leader = true
	s.shard, s.box = host.NewShard(s.engine, s.cfg.Core, s.decided), host.NewOutbox()
	if spans := s.freezes(); len(spans) != 0 {
		if _, err := s.shard.Freeze(ctx, s.clock.now, spans...); err != nil {
			s.err = err
			return
		}
	}
	ids, _, err := s.store.Active(ctx)
	s.wrote(ctx, err)
	for _, id := range ids {
		s.open(ctx, id)
	}
}

// lose ends watching: everything in memory goes, and with it what was not sent.
func (s *sim) lose(ctx context.Context) {
	s.leader = false
	s.shard.Close(ctx)
	s.box = host.NewOutbox()
	s.note("leadership is lost, and with it what the watcher remembers", "leadership lost")
	s.settleAll(OutcomeLost, "leadership was lost before it was written")
}

// open begins to watch a deployment.
func (s *sim) open(ctx context.Context, id string) {
	in := &core.Input{}
	err := s.store.Snapshot(ctx, id, in)
	if err == nil {
		s.epoch++
		in.Now, in.Epoch, in.Verdicts = s.clock.now, s.epoch, s.verdicts[id]
		err = s.shard.Open(ctx, in, nil)
	}
	s.wrote(ctx, err)
}

// watch tells the watcher of a commit.
func (s *sim) watch(ctx context.Context, c *host.Commit) {
	if !s.leader {
		return
	}
	if errs := s.shard.Commit(ctx, s.clock.now, c); len(errs) != 0 {
		s.err = errors.Join(errs...)
		return
	}
	for i := range c.Deployments {
		if d := &c.Deployments[i]; d.Status.Active() && !s.shard.Watches(d.ID) {
			s.open(ctx, d.ID)
		}
	}
}

// decided takes in what a machine decided. It is the shard's sink.
func (s *sim) decided(d *host.Decision) {
	s.decide(d)
	s.box.Add(d.Now, d.Output.Effects)
	s.box.Withdraw(d.Output.Withdrawn)
	for _, k := range d.Output.Withdrawn {
		s.outcome(k, OutcomeWithdrawn, "it was overtaken before it was written")
	}
}

// send gives out what is to be written now, and reports whether there was
// anything.
func (s *sim) send(ctx context.Context) (any bool) {
	for {
		if at, ok := s.box.Next(); !ok || at > s.clock.now {
			return any
		}
		any = true
		for _, x := range s.box.Take(s.clock.now) {
			s.answered(ctx, x, s.call(ctx, x))
		}
	}
}

// call writes an effect, or what a fault makes of it.
func (s *sim) call(ctx context.Context, x *host.Sending) host.Answer {
	f := s.fault(x.Kind)
	switch {
	case f == nil:
		return s.apply(ctx, x)
	case f.Answer == AnswerRejected:
		return host.Rejected(errors.New("the cluster refuses everything now"))
	case f.Written:
		s.apply(ctx, x)
	}
	return host.Unknown(errors.New("no answer came"))
}

// fault returns what is wrong now with a trigger, or nil.
func (s *sim) fault(k core.EffectKind) *Fault {
	i := slices.IndexFunc(s.sc.Faults, func(f Fault) bool {
		now := Duration(s.clock.now - start)
		return f.From <= now && now < f.To && (len(f.Triggers) == 0 || slices.Contains(f.Triggers, trigger(k)))
	})
	if i < 0 {
		return nil
	}
	return &s.sc.Faults[i]
}

func (s *sim) apply(ctx context.Context, x *host.Sending) host.Answer {
	switch e := x.Effects[0]; x.Kind {
	case core.EffectReschedule:
		return s.store.Reschedule(ctx, x.Effects)
	case core.EffectStatus:
		return s.store.Status(ctx, e)
	case core.EffectPromote:
		return s.store.Promote(ctx, e)
	case core.EffectHealth:
		return s.store.Health(ctx, e)
	case core.EffectRegion:
		return s.store.Region(ctx, e)
	}
	return host.Unknown(nil)
}

// answered takes in an answer: the machines learn of it, then of the commit.
func (s *sim) answered(ctx context.Context, x *host.Sending, a host.Answer) {
	results := s.box.Answered(s.clock.now, x, a)
	for _, id := range slices.Sorted(maps.Keys(results)) {
		for _, r := range results[id] {
			s.answer(r, x, a)
		}
		if err := s.shard.Results(ctx, s.clock.now, id, results[id]); err != nil {
			s.err = err
		}
	}
	s.wrote(ctx, nil)
}
