package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/coxswain/coxswain/core"
)

// policyOf is what a play's machines are made with: the configuration's policy if
// it has any, otherwise the scenario's.
func policyOf(cfg *core.Policy, sc *Scenario) core.Policy {
	if len(cfg.Rules()) != 0 {
		return *cfg
	}
	p := sc.Policy.Core()
	p.Freezes = len(sc.Freezes) != 0
	return p
}

// freezes are the scenario's, on the virtual clock.
func (s *sim) freezes() (spans []core.Span) {
	for _, f := range s.sc.Freezes {
		spans = append(spans, core.Span{From: start + int64(f.From), Until: start + int64(f.Until)})
	}
	return spans
}

// announce asks the clock for what is said to policies.
func (s *sim) announce(ctx context.Context) {
	for _, f := range s.sc.Freezes {
		s.clock.at(start+int64(f.From), func() {
			s.note("a freeze begins, until "+seconds(int64(f.Until)), "freeze begins")
		})
		s.clock.at(start+int64(f.Until), func() { s.note("the freeze ends", "freeze ends") })
	}
	for i := range s.sc.Verdicts {
		v := &s.sc.Verdicts[i]
		s.clock.at(start+int64(v.At), func() { s.verdict(ctx, v) })
	}
}

// verdict tells the watcher what a gate says. It is kept for the next leader.
func (s *sim) verdict(ctx context.Context, v *Verdict) {
	text := fmt.Sprintf("gate %q says %s", v.Gate, v.Says)
	d := s.target(v.Version)
	if d == nil || !d.Status.Active() {
		s.note(text+" of no deployment that could hear it", "")
		return
	}
	s.row(Row{Kind: RowNote, Deployment: d.ID, Text: text + " of " + d.ID, Label: v.Gate + ": " + v.Says})
	said := core.Verdict{Gate: v.Gate, Value: verdicts[v.Says]}
	kept := slices.DeleteFunc(s.verdicts[d.ID], func(o core.Verdict) bool { return o.Gate == v.Gate })
	s.verdicts[d.ID] = append(kept, said)
	if !s.leader {
		return
	}
	err := s.shard.Report(ctx, s.clock.now, d.ID, said)
	var bad *core.Error
	switch {
	case errors.As(err, &bad):
		s.note("passed over: "+bad.Error(), "")
	case err != nil:
		s.err = err
	}
}
