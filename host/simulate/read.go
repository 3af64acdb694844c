package simulate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// ReadFile reads a scenario (YAML), or a job as "nomad job run -output" prints it
// (JSON). The error is an *Error or that of the file.
func ReadFile(file string) (*Scenario, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(file, text)
}

// Read reads the same from a reader; name is the file's name in an error.
func Read(name string, r io.Reader) (*Scenario, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return Parse(name, text)
}

// Parse reads the same from a text.
func Parse(name string, text []byte) (*Scenario, error) {
	parse := parseYAML
	if trimmed := bytes.TrimSpace(text); len(trimmed) != 0 && trimmed[0] == '{' {
		parse = parseJob
	}
	s, err := parse(text)
	if err != nil {
		err.File = name
		return nil, err
	}
	if s.Name == "" {
		base := filepath.Base(name)
		s.Name = strings.TrimSuffix(base, filepath.Ext(base))
	}
	return s, nil
}

func parseYAML(text []byte) (*Scenario, *Error) {
	s := &Scenario{}
	if err := readYAML(text, "scenario", s, s.check); err != nil {
		return nil, err
	}
	return s, nil
}

// readYAML reads a file of one thing strictly, so that what it does not know is an
// error, and checks it.
func readYAML(text []byte, what string, into any, check func() *Error) *Error {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return locate(err)
	}
	if len(file.Docs) > 1 {
		return &Error{Line: line(file.Docs[1].Body), Text: "one file holds one " + what}
	}
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(into); err != nil && !errors.Is(err, io.EOF) {
		return locate(err)
	}
	if bad := check(); bad != nil {
		bad.Line = find(file, bad.Field)
		return bad
	}
	return nil
}

// locate makes an Error of one of the YAML package's.
func locate(err error) *Error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var bad yaml.Error
	if !errors.As(err, &bad) {
		return &Error{Text: err.Error()}
	}
	e := &Error{Text: bad.GetMessage()}
	if t := bad.GetToken(); t != nil && t.Position != nil {
		e.Line = t.Position.Line
	}
	var wrong *yaml.TypeError
	if errors.As(err, &wrong) && wrong.Token != nil {
		e.Text = fmt.Sprintf("%q is not %s", wrong.Token.Value, kind(wrong.DstType.Kind().String()))
	}
	return e
}

// kind says in words what a value should have been.
func kind(k string) string {
	switch k {
	case "int", "ptr":
		return "a whole number"
	case "bool":
		return "true or false"
	case "slice":
		return "a list"
	case "struct":
		return "a block with keys"
	}
	return "a " + k
}

// find returns the line of a field, or of the nearest block around it.
func find(file *ast.File, field string) int {
	for field != "" {
		if path, err := yaml.PathString("$." + field); err == nil {
			if node, err := path.FilterFile(file); err == nil {
				return line(node)
			}
		}
		field = field[:max(strings.LastIndexAny(field, ".["), 0)]
	}
	return 1
}

// line returns the line on which a node begins.
func line(node ast.Node) int {
	if node == nil {
		return 1
	}
	switch n := node.(type) {
	case *ast.MappingNode:
		if len(n.Values) != 0 {
			return line(n.Values[0])
		}
	case *ast.MappingValueNode:
		return line(n.Key)
	case *ast.SequenceNode:
		if len(n.Values) != 0 {
			return line(n.Values[0])
		}
	}
	if t := node.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 1
}
