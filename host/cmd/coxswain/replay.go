package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/nomad"
	"github.com/coxswain/coxswain/host/nomad/replay"
	"github.com/spf13/cobra"
)

func replayCommand() *cobra.Command {
	var d deciding
	var asJSON, verbose bool
	c := &cobra.Command{
		Use:   "replay FILE|DIR|-…",
		Short: "Replay recorded rollouts and compare every decision",
		Long: `Replay runs recordings of Nomad's event stream through the decision core and
compares every decision with what the recorded watcher wrote.

A recording is what "curl http://…/v1/event/stream" prints, begun before the job
is registered, plain or gzipped. A directory stands for the *.ndjson and
*.ndjson.gz in it, - for the standard input. A sidecar NAME.json beside
NAME.ndjson tells of the commands that users gave.

A journal that a watcher wrote (*.cxj, or a folder of them) is replayed too: its
machines must do the same once more, byte for byte.

At another level than that of the recorded watcher (--level, --switches), or with
policies (--policy), what is missed or extra is what they decide otherwise; under
each such recording stand the switches and policies that make a difference. Nobody
gives verdicts in a recording, so gates have none.

The last line counts; the exit code is 0 only if nothing is missed or extra.`,
		Example: "  coxswain replay host/nomad/testdata/recordings\n  coxswain replay --engine native -v rollout.ndjson\n  curl -sN localhost:4646/v1/event/stream | coxswain replay -",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("replay needs a FILE, a DIR or - for the standard input")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			ctx := c.Context()
			written, recordings := journals(args)
			files, err := nomad.Files(recordings)
			if err != nil {
				return err
			}
			eng, cfg, err := d.open(ctx)
			if err != nil {
				return err
			}
			defer eng.Close(context.WithoutCancel(ctx))
			differs := false
			for _, path := range written {
				same, err := replayJournal(ctx, c, path, eng, asJSON)
				if err != nil {
					return err
				}
				differs = differs || !same
			}
			if len(files) == 0 {
				if differs {
					return errDisagrees
				}
				return nil
			}
			var total replay.Counts
			for _, file := range files {
				rec, err := read(file, c.InOrStdin())
				if err != nil {
					return err
				}
				rep, err := replay.Run(ctx, rec, eng, cfg)
				if err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
				total.Add(rep.Counts)
				if rep.Missed+rep.Extra != 0 && (cfg.Level != core.LevelNomad104 || cfg.Switches != 0 || len(cfg.Policy.Rules()) != 0) {
					if rep.Causes, err = replay.Causes(ctx, rec, engine.Native(), cfg); err != nil {
						return fmt.Errorf("%s: %w", file, err)
					}
				}
				if asJSON {
					if !verbose {
						rep.Rows = withoutWaits(rep.Rows)
					}
					err = json.NewEncoder(c.OutOrStdout()).Encode(rep)
				} else {
					err = printReport(c.OutOrStdout(), rep, verbose)
				}
				if err != nil {
					return err
				}
			}
			if asJSON {
				err = json.NewEncoder(c.OutOrStdout()).Encode(total)
			} else {
				err = printTotal(c.OutOrStdout(), total)
			}
			if err == nil && (differs || total.Missed+total.Extra != 0) {
				return errDisagrees
			}
			return err
		},
	}
	d.flags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "one JSON object a recording, and one with the counts at the end")
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "also show what each deployment waits for")
	return c
}

// read reads a recording from a file, or from the standard input for "-".
func read(file string, stdin io.Reader) (*nomad.Recording, error) {
	if file == "-" {
		return nomad.Read("stdin", stdin)
	}
	return nomad.ReadFile(file)
}

func withoutWaits(rows []replay.Row) []replay.Row {
	kept := make([]replay.Row, 0, len(rows))
	for _, r := range rows {
		if r.Kind != replay.RowWait {
			kept = append(kept, r)
		}
	}
	return kept
}

// marks stand in front of what a reader looks for.
var marks = map[replay.Verdict]string{
	replay.Agreed: "=", replay.Missed: "!", replay.Extra: "!", replay.Undetermined: "?", replay.Repeat: "~", replay.Refused: "x",
}

// printReport prints one recording's timeline. A run of repeats is one line.
func printReport(w io.Writer, rep *replay.Report, verbose bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, %s)\n", rep.Name, with(rep.Level, rep.Policies), rep.Engine)
	repeats := 0
	flush := func() {
		if repeats != 0 {
			fmt.Fprintf(&b, "%22s ~ repeated %d times\n", "", repeats)
			repeats = 0
		}
	}
	for i := range rep.Rows {
		r := &rep.Rows[i]
		if r.Verdict == replay.Repeat && r.Trigger == "T3" {
			repeats++
			continue
		}
		if r.Kind == replay.RowWait && !verbose {
			continue
		}
		flush()
		index := ""
		if r.Index != 0 {
			index = fmt.Sprintf("#%d", r.Index)
		}
		fmt.Fprintf(&b, "%11.3f s %8s ", float64(r.Time)/1e9, index)
		switch r.Kind {
		case replay.RowFact:
			fmt.Fprintf(&b, "  %s\n", r.Text)
		case replay.RowCommand:
			fmt.Fprintf(&b, "> %s asked of %s\n", r.Text, id(r.Deployment))
		case replay.RowNote:
			fmt.Fprintf(&b, "- %s\n", r.Text)
		case replay.RowWait:
			fmt.Fprintf(&b, "  %s waits %s\n", id(r.Deployment), r.Text)
		case replay.RowDecision:
			fmt.Fprintf(&b, "%s %s for %s: %s\n", marks[r.Verdict], r.Trigger, id(r.Deployment), r.Text)
			for _, why := range r.Reasons {
				fmt.Fprintf(&b, "%24s because %s (%s)\n", "", why.Text, why.Rule)
			}
			fmt.Fprintf(&b, "%24s %s\n", "", verdict(r))
		}
	}
	flush()
	for _, c := range rep.Causes {
		fmt.Fprintf(&b, "  by %s (%s) alone: missed %d, extra %d; %s\n", c.Switch, c.Rules, c.Missed, c.Extra, c.Text)
	}
	_, err := io.WriteString(w, b.String()+"\n")
	return err
}

func verdict(r *replay.Row) string {
	if r.Note == "" {
		return string(r.Verdict)
	}
	return string(r.Verdict) + ": " + r.Note
}

func id(deployment string) string {
	if len(deployment) > 8 {
		return deployment[:8]
	}
	return deployment
}

// printTotal prints what is counted apart, and the last line.
func printTotal(w io.Writer, c replay.Counts) error {
	if c.Undetermined != 0 {
		fmt.Fprintf(w, "undetermined %d (the recordings end, or leadership changes, too soon to tell)\n", c.Undetermined)
	}
	_, err := fmt.Fprintf(w, "recordings %d, decisions %d, agreed %d, missed %d, extra %d\n", c.Recordings, c.Decisions, c.Agreed, c.Missed, c.Extra)
	return err
}
