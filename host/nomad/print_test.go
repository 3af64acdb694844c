package nomad

import (
	"fmt"
	"strings"
	"time"

	"github.com/coxswain/coxswain/core"
)

// printRecording writes a recording down for the scripts.
func printRecording(r *Recording) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: lines=%d entries=%d timed=%v sidecar=%v start=%d end=%s\n",
		r.Name, r.Lines, len(r.Entries), r.Timed, r.HasSidecar, r.Start, since(r.Start, r.End))
	for _, e := range r.Entries {
		fmt.Fprintf(&b, "%s line %d: ", since(r.Start, e.Time), e.Line)
		switch {
		case e.Leader:
			b.WriteString("leader\n")
		case e.Snapshot != nil:
			s := e.Snapshot
			fmt.Fprintf(&b, "snapshot %d: jobs=%d versions=%d deployments=%d evaluations=%d allocations=%d\n",
				s.Index, len(s.Jobs), len(s.Versions), len(s.Deployments), len(s.Evaluations), len(s.Allocations))
		case e.Commit != nil:
			fmt.Fprintf(&b, "commit %d\n", e.Commit.Index)
			printCommit(&b, e.Commit)
		case e.Command != nil:
			printCommand(&b, e.Command)
		}
	}
	return b.String()
}

func printCommit(b *strings.Builder, c *Commit) {
	for _, w := range c.Jobs {
		j := w.Object
		fmt.Fprintf(b, "  line %d %s: job %s/%s v%d %s/%d stable=%v stop=%v multiregion=%v created=%d spec=%d modified=%d groups=%v\n",
			w.Line, w.Type, j.Namespace, j.ID, j.Version, j.Type, j.Priority, j.Stable, j.Stop, j.Multiregion,
			j.CreateIndex, j.SpecIndex, j.ModifyIndex, j.Groups)
	}
	for _, w := range c.Deployments {
		d := w.Object
		fmt.Fprintf(b, "  line %d %s: deployment of %s/%s multiregion=%v ", w.Line, w.Type, d.Namespace, d.JobID, d.Multiregion)
		printDeployment(b, &d.Deployment)
	}
	for _, w := range c.Evaluations {
		e := w.Object
		fmt.Fprintf(b, "  line %d %s: evaluation %s of %s/%s for %q by %s %s %d\n", w.Line, w.Type,
			e.ID, e.Namespace, e.JobID, e.DeploymentID, e.TriggeredBy, e.Status, e.CreateIndex)
	}
	for _, w := range c.Allocations {
		a := w.Object
		fmt.Fprintf(b, "  line %d %s: in %q ", w.Line, w.Type, a.DeploymentID)
		printAllocation(b, &a.Allocation)
	}
}

func printCommand(b *strings.Builder, c *Command) {
	k := &c.Command
	fmt.Fprintf(b, "command %d %s %s", k.ID, k.Kind, c.Deployment)
	if k.All || len(k.Groups) > 0 {
		fmt.Fprintf(b, " all=%v groups=%v", k.All, k.Groups)
	}
	if len(k.Healthy)+len(k.Unhealthy) > 0 {
		fmt.Fprintf(b, " healthy=%v unhealthy=%v", k.Healthy, k.Unhealthy)
	}
	if c.Refused {
		fmt.Fprintf(b, " refused: %s\n", c.Text)
		return
	}
	fmt.Fprintf(b, " index=%d evaluation=%q", c.Index, c.EvaluationID)
	if c.Reverted {
		fmt.Fprintf(b, " reverted=%d", c.RevertedVersion)
	}
	b.WriteString("\n")
}

// printInput writes an input down for the scripts.
func printInput(in *core.Input) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  now=%d index=%d", in.Now, in.Index)
	if in.Delivered {
		b.WriteString(" delivered")
	}
	b.WriteString("\n")
	if j := in.Job; j != nil {
		fmt.Fprintf(&b, "  epoch %d job %s/%s v%d spec=%d %s/%d multiregion=%v groups=%v\n",
			in.Epoch, j.Namespace, j.ID, j.Version, j.ModifyIndex, j.Type, j.Priority, j.Multiregion, j.Groups)
	}
	if in.Deployment != nil {
		b.WriteString("  deployment ")
		if in.CanariesAdded {
			b.WriteString("(canaries added) ")
		}
		printDeployment(&b, in.Deployment)
	}
	if a := &in.Allocations; a.Whole || len(a.Changed)+len(a.Removed) > 0 {
		fmt.Fprintf(&b, "  allocations whole=%v table=%d removed=%v\n", a.Whole, a.TableIndex, a.Removed)
		for i := range a.Changed {
			b.WriteString("    ")
			printAllocation(&b, &a.Changed[i])
		}
	} else {
		fmt.Fprintf(&b, "  allocation table=%d\n", a.TableIndex)
	}
	if e := &in.Evaluations; e.Whole || len(e.Changed) > 0 {
		fmt.Fprintf(&b, "  evaluations whole=%v\n", e.Whole)
		for _, v := range e.Changed {
			fmt.Fprintf(&b, "    %s %s created=%d snapshot=%d\n", v.ID, v.Status, v.CreateIndex, v.SnapshotIndex)
		}
	}
	if in.VersionsRead {
		b.WriteString("  versions")
		for _, v := range in.Versions {
			fmt.Fprintf(&b, " %d(created=%d stable=%v stopped=%v)", v.Version, v.CreateIndex, v.Stable, v.Stopped)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func printDeployment(b *strings.Builder, d *core.Deployment) {
	fmt.Fprintf(b, "%s v%d %s %q created=%d modified=%d\n", d.ID, d.JobVersion, d.Status, d.Description, d.CreateIndex, d.ModifyIndex)
	for _, g := range d.Groups {
		fmt.Fprintf(b, "    group %s: total=%d canaries=%d%v placed=%d healthy=%d unhealthy=%d promoted=%v revert=%v promote=%v deadline=%s by=%d\n",
			g.Name, g.DesiredTotal, g.DesiredCanaries, g.PlacedCanaries, g.PlacedAllocs, g.HealthyAllocs, g.UnhealthyAllocs,
			g.Promoted, g.AutoRevert, g.AutoPromote, time.Duration(g.ProgressDeadline), g.RequireProgressBy)
	}
}

func printAllocation(b *strings.Builder, a *core.Allocation) {
	fmt.Fprintf(b, "%s %s %s/%s %s", a.ID, a.Group, a.Desired, a.Client, a.Health)
	if a.HealthIndex != 0 || a.HealthTime != 0 {
		fmt.Fprintf(b, "(index=%d time=%d)", a.HealthIndex, a.HealthTime)
	}
	fmt.Fprintf(b, " modified=%d", a.ModifyIndex)
	if a.Canary {
		b.WriteString(" canary")
	}
	if a.Reschedule {
		b.WriteString(" reschedule")
	}
	b.WriteString("\n")
}

func since(start, t int64) string { return "+" + time.Duration(t-start).String() }
