package core

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// The index does what a map does, whatever is added, moved and removed.
func TestIndexIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &Machine{}
		want := map[string]bool{}
		name := rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf("%sallocation-%d", rapid.SampledFrom([]string{"", "x", "xyz"}).Draw(t, "prefix"), rapid.IntRange(0, 40).Draw(t, "number"))
		})
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			id := name.Draw(t, "id")
			if i, ok := m.slot(id); ok {
				m.remove(i)
				delete(want, id)
			} else {
				m.put(&Allocation{ID: id, Group: "g"}, false)
				want[id] = true
			}
			if m.slots.used != len(want) || len(m.allocs) != len(want) {
				t.Fatalf("%d entered, %d kept, want %d", m.slots.used, len(m.allocs), len(want))
			}
			for id := range want {
				if i, ok := m.slot(id); !ok || m.allocs[i].ID != id {
					t.Fatalf("%s is not found", id)
				}
			}
			if _, ok := m.slot("nosuch"); ok {
				t.Fatal("found what is not there")
			}
		}
	})
}

// All in one chain of cells: slow, and right.
func TestIndexWithOneHash(t *testing.T) {
	var x index
	for i := range int32(100) {
		x.add(7, i)
	}
	x.move(7, 50, 500)
	for i := range int32(100) {
		at := i
		if i == 50 {
			at = 500
		}
		if got := x.cells[x.find(7, at)].at; got != at+1 {
			t.Fatalf("%d: %d", at, got)
		}
		x.remove(7, at)
	}
	for _, c := range x.cells {
		if c != (cell{}) {
			t.Fatalf("left over: %v", c)
		}
	}
}
