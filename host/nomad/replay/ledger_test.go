package replay_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host/nomad"
	"github.com/stretchr/testify/require"
)

// The ledger, fed the recorded writes and triggers, keeps the books as the
// recorded store did: every group's state and every allocation's fields, after
// each index of every recording (S1–S6).
func TestLedgerKeepsTheRecordedBooks(t *testing.T) {
	commits := 0
	for _, file := range bundled(t) {
		rec, err := nomad.ReadFile(file)
		require.NoError(t, err)
		t.Run(rec.Name, func(t *testing.T) {
			b := books{t: t, name: rec.Name, deployments: map[string]core.Deployment{}, allocs: map[string]core.Allocation{}, owner: map[string]string{}, versions: map[string][]core.JobVersion{}}
			for i := range rec.Entries {
				e := &rec.Entries[i]
				switch {
				case e.Snapshot != nil:
					b.load(e.Snapshot)
				case e.Commit != nil:
					b.commit(e.Commit)
					commits++
				}
			}
		})
	}
	require.Greater(t, commits, 500)
}

// books are what the ledger made of the writes so far.
type books struct {
	t           *testing.T
	name        string
	deployments map[string]core.Deployment
	allocs      map[string]core.Allocation
	owner       map[string]string // allocation to deployment
	versions    map[string][]core.JobVersion
}

func (b *books) load(s *nomad.Snapshot) {
	for _, d := range s.Deployments {
		b.deployments[d.ID] = d.Deployment
	}
	for _, a := range s.Allocations {
		b.allocs[a.ID], b.owner[a.ID] = a.Allocation, a.DeploymentID
	}
	for _, j := range s.Versions {
		b.versions[j.ID] = ledger.AddVersion(b.versions[j.ID], version(j))
	}
}

func version(j *nomad.Job) core.JobVersion {
	return core.JobVersion{Version: j.Version, Stable: j.Stable, Stopped: j.Stop, CreateIndex: j.CreateIndex, SpecDigest: j.VersionDigest, ExecDigest: j.ExecDigest}
}

// of lists the allocations of a deployment.
func (b *books) of(deployment string) []core.Allocation {
	var list []core.Allocation
	for id, d := range b.owner {
		if d == deployment {
			list = append(list, b.allocs[id])
		}
	}
	return list
}

func (b *books) commit(c *nomad.Commit) {
	touched := map[string]bool{}
	// A new deployment begins with empty books; a plan writes it first.
	for _, w := range c.Deployments {
		touched[w.Object.ID] = true
		if _, known := b.deployments[w.Object.ID]; !known {
			d := w.Object.Deployment
			d.Groups = slices.Clone(d.Groups)
			for i := range d.Groups {
				g := &d.Groups[i]
				g.PlacedAllocs, g.HealthyAllocs, g.UnhealthyAllocs = 0, 0, 0
				g.PlacedCanaries, g.RequireProgressBy = nil, 0
			}
			b.deployments[d.ID] = d
		}
	}
	for _, w := range c.Allocations {
		b.allocation(c, &w)
		touched[w.Object.DeploymentID] = true
	}
	for _, w := range c.Deployments {
		b.deployment(c, &w)
	}
	// Health that changes no count does not write the deployment.
	for id := range touched {
		if slices.ContainsFunc(c.Deployments, func(w nomad.Written[nomad.Deployment]) bool { return w.Object.ID == id }) ||
			!slices.ContainsFunc(c.Allocations, func(w nomad.Written[nomad.Allocation]) bool {
				return w.Type == "DeploymentAllocHealth" && w.Object.DeploymentID == id
			}) {
			continue
		}
		d, written, err := b.health(c, b.deployments[id])
		require.NoError(b.t, err)
		b.deployments[id] = d
		for _, a := range written {
			b.allocs[a.ID] = a
		}
	}
	for _, w := range c.Jobs {
		b.job(c, w.Object)
	}
	b.compare(c)
}

// allocation writes what a client, the scheduler or a T1 wrote; what promotions
// and requests for health wrote belongs to their deployment.
func (b *books) allocation(c *nomad.Commit, w *nomad.Written[nomad.Allocation]) {
	o := w.Object
	d := b.deployments[o.DeploymentID]
	was, known := b.allocs[o.ID]
	switch w.Type {
	case "AllocationUpdated":
		r := ledger.Report{Client: o.Client, Health: o.Health, HealthTime: o.HealthTime, Time: o.ModifyTime}
		d, was = ledger.Rules(0).ApplyReport(d, was, r, c.Index)
	case "PlanResult":
		before := &was
		if !known || b.owner[o.ID] != o.DeploymentID {
			before = nil
		}
		a := o.Allocation
		a.HealthIndex = 0
		d, was = ledger.Rules(0).ApplyPlan(d, before, a, c.Index)
	case "AllocationUpdateDesiredStatus":
		was = ledger.AllowReschedule(was, c.Index)
	default:
		return
	}
	b.allocs[o.ID], b.owner[o.ID] = was, o.DeploymentID
	if o.DeploymentID != "" {
		b.deployments[o.DeploymentID] = d
	}
}

func (b *books) deployment(c *nomad.Commit, w *nomad.Written[nomad.Deployment]) {
	o := w.Object
	d := b.deployments[o.ID]
	var written []core.Allocation
	var err error
	switch w.Type {
	case "DeploymentPromotion":
		var named []string
		for _, g := range o.Groups {
			k := slices.IndexFunc(d.Groups, func(b core.Group) bool { return b.Name == g.Name })
			if g.Promoted && (!d.Groups[k].Promoted || d.Groups[k].RequireProgressBy != g.RequireProgressBy) {
				named = append(named, g.Name)
			}
		}
		// The time of a promotion is its store's own clock; the recorded
		// deadline tells it.
		time := int64(0)
		for _, g := range o.Groups {
			if slices.Contains(named, g.Name) && g.RequireProgressBy != 0 {
				time = g.RequireProgressBy - g.ProgressDeadline
			}
		}
		d, written, err = ledger.ApplyPromotion(d, b.of(o.ID), false, named, time, c.Index)
		// Each group reads the clock anew, some nanoseconds later.
		for i := range d.Groups {
			for _, g := range o.Groups {
				if g.Name == d.Groups[i].Name && abs(g.RequireProgressBy-d.Groups[i].RequireProgressBy) < 100_000 {
					d.Groups[i].RequireProgressBy = g.RequireProgressBy
				}
			}
		}
	case "DeploymentStatusUpdate":
		d, err = ledger.Rules(0).ApplyStatus(d, o.Status, o.Description, 0, c.Index)
	case "DeploymentAllocHealth":
		d, written, err = b.health(c, d)
		if err == nil && o.Status == core.DeploymentFailed {
			d, err = ledger.Rules(0).ApplyStatus(d, o.Status, o.Description, 0, c.Index)
		}
	case "PlanResult":
		if d.Status != o.Status || d.Description != o.Description {
			d, err = ledger.Rules(0).ApplyStatus(d, o.Status, o.Description, 0, c.Index)
		}
	}
	require.NoError(b.t, err, "%s #%d", b.name, c.Index)
	b.deployments[o.ID] = d
	for _, a := range written {
		b.allocs[a.ID] = a
	}
	if d.Status == core.DeploymentSuccessful {
		b.versions[o.JobID] = ledger.MarkStable(b.versions[o.JobID], o.JobVersion)
	}
}

// health applies a request for health, of which the allocations tell.
func (b *books) health(c *nomad.Commit, d core.Deployment) (core.Deployment, []core.Allocation, error) {
	var healthy, unhealthy []string
	time := int64(0)
	for _, a := range c.Allocations {
		if a.Type != "DeploymentAllocHealth" || a.Object.DeploymentID != d.ID {
			continue
		}
		time = a.Object.HealthTime
		if a.Object.Health == core.Healthy {
			healthy = append(healthy, a.Object.ID)
		} else {
			unhealthy = append(unhealthy, a.Object.ID)
		}
	}
	return ledger.Rules(0).SetHealth(d, func(id string) (core.Allocation, bool, bool) {
		a, ok := b.allocs[id]
		return a, ok, b.owner[id] != d.ID
	}, healthy, unhealthy, time, c.Index)
}

// job takes a registered version; one that a failing deployment rolled back to
// is made by the ledger.
func (b *books) job(c *nomad.Commit, j *nomad.Job) {
	versions := b.versions[j.ID]
	known := slices.ContainsFunc(versions, func(v core.JobVersion) bool { return v.Version == j.Version })
	if known {
		return
	}
	for _, w := range c.Deployments {
		if w.Object.Status != core.DeploymentFailed {
			continue
		}
		target := uint64(0)
		_, err := fmt.Sscanf(w.Object.Description[len(w.Object.Description)-1:], "%d", &target)
		require.NoError(b.t, err)
		rolled, err := ledger.Rules(0).RollBack(versions, target)
		require.NoError(b.t, err)
		rolled[0].Rollback = false // which the cluster does not tell
		require.Equal(b.t, version(j), rolled[0], "%s #%d: the version rolled back to", b.name, c.Index)
		b.versions[j.ID] = rolled
		return
	}
	b.versions[j.ID] = ledger.AddVersion(versions, version(j))
}

// compare holds the books against what the commit recorded.
func (b *books) compare(c *nomad.Commit) {
	where := func(what, id string) string { return fmt.Sprintf("%s #%d: %s %s", b.name, c.Index, what, id) }
	for _, w := range c.Deployments {
		want, have := w.Object.Deployment, b.deployments[w.Object.ID]
		require.Equal(b.t, want.Status, have.Status, where("status of", want.ID))
		require.Equal(b.t, want.Description, have.Description, where("description of", want.ID))
		require.Equal(b.t, want.ModifyIndex, have.ModifyIndex, where("modify index of", want.ID))
		require.Equal(b.t, byName(want.Groups), byName(have.Groups), where("groups of", want.ID))
	}
	for _, w := range c.Allocations {
		want, have := w.Object.Allocation, b.allocs[w.Object.ID]
		require.Equal(b.t, want, have, where(w.Type, want.ID))
	}
	for _, w := range c.Jobs {
		want := version(w.Object)
		i := slices.IndexFunc(b.versions[w.Object.ID], func(v core.JobVersion) bool { return v.Version == want.Version })
		require.GreaterOrEqual(b.t, i, 0)
		require.Equal(b.t, want, b.versions[w.Object.ID][i], where("version of", w.Object.ID))
	}
}

// byName sorts groups, and their canaries: the order of the writes in a commit
// is not recorded.
func byName(groups []core.Group) []core.Group {
	groups = slices.Clone(groups)
	slices.SortFunc(groups, func(a, b core.Group) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	for i := range groups {
		groups[i].PlacedCanaries = slices.Sorted(slices.Values(groups[i].PlacedCanaries))
	}
	return groups
}

func abs(v int64) int64 { return max(v, -v) }
