package core

import "slices"

// validate looks at a whole input before any of it is used, so that a bad one
// leaves the machine as it was. Its cost is that of the input.
func (m *Machine) validate(in *Input) *Error {
	if in.Now < 1 || in.Now > MaxTime {
		return bad(ErrInvalid, "Now", "must lie between 1 and MaxTime")
	}
	if !m.opened {
		if err := m.validateOpening(in); err != nil {
			return err
		}
	} else {
		if in.Job != nil {
			return bad(ErrUnexpected, "Job", "belongs to the opening")
		}
		if in.Epoch != 0 {
			return bad(ErrUnexpected, "Epoch", "belongs to the opening")
		}
	}
	if in.hasFacts() && in.Index == 0 {
		return bad(ErrMissing, "Index", "facts need the index of their commit")
	}
	if in.Deployment != nil && (in.DeploymentDeleted || m.deleted && m.learns(in.Index)) {
		return bad(ErrUnexpected, "Deployment", "is gone from the store")
	}
	if in.Deployment != nil {
		if err := validateDeployment(in.Deployment, in.Index); err != nil {
			return err.in("Deployment")
		}
		if m.opened && in.Deployment.ID != m.id {
			return bad(ErrForeign, "Deployment.ID", "this machine decides for another deployment")
		}
		if m.opened && in.CanariesAdded && m.learns(in.Index) {
			if err := m.validateAddedCanaries(in.Deployment); err != nil {
				return err.in("Deployment")
			}
		}
	} else if in.CanariesAdded {
		return bad(ErrUnexpected, "CanariesAdded", "there is no deployment")
	}
	if err := m.validateAllocations(&in.Allocations, in.Index); err != nil {
		return err.in("Allocations")
	}
	if err := m.validateEvaluations(&in.Evaluations, in.Index); err != nil {
		return err.in("Evaluations")
	}
	if err := validateVersions(in); err != nil {
		return err
	}
	if in.Command != nil {
		if err := validateCommand(in.Command); err != nil {
			return err.in("Command")
		}
	}
	if err := m.cfg.Policy.validateGuards(in); err != nil {
		return err
	}
	return m.validateResults(in.Results)
}

// validateGuards looks at what the host says for policies.
func (p *Policy) validateGuards(in *Input) *Error {
	if len(in.Verdicts) > MaxGates {
		return bad(ErrLimit, "Verdicts", "are too many")
	}
	for i := range in.Verdicts {
		v := &in.Verdicts[i]
		if p.gate(v.Gate) < 0 {
			return bad(ErrInvalid, "Gate", "the policy has no such gate").at("Verdicts", i)
		}
		if v.Value < GatePass || v.Value > GateUndecided {
			return bad(ErrInvalid, "Value", "is not a verdict").at("Verdicts", i)
		}
	}
	switch {
	case !in.FreezesRead && len(in.Freezes) != 0:
		return bad(ErrUnexpected, "Freezes", "are not marked as read")
	case in.FreezesRead && !p.Freezes:
		return bad(ErrUnexpected, "Freezes", "the policy has none")
	case len(in.Freezes) > MaxFreezes:
		return bad(ErrLimit, "Freezes", "are too many")
	}
	for i := range in.Freezes {
		f := &in.Freezes[i]
		if err := validateTime(f.From, "From"); err != nil {
			return err.at("Freezes", i)
		}
		if err := validateTime(f.Until, "Until"); err != nil {
			return err.at("Freezes", i)
		}
		if f.From >= f.Until {
			return bad(ErrInvalid, "Until", "does not lie after From").at("Freezes", i)
		}
	}
	return nil
}

// hasFacts reports whether an input tells of a commit.
func (in *Input) hasFacts() bool {
	return in.Deployment != nil || in.Delivered || in.DeploymentDeleted || in.VersionsRead ||
		in.Allocations.Whole || len(in.Allocations.Changed) != 0 || len(in.Allocations.Removed) != 0 || in.Allocations.TableIndex != 0 ||
		in.Evaluations.Whole || len(in.Evaluations.Changed) != 0 || len(in.Evaluations.Removed) != 0
}

func (m *Machine) validateOpening(in *Input) *Error {
	switch {
	case in.Deployment == nil:
		return bad(ErrMissing, "Deployment", "the first input opens the machine and needs it")
	case in.Job == nil:
		return bad(ErrMissing, "Job", "the first input opens the machine and needs it")
	case in.Epoch == 0:
		return bad(ErrMissing, "Epoch", "the first input opens the machine and needs it")
	case !m.active(in.Deployment.Status):
		return bad(ErrInvalid, "Deployment.Status", "only an active deployment can be watched")
	case len(in.Results) != 0:
		return bad(ErrUnexpected, "Results", "nothing was decided before the opening")
	}
	j := in.Job
	for _, f := range [...]struct {
		name, value string
		max         int
	}{
		{"Job.Namespace", j.Namespace, MaxIDLength}, {"Job.ID", j.ID, MaxIDLength}, {"Job.Type", j.Type, MaxIDLength},
		{"Job.SpecDigest", j.SpecDigest, MaxDigestLength}, {"Job.ExecDigest", j.ExecDigest, MaxDigestLength},
	} {
		if len(f.value) > f.max {
			return bad(ErrLimit, f.name, "is too long")
		}
	}
	if j.ID == "" {
		return bad(ErrMissing, "Job.ID", "is empty")
	}
	if len(j.Groups) > MaxGroups {
		return bad(ErrLimit, "Job.Groups", "are too many")
	}
	for i := range j.Groups {
		if err := validateID(j.Groups[i].Name, "Name"); err != nil {
			return err.at("Job.Groups", i)
		}
		for k := range i {
			if j.Groups[k].Name == j.Groups[i].Name {
				return bad(ErrInvalid, "Name", "is there twice").at("Job.Groups", i)
			}
		}
	}
	return nil
}

func validateID(id, field string) *Error {
	if id == "" {
		return bad(ErrMissing, field, "is empty")
	}
	if len(id) > MaxIDLength {
		return bad(ErrLimit, field, "is too long")
	}
	return nil
}

// validateTime accepts 0, which means "never" wherever a fact has a time.
func validateTime(t int64, field string) *Error {
	if t < 0 || t > MaxTime {
		return bad(ErrInvalid, field, "must lie between 0 and MaxTime")
	}
	return nil
}

// validateIndex refuses a fact from a commit that lies ahead of the input's.
func validateIndex(i, commit uint64, field string) *Error {
	if i > commit {
		return bad(ErrInvalid, field, "is above the index of the commit")
	}
	return nil
}

func validateDeployment(d *Deployment, index uint64) *Error {
	if err := validateID(d.ID, "ID"); err != nil {
		return err
	}
	if d.Status < DeploymentRunning || d.Status > DeploymentInitializing {
		return bad(ErrInvalid, "Status", "is not a deployment's status")
	}
	if len(d.Description) > MaxTextLength {
		return bad(ErrLimit, "Description", "is too long")
	}
	if err := validateIndex(d.ModifyIndex, index, "ModifyIndex"); err != nil {
		return err
	}
	if d.Priority < 0 {
		return bad(ErrInvalid, "Priority", "is negative")
	}
	for _, t := range [...]struct {
		name  string
		value int64
	}{{"CreateTime", d.CreateTime}, {"PausedAt", d.PausedAt}, {"ResumedAt", d.ResumedAt}, {"PausedFor", d.PausedFor}} {
		if err := validateTime(t.value, t.name); err != nil {
			return err
		}
	}
	if d.CreateIndex > d.ModifyIndex {
		return bad(ErrInvalid, "CreateIndex", "is above the modify index")
	}
	if len(d.Groups) > MaxGroups {
		return bad(ErrLimit, "Groups", "are too many")
	}
	for i := range d.Groups {
		if err := validateGroup(&d.Groups[i]); err != nil {
			return err.at("Groups", i)
		}
		for k := range i {
			if d.Groups[k].Name == d.Groups[i].Name {
				return bad(ErrInvalid, "Name", "is there twice").at("Groups", i)
			}
		}
	}
	return nil
}

func validateGroup(g *Group) *Error {
	if err := validateID(g.Name, "Name"); err != nil {
		return err
	}
	for _, f := range [...]struct {
		name  string
		value int32
	}{
		{"DesiredTotal", g.DesiredTotal}, {"DesiredCanaries", g.DesiredCanaries},
		{"PlacedAllocs", g.PlacedAllocs}, {"UnhealthyAllocs", g.UnhealthyAllocs},
	} {
		if f.value < 0 {
			return bad(ErrInvalid, f.name, "is negative")
		}
	}
	if err := validateTime(g.ProgressDeadline, "ProgressDeadline"); err != nil {
		return err
	}
	if err := validateTime(g.RequireProgressBy, "RequireProgressBy"); err != nil {
		return err
	}
	if len(g.PlacedCanaries) > MaxAllocations {
		return bad(ErrLimit, "PlacedCanaries", "are too many")
	}
	for i, id := range g.PlacedCanaries {
		if err := validateID(id, ""); err != nil {
			return err.at("PlacedCanaries", i)
		}
	}
	return nil
}

// learns reports whether facts of an index are taken in. Others are passed over,
// so they need not fit what is known.
func (m *Machine) learns(index uint64) bool { return !m.done && index > m.index }

// validateAddedCanaries keeps the promise that a list of new canaries is new.
func (m *Machine) validateAddedCanaries(d *Deployment) *Error {
	for i := range d.Groups {
		g := m.group(d.Groups[i].Name)
		have := 0
		if g >= 0 {
			have = len(m.groups[g].canaries)
		}
		if have+len(d.Groups[i].PlacedCanaries) > MaxAllocations {
			return bad(ErrLimit, "PlacedCanaries", "are too many").at("Groups", i)
		}
		for k, id := range d.Groups[i].PlacedCanaries {
			if m.canaryGroup(id) >= 0 {
				return bad(ErrInvalid, "", "is placed already").at("PlacedCanaries", k).at("Groups", i)
			}
		}
	}
	return nil
}

func (m *Machine) validateAllocations(c *AllocationChanges, index uint64) *Error {
	if len(c.Changed) > MaxAllocations {
		return bad(ErrLimit, "Changed", "are too many")
	}
	if c.Whole && len(c.Removed) != 0 {
		return bad(ErrUnexpected, "Removed", "a whole list leaves out what is gone")
	}
	if err := validateIndex(c.TableIndex, index, "TableIndex"); err != nil {
		return err
	}
	for i := range c.Changed {
		if err := validateAllocation(&c.Changed[i], index); err != nil {
			return err.at("Changed", i)
		}
	}
	if !m.learns(index) {
		return nil
	}
	for i, id := range c.Removed {
		if _, ok := m.slot(id); !ok {
			return bad(ErrInvalid, "", "there is no such allocation").at("Removed", i)
		}
	}
	if !c.Whole && len(m.allocs)+len(c.Changed) > MaxAllocations {
		at := func(id string) int {
			if i, ok := m.slot(id); ok {
				return int(i)
			}
			return -1
		}
		if after(len(m.allocs), at, c.Removed, len(c.Changed), func(i int) string { return c.Changed[i].ID }) > MaxAllocations {
			return bad(ErrLimit, "Changed", "the deployment would have too many")
		}
	}
	return nil
}

// after returns how many things there are after a change, of have before it: at
// finds the position of one that is there, or -1. All that is removed is; it may
// be listed twice, and come back with the same change.
func after(have int, at func(id string) int, removed []string, changed int, id func(i int) string) int {
	gone := make([]int, len(removed))
	for i := range removed {
		gone[i] = at(removed[i])
	}
	sortBy(len(gone), func(i, j int) bool { return gone[i] < gone[j] }, func(i, j int) { gone[i], gone[j] = gone[j], gone[i] })
	n := have
	for i := range gone {
		if i == 0 || gone[i] != gone[i-1] {
			n--
		}
	}
	for i := range changed {
		p := at(id(i))
		if _, ok := slices.BinarySearch(gone, p); ok || p < 0 {
			n++
		}
	}
	return n
}

func validateAllocation(a *Allocation, index uint64) *Error {
	if err := validateID(a.ID, "ID"); err != nil {
		return err
	}
	if err := validateID(a.Group, "Group"); err != nil {
		return err
	}
	switch {
	case a.Desired < DesiredRun || a.Desired > DesiredEvict:
		return bad(ErrInvalid, "Desired", "is not a desired status")
	case a.Client < ClientPending || a.Client > ClientUnknown:
		return bad(ErrInvalid, "Client", "is not a client status")
	case a.Health > Unhealthy:
		return bad(ErrInvalid, "Health", "is not a health")
	case a.Rescheduling > RescheduleWithout:
		return bad(ErrInvalid, "Rescheduling", "is undefined")
	}
	if err := validateIndex(a.ModifyIndex, index, "ModifyIndex"); err != nil {
		return err
	}
	if err := validateIndex(a.HealthIndex, index, "HealthIndex"); err != nil {
		return err
	}
	if err := validateTime(a.ModifyTime, "ModifyTime"); err != nil {
		return err
	}
	return validateTime(a.HealthTime, "HealthTime")
}

func (m *Machine) validateEvaluations(c *EvaluationChanges, index uint64) *Error {
	if len(c.Changed) > MaxEvaluations {
		return bad(ErrLimit, "Changed", "are too many")
	}
	if c.Whole && len(c.Removed) != 0 {
		return bad(ErrUnexpected, "Removed", "a whole list leaves out what is gone")
	}
	for i := range c.Changed {
		e := &c.Changed[i]
		if err := validateID(e.ID, "ID"); err != nil {
			return err.at("Changed", i)
		}
		if e.Status < EvaluationBlocked || e.Status > EvaluationPending {
			return bad(ErrInvalid, "Status", "is not an evaluation's status").at("Changed", i)
		}
		if err := validateIndex(e.CreateIndex, index, "CreateIndex"); err != nil {
			return err.at("Changed", i)
		}
		if err := validateIndex(e.SnapshotIndex, index, "SnapshotIndex"); err != nil {
			return err.at("Changed", i)
		}
	}
	if !m.learns(index) {
		return nil
	}
	for i, id := range c.Removed {
		if m.evaluation(id) < 0 {
			return bad(ErrInvalid, "", "there is no such evaluation").at("Removed", i)
		}
	}
	if !c.Whole && len(m.evals)+len(c.Changed) > MaxEvaluations &&
		after(len(m.evals), m.evaluation, c.Removed, len(c.Changed), func(i int) string { return c.Changed[i].ID }) > MaxEvaluations {
		return bad(ErrLimit, "Changed", "the job would have too many")
	}
	return nil
}

func validateVersions(in *Input) *Error {
	if !in.VersionsRead && len(in.Versions) != 0 {
		return bad(ErrUnexpected, "Versions", "are not marked as read")
	}
	if len(in.Versions) > MaxVersions {
		return bad(ErrLimit, "Versions", "are too many")
	}
	for i := range in.Versions {
		v := &in.Versions[i]
		if len(v.SpecDigest) > MaxDigestLength {
			return bad(ErrLimit, "SpecDigest", "is too long").at("Versions", i)
		}
		if len(v.ExecDigest) > MaxDigestLength {
			return bad(ErrLimit, "ExecDigest", "is too long").at("Versions", i)
		}
		if len(v.Tag) > MaxIDLength {
			return bad(ErrLimit, "Tag", "is too long").at("Versions", i)
		}
		for k := range i {
			if in.Versions[k].Version == v.Version {
				return bad(ErrInvalid, "Version", "is there twice").at("Versions", i)
			}
		}
	}
	return nil
}

func validateCommand(c *Command) *Error {
	if c.ID == 0 {
		return bad(ErrMissing, "ID", "is 0")
	}
	if c.Kind < CommandSetHealth || c.Kind > CommandCancel {
		return bad(ErrInvalid, "Kind", "is not a command")
	}
	for _, l := range [...]struct {
		name string
		ids  []string
		max  int
		only CommandKind
	}{
		{"Healthy", c.Healthy, MaxAllocations, CommandSetHealth},
		{"Unhealthy", c.Unhealthy, MaxAllocations, CommandSetHealth},
		{"Groups", c.Groups, MaxGroups, CommandPromote},
	} {
		if len(l.ids) > l.max {
			return bad(ErrLimit, l.name, "are too many")
		}
		if len(l.ids) != 0 && c.Kind != l.only {
			return bad(ErrUnexpected, l.name, "belong to "+l.only.String())
		}
		for i, id := range l.ids {
			if err := validateID(id, ""); err != nil {
				return err.at(l.name, i)
			}
		}
	}
	if c.All && c.Kind != CommandPromote {
		return bad(ErrUnexpected, "All", "belongs to promote")
	}
	return nil
}

func (m *Machine) validateResults(results []Result) *Error {
	if len(results) > MaxResults {
		return bad(ErrLimit, "Results", "are too many")
	}
	for i := range results {
		r := &results[i]
		if r.Outcome < Applied || r.Outcome > Unknown {
			return bad(ErrInvalid, "Outcome", "is not an outcome").at("Results", i)
		}
		if r.Key.Deployment != m.id {
			return bad(ErrForeign, "Key.Deployment", "this machine decides for another deployment").at("Results", i)
		}
		if r.Key.Epoch == m.epoch && r.Key.N > m.effects {
			return bad(ErrInvalid, "Key.N", "no such effect was decided").at("Results", i)
		}
		if r.Key.Epoch > m.epoch {
			return bad(ErrInvalid, "Key.Epoch", "is above the machine's").at("Results", i)
		}
	}
	return nil
}
