package host

import (
	"context"
	"sync"
)

// mailbox passes work to one goroutine. Putting never waits, so goroutines that
// write to each other cannot lock each other up; who produces without end waits
// for room first.
type mailbox[T any] struct {
	mu     sync.Mutex
	items  []T
	signal chan struct{} // holds one when there is something
	room   chan struct{} // holds one after something was taken
}

func newMailbox[T any]() *mailbox[T] {
	return &mailbox[T]{signal: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (m *mailbox[T]) put(x T) {
	m.mu.Lock()
	m.items = append(m.items, x)
	m.mu.Unlock()
	nudge(m.signal)
}

// wait waits until fewer than n things are in the box. One goroutine may wait.
func (m *mailbox[T]) wait(ctx context.Context, n int) error {
	for {
		m.mu.Lock()
		full := len(m.items) >= n
		m.mu.Unlock()
		if !full {
			return nil
		}
		select {
		case <-m.room:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// take returns what came since, in order. into is used again for its memory.
func (m *mailbox[T]) take(into []T) []T {
	clear(into)
	m.mu.Lock()
	taken := m.items
	m.items = into[:0]
	m.mu.Unlock()
	nudge(m.room)
	return taken
}
