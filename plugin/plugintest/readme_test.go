package plugintest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadme runs the program in README.md, which must print what is said there,
// and looks at the sizes in the table.
func TestReadme(t *testing.T) {
	b, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	text := string(b)
	for name, file := range map[string]string{"`coxswain.wasm`, the raw module": "../../wasm/coxswain.wasm", "`coxswain-plugin.wasm`": "../coxswain-plugin.wasm"} {
		size := regexp.MustCompile(`\| ` + name + ` \| ([0-9,]+) \|`).FindStringSubmatch(text)
		require.NotNil(t, size, name)
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.Equal(t, size[1], grouped(info.Size()), name)
	}

	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command cannot be run here: ", err)
	}
	_, program, ok := strings.Cut(text, "```go\n")
	require.True(t, ok)
	program, _, ok = strings.Cut(program, "```")
	require.True(t, ok)
	file := filepath.Join(t.TempDir(), "main.go")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o644))
	out, err := exec.Command("go", "run", file).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, text, "`"+strings.TrimSpace(string(out))+"`")
}

// grouped writes a number with commas.
func grouped(n int64) string {
	if n < 1000 {
		return strings.TrimLeft(three(n), "0")
	}
	return grouped(n/1000) + "," + three(n%1000)
}

func three(n int64) string {
	return string([]byte{byte('0' + n/100), byte('0' + n/10%10), byte('0' + n%10)})
}
