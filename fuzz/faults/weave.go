package faults

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Switch is the package variable, of package core in a woven build, that holds
// the number of the fault in force; 0 for none.
const Switch = "SeededFault"

// Weave returns a file's source with faults woven in: every function that has
// any begins with a choice between itself and its copies. Faults are given by
// their numbers. selector is how the file names the switch.
func Weave(src, selector string, faults map[int]Fault) (string, error) {
	var edits []edit
	for _, n := range numbers(faults) {
		f := faults[n]
		if c := strings.Count(src, f.Old); c != 1 {
			return "", fmt.Errorf("%s, %q: what it replaces is there %d times in %s", f.Rule, f.What, c, f.File)
		}
		from := strings.Index(src, f.Old)
		edits = append(edits, edit{n, from, from + len(f.Old), f.New, f.Rule + ": " + f.What})
	}
	return weave(src, selector, edits)
}

// WeaveMutants is Weave for mutants.
func WeaveMutants(src, selector string, mutants map[int]Mutant) (string, error) {
	var edits []edit
	for _, n := range numbers(mutants) {
		m := mutants[n]
		edits = append(edits, edit{n, m.From, m.To, m.New, m.What})
	}
	return weave(src, selector, edits)
}

// edit puts text in the place of a part of the source.
type edit struct {
	number   int
	from, to int
	text     string
	why      string // a comment
}

func weave(src, selector string, edits []edit) (string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, 0)
	if err != nil {
		return "", err
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }

	choices := map[int]string{} // what to insert, by offset
	var copies strings.Builder
	for _, e := range edits {
		fn := enclosing(file, offset, e.from, e.to)
		if fn == nil {
			return "", fmt.Errorf("%s: what it replaces is not inside one function", e.why)
		}
		name := copyOf(fn.Name.Name, e.number)
		call, err := callOf(fn, name)
		if err != nil {
			return "", fmt.Errorf("%s: %w", e.why, err)
		}
		choices[offset(fn.Body.Lbrace)+1] += fmt.Sprintf("\nif %s == %d {\n%s\n}\n", selector, e.number, call)
		fmt.Fprintf(&copies, "\n// %s\n%s%s%s%s%s\n", e.why,
			src[offset(fn.Pos()):offset(fn.Name.Pos())], name, src[offset(fn.Name.End()):e.from], e.text, src[e.to:offset(fn.End())])
	}

	woven, last := "", 0
	for _, at := range numbers(choices) {
		woven += src[last:at] + choices[at]
		last = at
	}
	return woven + src[last:] + copies.String(), nil
}

// copyOf names the copy of a function that has a fault.
func copyOf(function string, number int) string {
	return fmt.Sprintf("%s_fault%d", function, number)
}

func numbers[V any](m map[int]V) []int {
	keys := make([]int, 0, len(m))
	for n := range m {
		keys = append(keys, n)
	}
	slices.Sort(keys)
	return keys
}

// enclosing returns the function whose body spans two offsets, or nil.
func enclosing(file *ast.File, offset func(token.Pos) int, from, to int) *ast.FuncDecl {
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && offset(fn.Body.Lbrace) < from && to <= offset(fn.Body.Rbrace) {
			return fn
		}
	}
	return nil
}

// callOf returns the statements that hand a call of fn over to a copy of it.
func callOf(fn *ast.FuncDecl, name string) (string, error) {
	if fn.Recv != nil {
		if len(fn.Recv.List[0].Names) == 0 {
			return "", fmt.Errorf("the receiver of %s has no name", fn.Name.Name)
		}
		name = fn.Recv.List[0].Names[0].Name + "." + name
	}
	var args []string
	for _, p := range fn.Type.Params.List {
		if _, ok := p.Type.(*ast.Ellipsis); ok || len(p.Names) == 0 {
			return "", fmt.Errorf("the parameters of %s cannot be handed on", fn.Name.Name)
		}
		for _, n := range p.Names {
			args = append(args, n.Name)
		}
	}
	call := name + "(" + strings.Join(args, ", ") + ")"
	if fn.Type.Results == nil {
		return call + "\nreturn", nil
	}
	return "return " + call, nil
}
