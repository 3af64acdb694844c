package core

import "slices"

// group is a task group with its canaries and what is counted of its allocations.
type group struct {
	Group             // PlacedCanaries stays empty: canaries holds them
	canaries []string // in the order in which they were placed

	live            int32 // healthy and not terminal: D2
	unhealthy       int32 // A5
	canariesSeen    int32 // placed canaries that are among the allocations
	canariesHealthy int32 // those of them that are healthy: P3
	hopeless        int32 // unhealthy and never to be rescheduled

	progress      int64 // the last progress or loss: S-4, S-7
	progressStale bool  // progress must be found again
	loss          bool  // a loss explains RequireProgressBy: S-6
	lossStale     bool  // loss must be found again
}

// allocation is what is kept of an Allocation.
type allocation struct {
	Allocation
	group  int32 // position of its group, -1 for one that takes no part (A2)
	canary int32 // position of the group that lists it as placed canary, or -1
	spare  int32 // position in replaceable, or -1
	seen   bool  // for taking in a whole list
}

// group returns the position of a group, or -1.
func (m *Machine) group(name string) int32 {
	// Deployments have few groups: a scan is faster than anything else.
	for i := range m.groups {
		if m.groups[i].Name == name {
			return int32(i)
		}
	}
	return -1
}

// learn takes in a commit's facts, in time that grows with the commit. It
// reports whether the allocations changed (A0).
func (m *Machine) learn(in *Input) bool {
	if in.Deployment != nil {
		m.learnDeployment(in.Deployment, in.CanariesAdded)
	}
	if in.VersionsRead {
		m.versions = append(m.versions[:0], in.Versions...)
		sortBy(len(m.versions),
			func(i, j int) bool { return m.versions[i].Version > m.versions[j].Version },
			func(i, j int) { m.versions[i], m.versions[j] = m.versions[j], m.versions[i] })
	}
	m.learnEvaluations(&in.Evaluations)
	return m.learnAllocations(&in.Allocations)
}

func (m *Machine) learnDeployment(d *Deployment, canariesAdded bool) {
	m.countPause(d)
	m.status, m.description = d.Status, d.Description
	m.jobVersion, m.createIndex, m.modifyIndex = d.JobVersion, d.CreateIndex, d.ModifyIndex
	m.priority, m.createTime = d.Priority, d.CreateTime

	same := len(d.Groups) == len(m.groups)
	for i := range d.Groups {
		g := m.group(d.Groups[i].Name)
		same = same && g >= 0 && (m.groups[g].ProgressDeadline != 0) == (d.Groups[i].ProgressDeadline != 0)
	}
	if !same {
		m.regroup(d)
	}
	for i := range d.Groups {
		g := m.group(d.Groups[i].Name)
		to := &m.groups[g]
		name := to.Name
		to.lossStale = to.lossStale || to.RequireProgressBy != d.Groups[i].RequireProgressBy
		to.Group = d.Groups[i]
		to.Name, to.PlacedCanaries = name, nil
		if !canariesAdded {
			if slices.Equal(to.canaries, d.Groups[i].PlacedCanaries) {
				continue
			}
			for _, id := range to.canaries {
				if m.canaryGroup(id) == g {
					m.setCanary(id, -1)
				}
			}
			to.canaries = to.canaries[:0]
		}
		for _, id := range d.Groups[i].PlacedCanaries {
			m.setCanary(id, g)
			to.canaries = append(to.canaries, id)
		}
	}
}

// regroup takes on another set of groups, which is rare: everything that is
// kept for them is counted again.
func (m *Machine) regroup(d *Deployment) {
	for i := range m.allocs {
		m.count(int32(i), -1)
	}
	old := m.groups
	m.groups = make([]group, len(d.Groups))
	for i := range d.Groups {
		m.groups[i].Group = d.Groups[i]
	}
	sortBy(len(m.groups),
		func(i, j int) bool { return m.groups[i].Name < m.groups[j].Name },
		func(i, j int) { m.groups[i], m.groups[j] = m.groups[j], m.groups[i] })
	m.absentCanaries = m.absentCanaries[:0]
	for i := range m.allocs {
		a := &m.allocs[i]
		a.group, a.canary = m.group(a.Group), -1
		m.count(int32(i), 1)
	}
	for i := range old {
		g := m.group(old[i].Name)
		if g < 0 {
			continue
		}
		m.groups[g].canaries = old[i].canaries
		for _, id := range old[i].canaries {
			m.setCanary(id, g)
		}
	}
}

// learnAllocations takes in changed allocations and reports whether the highest
// modify index rose above the one last handled (A0).
func (m *Machine) learnAllocations(c *AllocationChanges) bool {
	for _, id := range c.Removed {
		if i, ok := m.slot(id); ok { // listed twice: gone already
			m.remove(i)
		}
	}
	if len(m.allocs) == 0 && len(c.Changed) != 0 { // all at once, not by doubling
		m.allocs = make([]allocation, 0, len(c.Changed))
		m.slots.reserve(len(c.Changed))
	}
	newest := uint64(0)
	for i := range c.Changed {
		a := &c.Changed[i]
		m.put(a, c.Whole)
		newest = max(newest, a.ModifyIndex)
	}
	if c.Whole {
		for i := 0; i < len(m.allocs); {
			if !m.allocs[i].seen {
				m.remove(int32(i)) // the last one takes its place
				continue
			}
			m.allocs[i].seen = false
			i++
		}
	}
	if len(m.allocs) == 0 {
		newest = c.TableIndex
	}
	if newest <= m.handled {
		return false
	}
	m.handled = newest
	return true
}

// put takes in one allocation as it is now.
func (m *Machine) put(a *Allocation, seen bool) {
	stale, newest := m.newestStale, m.newestHealthy
	i, known := m.slot(a.ID)
	if !known {
		i = int32(len(m.allocs))
		m.allocs = append(m.allocs, allocation{spare: -1})
		m.slots.add(hashOf(a.ID), i)
	} else {
		m.count(i, -1)
	}
	to := &m.allocs[i]
	// The strings that are here already are kept: those of the input then hold
	// nothing alive.
	id, group := to.ID, to.Group
	to.Allocation = *a
	to.seen = seen
	if known {
		to.ID = id
	} else {
		to.canary = m.arrives(a.ID)
	}
	if known && group == a.Group {
		to.Group = group
	} else if to.group = m.group(a.Group); to.group >= 0 {
		to.Group = m.groups[to.group].Name
	}
	m.count(i, 1)
	if !stale && to.group >= 0 && a.Health == Healthy && a.HealthIndex >= newest {
		// The newest one was replaced by itself or by a newer one.
		m.newestStale, m.newestHealthy = false, a.HealthIndex
	}
}

// remove forgets an allocation; the last one takes its place.
func (m *Machine) remove(i int32) {
	m.count(i, -1)
	id, canary := m.allocs[i].ID, m.allocs[i].canary
	m.slots.remove(hashOf(id), i)
	last := int32(len(m.allocs) - 1)
	if i != last {
		m.allocs[i] = m.allocs[last]
		m.slots.move(hashOf(m.allocs[i].ID), last, i)
		if s := m.allocs[i].spare; s >= 0 {
			m.replaceable[s] = i
		}
	}
	m.allocs[last] = allocation{}
	m.allocs = m.allocs[:last]
	if canary >= 0 {
		m.setCanary(id, canary) // it is still listed
	}
}

// count adds an allocation to what is counted, or with -1 takes it off again.
func (m *Machine) count(i, by int32) {
	a := &m.allocs[i]
	if a.canary >= 0 {
		g := &m.groups[a.canary]
		if !m.on(LiveCanaries) || m.live(a) {
			g.canariesSeen += by
			if a.Health == Healthy {
				g.canariesHealthy += by
			}
		}
	}
	if a.group < 0 {
		return
	}
	g := &m.groups[a.group]
	switch a.Health {
	case Healthy:
		if m.live(a) {
			g.live += by
		}
		if m.on(CountLive) {
			g.progressed(m.progressTime(a), by)
		}
		if by < 0 {
			m.newestStale = m.newestStale || a.HealthIndex == m.newestHealthy
		} else if !m.newestStale {
			m.newestHealthy = max(m.newestHealthy, a.HealthIndex)
		}
	case Unhealthy:
		g.unhealthy += by
		g.lossStale = true
		if m.hopeless(a) {
			g.hopeless += by
		}
		if by < 0 {
			m.unspare(i)
		} else if m.replaces(g) && !a.Reschedule {
			a.spare = int32(len(m.replaceable))
			m.replaceable = append(m.replaceable, i)
		}
	}
}

// live reports whether an allocation has not ended, and can be reached (S-17).
func (m *Machine) live(a *allocation) bool {
	return !a.Terminal() && (a.Client != ClientUnknown || !m.on(UnknownNotLive))
}

// hopeless reports whether an allocation can never be rescheduled again (A5).
func (m *Machine) hopeless(a *allocation) bool {
	return a.Rescheduling == RescheduleExhausted && m.on(FailExhausted) || a.Rescheduling == RescheduleWithout && m.on(FailWithoutPolicy)
}

// unspare takes an allocation off the replaceable ones.
func (m *Machine) unspare(i int32) {
	s := m.allocs[i].spare
	if s < 0 {
		return
	}
	last := len(m.replaceable) - 1
	m.replaceable[s] = m.replaceable[last]
	m.allocs[m.replaceable[s]].spare = s
	m.replaceable = m.replaceable[:last]
	m.allocs[i].spare = -1
}

// newest returns the highest health index of a healthy allocation (A4).
func (m *Machine) newest() uint64 {
	if m.newestStale {
		m.newestStale, m.newestHealthy = false, 0
		for i := range m.allocs {
			if a := &m.allocs[i]; a.group >= 0 && a.Health == Healthy {
				m.newestHealthy = max(m.newestHealthy, a.HealthIndex)
			}
		}
	}
	return m.newestHealthy
}
