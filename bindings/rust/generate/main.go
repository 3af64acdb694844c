// Command generate writes what the Rust crate has from the core: types.rs, from the Go
// types and their comments, and the module.
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
	return map[string][]byte{"src/types.rs": types(s), "src/coxswain.wasm": wasm.Module}
}
