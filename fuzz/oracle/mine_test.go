package oracle_test

import (
	"context"
	"testing"

	"github.com/coxswain/coxswain/fuzz/oracle"
	"github.com/coxswain/coxswain/host"
)

// mine is a host of one's own that is ours, but that forgets to pause.
type mine struct{ *host.Watcher }

func (mine) Pause(context.Context, string) (*host.Reply, error) { return &host.Reply{}, nil }

// TestMine checks a host of one's own. That it is wrong is found, and what is
// left of the scenario is what it takes to see it.
func TestMine(t *testing.T) {
	ours := oracle.NewHost
	t.Cleanup(func() { oracle.NewHost = ours })
	oracle.NewHost = func(o host.Options) (oracle.Host, error) {
		w, err := host.New(o)
		return mine{w}, err
	}
	different := func(s oracle.Scenario) bool {
		return oracle.Compare(t, s, oracle.Exact).Verdict == oracle.Different
	}
	for seed := range 300 {
		s := oracle.Generate().Example(seed)
		if !different(s) {
			continue
		}
		s = oracle.Shrink(s, different)
		if last := s[len(s)-1].Verb; last != "pause" || len(s) > 3 {
			t.Fatalf("seed %d\n%s\n%s", seed, s, oracle.Compare(t, s, oracle.Exact))
		}
		return
	}
	t.Fatal("nothing was found")
}
