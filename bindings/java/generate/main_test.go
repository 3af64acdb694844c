package main

import (
	"os"
	"testing"

	"github.com/coxswain/coxswain/bindings/schema"
	"github.com/stretchr/testify/require"
)

// The committed files are what the generator gives, none is left of a type that went,
// and the module is the same.
func TestUpToDate(t *testing.T) {
	files, err := generate("../../../core")
	require.NoError(t, err)
	for path, want := range files {
		have, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, string(want) == string(have), "%s: run go generate ./bindings/java/generate", path)
	}
	have, err := generated()
	require.NoError(t, err)
	require.Len(t, have, len(files)-1)
	for _, path := range have {
		require.Contains(t, files, path)
	}
}

func TestNames(t *testing.T) {
	require.Equal(t, "jobId", camel("JobID"))
	require.Equal(t, "id", camel("ID"))
	require.Equal(t, "requireProgressBy", camel("RequireProgressBy"))
	require.Equal(t, "Switch", javaType(schema.Type{Name: "Switches", Kind: schema.Set}))
	require.Equal(t, "Failures", javaType(schema.Type{Name: "Failures"}))
}

func TestComments(t *testing.T) {
	require.Equal(t, "/** One &lt; two &amp; &#64;x *&#47;. */\n", comment("", "One < two & @x */."))
	require.Equal(t, "  /**\n   * One.\n   *\n   * <p>Two.\n   */\n", comment("  ", "One.\n\nTwo."))
}
