package memory

import (
	"sync"
	"time"

	"github.com/hashicorp/go-memdb"

	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
)

// What Options stand for when a field is not set.
const (
	DefaultIndex   = 1
	DefaultCommits = 4096
	DefaultKeys    = 1 << 16
)

// Options say how a Store is to be. The zero value is a good one.
type Options struct {
	// Index is where the empty store stands; the first commit is one above it.
	// 0 is DefaultIndex.
	Index uint64
	// Commits is how many commits are kept for Changes; beyond them it answers
	// host.ErrGap. Below 1 is DefaultCommits.
	Commits int
	// Keys is how many keys of effects are remembered; an older one that comes
	// again is written again. Below 1 is DefaultKeys.
	Keys int
	// CheckIndexes makes the store refuse T2, T3 and T4 when the deployment or
	// the job was written after what the effect was decided on. Nomad 1.0.4 does
	// not do that. T1 looks at neither (S6).
	CheckIndexes bool
	// Rules are the bookkeeping of a level (ledger.Of); the zero value is that of
	// Nomad 1.0.4. Take that of the Watcher's configuration.
	Rules ledger.Rules
	// Now is the time in Unix nanoseconds, which must lie below the year 2107.
	// nil is the machine's clock.
	Now func() int64
}

// Store is the state of a cluster. It is used by any number of goroutines; make
// one with New.
type Store struct {
	db      *memdb.MemDB
	now     func() int64
	checked bool
	rules   ledger.Rules

	// mu orders the writes, and guards what follows.
	mu      sync.Mutex
	history history
	keys    keys
}

var (
	_ host.State    = (*Store)(nil)
	_ host.Triggers = (*Store)(nil)
)

// New makes an empty store.
func New(o Options) *Store {
	db, err := memdb.NewMemDB(schema())
	must(err)
	if o.Index == 0 {
		o.Index = DefaultIndex
	}
	if o.Commits < 1 {
		o.Commits = DefaultCommits
	}
	if o.Keys < 1 {
		o.Keys = DefaultKeys
	}
	if o.Now == nil {
		o.Now = func() int64 { return time.Now().UnixNano() }
	}
	s := &Store{db: db, now: o.Now, checked: o.CheckIndexes, rules: o.Rules}
	s.history.init(o.Index, o.Commits)
	s.keys.init(o.Keys)
	w := &write{View: View{db.Txn(true)}, index: o.Index}
	w.wrote(anything)
	w.txn.Commit()
	return s
}

// Index is the last commit's.
func (s *Store) Index() uint64 { return s.View().Index() }

// write makes one commit of what f writes, and returns its index. On an error
// nothing was written and the index is 0.
func (s *Store) write(f func(w *write) error) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.locked(f)
}

// locked is write for those who hold mu.
func (s *Store) locked(f func(w *write) error) (uint64, error) {
	w := &write{View: View{s.db.Txn(true)}, index: s.history.last + 1, now: s.now(), rules: s.rules}
	defer w.txn.Abort() // does nothing after Commit
	if err := f(w); err != nil {
		return 0, err
	}
	c := w.commit()
	// Readers may see the new state a moment before its commit is in the
	// history. Changes takes mu, so it never answers from between the two.
	w.txn.Commit()
	s.history.add(c)
	return c.Index, nil
}
