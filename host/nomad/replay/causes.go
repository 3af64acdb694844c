package replay

import (
	"context"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/nomad"
)

// Cause is a switch or a policy that by itself makes a machine decide otherwise than
// the recorded watcher.
type Cause struct {
	// Switch is its name; for a policy the field that turns it on.
	Switch string `json:"switch"`
	Rules  string `json:"rules"`
	Text   string `json:"text"`
	Missed int    `json:"missed"`
	Extra  int    `json:"extra"`
}

// Causes replays a recording once for each switch and each policy of a
// configuration, with that one alone (a policy brings the switches that it needs),
// and returns those that make a difference. Differences that need several together
// are not among them. Errors are those of Run.
func Causes(ctx context.Context, rec *nomad.Recording, engine host.Engine, cfg core.Config) ([]Cause, error) {
	on, err := cfg.Resolve()
	if err != nil {
		return nil, err
	}
	without, err := Run(ctx, rec, engine, core.Config{Level: core.LevelNomad104})
	if err != nil {
		return nil, err
	}
	var causes []Cause
	try := func(alone core.Config, c Cause) error {
		alone.Level = core.LevelNomad104
		rep, err := Run(ctx, rec, engine, alone)
		if err != nil {
			return err
		}
		if c.Missed, c.Extra = rep.Missed-without.Missed, rep.Extra-without.Extra; c.Missed != 0 || c.Extra != 0 {
			causes = append(causes, c)
		}
		return nil
	}
	for _, s := range core.AllSwitches() {
		if on&s.Switch == 0 {
			continue
		}
		if err := try(core.Config{Switches: s.Switch}, Cause{Switch: s.Name, Rules: s.Rules, Text: s.Text}); err != nil {
			return causes, err
		}
	}
	for _, p := range core.Policies() {
		if !cfg.Policy.On(p.Rule) {
			continue
		}
		if err := try(core.Config{Policy: alone(&cfg.Policy, p.Rule)}, Cause{Switch: p.Field, Rules: p.Rule, Text: p.Text}); err != nil {
			return causes, err
		}
	}
	return causes, nil
}

// alone is a policy without all that other rules are about.
func alone(p *core.Policy, rule string) (one core.Policy) {
	switch rule {
	case "G1":
		one.Bake = p.Bake
	case "G2":
		one.Approval = p.Approval
	case "G3":
		one.Promotion = p.Promotion
	case "G4":
		one.Failures = p.Failures
	case "G5":
		one.Duration = p.Duration
	case "G6":
		one.RevertAfter, one.GiveUpAfter = p.RevertAfter, p.GiveUpAfter
	case "G7":
		one.Rollbacks = p.Rollbacks
	case "G8":
		one.RollbackTag = p.RollbackTag
	case "G9":
		one.Gates = p.Gates
	case "G10":
		one.Freezes = p.Freezes
	}
	return one
}
