package oracle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/coxswain/coxswain/host"
	"github.com/hashicorp/nomad/nomad/structs"
)

// verbs are what can happen, apart from leadership and commands, which are here
// without a function: what an event writes at an index. One that makes no sense
// returns an error and nothing is written.
var verbs = map[string]func(w *world, e *Event, index uint64) error{
	"register": register, "stable": stable, "purge": purge,
	"deploy": deploy, "status": setStatus,
	"place": place, "report": report, "health": setHealth, "stop": stop, "move": move, "wish": wish,
	"evaluate": evaluate, "forget": forget,
	"leader": nil, "set-health": nil, "promote": nil, "pause": nil, "resume": nil,
	"fail": nil, "run": nil, "unblock": nil, "cancel": nil,
}

// nothing says that an event makes no sense where it stands.
func nothing(format string, args ...any) error { return fmt.Errorf(format, args...) }

// register registers a version of a job: register JOB [spec=N] [empty] [stop]
// [stable] [priority=N] [type=T] groups=NAME[:revert],…
func register(w *world, e *Event, index uint64) error {
	j := &structs.Job{
		Region: "global", Namespace: structs.DefaultNamespace, ID: e.word(0), Name: e.word(0), Type: structs.JobTypeService,
		Priority: e.number("priority", 50), Datacenters: []string{"dc1"}, Meta: map[string]string{"spec": e.value("spec")},
		Stop: e.has("stop"), Stable: e.has("stable"),
	}
	if t := e.value("type"); t != "" {
		j.Type = t
	}
	if e.has("empty") {
		j.Constraints = []*structs.Constraint{}
	}
	for _, g := range e.list("groups") {
		name, revert, _ := strings.Cut(g, ":")
		tg := &structs.TaskGroup{Name: name, Count: 1}
		if revert != "" {
			tg.Update = &structs.UpdateStrategy{AutoRevert: revert == "revert"}
		}
		j.TaskGroups = append(j.TaskGroups, tg)
	}
	j.Canonicalize() // as its endpoint does, and Nomad's watcher does to what is in the store (C1)
	return w.store.UpsertJob(structs.JobRegisterRequestType, index, j)
}

// stable marks a version of a job: stable JOB version=N [off]
func stable(w *world, e *Event, index uint64) error {
	return w.store.UpdateJobStability(index, structs.DefaultNamespace, e.word(0), uint64(e.number("version", 0)), !e.has("off"))
}

// purge deletes a job and its versions: purge JOB
func purge(w *world, e *Event, index uint64) error {
	return w.store.DeleteJob(index, structs.DefaultNamespace, e.word(0))
}

// deploy creates a deployment of the newest version of a job, or writes one anew
// that is there: deploy DEPLOYMENT JOB [status=S] [version=N] GROUP:KEY=N,…
func deploy(w *world, e *Event, index uint64) error {
	j, err := w.store.JobByID(nil, structs.DefaultNamespace, e.word(1))
	if err != nil {
		return err
	}
	old, err := w.store.DeploymentByID(nil, w.names.id(e.word(0)))
	if err != nil {
		return err
	}
	if old == nil && w.gone(w.names.id(e.word(0))) || old != nil && old.JobID != e.word(1) {
		return nothing("no id is used twice")
	}
	d := &structs.Deployment{
		ID: w.names.id(e.word(0)), Namespace: structs.DefaultNamespace, JobID: e.word(1),
		Status: structs.DeploymentStatusRunning, StatusDescription: structs.DeploymentStatusDescriptionRunning,
		TaskGroups: map[string]*structs.DeploymentState{},
	}
	if s := e.value("status"); s != "" {
		d.Status = s
	}
	if j != nil {
		d.JobVersion, d.JobModifyIndex, d.JobCreateIndex = j.Version, j.JobModifyIndex, j.CreateIndex
	}
	d.JobVersion = uint64(e.number("version", int(d.JobVersion)))
	for _, word := range e.Args[min(2, len(e.Args)):] {
		name, settings, ok := strings.Cut(word, ":")
		if !ok {
			continue
		}
		w.deadline += 7 * time.Microsecond
		g := &structs.DeploymentState{}
		if old != nil && old.TaskGroups[name] != nil {
			g = old.TaskGroups[name].Copy()
		}
		for _, s := range strings.Split(settings, ",") {
			if err := w.setting(g, s); err != nil {
				return err
			}
		}
		d.TaskGroups[name] = g
	}
	return w.store.UpsertDeployment(index, d)
}

// gone reports whether a deployment was deleted.
func (w *world) gone(id string) bool {
	return slices.ContainsFunc(w.commits, func(c *host.Commit) bool {
		return slices.ContainsFunc(c.Deployments, func(d host.Deployment) bool { return d.ID == id && d.Deleted })
	})
}

// setting sets one thing of a group: total=N, canaries=N, deadline=D, by=D (from
// now), healthy=N, revert, promote, promoted.
func (w *world) setting(g *structs.DeploymentState, s string) error {
	key, value, _ := strings.Cut(s, "=")
	switch key {
	case "revert":
		g.AutoRevert = true
	case "promote":
		g.AutoPromote = true
	case "promoted":
		g.Promoted = true
	case "total", "canaries", "healthy":
		n, err := strconv.Atoi(value)
		if err != nil {
			return err
		}
		*map[string]*int{"total": &g.DesiredTotal, "canaries": &g.DesiredCanaries, "healthy": &g.HealthyAllocs}[key] = n
	case "deadline", "by":
		d, err := time.ParseDuration(value)
		if err != nil {
			return err
		}
		if key == "by" {
			g.RequireProgressBy = time.Now().Add(d + w.deadline)
		} else if g.ProgressDeadline = d; d != 0 {
			g.ProgressDeadline += w.deadline
		}
	default:
		return nothing("no setting %q", s)
	}
	return nil
}

// setStatus is the scheduler's: status DEPLOYMENT STATUS
func setStatus(w *world, e *Event, index uint64) error {
	return w.store.UpdateDeploymentStatus(structs.DeploymentStatusUpdateRequestType, index, &structs.DeploymentStatusUpdateRequest{
		DeploymentUpdate: &structs.DeploymentStatusUpdate{DeploymentID: w.names.id(e.word(0)), Status: e.word(1), StatusDescription: "by the scheduler"},
	})
}

// place is the scheduler's: place DEPLOYMENT GROUP ALLOCATION… [canary]
// [instead=ALLOCATION] [healthy|unhealthy]
func place(w *world, e *Event, index uint64) error {
	d, err := w.store.DeploymentByID(nil, w.names.id(e.word(0)))
	if err != nil || d == nil {
		return nothing("no deployment")
	}
	var all []*structs.Allocation
	for _, word := range e.Args[min(2, len(e.Args)):] {
		if word == "canary" || word == "healthy" || word == "unhealthy" || strings.Contains(word, "=") {
			continue
		}
		a := &structs.Allocation{
			ID: w.names.id(word), Namespace: structs.DefaultNamespace, JobID: d.JobID, TaskGroup: e.word(1), DeploymentID: d.ID,
			Job:           &structs.Job{ID: d.JobID, Namespace: structs.DefaultNamespace, Type: structs.JobTypeService, TaskGroups: []*structs.TaskGroup{{Name: e.word(1)}}},
			DesiredStatus: structs.AllocDesiredStatusRun, ClientStatus: structs.AllocClientStatusPending,
			EvalID: w.names.id("evaluation-of-" + word), NodeID: w.names.id("node"), Name: word, ModifyTime: time.Now().UnixNano(), CreateTime: time.Now().UnixNano(),
			DeploymentStatus: health(e),
		}
		if old, _ := w.store.AllocByID(nil, a.ID); old != nil {
			return nothing("it is there")
		}
		if e.has("canary") {
			if a.DeploymentStatus == nil {
				a.DeploymentStatus = &structs.AllocDeploymentStatus{}
			}
			a.DeploymentStatus.Canary = true
		}
		if was := e.value("instead"); was != "" {
			a.PreviousAllocation = w.names.id(was)
		}
		all = append(all, a)
	}
	return w.store.UpsertAllocs(structs.AllocUpdateRequestType, index, all)
}

// health returns the health that an event tells of; nil for none.
func health(e *Event) *structs.AllocDeploymentStatus {
	healthy := e.has("healthy")
	if !healthy && !e.has("unhealthy") {
		return nil
	}
	return &structs.AllocDeploymentStatus{Healthy: &healthy, Timestamp: time.Now()}
}

// existing returns copies of the allocations that an event names.
func (w *world) existing(e *Event) []*structs.Allocation {
	var all []*structs.Allocation
	seen := map[string]bool{}
	for _, word := range e.Args {
		a, _ := w.store.AllocByID(nil, w.names.id(word))
		if a != nil && !seen[word] {
			seen[word] = true
			all = append(all, a.Copy())
		}
	}
	return all
}

// report is a client's: report ALLOCATION… [pending|running|complete|failed|lost]
// [healthy|unhealthy]
func report(w *world, e *Event, index uint64) error {
	all := w.existing(e)
	if len(all) == 0 {
		return nothing("no allocation")
	}
	for _, a := range all {
		for _, s := range []string{"pending", "running", "complete", "failed", "lost"} {
			if e.has(s) {
				a.ClientStatus = s
			}
		}
		a.DeploymentStatus, a.ModifyTime = health(e), time.Now().UnixNano()
	}
	return w.store.UpdateAllocsFromClient(structs.AllocClientUpdateRequestType, index, all)
}

// setHealth is the health endpoint's write without the watcher in between:
// health DEPLOYMENT [healthy=A,…] [unhealthy=A,…]
func setHealth(w *world, e *Event, index uint64) error {
	r := &structs.ApplyDeploymentAllocHealthRequest{Timestamp: time.Now()}
	r.DeploymentID = w.names.id(e.word(0))
	r.HealthyAllocationIDs, r.UnhealthyAllocationIDs = w.names.ids(e.list("healthy")), w.names.ids(e.list("unhealthy"))
	return w.store.UpdateDeploymentAllocHealth(structs.DeploymentAllocHealthRequestType, index, r)
}

// stop is the scheduler's: stop ALLOCATION… [evict] [lost] [healthy|unhealthy]
func stop(w *world, e *Event, index uint64) error {
	all := w.existing(e)
	if len(all) == 0 {
		return nothing("no allocation")
	}
	for _, a := range all {
		a.DesiredStatus, a.ModifyTime = structs.AllocDesiredStatusStop, time.Now().UnixNano()
		if e.has("evict") {
			a.DesiredStatus = structs.AllocDesiredStatusEvict
		}
		if e.has("lost") {
			a.ClientStatus = structs.AllocClientStatusLost
		}
		if h := health(e); h != nil && a.DeploymentStatus != nil {
			a.DeploymentStatus.Healthy, a.DeploymentStatus.Timestamp = h.Healthy, h.Timestamp
		}
	}
	return w.store.UpsertAllocs(structs.AllocUpdateRequestType, index, all)
}

// move is the scheduler's: an allocation that is updated in place goes over to
// another deployment: move ALLOCATION DEPLOYMENT
func move(w *world, e *Event, index uint64) error {
	all := w.existing(e)
	d, _ := w.store.DeploymentByID(nil, w.names.id(e.word(1)))
	if len(all) == 0 || d == nil {
		return nothing("nothing to move")
	}
	all[0].DeploymentID, all[0].DeploymentStatus, all[0].ModifyTime = d.ID, nil, time.Now().UnixNano()
	return w.store.UpsertAllocs(structs.AllocUpdateRequestType, index, all[:1])
}

// wish is a drain's or a user's: wish ALLOCATION… [reschedule] [migrate]
func wish(w *world, e *Event, index uint64) error {
	all := w.existing(e)
	if len(all) == 0 {
		return nothing("no allocation")
	}
	yes, t := true, &structs.DesiredTransition{}
	if e.has("reschedule") {
		t.Reschedule = &yes
	}
	if e.has("migrate") {
		t.Migrate = &yes
	}
	wishes := map[string]*structs.DesiredTransition{}
	for _, a := range all {
		wishes[a.ID] = t
	}
	return w.store.UpdateAllocsDesiredTransitions(structs.AllocUpdateDesiredTransitionRequestType, index, wishes, nil)
}

// evaluate writes an evaluation, or all pending ones of a job that are there:
// evaluate EVALUATION|pending JOB STATUS [snapshot=N], N commits ago
func evaluate(w *world, e *Event, index uint64) error {
	var all []*structs.Evaluation
	if e.word(0) == "pending" {
		old, _ := w.store.EvalsByJob(nil, structs.DefaultNamespace, e.word(1))
		for _, x := range old {
			if x.Status == structs.EvalStatusPending {
				all = append(all, x.Copy())
			}
		}
	} else {
		all = append(all, &structs.Evaluation{ID: w.names.id(e.word(0)), Namespace: structs.DefaultNamespace, JobID: e.word(1), Type: structs.JobTypeService})
	}
	for _, x := range all {
		x.Status = e.word(2)
		if back := e.number("snapshot", -1); back >= 0 {
			x.SnapshotIndex = index - uint64(min(back, int(index)))
		}
	}
	if len(all) == 0 {
		return nothing("no evaluation")
	}
	return w.store.UpsertEvals(structs.EvalUpdateRequestType, index, all)
}

// forget is the garbage collector's: forget deployment|evaluation|allocation NAME
func forget(w *world, e *Event, index uint64) error {
	id := w.names.id(e.word(1))
	switch e.word(0) {
	case "deployment":
		return w.store.DeleteDeployment(index, []string{id})
	case "evaluation":
		return w.store.DeleteEval(index, []string{id}, nil)
	case "allocation":
		return w.store.DeleteEval(index, nil, []string{id})
	}
	return nothing("no such thing")
}
