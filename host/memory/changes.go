package memory

import (
	"context"
	"slices"

	"github.com/coxswain/coxswain/host"
)

// history are the last commits. Their indexes have no holes.
type history struct {
	commits []*host.Commit
	last    uint64 // the last commit's index, or the one that the store began with
	keep    int
	next    chan struct{} // closed by the next commit; nil while nobody waits
}

func (h *history) init(index uint64, keep int) { h.last, h.keep = index, keep }

// add appends a commit and wakes those who wait for it.
func (h *history) add(c *host.Commit) {
	if len(h.commits) == h.keep {
		h.commits[0] = nil
		h.commits = h.commits[1:]
	}
	h.commits = append(h.commits, c)
	h.last = c.Index
	if h.next != nil {
		close(h.next)
		h.next = nil
	}
}

// since returns the commits after an index, or what to wait for.
func (h *history) since(after uint64) (commits []*host.Commit, next <-chan struct{}, err error) {
	began := h.last - uint64(len(h.commits))
	switch {
	case after < began || after > h.last:
		return nil, nil, host.ErrGap
	case after < h.last:
		return slices.Clone(h.commits[after-began:]), nil, nil
	}
	if h.next == nil {
		h.next = make(chan struct{})
	}
	return nil, h.next, nil
}

// Changes returns the kept commits after an index in rising order, none left
// out, and waits until there is one. The error is host.ErrGap, also for an index
// that lies ahead of the store, as after a restart, or the context's.
func (s *Store) Changes(ctx context.Context, after uint64) ([]*host.Commit, error) {
	for {
		s.mu.Lock()
		commits, next, err := s.history.since(after)
		s.mu.Unlock()
		if err != nil || len(commits) != 0 {
			return commits, err
		}
		select {
		case <-next:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
