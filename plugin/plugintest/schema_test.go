package plugintest

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/plugin"
	"github.com/coxswain/coxswain/plugin/message"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

var compiler = func() *jsonschema.Compiler {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(plugin.Schema))
	if err != nil {
		panic(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		panic(err)
	}
	return c
}()

// check holds a document against a type of the schema.
func check(t testing.TB, typ string, doc []byte) error {
	t.Helper()
	s, err := compiler.Compile("schema.json#/$defs/" + typ)
	require.NoError(t, err)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	require.NoError(t, err)
	return s.Validate(v)
}

func valid(t testing.TB, typ string, doc []byte) {
	t.Helper()
	require.NoError(t, check(t, typ, doc), "%.300s", doc)
}

// TestSchemaRefuses changes a good document in every place. What the schema then
// refuses, the plugin must refuse as well.
func TestSchemaRefuses(t *testing.T) {
	g := newGuest(t)
	l := record(t, "canary-autopromote", core.Config{Level: core.LevelStrict, Switches: core.FailWithoutPolicy, Reasons: true})[0]
	n := min(len(l.inputs), 6)
	full := core.Input{
		Now: 1 << 60, Index: 1 << 40,
		Command: &core.Command{ID: 1, Kind: core.CommandPause},
		Results: []core.Result{{Key: core.Key{Deployment: l.inputs[0].Deployment.ID, Epoch: 1, N: 1}, Outcome: core.Unknown}},
	}
	for _, d := range []message.Decide{
		{Config: &l.cfg, Inputs: append(l.inputs[:n:n], full)},
		{State: l.states[n-1], Inputs: []core.Input{full}},
	} {
		good := encode(t, d)
		valid(t, "Decide", good)
		g.call(plugin.Decide, good)
		refused := 0
		mutate(t, good, func(doc []byte) {
			if check(t, "Decide", doc) != nil {
				refused++
				g.refuse(plugin.Decide, doc)
			}
		})
		require.Greater(t, refused, 100)
		t.Logf("%d documents that the schema refuses", refused)
	}
}

// mutate calls f with documents each of which has one value changed.
func mutate(t testing.TB, doc []byte, f func([]byte)) {
	var root any
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	require.NoError(t, d.Decode(&root))
	emit := func() {
		b, err := json.Marshal(root)
		require.NoError(t, err)
		f(b)
	}
	others := []any{nil, true, json.Number("7"), json.Number("-1"), json.Number("1.5"), json.Number("4294967296"), "", "running", "-7", "007", "1e3", "x=", []any{}, map[string]any{}, []any{"send-once", "send-once"}, []any{json.Number("1")}}
	var walk func(v any, set func(any))
	walk = func(v any, set func(any)) {
		for _, o := range others {
			set(o)
			emit()
		}
		set(v)
		switch v := v.(type) {
		case map[string]any:
			v["More"] = true
			emit()
			delete(v, "More")
			for name, child := range v {
				walk(child, func(o any) { v[name] = o })
			}
		case []any:
			for i := range min(len(v), 2) {
				walk(v[i], func(o any) { v[i] = o })
			}
		}
	}
	walk(root, func(o any) { root = o })
}
