package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/journal"
	"github.com/stretchr/testify/require"
)

// written is a journal of one machine. With lie one of its outputs is not what
// the machine said.
func written(t *testing.T, lie bool) string {
	dir := t.TempDir()
	cfg := core.Config{Level: core.LevelNomad104}
	w, err := journal.Create(dir, "test", journal.Head{Config: cfg}, journal.Options{})
	require.NoError(t, err)
	m, err := core.New(cfg)
	require.NoError(t, err)
	in := core.Input{Now: 1, Index: 1, Epoch: 1, Job: &core.Job{ID: "shop"}, Deployment: &core.Deployment{ID: "d1", Status: core.DeploymentRunning}}
	var out core.Output
	require.NoError(t, m.Step(&in, &out))
	require.NoError(t, w.Open("d1", &cfg, &in, &out))
	in = core.Input{Now: 2, Command: &core.Command{ID: 1, Kind: core.CommandPause}}
	require.NoError(t, m.Step(&in, &out))
	if lie {
		out.Effects[0].Description = "Deployment is tired"
	}
	require.NoError(t, w.Step("d1", &in, &out))
	require.NoError(t, w.Close())
	return dir
}

func TestReplayJournal(t *testing.T) {
	dir := written(t, false)
	for _, engine := range []string{"native", "wasm"} {
		code, stdout, stderr := program("", "replay", "--engine", engine, dir)
		require.Zero(t, code, stderr)
		require.Equal(t, "journal "+dir+": segments 1, records 3, machines 1, steps 2: the same bytes again\n", stdout)
	}
	segment := filepath.Join(dir, "test-00000001.cxj")
	code, stdout, stderr := program("", "replay", "--json", segment, recordings+"/rolling-success.ndjson")
	require.Zero(t, code, stderr)
	var r replayed
	require.NoError(t, json.NewDecoder(strings.NewReader(stdout)).Decode(&r))
	require.True(t, r.Same)
	require.Contains(t, stdout, `"agreed":5`)

	code, stdout, _ = program("", "replay", written(t, true))
	require.Equal(t, 1, code)
	require.Contains(t, stdout, "Deployment is tired")
	require.Contains(t, stdout, "Deployment is paused")

	b, err := os.ReadFile(segment)
	require.NoError(t, err)
	b[len(b)/2] ^= 1
	require.NoError(t, os.WriteFile(segment, b, 0o600))
	code, _, stderr = program("", "replay", segment)
	require.Equal(t, 2, code)
	require.Contains(t, stderr, "is damaged at byte")
	code, _, _ = program("", "replay", dir+"/nosuch.cxj")
	require.Equal(t, 2, code)
}
