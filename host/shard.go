package host

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/coxswain/coxswain/core"
)

// Shard decides for many deployments, in the caller's goroutine and in the
// caller's time: it starts nothing and reads no clock. A Watcher is made of
// several; a service with an event loop of its own, or a simulator, uses one
// directly.
//
// Time is in Unix nanoseconds. The caller ticks at Wake before it tells of
// anything later.
type Shard struct {
	engine Engine
	cfg    core.Config
	sink   func(*Decision)
	// journal hears of each step; nil for none.
	journal interface {
		opened(deployment string, cfg *core.Config, in *core.Input, out *core.Output)
		stepped(deployment string, in *core.Input, out *core.Output, err error)
		forgot(deployment string)
	}

	watches map[string]*watch
	byJob   map[JobKey]map[*watch]struct{}
	timers  timers
	index   uint64 // of the last commit
	// moved are watches whose allocations changed since their last delivery:
	// only for them can a delivery come to another deadline (D3).
	moved map[*watch]struct{}
	// regional are watches of jobs of several regions, for which every delivery
	// counts (D7).
	regional map[*watch]struct{}
	// lessened are watches that may have lost their last allocation: those without
	// any are told of each write to others' (A0).
	lessened map[*watch]struct{}
	touched  []*watch // by the commit under way

	freezes      []core.Span // as Freeze was given them
	freezesGiven bool
}

// Decision is what one step of one machine came to. It is valid until the sink
// returns; copy what must live longer.
type Decision struct {
	Deployment string
	Job        JobKey
	Now        int64
	// Output is the machine's.
	Output *core.Output
}

// LostError says that a deployment is not watched any more, since its machine
// refused an input or its engine failed. Open it again from a snapshot, under a
// higher epoch.
type LostError struct {
	Deployment string
	Err        error
}

// Error returns the sentence.
func (e *LostError) Error() string {
	return fmt.Sprintf("coxswain: deployment %s is not watched any more: %v", e.Deployment, e.Err)
}

// Unwrap returns what happened.
func (e *LostError) Unwrap() error { return e.Err }

// watch is one machine and what the shard knows of it.
type watch struct {
	id    string
	job   JobKey
	m     Machine
	wake  core.Wake
	at    int // position among the timers, -1 for none
	index uint64

	policy core.Policy

	in     core.Input // for the commit under way
	queued bool       // it is in touched
	out    core.Output
}

// NewShard makes a shard without deployments. sink is called for every step, in
// the middle of the call that caused it; it must not call the shard.
func NewShard(engine Engine, cfg core.Config, sink func(*Decision)) *Shard {
	return &Shard{
		engine: engine, cfg: cfg, sink: sink,
		watches: map[string]*watch{}, byJob: map[JobKey]map[*watch]struct{}{},
		moved: map[*watch]struct{}{}, regional: map[*watch]struct{}{}, lessened: map[*watch]struct{}{},
	}
}

// Watches reports whether a deployment is watched.
func (s *Shard) Watches(deployment string) bool { return s.watches[deployment] != nil }

// Deployments lists the watched deployments, sorted.
func (s *Shard) Deployments() []string {
	ids := make([]string, 0, len(s.watches))
	for id := range s.watches {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Len returns how many deployments are watched.
func (s *Shard) Len() int { return len(s.watches) }

// Open begins to watch a deployment. in is a State's snapshot with Now and Epoch
// filled in, policy what is wanted for this deployment beyond the level; nil means
// the Policy of the shard's configuration. Verdicts of gates that the policy does
// not have are left out, and so are freezes if it allows none; the spans that
// Freeze was given take the place of those in the snapshot. A deployment that is
// watched already stays as it is. Errors are those of Engine.Open.
func (s *Shard) Open(ctx context.Context, in *core.Input, policy *core.Policy) error {
	if in.Deployment == nil || in.Job == nil {
		return &core.Error{Code: core.ErrMissing, Field: "Deployment", Text: "a snapshot has a deployment and its job"}
	}
	id := in.Deployment.ID
	if s.watches[id] != nil {
		return nil
	}
	cfg := s.cfg
	if policy != nil {
		cfg.Policy = *policy
	}
	cfg.Policy.Gates = slices.Clone(cfg.Policy.Gates)
	w := &watch{id: id, job: JobKey{in.Job.Namespace, in.Job.ID}, at: -1, index: in.Index, policy: cfg.Policy}
	in = s.fit(in, &w.policy)
	m, err := s.engine.Open(ctx, &cfg, in, &w.out)
	if err != nil {
		return err
	}
	w.m = m
	s.watches[id] = w
	if s.byJob[w.job] == nil {
		s.byJob[w.job] = map[*watch]struct{}{}
	}
	s.byJob[w.job][w] = struct{}{}
	if in.Job.Multiregion {
		s.regional[w] = struct{}{}
	}
	s.lessen(w, in)
	if s.journal != nil {
		s.journal.opened(id, &cfg, in, &w.out)
	}
	s.decided(ctx, w, in.Now)
	return nil
}

// Refresh tells the machine of a watched deployment everything anew, from a
// State's snapshot, after changes were missed.
func (s *Shard) Refresh(ctx context.Context, now int64, in *core.Input) error {
	if in.Deployment == nil || s.watches[in.Deployment.ID] == nil {
		return nil
	}
	w := s.watches[in.Deployment.ID]
	all := s.fit(in, &w.policy)
	if all.Index <= w.index {
		// No fact was missed. Verdicts and freezes belong to no commit.
		if len(all.Verdicts) == 0 && !all.FreezesRead {
			return nil
		}
		return s.step(ctx, w, &core.Input{Now: now, Verdicts: all.Verdicts, Freezes: all.Freezes, FreezesRead: all.FreezesRead})
	}
	all.Now, all.Epoch, all.Job = now, 0, nil
	delete(s.moved, w)
	s.lessen(w, in)
	return s.step(ctx, w, all)
}

// lessen notes whether a snapshot shows no allocation where there were some.
func (s *Shard) lessen(w *watch, in *core.Input) {
	delete(s.lessened, w)
	placed := slices.ContainsFunc(in.Deployment.Groups, func(g core.Group) bool { return len(g.PlacedCanaries) != 0 })
	if placed && len(in.Allocations.Changed) == 0 {
		s.lessened[w] = struct{}{}
	}
}

// Gone tells the machine of a watched deployment that the store does not have it
// any more (L1).
func (s *Shard) Gone(ctx context.Context, now int64, deployment string, index uint64) error {
	w := s.watches[deployment]
	if w == nil || index <= w.index {
		return nil
	}
	return s.step(ctx, w, &core.Input{Now: now, Index: index, DeploymentDeleted: true})
}

// Commit tells the machines of one commit. A commit that is not above the last
// one is passed over. The work grows with what the commit changed. It returns the
// deployments that are lost by it, each a *LostError; all others were told.
func (s *Shard) Commit(ctx context.Context, now int64, c *Commit) []error {
	if c.Index <= s.index {
		return nil
	}
	s.index = c.Index
	for i := range c.Allocations {
		a := &c.Allocations[i]
		if w := s.watches[a.Left]; w != nil && a.Left != "" {
			in := s.touch(w)
			in.Allocations.Removed = append(in.Allocations.Removed, a.ID)
			s.moved[w], s.lessened[w] = struct{}{}, struct{}{}
		}
		if w := s.watches[a.Deployment]; w != nil && !a.Deleted {
			in := s.touch(w)
			in.Allocations.Changed = append(in.Allocations.Changed, a.Allocation)
			s.moved[w] = struct{}{}
			delete(s.lessened, w)
		}
	}
	if len(c.Allocations) != 0 {
		for w := range s.lessened {
			s.touch(w)
		}
	}
	for i := range c.Evaluations {
		e := &c.Evaluations[i]
		for w := range s.byJob[e.Job] {
			in := s.touch(w)
			if e.Deleted {
				in.Evaluations.Removed = append(in.Evaluations.Removed, e.ID)
			} else {
				in.Evaluations.Changed = append(in.Evaluations.Changed, e.Evaluation)
			}
		}
	}
	for i := range c.Versions {
		v := &c.Versions[i]
		for w := range s.byJob[v.Job] {
			in := s.touch(w)
			in.Versions, in.VersionsRead = append(in.Versions[:0], v.Versions...), true
		}
	}
	for i := range c.Deployments {
		d := &c.Deployments[i]
		w := s.watches[d.ID]
		switch {
		case w == nil:
		case d.Deleted:
			s.touch(w).DeploymentDeleted = true
		default:
			in := s.touch(w)
			in.Deployment, in.CanariesAdded = &d.Deployment, d.CanariesAdded
			delete(s.moved, w)
		}
	}
	if len(c.Deployments) != 0 {
		for w := range s.moved {
			s.touch(w).Delivered = true
			delete(s.moved, w)
		}
		for w := range s.regional {
			if in := s.touch(w); in.Deployment == nil {
				in.Delivered = true
			}
		}
	}

	// In the order of their ids, so that what leaves does not depend on chance.
	slices.SortFunc(s.touched, func(a, b *watch) int {
		if a.id < b.id {
			return -1
		}
		return 1
	})
	var lost []error
	for _, w := range s.touched {
		w.queued = false
		w.in.Now, w.in.Index = now, c.Index
		if len(c.Allocations) != 0 {
			w.in.Allocations.TableIndex = c.Index // A0
		}
		if err := s.step(ctx, w, &w.in); err != nil {
			lost = append(lost, err)
		}
	}
	s.touched = s.touched[:0]
	return lost
}

// touch returns the input in which a watch is told of the commit under way.
func (s *Shard) touch(w *watch) *core.Input {
	if !w.queued {
		w.queued = true
		s.touched = append(s.touched, w)
		a, e := &w.in.Allocations, &w.in.Evaluations
		w.in = core.Input{
			Allocations: core.AllocationChanges{Changed: a.Changed[:0], Removed: a.Removed[:0]},
			Evaluations: core.EvaluationChanges{Changed: e.Changed[:0], Removed: e.Removed[:0]},
			Versions:    w.in.Versions[:0],
		}
	}
	return &w.in
}

// Command gives a user's command to the machine of a watched deployment and
// returns the reply, which is valid until the next call. A command that is no
// proper input is a *core.Error, and nothing is lost by it.
func (s *Shard) Command(ctx context.Context, now int64, deployment string, c *core.Command) (*core.Reply, error) {
	w := s.watches[deployment]
	if w == nil {
		return nil, ErrUnknownDeployment
	}
	err := s.try(ctx, w, &core.Input{Now: now, Command: c})
	var bad *core.Error
	switch {
	case errors.As(err, &bad):
		return nil, bad
	case err != nil:
		return nil, s.lose(ctx, w, err)
	}
	return w.out.Reply, nil
}

// Report tells the machine of a watched deployment what gates say (G9), each until
// it says otherwise. What the machine would refuse is a *core.Error, such as a gate
// that the policy does not have, and nothing is lost by it. Otherwise the error is
// ErrUnknownDeployment or a *LostError.
func (s *Shard) Report(ctx context.Context, now int64, deployment string, verdicts ...core.Verdict) error {
	w := s.watches[deployment]
	if w == nil {
		return ErrUnknownDeployment
	}
	if err := w.policy.Check(&core.Input{Verdicts: verdicts}); err != nil || len(verdicts) == 0 {
		return err
	}
	return s.step(ctx, w, &core.Input{Now: now, Verdicts: verdicts})
}

// Freeze says in which spans of time nothing goes forward (G10): all of them, in
// any order, at most core.MaxFreezes; without any, none does. They hold for every
// deployment whose policy allows freezes, now and when it is opened later. What a
// machine would refuse is a *core.Error, and then nothing has changed; lost are the
// deployments that are lost by it, each a *LostError.
func (s *Shard) Freeze(ctx context.Context, now int64, spans ...core.Span) (lost []error, err error) {
	if err := checkFreezes(spans); err != nil {
		return nil, err
	}
	s.freezes, s.freezesGiven = slices.Clone(spans), true
	for _, id := range s.Deployments() {
		w := s.watches[id]
		if !w.policy.Freezes {
			continue
		}
		if err := s.step(ctx, w, &core.Input{Now: now, Freezes: s.freezes, FreezesRead: true}); err != nil {
			lost = append(lost, err)
		}
	}
	return lost, nil
}

// Results tells a machine what became of its effects. One that is not watched
// any more does not care.
func (s *Shard) Results(ctx context.Context, now int64, deployment string, results []core.Result) error {
	w := s.watches[deployment]
	if w == nil || len(results) == 0 {
		return nil
	}
	return s.step(ctx, w, &core.Input{Now: now, Results: results})
}

// Wake returns when the next tick is due; false while none is.
func (s *Shard) Wake() (at int64, ok bool) {
	if len(s.timers) == 0 {
		return 0, false
	}
	return s.timers[0].wake.At, true
}

// Tick runs what is due at a time, in the order of the due times. It returns the
// deployments that are lost by it.
func (s *Shard) Tick(ctx context.Context, now int64) []error {
	var lost []error
	for len(s.timers) != 0 && s.timers[0].wake.At <= now {
		w := s.timers[0]
		due := w.wake.At
		if err := s.step(ctx, w, &core.Input{Now: now}); err != nil {
			lost = append(lost, err)
			continue
		}
		if w.at >= 0 && w.wake.At <= due {
			// A machine always goes on from what was due.
			lost = append(lost, s.lose(ctx, w, fmt.Errorf("it is due at %d again", due)))
		}
	}
	return lost
}

// Status fills st with where a watched deployment stands.
func (s *Shard) Status(ctx context.Context, deployment string, st *core.Status) error {
	w := s.watches[deployment]
	if w == nil {
		return ErrUnknownDeployment
	}
	return w.m.Status(ctx, st)
}

// State appends the saved machine of a watched deployment to b.
func (s *Shard) State(ctx context.Context, deployment string, b []byte) ([]byte, error) {
	w := s.watches[deployment]
	if w == nil {
		return b, ErrUnknownDeployment
	}
	return w.m.AppendState(ctx, b)
}

// Swap moves every machine to another engine, such as one with a newer module:
// each is saved and restored. A machine that cannot be moved is lost.
func (s *Shard) Swap(ctx context.Context, to Engine) []error {
	s.engine = to
	var lost []error
	var state []byte
	for _, id := range s.Deployments() {
		w := s.watches[id]
		var err error
		if state, err = w.m.AppendState(ctx, state[:0]); err == nil {
			var m Machine
			if m, err = to.Restore(ctx, state); err == nil {
				_ = w.m.Close(ctx) // what it knew lives on
				w.m = m
				continue
			}
		}
		lost = append(lost, s.lose(ctx, w, err))
	}
	return lost
}

// Close forgets every deployment: what was held in memory is gone (L3).
func (s *Shard) Close(ctx context.Context) {
	for _, id := range s.Deployments() {
		s.forget(ctx, s.watches[id])
	}
}

// step takes one step of one machine. The error is a *LostError.
func (s *Shard) step(ctx context.Context, w *watch, in *core.Input) error {
	if err := s.try(ctx, w, in); err != nil {
		return s.lose(ctx, w, err)
	}
	return nil
}

// try takes one step of one machine. The error is the machine's, which is then
// as it was.
func (s *Shard) try(ctx context.Context, w *watch, in *core.Input) error {
	err := w.m.Step(ctx, in, &w.out)
	if s.journal != nil {
		s.journal.stepped(w.id, in, &w.out, err)
	}
	if err != nil {
		return err
	}
	w.index = max(w.index, in.Index)
	s.decided(ctx, w, in.Now)
	return nil
}

// decided hands on what a step came to.
func (s *Shard) decided(ctx context.Context, w *watch, now int64) {
	w.wake = w.out.Wake
	s.timers.set(w)
	s.sink(&Decision{Deployment: w.id, Job: w.job, Now: now, Output: &w.out})
	if w.out.Done {
		s.forget(ctx, w)
	}
}

func (s *Shard) lose(ctx context.Context, w *watch, err error) error {
	s.forget(ctx, w)
	return &LostError{w.id, err}
}

func (s *Shard) forget(ctx context.Context, w *watch) {
	_ = w.m.Close(ctx) // it is out of use either way
	if s.journal != nil {
		s.journal.forgot(w.id)
	}
	w.wake = core.Wake{}
	s.timers.set(w)
	delete(s.watches, w.id)
	delete(s.byJob[w.job], w)
	if len(s.byJob[w.job]) == 0 {
		delete(s.byJob, w.job)
	}
	delete(s.moved, w)
	delete(s.regional, w)
	delete(s.lessened, w)
}

// timers are the watches that have a wake-up, the next first.
type timers []*watch

// set puts a watch where its wake-up belongs.
func (t *timers) set(w *watch) {
	switch due := w.wake.Reason != core.WakeNone; {
	case due && w.at >= 0:
		heap.Fix(t, w.at)
	case due:
		heap.Push(t, w)
	case w.at >= 0:
		heap.Remove(t, w.at)
	}
}

func (t timers) Len() int { return len(t) }

func (t timers) Less(i, j int) bool {
	if t[i].wake.At != t[j].wake.At {
		return t[i].wake.At < t[j].wake.At
	}
	return t[i].id < t[j].id
}

func (t timers) Swap(i, j int) {
	t[i], t[j] = t[j], t[i]
	t[i].at, t[j].at = i, j
}

func (t *timers) Push(x any) {
	w := x.(*watch)
	w.at = len(*t)
	*t = append(*t, w)
}

func (t *timers) Pop() any {
	last := len(*t) - 1
	w := (*t)[last]
	(*t)[last] = nil
	*t = (*t)[:last]
	w.at = -1
	return w
}
