package simulate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/memory"
)

// scheduler is what the simulation's scheduler remembers.
type scheduler struct {
	room      map[string]int // groups that find less room than they want
	placed    map[series]int // how many were placed so far
	ids       map[numbered]string
	numbers   map[string]int // of an allocation, in its version
	evals     uint64
	collected uint64         // how many there were when garbage was collected last
	again     map[int64]bool // times of follow-ups that are asked for
	wishes    []string       // evaluations that are to be written, by what triggers them
}

// series are the allocations of one group that were placed for one version.
type series struct {
	version uint64
	group   string
}

// numbered is one of a series.
type numbered struct {
	series
	n int
}

func (k *scheduler) init() {
	k.room, k.placed, k.ids = map[string]int{}, map[series]int{}, map[numbered]string{}
	k.numbers, k.again = map[string]int{}, map[int64]bool{}
}

func deploymentID(version uint64) string { return fmt.Sprintf("d%d", version) }

// evaluation makes a new one for the job.
func (s *sim) evaluation(by string) memory.Evaluation {
	s.evals++
	return memory.Evaluation{
		Evaluation: core.Evaluation{ID: core.EvaluationID(core.Key{Deployment: by, N: s.evals}), Status: core.EvaluationPending},
		Job:        s.key, Type: "service", Priority: int32(s.sc.Job.priority()), TriggeredBy: by,
	}
}

// wish asks for an evaluation after this moment's reports are written; several
// for the same cause are one.
func (s *sim) wish(by string) {
	if !slices.Contains(s.wishes, by) {
		s.wishes = append(s.wishes, by)
	}
}

// schedule serves one evaluation, and reports whether there was anything to do.
func (s *sim) schedule(ctx context.Context) bool {
	if len(s.wishes) != 0 {
		evals := make([]memory.Evaluation, 0, len(s.wishes))
		for _, by := range s.wishes {
			evals = append(evals, s.evaluation(by))
		}
		s.wishes = nil
		_, err := s.store.UpsertEvaluations(evals...)
		s.wrote(ctx, err)
		return true
	}
	v := s.store.View()
	pending := v.Pending()
	if len(pending) == 0 {
		return false
	}
	eval := *slices.MinFunc(pending, func(a, b *memory.Evaluation) int {
		return cmp.Or(cmp.Compare(a.CreateIndex, b.CreateIndex), cmp.Compare(a.ID, b.ID))
	})
	in := &picture{
		now: s.clock.now, job: v.Job(s.key), allocations: v.JobAllocations(s.key), room: s.room, byCanaries: s.cfg.ByCanaries,
		known: func(id string) known { return s.clients[id].known },
	}
	if list := v.Deployments(s.key); len(list) != 0 {
		in.deployment = list[len(list)-1]
	}
	in.name = func(group string) string { return s.number(in.job.Version, group, "") }
	p := reconcile(in)
	if !p.empty() {
		_, err := s.store.Plan(p.plan)
		s.wrote(ctx, err)
		s.carryOut(&p.plan)
	}
	for _, at := range p.again {
		s.follow(ctx, at)
	}
	s.finish(ctx, eval, v.Index(), p.blocked)
	s.collect(ctx)
	return true
}

// finish writes that an evaluation is complete, with the index of what its
// scheduler saw. One that is blocked waits for room; one that needs none ends it.
func (s *sim) finish(ctx context.Context, eval memory.Evaluation, snapshot uint64, blocked bool) {
	eval.Status, eval.SnapshotIndex, eval.ModifyTime = core.EvaluationComplete, snapshot, s.clock.now
	evals := []memory.Evaluation{eval}
	var waiting []memory.Evaluation
	for _, e := range s.store.View().Evaluations(s.key) {
		if e.Status == core.EvaluationBlocked {
			waiting = append(waiting, *e)
		}
	}
	switch {
	case blocked && len(waiting) == 0:
		e := s.evaluation("queued-allocs")
		e.Status = core.EvaluationBlocked
		evals = append(evals, e)
	case !blocked:
		for _, e := range waiting {
			e.Status, e.ModifyTime = core.EvaluationCancelled, s.clock.now
			evals = append(evals, e)
		}
	}
	_, err := s.store.UpsertEvaluations(evals...)
	s.wrote(ctx, err)
}

// follow asks for another look at a time.
func (s *sim) follow(ctx context.Context, at int64) {
	if s.again[at] {
		return
	}
	s.again[at] = true
	s.clock.at(at, func() {
		delete(s.again, at)
		_, err := s.store.UpsertEvaluations(s.evaluation("failed-follow-up"))
		s.wrote(ctx, err)
	})
}

// number gives an allocation the next number of a version's group, and a new one
// its id.
func (s *sim) number(version uint64, group, id string) string {
	k := series{version, group}
	s.placed[k]++
	if id == "" {
		id = fmt.Sprintf("%s-v%d.%d", group, version, s.placed[k])
	}
	s.ids[numbered{k, s.placed[k]}], s.numbers[id] = id, s.placed[k]
	return id
}

// carryOut tells the clients of a plan that was written.
func (s *sim) carryOut(p *memory.Plan) {
	for _, stop := range p.Stops {
		if c := s.clients[stop.Allocation]; !stop.Lost {
			c.stop()
		}
	}
	spec := s.store.View().Job(s.key).Spec.(*spec)
	for i := range p.Allocations {
		a := &p.Allocations[i]
		c := s.clients[a.ID]
		if c == nil {
			c = &client{sim: s, id: a.ID}
			s.clients[a.ID] = c
		} else {
			s.number(a.JobVersion, a.Group, a.ID)
		}
		g := spec.find(a.Group)
		c.place(g, s.sc.fate(a.JobVersion, g, s.numbers[a.ID], s.clock.now, start), a.Deployment != "")
	}
}
