package walk

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
)

// guards is what stands beside a walk for a machine with a policy. It has a source
// of chance of its own, so that walks without one stay as they are.
type guards struct {
	rng      *rand.Rand
	policy   core.Policy
	verdicts []core.Verdict
	freezes  []core.Span
	// ledger is set in worlds whose store keeps account of pauses.
	ledger bool
	// failing is set in worlds that are about rollbacks: more is unhealthy.
	failing bool
}

// Guarded begins a walk for a machine with a policy (Policy): its gates speak,
// freezes come and go, versions have tags and rollbacks came before, clients report
// without a time, and half of the stores keep no account of pauses.
func Guarded(seed uint64) *World {
	w := New(seed)
	g := &guards{rng: rand.New(rand.NewPCG(seed, 0x6a7e))}
	w.guards = g
	g.policy = randomPolicy(g.rng)
	g.ledger = !g.chance(2)
	if w.deployment.Status == core.DeploymentPaused {
		w.deployment.PausedAt = w.now
	}
	w.forgetPauses()
	if g.ledger && w.deployment.CreateTime == 0 && g.chance(2) {
		w.deployment.CreateTime = w.now - g.some(2)
	}
	asks, reverts := g.policy.On("G2") && g.chance(2), g.policy.On("G7") && g.chance(2)
	for i := range w.deployment.Groups {
		d := &w.deployment.Groups[i]
		if d.DesiredTotal != 0 && g.chance(2) {
			d.DesiredCanaries = 1
		}
		d.AutoPromote, d.AutoRevert = d.AutoPromote && !asks, d.AutoRevert || reverts
	}
	rollbacks := g.rng.IntN(3)
	if reverts { // and there is something to roll back to, once more
		rollbacks++
		g.failing = true
		w.deployment.Groups[0].ProgressDeadline = 0
		w.versions[1].Stable, w.versions[1].SpecDigest, w.versions[1].ExecDigest = true, "z", "z"
	}
	for range rollbacks { // they were registered before the deployment's version
		v := w.versions[0]
		v.Version, v.Rollback = v.Version+1, true
		w.versions = append([]core.JobVersion{v}, w.versions...)
	}
	w.job.Version, w.deployment.JobVersion = w.versions[0].Version, w.versions[0].Version
	for i := range w.versions {
		w.tag(&w.versions[i])
	}
	for range g.rng.IntN(3) {
		g.speak()
	}
	if g.policy.Freezes && g.chance(2) {
		g.freeze(w.now)
	}
	return w
}

func (g *guards) chance(n int) bool { return g.rng.IntN(n) == 0 }

// some is a duration that matters in a walk.
func (g *guards) some(most int) int64 { return int64(1+g.rng.IntN(most*10)) * second / 10 }

// randomPolicy has each field with a chance of one in three.
func randomPolicy(rng *rand.Rand) core.Policy {
	g := &guards{rng: rng}
	var p core.Policy
	if g.chance(3) {
		p.Bake = g.some(3)
	}
	if g.chance(3) {
		p.Approval = core.Approval{Timeout: g.some(5), Then: core.ApprovalAction(1 + rng.IntN(2))}
	}
	if g.chance(3) {
		p.Promotion = core.Promotion(1 + rng.IntN(2))
	}
	if g.chance(3) {
		p.Failures = core.Failures{Limited: true, Number: int32(rng.IntN(3)), Percent: int32(rng.IntN(3)) * 34}
	}
	if g.chance(3) {
		p.Duration = g.some(40)
	}
	if g.chance(3) {
		p.RevertAfter, p.GiveUpAfter = g.some(4), 0
		if g.chance(3) {
			p.GiveUpAfter = p.RevertAfter + g.some(4)
		}
		if g.chance(4) {
			p.RevertAfter, p.GiveUpAfter = 0, g.some(8)
		}
	}
	if g.chance(3) {
		p.Rollbacks = core.Rollbacks{Max: int32(rng.IntN(8)), BackOff: g.some(20)}
		if g.chance(3) {
			p.Rollbacks.Max, p.Rollbacks.BackOff = p.Rollbacks.Max+1, 0
		}
	}
	if g.chance(3) {
		p.RollbackTag = tags[rng.IntN(len(tags))]
	}
	if g.chance(3) {
		for i := range 1 + rng.IntN(3) {
			p.Gates = append(p.Gates, core.Gate{Name: fmt.Sprintf("gate%d", 2-i), Unknown: core.GateUnknown(rng.IntN(3))})
		}
	}
	p.Freezes = g.chance(3)
	return p
}

var tags = [...]string{"golden", "silver"}

// Policy is what the machine of a guarded walk must have for a policy.
func (w *World) Policy() core.Policy {
	if w.guards == nil {
		return core.Policy{}
	}
	return w.guards.policy
}

// Ledger reports whether the store of a guarded walk keeps account of pauses, and
// tells when the deployment was made: then another leader knows all that policies
// go by.
func (w *World) Ledger() bool {
	return w.guards != nil && w.guards.ledger && w.deployment.CreateTime != 0
}

// guard adds what the host says for policies to the input under way.
func (w *World) guard(in *core.Input) {
	g := w.guards
	if g == nil {
		return
	}
	if g.chance(6) {
		in.Verdicts = append(in.Verdicts, g.speak()...)
	}
	if g.policy.Freezes && g.chance(12) {
		g.freeze(w.now)
		in.Freezes, in.FreezesRead = slices.Clone(g.freezes), true
	}
}

// repeat adds all that the host has said for policies.
func (w *World) repeat(in *core.Input) {
	if g := w.guards; g != nil {
		in.Verdicts = slices.Clone(g.verdicts)
		in.Freezes, in.FreezesRead = slices.Clone(g.freezes), g.policy.Freezes
	}
}

// speak lets a gate say something, if there is one. One that fails is rare.
func (g *guards) speak() []core.Verdict {
	if len(g.policy.Gates) == 0 {
		return nil
	}
	v := core.Verdict{Gate: g.policy.Gates[g.rng.IntN(len(g.policy.Gates))].Name, Value: core.GatePass}
	switch g.rng.IntN(12) {
	case 0:
		v.Value = core.GateFail
	case 1, 2, 3:
		v.Value = core.GateUndecided
	}
	g.verdicts = slices.DeleteFunc(g.verdicts, func(o core.Verdict) bool { return o.Gate == v.Gate })
	g.verdicts = append(g.verdicts, v)
	return []core.Verdict{v}
}

// freeze makes other freezes, around now, or none.
func (g *guards) freeze(now int64) {
	g.freezes = nil
	for range g.rng.IntN(4) {
		from := now + g.some(6) - 2*second
		g.freezes = append(g.freezes, core.Span{From: from, Until: from + g.some(3)})
	}
}

// tag gives a version a tag, perhaps.
func (w *World) tag(v *core.JobVersion) {
	if w.guards != nil && w.guards.chance(3) {
		v.Tag = tags[w.guards.rng.IntN(len(tags))]
	}
}

// forgetPauses takes out of the deployment what its store does not keep.
func (w *World) forgetPauses() {
	if w.guards != nil && !w.guards.ledger {
		w.deployment.PausedAt, w.deployment.ResumedAt, w.deployment.PausedFor = 0, 0, 0
	}
}

// reported changes a client's report: most are good news, since policies begin with
// canaries that are healthy. Some clients do not say when.
func (w *World) reported(r *ledger.Report) {
	if w.guards == nil {
		return
	}
	switch g := w.guards; {
	case g.failing && g.chance(2):
		r.Client, r.Health = core.ClientFailed, core.Unhealthy
	case !g.chance(4):
		r.Client, r.Health = core.ClientRunning, core.Healthy
	}
	if w.guards.chance(10) {
		r.HealthTime = 0
	}
}
