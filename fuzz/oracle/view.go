package oracle

import (
	"encoding/json"
	"sort"
	"sync"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	digests "github.com/coxswain/coxswain/host/nomad"
	"github.com/hashicorp/nomad/nomad/state"
	"github.com/hashicorp/nomad/nomad/structs"
)

// view is what a state store held at its last commit, by id. The objects of a
// store are never changed, so one that is not the same any more was written.
type view struct {
	deployments map[string]*structs.Deployment
	allocations map[string]*structs.Allocation
	evaluations map[string]*structs.Evaluation
	versions    map[string]map[uint64]*structs.Job
}

func newView() view {
	return view{
		map[string]*structs.Deployment{}, map[string]*structs.Allocation{},
		map[string]*structs.Evaluation{}, map[string]map[uint64]*structs.Job{},
	}
}

// read takes everything that a store holds.
func read(s *state.StateStore) view {
	v := newView()
	ds, _ := s.Deployments(nil)
	for x := ds.Next(); x != nil; x = ds.Next() {
		d := x.(*structs.Deployment)
		v.deployments[d.ID] = d
	}
	as, _ := s.Allocs(nil)
	for x := as.Next(); x != nil; x = as.Next() {
		a := x.(*structs.Allocation)
		v.allocations[a.ID] = a
	}
	es, _ := s.Evals(nil)
	for x := es.Next(); x != nil; x = es.Next() {
		e := x.(*structs.Evaluation)
		v.evaluations[e.ID] = e
	}
	js, _ := s.JobVersions(nil)
	for x := js.Next(); x != nil; x = js.Next() {
		j := x.(*structs.Job)
		if v.versions[j.ID] == nil {
			v.versions[j.ID] = map[uint64]*structs.Job{}
		}
		v.versions[j.ID][j.Version] = j
	}
	return v
}

// diff moves the view to what the store holds now, and returns what that changed.
func (v *view) diff(s *state.StateStore, index uint64) *host.Commit {
	was, now := *v, read(s)
	*v = now
	c := &host.Commit{Index: index}
	for id, d := range now.deployments {
		if was.deployments[id] != d {
			c.Deployments = append(c.Deployments, host.Deployment{Deployment: deployment(d), Job: key(d.JobID)})
		}
	}
	for id, d := range was.deployments {
		if now.deployments[id] == nil {
			c.Deployments = append(c.Deployments, host.Deployment{Deployment: core.Deployment{ID: id}, Job: key(d.JobID), Deleted: true})
		}
	}
	for id, a := range now.allocations {
		if old := was.allocations[id]; old != a {
			x := host.Allocation{Allocation: allocation(a), Deployment: a.DeploymentID}
			if old != nil && old.DeploymentID != a.DeploymentID {
				x.Left = old.DeploymentID
			}
			c.Allocations = append(c.Allocations, x)
		}
	}
	for id, a := range was.allocations {
		if now.allocations[id] == nil {
			c.Allocations = append(c.Allocations, host.Allocation{Allocation: core.Allocation{ID: id}, Left: a.DeploymentID, Deleted: true})
		}
	}
	for id, e := range now.evaluations {
		if was.evaluations[id] != e {
			c.Evaluations = append(c.Evaluations, host.Evaluation{Evaluation: evaluation(e), Job: key(e.JobID)})
		}
	}
	for id, e := range was.evaluations {
		if now.evaluations[id] == nil {
			c.Evaluations = append(c.Evaluations, host.Evaluation{Evaluation: core.Evaluation{ID: id}, Job: key(e.JobID), Deleted: true})
		}
	}
	for job, vs := range now.versions {
		if !same(vs, was.versions[job]) {
			c.Versions = append(c.Versions, host.Versions{Job: key(job), Versions: versions(vs)})
		}
	}
	for job := range was.versions {
		if now.versions[job] == nil {
			c.Versions = append(c.Versions, host.Versions{Job: key(job)})
		}
	}
	return c
}

func same(a, b map[uint64]*structs.Job) bool {
	if len(a) != len(b) {
		return false
	}
	for v, j := range a {
		if b[v] != j {
			return false
		}
	}
	return true
}

func key(job string) host.JobKey { return host.JobKey{Namespace: structs.DefaultNamespace, ID: job} }

// index of a word in the core's enumeration, which have Nomad's words.
func index[T interface {
	~uint8
	String() string
}](word string) T {
	for i := T(1); i < 16; i++ {
		if i.String() == word {
			return i
		}
	}
	panic("the core does not know " + word)
}

func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func deployment(d *structs.Deployment) core.Deployment {
	out := core.Deployment{
		ID: d.ID, Status: index[core.DeploymentStatus](d.Status), Description: d.StatusDescription,
		JobVersion: d.JobVersion, CreateIndex: d.CreateIndex, ModifyIndex: d.ModifyIndex,
	}
	for name, g := range d.TaskGroups {
		out.Groups = append(out.Groups, core.Group{
			Name: name, DesiredTotal: int32(g.DesiredTotal), DesiredCanaries: int32(g.DesiredCanaries),
			Promoted: g.Promoted, AutoRevert: g.AutoRevert, AutoPromote: g.AutoPromote,
			PlacedAllocs: int32(g.PlacedAllocs), HealthyAllocs: int32(g.HealthyAllocs), UnhealthyAllocs: int32(g.UnhealthyAllocs),
			ProgressDeadline: int64(g.ProgressDeadline), RequireProgressBy: nanos(g.RequireProgressBy), PlacedCanaries: g.PlacedCanaries,
		})
	}
	sort.Slice(out.Groups, func(i, j int) bool { return out.Groups[i].Name < out.Groups[j].Name })
	return out
}

func allocation(a *structs.Allocation) core.Allocation {
	out := core.Allocation{
		ID: a.ID, Group: a.TaskGroup, Desired: index[core.DesiredStatus](a.DesiredStatus), Client: index[core.ClientStatus](a.ClientStatus),
		ModifyIndex: a.ModifyIndex, ModifyTime: a.ModifyTime, Reschedule: a.DesiredTransition.ShouldReschedule(),
	}
	if s := a.DeploymentStatus; s != nil {
		if s.IsHealthy() {
			out.Health = core.Healthy
		} else if s.IsUnhealthy() {
			out.Health = core.Unhealthy
		}
		out.HealthTime, out.HealthIndex, out.Canary = nanos(s.Timestamp), s.ModifyIndex, s.Canary
	}
	return out
}

func evaluation(e *structs.Evaluation) core.Evaluation {
	return core.Evaluation{ID: e.ID, Status: index[core.EvaluationStatus](e.Status), CreateIndex: e.CreateIndex, SnapshotIndex: e.SnapshotIndex}
}

// known are digests that were made before, by what they depend on in these
// worlds.
var known sync.Map

// spec returns the digests of a job by the exported rule for Nomad's JSON.
func spec(j *structs.Job) (watched, version string) {
	c := *j
	c.Status, c.Stable, c.Version, c.CreateIndex, c.ModifyIndex, c.JobModifyIndex = "", false, 0, 0, 0, 0
	j = &c
	b, err := json.Marshal(j)
	if d, ok := known.Load(string(b)); ok {
		return d.([2]string)[0], d.([2]string)[1]
	}
	if err == nil {
		watched, version, err = digests.SpecDigest(b)
	}
	if err != nil {
		panic(err)
	}
	known.Store(string(b), [2]string{watched, version})
	return watched, version
}

func versions(all map[uint64]*structs.Job) []core.JobVersion {
	var out []core.JobVersion
	for _, j := range all {
		_, v := spec(j)
		out = append(out, core.JobVersion{Version: j.Version, Stable: j.Stable, Stopped: j.Stop, CreateIndex: j.CreateIndex, SpecDigest: v, ExecDigest: v})
	}
	return out
}

func job(j *structs.Job) *core.Job {
	watched, _ := spec(j)
	out := &core.Job{
		Namespace: j.Namespace, ID: j.ID, Type: j.Type, Priority: int32(j.Priority), Version: j.Version, ModifyIndex: j.JobModifyIndex,
		SpecDigest: watched, ExecDigest: watched,
	}
	for _, g := range j.TaskGroups {
		out.Groups = append(out.Groups, core.JobGroup{Name: g.Name, AutoRevert: g.Update != nil && g.Update.AutoRevert})
	}
	return out
}
