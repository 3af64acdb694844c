//go:build wasm || tinygo.wasm

package main

import (
	"slices"

	"github.com/coxswain/coxswain/core"
)

// maxMachines is how many machines one instance holds. A host that has more
// makes more instances: what one trap loses stays small.
const maxMachines = 64

// table holds the machines by their handles, which rise and are never reused,
// so that entries are in order without sorting.
type table struct {
	last    uint32
	entries []entry
}

type entry struct {
	handle  uint32
	machine *core.Machine
}

var machines table

var (
	errHandle = &core.Error{Code: core.ErrHandle, Text: "there is no machine with this handle"}
	errFull   = &core.Error{Code: core.ErrHandle, Text: "this instance holds as many machines as it can"}
	errSpent  = &core.Error{Code: core.ErrHandle, Text: "this instance has given out its last handle"}
)

// room reports whether one more machine fits.
func (t *table) room() error {
	switch {
	case len(t.entries) == maxMachines:
		return errFull
	case t.last == 1<<32-1:
		return errSpent
	}
	return nil
}

// add gives a machine its handle. The caller has asked for room.
func (t *table) add(m *core.Machine) uint32 {
	t.last++
	t.entries = append(t.entries, entry{t.last, m})
	return t.last
}

func (t *table) get(handle uint32) (*core.Machine, error) {
	i, ok := t.find(handle)
	if !ok {
		return nil, errHandle
	}
	return t.entries[i].machine, nil
}

func (t *table) remove(handle uint32) error {
	i, ok := t.find(handle)
	if !ok {
		return errHandle
	}
	t.entries = slices.Delete(t.entries, i, i+1)
	return nil
}

func (t *table) find(handle uint32) (int, bool) {
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
