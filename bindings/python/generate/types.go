package main

import (
	"fmt"
	"strings"

	"github.com/coxswain/coxswain/bindings/schema"
)

// snake is the Python name of a field.
func snake(name string) string {
	name = strings.ToLower(strings.Join(schema.Words(name), "_"))
	if name == "from" { // a keyword
		return "from_"
	}
	return name
}

// writer writes types.py.
type writer struct {
	strings.Builder
}

func types(s *schema.Schema) string {
	w := &writer{}
	fmt.Fprintf(w, "%s\n\nSCHEMA = %d\n\"\"\"The schema that these types are of; a module with a smaller one is refused.\"\"\"\n", header, s.Version)
	for _, t := range s.Types {
		if t.Kind == schema.Struct {
			w.class(t)
		} else {
			w.enum(t)
		}
	}
	w.WriteString("\n\nLEVELS = (\n")
	for _, l := range s.Levels {
		fmt.Fprintf(w, "    %q,\n", l)
	}
	w.WriteString(")\n\"\"\"The levels, from the oldest to the strictest.\"\"\"\n\n__all__ = [\n    \"LEVELS\",\n    \"SCHEMA\",\n")
	for _, t := range s.Types {
		fmt.Fprintf(w, "    %q,\n", t.Name)
	}
	w.WriteString("]\n")
	return w.String()
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
	s = strings.ReplaceAll(s, `\`, `\\`)
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

// enum writes an enumeration.
func (w *writer) enum(t schema.Type) {
	kind := "IntEnum"
	if t.Kind == schema.Set {
		kind = "IntFlag"
	}
	fmt.Fprintf(w, "\n\nclass %s(%s):\n", t.Name, kind)
	w.doc("    ", t.Doc)
	w.WriteString("\n")
	if t.Kind == schema.Enum && !t.HasZero() {
		w.WriteString("    NONE = 0\n    \"\"\"No value.\"\"\"\n")
	}
	for _, m := range t.Members {
		fmt.Fprintf(w, "    %s = %d\n", strings.ToUpper(strings.Join(m.Words, "_")), m.Value)
		w.doc("    ", m.Doc)
	}
}

// class writes a struct.
func (w *writer) class(t schema.Type) {
	fmt.Fprintf(w, "\n\n@dataclass\nclass %s:\n", t.Name)
	w.doc("    ", t.Doc)
	w.WriteString("\n")
	var to, from strings.Builder
	for i, f := range t.Fields {
		name, where := snake(f.Name), fmt.Sprintf("%q", t.Name+"."+snake(f.Name))
		self, at := "self."+name, fmt.Sprintf("a[%d]", i)
		typ, zero, put, get := f.Type, "", "", ""
		switch f.Kind {
		case schema.Bool:
			typ, zero, put, get = "bool", "False", "boolean("+self+", "+where+")", "boolean("+at+", "+where+")"
		case schema.String:
			typ, zero, put, get = "str", `""`, "string("+self+", "+where+")", "string("+at+", "+where+")"
		case schema.Strings:
			typ, zero, put, get = "list[str]", "field(default_factory=list)", "text("+self+", "+where+")", "text("+at+", "+where+")"
		case schema.Messages:
			e := f.Type
			typ, zero = "list["+e+"]", "field(default_factory=list)"
			put, get = "[x.to_wire() for x in items("+self+", "+e+", "+where+")]", "["+e+".from_wire(x) for x in array("+at+", 0, "+where+")]"
		case schema.Optional:
			e := f.Type
			typ, zero = e+" | None", "None"
			put = "None if " + self + " is None else items([" + self + "], " + e + ", " + where + ")[0].to_wire()"
			get = "None if " + at + " is None else " + e + ".from_wire(" + at + ")"
		case schema.Message:
			zero = "field(default_factory=" + typ + ")"
			put, get = "items(["+self+"], "+typ+", "+where+")[0].to_wire()", typ+".from_wire("+at+")"
		case schema.Number:
			zero, put, get = typ+"(0)", "integer("+self+", "+where+")", "number("+typ+", "+at+", "+where+")"
		case schema.Int:
			typ, zero, put, get = "int", "0", "integer("+self+", "+where+")", "integer("+at+", "+where+")"
		}
		fmt.Fprintf(w, "    %s: %s = %s\n", name, typ, zero)
		w.doc("    ", f.Doc)
		fmt.Fprintf(&to, "            %s,\n", put)
		fmt.Fprintf(&from, "            %s,\n", get)
	}
	fmt.Fprintf(w, "\n    def to_wire(self) -> list[Any]:\n        \"\"\"Return the message as the module reads it.\"\"\"\n        return [\n%s        ]\n", to.String())
	fmt.Fprintf(w, "\n    @classmethod\n    def from_wire(cls, value: object) -> %s:\n        \"\"\"Make one of a message that the module wrote.\"\"\"\n        a = array(value, %d, %q)\n        return cls(\n%s        )\n", t.Name, len(t.Fields), t.Name, from.String())
}
