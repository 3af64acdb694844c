package schema

import (
	"fmt"
	"os"
	"path/filepath"
)

// Main is the main function of a package's generator. It writes the files, whose names
// are their places in the package; run it in bindings/LANGUAGE/generate.
func Main(files func(*Schema) map[string][]byte) {
	s, err := Read("../../../core")
	if err == nil {
		for name, b := range files(s) {
			if err == nil {
				err = os.WriteFile(filepath.Join("..", name), b, 0o644)
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
