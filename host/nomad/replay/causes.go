package replay

import (
	"context"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/nomad"
)

// Cause is a switch that by itself makes a machine decide otherwise than the
// recorded watcher.
type Cause struct {
	Switch string `json:"switch"`
	Rules  string `json:"rules"`
	Text   string `json:"text"`
	Missed int    `json:"missed"`
	Extra  int    `json:"extra"`
}

// Causes replays a recording once for each switch of a configuration, with that
// one alone, and returns those that make a difference. Differences that need
// several switches together are not among them. Errors are those of Run.
func Causes(ctx context.Context, rec *nomad.Recording, engine host.Engine, cfg core.Config) ([]Cause, error) {
	on, err := cfg.Resolve()
	if err != nil {
		return nil, err
	}
	base := core.Config{Level: core.LevelNomad104}
	without, err := Run(ctx, rec, engine, base)
	if err != nil {
		return nil, err
	}
	var causes []Cause
	for _, s := range core.AllSwitches() {
		if on&s.Switch == 0 {
			continue
		}
		base.Switches = s.Switch
		rep, err := Run(ctx, rec, engine, base)
		if err != nil {
			return causes, err
		}
		if rep.Missed != without.Missed || rep.Extra != without.Extra {
			causes = append(causes, Cause{s.Name, s.Rules, s.Text, rep.Missed - without.Missed, rep.Extra - without.Extra})
		}
	}
	return causes, nil
}
