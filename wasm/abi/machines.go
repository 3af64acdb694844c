package abi

import (
	"slices"

	"github.com/coxswain/coxswain/core"
)

// MaxMachines is how many machines one instance holds. A host that has more
// makes more instances: what one trap loses stays small.
const MaxMachines = 64

// Machines holds the machines by their handles, which rise and are never reused,
// so that entries are in order without sorting. The zero value is empty.
type Machines struct {
	last    uint32
	entries []entry
}

type entry struct {
	handle  uint32
	machine *core.Machine
}

var (
	errHandle = &core.Error{Code: core.ErrHandle, Text: "there is no machine with this handle"}
	errFull   = &core.Error{Code: core.ErrHandle, Text: "this instance holds as many machines as it can"}
	errSpent  = &core.Error{Code: core.ErrHandle, Text: "this instance has given out its last handle"}
)

// Room returns an error when no machine fits any more.
func (t *Machines) Room() error {
	switch {
	case len(t.entries) == MaxMachines:
		return errFull
	case t.last == 1<<32-1:
		return errSpent
	}
	return nil
}

// Add gives a machine its handle. The caller has asked for room.
func (t *Machines) Add(m *core.Machine) uint32 {
	t.last++
	t.entries = append(t.entries, entry{t.last, m})
	return t.last
}

// Get returns the machine of a handle.
func (t *Machines) Get(handle uint32) (*core.Machine, error) {
	i, ok := t.find(handle)
	if !ok {
		return nil, errHandle
	}
	return t.entries[i].machine, nil
}

// Remove forgets a machine.
func (t *Machines) Remove(handle uint32) error {
	i, ok := t.find(handle)
	if !ok {
		return errHandle
	}
	t.entries = slices.Delete(t.entries, i, i+1)
	return nil
}

func (t *Machines) find(handle uint32) (int, bool) {
	return slices.BinarySearchFunc(t.entries, handle, func(e entry, handle uint32) int {
		switch {
		case e.handle < handle:
			return -1
		case e.handle > handle:
			return 1
		}
		return 0
	})
}
