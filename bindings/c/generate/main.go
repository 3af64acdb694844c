// Command generate writes what the C library has from the core: the types and the
// tables by which they are written and read, from the Go types and their comments.
//
// Run it in its own folder.
package main

import (
	"github.com/coxswain/coxswain/bindings/schema"
)

//go:generate go run .

func main() { schema.Main(files) }

func files(s *schema.Schema) map[string][]byte {
	return map[string][]byte{"coxswain_types.h": header(s), "src/tables.c": tables(s)}
}
