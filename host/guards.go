package host

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/coxswain/coxswain/core"
)

// PolicyError says that a deployment is not watched, since its policy is not known
// or makes no sense: Options.Policy failed, or what it returned was refused. It is
// asked again some time later, and until then nothing is decided.
type PolicyError struct {
	Deployment string
	// Err is what Options.Policy returned, or a *core.Error about the policy.
	Err error
}

// Error returns the sentence.
func (e *PolicyError) Error() string {
	return fmt.Sprintf("coxswain: deployment %s is not watched, for want of a policy: %v", e.Deployment, e.Err)
}

// Unwrap returns what happened.
func (e *PolicyError) Unwrap() error { return e.Err }

// Report says what gates outside have found for a deployment (G9), each until it
// says otherwise. Like a command it starts the watch of an active deployment that
// is not watched yet (L2). Verdicts are kept while this watcher leads and the
// deployment lives, also over the loss of its machine. Another leader does not know
// them: see State for gates whose verdict must not be forgotten.
//
// The error is ErrNotEnabled, ErrMissingDeployment, ErrUnknownDeployment (also for
// one that has ended), ErrUnknownJob, a *PolicyError, that of ctx, or a *core.Error
// for a verdict that cannot be, such as one of a gate that the policy does not have.
// Then none of the verdicts counts.
func (w *Watcher) Report(ctx context.Context, deployment string, verdicts ...core.Verdict) error {
	if deployment == "" {
		return ErrMissingDeployment
	}
	r, err := w.now()
	if err != nil {
		return err
	}
	verdicts = slices.Clone(verdicts)
	k := r.worker(deployment)
	for again := true; ; again = false {
		switch err := r.reader.ensure(ctx, deployment, true); {
		case errors.Is(err, errTerminal):
			return ErrUnknownDeployment
		case err != nil:
			return err
		}
		var reportErr error
		if err := k.do(ctx, func(ctx context.Context, now int64) {
			reportErr = k.report(ctx, now, deployment, verdicts)
		}); err != nil {
			return err
		}
		// Its machine may have been lost a moment ago. The reader knows by now.
		if !again || !errors.Is(reportErr, ErrUnknownDeployment) {
			return reportErr
		}
	}
}

// Freeze says in which spans of time nothing goes forward (G10), such as a holiday:
// all of them, in any order, at most core.MaxFreezes; without any, none does. They
// hold for every deployment whose policy allows freezes, now and when it is opened
// later, and take the place of those of the State. They are kept until the next
// Freeze, over changes of leadership as well; so a process can be told before it
// leads, and should be, for a deadline can pass at the moment of the opening.
//
// The error is a *core.Error for spans that cannot be, and then nothing has
// changed; that of ctx, when machines are told some time later; or ErrNotEnabled
// after Close, or when leadership ends meanwhile.
func (w *Watcher) Freeze(ctx context.Context, spans ...core.Span) error {
	if err := checkFreezes(spans); err != nil {
		return err
	}
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return ErrNotEnabled
	}
	w.freezes, w.freezesGiven = slices.Clone(spans), true
	r := w.reign
	w.mu.Unlock()
	if r == nil {
		return nil
	}
	told := make(chan struct{}, len(r.workers))
	for _, k := range r.workers {
		k.post(func(ctx context.Context, now int64) {
			k.freeze(ctx, now)
			told <- struct{}{}
		})
	}
	for range r.workers {
		select {
		case <-told:
		case <-ctx.Done():
			return ctx.Err()
		case <-r.ctx.Done():
			return ErrNotEnabled
		}
	}
	return nil
}

// report hands verdicts to a machine and keeps them.
func (k *worker) report(ctx context.Context, now int64, deployment string, verdicts []core.Verdict) error {
	err := k.shard.Report(ctx, now, deployment, verdicts...)
	var lost *LostError
	switch {
	case errors.As(err, &lost): // it is told in its next opening
		k.keep(deployment, verdicts)
		k.lost([]error{err})
		return nil
	case err == nil && k.shard.Watches(deployment):
		k.keep(deployment, verdicts)
	}
	return err
}

func (k *worker) keep(deployment string, verdicts []core.Verdict) {
	k.verdicts[deployment] = lastOfEach(slices.Concat(k.verdicts[deployment], verdicts))
}

// freeze hands the watcher's freezes to the shard, if there are any.
func (k *worker) freeze(ctx context.Context, now int64) {
	w := k.reign.w
	w.mu.Lock()
	spans, given := w.freezes, w.freezesGiven
	w.mu.Unlock()
	if !given {
		return
	}
	lost, err := k.shard.Freeze(ctx, now, spans...)
	if err != nil { // they were looked at when they came
		k.reign.w.o.Logger.Error("the freezes are refused", "error", err)
	}
	k.lost(lost)
}

// fit returns a snapshot as a machine with a policy takes it, with the shard's
// freezes.
func (s *Shard) fit(in *core.Input, p *core.Policy) *core.Input {
	fits := fit(in, p)
	if p.Freezes && s.freezesGiven {
		fits.Freezes, fits.FreezesRead = s.freezes, true
	}
	return fits
}

// fit returns a snapshot without the verdicts and freezes that a policy has no use
// for, which a machine would refuse.
func fit(in *core.Input, p *core.Policy) *core.Input {
	fits := *in
	fits.Verdicts = lastOfEach(slices.DeleteFunc(slices.Clone(in.Verdicts), func(v core.Verdict) bool {
		return !slices.ContainsFunc(p.Gates, func(g core.Gate) bool { return g.Name == v.Gate })
	}))
	if !p.Freezes {
		fits.Freezes, fits.FreezesRead = nil, false
	}
	return &fits
}

// lastOfEach leaves of each gate's verdicts the last. It uses the memory of list.
func lastOfEach(list []core.Verdict) []core.Verdict {
	kept := list[:0]
	for _, v := range list {
		if i := slices.IndexFunc(kept, func(k core.Verdict) bool { return k.Gate == v.Gate }); i >= 0 {
			kept[i] = v
		} else {
			kept = append(kept, v)
		}
	}
	return kept
}

// checkFreezes returns what a machine would say to freezes.
func checkFreezes(spans []core.Span) error {
	return (&core.Policy{Freezes: true}).Check(&core.Input{Freezes: spans, FreezesRead: true})
}
