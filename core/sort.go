package core

import "container/heap"

// sortBy sorts n things whose keys all differ. It is a heap sort, for which the
// standard library has everything in one copy that serves every list: a generic
// sort for each type would make up a fifth of the WebAssembly module.
func sortBy(n int, less func(i, j int) bool, swap func(i, j int)) {
	s := &sorting{n, less, swap}
	heap.Init(s)
	for s.n > 1 {
		heap.Pop(s) // the greatest goes behind all that are left
	}
}

// sorting is what is left to sort, the greatest first.
type sorting struct {
	n    int
	less func(i, j int) bool
	swap func(i, j int)
}

func (s *sorting) Len() int           { return s.n }
func (s *sorting) Less(i, j int) bool { return s.less(j, i) }
func (s *sorting) Swap(i, j int)      { s.swap(i, j) }
func (s *sorting) Push(any)           {}
func (s *sorting) Pop() any           { s.n--; return nil }
