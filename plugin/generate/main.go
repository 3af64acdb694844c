// Command generate makes what follows from the Go types that cross the boundary of
// the plugin: the table by which JSON is read and written, and the JSON Schema. It
// runs in the folder of package message:
//
//	go generate ./plugin/message
//
// With an argument it writes both into that folder and the one above it instead.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/plugin/message"
)

// requests and answers are the messages of the exports; what they hold follows.
var (
	requests = []any{message.Describe{}, message.Decide{}, message.Open{}, message.Step{}, message.Handle{}, message.Saved{}}
	answers  = []any{message.Description{}, message.Decided{}, message.Opened{}, core.Output{}, core.Status{}, message.Closed{}, message.Failure{}}
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("generate: ")
	g := &generator{constants: map[string][]string{}, comments: map[string]string{}, places: map[reflect.Type]int{}, sent: map[reflect.Type]bool{}}
	g.read("../../core/*.go")
	g.read("message.go")
	for _, v := range requests {
		g.visit(reflect.TypeOf(v), true)
	}
	for _, v := range answers {
		g.visit(reflect.TypeOf(v), false)
	}
	table, err := format.Source([]byte(g.table()))
	if err != nil {
		log.Fatal(err)
	}
	to := "."
	if len(os.Args) > 1 {
		to = os.Args[1]
	}
	write(filepath.Join(to, "table_gen.go"), table)
	write(filepath.Join(to, "..", "schema.json"), g.schema())
}

func write(name string, b []byte) {
	if err := os.WriteFile(name, b, 0o644); err != nil {
		log.Fatal(err)
	}
}

type generator struct {
	constants map[string][]string // the constants of each type, by value
	comments  map[string]string   // of types, and of fields as Type.Field
	places    map[reflect.Type]int
	structs   []reflect.Type
	words     []reflect.Type
	sent      map[reflect.Type]bool // structs that requests hold
}

// read collects constants and comments of source files.
func (g *generator) read(pattern string) {
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		log.Fatal("there are no files ", pattern)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			log.Fatal(err)
		}
		for _, d := range file.Decls {
			d, ok := d.(*ast.GenDecl)
			switch {
			case ok && d.Tok == token.CONST:
				g.readConstants(d)
			case ok && d.Tok == token.TYPE:
				g.readTypes(d)
			}
		}
	}
}

// readConstants reads a block that begins with a typed iota.
func (g *generator) readConstants(d *ast.GenDecl) {
	first := d.Specs[0].(*ast.ValueSpec)
	typ, ok := first.Type.(*ast.Ident)
	if !ok {
		return
	}
	list := []string{}
	if e, ok := first.Values[0].(*ast.BinaryExpr); ok && e.Op == token.ADD {
		list = append(list, "") // the zero is no value
	}
	for _, spec := range d.Specs {
		list = append(list, spec.(*ast.ValueSpec).Names[0].Name)
	}
	g.constants[typ.Name] = list
}

func (g *generator) readTypes(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		t := spec.(*ast.TypeSpec)
		doc := t.Doc
		if doc == nil {
			doc = d.Doc
		}
		g.comments[t.Name.Name] = text(doc)
		s, ok := t.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, f := range s.Fields.List {
			for _, name := range f.Names {
				g.comments[t.Name.Name+"."+name.Name] = text(f.Doc)
			}
		}
	}
}

// text is a comment as one line.
func text(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }

// visit gives a type and all that it holds their places.
func (g *generator) visit(t reflect.Type, sent bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	_, seen := g.places[t]
	switch {
	case t.Kind() == reflect.Struct:
		if seen && (!sent || g.sent[t]) {
			return
		}
		g.sent[t] = sent
		if !seen {
			g.places[t] = len(g.structs)
			g.structs = append(g.structs, t)
		}
		for i := range t.NumField() {
			g.visit(t.Field(i).Type, sent)
		}
	case t.Kind() == reflect.Uint8 && t.PkgPath() != "" && !seen:
		g.places[t] = len(g.words)
		g.words = append(g.words, t)
	}
}

var (
	plain = regexp.MustCompile(`^[a-z-]+$`)
	upper = regexp.MustCompile(`[A-Z]`)
)

// wordsOf are the words of a type's values. They are those of its method String, if
// it has one that gives plain words; else the names of the constants without what
// they all begin with.
func (g *generator) wordsOf(t reflect.Type) []string {
	names := g.constants[t.Name()]
	if len(names) == 0 {
		log.Fatal("there are no constants of type ", t.Name())
	}
	list := make([]string, len(names))
	usable := true
	for i, name := range names {
		v := reflect.New(t).Elem()
		v.SetUint(uint64(i))
		s, ok := v.Interface().(fmt.Stringer)
		if name != "" && ok {
			list[i] = s.String()
		}
		usable = usable && (name == "" || ok && plain.MatchString(list[i]))
	}
	if usable {
		return list
	}
	prefix := ""
	for _, name := range names {
		if name != "" && prefix == "" {
			prefix = name[:1+strings.IndexFunc(name[1:], func(r rune) bool { return r >= 'A' && r <= 'Z' })]
		}
	}
	for i, name := range names {
		rest, ok := strings.CutPrefix(name, prefix)
		if name != "" && !ok {
			log.Fatal(name, " does not begin with ", prefix)
		}
		list[i] = strings.TrimPrefix(strings.ToLower(upper.ReplaceAllString(rest, "-$0")), "-")
	}
	return list
}

// field describes a field for the table.
func (g *generator) field(f reflect.StructField) string {
	t, flags := f.Type, "0"
	switch {
	case t.Kind() == reflect.Pointer:
		t, flags = t.Elem(), "optional"
	case isBytes(t):
		return fmt.Sprintf("{%q, kindBytes, 0, 0}", f.Name)
	case t.Kind() == reflect.Slice:
		t, flags = t.Elem(), "list"
	}
	kind, of := "", 0
	switch {
	case t == reflect.TypeFor[core.Switches]():
		kind = "kindSwitches"
	case t.Kind() == reflect.Struct:
		kind, of = "kindStruct", g.places[t]
	case t.Kind() == reflect.Uint8 && t.PkgPath() != "":
		kind, of = "kindWord", g.places[t]
	default:
		switch t.Kind() {
		case reflect.Bool, reflect.Int32, reflect.Uint32, reflect.Int64, reflect.Uint64, reflect.String:
			kind = "kind" + strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
		default:
			log.Fatal(f.Name, " has a type that has no place in a message: ", t)
		}
	}
	return fmt.Sprintf("{%q, %s, %s, %d}", f.Name, kind, flags, of)
}

func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && t.Elem().PkgPath() == ""
}

func (g *generator) table() string {
	var s strings.Builder
	s.WriteString("// Code generated by plugin/generate. DO NOT EDIT.\n\npackage message\n\n// The messages.\nconst (\n")
	for i, t := range g.structs {
		fmt.Fprintf(&s, "Type%s", t.Name())
		if i == 0 {
			s.WriteString(" Type = iota")
		}
		s.WriteString("\n")
	}
	s.WriteString(")\n\nvar messages = [...]message{\n")
	for _, t := range g.structs {
		fmt.Fprintf(&s, "{%q, []field{\n", t.Name())
		for i := range t.NumField() {
			s.WriteString(g.field(t.Field(i)) + ",\n")
		}
		s.WriteString("}},\n")
	}
	s.WriteString("}\n\nvar words = [...][]string{\n")
	for _, t := range g.words {
		fmt.Fprintf(&s, "%s, // %s\n", strings.TrimPrefix(fmt.Sprintf("%#v", g.wordsOf(t)), "[]string"), t.Name())
	}
	s.WriteString("}\n")
	return s.String()
}

// object is a JSON object whose members are in the order of their names.
type object = map[string]any

func (g *generator) schema() []byte {
	defs := object{
		"int64":  object{"type": "string", "pattern": "^(0|-?[1-9][0-9]{0,18})$", "description": "A whole number of 64 bits in decimal."},
		"uint64": object{"type": "string", "pattern": "^(0|[1-9][0-9]{0,19})$", "description": "A whole number of 64 bits in decimal, not negative."},
		"bytes":  object{"type": "string", "contentEncoding": "base64", "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"},
	}
	var names []string
	for _, s := range core.AllSwitches() {
		names = append(names, s.Name)
	}
	defs["Switches"] = object{"type": "array", "uniqueItems": true, "items": object{"enum": names}, "description": "A set of switches by their names."}
	for _, t := range g.words {
		defs[t.Name()] = describe(object{"enum": g.wordsOf(t)}, g.comments[t.Name()])
	}
	for _, t := range g.structs {
		properties, all := object{}, []string{}
		for i := range t.NumField() {
			f := t.Field(i)
			properties[f.Name] = describe(g.fieldSchema(f.Type), g.comments[t.Name()+"."+f.Name])
			all = append(all, f.Name)
		}
		o := object{"type": "object", "properties": properties, "additionalProperties": false}
		if !g.sent[t] {
			o["required"] = all // the plugin leaves nothing out
		}
		defs[t.Name()] = describe(o, g.comments[t.Name()])
	}
	root := object{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "coxswain-plugin.wasm",
		"description": "What crosses the boundary of the plugin, in JSON. README.md says which export takes and gives what. Lengths of strings and the sense of values are not in here.",
		"$defs":       defs,
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(root); err != nil {
		log.Fatal(err)
	}
	return b.Bytes()
}

func describe(o object, comment string) object {
	if comment != "" {
		o["description"] = comment
	}
	return o
}

func (g *generator) fieldSchema(t reflect.Type) object {
	ref := func(name string) object { return object{"$ref": "#/$defs/" + name} }
	switch {
	case isBytes(t):
		return ref("bytes")
	case t.Kind() == reflect.Slice:
		return object{"type": "array", "items": g.fieldSchema(t.Elem()), "maxItems": core.MaxAllocations}
	case t.Kind() == reflect.Pointer:
		return object{"anyOf": []any{object{"type": "null"}, g.fieldSchema(t.Elem())}}
	case t.Kind() == reflect.Struct, t.PkgPath() != "":
		return ref(t.Name())
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Int32:
		return object{"type": "integer", "minimum": -1 << 31, "maximum": 1<<31 - 1}
	case reflect.Uint32:
		return object{"type": "integer", "minimum": 0, "maximum": 1<<32 - 1}
	}
	return ref(t.Name()) // int64, uint64
}
