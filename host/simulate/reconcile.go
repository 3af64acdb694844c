package simulate

import (
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/memory"
)

// picture is what a scheduler looks at: the job, its newest deployment and all
// of its allocations.
type picture struct {
	now int64
	// job is the current version; nil when it is gone.
	job         *memory.Job
	deployment  *memory.Deployment
	allocations []*memory.Allocation
	// known is what the simulation knows of an allocation beyond the store.
	known func(id string) known
	// room says how many allocations of a group there is no room for.
	room map[string]int
	// name makes the id of the next allocation of a group.
	name func(group string) string
	// byCanaries is S8 from level nomad-1.1.4 on: groups without canaries do not
	// count when it is asked whether promotion is automatic.
	byCanaries bool
}

// known is what clients know of an allocation.
type known struct {
	image  string // what it executes
	failed int64  // when it failed for good
	lost   bool   // its node is lost
}

// pass is what one look of the scheduler comes to.
type pass struct {
	plan memory.Plan
	// again are times at which an allocation may be replaced that may not yet.
	again []int64
	// blocked says that something found no room.
	blocked bool
}

// empty reports whether nothing is to be written.
func (p *pass) empty() bool {
	return p.plan.Deployment == nil && len(p.plan.Updates)+len(p.plan.Stops)+len(p.plan.Allocations) == 0
}

// reconcile says what is to be done so that the job is as it should be.
func reconcile(in *picture) *pass {
	r := &reconciler{picture: in, out: &pass{}}
	if in.job == nil || in.job.Stopped {
		r.end(core.TextStoppedJob)
		r.stopAll(in.allocations)
		return r.out
	}
	spec := in.job.Spec.(*spec)
	r.current()
	complete := true
	for i := range spec.groups {
		complete = r.group(&spec.groups[i]) && complete
	}
	r.stopAll(slices.DeleteFunc(slices.Clone(in.allocations), func(a *memory.Allocation) bool {
		return spec.find(a.Group) != nil
	}))
	r.begin()
	if r.active != nil && complete {
		r.update(r.active.ID, core.DeploymentSuccessful, core.TextSuccessful) // S7
	}
	return r.out
}

// reconciler is a look under way.
type reconciler struct {
	*picture
	out *pass

	active *memory.Deployment // the deployment of this version, while it is active
	failed *memory.Deployment // the same, when it has failed
	made   *memory.Deployment // the one that this look makes, if a group takes part
}

// current finds the deployment of the current version, and ends one of another
// version or incarnation (S7).
func (r *reconciler) current() {
	d := r.deployment
	switch {
	case d != nil && (d.JobVersion != r.job.Version || d.JobCreateIndex != r.job.CreateIndex):
		r.end(core.TextNewerJob)
	case d != nil && d.Status.Active():
		r.active = d
		return
	case d != nil && d.Status != core.DeploymentSuccessful:
		r.failed = d
		return
	}
	r.made = &memory.Deployment{
		Deployment:     core.Deployment{ID: deploymentID(r.job.Version), JobVersion: r.job.Version, Status: core.DeploymentRunning},
		Job:            r.job.Key(),
		JobCreateIndex: r.job.CreateIndex,
	}
}

// end cancels the newest deployment if it is active.
func (r *reconciler) end(text string) {
	if d := r.deployment; d != nil && d.Status.Active() {
		r.update(d.ID, core.DeploymentCancelled, text)
	}
}

func (r *reconciler) update(deployment string, status core.DeploymentStatus, text string) {
	r.out.plan.Updates = append(r.out.plan.Updates, memory.StatusUpdate{Deployment: deployment, Status: status, Description: text})
}

// stopAll tells allocations to stop.
func (r *reconciler) stopAll(list []*memory.Allocation) {
	for _, a := range list {
		if wanted(a) {
			r.stop(a)
		}
	}
}

func (r *reconciler) stop(a *memory.Allocation) {
	r.out.plan.Stops = append(r.out.plan.Stops, memory.Stop{Allocation: a.ID, Lost: r.known(a.ID).lost})
}

// wanted reports whether an allocation has neither ended nor been told to. One
// that failed is wanted until it is replaced.
func wanted(a *memory.Allocation) bool {
	return a.Desired == core.DesiredRun && a.Client != core.ClientComplete && a.Client != core.ClientLost
}

// begin adds the new deployment to the plan, if any group takes part, and says
// so to the allocations.
func (r *reconciler) begin() {
	id := ""
	switch {
	case r.active != nil:
		id = r.active.ID
	case r.made != nil && len(r.made.Groups) != 0:
		id = r.made.ID
		r.made.Description = r.text(r.made.Groups)
		r.out.plan.Deployment = r.made
	}
	for i := range r.out.plan.Allocations {
		r.out.plan.Allocations[i].Deployment = id
	}
}

// text is S8: what is said of a deployment that begins.
func (r *reconciler) text(groups []core.Group) string {
	needs, auto := false, true
	for i := range groups {
		needs = needs || groups[i].DesiredCanaries > 0
		auto = auto && (groups[i].AutoPromote || r.byCanaries && groups[i].DesiredCanaries == 0)
	}
	switch {
	case !needs:
		return core.TextRunning
	case auto:
		return core.TextRunningAuto
	}
	return core.TextRunningManual
}
