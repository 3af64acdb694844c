package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/coxswain/coxswain/host/nomad/replay"
	"github.com/stretchr/testify/require"
)

// runs the program with stdin and returns its exit code and what it printed.
func program(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// TestScripts runs command lines and compares what they print. The recordings
// are named by "R/", policy files by "P/"; the lines under a command are its standard input.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			args := []string{d.Cmd}
			for _, a := range d.CmdArgs {
				a := strings.ReplaceAll(a.String(), "R/", "../../nomad/testdata/recordings/")
				args = append(args, strings.ReplaceAll(a, "P/", "../../nomad/testdata/policies/"))
			}
			code, stdout, stderr := program(d.Input, args...)
			text := stdout + stderr
			if code != 0 {
				text += fmt.Sprintf("exit %d\n", code)
			}
			text = strings.ReplaceAll(text, "../../nomad/testdata/policies/", "P/")
			return strings.ReplaceAll(text, "../../nomad/testdata/recordings/", "R/")
		})
	})
}

const recordings = "../../nomad/testdata/recordings"

// Both engines agree with every recording, and with each other to the byte.
func TestReplayAll(t *testing.T) {
	var texts []string
	for _, engine := range []string{"wasm", "native"} {
		code, stdout, stderr := program("", "replay", "--engine", engine, "-v", recordings)
		require.Zero(t, code, stderr)
		require.True(t, strings.HasSuffix(stdout, "\nrecordings 26, decisions 126, agreed 126, missed 0, extra 0\n"))
		texts = append(texts, strings.ReplaceAll(stdout, ", "+engine+")", ")"))
	}
	require.Equal(t, texts[0], texts[1])
}

func TestReplayJSON(t *testing.T) {
	code, stdout, _ := program("", "replay", "--engine=native", "--json", recordings+"/rolling-success.ndjson", recordings+"/canary-fails-revert.ndjson")
	require.Zero(t, code)
	d := json.NewDecoder(strings.NewReader(stdout))
	var first, second replay.Report
	var total replay.Counts
	require.NoError(t, d.Decode(&first))
	require.NoError(t, d.Decode(&second))
	require.NoError(t, d.Decode(&total))
	require.Equal(t, "rolling-success", first.Name)
	require.Equal(t, 9, total.Agreed)
	for _, r := range second.Rows {
		require.NotEqual(t, replay.RowWait, r.Kind, "waits are for -v")
	}
	code, verbose, _ := program("", "replay", "--engine=native", "--json", "-v", recordings+"/rolling-success.ndjson")
	require.Zero(t, code)
	require.Contains(t, verbose, `"kind":"wait"`)
}

// A recording can come from the standard input, plain or compressed.
func TestReplayStdin(t *testing.T) {
	text, err := os.ReadFile(recordings + "/rolling-success.ndjson")
	require.NoError(t, err)
	code, stdout, stderr := program(string(text), "replay", "--engine=native", "-")
	require.Zero(t, code, stderr)
	require.Contains(t, stdout, "agreed 5, missed 0")

	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, _ = w.Write(text)
	require.NoError(t, w.Close())
	code, stdout, _ = program(z.String(), "replay", "--engine=native", "-")
	require.Zero(t, code)
	require.Contains(t, stdout, "agreed 5, missed 0")

	// Cut off: file, line and what is wrong.
	code, _, stderr = program(string(text[:len(text)-200]), "replay", "--engine=native", "-")
	require.Equal(t, 2, code)
	require.Regexp(t, `^coxswain: stdin:\d+: `, stderr)
	code, _, stderr = program(z.String()[:z.Len()/2], "replay", "--engine=native", "-")
	require.Equal(t, 2, code)
	require.Contains(t, stderr, "stdin")
}

// A decision that the recorded watcher did not make gives exit code 1.
func TestReplayDisagrees(t *testing.T) {
	text, err := os.ReadFile(recordings + "/canary-fails-revert.ndjson")
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	var kept []string
	for _, l := range lines {
		if !strings.Contains(l, "DeploymentStatusUpdate") {
			kept = append(kept, l)
		}
	}
	code, stdout, stderr := program(strings.Join(kept, ""), "replay", "--engine=native", "-")
	require.Equal(t, 1, code)
	require.Empty(t, stderr)
	require.Contains(t, stdout, "extra: the recorded watcher did not decide this")
	require.Regexp(t, `missed 0, extra \d+\n$`, stdout)
}

func TestExplainJSON(t *testing.T) {
	code, stdout, stderr := program("", "explain", "--engine=native", "--json", recordings+"/three-groups-deadlines.ndjson", "--at", "9.5")
	require.Zero(t, code, stderr)
	var m replay.Moment
	require.NoError(t, json.Unmarshal([]byte(stdout), &m))
	require.Len(t, m.Deployments, 1)
	require.Equal(t, "progress deadline", m.Deployments[0].Next.For)
	require.Len(t, m.Ended, 1)

	// The same moment as a date.
	code, again, stderr := program("", "explain", "--engine=wasm", "--json", recordings+"/three-groups-deadlines.ndjson", "--at", "2026-11-30T18:37:27.945Z")
	require.Zero(t, code, stderr)
	require.Contains(t, again, `"progress deadline"`)
}

func TestVersion(t *testing.T) {
	code, stdout, _ := program("", "version")
	require.Zero(t, code)
	require.Regexp(t, regexp.MustCompile(`(?s)^coxswain .*\nmodule: \d+ bytes, sha256 [0-9a-f]{64}, schema \d+, states of version 1\nlevel nomad-1.0.4: `), stdout)
}

func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	code, _, stderr := program("", "replay", dir)
	require.Equal(t, 2, code)
	require.Contains(t, stderr, "no *.ndjson")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.ndjson"), []byte("{\"Index\":1,\"Events\":[{\"Topic\":\"Job\"}]}\n"), 0o600))
	code, _, stderr = program("", "replay", dir)
	require.Equal(t, 2, code)
	require.Contains(t, stderr, "x.ndjson:1: ")
}
