package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/coxswain/coxswain/host/simulate"
	"github.com/spf13/cobra"
)

func simulateCommand() *cobra.Command {
	var d deciding
	var asJSON, verbose bool
	var svg string
	c := &cobra.Command{
		Use:   "simulate SCENARIO.yaml|JOB.json|-",
		Short: "Play a rollout through in virtual time",
		Long: `Simulate plays a rollout through in virtual time, with a simulated scheduler and
simulated clients, and prints a timeline of what happens and what is decided.

A scenario says in YAML which versions of a job are registered, how their
allocations fare, what users ask, what goes wrong, and which policies are wanted
("coxswain levels" lists them); whatever it leaves out has Nomad's default. A job in JSON, as "nomad job run -output" prints it, is played
as a first version whose allocations start in 300 ms and become healthy after
their min_healthy_time.

A policy that is given with --policy takes the place of the scenario's.

The exit code is 2 for bad use and for a scenario that cannot be read.`,
		Example: "  coxswain simulate canary.yaml\n  coxswain simulate --svg rollout.svg -v canary.yaml\n  nomad job run -output web.nomad | coxswain simulate -",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("simulate needs one SCENARIO.yaml or JOB.json, or - for the standard input")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			ctx := c.Context()
			sc, err := readScenario(args[0], c.InOrStdin())
			if err != nil {
				return &usageError{err}
			}
			eng, cfg, err := d.open(ctx)
			if err != nil {
				return err
			}
			defer eng.Close(context.WithoutCancel(ctx))
			if !c.Flags().Changed("level") && sc.Level != "" {
				cfg.Level = sc.Level
			}
			if d.policy != "" {
				cfg.Policy.Freezes = len(sc.Freezes) != 0
			}
			bar := newProgress(c.ErrOrStderr())
			r, err := simulate.Run(ctx, sc, eng, simulate.Config{Core: cfg, Waits: verbose, Progress: bar.told})
			bar.done()
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if svg != "" {
				if err := writeFile(svg, r.SVG); err != nil {
					return err
				}
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(r)
			}
			return printResult(c.OutOrStdout(), r)
		},
	}
	d.flags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	c.Flags().StringVar(&svg, "svg", "", "also draw the allocations over time into `FILE`")
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "also show what each deployment waits for")
	return c
}

// readScenario reads a scenario or a job from a file, or from the standard input
// for "-".
func readScenario(file string, stdin io.Reader) (*simulate.Scenario, error) {
	if file == "-" {
		return simulate.Read("stdin", stdin)
	}
	sc, err := simulate.ReadFile(file)
	return sc, named(file, err)
}

// named says which file could not be read as every other error about it does.
func named(file string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", file, path.Err)
	}
	return err
}

// writeFile lets something write a file.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
