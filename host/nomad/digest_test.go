package nomad

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/coxswain/coxswain/core"
)

// differs is R2: whether the watched specification differs from the candidate.
func differs(t *testing.T, watched, candidate string) bool {
	t.Helper()
	w, _, err := SpecDigest(json.RawMessage(watched))
	require.NoError(t, err)
	_, v, err := SpecDigest(json.RawMessage(candidate))
	require.NoError(t, err)
	return w == "" || w != v
}

// TestSpecDigest: each clause of how two specifications are compared, for and
// against. The answers are those of the real package.
func TestSpecDigest(t *testing.T) {
	group := func(s string) string { return `{"TaskGroups":[{` + s + `}]}` }
	task := func(s string) string { return group(`"Tasks":[{` + s + `}]`) }
	service := func(s string) string { return group(`"Services":[{` + s + `}]`) }
	for _, test := range []struct {
		clause             string
		watched, candidate string
		differs            bool
	}{
		{"the same", `{"ID":"web","Priority":50}`, `{"Priority":50,"ID":"web"}`, false},
		{"another value", `{"ID":"web"}`, `{"ID":"api"}`, true},
		{"white space", `{"ID": "web"}`, `{"ID":"web"}`, false},

		{"bookkeeping", `{"ID":"web","Status":"running","StatusDescription":"x","Stable":true,"Version":4,"CreateIndex":1,"ModifyIndex":2,"JobModifyIndex":3,"SubmitTime":4}`, `{"ID":"web"}`, false},
		{"bookkeeping deeper down", group(`"Version":1`), group(`"Version":2`), true},
		{"the stop flag", `{"Stop":true}`, `{"Stop":false}`, true},
		{"a token", `{"VaultToken":"s.1"}`, `{"VaultToken":"s.2"}`, true},
		{"a scaling policy's id", group(`"Scaling":{"ID":"1","Target":{}}`), group(`"Scaling":{"ID":"2","Target":{}}`), true},
		{"a scaling policy's index", group(`"Scaling":{"ModifyIndex":1,"Target":{}}`), group(`"Scaling":{"ModifyIndex":2,"Target":{}}`), true},

		{"null is absent", `{"Constraints":null}`, `{}`, false},
		{"an empty word is absent", `{"Region":""}`, `{}`, false},
		{"zero is absent", `{"Priority":0}`, `{}`, false},
		{"false is absent", `{"AllAtOnce":false}`, `{}`, false},
		{"the zero time is absent", `{"When":"0001-01-01T00:00:00Z"}`, `{}`, false},
		{"an element is not", `{"Datacenters":[""]}`, `{"Datacenters":["",""]}`, true},
		{"null is an element", group(`"Networks":[null]`), group(`"Networks":[{}]`), true},
		{"numbers as written", `{"Priority":50}`, `{"Priority":50.0}`, true},
		{"a large number", `{"Priority":9007199254740993}`, `{"Priority":9007199254740992}`, true},

		{"a delay held by pointer", group(`"ShutdownDelay":0`), group(`"ShutdownDelay":null`), true},
		{"the same delay", group(`"ShutdownDelay":0`), group(`"ShutdownDelay":0`), false},
		{"no delay", group(`"ShutdownDelay":null`), group(``), false},
		{"stop after disconnect", group(`"StopAfterClientDisconnect":0`), group(``), true},
		{"a task's delay is not held by pointer", task(`"ShutdownDelay":0`), task(``), false},
		{"a sidecar's is", service(`"Connect":{"SidecarTask":{"KillTimeout":0}}`), service(`"Connect":{"SidecarTask":{}}`), true},
		{"an empty payload", `{"Payload":""}`, `{"Payload":null}`, true},

		{"an empty list differs from itself", `{"Datacenters":[]}`, `{"Datacenters":[]}`, true},
		{"and from none", `{"Datacenters":[]}`, `{}`, true},
		{"but in the candidate it is none", `{}`, `{"Datacenters":[]}`, false},
		{"an empty map differs from itself", `{"Meta":{}}`, `{"Meta":{}}`, true},
		{"in the candidate it is none", `{}`, `{"Meta":{}}`, false},
		{"a group's metadata", group(`"Meta":{}`), group(`"Meta":{}`), true},
		{"a task's environment", task(``), task(`"Env":{}`), false},
		{"a service's tags", service(`"Tags":[]`), service(``), true},
		{"a task's service's tags", task(`"Services":[{"Tags":[]}]`), task(`"Services":[{}]`), true},
		{"a header's values", service(`"Checks":[{"Header":{"a":[]}}]`), service(`"Checks":[{"Header":{"a":[]}}]`), true},
		{"a header's values in the candidate", service(`"Checks":[{"Header":{"a":null}}]`), service(`"Checks":[{"Header":{"a":[]}}]`), false},
		{"but the header's name counts", service(`"Checks":[{"Header":{"a":null,"b":["c"]}}]`), service(`"Checks":[{"Header":{"b":["c"]}}]`), true},
		{"a device's constraints", task(`"Resources":{"Devices":[{"Constraints":[]}]}`), task(`"Resources":{"Devices":[{"Constraints":[]}]}`), true},
		{"a volume's mount flags", group(`"Volumes":{"v":{"MountOptions":{"MountFlags":[]}}}`), group(`"Volumes":{"v":{"MountOptions":{}}}`), true},

		{"an empty list that is copied", `{"Spreads":[]}`, `{"Spreads":[]}`, false},
		{"differs from none", `{"Spreads":[]}`, `{}`, true},
		{"an empty map that is copied", group(`"Volumes":{}`), group(`"Volumes":{}`), false},
		{"differs from no map", group(`"Volumes":{}`), group(``), true},
		{"a volume's name", group(`"Volumes":{"v":{}}`), group(`"Volumes":{"w":{}}`), true},

		{"a target that the copy makes", group(`"Scaling":{"Target":null}`), group(`"Scaling":{"Target":null}`), true},
		{"it is empty in the candidate", group(`"Scaling":{"Target":{}}`), group(`"Scaling":{"Target":null}`), false},
		{"no scaling, no target", group(`"Scaling":null`), group(``), false},
		{"a region's datacenters", `{"Multiregion":{"Regions":[{"Meta":{"a":"b"}}]}}`, `{"Multiregion":{"Regions":[{"Datacenters":[],"Meta":{"a":"b"}}]}}`, true},

		{"a block without anything is a block", group(`"Update":{}`), group(`"Update":null`), true},
		{"with defaults only it is the same block", group(`"Update":{"Canary":0}`), group(`"Update":{}`), false},
		{"but the job's is always there", `{"Update":{"Canary":0}}`, `{}`, false},

		{"in a task's configuration null is a value", task(`"Config":{"a":null}`), task(`"Config":{}`), true},
		{"zero too", task(`"Config":{"a":0}`), task(`"Config":{}`), true},
		{"an empty list too", task(`"Config":{"a":[]}`), task(`"Config":{"a":null}`), true},
		{"and it equals itself", task(`"Config":{"a":[],"b":{},"c":null}`), task(`"Config":{"c":null,"b":{},"a":[]}`), false},
		{"no configuration", task(`"Config":{}`), task(`"Config":null`), true},
		{"an empty word in metadata", `{"Meta":{"a":""}}`, `{"Meta":{"b":""}}`, true},
		{"a name in metadata means nothing", `{"Meta":{"Version":"1"}}`, `{"Meta":{"Version":"2"}}`, true},
		{"an empty variable", task(`"Env":{"A":"","B":"1"}`), task(`"Env":{"B":"1"}`), true},
	} {
		t.Run(test.clause, func(t *testing.T) {
			assert.Equal(t, test.differs, differs(t, test.watched, test.candidate))
		})
	}
}

// TestExecDigest: what changes what is executed, and what does not.
func TestExecDigest(t *testing.T) {
	group := func(s string) string { return `{"TaskGroups":[{` + s + `}]}` }
	task := func(s string) string { return group(`"Tasks":[{` + s + `}]`) }
	for _, test := range []struct {
		clause  string
		a, b    string
		differs bool
	}{
		{"bookkeeping", `{"Version":1,"Stable":true}`, `{"Version":2}`, false},
		{"the stop flag", `{"Stop":true}`, `{}`, false},
		{"tokens", `{"ConsulToken":"a","VaultToken":"b","NomadTokenID":"c"}`, `{"VaultToken":"d"}`, false},
		{"the Vault namespace", `{"VaultNamespace":"a"}`, `{"VaultNamespace":"b"}`, true},
		{"metadata", `{"Meta":{"a":"1"}}`, `{"Meta":{"a":"2"}}`, true},
		{"a scaling policy's id and indexes", group(`"Scaling":{"ID":"1","CreateIndex":1,"ModifyIndex":2,"Max":3}`), group(`"Scaling":{"ID":"2","CreateIndex":3,"ModifyIndex":4,"Max":3}`), false},
		{"a task's scaling policy's id", task(`"ScalingPolicies":[{"ID":"1"}]`), task(`"ScalingPolicies":[{"ID":"2"}]`), false},
		{"a scaling policy's bounds", group(`"Scaling":{"Max":3}`), group(`"Scaling":{"Max":4}`), true},
		{"an empty list and none", `{"Datacenters":[],"Spreads":[]}`, `{}`, false},
		{"an empty map and none", group(`"Meta":{},"Volumes":{}`), group(``), false},
		{"no target and an empty one", group(`"Scaling":{"Target":{}}`), group(`"Scaling":{}`), false},
		{"no configuration and an empty one", task(`"Config":{}`), task(``), false},
		{"but not within it", task(`"Config":{"a":[]}`), task(`"Config":{}`), true},
		{"a sidecar without settings is a sidecar", group(`"Services":[{"Connect":{"SidecarService":{}}}]`), group(`"Services":[{"Connect":{}}]`), true},
		{"stop at once is not never", group(`"StopAfterClientDisconnect":0`), group(``), true},
		{"the count", group(`"Count":2`), group(`"Count":3`), true},
	} {
		t.Run(test.clause, func(t *testing.T) {
			a, err := ExecDigest(json.RawMessage(test.a))
			require.NoError(t, err)
			b, err := ExecDigest(json.RawMessage(test.b))
			require.NoError(t, err)
			assert.Equal(t, test.differs, a != b)
			assert.LessOrEqual(t, len(a), core.MaxDigestLength)
		})
	}
}

func TestDigestErrors(t *testing.T) {
	for _, job := range []string{"", "null", "[]", "7", "{"} {
		_, _, err := SpecDigest(json.RawMessage(job))
		require.Error(t, err, job)
		_, err = ExecDigest(json.RawMessage(job))
		require.Error(t, err, job)
	}
}

// Every lost list and map of the table differs from itself, and is none in the
// candidate; every made one differs from itself when it is not there. This holds
// for the whole path, so it also proves that each path can be reached.
func TestShapeTable(t *testing.T) {
	n := 0
	eachField(jobShape, nil, func(path []string, s *shape) {
		if !s.has(lost | made) {
			return
		}
		n++
		name := strings.Join(path, ".")
		empty := `[]`
		if s.has(opaque | keyed) {
			empty = `{}`
		}
		with, without := nest(path, empty), nest(path, `null`)
		if s.has(lost) {
			assert.True(t, differs(t, with, with), name)
			assert.False(t, differs(t, without, with), name)
		} else {
			assert.True(t, differs(t, without, without), name)
			assert.True(t, differs(t, without, with), name)
		}
	})
	assert.Equal(t, 70, n)
}

// eachField walks the tree of fields.
func eachField(s *shape, path []string, do func([]string, *shape)) {
	for name, f := range s.fields {
		at := append(append([]string(nil), path...), name)
		do(at, f)
		eachField(f, at, do)
	}
}

// nest writes a job with one value at a path.
func nest(path []string, value string) string {
	lists := map[string]bool{
		"TaskGroups": true, "Tasks": true, "Services": true, "Checks": true, "Devices": true, "Artifacts": true,
		"Spreads": true, "Regions": true, "Listeners": true, "Networks": true,
	}
	for i := len(path) - 1; i >= 0; i-- {
		key := path[i]
		if key == "*" {
			key = "some name"
		}
		if i < len(path)-1 && lists[path[i]] {
			value = "[" + value + "]"
		}
		value = fmt.Sprintf("{%q:%s}", key, value)
	}
	return value
}

// The versions of each bundled recording: a rollback's has the specification of
// the version that it goes back to, whose submit time it carries, and no other
// two are the same.
func TestRecordedDigests(t *testing.T) {
	type version struct {
		job    string
		number uint64
	}
	type content struct {
		job       string
		submitted int64
	}
	for _, file := range bundled(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			rec, err := ReadFile(file)
			require.NoError(t, err)
			versions := map[version]string{}
			contents, submits := map[content]string{}, map[string]content{}
			for _, e := range rec.Entries {
				for _, j := range jobsOf(e) {
					assert.NotEmpty(t, j.WatchedDigest)
					same(t, versions, version{j.ID, j.Version}, j.VersionDigest, "bookkeeping changes no digest")
					c := content{j.ID, j.SubmitTime}
					same(t, contents, c, j.VersionDigest, "a rollback is what it goes back to")
					same(t, submits, j.VersionDigest, c, "all else differs")
				}
			}
		})
	}
}

// same asserts that a key always comes with the same value.
func same[K, V comparable](t *testing.T, seen map[K]V, k K, v V, why string) {
	t.Helper()
	if was, ok := seen[k]; ok {
		assert.Equal(t, was, v, why)
	}
	seen[k] = v
}

func jobsOf(e Entry) []*Job {
	var list []*Job
	if e.Snapshot != nil {
		list = append(append(list, e.Snapshot.Jobs...), e.Snapshot.Versions...)
	}
	if e.Commit != nil {
		for _, w := range e.Commit.Jobs {
			list = append(list, w.Object)
		}
	}
	return list
}
