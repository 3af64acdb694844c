// Command generate writes what the Java package has from the core: a source for each
// type, from the Go types and their comments, and the module.
//
// Run it in its own folder.
package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/coxswain/coxswain/bindings/schema"
	"github.com/coxswain/coxswain/wasm"
)

//go:generate go run .

const (
	sources   = "../src/main/java/io/github/coxswain"
	resources = "../src/main/resources/io/github/coxswain"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write() error {
	files, err := generate("../../../core")
	if err != nil {
		return err
	}
	have, err := generated()
	if err != nil {
		return err
	}
	for _, path := range have {
		if files[path] == nil {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(path, files[path], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate makes the files, by path, from the folder of package core.
func generate(core string) (map[string][]byte, error) {
	s, err := schema.Read(core)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		filepath.Join(resources, "coxswain.wasm"): wasm.Module,
		filepath.Join(sources, "Schema.java"):     []byte(constants(s)),
	}
	sets := map[string]string{}
	for _, t := range s.Types {
		if t.Kind == schema.Set {
			sets[t.Name] = javaType(t)
		}
	}
	for _, t := range s.Types {
		text, err := class(t, sets)
		if err != nil {
			return nil, err
		}
		files[filepath.Join(sources, javaType(t)+".java")] = []byte(text)
	}
	return files, nil
}

// generated are the paths of the sources that this command once wrote.
func generated() ([]string, error) {
	all, err := filepath.Glob(filepath.Join(sources, "*.java"))
	if err != nil {
		return nil, err
	}
	var list []string
	for _, path := range all {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(b, []byte(header)) {
			list = append(list, path)
		}
	}
	return list, nil
}
