package core

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
)

// The index always has a free cell in four, in which every search ends, and no
// more memory than a doubling needs. Room that was made is enough.
func TestIndexHasRoom(t *testing.T) {
	for n := 1; n < 300; n++ {
		var grown, reserved index
		reserved.reserve(n)
		cells := len(reserved.cells)
		for i := range n {
			hash := hashOf(fmt.Sprint(i))
			grown.add(hash, int32(i))
			reserved.add(hash, int32(i))
		}
		require.Len(t, reserved.cells, cells, "%d", n)
		require.Len(t, grown.cells, cells, "%d", n)
		require.Equal(t, n, grown.used)
		require.Equal(t, 1, bits.OnesCount(uint(cells)), "%d cells", cells)
		require.LessOrEqual(t, 4*n, 3*cells)
		if cells > 8 {
			require.Greater(t, 4*n, 3*cells/2)
		}
		grown.reserve(0)
		require.Len(t, grown.cells, cells, "it never shrinks")
	}
}

// Ids that are alike lie apart, so that a search tries few cells, also in an index
// that is as full as it gets.
func TestIndexSearchesAreShort(t *testing.T) {
	for name, id := range map[string]func(i int) string{
		"random ids":               func(i int) string { return EvaluationID(Key{Deployment: "d", N: uint64(i)}) },
		"numbers at the end":       func(i int) string { return fmt.Sprintf("1f4ab1c2-0000-0000-0000-%012d", i) },
		"numbers at the beginning": func(i int) string { return fmt.Sprintf("%08d-0000-0000-0000-1f4ab1c20000", i) },
		"short numbers":            func(i int) string { return fmt.Sprint(i) },
	} {
		var x index
		hashes := make([]uint32, 8192/4*3)
		for i := range hashes {
			hashes[i] = hashOf(id(i))
			x.add(hashes[i], int32(i))
		}
		require.Len(t, x.cells, 8192)
		mask := uint32(len(x.cells) - 1)
		tries := 0
		for i, h := range hashes {
			tries += 1 + int((x.find(h, int32(i))-h)&mask)
		}
		require.Less(t, float64(tries)/float64(len(hashes)), 4.0, name)
	}
}

// Ids with the same hash are told apart.
func TestIndexTellsEqualHashesApart(t *testing.T) {
	seen := map[uint32]string{}
	for i := 0; ; i++ {
		id := fmt.Sprint("allocation-", i)
		other, ok := seen[hashOf(id)]
		if !ok {
			seen[hashOf(id)] = id
			continue
		}
		m := &Machine{}
		m.put(&Allocation{ID: other}, false)
		_, found := m.slot(id)
		require.False(t, found)
		m.put(&Allocation{ID: id}, false)
		for want, name := range []string{other, id} {
			at, found := m.slot(name)
			require.True(t, found)
			require.Equal(t, int32(want), at)
		}
		m.remove(0)
		_, found = m.slot(other)
		require.False(t, found)
		at, found := m.slot(id)
		require.True(t, found)
		require.Zero(t, at)
		return
	}
}
