// Command generate writes what the C library has from the core: the types and the
// tables by which they are written and read.
//
// Run it in its own folder.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/coxswain/coxswain/bindings/schema"
)

//go:generate go run .

func main() {
	files, err := generate("../../../core")
	for name, b := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join("..", name), b, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// generate makes the files from the folder of package core.
func generate(core string) (map[string][]byte, error) {
	s, err := schema.Read(core)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{"coxswain_types.h": header(s), "src/tables.c": tables(s)}, nil
}
