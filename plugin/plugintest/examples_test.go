package plugintest

import (
	"flag"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/plugin/message"
	"github.com/stretchr/testify/require"
)

var rewrite = flag.Bool("rewrite", false, "write the rollout of the examples and what they print anew")

// lines are the rollout of the examples: how a recorded deployment that rolls back
// is opened, and its steps.
func lines(t *testing.T) (b []byte) {
	for _, l := range record(t, "canary-fails-revert", core.Config{Level: core.LevelNomad104}) {
		if !slices.ContainsFunc(l.outputs, func(o core.Output) bool {
			return slices.ContainsFunc(o.Effects, func(e core.Effect) bool { return e.Rollback })
		}) {
			continue
		}
		b = append(encode(t, message.Open{Config: l.cfg, Input: l.inputs[0]}), '\n')
		for i := range l.inputs[1:] {
			b = append(append(b, encode(t, l.inputs[i+1])...), '\n')
		}
	}
	require.NotEmpty(t, b)
	return b
}

// TestExampleGo runs the example in Go with the committed rollout, which must be
// what the recording gives.
func TestExampleGo(t *testing.T) {
	same(t, "examples/rollout.ndjson", lines(t))
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command cannot be run here: ", err)
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = "examples/go"
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	same(t, "examples/rollout.txt", out)
}

// same compares a committed file with what it must be.
func same(t *testing.T, file string, want []byte) {
	t.Helper()
	if *rewrite {
		require.NoError(t, os.WriteFile(file, want, 0o644))
	}
	have, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(have), "go test -run Example -rewrite writes it")
}
