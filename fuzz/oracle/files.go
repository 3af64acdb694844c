package oracle

import (
	"os"
	"path/filepath"
	"strings"
)

// File is a scenario in a file, with what comes of it.
type File struct {
	Path     string
	Head     string // everything above the line
	Scenario Scenario
	Want     string // the trace below the line; empty if there is none yet
}

// line separates a scenario from its trace.
const line = "----\n"

// Files reads the scenarios of a folder.
func Files(folder string) ([]File, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return nil, err
	}
	var all []File
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f := File{Path: path}
		f.Head, f.Want, _ = strings.Cut(string(b), line)
		if f.Scenario, err = Parse(f.Head); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// Name is the file's name without its ending.
func (f *File) Name() string { return strings.TrimSuffix(filepath.Base(f.Path), ".txt") }

// write puts a trace below the scenario.
func (f *File) write(trace string) error {
	return os.WriteFile(f.Path, []byte(f.Head+line+trace), 0o644)
}
