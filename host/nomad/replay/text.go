package replay

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/nomad"
)

func trigger(k core.EffectKind) string { return fmt.Sprintf("T%d", k) }

// text says what a decision does.
func (c *Contents) text() string {
	var b strings.Builder
	switch c.Kind {
	case core.EffectReschedule:
		b.WriteString("ask for the next step")
		if len(c.Allocations) != 0 {
			fmt.Fprintf(&b, " and let %s be replaced", list(c.Allocations))
		}
	case core.EffectStatus:
		fmt.Fprintf(&b, "%s: %q", c.Status, c.Description)
	case core.EffectPromote:
		if len(c.Promoted) == 0 {
			b.WriteString("promote nothing new")
		} else {
			fmt.Fprintf(&b, "promote %s", strings.Join(c.Promoted, ", "))
		}
	case core.EffectHealth:
		b.WriteString("set health:")
		if len(c.Healthy) != 0 {
			fmt.Fprintf(&b, " %s healthy", list(c.Healthy))
		}
		if len(c.Unhealthy) != 0 {
			fmt.Fprintf(&b, " %s unhealthy", list(c.Unhealthy))
		}
		if c.Status != 0 {
			fmt.Fprintf(&b, "; %s: %q", c.Status, c.Description)
		}
	}
	if len(c.RollbackTo) != 0 {
		fmt.Fprintf(&b, ", registering version %d anew", c.RollbackTo[0])
	}
	return b.String()
}

// list names ids as a person compares them.
func list(ids []string) string { return strings.Join(short(ids), ", ") }

func commandText(c *core.Command) string {
	switch c.Kind {
	case core.CommandPromote:
		if c.All {
			return "promote all groups"
		}
		return "promote " + strings.Join(c.Groups, ", ")
	case core.CommandSetHealth:
		s := Contents{Kind: core.EffectHealth, Healthy: c.Healthy, Unhealthy: c.Unhealthy}
		return s.text()
	}
	return c.Kind.String()
}

// describe says what a commit reports, on the facts before it.
func describe(c *nomad.Commit, before *nomad.Cluster) []string {
	var lines []string
	for i := range c.Jobs {
		j := c.Jobs[i].Object
		was := before.Version(j.Namespace, j.ID, j.Version)
		switch {
		case was == nil && j.Stop:
			lines = append(lines, fmt.Sprintf("job %s: version %d stops it", j.ID, j.Version))
		case was == nil && j.Stable:
			lines = append(lines, fmt.Sprintf("job %s: version %d registered, stable from the start", j.ID, j.Version))
		case was == nil:
			lines = append(lines, fmt.Sprintf("job %s: version %d registered", j.ID, j.Version))
		case j.Stable && !was.Stable:
			lines = append(lines, fmt.Sprintf("job %s: version %d is stable", j.ID, j.Version))
		}
	}
	for i := range c.Deployments {
		if text := describeDeployment(c.Deployments[i].Object, before.Deployment(c.Deployments[i].Object.ID)); text != "" {
			lines = append(lines, text)
		}
	}
	if text := describeAllocations(c, before); text != "" {
		lines = append(lines, text)
	}
	return lines
}

func describeDeployment(d, was *nomad.Deployment) string {
	text := "deployment " + shortID(d.ID)
	switch {
	case was == nil:
		text += fmt.Sprintf(" of version %d: %s", d.JobVersion, d.Description)
	case was.Status != d.Status || was.Description != d.Description:
		text += ": " + d.Status.String() + ", " + d.Description
	}
	groups := slices.Clone(d.Groups)
	slices.SortFunc(groups, func(a, b core.Group) int { return strings.Compare(a.Name, b.Name) })
	for _, g := range groups {
		old := core.Group{Name: g.Name}
		if was != nil {
			if k := slices.IndexFunc(was.Groups, func(o core.Group) bool { return o.Name == g.Name }); k >= 0 {
				old = was.Groups[k]
			}
		}
		if was != nil && old.HealthyAllocs == g.HealthyAllocs && old.UnhealthyAllocs == g.UnhealthyAllocs && old.Promoted == g.Promoted && old.PlacedAllocs == g.PlacedAllocs {
			continue
		}
		text += fmt.Sprintf("; %s %d of %d healthy", g.Name, g.HealthyAllocs, g.DesiredTotal)
		if g.DesiredCanaries != 0 && !g.Promoted {
			text += fmt.Sprintf(", %d of %d canaries placed", len(g.PlacedCanaries), g.DesiredCanaries)
		}
		if g.UnhealthyAllocs != 0 {
			text += fmt.Sprintf(", %d unhealthy", g.UnhealthyAllocs)
		}
		if g.Promoted && !old.Promoted {
			text += ", promoted"
		}
	}
	if text == "deployment "+shortID(d.ID) {
		return ""
	}
	return text
}

func describeAllocations(c *nomad.Commit, before *nomad.Cluster) string {
	words := []string{"placed", "healthy", "unhealthy", "told to stop", "complete", "failed", "lost", "running", "may be replaced"}
	by := map[string][]string{}
	for i := range c.Allocations {
		a := c.Allocations[i].Object
		was := before.Allocation(a.ID)
		word := ""
		switch {
		case was == nil, was.DeploymentID != a.DeploymentID && a.DeploymentID != "":
			word = "placed"
		case was.Health != a.Health:
			word = a.Health.String()
		case was.Desired == core.DesiredRun && a.Desired != core.DesiredRun:
			word = "told to stop"
		case !was.Reschedule && a.Reschedule:
			word = "may be replaced"
		case was.Client != a.Client:
			word = a.Client.String()
		}
		by[word] = append(by[word], a.ID)
	}
	var parts []string
	for _, w := range words {
		if ids := by[w]; len(ids) != 0 {
			slices.Sort(ids)
			parts = append(parts, list(ids)+" "+w)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "allocations: " + strings.Join(parts, "; ")
}

// waitsText says what a deployment waits for, in one line.
func waitsText(s *core.Status, zero int64) string {
	parts := make([]string, 0, len(s.Waits))
	for _, w := range s.Waits {
		if w.Code == core.WaitResult {
			continue // a replay answers at once
		}
		text := w.String()
		if w.Until != 0 {
			text += fmt.Sprintf(" at %.3f s", float64(w.Until-zero)/1e9)
		}
		parts = append(parts, "for "+w.Actor.String()+": "+text)
	}
	return strings.Join(parts, "; ")
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
