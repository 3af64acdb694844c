// Command generate writes what the Python package has from the core: types.py, from
// the Go types and their comments, and the module.
//
// Run it in its own folder.
package main

import (
	"github.com/coxswain/coxswain/bindings/schema"
	"github.com/coxswain/coxswain/wasm"
)

//go:generate go run .

func main() { schema.Main(files) }

func files(s *schema.Schema) map[string][]byte {
	return map[string][]byte{"coxswain/types.py": []byte(types(s)), "coxswain/coxswain.wasm": wasm.Module}
}
