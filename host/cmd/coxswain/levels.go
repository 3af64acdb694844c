package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/coxswain/coxswain/core"
	"github.com/spf13/cobra"
)

func levelsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "levels",
		Short: "Print the levels, and what each adds to the one before it",
		Long: "Print the levels, and what each adds to the one before it: a switch's name, where it\n" +
			"belongs, the rules that it changes and what it does. Every switch can also be set by\n" +
			"itself (--switches). Those of the ledger and of the scheduler are for simulations and for\n" +
			"stores of one's own: a real cluster has its own, and only the core's switches matter there.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			w := c.OutOrStdout()
			before := core.Switches(0)
			for _, l := range core.Levels() {
				fmt.Fprintf(w, "%s: %s\n", l.Name, l.Text)
				t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
				for _, s := range core.AllSwitches() {
					switch {
					case l.Switches&^before&s.Switch != 0:
						fmt.Fprintf(t, "  + %s\t%s\t%s\t%s\n", s.Name, s.Where, s.Rules, s.Text)
					case before&^l.Switches&s.Switch != 0:
						fmt.Fprintf(t, "  - %s\t%s\t%s\t%s\n", s.Name, s.Where, s.Rules, s.Text)
					}
				}
				if err := t.Flush(); err != nil {
					return err
				}
				before = l.Switches
			}
			return nil
		},
	}
}
