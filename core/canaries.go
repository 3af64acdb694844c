package core

import "slices"

// absentCanary is a placed canary that is not among the allocations.
type absentCanary struct {
	id    string
	group int32
}

// absent returns where a canary that is not among the allocations is listed, or
// belongs.
func (m *Machine) absent(id string) (int, bool) {
	return slices.BinarySearchFunc(m.absentCanaries, id, func(c absentCanary, id string) int {
		switch {
		case c.id < id:
			return -1
		case c.id > id:
			return 1
		}
		return 0
	})
}

// canaryGroup returns the position of the group that lists id as a placed
// canary, or -1.
func (m *Machine) canaryGroup(id string) int32 {
	if i, ok := m.slot(id); ok {
		return m.allocs[i].canary
	}
	if i, ok := m.absent(id); ok {
		return m.absentCanaries[i].group
	}
	return -1
}

// setCanary lists id as a placed canary of group g, or of none for -1.
func (m *Machine) setCanary(id string, g int32) {
	if i, ok := m.slot(id); ok {
		m.count(i, -1)
		m.allocs[i].canary = g
		m.count(i, 1)
		return
	}
	i, listed := m.absent(id)
	switch {
	case listed && g < 0:
		m.absentCanaries = slices.Delete(m.absentCanaries, i, i+1)
	case listed:
		m.absentCanaries[i].group = g
	case g >= 0:
		m.absentCanaries = slices.Insert(m.absentCanaries, i, absentCanary{id, g})
	}
}

// arrives takes a canary off the absent ones and returns its group, or -1.
func (m *Machine) arrives(id string) int32 {
	if len(m.absentCanaries) == 0 {
		return -1
	}
	i, ok := m.absent(id)
	if !ok {
		return -1
	}
	g := m.absentCanaries[i].group
	m.absentCanaries = slices.Delete(m.absentCanaries, i, i+1)
	return g
}
