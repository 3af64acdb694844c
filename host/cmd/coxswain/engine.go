package main

import (
	"context"
	"slices"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/spf13/cobra"
)

// deciding are the flags that say who decides, and how.
type deciding struct {
	engine, level string
	switches      []string
}

func (d *deciding) flags(c *cobra.Command) {
	c.Flags().StringVar(&d.engine, "engine", "wasm", "who decides: wasm (the WebAssembly module) or native")
	c.Flags().StringVar(&d.level, "level", core.LevelNomad104, "whose decisions: "+strings.Join(levelNames(), ", "))
	c.Flags().StringSliceVar(&d.switches, "switch", nil, "what to switch on beside the level's own, by its name in \"coxswain levels\"")
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
	for _, name := range d.switches {
		all := core.AllSwitches()
		i := slices.IndexFunc(all, func(s core.SwitchInfo) bool { return s.Name == name })
		if i < 0 {
			return nil, cfg, usage("there is no switch %q; \"coxswain levels\" lists them", name)
		}
		cfg.Switches |= all[i].Switch
	}
	if _, err := core.New(cfg); err != nil {
		return nil, cfg, usage("there is no level %q; the levels are %s", d.level, strings.Join(levelNames(), ", "))
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
