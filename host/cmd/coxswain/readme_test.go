package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../../.."

// blocks returns the code blocks of a language in the README.
func blocks(t *testing.T, language string) []string {
	text, err := os.ReadFile(root + "/README.md")
	require.NoError(t, err)
	var list []string
	for _, m := range regexp.MustCompile("(?s)\n```"+language+"\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		list = append(list, m[1])
	}
	return list
}

func shell(t *testing.T, command string) string {
	c := exec.Command("sh", "-c", command)
	c.Dir = root
	// As in a shell of its own, also when this test is run by make.
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "MAKE") || strings.HasPrefix(v, "MFLAGS=")
	})
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s\n%s", command, out)
	return string(out)
}

// Every command of the README works, and says what the README says.
func TestReadmeCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program several times; not with -short")
	}
	ran := 0
	for _, block := range blocks(t, "sh") {
		for command := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
			ran++
			switch command {
			case "make test": // this test is a part of it
				require.Contains(t, shell(t, "make -n test"), ".ci/test")
			case "make demo":
				said := blocks(t, "text")
				require.NotEmpty(t, said)
				require.True(t, strings.HasSuffix(shell(t, command), "\n"+said[0]))
			default:
				require.NotEmpty(t, shell(t, command))
			}
		}
	}
	require.GreaterOrEqual(t, ran, 5)
	require.Contains(t, shell(t, "make help"), "make demo")
}

// The program in the README is one, and decides.
func TestReadmeProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program; not with -short")
	}
	programs := blocks(t, "go")
	require.Len(t, programs, 2)
	run := func(program string) string {
		file := filepath.Join(t.TempDir(), "main.go")
		require.NoError(t, os.WriteFile(file, []byte(program), 0o600))
		return shell(t, "go run "+file)
	}
	// The configuration makes a machine.
	require.Empty(t, run(`package main

import (
	"time"

	"github.com/coxswain/coxswain/core"
)

func main() {
	if _, err := core.New(`+strings.TrimSpace(programs[0])+`); err != nil {
		panic(err)
	}
}
`))
	require.Equal(t, "failed Failed due to unhealthy allocations\n", run(programs[1]))
}

// What the README links to is there.
func TestReadmeLinks(t *testing.T) {
	text, err := os.ReadFile(root + "/README.md")
	require.NoError(t, err)
	links := regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, links)
	for _, l := range links {
		_, err := os.Stat(filepath.Join(root, l[1]))
		require.NoError(t, err)
	}
}
