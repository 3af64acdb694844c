package oracle

import (
	"fmt"
	"testing"

	"github.com/coxswain/coxswain/core"
)

// Verdict is what a comparison came to.
type Verdict uint8

// The verdicts. Only Different is a failure.
const (
	// Equal: both did the same at the same times.
	Equal Verdict = iota
	// Undecided: Nomad does one thing or another from run to run, and ours is
	// one of them.
	Undecided
	// Different: Nomad never did what ours did.
	Different
)

// String returns the verdict's word.
func (v Verdict) String() string {
	return [...]string{"equal", "undecided", "different"}[v]
}

// tries is how often Nomad's side is run before a difference is believed.
const tries = 40

// Result is a comparison with both sides' traces.
type Result struct {
	Verdict     Verdict
	Nomad, Ours *Trace
	// Answers are the different traces of Nomad's side, with how often each
	// came, if it was run more than once.
	Answers map[string]int
}

// Compare runs a scenario through both. When they differ, Nomad's side is run
// again: it is only excused if it disagrees with itself and one of its own
// answers is ours.
func Compare(t *testing.T, s Scenario, config core.Config) *Result {
	return compare(t, s, config, tries)
}

func compare(t *testing.T, s Scenario, config core.Config, tries int) *Result {
	r := &Result{Nomad: Nomad(t, s), Ours: Ours(t, s, config)}
	ours := r.Ours.String()
	if r.Nomad.String() == ours {
		return r
	}
	r.Answers = map[string]int{r.Nomad.String(): 1}
	for n := range tries {
		answer := nomad(t, s, n%2 == 1).String()
		r.Answers[answer]++
		if answer == ours {
			r.Verdict = Undecided
			return r
		}
	}
	r.Verdict = Different
	return r
}

// String describes a difference.
func (r *Result) String() string {
	text := fmt.Sprintf("%s\n--- ours\n%s", r.Verdict, r.Ours)
	if len(r.Answers) < 2 {
		return text + "--- Nomad 1.0.4, always\n" + r.Nomad.String()
	}
	for answer, n := range r.Answers {
		text += fmt.Sprintf("--- Nomad 1.0.4, %d times\n%s", n, answer)
	}
	return text
}
