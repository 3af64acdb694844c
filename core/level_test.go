package core_test

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// Every switch is one bit of its own, is described, and belongs to the level that
// it says; each level is the one before it and its own switches, strict without
// what is wrong in the newest.
func TestTableOfLevels(t *testing.T) {
	seen, names := core.Switches(0), map[string]bool{}
	for _, s := range core.AllSwitches() {
		require.Equal(t, 1, bits.OnesCount64(uint64(s.Switch)), s.Name)
		require.Zero(t, seen&s.Switch, s.Name)
		require.False(t, names[s.Name], s.Name)
		require.NotEmpty(t, s.Text)
		require.NotEmpty(t, s.Rules)
		require.Contains(t, []string{core.WhereCore, core.WhereLedger, core.WhereScheduler, core.WhereBoth}, s.Where)
		seen, names[s.Name] = seen|s.Switch, true
	}
	require.Zero(t, seen&(seen+1), "no bit is left out")

	since := map[string]core.Switches{}
	for _, s := range core.AllSwitches() {
		since[s.Since] |= s.Switch
	}
	before := core.Switches(0)
	for _, l := range core.Levels() {
		want := before | since[l.Name]
		if l.Name == core.LevelStrict {
			want &^= core.FailWithoutPolicy // S-12
		}
		require.Equal(t, want, l.Switches, l.Name)
		on, err := (&core.Config{Level: l.Name, Switches: core.PromoteEnough}).Resolve()
		require.NoError(t, err)
		require.Equal(t, l.Switches|core.PromoteEnough, on)
		before = l.Switches
	}
	_, err := (&core.Config{Level: core.LevelStrict, Switches: seen + 1}).Resolve()
	requireCode(t, err, core.ErrConfig, "Switches")
}

// The error repeats the level that nobody knows, unless it is so long that it
// cannot be one.
func TestUnknownLevelIsNamed(t *testing.T) {
	for _, c := range []struct {
		level string
		named bool
	}{{"nomad-0.1", true}, {strings.Repeat("x", core.MaxIDLength), true}, {strings.Repeat("x", core.MaxIDLength+1), false}} {
		_, err := core.New(core.Config{Level: c.level})
		requireCode(t, err, core.ErrConfig, "Level")
		require.Equal(t, c.named, strings.Contains(err.Error(), `"`+c.level+`"`))
	}
	_, err := core.New(core.Config{})
	require.Contains(t, err.Error(), "no level is chosen")
}
