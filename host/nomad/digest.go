package nomad

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/coxswain/coxswain/core"
)

// digestLength is how many characters of the hexadecimal SHA-256 are kept.
const digestLength = 32

// This does not compile when a digest is longer than the core accepts.
var _ [core.MaxDigestLength - digestLength]struct{}

// SpecDigest makes the digests of a job's specification, given as Nomad writes a
// job in JSON, by which R2 finds whether two specifications differ: they do
// unless the watched digest of the job that is being watched equals the version
// digest of the kept version.
//
// There are two because Nomad compares the watched job as it is with a copy of
// the other one, and copying is not faithful: some lists and maps are lost when
// they are present but empty, a few appear where there were none. The version
// digest is that of the copy. The watched one is that of the job itself, and
// empty when the job differs from its own copy: no copy can be equal to it.
//
// Left out are the status and its description, the stable flag, the version, the
// create, modify and job-modify index and the submit time. Everything else
// counts, also the stop flag, tokens, and a scaling policy's id and indexes.
// Null, zero, false, an empty word and the zero time are taken for absent except
// where Nomad tells them apart (a delay held by pointer, a dispatch payload) and
// in what is the user's: a task's configuration and environment, metadata and
// other maps with free keys. Numbers are compared as they are written.
//
// It fails if the job is not a JSON object.
func SpecDigest(job json.RawMessage) (watched, version string, err error) {
	spec, err := parseSpec(job)
	if err != nil {
		return "", "", err
	}
	watched, version = spec.digests()
	return watched, version, nil
}

// ExecDigest makes the digest of what is executed. It leaves out what SpecDigest
// does and, beyond that, what a client runs no differently for: the stop flag,
// the tokens that the job was registered with (for Consul, Vault and Nomad; the
// Vault namespace stays), the ids and indexes of scaling policies, and the
// difference between an empty list or map and none, except inside of what is the
// user's. Metadata stays: tasks see it in their environment.
//
// It fails if the job is not a JSON object.
func ExecDigest(job json.RawMessage) (string, error) {
	spec, err := parseSpec(job)
	if err != nil {
		return "", err
	}
	return spec.exec(), nil
}

// spec is a parsed job.
type spec map[string]any

func parseSpec(job json.RawMessage) (spec, error) {
	d := json.NewDecoder(bytes.NewReader(job))
	d.UseNumber()
	var s spec
	if err := d.Decode(&s); err != nil {
		return nil, &damage{ErrSyntax, "Job: " + err.Error()}
	}
	if s == nil {
		return nil, &damage{ErrMissing, "Job: null where a job should be"}
	}
	return s, nil
}

// digests returns the two results of SpecDigest.
func (s spec) digests() (watched, version string) {
	c := canon{leave: bookkeeping}
	version = digest(c.object(s, jobShape))
	if c.changed {
		return "", version
	}
	return version, version
}

// exec returns the result of ExecDigest.
func (s spec) exec() string {
	c := canon{leave: bookkeeping | unexecuted, noEmpty: true}
	return digest(c.object(s, jobShape))
}

// digest hashes a canonical form: JSON with sorted keys and no white space.
func digest(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("nomad: parsed JSON cannot be written: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])[:digestLength]
}

// canon brings a job into its canonical form.
type canon struct {
	// leave are the traits of fields that are left out.
	leave trait
	// noEmpty takes every empty list and map for absent, except inside opaque maps.
	noEmpty bool
	// changed says that Nomad's copy of the job differs from the job.
	changed bool
}

// object returns the canonical form of a struct.
func (c *canon) object(o map[string]any, s *shape) map[string]any {
	out := make(map[string]any, len(o))
	for name, v := range o {
		f := s.of(name)
		if f.has(c.leave) {
			continue
		}
		if v = c.value(v, f); v != nil {
			out[name] = v
		}
	}
	for name, f := range s.fields {
		if f.has(made) && out[name] == nil {
			c.make(out, name, o[name], f)
		}
	}
	return out
}

// make puts an empty list or map where Nomad's copy has one.
func (c *canon) make(out map[string]any, name string, was any, f *shape) {
	if c.noEmpty || was != nil {
		return
	}
	c.changed = true
	if f.has(opaque) {
		out[name] = map[string]any{}
	} else {
		out[name] = []any{}
	}
}

// value returns the canonical form of a field; nil when it counts as absent.
func (c *canon) value(v any, f *shape) any {
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			return c.empty(v, f)
		}
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = c.element(e, f)
		}
		return out
	case map[string]any:
		return c.mapping(v, f)
	default:
		if isZero(v) && !(f.has(exact) && v != nil) {
			return nil
		}
		return v
	}
}

// mapping returns the canonical form of a map or struct.
func (c *canon) mapping(v map[string]any, f *shape) any {
	if len(v) == 0 && !f.has(plain) {
		return c.empty(v, f)
	}
	switch {
	case f.has(opaque):
		return v
	case f.has(keyed):
		out := make(map[string]any, len(v))
		for key, e := range v {
			out[key] = c.value(e, f.of("*"))
		}
		return out
	default:
		out := c.object(v, f)
		if len(out) == 0 && f.has(plain) {
			return nil
		}
		return out
	}
}

// element returns the canonical form of a list's element, which is never absent.
func (c *canon) element(v any, f *shape) any {
	if o, ok := v.(map[string]any); ok {
		return c.object(o, f)
	}
	return v
}

// empty returns the canonical form of an empty list, map or struct. A struct is
// something even with nothing in it: a sidecar with every default, for one.
func (c *canon) empty(v any, f *shape) any {
	if f.has(lost) {
		c.changed = true
		return nil
	}
	if _, list := v.([]any); c.noEmpty && (list || f.has(opaque|keyed)) {
		return nil
	}
	return v
}

// isZero reports whether a scalar counts as absent.
func isZero(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == "" || v == zeroTime
	case json.Number:
		return strings.Trim(strings.ToLower(string(v)), "-0.") == ""
	}
	return false
}

// zeroTime is how Nomad writes a time that is not set.
const zeroTime = "0001-01-01T00:00:00Z"
