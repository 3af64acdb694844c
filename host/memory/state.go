package memory

import (
	"context"

	"github.com/coxswain/coxswain/core"
)

// Active returns the ids of the deployments that can still change, sorted, and
// the index at which that is so.
func (s *Store) Active(ctx context.Context) (ids []string, index uint64, err error) {
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	v := s.View()
	for _, d := range v.Active() {
		ids = append(ids, d.ID)
	}
	return ids, v.Index(), nil
}

// Snapshot fills in everything known of one deployment, at one index. The job is
// the current one, which can be newer than the version that is rolled out; there
// is none if the deployment has ended and the job is gone. Lists
// are sorted by id, versions from the newest on; their memory is used again. What
// the input points to is shared with the store: read it only.
//
// The error is an *Error, in which errors.Is finds host.ErrUnknownDeployment or
// host.ErrUnknownJob, or the context's; the input is then as it was.
func (s *Store) Snapshot(ctx context.Context, deployment string, in *core.Input) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	v := s.View()
	d := v.Deployment(deployment)
	if d == nil {
		return unknownDeployment(deployment)
	}
	j := v.job(d.Job)
	if j == nil && d.Status.Active() {
		return unknownJob(d.Job)
	}
	in.Index, in.Job = v.Index(), nil
	facts := d.Deployment
	in.Deployment, in.CanariesAdded = &facts, false

	in.Allocations = core.AllocationChanges{
		Whole: true, Changed: in.Allocations.Changed[:0], Removed: in.Allocations.Removed[:0],
		TableIndex: v.TableIndex(Allocations),
	}
	for _, a := range v.Allocations(deployment) {
		in.Allocations.Changed = append(in.Allocations.Changed, a.Allocation)
	}
	in.Evaluations = core.EvaluationChanges{
		Whole: true, Changed: in.Evaluations.Changed[:0], Removed: in.Evaluations.Removed[:0],
	}
	for _, e := range v.Evaluations(d.Job) {
		in.Evaluations.Changed = append(in.Evaluations.Changed, e.Evaluation)
	}
	in.Versions, in.VersionsRead = in.Versions[:0], true
	if j == nil {
		return nil
	}
	in.Job = j.current.watched()
	for _, version := range j.versions {
		in.Versions = append(in.Versions, version.version())
	}
	return nil
}
