// Command generate writes what the JavaScript package has from the core: types.ts and
// messages.ts, from the Go types and their comments, and the module.
//
// Run it in its own folder.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/coxswain/coxswain/bindings/schema"
	"github.com/coxswain/coxswain/wasm"
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

// generate makes the files, by their place in the package, from the folder of package
// core.
func generate(core string) (map[string][]byte, error) {
	s, err := schema.Read(core)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"src/types.ts":    []byte(types(s)),
		"src/messages.ts": []byte(messages(s)),
		"coxswain.wasm":   wasm.Module,
	}, nil
}
