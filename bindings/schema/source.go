package schema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"unicode"
)

// source is what the reflection of a type does not know.
type source struct {
	types  map[string]string            // comments by type
	fields map[string]map[string]string // comments by type and field
	enums  map[string][]Member          // by type, without their words
}

func read(dir string) (*source, error) {
	s := &source{map[string]string{}, map[string]map[string]string{}, map[string][]Member{}}
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
			s.enums[enum] = append(s.enums[enum], Member{Name: spec.Names[0].Name, Doc: text(spec.Doc), Value: value})
		}
	}
}

func text(c *ast.CommentGroup) string { return strings.TrimSpace(c.Text()) }

// members are those of an enumeration, with the words that tell them apart.
func (s *source) members(enum string) []Member {
	list := s.enums[enum]
	for i := range list {
		list[i].Words = Words(list[i].Name)
	}
	for common := len(list) > 1; common; {
		for _, m := range list {
			common = common && len(m.Words) > 1 && m.Words[0] == list[0].Words[0]
		}
		for i := range list {
			if common {
				list[i].Words = list[i].Words[1:]
			}
		}
	}
	return list
}

// Words splits a Go name at its capitals: "Job", "ID" of JobID.
func Words(name string) []string {
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
