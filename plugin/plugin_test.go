package plugin_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/coxswain/coxswain/plugin"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
)

// maxBytes is the budget of the plugin.
const maxBytes = 160 << 10 // of which JSON is 24

func TestExports(t *testing.T) {
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	m, err := r.CompileModule(ctx, plugin.Module)
	require.NoError(t, err)
	for _, f := range m.ImportedFunctions() {
		module, name, _ := f.Import()
		require.Equal(t, "extism:host/env", module, name)
		require.NotContains(t, []string{"http_request", "var_get", "var_set", "config_get"}, name)
	}
	var names []string
	for name := range m.ExportedFunctions() {
		names = append(names, name)
	}
	require.ElementsMatch(t, []string{
		plugin.Describe, plugin.Decide, plugin.Open, plugin.Step,
		plugin.Status, plugin.Save, plugin.Load, plugin.Close,
	}, names)
	require.LessOrEqual(t, len(plugin.Module), maxBytes)
}

// TestGenerated makes the schema and the table again, elsewhere.
func TestGenerated(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command cannot be run here: ", err)
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "generate")
	out, err := exec.Command("go", "build", "-o", program, "./generate").CombinedOutput()
	require.NoError(t, err, string(out))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "message"), 0o755))
	run := exec.Command(program, filepath.Join(dir, "message"))
	run.Dir = "message"
	out, err = run.CombinedOutput()
	require.NoError(t, err, string(out))
	for _, name := range []string{"schema.json", "message/table_gen.go"} {
		have, err := os.ReadFile(name)
		require.NoError(t, err)
		made, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, string(made), string(have), "run go generate ./plugin/message")
	}
}
