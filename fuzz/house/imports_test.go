package house_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	root   = "../.."
	module = "github.com/coxswain/coxswain"

	msgp   = "github.com/tinylib/msgp/msgp"
	wazero = "github.com/tetratelabs/wazero/..."
	cobra  = "github.com/spf13/cobra"
)

// room is what one package may import. A pattern that ends in "/..." stands for
// a package and all below it, "any" for every package of its list.
type room struct {
	own     []string // packages of this module, by folder
	outside []string // packages of other modules
	std     []string // packages of the standard library
}

var (
	anything = []string{"any"}
	// pure is what a package may use that must decide the same everywhere.
	pure = []string{"cmp", "container/heap", "errors", "math/bits", "slices", "strconv", "strings"}
)

// rooms has every package of the module. Its files for every platform count,
// its tests do not.
var rooms = map[string]room{
	"core":              {nil, []string{msgp}, pure},
	"core/ledger":       {[]string{"core"}, nil, pure},
	"wasm":              {nil, nil, []string{"crypto/sha256", "embed", "encoding/hex"}},
	"wasm/abi":          {[]string{"core"}, []string{msgp}, slices.Concat(pure, []string{"runtime", "unsafe"})},
	"wasm/guest":        {[]string{"core", "wasm/abi"}, []string{msgp}, slices.Concat(pure, []string{"unsafe"})},
	"wasm/wasmtest":     {[]string{"wasm"}, nil, anything},
	"host":              {[]string{"core"}, []string{"go.opentelemetry.io/otel/...", "golang.org/x/time/rate"}, anything},
	"host/engine":       {[]string{"host", "core", "wasm"}, []string{wazero, msgp}, anything},
	"host/memory":       {[]string{"host", "core", "core/ledger"}, []string{"github.com/hashicorp/go-memdb"}, anything},
	"host/journal":      {[]string{"core"}, []string{msgp}, anything},
	"host/nomad":        {[]string{"host", "core", "core/ledger"}, []string{"github.com/hashicorp/nomad/api"}, anything},
	"host/nomad/replay": {[]string{"host", "host/nomad", "core", "core/ledger"}, nil, anything},
	"host/simulate":     {[]string{"host", "host/memory", "core", "core/ledger"}, []string{"github.com/goccy/go-yaml/...", "go.yaml.in/yaml/..."}, anything},
	"host/cmd/coxswain": {[]string{"host/...", "core/...", "wasm"}, []string{cobra, "github.com/schollz/progressbar/v3", "golang.org/x/term"}, anything},
	// Its tests, which make the vectors, may do more.
	"bindings/conformance":       {[]string{"core", "wasm"}, []string{msgp}, anything},
	"bindings/bench":             {[]string{"bindings/conformance", "core", "host", "host/engine"}, []string{msgp}, anything},
	"bindings/schema":            {[]string{"core"}, nil, anything},
	"bindings/schema/schematest": {[]string{"bindings/schema"}, []string{"github.com/stretchr/testify/..."}, anything},
	"bindings/c/generate":        {[]string{"bindings/schema"}, nil, anything},
	"bindings/java/generate":     {[]string{"bindings/schema", "wasm"}, nil, anything},
	"bindings/js/generate":       {[]string{"bindings/schema", "wasm"}, nil, anything},
	"bindings/rust/generate":     {[]string{"bindings/schema", "wasm"}, nil, anything},
	"bindings/python/generate":   {[]string{"bindings/schema", "wasm"}, nil, anything},
	"plugin":                     {nil, nil, []string{"crypto/sha256", "embed", "encoding/hex"}},
	"plugin/guest":               {[]string{"core", "plugin/message", "wasm/abi"}, []string{msgp, "github.com/extism/go-pdk"}, pure},
	"plugin/message":             {[]string{"core"}, []string{msgp}, slices.Concat(pure, []string{"encoding/base64", "unicode/utf8"})},
	"plugin/generate":            {[]string{"core", "plugin/message"}, nil, anything},
	"fuzz/...":                   {[]string{"core/...", "wasm/...", "host", "host/engine", "host/memory", "host/journal", "host/nomad/...", "fuzz/..."}, anything, anything},
}

// planned are rooms that may still be empty.
var planned = []string{"host/memory", "host/journal", "fuzz/..."}

// matches reports whether a pattern of a list stands for a path.
func matches(list []string, path string) bool {
	for _, p := range list {
		below, all := strings.CutSuffix(p, "/...")
		if p == "any" || p == path || all && (path == below || strings.HasPrefix(path, below+"/")) {
			return true
		}
	}
	return false
}

// roomOf returns the room of a folder: its own, or that of a pattern.
func roomOf(dir string) (room, string, bool) {
	if r, ok := rooms[dir]; ok {
		return r, dir, true
	}
	for p, r := range rooms {
		if strings.HasSuffix(p, "/...") && matches([]string{p}, dir) {
			return r, p, true
		}
	}
	return room{}, "", false
}

// allows reports whether a room may import a path.
func (r room) allows(path string) bool {
	if dir, own := strings.CutPrefix(path, module+"/"); own {
		return matches(r.own, dir)
	}
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return matches(r.outside, path)
	}
	return path != "C" && matches(r.std, path)
}

// importsOf lists what a file imports.
func importsOf(name string, src any) ([]string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		paths = append(paths, p)
	}
	return paths, nil
}

// forbidden lists the imports of a file that its folder must not have.
func forbidden(dir, name string, src any) ([]string, error) {
	paths, err := importsOf(name, src)
	if err != nil {
		return nil, err
	}
	r, _, known := roomOf(dir)
	if !known {
		return []string{"the package has no entry in the table"}, nil
	}
	return slices.DeleteFunc(paths, r.allows), nil
}

// sources calls f for every Go file of the module that is no test.
func sources(t *testing.T, f func(dir, file string)) {
	require.NoError(t, filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			_, nested := os.Stat(filepath.Join(file, "go.mod"))
			if file != root && (nested == nil || strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			dir, err := filepath.Rel(root, filepath.Dir(file))
			f(filepath.ToSlash(dir), file)
			return err
		}
		return nil
	}))
}

func TestImports(t *testing.T) {
	seen := slices.Clone(planned)
	sources(t, func(dir, file string) {
		bad, err := forbidden(dir, file, nil)
		require.NoError(t, err)
		for _, p := range bad {
			t.Errorf("%s: %s", path.Join(dir, filepath.Base(file)), p)
		}
		_, key, _ := roomOf(dir)
		seen = append(seen, key)
	})
	for key := range rooms {
		require.Contains(t, seen, key, "the table has an entry for a package that is gone")
	}
}

func TestForbiddenImports(t *testing.T) {
	own := func(dir string) string { return module + "/" + dir }
	for _, c := range []struct {
		dir, path string
		forbidden bool
	}{
		{"core", "slices", false},
		{"core", msgp, false},
		{"core", "time", true},
		{"core", "fmt", true},
		{"core", "os", true},
		{"core", "sync", true},
		{"core", "sync/atomic", true},
		{"core", "context", true},
		{"core", "net/http", true},
		{"core", "math/rand", true},
		{"core", "math/rand/v2", true},
		{"core", "reflect", true},
		{"core", "unsafe", true},
		{"core", "maps", true},
		{"core", "C", true},
		{"core", own("core/ledger"), true},
		{"core", own("host"), true},
		{"core", "github.com/tinylib/msgp", true},
		{"core/ledger", own("core"), false},
		{"core/ledger", msgp, true},
		{"core/ledger", own("host/nomad"), true},
		{"wasm/guest", own("core"), false},
		{"wasm/guest", "os", true},
		{"wasm/guest", own("host"), true},
		{"plugin/guest", own("core"), false},
		{"plugin/guest", own("plugin"), true},
		{"plugin/guest", "encoding/json", true},
		{"plugin/message", own("wasm/abi"), true},
		{"plugin", own("core"), true},
		{"host", own("core"), false},
		{"host", own("host/engine"), true},
		{"host", own("wasm"), true},
		{"host/engine", "github.com/tetratelabs/wazero/sys", false},
		{"host/engine", own("host/nomad"), true},
		{"host/nomad", own("host/engine"), true},
		{"host/nomad/replay", own("host/engine"), true},
		{"host/nomad/replay", own("host/cmd/coxswain"), true},
		{"host/cmd/coxswain", own("host/nomad/replay"), false},
		{"host/cmd/coxswain", own("fuzz/walk"), true},
		{"host/cmd/coxswain", "github.com/stretchr/testify/require", true},
		{"fuzz/walk", own("host/cmd/coxswain"), true},
		{"fuzz/walk", own("fuzz/twin"), false},
		{"host/new", "fmt", true},
	} {
		bad, err := forbidden(c.dir, "x.go", "package x\nimport \""+c.path+"\"\n")
		require.NoError(t, err)
		require.Equal(t, c.forbidden, len(bad) != 0, "%s imports %s", c.dir, c.path)
	}
}
