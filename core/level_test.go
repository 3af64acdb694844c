package core_test

import (
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

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
