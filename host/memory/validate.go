package memory

import (
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
)

// The store takes nothing that a machine would refuse as a fact, since one bad
// record would shut out its whole deployment. How many records there are of a
// kind is not looked at: the core's limits on that are the scheduler's to keep.

// Limits on times and durations, in nanoseconds. Together they stay within
// core.MaxTime, so that a deadline does too (S2).
const (
	maxDeadline = 1 << 58 // nine years
	maxTime     = core.MaxTime - maxDeadline
)

func validateJob(j *Job) *Error {
	for _, f := range [...]struct {
		name, value string
		max         int
	}{
		{"Type", j.Type, core.MaxIDLength}, {"Tag", j.Tag, core.MaxIDLength},
		{"SpecDigest", j.SpecDigest, core.MaxDigestLength}, {"ExecDigest", j.ExecDigest, core.MaxDigestLength},
	} {
		if len(f.value) > f.max {
			return invalid(f.name, "is too long")
		}
	}
	if len(j.Groups) > core.MaxGroups {
		return invalid("Groups", "are too many")
	}
	names := map[string]bool{}
	for i, g := range j.Groups {
		if err := validateName(names, g.Name); err != nil {
			return err.at("Groups", i)
		}
	}
	return validateKey(j.Key())
}

// validate looks at all of a plan that can be looked at without the state.
func (p *Plan) validate() error {
	if p.Deployment != nil {
		if err := validateDeployment(p.Deployment); err != nil {
			err.Subject = "Deployment." + err.Subject
			return err
		}
	}
	for i, u := range p.Updates {
		switch {
		case u.Status < core.DeploymentRunning || u.Status > core.DeploymentCancelled:
			return invalid("Status", "is not a deployment's status").at("Updates", i)
		case len(u.Description) > core.MaxTextLength:
			return invalid("Description", "is too long").at("Updates", i)
		}
	}
	for i := range p.Allocations {
		if err := validateAllocation(&p.Allocations[i]); err != nil {
			return err.at("Allocations", i)
		}
	}
	return nil
}

func validateDeployment(d *Deployment) *Error {
	switch {
	case !d.Status.Active():
		return invalid("Status", "a new deployment is active")
	case len(d.Description) > core.MaxTextLength:
		return invalid("Description", "is too long")
	case len(d.Groups) > core.MaxGroups:
		return invalid("Groups", "are too many")
	}
	names := map[string]bool{}
	for i := range d.Groups {
		g := &d.Groups[i]
		if err := validateName(names, g.Name); err != nil {
			return err.at("Groups", i)
		}
		switch {
		case g.DesiredTotal < 0:
			return invalid("DesiredTotal", "is negative").at("Groups", i)
		case g.DesiredCanaries < 0:
			return invalid("DesiredCanaries", "is negative").at("Groups", i)
		case g.ProgressDeadline < 0 || g.ProgressDeadline > maxDeadline:
			return invalid("ProgressDeadline", "must lie between 0 and nine years").at("Groups", i)
		case g.PlacedAllocs != 0 || g.HealthyAllocs != 0 || g.UnhealthyAllocs != 0 || g.RequireProgressBy != 0 || len(g.PlacedCanaries) != 0:
			return invalid("Name", "what the store counts is not empty").at("Groups", i)
		}
	}
	if err := validateID("ID", d.ID); err != nil {
		return err
	}
	return validateKey(d.Job)
}

func validateAllocation(a *Allocation) *Error {
	switch {
	case a.Desired < core.DesiredRun || a.Desired > core.DesiredEvict:
		return invalid("Desired", "is not a desired status")
	case a.Client > core.ClientLost:
		return invalid("Client", "is not a client status")
	case a.Health > core.Unhealthy:
		return invalid("Health", "is not a health")
	case a.HealthTime < 0 || a.HealthTime > maxTime:
		return invalid("HealthTime", "is out of range")
	case strings.ContainsRune(a.Deployment, 0) || len(a.Deployment) > core.MaxIDLength:
		return invalid("Deployment", "is not an id")
	}
	if err := validateID("ID", a.ID); err != nil {
		return err
	}
	if err := validateID("Group", a.Group); err != nil {
		return err
	}
	return validateKey(a.Job)
}

func validateReport(r *Report) *Error {
	switch {
	case r.Client < core.ClientPending || r.Client > core.ClientLost:
		return invalid("Client", "is not a client status")
	case r.Health > core.Unhealthy:
		return invalid("Health", "is not a health")
	case r.HealthTime < 0 || r.HealthTime > maxTime:
		return invalid("HealthTime", "is out of range")
	case r.Time < 0 || r.Time > maxTime:
		return invalid("Time", "is out of range")
	}
	return nil
}

func validateEvaluation(e *Evaluation, index uint64) *Error {
	switch {
	case e.Status < core.EvaluationBlocked || e.Status > core.EvaluationPending:
		return invalid("Status", "is not an evaluation's status")
	case e.SnapshotIndex > index:
		return invalid("SnapshotIndex", "lies ahead of this write")
	}
	if err := validateID("ID", e.ID); err != nil {
		return err
	}
	return validateKey(e.Job)
}

// validateName looks at the name of a group and remembers it.
func validateName(names map[string]bool, name string) *Error {
	if names[name] {
		return invalid("Name", "is there twice")
	}
	names[name] = true
	return validateID("Name", name)
}

func validateKey(key host.JobKey) *Error {
	if len(key.Namespace) > core.MaxIDLength || strings.ContainsRune(key.Namespace, 0) {
		return invalid("Namespace", "is too long or has a NUL")
	}
	return validateID("Job", key.ID)
}

func validateID(field, id string) *Error {
	switch {
	case id == "":
		return invalid(field, "is empty")
	case len(id) > core.MaxIDLength:
		return invalid(field, "is too long")
	case strings.ContainsRune(id, 0):
		return invalid(field, "has a NUL")
	}
	return nil
}
