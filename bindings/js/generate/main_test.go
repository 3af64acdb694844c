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
	require.Len(t, files, 3)
	for name, want := range files {
		have, err := os.ReadFile(filepath.Join("..", name))
		require.NoError(t, err)
		require.True(t, string(want) == string(have), "%s: run go generate ./bindings/js/generate", name)
	}
}

func TestNames(t *testing.T) {
	require.Equal(t, "id", camel("ID"))
	require.Equal(t, "jobId", camel("JobID"))
	require.Equal(t, "requireProgressBy", camel("RequireProgressBy"))
}
