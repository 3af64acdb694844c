package oracle

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestFindsOtherRules: rules that are not Nomad 1.0.4's are found by the random
// scenarios, and the scenario becomes small.
func TestFindsOtherRules(t *testing.T) {
	other := core.Config{Level: core.LevelNomad104, Switches: core.PromoteEnough}
	for seed := range 2000 {
		s := Generate().Example(seed)
		if Compare(t, s, other).Verdict != Different {
			continue
		}
		s, r := shrunk(t, s, other)
		require.Equal(t, Different, r.Verdict)
		assert.LessOrEqual(t, len(s), 6, "%s", s)
		assert.Contains(t, r.String(), "T3")
		assert.NotEqual(t, Different, Compare(t, s, Exact).Verdict)
		t.Logf("seed %d\n%s\n%s", seed, s, r)
		return
	}
	t.Fatal("nothing was found")
}

// TestFindsWrongWrites: a watcher that leaves out one thing is found.
func TestFindsWrongWrites(t *testing.T) {
	s, err := Parse("0s register web groups=g:revert\n0s deploy d web g:total=2\n0s place d g a b\n1s report a running healthy\n1.25s report b running healthy\n4s fail d\n")
	require.NoError(t, err)
	right := Nomad(t, s).String()
	require.Equal(t, right, Ours(t, s, Exact).String())
	for i := range Nomad(t, s).Records {
		less := Nomad(t, s)
		less.Records = append(less.Records[:i], less.Records[i+1:]...)
		assert.NotEqual(t, right, less.String())
	}
}

// TestText: a scenario's text says everything.
func TestText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := Generate().Draw(rt, "scenario")
		got, err := Parse(s.String())
		if err != nil || got.String() != s.String() {
			rt.Fatalf("%v\n%s\n%s", err, s, got)
		}
	})
	for _, bad := range []string{"x", "1s", "0.1s leader on", "-1s leader on", "0s nosuch", "1s leader on\n0s leader off"} {
		_, err := Parse(bad)
		assert.Error(t, err, bad)
	}
}

// FuzzOracle compares what a native fuzzer comes up with.
func FuzzOracle(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Scenario
		rapid.MakeFuzz(func(rt *rapid.T) { s = Generate().Draw(rt, "scenario") })(t, data)
		if s == nil {
			t.Skip("the bytes are too few for a scenario")
		}
		if r := Compare(t, s, Exact); r.Verdict == Different {
			t.Fatalf("a script for testdata:\n%s\n%s", s, r)
		}
	})
}
