package main

import (
	"fmt"
	"strings"

	"github.com/coxswain/coxswain/bindings/schema"
)

// camel is the JavaScript name of a field.
func camel(name string) string {
	words := schema.Words(name)
	for i, word := range words {
		words[i] = strings.ToLower(word)
		if i > 0 {
			words[i] = word[:1] + words[i][1:]
		}
	}
	return strings.Join(words, "")
}

// types writes types.ts: what callers see.
func types(s *schema.Schema) string {
	w := &strings.Builder{}
	w.WriteString("// The messages of coxswain, made from the Go types by bindings/js/generate.\n\n")
	doc(w, "", "The schema that these types are of; a module with a smaller one is refused.")
	fmt.Fprintf(w, "export const SCHEMA = %d;\n\n", s.Version)
	doc(w, "", "The levels, from the oldest to the strictest.")
	w.WriteString("export const LEVELS: readonly string[] = [\n")
	for _, l := range s.Levels {
		fmt.Fprintf(w, "  %q,\n", l)
	}
	w.WriteString("];\n")
	for _, t := range s.Types {
		w.WriteString("\n")
		doc(w, "", t.Doc)
		switch t.Kind {
		case schema.Struct:
			fmt.Fprintf(w, "export interface %s {\n", t.Name)
			for _, f := range t.Fields {
				doc(w, "  ", f.Doc)
				fmt.Fprintf(w, "  %s: %s;\n", camel(f.Name), typeOf(f))
			}
			w.WriteString("}\n")
		case schema.Enum:
			fmt.Fprintf(w, "export enum %s {\n", t.Name)
			if !t.HasZero() {
				doc(w, "  ", "No value.")
				w.WriteString("  None = 0,\n")
			}
			members(w, t, "  %s = %d,\n")
			w.WriteString("}\n")
		case schema.Set:
			fmt.Fprintf(w, "export const %s = {\n", t.Name)
			members(w, t, "  %s: %dn,\n")
			fmt.Fprintf(w, "} as const;\nexport type %s = bigint;\n", t.Name)
		}
	}
	return w.String()
}

func members(w *strings.Builder, t schema.Type, format string) {
	for _, m := range t.Members {
		doc(w, "  ", m.Doc)
		fmt.Fprintf(w, format, strings.Join(m.Words, ""), m.Value)
	}
}

// typeOf is the type of a field.
func typeOf(f schema.Field) string {
	switch f.Kind {
	case schema.Bool:
		return "boolean"
	case schema.String:
		return "string"
	case schema.Strings:
		return "string[]"
	case schema.Messages:
		return f.Type + "[]"
	case schema.Optional:
		return f.Type + " | null"
	case schema.Int:
		return map[int]string{32: "number", 64: "bigint"}[f.Bits]
	}
	return f.Type
}

// messages writes messages.ts: how each message is checked, written and read.
func messages(s *schema.Schema) string {
	w := &strings.Builder{}
	w.WriteString(header)
	kinds := map[string]schema.TypeKind{}
	for _, t := range s.Types {
		kinds[t.Name] = t.Kind
		if t.Kind != schema.Struct {
			continue
		}
		fmt.Fprintf(w, "\nexport const %s = wire.message<types.%s>(%q, {\n", t.Name, t.Name, t.Name)
		for _, f := range t.Fields {
			fmt.Fprintf(w, "  %s: %s,\n", camel(f.Name), codecOf(f, kinds))
		}
		w.WriteString("});\n")
	}
	return w.String()
}

const header = `// The messages as the module has them, made from the Go types by bindings/js/generate.

import * as types from "./types.js";
import * as wire from "./wire.js";
`

// codecOf is how a field is checked, written and read.
func codecOf(f schema.Field, kinds map[string]schema.TypeKind) string {
	switch f.Kind {
	case schema.Bool:
		return "wire.bool"
	case schema.String:
		return "wire.text"
	case schema.Strings:
		return "wire.list(wire.text)"
	case schema.Messages:
		return "wire.list(" + f.Type + ")"
	case schema.Optional:
		return "wire.optional(" + f.Type + ")"
	case schema.Int:
		return fmt.Sprintf("wire.%s%d", map[bool]string{true: "i", false: "u"}[f.Signed], f.Bits)
	case schema.Number:
		if kinds[f.Type] == schema.Set {
			return "wire.u64"
		}
		return fmt.Sprintf("wire.enumeration<types.%s>(%q, types.%s)", f.Type, f.Type, f.Type)
	}
	return f.Type
}

// doc writes a comment, if there is any.
func doc(w *strings.Builder, indent, s string) {
	if s == "" {
		return
	}
	lines := strings.Split(s, "\n")
	if len(lines) == 1 {
		fmt.Fprintf(w, "%s/** %s */\n", indent, s)
		return
	}
	fmt.Fprintf(w, "%s/**\n", indent)
	for _, l := range lines {
		w.WriteString(strings.TrimRight(indent+" * "+l, " ") + "\n")
	}
	fmt.Fprintf(w, "%s */\n", indent)
}
