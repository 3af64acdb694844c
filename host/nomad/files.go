package nomad

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
)

// errNoRecordings: a directory that was named holds nothing to read.
var errNoRecordings = errors.New("no *.ndjson or *.ndjson.gz in this directory")

// Files turns arguments into the paths of recordings: a file stands for itself,
// a directory for the recordings directly in it, sorted by name. A "-" stays
// what it is; to the caller it means the standard input. A directory without
// recordings and a path that does not exist are errors, of type *Error.
func Files(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		if arg == "-" {
			files = append(files, arg)
			continue
		}
		info, err := os.Stat(arg)
		if err != nil {
			return nil, fileError(arg, err)
		}
		if !info.IsDir() {
			files = append(files, arg)
			continue
		}
		found, err := recordingsIn(arg)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

// recordingsIn lists the recordings of a directory.
func recordingsIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fileError(dir, err)
	}
	var files []string
	for _, e := range entries {
		if _, ok := trimEnding(e.Name()); ok && !e.IsDir() {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fileError(dir, errNoRecordings)
	}
	slices.Sort(files)
	return files, nil
}
