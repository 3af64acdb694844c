package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/coxswain/coxswain/host/simulate"
	"github.com/stretchr/testify/require"
)

const (
	scenarios = "../../simulate/testdata/scenarios"
	timelines = "../../simulate/testdata/timelines"
)

// TestSimulateScenarios compares the timeline of each scenario with the one that
// is kept, which -rewrite writes anew. Both engines give the same.
func TestSimulateScenarios(t *testing.T) {
	names, err := filepath.Glob(scenarios + "/*.yaml")
	require.NoError(t, err)
	require.Len(t, names, 22)
	for _, file := range names {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			datadriven.RunTest(t, filepath.Join(timelines, name+".txt"), func(t *testing.T, d *datadriven.TestData) string {
				require.Equal(t, name+".yaml", d.CmdArgs[0].Key)
				args := []string{d.Cmd, file}
				for _, flag := range d.CmdArgs[1:] {
					args = append(args, flag.String())
				}
				code, native, stderr := program("", append(args, "--engine=native")...)
				require.Zero(t, code, stderr)
				code, wasm, stderr := program("", append(args, "--engine=wasm")...)
				require.Zero(t, code, stderr)
				require.Equal(t, native, strings.Replace(wasm, ", wasm)", ", native)", 1))
				return wasm
			})
		})
	}
}

// A scenario can come from the standard input; -v adds waits, --json gives data.
func TestSimulateOutputs(t *testing.T) {
	text, err := os.ReadFile(scenarios + "/canary-manual-promote.yaml")
	require.NoError(t, err)
	code, stdout, stderr := program(string(text), "simulate", "--engine=native", "-v", "-")
	require.Zero(t, code, stderr)
	require.True(t, strings.HasPrefix(stdout, "stdin (nomad-1.0.4, native)\n"))
	require.Contains(t, stdout, "d1 waits for a user: group \"web\" to be promoted; its canaries are healthy")

	code, stdout, stderr = program(string(text), "simulate", "--engine=native", "--json", "-")
	require.Zero(t, code, stderr)
	var r simulate.Result
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	require.Equal(t, 4, r.Decisions)
	require.Equal(t, "successful", r.Deployments[1].Status)
	for _, row := range r.Rows {
		require.NotEqual(t, simulate.RowWait, row.Kind, "waits are for -v")
	}
}

// A job as Nomad prints it is played as a first version.
func TestSimulateJob(t *testing.T) {
	file := filepath.Join(t.TempDir(), "web.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"Job": {"ID": "web", "TaskGroups": [{"Name": "front", "Count": 2}]}}`), 0o600))
	svg := filepath.Join(t.TempDir(), "web.svg")
	code, stdout, stderr := program("", "simulate", "--engine=native", "--svg", svg, file)
	require.Zero(t, code, stderr)
	require.Contains(t, stdout, "deployment d0 of version 0: successful, Deployment completed successfully; front 2 of 2 healthy\n")
	drawn, err := os.ReadFile(svg)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(drawn), "<svg "))
	require.Contains(t, string(drawn), ">front-v0.2</text>")
}

func TestSimulateSwitches(t *testing.T) {
	file := scenarios + "/canary-manual-promote.yaml"
	code, stdout, stderr := program("", "simulate", "--engine=native", "--switches=promote-enough", file)
	require.Zero(t, code, stderr)
	require.Contains(t, stdout, "version 1: stable")
	code, _, stderr = program("", "simulate", "--engine=native", "--switches=teleport", file)
	require.Equal(t, 2, code)
	require.Contains(t, stderr, "there is no switch \"teleport\"; the switches are ")
}

// A policy that is given takes the place of the scenario's, and its freezes stay.
func TestSimulatePolicy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.yaml")
	require.NoError(t, os.WriteFile(file, []byte("policy: {bake: 1m}\n"), 0o600))
	code, stdout, stderr := program("", "simulate", "--engine=native", "--policy", file, scenarios+"/freeze-over-the-weekend.yaml")
	require.Zero(t, code, stderr)
	require.Contains(t, stdout, "freeze-over-the-weekend (strict with G1 G10, native)\n")
	require.Contains(t, stdout, " 216000.000 s          = T3 for d1: promote web\n")
	code, stdout, stderr = program("", "simulate", "--engine=native", "--policy", file, scenarios+"/gate-holds-then-passes.yaml")
	require.Zero(t, code, stderr)
	require.Contains(t, stdout, "gate-holds-then-passes (strict with G1, native)\n")
}

// Bad use, and scenarios that cannot be read, give exit code 2.
func TestSimulateBadUse(t *testing.T) {
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{"", nil, "coxswain: simulate needs one SCENARIO.yaml or JOB.json, or - for the standard input\n"},
		{"", []string{"a", "b"}, "coxswain: simulate needs one SCENARIO.yaml or JOB.json, or - for the standard input\n"},
		{"", []string{"nosuch.yaml"}, "coxswain: nosuch.yaml: no such file or directory\n"},
		{"versions:\n  - {at: soon}\n", []string{"-"}, "coxswain: stdin:2: \"soon\" is not a duration like 300ms or 5s\n"},
		{"versions:\n  - groups: [{name: web}]\n", []string{"--engine=turbo", "-"}, "coxswain: there is no engine \"turbo\""},
		{"versions:\n  - groups: [{name: web}]\n", []string{"--level=nomad-9", "-"}, "coxswain: there is no level \"nomad-9\""},
	} {
		code, stdout, stderr := program(c.stdin, append([]string{"simulate"}, c.args...)...)
		require.Equal(t, 2, code)
		require.Empty(t, stdout)
		require.True(t, strings.HasPrefix(stderr, c.want), stderr)
	}
}
