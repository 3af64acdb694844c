package core_test

import (
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// Numbers are written as people write them, and one is not many.
func TestNumbersInWords(t *testing.T) {
	for have, want := range map[int64]string{0: "0 unhealthy allocations", 1: "1 unhealthy allocation", 2: "2 unhealthy allocations", 65_536: "65536 unhealthy allocations"} {
		require.Equal(t, want+" may be replaced, first a", core.Reason{Code: core.ReasonReplace, Have: have, Allocation: "a"}.String())
	}
	require.Equal(t, "the canaries of group \"web\", 1234 of 56789", core.Wait{Code: core.WaitCanaries, Group: "web", Have: 1234, Want: 56789}.String())
	require.Equal(t, "group \"web\" has 1234 of 56789 canaries placed", core.Reason{Code: core.ReasonCanariesPlaced, Group: "web", Have: 1234, Want: 56789}.String())
	require.Equal(t, "version 18446744073709551615 was registered in the meantime", core.Reason{Code: core.ReasonNewerVersion, Version: 1<<64 - 1}.String())
	require.Equal(t, "x - rolling back to job version 1234", core.TextRollback("x", 1234))
	require.Equal(t, "x - not rolling back to stable job version 1234 as current job has same specification", core.TextSameSpec("x", 1234))
}

// Each command has its own sentence for a deployment that has ended, and what is
// no command has one as well.
func TestTerminalTexts(t *testing.T) {
	seen := map[string]bool{}
	for k := range 256 {
		text := core.TextTerminal(core.CommandKind(k))
		if k >= int(core.CommandSetHealth) && k <= int(core.CommandCancel) {
			require.False(t, seen[text])
			seen[text] = true
			require.True(t, strings.HasPrefix(text, "can't ") && strings.HasSuffix(text, " terminal deployment"), text)
		} else {
			require.Equal(t, "terminal deployment", text)
		}
	}
}
