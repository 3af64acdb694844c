package nomad

import (
	"cmp"
	"slices"
)

// Cluster holds the facts of a cluster as they stand after the last commit. The
// zero value is a cluster of which nothing is known. It is not safe for
// concurrent use. Objects that its methods return are shared: read them only.
//
// The event stream does not tell of deletions, so nothing is ever removed but
// job versions, which follow R1, and those of a job that was purged and
// registered again. Memory grows with the recording.
type Cluster struct {
	index      uint64
	allocIndex uint64 // the last write to any allocation

	jobs        map[jobKey]*jobFacts
	deployments map[string]*Deployment
	allocations map[string]*Allocation
	evaluations map[string]*Evaluation
	// members are the allocations of each deployment, active those deployments
	// that can still change.
	members map[string]map[string]*Allocation
	active  map[string]*Deployment

	change change
}

// jobKey names a job.
type jobKey struct{ namespace, id string }

// jobFacts are what is known of a job.
type jobFacts struct {
	// current is the job as last written; nil when only evaluations are known.
	current     *Job
	versions    versions
	evaluations map[string]*Evaluation
}

// Load forgets everything and takes the facts of a snapshot.
func (c *Cluster) Load(s *Snapshot) {
	*c = Cluster{index: s.Index}
	c.init()
	for _, j := range s.Versions {
		c.job(jobKey{j.Namespace, j.ID}).versions.put(j)
	}
	for _, j := range s.Jobs {
		f := c.job(jobKey{j.Namespace, j.ID})
		f.current = j
		f.versions.put(j)
	}
	for _, d := range s.Deployments {
		c.putDeployment(d)
	}
	for _, e := range s.Evaluations {
		c.putEvaluation(e)
	}
	for _, a := range s.Allocations {
		c.putAllocation(a)
		c.allocIndex = max(c.allocIndex, a.ModifyIndex)
	}
	c.change.reset(nil)
}

// Apply takes the facts of a commit. Commits are applied in the order of their
// indexes; one that is not above the last index is passed over.
func (c *Cluster) Apply(commit *Commit) {
	c.init()
	if commit.Index <= c.index {
		return
	}
	c.index = commit.Index
	c.change.reset(commit)
	for _, w := range commit.Jobs {
		c.putJob(w.Object)
	}
	for _, w := range commit.Deployments {
		c.change.deployments[w.Object.ID] = c.deployments[w.Object.ID]
		c.putDeployment(w.Object)
	}
	for _, w := range commit.Evaluations {
		key := jobKey{w.Object.Namespace, w.Object.JobID}
		c.change.evaluations[key] = append(c.change.evaluations[key], w.Object)
		c.putEvaluation(w.Object)
	}
	for _, w := range commit.Allocations {
		c.allocIndex = commit.Index
		if to := w.Object.DeploymentID; to != "" {
			c.change.allocations[to] = append(c.change.allocations[to], w.Object)
		}
		if from := c.putAllocation(w.Object); from != "" {
			c.change.moved[from] = append(c.change.moved[from], w.Object.ID)
		}
	}
}

// Index is that of the last commit or of the snapshot; 0 when nothing is known.
func (c *Cluster) Index() uint64 { return c.index }

// Active lists the deployments that can still change, in the order in which they
// were created and then of their ids.
func (c *Cluster) Active() []string {
	list := make([]*Deployment, 0, len(c.active))
	for _, d := range c.active {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b *Deployment) int {
		return cmp.Or(cmp.Compare(a.CreateIndex, b.CreateIndex), cmp.Compare(a.ID, b.ID))
	})
	ids := make([]string, len(list))
	for i, d := range list {
		ids[i] = d.ID
	}
	return ids
}

// Deployment returns a deployment as it stands, or nil.
func (c *Cluster) Deployment(id string) *Deployment { return c.deployments[id] }

// Allocation returns an allocation as it stands, or nil.
func (c *Cluster) Allocation(id string) *Allocation { return c.allocations[id] }

// Allocations lists the allocations of a deployment, sorted by id.
func (c *Cluster) Allocations(deployment string) []*Allocation {
	return sortedByID(c.members[deployment], func(a *Allocation) string { return a.ID })
}

// Evaluation returns an evaluation as it stands, or nil.
func (c *Cluster) Evaluation(id string) *Evaluation { return c.evaluations[id] }

// Evaluations lists the evaluations of a job, sorted by id.
func (c *Cluster) Evaluations(namespace, job string) []*Evaluation {
	f := c.jobs[jobKey{namespace, job}]
	if f == nil {
		return nil
	}
	return sortedByID(f.evaluations, func(e *Evaluation) string { return e.ID })
}

// Job returns the current job, or nil when none is known. It is the one that was
// written last. That is the newest version, except after an older one was marked
// stable (S4): Nomad 1.0.4 then has that one as its current job.
func (c *Cluster) Job(namespace, id string) *Job {
	if f := c.jobs[jobKey{namespace, id}]; f != nil {
		return f.current
	}
	return nil
}

// Version returns a kept version of a job, or nil.
func (c *Cluster) Version(namespace, id string, version uint64) *Job {
	for _, j := range c.Versions(namespace, id) {
		if j.Version == version {
			return j
		}
	}
	return nil
}

// Versions lists the kept versions of a job (R1), newest first.
func (c *Cluster) Versions(namespace, id string) []*Job {
	if f := c.jobs[jobKey{namespace, id}]; f != nil {
		return slices.Clone(f.versions)
	}
	return nil
}

func (c *Cluster) init() {
	if c.jobs != nil {
		return
	}
	c.jobs = map[jobKey]*jobFacts{}
	c.deployments = map[string]*Deployment{}
	c.allocations = map[string]*Allocation{}
	c.evaluations = map[string]*Evaluation{}
	c.members = map[string]map[string]*Allocation{}
	c.active = map[string]*Deployment{}
}

// job returns the facts of a job, and makes room for them.
func (c *Cluster) job(key jobKey) *jobFacts {
	f := c.jobs[key]
	if f == nil {
		f = &jobFacts{evaluations: map[string]*Evaluation{}}
		c.jobs[key] = f
	}
	return f
}

// putJob takes a job as it was written.
func (c *Cluster) putJob(j *Job) {
	key := jobKey{j.Namespace, j.ID}
	f := c.job(key)
	if f.current != nil && f.current.CreateIndex != j.CreateIndex {
		f.versions = nil
		c.change.versions[key] = true
	}
	f.current = j
	if f.versions.put(j) {
		c.change.versions[key] = true
	}
}

func (c *Cluster) putDeployment(d *Deployment) {
	c.deployments[d.ID] = d
	if d.Status.Active() {
		c.active[d.ID] = d
	} else {
		delete(c.active, d.ID)
	}
}

func (c *Cluster) putEvaluation(e *Evaluation) {
	c.evaluations[e.ID] = e
	c.job(jobKey{e.Namespace, e.JobID}).evaluations[e.ID] = e
}

// putAllocation takes an allocation, and returns the deployment that it left.
func (c *Cluster) putAllocation(a *Allocation) (left string) {
	if old := c.allocations[a.ID]; old != nil && old.DeploymentID != "" && old.DeploymentID != a.DeploymentID {
		left = old.DeploymentID
		delete(c.members[left], a.ID)
	}
	c.allocations[a.ID] = a
	if a.DeploymentID == "" {
		return left
	}
	m := c.members[a.DeploymentID]
	if m == nil {
		m = map[string]*Allocation{}
		c.members[a.DeploymentID] = m
	}
	m[a.ID] = a
	return left
}

// sortedByID lists a map's values in the order of their ids.
func sortedByID[T any](m map[string]T, id func(T) string) []T {
	list := make([]T, 0, len(m))
	for _, v := range m {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b T) int { return cmp.Compare(id(a), id(b)) })
	return list
}
