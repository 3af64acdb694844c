package memory

import (
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
)

// commit moves the indexes of what was written, and says what that was.
func (w *write) commit() *host.Commit {
	c := &host.Commit{Index: w.index}
	w.wrote(anything)
	for _, t := range [...]struct {
		table Table
		count int
	}{
		{Jobs, len(w.jobs.order)}, {Deployments, len(w.deployments.order)},
		{Allocations, len(w.allocations.order)}, {Evaluations, len(w.evaluations.order)},
	} {
		if t.count != 0 {
			w.wrote(t.table)
		}
	}
	for _, id := range w.deployments.order {
		c.Deployments = append(c.Deployments, deploymentChange(w.deployments.before[id], w.Deployment(id)))
	}
	for _, id := range w.allocations.order {
		c.Allocations = append(c.Allocations, allocationChange(w.allocations.before[id], w.Allocation(id)))
	}
	for _, id := range w.evaluations.order {
		c.Evaluations = append(c.Evaluations, evaluationChange(w.evaluations.before[id], w.Evaluation(id)))
	}
	for _, key := range w.jobs.order {
		v := host.Versions{Job: key}
		if j := w.job(key); j != nil {
			v.Versions = coreVersions(j.versions)
		}
		c.Versions = append(c.Versions, v)
	}
	return c
}

// deploymentChange tells what a deployment was and is; is is nil when it is
// gone, was when it is new.
func deploymentChange(was, is *Deployment) host.Deployment {
	if is == nil {
		return host.Deployment{Deployment: core.Deployment{ID: was.ID}, Job: was.Job, Deleted: true}
	}
	change := host.Deployment{Deployment: is.Deployment, Job: is.Job}
	if was == nil {
		return change
	}
	if groups, ok := addedCanaries(was.Groups, is.Groups); ok {
		change.Groups, change.CanariesAdded = groups, true
	}
	return change
}

// addedCanaries returns the groups with only their new canaries. That is
// possible when every list begins as it was and what came to it is new to all
// of them: an id that was deleted can be placed again in another group.
func addedCanaries(was, is []core.Group) ([]core.Group, bool) {
	groups := slices.Clone(is)
	for i := range groups {
		g := &groups[i]
		have := 0
		for k := range was {
			if was[k].Name == g.Name {
				have = len(was[k].PlacedCanaries)
				if have > len(g.PlacedCanaries) || !slices.Equal(was[k].PlacedCanaries, g.PlacedCanaries[:have]) {
					return nil, false
				}
			}
		}
		g.PlacedCanaries = g.PlacedCanaries[have:]
		for _, id := range g.PlacedCanaries {
			for k := range is {
				if is[k].Name != g.Name && slices.Contains(is[k].PlacedCanaries, id) {
					return nil, false
				}
			}
		}
	}
	return groups, true
}

func allocationChange(was, is *Allocation) host.Allocation {
	if is == nil {
		return host.Allocation{Allocation: core.Allocation{ID: was.ID}, Left: was.Deployment, Deleted: true}
	}
	change := host.Allocation{Allocation: is.Allocation, Deployment: is.Deployment}
	if was != nil && was.Deployment != is.Deployment {
		change.Left = was.Deployment
	}
	return change
}

func evaluationChange(was, is *Evaluation) host.Evaluation {
	if is == nil {
		return host.Evaluation{Evaluation: core.Evaluation{ID: was.ID}, Job: was.Job, Deleted: true}
	}
	return host.Evaluation{Evaluation: is.Evaluation, Job: is.Job}
}
