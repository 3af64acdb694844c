// Package schematest is for the tests of the packages' generators.
package schematest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/coxswain/coxswain/bindings/schema"
	"github.com/stretchr/testify/require"
)

// UpToDate fails unless the committed files of a package are what its generator gives.
// It is run in bindings/LANGUAGE/generate.
func UpToDate(t *testing.T, files func(*schema.Schema) map[string][]byte) {
	t.Helper()
	s, err := schema.Read("../../../core")
	require.NoError(t, err)
	all := files(s)
	require.NotEmpty(t, all)
	for name, want := range all {
		have, err := os.ReadFile(filepath.Join("..", name))
		require.NoError(t, err)
		require.True(t, string(want) == string(have), "%s: make generate writes it", name)
	}
}
