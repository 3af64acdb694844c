package oracle_test

import (
	"fmt"
	"slices"

	"github.com/coxswain/coxswain/fuzz/oracle"
)

// A seed always draws the same scenario, and its text says all of it.
func ExampleGenerate() {
	s := oracle.Generate().Example(4711)
	again, err := oracle.Parse(s.String())
	fmt.Println(len(s) > 2, again.String() == s.String(), err)
	fmt.Println(oracle.Generate().Example(4711).String() == s.String())
	// Output:
	// true true <nil>
	// true
}

// A script is a time in quarters of a second, a verb and its words in each line.
func ExampleParse() {
	s, err := oracle.Parse(`
		0s register web groups=g:revert   # a job
		0s deploy d web g:total=2
		0s place d g a b
		1.25s report a running healthy
		4s fail d
	`)
	fmt.Print(s)
	fmt.Println(err, s[3].Verb, s[3].Args, "after", s[3].At, "quarters")
	_, err = oracle.Parse("0.1s leader on")
	fmt.Println(err)
	// Output:
	// 0s register web groups=g:revert
	// 0s deploy d web g:total=2
	// 0s place d g a b
	// 1.25s report a running healthy
	// 4s fail d
	// <nil> report [a running healthy] after 5 quarters
	// line 1: "0.1s" is no time in quarters of a second
}

// What is wrong is usually that Compare says so; here it is that there is a
// promotion at all.
func ExampleShrink() {
	s, err := oracle.Parse(`
		0s register web spec=2 stable groups=g:revert,h
		0s deploy d web g:total=2,canaries=1,promote
		0s place d g a canary
		1s report a running healthy
		2s promote d groups=g
		4s fail d
	`)
	if err != nil {
		panic(err)
	}
	promotes := func(s oracle.Scenario) bool {
		return slices.ContainsFunc(s, func(e oracle.Event) bool { return e.Verb == "promote" })
	}
	fmt.Print(oracle.Shrink(s, promotes))
	// Output:
	// 2s promote d
}

// The scripts of a folder, each with the trace that it should have.
func ExampleFiles() {
	files, err := oracle.Files("testdata/behaviours")
	if err != nil {
		panic(err)
	}
	for _, f := range files[:1] {
		fmt.Println(f.Name() != "", len(f.Scenario) > 0, f.Want != "")
	}
	// Output:
	// true true true
}
