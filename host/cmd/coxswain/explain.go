package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/coxswain/coxswain/host/nomad"
	"github.com/coxswain/coxswain/host/nomad/replay"
	"github.com/spf13/cobra"
)

func explainCommand() *cobra.Command {
	var d deciding
	var at string
	var asJSON bool
	c := &cobra.Command{
		Use:     "explain FILE|-",
		Short:   "Say where each deployment stands at a moment, and what will happen next",
		Example: "  coxswain explain rollout.ndjson --at 12.5\n  coxswain explain rollout.ndjson --at 2026-11-30T18:33:20Z",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("explain needs one FILE, or - for the standard input")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			ctx := c.Context()
			rec, err := read(args[0], c.InOrStdin())
			if err != nil {
				return err
			}
			when, err := moment(at, rec)
			if err != nil {
				return err
			}
			eng, cfg, err := d.open(ctx)
			if err != nil {
				return err
			}
			defer eng.Close(context.WithoutCancel(ctx))
			m, err := replay.Explain(ctx, rec, eng, cfg, when)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(m)
			}
			_, err = fmt.Fprint(c.OutOrStdout(), m.Text())
			return err
		},
	}
	d.flags(c)
	c.Flags().StringVar(&at, "at", "", "the moment, in seconds from the start or as RFC 3339 (default: the end)")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// moment reads a time, in Unix nanoseconds. Moments outside the recording are
// bad use: nothing is known of them.
func moment(at string, rec *nomad.Recording) (int64, error) {
	when := rec.End
	if at != "" {
		if s, err := strconv.ParseFloat(at, 64); err == nil && !math.IsNaN(s) && math.Abs(s) < 1e9 {
			when = rec.Start + int64(s*1e9)
		} else if t, err := time.Parse(time.RFC3339Nano, at); err == nil {
			when = t.UnixNano()
		} else {
			return 0, usage("--at %q is neither seconds from the start nor a time in RFC 3339", at)
		}
	}
	if when < rec.Start || when > rec.End {
		return 0, usage("--at %q lies outside the recording, which goes from %s to %s, %.3f s", at,
			time.Unix(0, rec.Start).UTC().Format(time.RFC3339Nano), time.Unix(0, rec.End).UTC().Format(time.RFC3339Nano), float64(rec.End-rec.Start)/1e9)
	}
	return when, nil
}
