package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every binding that can be measured is linked and has its row in README.md.
func TestReadme(t *testing.T) {
	b, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	scripts, err := filepath.Glob("../*/bench.sh")
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	for _, script := range scripts {
		name := filepath.Base(filepath.Dir(script))
		require.Contains(t, string(b), "("+name+"/README.md)")
	}
}

// The engines are measured, then the bindings; one that fails is left out and said.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a": `echo '{"language":"A","runtime":"none","package":2048,"load_ns":1500000,"open_ns":2500,"step_ns":999}'`,
		"b": "exit 3",
		"c": "echo no row",
	} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "bench.sh"), []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	}
	var out, progress strings.Builder
	require.NoError(t, run(&out, &progress, dir))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 6, out.String())
	require.Regexp(t, `^\| Go \| none: native \| – \| .*s \| .*s \| .*s \| 1\.0 \|$`, lines[2])
	require.Contains(t, lines[4], "wazero, interpreter")
	require.Contains(t, lines[5], "| A | none | 2 KiB | 1.5 ms | 2.5 µs | 999 ns |")
	require.Contains(t, progress.String(), "b/bench.sh: exit status 3; left out")
	require.Contains(t, progress.String(), `c/bench.sh: "no row"`)
}

func TestDuration(t *testing.T) {
	for ns, want := range map[int64]string{0: "0 ns", 999: "999 ns", 1500: "1.5 µs", 99_960: "100 µs", 12_345_678: "12 ms", 2_000_000_000: "2.0 s"} {
		require.Equal(t, want, duration(ns))
	}
}
