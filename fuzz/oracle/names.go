package oracle

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"sort"
	"strings"
)

// names gives every name of a scenario an id in the form that Nomad wants, and
// knows the way back. The order of the ids has nothing to do with that of the
// names.
type names map[string]string // by id

// id returns the id of a name.
func (n names) id(name string) string {
	if name == "" {
		return ""
	}
	h := fnv.New64a()
	h.Write([]byte(name))
	sum := h.Sum64()
	id := fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", uint32(sum>>32), uint16(sum>>16), uint16(sum), len(name), sum&0xffffffffffff)
	n[id] = name
	return id
}

// ids returns the ids of names.
func (n names) ids(all []string) []string {
	var out []string
	for _, name := range all {
		out = append(out, n.id(name))
	}
	return out
}

// name returns the name of an id, or the id.
func (n names) name(id string) string {
	if name, ok := n[id]; ok {
		return name
	}
	return id
}

// list returns the names of ids, sorted, as one word.
func (n names) list(ids []string) string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = n.name(id)
	}
	sort.Strings(out)
	return "[" + strings.Join(out, " ") + "]"
}

var uuid = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// text puts names in the place of ids in an error's text, and sorts its lines:
// one that lists groups has them in the order of a map.
func (n names) text(err error) string {
	var lines []string
	for _, line := range strings.Split(uuid.ReplaceAllStringFunc(err.Error(), n.name), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	sort.Strings(lines)
	return strings.Join(lines, "; ")
}
