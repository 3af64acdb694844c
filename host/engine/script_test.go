package engine_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/coxswain/coxswain/core"
)

// script makes up the inputs of one deployment, most of them good, from a seed
// and from what was decided.
type script struct {
	random  *rand.Rand
	id      string
	index   uint64
	now     int64
	command uint64
	keys    []core.Key
	known   []string
}

func newScript(seed uint64) *script {
	return &script{
		random: rand.New(rand.NewPCG(seed, 7)), id: fmt.Sprint("deployment-", seed), index: 100, now: start,
	}
}

var scriptGroups = []string{"api", "web", "worker"}

func (s *script) deployment() *core.Deployment {
	d := &core.Deployment{ID: s.id, Status: core.DeploymentRunning, JobVersion: 3, CreateIndex: 90, ModifyIndex: s.index}
	if s.random.IntN(6) == 0 {
		d.Status = core.DeploymentStatus(1 + s.random.IntN(5))
	}
	for i, name := range scriptGroups {
		g := core.Group{
			Name: name, DesiredTotal: 6, PlacedAllocs: int32(s.random.IntN(7)), HealthyAllocs: int32(s.random.IntN(7)),
			AutoRevert: i == 0, AutoPromote: true,
		}
		if i != 2 || s.random.IntN(2) == 0 {
			g.ProgressDeadline, g.RequireProgressBy = 60*second, s.now+int64(s.random.IntN(60))*second
		}
		if i == 1 {
			g.DesiredCanaries = 2
			for _, id := range s.known {
				if len(g.PlacedCanaries) < 2 && s.random.IntN(2) == 0 {
					g.PlacedCanaries = append(g.PlacedCanaries, id)
				}
			}
		}
		d.Groups = append(d.Groups, g)
	}
	return d
}

func (s *script) allocation() core.Allocation {
	n := s.random.IntN(18)
	a := core.Allocation{
		ID: fmt.Sprintf("allocation-%02d", n), Group: scriptGroups[n%3],
		Desired: core.DesiredStatus(1 + s.random.IntN(3)), Client: core.ClientStatus(1 + s.random.IntN(5)),
		ModifyIndex: s.index, ModifyTime: s.now, Canary: n%5 == 0, Reschedule: s.random.IntN(3) == 0,
	}
	if a.Health = core.Health(s.random.IntN(3)); a.Health == core.Unhealthy && n%3 == 2 {
		a.Health = core.Healthy // the worker group has no deadline at times: do not end it at once
	}
	if a.Health != core.HealthUnset {
		a.HealthIndex, a.HealthTime = s.index, s.now
	}
	return a
}

func (s *script) opening() *core.Input {
	in := &core.Input{
		Now: s.now, Index: s.index, Epoch: 5, Deployment: s.deployment(),
		Job: &core.Job{
			Namespace: "default", ID: "shop", Type: "service", Priority: 50, Version: 3, ModifyIndex: 80,
			SpecDigest: "s3", Groups: []core.JobGroup{{Name: "api", AutoRevert: true}, {Name: "web"}},
		},
		Versions:     []core.JobVersion{{Version: 3, SpecDigest: "s3"}, {Version: 2, Stable: true, SpecDigest: "s2"}},
		VersionsRead: true,
	}
	in.Deployment.Status = core.DeploymentRunning
	return in
}

// next makes the next input; out is what the last one came to.
func (s *script) next(out *core.Output) *core.Input {
	for i := range out.Effects {
		s.keys = append(s.keys, out.Effects[i].Key)
	}
	s.now += int64(s.random.IntN(2_000)) * second / 1000
	in := &core.Input{Now: s.now}
	if s.random.IntN(4) == 0 && out.Wake.Reason != core.WakeNone {
		in.Now = out.Wake.At
		s.now = max(s.now, in.Now)
		return in
	}
	s.index++
	in.Index = s.index
	for range s.random.IntN(3) {
		a := s.allocation()
		in.Allocations.Changed = append(in.Allocations.Changed, a)
		s.known = append(s.known, a.ID)
	}
	if s.random.IntN(3) == 0 {
		in.Deployment = s.deployment()
	}
	if s.random.IntN(4) == 0 {
		in.Evaluations.Changed = []core.Evaluation{{
			ID: fmt.Sprint("evaluation-", s.random.IntN(5)), Status: core.EvaluationStatus(1 + s.random.IntN(5)),
			CreateIndex: s.index, SnapshotIndex: s.index,
		}}
	}
	if s.random.IntN(6) == 0 {
		s.command++
		in.Command = &core.Command{ID: s.command, Kind: core.CommandKind(1 + s.random.IntN(8))}
		if in.Command.Kind == core.CommandSetHealth {
			in.Command.Healthy = []string{"allocation-00", "allocation-01"}
		}
	}
	for len(s.keys) != 0 && s.random.IntN(2) == 0 {
		in.Results = append(in.Results, core.Result{Key: s.keys[0], Outcome: core.Outcome(1 + s.random.IntN(3)), Index: s.index})
		s.keys = s.keys[1:]
	}
	switch s.random.IntN(25) { // what is wrong is refused, by everyone in the same words
	case 0:
		in.Allocations.Removed = []string{"no-such-allocation"}
	case 1:
		in.Results = append(in.Results, core.Result{Key: core.Key{Deployment: "another"}, Outcome: core.Applied})
	case 2:
		in.Now = 0
	case 3:
		in.Job = &core.Job{ID: "shop"}
	case 4:
		in.Allocations.Whole = true
	}
	return in
}
