package host

import (
	"context"

	"github.com/coxswain/coxswain/core"
)

// Triggers is where effects go: what the watcher asks the cluster to write. One
// method a trigger. It is used by many goroutines at once; the order of one
// deployment's effects is kept.
//
// An effect may be sent more than once under its key, after an answer that is
// unknown. A cluster that remembers keys answers the second time as the first; one
// that can check refuses an effect whose DeploymentIndex or JobIndex no longer
// hold.
type Triggers interface {
	// Reschedule is T1, for all deployments that asked within 250 ms (B4): one
	// write that allows the allocations to be replaced and creates each
	// effect's evaluation. One answer is for all.
	Reschedule(ctx context.Context, effects []*core.Effect) Answer
	// Status is T2.
	Status(ctx context.Context, e *core.Effect) Answer
	// Promote is T3.
	Promote(ctx context.Context, e *core.Effect) Answer
	// Health is T4.
	Health(ctx context.Context, e *core.Effect) Answer
	// Region is T5. On a single region it is never called.
	Region(ctx context.Context, e *core.Effect) Answer
}

// Answer is what became of an effect. The zero value is no answer and counts as
// unknown.
type Answer struct {
	Outcome core.Outcome
	// Index is the commit that applied it.
	Index uint64
	// Err says why it was rejected, or why the outcome is not known.
	Err error
}

// Applied is the answer for an effect that was written at an index.
func Applied(index uint64) Answer { return Answer{Outcome: core.Applied, Index: index} }

// Rejected is the answer for an effect that was refused for good.
func Rejected(err error) Answer { return Answer{Outcome: core.Rejected, Err: err} }

// Unknown is the answer when it is not known whether an effect was written; it
// will be sent again.
func Unknown(err error) Answer { return Answer{Outcome: core.Unknown, Err: err} }
