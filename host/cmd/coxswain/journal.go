package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/journal"
	"github.com/spf13/cobra"
)

// journalEnding is that of a journal's segments.
const journalEnding = ".cxj"

// journals takes the journals out of the arguments of replay: segments, and
// folders that hold some.
func journals(args []string) (found, rest []string) {
	for _, arg := range args {
		inside, _ := filepath.Glob(filepath.Join(arg, "*"+journalEnding))
		if strings.HasSuffix(arg, journalEnding) || len(inside) != 0 {
			found = append(found, arg)
		} else {
			rest = append(rest, arg)
		}
	}
	return found, rest
}

// replayed is what came of a journal, for --json.
type replayed struct {
	Journal string `json:"journal"`
	journal.Result
	Same       bool   `json:"same"`
	Difference string `json:"difference,omitempty"`
	Want       string `json:"want,omitempty"`
	Have       string `json:"have,omitempty"`
}

// replayJournal lets machines do once more what a journal says, and reports
// whether they did the same.
func replayJournal(ctx context.Context, c *cobra.Command, path string, eng host.Engine, asJSON bool) (same bool, err error) {
	var result *journal.Result
	if info, statErr := os.Stat(path); statErr != nil {
		return false, &usageError{statErr}
	} else if info.IsDir() {
		var segments []journal.Segment
		if segments, err = journal.Segments(path); err == nil {
			result, err = journal.ReplayAll(ctx, segments, eng)
		}
	} else {
		var r *journal.Reader
		if r, err = journal.Open(path); err == nil {
			defer r.Close()
			result, err = journal.Replay(ctx, r, eng)
		}
	}
	var different *journal.DifferenceError
	var corrupt *journal.CorruptError
	var format *journal.FormatError
	switch {
	case errors.As(err, &different):
	case errors.As(err, &corrupt), errors.As(err, &format):
		return false, &usageError{err}
	case err != nil:
		return false, err
	}
	return different == nil, printJournal(c.OutOrStdout(), path, result, different, asJSON)
}

func printJournal(w io.Writer, path string, r *journal.Result, d *journal.DifferenceError, asJSON bool) error {
	out := replayed{Journal: path, Result: *r, Same: d == nil}
	if d != nil {
		out.Difference = d.Error()
		out.Want, out.Have = d.Text()
	}
	if asJSON {
		return json.NewEncoder(w).Encode(out)
	}
	fmt.Fprintf(w, "journal %s: segments %d, records %d, machines %d, steps %d", path, r.Segments, r.Records, r.Machines, r.Openings+r.Steps+r.Bad)
	if r.TornBytes != 0 {
		fmt.Fprintf(w, ", %d bytes of a torn end left out", r.TornBytes)
	}
	if d == nil {
		_, err := fmt.Fprintln(w, ": the same bytes again")
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n  then: %s\n  now:  %s\n", out.Difference, out.Want, out.Have)
	return err
}
