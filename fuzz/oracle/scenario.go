package oracle

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	// Quarter is the grid on which things happen in a scenario.
	Quarter = 250 * time.Millisecond
	// stagger is how much later than its place on the grid each event happens
	// than the one before it, so that no two things coincide. It is more than
	// any chain of latencies.
	stagger = 5 * time.Millisecond
	// MaxEvents is how many events fit into one Quarter.
	MaxEvents = 48
)

// Event is one thing that happens: a verb with its words. Which there are, the
// README lists. One that makes no sense where it stands, such as a report of an
// allocation that does not exist, does nothing, so that any event can be taken
// out of a scenario.
type Event struct {
	// At is when, in quarters of a second.
	At   int
	Verb string
	Args []string
}

// Scenario is a list of events in the order of their times.
type Scenario []Event

// String returns the text of a scenario, a line each event.
func (s Scenario) String() string {
	var b strings.Builder
	for _, e := range s {
		b.WriteString(e.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// String returns the event's line.
func (e Event) String() string {
	words := append([]string{strconv.FormatFloat(float64(e.At)/4, 'f', -1, 64) + "s", e.Verb}, e.Args...)
	return strings.Join(words, " ")
}

// Parse reads the text of a scenario. Empty lines and what follows a # are
// passed over.
func Parse(text string) (Scenario, error) {
	var s Scenario
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) < 2 {
			return nil, fmt.Errorf("line %d: a time and a verb are wanted", n+1)
		}
		d, err := time.ParseDuration(words[0])
		if err != nil || d%Quarter != 0 || d < 0 {
			return nil, fmt.Errorf("line %d: %q is no time in quarters of a second", n+1, words[0])
		}
		e := Event{At: int(d / Quarter), Verb: words[1], Args: words[2:]}
		if _, ok := verbs[e.Verb]; !ok {
			return nil, fmt.Errorf("line %d: there is no verb %q", n+1, e.Verb)
		}
		if len(s) != 0 && s[len(s)-1].At > e.At {
			return nil, fmt.Errorf("line %d: it happens before the line above it", n+1)
		}
		s = append(s, e)
	}
	if len(s) > MaxEvents {
		return nil, fmt.Errorf("%d events are more than %d", len(s), MaxEvents)
	}
	return s, nil
}

// time returns when the event at a position happens.
func (s Scenario) time(i int) time.Duration {
	return time.Duration(s[i].At)*Quarter + time.Duration(i)*stagger
}

// word returns the word at a position, or none.
func (e *Event) word(i int) string {
	if i >= len(e.Args) {
		return ""
	}
	return e.Args[i]
}

// has reports whether a word is among the arguments.
func (e *Event) has(word string) bool {
	for _, a := range e.Args {
		if a == word {
			return true
		}
	}
	return false
}

// value returns what follows key= among the arguments.
func (e *Event) value(key string) string {
	for _, a := range e.Args {
		if v, ok := strings.CutPrefix(a, key+"="); ok {
			return v
		}
	}
	return ""
}

// number returns the number that follows key=, or otherwise.
func (e *Event) number(key string, otherwise int) int {
	n, err := strconv.Atoi(e.value(key))
	if err != nil {
		return otherwise
	}
	return n
}

// list returns the words that follow key=, separated by commas.
func (e *Event) list(key string) []string {
	if v := e.value(key); v != "" {
		return strings.Split(v, ",")
	}
	return nil
}
