package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/coxswain/coxswain/bindings/schema"
)

// snake is the Rust name of a field.
func snake(name string) string {
	name = strings.ToLower(strings.Join(schema.Words(name), "_"))
	if name == "type" { // a keyword
		return "type_"
	}
	return name
}

// rename is the Rust name of a type.
func rename(name string) string {
	if name == "Result" { // everybody's
		return "EffectResult"
	}
	return name
}

// doc writes a comment. Brackets in it are no links.
func doc(w *bytes.Buffer, indent, s string) {
	if s == "" {
		return
	}
	for line := range strings.Lines(strings.NewReplacer("[", `\[`, "]", `\]`).Replace(s)) {
		w.WriteString(strings.TrimRight(indent+"/// "+strings.TrimSpace(line), " ") + "\n")
	}
}

// types writes types.rs.
func types(s *schema.Schema) []byte {
	w := &bytes.Buffer{}
	fmt.Fprintf(w, `//! The messages of coxswain, made from the Go types by bindings/rust/generate.

use crate::message::message;

/// The schema that these types are of; a module with a smaller one is refused.
pub const SCHEMA: u32 = %d;

/// The levels, from the oldest to the strictest.
pub const LEVELS: [&str; %d] = [
`, s.Version, len(s.Levels))
	for _, l := range s.Levels {
		fmt.Fprintf(w, "    %q,\n", l)
	}
	w.WriteString("];\n")
	for _, t := range s.Types {
		w.WriteString("\n")
		switch t.Kind {
		case schema.Struct:
			structure(w, t)
		case schema.Enum:
			enum(w, t)
		case schema.Set:
			set(w, t)
		}
	}
	return w.Bytes()
}

func enum(w *bytes.Buffer, t schema.Type) {
	doc(w, "", t.Doc)
	fmt.Fprintf(w, `#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum %s {
`, rename(t.Name))
	if !t.HasZero() {
		w.WriteString("    /// No value.\n    #[default]\n    None = 0,\n")
	}
	for _, m := range t.Members {
		doc(w, "    ", orName(m.Doc, m.Name))
		if m.Value == 0 {
			w.WriteString("    #[default]\n")
		}
		fmt.Fprintf(w, "    %s = %d,\n", strings.Join(m.Words, ""), m.Value)
	}
	w.WriteString("}\n")
}

func set(w *bytes.Buffer, t schema.Type) {
	w.WriteString("bitflags::bitflags! {\n")
	doc(w, "    ", t.Doc)
	fmt.Fprintf(w, `    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
    )]
    #[serde(transparent)]
    pub struct %s: u64 {
`, rename(t.Name))
	for _, m := range t.Members {
		doc(w, "        ", orName(m.Doc, m.Name))
		fmt.Fprintf(w, "        const %s = %d;\n", strings.ToUpper(strings.Join(m.Words, "_")), m.Value)
	}
	w.WriteString("    }\n}\n")
}

func structure(w *bytes.Buffer, t schema.Type) {
	w.WriteString("message! {\n")
	doc(w, "    ", t.Doc)
	fmt.Fprintf(w, "    %s {\n", rename(t.Name))
	for _, f := range t.Fields {
		typ := ""
		switch f.Kind {
		case schema.Bool:
			typ = "bool"
		case schema.Int:
			typ = map[bool]string{true: "i", false: "u"}[f.Signed] + fmt.Sprint(f.Bits)
		case schema.String:
			typ = "String"
		case schema.Strings:
			typ = "Vec<String>"
		case schema.Number, schema.Message:
			typ = rename(f.Type)
		case schema.Optional:
			typ = "Option<" + rename(f.Type) + ">"
		case schema.Messages:
			typ = "Vec<" + rename(f.Type) + ">"
		}
		doc(w, "        ", orName(f.Doc, f.Name))
		fmt.Fprintf(w, "        %s: %s,\n", snake(f.Name), typ)
	}
	w.WriteString("    }\n}\n")
}

// orName is the comment, or the name of what has none: everything public has one.
func orName(doc, name string) string {
	if doc == "" {
		return name + "."
	}
	return doc
}
