package faults_test

import (
	"fmt"
	"go/format"

	"github.com/coxswain/coxswain/fuzz/faults"
)

const source = `package shop

func fits(n, room int) bool {
	return n <= room
}
`

// One build has all the faults, and a number chooses between them.
func ExampleWeave() {
	woven, err := faults.Weave(source, "Fault", map[int]faults.Fault{
		1: {Rule: "N1", What: "the last place stays empty", File: "shop.go", Old: "n <= room", New: "n < room"},
	})
	if err != nil {
		panic(err)
	}
	pretty, err := format.Source([]byte(woven))
	fmt.Print(string(pretty))
	fmt.Println(err)
	// Output:
	// package shop
	//
	// func fits(n, room int) bool {
	// 	if Fault == 1 {
	// 		return fits_fault1(n, room)
	// 	}
	//
	// 	return n <= room
	// }
	//
	// // N1: the last place stays empty
	// func fits_fault1(n, room int) bool {
	// 	return n < room
	// }
	// <nil>
}

// The faults that a machine would think of.
func ExampleMutants() {
	all, err := faults.Mutants("shop.go", source)
	if err != nil {
		panic(err)
	}
	for _, name := range faults.MutantNames(all) {
		fmt.Println(name)
	}
	// Output:
	// shop.go fits: return n <= room → nothing
	// shop.go fits: return n <= room → return n < room
	// shop.go fits: return n <= room → return n > room
}
