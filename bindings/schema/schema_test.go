package schema

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The schema has what the module's page, which another test compares with the codec,
// says of every message and number.
func TestPage(t *testing.T) {
	s, err := Read("../../core")
	require.NoError(t, err)
	b, err := os.ReadFile("../../wasm/README.md")
	require.NoError(t, err)
	rows, made := map[string]string{}, false
	for line := range strings.Lines(string(b)) {
		made = made && !strings.HasPrefix(line, "<!-- end") || strings.HasPrefix(line, "<!-- messages") || strings.HasPrefix(line, "<!-- numbers")
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if made && len(cells) == 2 && cells[1] != "fields |" && cells[1] != "values |" {
			rows[strings.TrimPrefix(cells[0], "| ")] = strings.TrimSuffix(cells[1], " |")
		}
	}
	for _, typ := range s.Types {
		var parts []string
		for _, f := range typ.Fields {
			sign := map[bool]string{true: "i", false: "u"}[f.Signed]
			parts = append(parts, f.Name+" "+map[FieldKind]string{
				Bool: "`bool`", Int: fmt.Sprintf("`%s%d`", sign, f.Bits), String: "`str`", Strings: "[`str`]",
				Number: "*" + f.Type + "*", Message: "*" + f.Type + "*", Optional: "*" + f.Type + " or nil*",
				Messages: "[*" + f.Type + "*]",
			}[f.Kind])
		}
		for _, m := range typ.Members {
			parts = append(parts, fmt.Sprintf("%d %s", m.Value, m.Name))
		}
		require.Equal(t, rows[typ.Name], strings.Join(parts, ", "), typ.Name)
		require.NotEmpty(t, typ.Doc, typ.Name)
		delete(rows, typ.Name)
	}
	require.Empty(t, rows)
	require.Equal(t, "strict", s.Levels[len(s.Levels)-1])
}

// A type comes after all that it needs.
func TestOrder(t *testing.T) {
	s, err := Read("../../core")
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, typ := range s.Types {
		for _, f := range typ.Fields {
			require.True(t, f.Type == "" || seen[f.Type], "%s.%s", typ.Name, f.Name)
		}
		seen[typ.Name] = true
	}
}

func TestWords(t *testing.T) {
	require.Equal(t, []string{"Job", "ID"}, Words("JobID"))
	require.Equal(t, []string{"Require", "Progress", "By"}, Words("RequireProgressBy"))
	s := &source{enums: map[string][]Member{
		"Actor":  {{Name: "ActorClock"}, {Name: "ActorUser"}},
		"Health": {{Name: "HealthUnset"}, {Name: "Healthy"}},
		"Lone":   {{Name: "LoneOne"}},
	}}
	words := func(enum string) (list []string) {
		for _, m := range s.members(enum) {
			list = append(list, strings.Join(m.Words, " "))
		}
		return list
	}
	require.Equal(t, []string{"Clock", "User"}, words("Actor"))
	require.Equal(t, []string{"Health Unset", "Healthy"}, words("Health"))
	require.Equal(t, []string{"Lone One"}, words("Lone"))
}
