package memory

import (
	"fmt"

	"github.com/hashicorp/go-memdb"

	"github.com/coxswain/coxswain/host"
)

// Table names one of the store's tables.
type Table string

// The tables that have an index of their own (View.TableIndex).
const (
	Jobs        Table = "jobs"
	Deployments Table = "deployments"
	Allocations Table = "allocations"
	Evaluations Table = "evaluations"
)

// indexes is the table of the tables' indexes; anything is its row for the last
// commit of all.
const (
	indexes  Table = "indexes"
	anything Table = "anything"
)

// The indexes of the tables. byStatus has only what somebody waits for: active
// deployments and pending evaluations.
const (
	byID         = "id"
	byJob        = "job"
	byDeployment = "deployment"
	byStatus     = "status"

	active  = "active"
	pending = "pending"
)

// job is a row of the jobs table: the current job and the kept versions, newest
// first (R1). The current one is the one that was written last.
type job struct {
	key      host.JobKey
	current  *Job
	versions []*Job
}

// lastWrite is a row of the indexes table.
type lastWrite struct {
	table Table
	index uint64
}

// schema describes the tables to memdb.
func schema() *memdb.DBSchema {
	return &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{
		string(indexes): table(indexes, column(byID, func(w *lastWrite) []string { return []string{string(w.table)} })),
		string(Jobs):    table(Jobs, column(byID, func(j *job) []string { return words(j.key) })),
		string(Deployments): table(Deployments,
			column(byID, func(d *Deployment) []string { return []string{d.ID} }),
			column(byJob, func(d *Deployment) []string { return words(d.Job) }),
			column(byStatus, func(d *Deployment) []string { return only(d.Status.Active(), active) }),
		),
		string(Allocations): table(Allocations,
			column(byID, func(a *Allocation) []string { return []string{a.ID} }),
			column(byJob, func(a *Allocation) []string { return words(a.Job) }),
			column(byDeployment, func(a *Allocation) []string { return only(a.Deployment != "", a.Deployment) }),
		),
		string(Evaluations): table(Evaluations,
			column(byID, func(e *Evaluation) []string { return []string{e.ID} }),
			column(byJob, func(e *Evaluation) []string { return words(e.Job) }),
			column(byStatus, func(e *Evaluation) []string { return only(e.pending(), pending) }),
		),
	}}
}

func words(k host.JobKey) []string { return []string{k.Namespace, k.ID} }

// only is a word for an index that has a record on a condition.
func only(in bool, word string) []string {
	if !in {
		return nil
	}
	return []string{word}
}

func table(name Table, columns ...*memdb.IndexSchema) *memdb.TableSchema {
	t := &memdb.TableSchema{Name: string(name), Indexes: map[string]*memdb.IndexSchema{}}
	for _, c := range columns {
		t.Indexes[c.Name] = c
	}
	return t
}

// column is an index over records of type T: by words of theirs, or none for a
// record that is not in it.
func column[T any](name string, of func(*T) []string) *memdb.IndexSchema {
	return &memdb.IndexSchema{Name: name, Unique: name == byID, AllowMissing: name != byID, Indexer: indexer[T]{of}}
}

type indexer[T any] struct{ of func(*T) []string }

// FromObject is what memdb asks of a record.
func (x indexer[T]) FromObject(raw any) (bool, []byte, error) {
	record, ok := raw.(*T)
	if !ok {
		return false, nil, fmt.Errorf("a %T in the table of %T", raw, record)
	}
	list := x.of(record)
	return list != nil, encode(list), nil
}

// FromArgs is what memdb asks of a query.
func (x indexer[T]) FromArgs(args ...any) ([]byte, error) {
	list := make([]string, len(args))
	for i, a := range args {
		word, ok := a.(string)
		if !ok {
			return nil, fmt.Errorf("a %T where a word should be", a)
		}
		list[i] = word
	}
	return encode(list), nil
}

// encode ends every word with a NUL, which no id has (validate.go), so that no
// key is the start of another, and records come in the order of their words.
func encode(list []string) []byte {
	var b []byte
	for _, word := range list {
		b = append(append(b, word...), 0)
	}
	return b
}
