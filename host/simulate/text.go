package simulate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/memory"
)

func trigger(k core.EffectKind) string { return "T" + strconv.Itoa(int(k)) }

// seconds writes a time since the start.
func seconds(t int64) string { return strconv.FormatFloat(float64(t)/1e9, 'f', 3, 64) + " s" }

// list names ids; of many it names some.
func list(ids []string) string {
	const most = 12
	if len(ids) > most {
		return strings.Join(ids[:most-2], ", ") + fmt.Sprintf(" and %d more", len(ids)-most+2)
	}
	return strings.Join(ids, ", ")
}

// effectText says what a decision does, and the same in a word or two.
func (s *sim) effectText(e *core.Effect) (text, label string) {
	switch e.Kind {
	case core.EffectReschedule:
		text, label = "ask for the next step", "next step"
		if len(e.Allocations) != 0 {
			text += " and let " + list(e.Allocations) + " be replaced"
			label = "replace " + strconv.Itoa(len(e.Allocations))
		}
	case core.EffectStatus:
		text, label = fmt.Sprintf("%s: %q", e.Status, e.Description), e.Status.String()
	case core.EffectPromote:
		groups := s.promoted(e)
		if len(groups) == 0 {
			text, label = "promote nothing new", "promote"
			break
		}
		text = "promote " + strings.Join(groups, ", ")
		label = text
	case core.EffectHealth:
		text, label = healthText(e.Healthy, e.Unhealthy), "set health"
		if e.Status != 0 {
			text += fmt.Sprintf("; %s: %q", e.Status, e.Description)
			label = e.Status.String()
		}
	case core.EffectRegion:
		text, label = "tell the peer regions", "regions"
	}
	if e.Rollback {
		text += fmt.Sprintf(", registering version %d anew", e.RollbackVersion)
		label += fmt.Sprintf(", back to %d", e.RollbackVersion)
	}
	return text, label
}

// promoted are the groups that a promotion promotes.
func (s *sim) promoted(e *core.Effect) []string {
	var names []string
	if d := s.store.View().Deployment(e.Key.Deployment); d != nil {
		for _, g := range d.Groups {
			if !g.Promoted && (e.All || slices.Contains(e.Groups, g.Name)) {
				names = append(names, g.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// versionTexts says which versions are new, and which have become stable.
func (s *sim) versionTexts(versions []*memory.Job) (lines []string) {
	for i := len(versions) - 1; i >= 0; i-- {
		j := versions[i]
		stable, known := s.registered[j.Version]
		s.registered[j.Version] = j.Stable
		text := fmt.Sprintf("job %s: version %d ", j.ID, j.Version)
		tag := ""
		if j.Tag != "" {
			tag = ", tagged " + j.Tag
		}
		switch {
		case !known && j.Stopped:
			lines = append(lines, text+"stops it")
		case !known && j.Stable:
			lines = append(lines, text+"registered, stable from the start"+tag)
		case !known:
			lines = append(lines, text+"registered"+tag)
		case j.Stable && !stable:
			lines = append(lines, text+"is stable")
		}
	}
	return lines
}

// deploymentText says what a write did to a deployment; nothing for counters
// that stayed.
func deploymentText(d, was *memory.Deployment, known bool) string {
	text := "deployment " + d.ID
	begun := len(text)
	switch {
	case !known:
		text += fmt.Sprintf(" of version %d: %s", d.JobVersion, d.Description)
	case was.Status != d.Status || was.Description != d.Description:
		text += ": " + d.Status.String() + ", " + d.Description
	}
	for _, g := range byName(d.Groups) {
		old := core.Group{}
		if i := slices.IndexFunc(was.Groups, func(o core.Group) bool { return o.Name == g.Name }); i >= 0 {
			old = was.Groups[i]
		}
		if known && old.HealthyAllocs == g.HealthyAllocs && old.UnhealthyAllocs == g.UnhealthyAllocs &&
			old.PlacedAllocs == g.PlacedAllocs && old.Promoted == g.Promoted {
			continue
		}
		text += "; " + groupText(&g)
		if g.Promoted && !old.Promoted {
			text += ", promoted"
		}
	}
	if len(text) == begun {
		return ""
	}
	return text
}

// groupText says where a group stands.
func groupText(g *core.Group) string {
	text := fmt.Sprintf("%s %d of %d healthy", g.Name, g.HealthyAllocs, g.DesiredTotal)
	if g.DesiredCanaries != 0 && !g.Promoted {
		text += fmt.Sprintf(", %d of %d canaries placed", len(g.PlacedCanaries), g.DesiredCanaries)
	}
	if g.UnhealthyAllocs != 0 {
		text += fmt.Sprintf(", %d unhealthy", g.UnhealthyAllocs)
	}
	return text
}

// Text says where a deployment stands: its status, description and groups.
func (d *Deployment) Text() string {
	text := fmt.Sprintf("%s of version %d: %s, %s", d.ID, d.Version, d.Status, d.Description)
	for i := range d.Groups {
		text += "; " + d.Groups[i].Text
	}
	return text
}

func byName(groups []core.Group) []core.Group {
	return slices.SortedFunc(slices.Values(groups), func(a, b core.Group) int { return cmp.Compare(a.Name, b.Name) })
}

// words are what can happen to an allocation, in the order in which it is told.
var words = []string{"placed", "updated in place", "healthy", "unhealthy", "told to stop", "complete", "failed", "lost", "running", "starting again", "may be replaced"}

// allocationWord says what a write did to an allocation; nothing that a reader
// must know is empty.
func allocationWord(a, was *memory.Allocation, known bool) string {
	switch {
	case !known:
		return "placed"
	case was.JobVersion != a.JobVersion:
		return "updated in place"
	case was.Client != a.Client && a.Client == core.ClientLost:
		return "lost"
	case was.Health != a.Health:
		return a.Health.String()
	case was.Desired == core.DesiredRun && a.Desired != core.DesiredRun:
		return "told to stop"
	case !was.Reschedule && a.Reschedule:
		return "may be replaced"
	case was.Client != a.Client && a.Client == core.ClientPending:
		return "starting again"
	case was.Client != a.Client:
		return a.Client.String()
	}
	return ""
}

func allocationsText(by map[string][]string) string {
	var parts []string
	for _, w := range words {
		if ids := by[w]; len(ids) != 0 {
			slices.SortFunc(ids, natural)
			parts = append(parts, list(ids)+" "+w)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "allocations: " + strings.Join(parts, "; ")
}

// natural orders ids with the numbers at their ends as numbers.
func natural(a, b string) int {
	split := func(s string) (string, int) {
		i := strings.LastIndexByte(s, '.')
		n, err := strconv.Atoi(s[i+1:])
		if err != nil {
			return s, 0
		}
		return s[:i+1], n
	}
	x, m := split(a)
	y, n := split(b)
	return cmp.Or(strings.Compare(x, y), cmp.Compare(m, n))
}

// waitsText says what a deployment waits for, in one line.
func waitsText(st *core.Status) string {
	parts := make([]string, 0, len(st.Waits))
	for _, w := range st.Waits {
		text := "for " + w.Actor.String() + ": " + w.String()
		if w.Until != 0 {
			text += " at " + seconds(w.Until-start)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}
