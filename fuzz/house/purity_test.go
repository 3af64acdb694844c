package house_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPurity looks at every file of the deciding packages that somebody wrote.
// Generated files have no business here but their imports (TestImports).
func TestPurity(t *testing.T) {
	t.Chdir(root) // the importer looks for the module from here
	fset := token.NewFileSet()
	from := importer.ForCompiler(fset, "source", nil)
	for _, dir := range []string{"core", "core/ledger"} {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		var all, written []*ast.File
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
			require.NoError(t, err)
			all = append(all, f)
			if !ast.IsGenerated(f) {
				written = append(written, f)
			}
		}
		require.NotEmpty(t, written)
		for _, what := range impurities(t, fset, from, all, written) {
			t.Error(what)
		}
	}
}

func TestImpurities(t *testing.T) {
	t.Chdir(root)
	for _, c := range []struct{ name, src, want string }{
		{"arrays that nobody changes", `var names = [...]string{"a", "b"}
			func name(i int) string { return names[i] }
			func all() []string { return append([]string(nil), names[:]...) }
			func count() int { return len(names) }`, ""},
		{"an error that nobody changes", `var errBad error
			func f() error { return errBad }`, ""},
		{"a map that is only asked", `func f(m map[string]int) int { return m["a"] + len(m) }`, ""},
		{"integers that stay inside", `type t struct{ n int }
			func f() int { x := t{1}; return x.n }`, ""},

		{"a goroutine", `func f() { go f() }`, "starts a goroutine"},
		{"a channel", `var c [1]chan int32`, "has a channel"},
		{"a send", `func f(c chan int32) { c <- 1 }`, "sends on a channel"},
		{"a receive", `func f(c chan int32) int32 { return <-c }`, "receives from a channel"},
		{"a range over a channel", `func f(c chan int32) { for range c { f(nil); return } }`, "ranges over a channel"},
		{"a select", `func f() { select {} }`, "selects"},
		{"a variable", `var n int32`, "n can change"},
		{"a pointer", `type t struct{}
			var p = &t{}`, "p can change"},
		{"a map variable", `var m = map[string]bool{}`, "m can change"},
		{"a slice variable", `var s = []string{"a"}`, "s can change"},
		{"an array of slices", `var s = [...][]string{{"a"}}`, "s can change"},
		{"a function variable", `var f = func() {}`, "f can change"},
		{"an assignment", `var a [3]bool
			func f() { a[1] = true }`, "assigns to a"},
		{"an assignment of a field", `var a [3]struct{ n int32 }
			func f() { a[1].n = 2 }`, "assigns to a"},
		{"a count", `var a [3]int32
			func f() { a[1]++ }`, "assigns to a"},
		{"a range that assigns", `var a [3]int32
			func f(s []int32) { for _, a[0] = range s {} }`, "assigns to a"},
		{"an address", `var a [3]int32
			func f() *int32 { return &a[1] }`, "takes the address of a"},
		{"a slice that is kept", `var a [3]int32
			func f() []int32 { s := a[:]; return s }`, "slices a"},
		{"a method that can change it", `type t [3]int32
			func (x *t) set() { x[0] = 1 }
			var a t
			func f() { a.set() }`, "calls a method that can change a"},
		{"an assignment of an error", `var e error
			func f() { e = nil }`, "assigns to e"},
		{"a float", `func f(n int32) bool { return float64(n)*0.5 > 1 }`, "uses a float"},
		{"a float field", `type t struct{ x float32 }`, "uses a float"},
		{"a complex number", `func f() bool { return 1i*1i == -1 }`, "uses a float"},
		{"a range over a map", `func f(m map[string]int32) (n int32) { for _, v := range m { n -= v }; return n }`, "ranges over a map"},
		{"a range over a named map", `type set map[string]bool
			func f(m set) (last string) { for k := range m { last = k }; return last }`, "ranges over a map"},
		{"an int field", `type T struct{ N int }`, "T.N has no sized type"},
		{"a uint in a list", `type T struct{ N []uint }`, "T.N has no sized type"},
		{"an int behind a name", `type n int
			type T struct{ N *n }`, "T.N has no sized type"},
		{"a uintptr key in bytes", `type t struct{ m map[uintptr]bool }
			func (*t) MarshalMsg(b []byte) ([]byte, error) { return b, nil }`, "t.m has no sized type"},
		{"a function that calls itself", `func f(n int32) { if n > 0 { f(n-1) } }`, "f calls itself"},
		{"methods that call each other", `type t struct{}
			func (x t) a() { x.b() }
			func (x t) b() { func() { x.a() }() }`, "a calls itself"},
		{"a panic", `func f() { panic("bad input") }`, "panics"},
		{"a recover", `func f() { defer func() { _ = recover() }() }`, "recovers"},
		{"printing", `func f() { println("x") }`, "prints"},
		{"an init function", `func init() {}`, "has an init function"},
		{"a linkname", "//go:linkname now runtime.nanotime\nfunc now() int64", "links to what is not its own"},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", "package p\n"+c.src, parser.ParseComments)
		require.NoError(t, err, c.name)
		files := []*ast.File{f}
		got := strings.Join(impurities(t, fset, nil, files, files), "\n")
		if c.want == "" {
			require.Empty(t, got, c.name)
			continue
		}
		require.Contains(t, got, c.want, c.name)
	}
}

// impurities type-checks a package and says what in the given files of it could
// make two runs differ, or make bad input a crash.
func impurities(t *testing.T, fset *token.FileSet, from types.Importer, all, written []*ast.File) []string {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	pkg, err := (&types.Config{Importer: from}).Check("p", fset, all, info)
	require.NoError(t, err)
	p := &purity{fset: fset, info: info, pkg: pkg, calls: map[types.Object][]types.Object{}}
	for _, f := range written {
		p.file(f)
	}
	p.recursion()
	slices.Sort(p.found)
	return slices.Compact(p.found)
}

// purity is a look at one package.
type purity struct {
	fset  *token.FileSet
	info  *types.Info
	pkg   *types.Package
	found []string
	// calls are the functions of the package that each one calls, funcs its keys
	// in the order of the source.
	calls map[types.Object][]types.Object
	funcs []types.Object
}

func (p *purity) report(at token.Pos, what string) {
	pos := p.fset.Position(at)
	pos.Column = 0
	p.found = append(p.found, pos.String()+": "+what)
}

func (p *purity) file(f *ast.File) {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:linkname") {
				p.report(c.Pos(), "links to what is not its own")
			}
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p.function(d)
		case *ast.GenDecl:
			p.declaration(d)
		}
	}
	p.concurrency(f)
	p.variables(f)
	p.values(f)
}

// declaration looks at package variables and at the fields of types.
func (p *purity) declaration(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if v, ok := p.info.Defs[name].(*types.Var); ok && !constant(v.Type()) {
					p.report(name.Pos(), name.Name+" can change: only arrays of values and errors may be package variables")
				}
			}
		case *ast.TypeSpec:
			st, ok := s.Type.(*ast.StructType)
			if !ok || !p.crosses(s.Name) {
				continue
			}
			for _, field := range st.Fields.List {
				for _, name := range field.Names {
					if unsized(p.info.TypeOf(field.Type)) {
						p.report(name.Pos(), s.Name.Name+"."+name.Name+" has no sized type")
					}
				}
			}
		}
	}
}

// crosses reports whether a type's values leave the package, as a type that
// others can name or as bytes.
func (p *purity) crosses(name *ast.Ident) bool {
	method, _, _ := types.LookupFieldOrMethod(types.NewPointer(p.info.Defs[name].Type()), true, p.pkg, "MarshalMsg")
	return name.IsExported() || method != nil
}

// constant reports whether a variable of this type is a table that can only
// change by being assigned to.
func constant(t types.Type) bool {
	if types.Identical(t, types.Universe.Lookup("error").Type()) {
		return true
	}
	a, ok := t.Underlying().(*types.Array)
	return ok && value(a.Elem())
}

// value reports whether a type has nothing that can be shared.
func value(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Array:
		return value(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if !value(u.Field(i).Type()) {
				return false
			}
		}
		return true
	case *types.Chan: // named by concurrency
		return true
	}
	return false
}

// unsized reports whether a field's type has integers whose size depends on the
// platform.
func unsized(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Int || u.Kind() == types.Uint || u.Kind() == types.Uintptr
	case *types.Pointer:
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			return false // looked at where it is declared
		}
		return unsized(u.Elem())
	case *types.Slice:
		return unsized(u.Elem())
	case *types.Array:
		return unsized(u.Elem())
	case *types.Map:
		return unsized(u.Key()) || unsized(u.Elem())
	}
	return false
}

// function notes what a function calls.
func (p *purity) function(d *ast.FuncDecl) {
	if d.Recv == nil && d.Name.Name == "init" {
		p.report(d.Pos(), "has an init function")
	}
	if d.Body == nil {
		return
	}
	self := p.info.Defs[d.Name]
	p.funcs = append(p.funcs, self)
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if callee, ok := p.info.Uses[id].(*types.Func); ok && callee.Pkg() == p.pkg {
				p.calls[self] = append(p.calls[self], callee)
			}
		}
		return true
	})
}

// recursion looks for functions that can reach themselves: bytes from outside
// must not decide how deep the stack becomes.
func (p *purity) recursion() {
	for _, f := range p.funcs {
		seen := map[types.Object]bool{}
		next := slices.Clone(p.calls[f])
		for len(next) != 0 {
			g := next[0]
			next = next[1:]
			if !seen[g] {
				seen[g] = true
				next = append(next, p.calls[g]...)
			}
		}
		if seen[f] {
			p.report(f.Pos(), f.Name()+" calls itself")
		}
	}
}

// concurrency looks for everything that goes on beside the one step.
func (p *purity) concurrency(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			p.report(n.Pos(), "starts a goroutine")
		case *ast.SelectStmt:
			p.report(n.Pos(), "selects")
		case *ast.SendStmt:
			p.report(n.Pos(), "sends on a channel")
		case *ast.ChanType:
			p.report(n.Pos(), "has a channel")
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				p.report(n.Pos(), "receives from a channel")
			}
		case *ast.RangeStmt:
			switch p.info.TypeOf(n.X).Underlying().(type) {
			case *types.Map:
				p.report(n.Pos(), "ranges over a map, whose order is another each time")
			case *types.Chan:
				p.report(n.Pos(), "ranges over a channel")
			}
		}
		return true
	})
}

// variables looks for changes of package variables.
func (p *purity) variables(f *ast.File) {
	assigned := func(list ...ast.Expr) {
		for _, e := range list {
			if v := p.global(e); v != nil {
				p.report(e.Pos(), "assigns to "+v.Name())
			}
		}
	}
	arguments := map[ast.Expr]bool{} // slices that only go into a call
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			assigned(n.Lhs...)
		case *ast.IncDecStmt:
			assigned(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				assigned(n.Key, n.Value)
			}
		case *ast.CallExpr:
			for _, a := range n.Args {
				arguments[a] = true
			}
		case *ast.UnaryExpr:
			if v := p.global(n.X); v != nil && n.Op == token.AND {
				p.report(n.Pos(), "takes the address of "+v.Name())
			}
		case *ast.SliceExpr:
			if v := p.global(n.X); v != nil && !arguments[n] {
				p.report(n.Pos(), "slices "+v.Name()+" and keeps it")
			}
		case *ast.SelectorExpr:
			s := p.info.Selections[n]
			if s == nil || s.Kind() != types.MethodVal {
				return true
			}
			_, pointer := s.Obj().Type().(*types.Signature).Recv().Type().(*types.Pointer)
			if v := p.global(n.X); v != nil && pointer {
				p.report(n.Pos(), "calls a method that can change "+v.Name())
			}
		}
		return true
	})
}

// global returns the package variable that an expression is, or is a part of.
func (p *purity) global(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.Ident:
			if v, ok := p.info.Uses[x].(*types.Var); ok && v.Parent() == p.pkg.Scope() {
				return v
			}
			return nil
		default:
			return nil
		}
	}
}

// values looks at the types of everything, and for calls that must not be.
func (p *purity) values(f *ast.File) {
	crashes := map[string]string{"panic": "panics", "recover": "recovers", "print": "prints", "println": "prints"}
	ast.Inspect(f, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if t := p.info.TypeOf(e); t != nil {
			if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&(types.IsFloat|types.IsComplex) != 0 {
				p.report(e.Pos(), "uses a float")
			}
		}
		if id, ok := e.(*ast.Ident); ok {
			if b, ok := p.info.Uses[id].(*types.Builtin); ok && crashes[b.Name()] != "" {
				p.report(id.Pos(), crashes[b.Name()])
			}
		}
		return true
	})
}

// TestNoOtherLanguage keeps C and assembly out of the whole module.
func TestNoOtherLanguage(t *testing.T) {
	sources(t, func(dir, file string) {
		entries, err := os.ReadDir(filepath.Dir(file))
		require.NoError(t, err)
		for _, e := range entries {
			require.NotContains(t, []string{".s", ".c", ".h", ".cc"}, filepath.Ext(e.Name()), dir)
		}
	})
}
