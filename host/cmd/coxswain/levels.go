package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/coxswain/coxswain/core"
	"github.com/spf13/cobra"
)

// policyFields are the fields of a policy block that turn a policy on.
var policyFields = map[string]string{
	"G1": "bake", "G2": "approval", "G3": "promotion", "G4": "failures", "G5": "duration", "G6": "revert_after, give_up_after",
	"G7": "rollbacks", "G8": "rollback_tag", "G9": "gates", "G10": "freezes (of a scenario)",
}

// printPolicies prints a line for each policy.
func printPolicies(w io.Writer) error {
	fmt.Fprintln(w, "policies: at every level, each off unless it is asked for")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, p := range core.Policies() {
		var needs []string
		for _, s := range core.AllSwitches() {
			if p.Needs&s.Switch != 0 {
				needs = append(needs, s.Name)
			}
		}
		text := p.Text
		if len(needs) != 0 {
			text += " (with " + strings.Join(needs, ", ") + ")"
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\n", p.Rule, policyFields[p.Rule], text)
	}
	return t.Flush()
}

func levelsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "levels",
		Short: "Print the levels, what each adds to the one before it, and the policies",
		Long: "Print the levels, and what each adds to the one before it: a switch's name, where it\n" +
			"belongs, the rules that it changes and what it does. Every switch can also be set by\n" +
			"itself (--switches). Those of the ledger and of the scheduler are for simulations and for\n" +
			"stores of one's own: a real cluster has its own, and only the core's switches matter there.\n\n" +
			"Then come the policies, which can be had at every level: the rule, the fields in a policy\n" +
			"block (--policy, or a scenario's), what it does, and the switches that it brings with it.",
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
			return printPolicies(w)
		},
	}
}
