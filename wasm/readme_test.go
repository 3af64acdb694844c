package wasm_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/wasm"
	"github.com/stretchr/testify/require"
)

var rewrite = flag.Bool("rewrite", false, "write the generated parts of README.md anew")

// TestReadme makes the parts of README.md that are facts about the code from
// the code, and compares. With -rewrite it writes them.
func TestReadme(t *testing.T) {
	b, err := os.ReadFile("README.md")
	require.NoError(t, err)
	text := string(b)
	for name, generate := range map[string]func(testing.TB) string{
		"messages": messages, "numbers": numbers, "limits": limits, "example": example,
	} {
		begin, end := "<!-- "+name+": made by TestReadme -->\n", "<!-- end -->"
		from := strings.Index(text, begin)
		require.GreaterOrEqual(t, from, 0, name)
		from += len(begin)
		to := strings.Index(text[from:], end)
		require.GreaterOrEqual(t, to, 0, name)
		text = text[:from] + "\n" + generate(t) + "\n" + text[from+to:]
	}
	if *rewrite {
		require.NoError(t, os.WriteFile("README.md", []byte(text), 0o644))
		return
	}
	require.Equal(t, text, string(b), "run go test ./wasm -run TestReadme -rewrite")
}

// messages lists the fields of every struct that crosses the boundary.
func messages(t testing.TB) string {
	var s strings.Builder
	s.WriteString("| message | fields |\n|---|---|\n")
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(typ reflect.Type) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || seen[typ] {
			return
		}
		seen[typ] = true
		var fields []string
		for i := range typ.NumField() {
			f := typ.Field(i)
			require.True(t, f.IsExported())
			fields = append(fields, f.Name+" "+kind(f.Type))
		}
		fmt.Fprintf(&s, "| %s | %s |\n", typ.Name(), strings.Join(fields, ", "))
		for i := range typ.NumField() {
			visit(typ.Field(i).Type)
		}
	}
	for _, v := range []any{core.Config{}, core.Input{}, core.Output{}, core.Status{}} {
		visit(reflect.TypeOf(v))
	}
	return s.String()
}

func kind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + t.Elem().Name() + " or nil*"
	case reflect.Slice:
		return "[" + kind(t.Elem()) + "]"
	case reflect.Struct:
		return "*" + t.Name() + "*"
	case reflect.String:
		return "`str`"
	}
	if t.PkgPath() != "" {
		return "*" + t.Name() + "*"
	}
	return "`" + strings.Replace(strings.Replace(t.Name(), "uint", "u", 1), "int", "i", 1) + "`"
}

// numbers lists the named constants that stand in the messages.
func numbers(t testing.TB) string {
	values := map[string][]string{}
	files, err := filepath.Glob("../core/*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.CONST {
				constants(d, values)
			}
		}
	}
	var types []string
	for name := range values {
		types = append(types, name)
	}
	sort.Strings(types)
	var s strings.Builder
	s.WriteString("| type | values |\n|---|---|\n")
	for _, name := range types {
		fmt.Fprintf(&s, "| %s | %s |\n", name, strings.Join(values[name], ", "))
	}
	return s.String()
}

// constants reads one block that begins with a typed iota.
func constants(d *ast.GenDecl, values map[string][]string) {
	first := d.Specs[0].(*ast.ValueSpec)
	typ, ok := first.Type.(*ast.Ident)
	if !ok {
		return
	}
	value := func(i int) int { return i }
	if e, ok := first.Values[0].(*ast.BinaryExpr); ok {
		if value = func(i int) int { return i + 1 }; e.Op == token.SHL {
			value = func(i int) int { return 1 << i }
		}
	}
	for i, spec := range d.Specs {
		v := fmt.Sprintf("%d %s", value(i), spec.(*ast.ValueSpec).Names[0].Name)
		values[typ.Name] = append(values[typ.Name], v)
	}
}

func limits(t testing.TB) string {
	var s strings.Builder
	s.WriteString("| limit | value |\n|---|---|\n")
	for _, l := range []struct {
		name  string
		value uint64
		what  string
	}{
		{"MaxMachines", wasm.MaxMachines, "machines in one instance"},
		{"MaxInputBytes", core.MaxInputBytes, "bytes of an input or of a state"},
		{"MaxDepth", core.MaxDepth, "nesting of an input or of a state"},
		{"MaxTime", core.MaxTime, "Unix nanoseconds"},
		{"MaxIDLength", core.MaxIDLength, "bytes of an id or of a name"},
		{"MaxTextLength", core.MaxTextLength, "bytes of a deployment's description"},
		{"MaxDigestLength", core.MaxDigestLength, "bytes of a digest"},
		{"MaxGroups", core.MaxGroups, "task groups of a deployment, and of a job"},
		{"MaxAllocations", core.MaxAllocations, "allocations of a deployment, canaries of a group, ids in a command"},
		{"MaxEvaluations", core.MaxEvaluations, "evaluations of a job"},
		{"MaxVersions", core.MaxVersions, "versions of a job"},
		{"MaxResults", core.MaxResults, "results in one input"},
		{"MaxOutstanding", core.MaxOutstanding, "effects without a final result"},
		{"MaxGates", core.MaxGates, "gates of a policy, and verdicts in one input"},
		{"MaxFreezes", core.MaxFreezes, "spans of time in which nothing goes forward"},
	} {
		fmt.Fprintf(&s, "| %s | %d %s |\n", l.name, l.value, l.what)
	}
	return s.String()
}

// example makes a few calls and prints their bytes.
func example(t testing.TB) string {
	i := instantiate(t, wasm.Module)
	var s strings.Builder
	s.WriteString("```\n")
	show := func(call, what string, input, answer []byte) {
		fmt.Fprintf(&s, "%s\n", call)
		if input != nil {
			fmt.Fprintf(&s, "  in   %s\n", hexLines(input))
		}
		fmt.Fprintf(&s, "  out  %s\n       %s\n", hexLines(answer), what)
	}
	in := &core.Input{
		Now: 1_000_000_000, Index: 10, Epoch: 1, Job: &core.Job{ID: "j"},
		Deployment: &core.Deployment{ID: "d", Status: core.DeploymentRunning, ModifyIndex: 9,
			Groups: []core.Group{{Name: "g", DesiredTotal: 1, ProgressDeadline: 60_000_000_000, RequireProgressBy: 2_000_000_000}}},
	}
	b, err := core.AppendOpening(nil, &core.Config{Level: core.LevelNomad104}, in)
	require.NoError(t, err)
	i.write(b)
	show("open", "[0, [1, Output]]: handle 1; Wake is the deadline (2) at 2,000,000,000", b, i.call(wasm.Open))

	b, err = (&core.Input{Now: 1_500_000_000}).MarshalMsg(nil)
	require.NoError(t, err)
	i.write(b)
	show("step(1)", "[0, Output]: a tick before the deadline; nothing to do", b, i.call(wasm.Step, 1))
	short := b[:2]
	i.write(short)
	show("step(1)", "[2, \"\", text]: malformed; the machine is as it was", short, i.call(wasm.Step, 1))
	show("close(1)", "[0, nil]", nil, i.call(wasm.Close, 1))
	show("status(1)", "[10, \"\", text]: there is no such machine any more", nil, i.call(wasm.Status, 1))
	s.WriteString("```\n")
	return s.String()
}

func hexLines(b []byte) string {
	var lines []string
	for len(b) > 32 {
		lines, b = append(lines, fmt.Sprintf("% x", b[:32])), b[32:]
	}
	return strings.Join(append(lines, fmt.Sprintf("% x", b)), "\n       ")
}
