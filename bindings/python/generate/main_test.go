package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The committed files are what the generator gives, and the module is the same.
func TestUpToDate(t *testing.T) {
	files, err := generate("../../../core")
	require.NoError(t, err)
	require.Len(t, files, 2)
	for name, want := range files {
		have, err := os.ReadFile(filepath.Join("../coxswain", name))
		require.NoError(t, err)
		require.True(t, string(want) == string(have), "%s: run go generate ./bindings/python/generate", name)
	}
}

func TestNames(t *testing.T) {
	require.Equal(t, "job_id", snake("JobID"))
	require.Equal(t, "require_progress_by", snake("RequireProgressBy"))
	require.Equal(t, "from_", snake("From"))
}
