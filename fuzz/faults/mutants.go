package faults

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// swaps is what becomes of an operator.
var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.INC: {token.DEC}, token.DEC: {token.INC},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.OR_ASSIGN: {token.AND_ASSIGN}, token.AND_ASSIGN: {token.OR_ASSIGN},
	token.BREAK: {token.CONTINUE}, token.CONTINUE: {token.BREAK},
}

// Mutant is a mechanical fault: a part of a source file, inside of a function,
// and what stands there instead.
type Mutant struct {
	File, Function string
	// What is the line before and after.
	What     string
	From, To int // offsets of what New replaces
	New      string
}

// Mutants makes every mechanical fault of a source file: inside of functions it
// swaps each operator for its neighbour and its opposite, negates each condition
// that has none, takes an exclamation mark away, adds one to each number, flips
// true and false, and leaves out each call, assignment, return and the body of
// each case. Some do not compile.
//
// It fails if the file is not Go.
func Mutants(file, src string) ([]Mutant, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	m := &mutator{file: file, src: src, offset: func(p token.Pos) int { return fset.Position(p).Offset }}
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			m.function = fn.Name.Name
			ast.Inspect(fn.Body, m.visit)
		}
	}
	return m.list, nil
}

type mutator struct {
	file, src, function string
	offset              func(token.Pos) int
	list                []Mutant
}

func (m *mutator) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		m.swap(n.OpPos, n.Op)
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			m.replace(n.OpPos, n.OpPos+1, "")
		}
	case *ast.IncDecStmt:
		m.swap(n.TokPos, n.Tok)
	case *ast.AssignStmt:
		m.swap(n.TokPos, n.Tok)
		if n.Tok != token.DEFINE {
			m.replace(n.Pos(), n.End(), "")
		}
	case *ast.ExprStmt:
		m.replace(n.Pos(), n.End(), "")
	case *ast.BranchStmt:
		m.swap(n.TokPos, n.Tok)
	case *ast.ReturnStmt:
		m.replace(n.Pos(), n.End(), "")
	case *ast.IfStmt:
		switch n.Cond.(type) {
		case *ast.BinaryExpr, *ast.UnaryExpr:
		default:
			m.replace(n.Cond.Pos(), n.Cond.Pos(), "!")
		}
	case *ast.CaseClause:
		if len(n.Body) != 0 {
			m.replace(n.Colon+1, n.End(), "")
		}
	case *ast.BasicLit:
		if n.Kind == token.INT {
			m.replace(n.Pos(), n.End(), n.Value+"+1")
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			m.replace(n.Pos(), n.End(), "false")
		case "false":
			m.replace(n.Pos(), n.End(), "true")
		}
	}
	return true
}

func (m *mutator) swap(at token.Pos, was token.Token) {
	for _, to := range swaps[was] {
		m.replace(at, at+token.Pos(len(was.String())), to.String())
	}
}

// replace adds a mutant.
func (m *mutator) replace(from, to token.Pos, text string) {
	a, b := m.offset(from), m.offset(to)
	start := strings.LastIndexByte(m.src[:a], '\n') + 1
	end := b + strings.IndexByte(m.src[b:], '\n')
	what := brief(m.src[start:end]) + " → " + brief(m.src[start:a]+text+m.src[b:end])
	m.list = append(m.list, Mutant{File: m.file, Function: m.function, What: what, From: a, To: b, New: text})
}

// brief writes lines as one, and the middle of a long one as dots.
func brief(lines string) string {
	s := strings.Join(strings.Fields(lines), " ")
	if s == "" {
		return "nothing"
	}
	if r := []rune(s); len(r) > 120 {
		s = string(r[:90]) + " … " + string(r[len(r)-27:])
	}
	return s
}

// MutantNames names each mutant by its file, its function and what it does, with
// a number where that is there more than once. Lines may move without a name
// changing.
func MutantNames(list []Mutant) []string {
	names, seen := make([]string, len(list)), map[string]int{}
	for i, f := range list {
		name := fmt.Sprintf("%s %s: %s", f.File, f.Function, f.What)
		if seen[name]++; seen[name] > 1 {
			name += " (" + strconv.Itoa(seen[name]) + ")"
		}
		names[i] = name
	}
	return names
}

// Survivor is an entry of MUTANTS.md: mutants that may survive, and why.
type Survivor struct {
	// Names is a mutant's name or the beginning of several: a file and a function,
	// or also the line before.
	Names, Reason string
}

// Covers reports whether an entry is about the mutant of a name.
func (s *Survivor) Covers(name string) bool {
	rest, ok := strings.CutPrefix(name, s.Names)
	return ok && (rest == "" || rest[0] == ':' || strings.HasPrefix(rest, " → ") || strings.HasPrefix(rest, " ("))
}

// Survivors reads MUTANTS.md: under its first ## each indented line is an entry,
// and the paragraph above it the reason.
func Survivors(text string) []Survivor {
	var list []Survivor
	reason, begun, full := "", false, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		names, entry := strings.CutPrefix(line, "    ")
		switch {
		case strings.HasPrefix(line, "## "):
			begun, reason = true, ""
		case !begun || line == "":
		case entry:
			list = append(list, Survivor{names, reason})
			full = true
		case full:
			reason, full = line, false
		default:
			reason = strings.TrimSpace(reason + " " + line)
		}
	}
	return list
}
