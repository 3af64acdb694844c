package oracle

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"

	"github.com/hashicorp/nomad/nomad/structs"
)

// The five triggers, as requests to the cluster. Nomad's watcher calls them
// itself; ours does through an adapter. Each is noted in the trace, applied at
// the next index, and answered a latency later.

// errNotUsed answers what Nomad's watcher has in its interface and never calls.
var errNotUsed = errors.New("not used")

// UpsertJob is never called.
func (w *world) UpsertJob(*structs.Job) (uint64, error) { return 0, errNotUsed }

// UpdateAllocDesiredTransition is T1.
func (w *world) UpdateAllocDesiredTransition(r *structs.AllocUpdateDesiredTransitionRequest) (uint64, error) {
	r = again(r)
	var ids, who []string
	for id, t := range r.Allocs {
		if t == nil || t.Reschedule == nil || !*t.Reschedule || t.Migrate != nil || t.ForceReschedule != nil {
			id += "?"
		}
		ids = append(ids, id)
	}
	sort.Slice(r.Evals, func(i, j int) bool { return r.Evals[i].DeploymentID < r.Evals[j].DeploymentID })
	for _, e := range r.Evals {
		who = append(who, e.DeploymentID)
	}
	what := func() string { return "T1 " + w.names.list(ids) + w.evaluations(r.Evals...) }
	return w.trigger(w.names.list(who), what, r.Evals, func(index uint64) error {
		return w.store.UpdateAllocsDesiredTransitions(structs.AllocUpdateDesiredTransitionRequestType, index, r.Allocs, r.Evals)
	})
}

// UpdateDeploymentStatus is T2.
func (w *world) UpdateDeploymentStatus(r *structs.DeploymentStatusUpdateRequest) (uint64, error) {
	r = again(r)
	what := func() string { return "T2" + status(r.DeploymentUpdate) + rollback(r.Job) + w.evaluations(r.Eval) }
	return w.trigger(w.names.name(r.DeploymentUpdate.DeploymentID), what, evals(r.Eval), func(index uint64) error {
		return w.store.UpdateDeploymentStatus(structs.DeploymentStatusUpdateRequestType, index, r)
	})
}

// UpdateDeploymentPromotion is T3.
func (w *world) UpdateDeploymentPromotion(r *structs.ApplyDeploymentPromoteRequest) (uint64, error) {
	r = again(r)
	what := func() string {
		which := "named " + fmt.Sprint(r.Groups)
		if r.All {
			which = "all"
		}
		return "T3 " + which + w.evaluations(r.Eval)
	}
	return w.trigger(w.names.name(r.DeploymentID), what, evals(r.Eval), func(index uint64) error {
		return w.store.UpdateDeploymentPromotion(structs.DeploymentPromoteRequestType, index, r)
	})
}

// UpdateDeploymentAllocHealth is T4.
func (w *world) UpdateDeploymentAllocHealth(r *structs.ApplyDeploymentAllocHealthRequest) (uint64, error) {
	r = again(r)
	what := func() string {
		return fmt.Sprintf("T4 healthy=%s unhealthy=%s at=%s%s%s%s", w.names.list(r.HealthyAllocationIDs), w.names.list(r.UnhealthyAllocationIDs),
			r.Timestamp.Sub(w.begun), status(r.DeploymentUpdate), rollback(r.Job), w.evaluations(r.Eval))
	}
	return w.trigger(w.names.name(r.DeploymentID), what, evals(r.Eval), func(index uint64) error {
		return w.store.UpdateDeploymentAllocHealth(structs.DeploymentAllocHealthRequestType, index, r)
	})
}

// trigger notes, applies and answers one trigger. what is called before anything
// is changed by it.
func (w *world) trigger(who string, what func() string, made []*structs.Evaluation, apply func(index uint64) error) (uint64, error) {
	w.hesitate()
	w.mu.Lock()
	r := Record{At: w.since(), Deployment: who, Text: what()}
	for _, e := range made {
		w.evaluation(e)
	}
	index, err := w.writeLocked(apply)
	if err != nil {
		r.Text += " refused: " + w.names.text(err)
	} else {
		r.Text += fmt.Sprintf(" @%d", index)
	}
	w.trace.add(r)
	w.mu.Unlock()
	time.Sleep(latency)
	return index, err
}

func evals(e *structs.Evaluation) []*structs.Evaluation {
	if e == nil {
		return nil
	}
	return []*structs.Evaluation{e}
}

// evaluations describes the evaluations that a trigger creates, without their ids.
func (w *world) evaluations(all ...*structs.Evaluation) string {
	var b strings.Builder
	for _, e := range all {
		if e == nil {
			b.WriteString(" no evaluation")
			continue
		}
		fmt.Fprintf(&b, " evaluation(%s %s/%s %s %d %s %s", w.names.name(e.DeploymentID), e.Namespace, e.JobID, e.Type, e.Priority, e.Status, e.TriggeredBy)
		fmt.Fprintf(&b, " at %s", time.Duration(e.CreateTime-w.begun.UnixNano()))
		if e.ModifyTime != e.CreateTime || e.JobModifyIndex != 0 || e.SnapshotIndex != 0 || e.PreviousEval != "" || e.ID == "" {
			b.WriteString(" and more than it should say")
		}
		b.WriteString(")")
	}
	return b.String()
}

// status describes a status update.
func status(u *structs.DeploymentStatusUpdate) string {
	if u == nil {
		return ""
	}
	return fmt.Sprintf(" %s %q", u.Status, u.StatusDescription)
}

// rollback describes the job that is registered by a rollback.
func rollback(j *structs.Job) string {
	if j == nil {
		return ""
	}
	return fmt.Sprintf(" rollback=%d(%s)", j.Version, j.Meta["spec"])
}
