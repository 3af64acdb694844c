package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/coxswain/coxswain/bindings/schema"
)

// snake is the C name of a type without its prefix.
func snake(name string) string { return strings.ToLower(strings.Join(schema.Words(name), "_")) }

// member is the C name of a field.
func member(name string) string {
	name = snake(name)
	if name == "namespace" { // a keyword in C++
		return "namespace_"
	}
	return name
}

// typ is the C name of a type.
func typ(name string) string { return "coxswain_" + snake(name) }

// constant is the C name of a member, or of a constant that Go has not.
func constant(name string) string { return strings.ToUpper("COXSWAIN_" + snake(name)) }

// comment writes a comment that stands before what it is about.
func comment(w *bytes.Buffer, indent, s string) {
	if s == "" {
		return
	}
	fmt.Fprintf(w, "%s/** %s */\n", indent, strings.ReplaceAll(s, "\n", "\n"+indent+"    "))
}

// header writes coxswain_types.h.
func header(s *schema.Schema) []byte {
	w := &bytes.Buffer{}
	fmt.Fprintf(w, `/* The messages of coxswain, made from the Go types by bindings/c/generate. */
#ifndef COXSWAIN_TYPES_H
#define COXSWAIN_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The schema that these types are of. */
#define COXSWAIN_SCHEMA %d

/** The levels, from the oldest to the strictest. */
#define COXSWAIN_LEVELS {`, s.Version)
	for i, l := range s.Levels {
		if i > 0 {
			w.WriteString(", ")
		}
		fmt.Fprintf(w, "%q", l)
	}
	w.WriteString(`}

/** Text of size bytes, which is UTF-8 if everybody's is. Where the library gives it, a
    zero follows. In what is given to the library none need follow. */
typedef struct coxswain_text {
    const char *data;
    size_t size;
} coxswain_text;
`)
	for _, t := range s.Types {
		w.WriteString("\n")
		switch t.Kind {
		case schema.Struct:
			structure(w, t)
		case schema.Enum:
			comment(w, "", t.Doc)
			fmt.Fprintf(w, "typedef enum %s {\n", typ(t.Name))
			if !t.HasZero() {
				fmt.Fprintf(w, "    /** No value. */\n    %s = 0,\n", constant(t.Name+"None"))
			}
			members(w, t)
			fmt.Fprintf(w, "} %s;\n\n", typ(t.Name))
			fmt.Fprintf(w, "/** The name of a %s, or \"undefined\". */\nconst char *%s_name(%s value);\n", typ(t.Name), typ(t.Name), typ(t.Name))
		case schema.Set:
			comment(w, "", t.Doc)
			fmt.Fprintf(w, "typedef uint64_t %s;\n\nenum {\n", typ(t.Name))
			members(w, t)
			w.WriteString("};\n")
		}
	}
	w.WriteString("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n")
	return w.Bytes()
}

func members(w *bytes.Buffer, t schema.Type) {
	for _, m := range t.Members {
		comment(w, "    ", m.Doc)
		fmt.Fprintf(w, "    %s = %d,\n", constant(m.Name), m.Value)
	}
}

func structure(w *bytes.Buffer, t schema.Type) {
	comment(w, "", t.Doc)
	fmt.Fprintf(w, "typedef struct %s {\n", typ(t.Name))
	for _, f := range t.Fields {
		comment(w, "    ", f.Doc)
		name := member(f.Name)
		count := fmt.Sprintf("    size_t %s_count;\n", name)
		switch f.Kind {
		case schema.Bool:
			fmt.Fprintf(w, "    bool %s;\n", name)
		case schema.Int:
			sign := "u"
			if f.Signed {
				sign = ""
			}
			fmt.Fprintf(w, "    %sint%d_t %s;\n", sign, f.Bits, name)
		case schema.String:
			fmt.Fprintf(w, "    coxswain_text %s;\n", name)
		case schema.Strings:
			fmt.Fprintf(w, "    const coxswain_text *%s;\n%s", name, count)
		case schema.Number, schema.Message:
			fmt.Fprintf(w, "    %s %s;\n", typ(f.Type), name)
		case schema.Optional:
			fmt.Fprintf(w, "    const %s *%s;\n", typ(f.Type), name)
		case schema.Messages:
			fmt.Fprintf(w, "    const %s *%s;\n%s", typ(f.Type), name, count)
		}
	}
	fmt.Fprintf(w, "} %s;\n", typ(t.Name))
}

// tables writes tables.c.
func tables(s *schema.Schema) []byte {
	w := &bytes.Buffer{}
	w.WriteString("/* The messages' fields and the names of numbers, made by bindings/c/generate. */\n\n#include \"wire.h\"\n")
	sets := map[string]bool{}
	for _, t := range s.Types {
		sets[t.Name] = t.Kind == schema.Set
		switch t.Kind {
		case schema.Struct:
			table(w, t, sets)
		case schema.Enum:
			fmt.Fprintf(w, "\nconst char *%s_name(%s value) {\n    switch (value) {\n", typ(t.Name), typ(t.Name))
			if !t.HasZero() {
				fmt.Fprintf(w, "    case %s:\n        return \"\";\n", constant(t.Name+"None"))
			}
			for _, m := range t.Members {
				fmt.Fprintf(w, "    case %s:\n        return %q;\n", constant(m.Name), strings.ToLower(strings.Join(m.Words, "-")))
			}
			w.WriteString("    }\n    return \"undefined\";\n}\n")
		}
	}
	return w.Bytes()
}

func table(w *bytes.Buffer, t schema.Type, sets map[string]bool) {
	fmt.Fprintf(w, "\nstatic const wire_field %s_fields[] = {\n", snake(t.Name))
	for _, f := range t.Fields {
		kind, of, count := "", "NULL", false
		switch f.Kind {
		case schema.Bool:
			kind = "WIRE_BOOL"
		case schema.Int:
			sign := "U"
			if f.Signed {
				sign = "I"
			}
			kind = fmt.Sprintf("WIRE_%s%d", sign, f.Bits)
		case schema.Number:
			kind = "WIRE_ENUM"
			if sets[f.Type] {
				kind = "WIRE_U64"
			}
		case schema.String:
			kind = "WIRE_TEXT"
		case schema.Strings:
			kind, count = "WIRE_TEXTS", true
		case schema.Message:
			kind = "WIRE_MESSAGE"
		case schema.Optional:
			kind = "WIRE_OPTIONAL"
		case schema.Messages:
			kind, count = "WIRE_MESSAGES", true
		}
		if strings.HasPrefix(kind, "WIRE_MESSAGE") || kind == "WIRE_OPTIONAL" {
			of = "&wire_" + snake(f.Type)
		}
		at := fmt.Sprintf("offsetof(%s, %s)", typ(t.Name), member(f.Name))
		countAt := "0"
		if count {
			countAt = fmt.Sprintf("offsetof(%s, %s_count)", typ(t.Name), member(f.Name))
		}
		fmt.Fprintf(w, "    {%q, %s, %s, %s, %s},\n", t.Name+"."+member(f.Name), kind, at, countAt, of)
	}
	fmt.Fprintf(w, "};\n\nconst wire_message wire_%s = {sizeof(%s), %d, %s_fields};\n", snake(t.Name), typ(t.Name), len(t.Fields), snake(t.Name))
}
