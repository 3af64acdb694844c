package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"unicode"

	"github.com/coxswain/coxswain/core"
)

// source is what the reflection of a type does not know.
type source struct {
	types  map[string]string            // comments by type
	fields map[string]map[string]string // comments by type and field
	enums  map[string][]member          // by type
}

type member struct {
	name, doc string
	value     uint64
}

func read(dir string) (*source, error) {
	s := &source{map[string]string{}, map[string]map[string]string{}, map[string][]member{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				s.decl(g)
			}
		}
	}
	return s, nil
}

func (s *source) decl(g *ast.GenDecl) {
	enum, shift, first := "", false, uint64(0)
	for i, spec := range g.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			s.types[spec.Name.Name] = text(g.Doc)
			if st, ok := spec.Type.(*ast.StructType); ok {
				docs := map[string]string{}
				for _, f := range st.Fields.List {
					for _, n := range f.Names {
						docs[n.Name] = text(f.Doc)
					}
				}
				s.fields[spec.Name.Name] = docs
			}
		case *ast.ValueSpec:
			if id, ok := spec.Type.(*ast.Ident); ok && g.Tok == token.CONST {
				enum = id.Name
				if b, ok := spec.Values[0].(*ast.BinaryExpr); ok {
					shift = b.Op == token.SHL
					if !shift {
						first = 1
					}
				}
			}
			if enum == "" {
				continue
			}
			value := uint64(i) + first
			if shift {
				value = 1 << i
			}
			s.enums[enum] = append(s.enums[enum], member{spec.Names[0].Name, text(spec.Doc), value})
		}
	}
}

func text(c *ast.CommentGroup) string {
	if c == nil {
		return ""
	}
	return strings.ReplaceAll(strings.TrimSpace(c.Text()), `\`, `\\`)
}

// words splits a Go name at its capitals.
func words(name string) []string {
	var list []string
	r := []rune(name)
	from := 0
	for i := 1; i < len(r); i++ {
		if unicode.IsUpper(r[i]) && (!unicode.IsUpper(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])) {
			list, from = append(list, string(r[from:i])), i
		}
	}
	return append(list, string(r[from:]))
}

// snake is the Python name of a field.
func snake(name string) string {
	name = strings.ToLower(strings.Join(words(name), "_"))
	if name == "from" { // a keyword
		return "from_"
	}
	return name
}

// short are the names of an enumeration without the words that all begin with.
func short(members []member) []string {
	split := make([][]string, len(members))
	for i, m := range members {
		split[i] = words(m.name)
	}
	for common := true; common && len(members) > 1; {
		for _, w := range split {
			common = common && len(w) > 1 && w[0] == split[0][0]
		}
		for i := range split {
			if common {
				split[i] = split[i][1:]
			}
		}
	}
	names := make([]string, len(split))
	for i := range split {
		names[i] = strings.ToUpper(strings.Join(split[i], "_"))
	}
	return names
}

// writer writes types.py.
type writer struct {
	strings.Builder
	*source
	seen  map[reflect.Type]bool
	names []string
}

func types(dir string) (string, error) {
	s, err := read(dir)
	if err != nil {
		return "", err
	}
	w := &writer{source: s, seen: map[reflect.Type]bool{}}
	fmt.Fprintf(w, "%s\n\nSCHEMA = %d\n\"\"\"The schema that these types are of; a module with a smaller one is refused.\"\"\"\n", header, core.SchemaVersion)
	for _, v := range []any{core.ErrorCode(0), core.Config{}, core.Input{}, core.Output{}, core.Status{}} {
		w.write(reflect.TypeOf(v))
	}
	w.WriteString("\n\nLEVELS = (\n")
	for _, l := range core.Levels() {
		fmt.Fprintf(w, "    %q,\n", l.Name)
	}
	w.WriteString(")\n\"\"\"The levels, from the oldest to the strictest.\"\"\"\n\n__all__ = [\n    \"LEVELS\",\n    \"SCHEMA\",\n")
	for _, n := range w.names {
		fmt.Fprintf(w, "    %q,\n", n)
	}
	w.WriteString("]\n")
	return w.String(), nil
}

const header = `"""The messages of coxswain, made from the Go types by bindings/python/generate."""

# ruff: noqa: E501, E741
from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

from ._wire import array, boolean, integer, items, number, string, text`

func (w *writer) doc(indent, s string) {
	if s == "" {
		return
	}
	lines := strings.Split(s, "\n")
	if len(lines) == 1 {
		fmt.Fprintf(w, "%s\"\"\"%s\"\"\"\n", indent, s)
		return
	}
	fmt.Fprintf(w, "%s\"\"\"%s\n", indent, lines[0])
	for _, l := range lines[1:] {
		w.WriteString(strings.TrimRight(indent+l, " ") + "\n")
	}
	fmt.Fprintf(w, "%s\"\"\"\n", indent)
}

// write writes a type, after all that it needs.
func (w *writer) write(t reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.PkgPath() == "" || w.seen[t] {
		return
	}
	w.seen[t] = true
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			w.write(t.Field(i).Type)
		}
	}
	w.names = append(w.names, t.Name())
	if t.Kind() == reflect.Struct {
		w.class(t)
		return
	}
	members := w.enums[t.Name()]
	kind := "IntEnum"
	if t.Kind() == reflect.Uint64 {
		kind = "IntFlag"
	}
	fmt.Fprintf(w, "\n\nclass %s(%s):\n", t.Name(), kind)
	w.doc("    ", w.types[t.Name()])
	w.WriteString("\n")
	if kind == "IntEnum" && members[0].value != 0 {
		w.WriteString("    NONE = 0\n    \"\"\"No value.\"\"\"\n")
	}
	names := short(members)
	for i, m := range members {
		fmt.Fprintf(w, "    %s = %d\n", names[i], m.value)
		w.doc("    ", m.doc)
	}
}

// class writes a struct.
func (w *writer) class(t reflect.Type) {
	fmt.Fprintf(w, "\n\n@dataclass\nclass %s:\n", t.Name())
	w.doc("    ", w.types[t.Name()])
	w.WriteString("\n")
	var to, from strings.Builder
	for i := range t.NumField() {
		f := t.Field(i)
		name, where := snake(f.Name), fmt.Sprintf("%q", t.Name()+"."+snake(f.Name))
		self, at := "self."+name, fmt.Sprintf("a[%d]", i)
		typ, zero, put, get := f.Type.Name(), "", "", ""
		switch k := f.Type.Kind(); {
		case k == reflect.Bool:
			typ, zero, put, get = "bool", "False", "boolean("+self+", "+where+")", "boolean("+at+", "+where+")"
		case k == reflect.String:
			typ, zero, put, get = "str", `""`, "string("+self+", "+where+")", "string("+at+", "+where+")"
		case k == reflect.Slice && f.Type.Elem().Kind() == reflect.String:
			typ, zero, put, get = "list[str]", "field(default_factory=list)", "text("+self+", "+where+")", "text("+at+", "+where+")"
		case k == reflect.Slice:
			e := f.Type.Elem().Name()
			typ, zero = "list["+e+"]", "field(default_factory=list)"
			put, get = "[x.to_wire() for x in items("+self+", "+e+", "+where+")]", "["+e+".from_wire(x) for x in array("+at+", 0, "+where+")]"
		case k == reflect.Pointer:
			e := f.Type.Elem().Name()
			typ, zero = e+" | None", "None"
			put = "None if " + self + " is None else items([" + self + "], " + e + ", " + where + ")[0].to_wire()"
			get = "None if " + at + " is None else " + e + ".from_wire(" + at + ")"
		case k == reflect.Struct:
			zero = "field(default_factory=" + typ + ")"
			put, get = "items(["+self+"], "+typ+", "+where+")[0].to_wire()", typ+".from_wire("+at+")"
		case f.Type.PkgPath() != "":
			zero, put, get = typ+"(0)", "integer("+self+", "+where+")", "number("+typ+", "+at+", "+where+")"
		default:
			typ, zero, put, get = "int", "0", "integer("+self+", "+where+")", "integer("+at+", "+where+")"
		}
		fmt.Fprintf(w, "    %s: %s = %s\n", name, typ, zero)
		w.doc("    ", w.fields[t.Name()][f.Name])
		fmt.Fprintf(&to, "            %s,\n", put)
		fmt.Fprintf(&from, "            %s,\n", get)
	}
	fmt.Fprintf(w, "\n    def to_wire(self) -> list[Any]:\n        \"\"\"Return the message as the module reads it.\"\"\"\n        return [\n%s        ]\n", to.String())
	fmt.Fprintf(w, "\n    @classmethod\n    def from_wire(cls, value: object) -> %s:\n        \"\"\"Make one of a message that the module wrote.\"\"\"\n        a = array(value, %d, %q)\n        return cls(\n%s        )\n", t.Name(), t.NumField(), t.Name(), from.String())
}
