package oracle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/hashicorp/nomad/nomad/structs"
	"golang.org/x/time/rate"
)

// ours is our watcher over a world.
type ours struct {
	w       *world
	watcher Host
}

// newOurs makes our watcher. config is Nomad 1.0.4's, except in tests that want
// it to be wrong.
func newOurs(w *world, config core.Config) *ours {
	a := adapter{w}
	watcher, err := NewHost(host.Options{
		State: a, Triggers: a, Engine: counted{engine.Native(), w.fired}, Config: config,
		Shards: 1, Reads: rate.Inf, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		panic(err)
	}
	return &ours{w: w, watcher: watcher}
}

func (o *ours) enable(on bool) {
	if !on {
		o.w.fired("L3 everything forgotten")
	}
	o.watcher.SetEnabled(on)
}

func (o *ours) command(c *command) (reply, error) {
	ctx := context.Background()
	var r *host.Reply
	var err error
	switch c.verb {
	case "set-health":
		r, err = o.watcher.SetHealth(ctx, c.deployment, c.healthy, c.unhealthy)
	case "promote":
		if c.all {
			r, err = o.watcher.Promote(ctx, c.deployment)
		} else {
			r, err = o.watcher.PromoteGroups(ctx, c.deployment, c.groups...)
		}
	case "pause":
		r, err = o.watcher.Pause(ctx, c.deployment)
	case "resume":
		r, err = o.watcher.Resume(ctx, c.deployment)
	case "fail":
		r, err = o.watcher.Fail(ctx, c.deployment)
	case "run":
		r, err = o.watcher.Run(ctx, c.deployment)
	case "unblock":
		r, err = o.watcher.Unblock(ctx, c.deployment)
	case "cancel":
		r, err = o.watcher.Cancel(ctx, c.deployment)
	}
	if errors.Is(err, host.ErrNotEnabled) {
		err = errNotEnabled
	}
	if errors.Is(err, host.ErrUnknownJob) { // the host does not know its name
		d := o.w.seen.deployments[c.deployment]
		err = fmt.Errorf("deployment %q references unknown job %q", d.ID, d.JobID)
	}
	if err != nil {
		return reply{}, err
	}
	return reply{r.EvaluationID, r.EvaluationCreateIndex, r.DeploymentModifyIndex, r.Index, r.RevertedJobVersion}, nil
}

// adapter makes a world the state and the triggers of our watcher.
type adapter struct{ w *world }

// Active implements host.State.
func (a adapter) Active(context.Context) ([]string, uint64, error) {
	a.w.mu.Lock()
	defer a.w.mu.Unlock()
	var ids []string
	for id, d := range a.w.seen.deployments {
		if d.Active() {
			ids = append(ids, id)
		}
	}
	return ids, a.w.index, nil
}

// Snapshot implements host.State.
func (a adapter) Snapshot(_ context.Context, id string, in *core.Input) error {
	a.w.mu.Lock()
	defer a.w.mu.Unlock()
	d := a.w.seen.deployments[id]
	in.Index = a.w.index
	if d == nil {
		return host.ErrUnknownDeployment
	}
	j, err := a.w.store.JobByID(nil, d.Namespace, d.JobID)
	if err != nil {
		return err
	}
	known := deployment(d)
	in.Deployment = &known
	switch {
	case j == nil && d.Active():
		return host.ErrUnknownJob
	case j == nil:
		return nil
	}
	in.Job = job(j)
	in.Allocations.Whole, in.Evaluations.Whole, in.VersionsRead = true, true, true
	in.Allocations.TableIndex, err = a.w.store.Index("allocs")
	if err != nil {
		return err
	}
	for _, x := range a.w.seen.allocations {
		if x.DeploymentID == id {
			in.Allocations.Changed = append(in.Allocations.Changed, allocation(x))
		}
	}
	for _, x := range a.w.seen.evaluations {
		if x.JobID == d.JobID {
			in.Evaluations.Changed = append(in.Evaluations.Changed, evaluation(x))
		}
	}
	in.Versions = versions(a.w.seen.versions[d.JobID])
	return nil
}

// Changes implements host.State.
func (a adapter) Changes(ctx context.Context, after uint64) ([]*host.Commit, error) {
	for {
		a.w.mu.Lock()
		var out []*host.Commit
		for _, c := range a.w.commits {
			if c.Index > after {
				out = append(out, c)
			}
		}
		news := a.w.news
		a.w.mu.Unlock()
		if len(out) != 0 {
			return out, nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// asked returns Nomad's form of the evaluation that an effect creates.
func asked(e *core.NewEvaluation) *structs.Evaluation {
	if e == nil {
		return nil
	}
	return &structs.Evaluation{
		ID: e.ID, Namespace: e.Namespace, Priority: int(e.Priority), Type: e.Type, TriggeredBy: structs.EvalTriggerDeploymentWatcher,
		JobID: e.JobID, DeploymentID: e.DeploymentID, Status: structs.EvalStatusPending, CreateTime: e.Time, ModifyTime: e.Time,
	}
}

// update returns Nomad's form of an effect's status update.
func update(e *core.Effect) *structs.DeploymentStatusUpdate {
	if e.Status == 0 {
		return nil
	}
	return &structs.DeploymentStatusUpdate{DeploymentID: e.Key.Deployment, Status: e.Status.String(), StatusDescription: e.Description}
}

// target returns the job version that an effect rolls back to.
func (a adapter) target(e *core.Effect) *structs.Job {
	if !e.Rollback {
		return nil
	}
	a.w.mu.Lock()
	defer a.w.mu.Unlock()
	return a.w.seen.versions[e.Evaluation.JobID][e.RollbackVersion]
}

func answer(index uint64, err error) host.Answer {
	if err != nil {
		return host.Rejected(err)
	}
	return host.Applied(index)
}

// transitions returns the request of T1.
func transitions(effects []*core.Effect) *structs.AllocUpdateDesiredTransitionRequest {
	r := &structs.AllocUpdateDesiredTransitionRequest{Allocs: map[string]*structs.DesiredTransition{}}
	yes := true
	for _, e := range effects {
		for _, id := range e.Allocations {
			r.Allocs[id] = &structs.DesiredTransition{Reschedule: &yes}
		}
		r.Evals = append(r.Evals, asked(e.Evaluation))
	}
	return r
}

// Reschedule implements host.Triggers.
func (a adapter) Reschedule(_ context.Context, effects []*core.Effect) host.Answer {
	if len(effects) > 1 {
		a.w.fired("B4 gathered")
	}
	return answer(a.w.UpdateAllocDesiredTransition(transitions(effects)))
}

// Status implements host.Triggers.
func (a adapter) Status(_ context.Context, e *core.Effect) host.Answer {
	return answer(a.w.UpdateDeploymentStatus(&structs.DeploymentStatusUpdateRequest{DeploymentUpdate: update(e), Eval: asked(e.Evaluation), Job: a.target(e)}))
}

// Promote implements host.Triggers.
func (a adapter) Promote(_ context.Context, e *core.Effect) host.Answer {
	return answer(a.w.UpdateDeploymentPromotion(&structs.ApplyDeploymentPromoteRequest{
		DeploymentPromoteRequest: structs.DeploymentPromoteRequest{DeploymentID: e.Key.Deployment, All: e.All, Groups: e.Groups},
		Eval:                     asked(e.Evaluation),
	}))
}

// Health implements host.Triggers.
func (a adapter) Health(_ context.Context, e *core.Effect) host.Answer {
	r := &structs.ApplyDeploymentAllocHealthRequest{Timestamp: time.Unix(0, e.Timestamp), Eval: asked(e.Evaluation), DeploymentUpdate: update(e), Job: a.target(e)}
	r.DeploymentID, r.HealthyAllocationIDs, r.UnhealthyAllocationIDs = e.Key.Deployment, e.Healthy, e.Unhealthy
	return answer(a.w.UpdateDeploymentAllocHealth(r))
}

// Region implements host.Triggers. It is for several regions only.
func (a adapter) Region(context.Context, *core.Effect) host.Answer {
	panic("a single region asked for another one")
}
