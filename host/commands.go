package host

import (
	"context"
	"errors"
	"fmt"

	"github.com/coxswain/coxswain/core"
)

// Why a command cannot be given, in Nomad's words.
var (
	// ErrMissingDeployment: the command names none.
	ErrMissingDeployment = errors.New("missing deployment ID")
	// ErrDeploymentNotFound: there is none with that id. errors.Is finds it.
	ErrDeploymentNotFound = errors.New("deployment not found")
)

// CommandError is a command that was refused, by the rules or by the cluster.
type CommandError struct {
	// Refused is why the machine refused it; RefusedNot when the cluster did.
	Refused core.Refusal
	// Text is Nomad's sentence, or the cluster's.
	Text string
	// Err is the cluster's error, if it was the cluster; ErrDeploymentNotFound for
	// RefusedUnknown, ErrUnknownJob if the deployment cannot be watched (L2).
	Err error
}

// Error returns the sentence.
func (e *CommandError) Error() string { return e.Text }

// Unwrap returns Err.
func (e *CommandError) Unwrap() error { return e.Err }

// refuse makes the error of a command that is refused for what is known of the
// deployment.
func refuse(c *core.Command, known, active bool) *CommandError {
	why, text := core.Refuse(c, known, active)
	return refused(why, text)
}

func refused(why core.Refusal, text string) *CommandError {
	e := &CommandError{Refused: why, Text: text}
	if why == core.RefusedUnknown {
		e.Err = ErrDeploymentNotFound
	}
	return e
}

// Reply is what a command came to. For run, unblock and cancel it is empty (C5).
type Reply struct {
	// EvaluationID is the evaluation that was created, EvaluationCreateIndex the
	// commit that did; empty and 0 for pause.
	EvaluationID          string
	EvaluationCreateIndex uint64
	// DeploymentModifyIndex and Index are that commit.
	DeploymentModifyIndex, Index uint64
	// RevertedJobVersion is the version that the job was rolled back to; nil for
	// none.
	RevertedJobVersion *uint64
}

// SetHealth says that allocations of a deployment are healthy or unhealthy (C1).
// An unhealthy one fails the deployment.
func (w *Watcher) SetHealth(ctx context.Context, deployment string, healthy, unhealthy []string) (*Reply, error) {
	return w.command(ctx, deployment, core.Command{Kind: core.CommandSetHealth, Healthy: healthy, Unhealthy: unhealthy})
}

// Promote promotes all groups of a deployment (C2).
func (w *Watcher) Promote(ctx context.Context, deployment string) (*Reply, error) {
	return w.command(ctx, deployment, core.Command{Kind: core.CommandPromote, All: true})
}

// PromoteGroups promotes the named groups of a deployment (C2). Names that are
// no group's are passed over.
func (w *Watcher) PromoteGroups(ctx context.Context, deployment string, groups ...string) (*Reply, error) {
	return w.command(ctx, deployment, core.Command{Kind: core.CommandPromote, Groups: groups})
}

// Pause pauses a deployment, Resume lets it go on (C3).
func (w *Watcher) Pause(ctx context.Context, deployment string) (*Reply, error) {
	return w.command(ctx, deployment, core.Command{Kind: core.CommandPause})
}

// Resume lets a paused deployment go on (C3).
func (w *Watcher) Resume(ctx context.Context, deployment string) (*Reply, error) {
	return w.command(ctx, deployment, core.Command{Kind: core.CommandResume})
}

// Fail marks a deployment as failed (C4).
func (w *Watcher) Fail(ctx context.Context, deployment string) (*Reply, error) {
	return w.command(ctx, deployment, core.Command{Kind: core.CommandFail})
}

// Run, Unblock and Cancel are for jobs of several regions; on a single one they
// do nothing (C5).
func (w *Watcher) Run(ctx context.Context, deployment string) (*Reply, error) {
	return w.command(ctx, deployment, core.Command{Kind: core.CommandRun})
}

// Unblock is for jobs of several regions (C5).
func (w *Watcher) Unblock(ctx context.Context, deployment string) (*Reply, error) {
	return w.command(ctx, deployment, core.Command{Kind: core.CommandUnblock})
}

// Cancel is for jobs of several regions (C5).
func (w *Watcher) Cancel(ctx context.Context, deployment string) (*Reply, error) {
	return w.command(ctx, deployment, core.Command{Kind: core.CommandCancel})
}

// command gives a command to a machine and waits until its effect is answered.
// When ctx ends first the effect goes on its way all the same.
func (w *Watcher) command(ctx context.Context, deployment string, c core.Command) (*Reply, error) {
	if deployment == "" {
		return nil, ErrMissingDeployment
	}
	r, err := w.now()
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	w.ids++
	c.ID = w.ids
	w.mu.Unlock()

	// L2: a command starts the watch, unless it is refused for what it says.
	wrong := refuse(&c, true, true)
	switch err := r.reader.ensure(ctx, deployment, wrong.Refused == core.RefusedNot); {
	case errors.Is(err, ErrUnknownDeployment):
		return nil, refuse(&c, false, false)
	case errors.Is(err, errTerminal):
		return nil, refuse(&c, true, false)
	case errors.Is(err, ErrUnknownJob):
		if wrong.Refused != core.RefusedNot {
			return nil, wrong
		}
		return nil, &CommandError{Text: fmt.Sprintf("deployment %q references an unknown job", deployment), Err: ErrUnknownJob}
	case errors.Is(err, errUnwatched):
		return nil, wrong
	case err != nil:
		return nil, err
	}

	answer, stop := r.sender.expect(c.ID)
	defer stop()
	k := r.worker(deployment)
	var reply core.Reply
	var stepErr error
	if err := k.do(ctx, func(ctx context.Context, now int64) {
		got, err := k.shard.Command(ctx, now, deployment, &c)
		if err != nil {
			k.lost([]error{err})
			stepErr = err
			return
		}
		reply = *got
	}); err != nil {
		return nil, err
	}
	var bad *core.Error
	switch {
	case errors.Is(stepErr, ErrUnknownDeployment): // it ended in the meantime
		return nil, refuse(&c, true, false)
	case errors.As(stepErr, &bad):
		return nil, bad
	case stepErr != nil:
		return nil, stepErr
	case reply.Refused != core.RefusedNot:
		return nil, refused(reply.Refused, reply.Text)
	case c.Kind >= core.CommandRun:
		return &Reply{}, nil // C5
	}

	select {
	case a := <-answer:
		if errors.Is(a.Err, errTerminal) { // it ended before this was written
			return nil, refuse(&c, true, false)
		}
		if a.Outcome != core.Applied {
			text := "the cluster refused it"
			if a.Err != nil {
				text = a.Err.Error()
			}
			return nil, &CommandError{Text: text, Err: a.Err}
		}
		full := &Reply{DeploymentModifyIndex: a.Index, Index: a.Index, EvaluationID: reply.EvaluationID}
		if reply.EvaluationID != "" {
			full.EvaluationCreateIndex = a.Index
		}
		if reply.Reverted {
			full.RevertedJobVersion = &reply.RevertedVersion
		}
		return full, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-r.ctx.Done():
		return nil, ErrNotEnabled
	}
}
