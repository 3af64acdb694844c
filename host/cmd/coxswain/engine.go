package main

import (
	"context"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/simulate"
	"github.com/spf13/cobra"
)

// deciding are the flags that say who decides, and how.
type deciding struct {
	engine, level, policy string
	switches              []string
}

func (d *deciding) flags(c *cobra.Command) {
	c.Flags().StringVar(&d.engine, "engine", "wasm", "who decides: wasm (the WebAssembly module) or native")
	c.Flags().StringVar(&d.level, "level", core.LevelNomad104, "whose decisions: "+strings.Join(levelNames(), ", "))
	c.Flags().StringVar(&d.policy, "policy", "", "policies beside the level: a YAML `FILE` with a policy block, everything under \"policy:\"")
	c.Flags().StringSliceVar(&d.switches, "switches", nil, "switches to set besides the level's own, by their names in \"coxswain levels\"")
}

func levelNames() []string {
	var names []string
	for _, l := range core.Levels() {
		names = append(names, l.Name)
	}
	return names
}

// open makes the engine. The caller closes it.
func (d *deciding) open(ctx context.Context) (host.Engine, core.Config, error) {
	cfg := core.Config{Level: d.level}
	if _, err := core.New(cfg); err != nil {
		return nil, cfg, usage("there is no level %q; the levels are %s", d.level, strings.Join(levelNames(), ", "))
	}
	var err error
	if cfg.Switches, err = switchesOf(d.switches); err != nil {
		return nil, cfg, err
	}
	if d.policy != "" {
		p, err := simulate.ReadPolicyFile(d.policy)
		if err != nil {
			return nil, cfg, &usageError{named(d.policy, err)}
		}
		cfg.Policy = p.Core()
	}
	switch d.engine {
	case "native":
		return engine.Native(), cfg, nil
	case "wasm":
		e, err := engine.Wasm(ctx, engine.Options{})
		return e, cfg, err
	}
	return nil, cfg, usage("there is no engine %q; the engines are wasm and native", d.engine)
}

func switchNames() []string {
	var names []string
	for _, s := range core.AllSwitches() {
		names = append(names, s.Name)
	}
	return names
}

// switchesOf returns the switches of some names.
func switchesOf(names []string) (set core.Switches, err error) {
	for _, name := range names {
		found := false
		for _, s := range core.AllSwitches() {
			if s.Name == name {
				set, found = set|s.Switch, true
			}
		}
		if !found {
			return 0, usage("there is no switch %q; the switches are %s", name, strings.Join(switchNames(), ", "))
		}
	}
	return set, nil
}
