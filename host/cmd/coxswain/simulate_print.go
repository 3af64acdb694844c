package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/coxswain/coxswain/host/simulate"
)

// outcomeMarks stand in front of a decision, by what became of it.
var outcomeMarks = map[simulate.Outcome]string{
	simulate.OutcomeWritten: "=", simulate.OutcomeRefused: "x", simulate.OutcomeWithdrawn: "~",
	simulate.OutcomeLost: "!", simulate.OutcomeOpen: "?",
}

// printResult prints a timeline, and how everything ended.
func printResult(w io.Writer, r *simulate.Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, %s)\n", r.Name, with(r.Level, r.Policies), r.Engine)
	if r.Description != "" {
		fmt.Fprintf(&b, "%s\n", strings.TrimSpace(r.Description))
	}
	for i := range r.Rows {
		printRow(&b, &r.Rows[i])
	}
	b.WriteString("\n")
	for i := range r.Deployments {
		fmt.Fprintf(&b, "deployment %s\n", r.Deployments[i].Text())
	}
	for _, v := range r.Versions {
		words := map[bool]string{true: "stable", false: "not stable"}[v.Stable]
		if v.Stopped {
			words += ", stops the job"
		}
		if v.Tag != "" {
			words += ", tagged " + v.Tag
		}
		fmt.Fprintf(&b, "version %d: %s\n", v.Version, words)
	}
	fmt.Fprintf(&b, "%.3f s, %d commits, %d allocations, %d evaluations, %d decisions\n",
		float64(r.Time)/1e9, r.Commits, r.Placed, r.Evaluations, r.Decisions)
	_, err := io.WriteString(w, b.String())
	return err
}

// with names a level and the rules of the policies beside it.
func with(level string, policies []string) string {
	if len(policies) == 0 {
		return level
	}
	return level + " with " + strings.Join(policies, " ")
}

// printRow prints one row of a timeline as replay does.
func printRow(b *strings.Builder, r *simulate.Row) {
	index := ""
	if r.Index != 0 {
		index = fmt.Sprintf("#%d", r.Index)
	}
	fmt.Fprintf(b, "%11.3f s %8s ", float64(r.Time)/1e9, index)
	switch r.Kind {
	case simulate.RowFact:
		fmt.Fprintf(b, "  %s\n", r.Text)
	case simulate.RowCommand:
		fmt.Fprintf(b, "> %s asked of %s\n", r.Text, r.Deployment)
	case simulate.RowNote:
		fmt.Fprintf(b, "- %s\n", r.Text)
	case simulate.RowWait:
		fmt.Fprintf(b, "  %s waits %s\n", r.Deployment, r.Text)
	case simulate.RowDecision:
		fmt.Fprintf(b, "%s %s for %s: %s\n", outcomeMarks[r.Outcome], r.Trigger, r.Deployment, r.Text)
		for _, why := range r.Reasons {
			fmt.Fprintf(b, "%24s because %s (%s)\n", "", why.Text, why.Rule)
		}
		fmt.Fprintf(b, "%24s %s: %s\n", "", r.Outcome, r.Note)
	}
}
