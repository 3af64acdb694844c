package journal

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	suffix    = ".cxj"
	minDigits = 8  // of a segment's number in its file's name
	maxDigits = 18 // so that it always fits
	maxName   = 64 // bytes of a Writer's name
)

// Segment is one file of a journal.
type Segment struct {
	// Writer is the name of the Writer, Number counts its segments from 1.
	Writer string
	Number uint64
	Path   string
	// Size is in bytes.
	Size int64
}

// Segments lists the segments in a folder by writer, then number. Other files
// are passed over.
func Segments(dir string) ([]Segment, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []Segment
	for _, e := range entries {
		writer, number, ok := parseName(e.Name())
		if !ok || !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // its Writer has just removed it
		}
		if err != nil {
			return nil, err
		}
		list = append(list, Segment{writer, number, filepath.Join(dir, e.Name()), info.Size()})
	}
	slices.SortFunc(list, func(a, b Segment) int {
		return cmp.Or(strings.Compare(a.Writer, b.Writer), cmp.Compare(a.Number, b.Number))
	})
	return list, nil
}

// fileName returns the name of a segment's file.
func fileName(writer string, number uint64) string {
	return fmt.Sprintf("%s-%0*d%s", writer, minDigits, number, suffix)
}

// parseName is the opposite of fileName.
func parseName(file string) (writer string, number uint64, ok bool) {
	base, ok := strings.CutSuffix(file, suffix)
	at := strings.LastIndexByte(base, '-')
	if !ok || at < 0 || !validName(base[:at]) || len(base)-at-1 > maxDigits {
		return "", 0, false
	}
	number, err := strconv.ParseUint(base[at+1:], 10, 64)
	if err != nil || number == 0 || fileName(base[:at], number) != file {
		return "", 0, false
	}
	return base[:at], number, true
}

// validName reports whether a Writer can have a name: letters, digits, dots,
// dashes and underscores, not beginning with a dot.
func validName(name string) bool {
	if name == "" || len(name) > maxName || name[0] == '.' {
		return false
	}
	for _, c := range []byte(name) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && c != '.' && c != '-' && c != '_' {
			return false
		}
	}
	return true
}
