// Package schema has the messages of the module for those who generate a binding:
// every type that can go over the boundary, from the Go types of package core and
// their comments.
package schema

import (
	"fmt"
	"reflect"

	"github.com/coxswain/coxswain/core"
)

// Schema is all that a binding needs to know of the messages.
type Schema struct {
	// Version is what a module's describe must give at least.
	Version uint32
	// Levels are the names of the levels, from the oldest to the strictest.
	Levels []string
	// Types are the messages and all that they have in them, each after those that it
	// needs itself.
	Types []Type
}

// A TypeKind says what a Type is.
type TypeKind int

// The kinds of a Type.
const (
	Struct TypeKind = iota // an array of its fields, in their order
	Enum                   // one of its members
	Set                    // any of its members, a bit each
)

// Type is a struct or an enumeration.
type Type struct {
	Name, Doc string
	Kind      TypeKind
	Fields    []Field  // of a Struct
	Members   []Member // of an Enum or a Set, by value
}

// HasZero reports whether 0 is one of the members.
func (t Type) HasZero() bool { return len(t.Members) > 0 && t.Members[0].Value == 0 }

// A FieldKind says what goes over the boundary for a Field.
type FieldKind int

// The kinds of a Field.
const (
	Bool     FieldKind = iota // a bool
	Int                       // an integer of Bits bits
	String                    // a str
	Strings                   // an array of str
	Number                    // an integer, which is of the enumeration Type
	Message                   // the struct Type
	Optional                  // the struct Type or nil
	Messages                  // an array of the struct Type
)

// Field is a field of a struct.
type Field struct {
	Name, Doc string
	Kind      FieldKind
	Bits      int    // of an Int: 32 or 64
	Signed    bool   // of an Int
	Type      string // of a Number, Message, Optional or Messages
}

// Member is a value of an enumeration.
type Member struct {
	Name, Doc string
	// Words are those of the name, without the ones that all members begin with:
	// "Set", "Health" of CommandSetHealth.
	Words []string
	Value uint64
}

// Read makes the schema from the folder of package core, where it reads the comments.
func Read(dir string) (*Schema, error) {
	src, err := read(dir)
	if err != nil {
		return nil, err
	}
	s := &Schema{Version: core.SchemaVersion}
	for _, l := range core.Levels() {
		s.Levels = append(s.Levels, l.Name)
	}
	seen := map[reflect.Type]bool{}
	for _, v := range []any{core.ErrorCode(0), core.Config{}, core.Input{}, core.Output{}, core.Status{}} {
		if err := s.add(src, seen, reflect.TypeOf(v)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// add adds a type after all that it needs.
func (s *Schema) add(src *source, seen map[reflect.Type]bool, t reflect.Type) error {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.PkgPath() == "" || seen[t] {
		return nil
	}
	seen[t] = true
	typ := Type{Name: t.Name(), Doc: src.types[t.Name()], Members: src.members(t.Name())}
	switch {
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if err := s.add(src, seen, f.Type); err != nil {
				return err
			}
			field, err := fieldOf(f.Type)
			if err != nil {
				return fmt.Errorf("%s.%s: %w", t.Name(), f.Name, err)
			}
			field.Name, field.Doc = f.Name, src.fields[t.Name()][f.Name]
			typ.Fields = append(typ.Fields, field)
		}
	case len(typ.Members) == 0:
		return fmt.Errorf("%s has no members", t.Name())
	case t.Kind() == reflect.Uint64:
		typ.Kind = Set
	default:
		typ.Kind = Enum
	}
	s.Types = append(s.Types, typ)
	return nil
}

// fieldOf says what a field of a type is.
func fieldOf(t reflect.Type) (Field, error) {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return Field{Kind: Bool}, nil
	case k == reflect.String:
		return Field{Kind: String}, nil
	case k == reflect.Struct:
		return Field{Kind: Message, Type: t.Name()}, nil
	case k == reflect.Pointer && t.Elem().Kind() == reflect.Struct:
		return Field{Kind: Optional, Type: t.Elem().Name()}, nil
	case k == reflect.Slice && t.Elem().Kind() == reflect.String:
		return Field{Kind: Strings}, nil
	case k == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		return Field{Kind: Messages, Type: t.Elem().Name()}, nil
	case t.PkgPath() != "":
		return Field{Kind: Number, Type: t.Name()}, nil
	case k == reflect.Int32 || k == reflect.Int64:
		return Field{Kind: Int, Bits: t.Bits(), Signed: true}, nil
	case k == reflect.Uint32 || k == reflect.Uint64:
		return Field{Kind: Int, Bits: t.Bits()}, nil
	}
	return Field{}, fmt.Errorf("a field cannot be of type %s", t)
}
