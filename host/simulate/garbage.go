package simulate

import (
	"cmp"
	"context"
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/memory"
)

// A long play leaves much behind that nobody looks at any more. After so many
// evaluations all but the newest ones go, as a real cluster's collector would
// see to, and with them allocations that have ended outside of a rollout.
const (
	garbageEvery = 500
	garbageKept  = 100
)

// collect removes garbage when it is time.
func (s *sim) collect(ctx context.Context) {
	if s.evals-s.collected < garbageEvery {
		return
	}
	s.collected = s.evals
	v := s.store.View()
	var g memory.Garbage
	evals := slices.DeleteFunc(v.Evaluations(s.key), func(e *memory.Evaluation) bool {
		return e.Status == core.EvaluationPending || e.Status == core.EvaluationBlocked
	})
	slices.SortFunc(evals, func(a, b *memory.Evaluation) int { return cmp.Compare(a.ModifyIndex, b.ModifyIndex) })
	for _, e := range evals[:max(len(evals)-garbageKept, 0)] {
		g.Evaluations = append(g.Evaluations, e.ID)
	}
	for _, a := range v.JobAllocations(s.key) {
		d := v.Deployment(a.Deployment)
		ended := a.Desired != core.DesiredRun && a.Client != core.ClientRunning && a.Client != core.ClientPending
		if ended && (d == nil || !d.Status.Active()) {
			g.Allocations = append(g.Allocations, a.ID)
		}
	}
	_, err := s.store.Delete(g)
	s.wrote(ctx, err)
}
