package core

// index finds the position of an allocation by its id. It is a hash table of
// positions (open addressing, linear probing): the ids themselves stand in the
// list that it points into. A built-in map would keep bytes of hashes in memory
// that look like pointers to the WebAssembly module's collector, which then
// holds on to what is long gone.
type index struct {
	cells []cell // a power of two of them, at most three quarters in use
	used  int
}

type cell struct {
	hash uint32
	at   int32 // position + 1; 0 for a free cell
}

// hashOf is FNV-1a with the last bits spread, so that ids that differ only at
// their end do not lie side by side.
func hashOf(id string) uint32 {
	h := uint32(2166136261)
	for len(id) >= 4 {
		h = (h ^ (uint32(id[0]) | uint32(id[1])<<8 | uint32(id[2])<<16 | uint32(id[3])<<24)) * 16777619
		id = id[4:]
	}
	for i := range len(id) {
		h = (h ^ uint32(id[i])) * 16777619
	}
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>13
}

// reserve makes room for n positions altogether.
func (x *index) reserve(n int) {
	size := max(len(x.cells), 8)
	for size/4*3 < n {
		size *= 2
	}
	if size == len(x.cells) {
		return
	}
	old := x.cells
	x.cells = make([]cell, size)
	for _, c := range old {
		if c.at != 0 {
			x.put(c)
		}
	}
}

func (x *index) put(c cell) {
	mask := uint32(len(x.cells) - 1)
	i := c.hash & mask
	for x.cells[i].at != 0 {
		i = (i + 1) & mask
	}
	x.cells[i] = c
}

// add enters a position under the hash of its id.
func (x *index) add(hash uint32, at int32) {
	x.reserve(x.used + 1)
	x.used++
	x.put(cell{hash, at + 1})
}

// find returns the cell of a position that is entered.
func (x *index) find(hash uint32, at int32) uint32 {
	mask := uint32(len(x.cells) - 1)
	i := hash & mask
	for x.cells[i].at != at+1 {
		i = (i + 1) & mask
	}
	return i
}

// move says that what was at one position is at another now.
func (x *index) move(hash uint32, from, to int32) { x.cells[x.find(hash, from)].at = to + 1 }

// remove forgets a position. Cells behind it that would not be found any more
// move up.
func (x *index) remove(hash uint32, at int32) {
	mask := uint32(len(x.cells) - 1)
	free := x.find(hash, at)
	x.used--
	for i := (free + 1) & mask; x.cells[i].at != 0; i = (i + 1) & mask {
		// A cell may move to the free one if that lies between its home and it.
		if home := x.cells[i].hash & mask; (i-home)&mask >= (i-free)&mask {
			x.cells[free] = x.cells[i]
			free = i
		}
	}
	x.cells[free] = cell{}
}

// slot returns the position of an allocation in allocs.
func (m *Machine) slot(id string) (int32, bool) {
	x := &m.slots
	if x.used == 0 {
		return -1, false
	}
	hash, mask := hashOf(id), uint32(len(x.cells)-1)
	for i := hash & mask; ; i = (i + 1) & mask {
		c := x.cells[i]
		if c.at == 0 {
			return -1, false
		}
		if c.hash == hash && m.allocs[c.at-1].ID == id {
			return c.at - 1, true
		}
	}
}
