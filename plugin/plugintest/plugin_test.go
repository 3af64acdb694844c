package plugintest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/plugin"
	"github.com/coxswain/coxswain/plugin/message"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

var config = core.Config{Level: core.LevelNomad104, Reasons: true}

func TestDescribe(t *testing.T) {
	g := newGuest(t)
	b := g.call(plugin.Describe, []byte("{}"))
	valid(t, "Description", b)
	var d struct {
		Schema   int
		Levels   []struct{ Name string }
		Switches []struct {
			Switch []string
			Name   string
		}
		Limits   []struct{ Name, Value string }
		Policies []struct{ Rule string }
	}
	require.NoError(t, json.Unmarshal(b, &d))
	require.Equal(t, core.SchemaVersion, d.Schema)
	require.Len(t, d.Levels, len(core.Levels()))
	require.Equal(t, core.LevelNomad104, d.Levels[0].Name)
	require.Len(t, d.Switches, len(core.AllSwitches()))
	for _, s := range d.Switches {
		require.Equal(t, []string{s.Name}, s.Switch)
	}
	require.Equal(t, "64", d.Limits[0].Value)
	require.Len(t, d.Policies, len(core.Policies()))

	// In MessagePack it says the same, whether asked with a message or with nothing.
	packed := g.call(plugin.Describe, nil)
	require.Equal(t, packed, g.call(plugin.Describe, []byte{0x90}))
	same, err := message.ToJSON(nil, packed, message.TypeDescription)
	require.NoError(t, err)
	require.Equal(t, string(same), string(b))
}

// TestDecide gives the machines of every recording to decide: all inputs at once,
// and in two halves with the state between them.
func TestDecide(t *testing.T) {
	g := newGuest(t)
	files, err := filepath.Glob(recordings + "*.ndjson")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		for _, l := range record(t, strings.TrimSuffix(filepath.Base(file), ".ndjson"), config) {
			last := len(l.inputs)
			for _, half := range []int{last, last / 2} {
				if half == 0 {
					continue
				}
				first := message.Decide{Config: &l.cfg, Inputs: l.inputs[:half]}
				rest := message.Decide{State: l.states[half-1], Inputs: l.inputs[half:]}

				outputs, state := decided(t, g.call(plugin.Decide, decideRequest(t, first)))
				require.Equal(t, l.states[half-1], state)
				more, state := decided(t, g.call(plugin.Decide, decideRequest(t, rest)))
				require.Equal(t, l.states[last-1], state)
				outputs = append(outputs, more...)
				require.Len(t, outputs, last)
				for i := range outputs {
					require.Equal(t, packed(t, &l.outputs[i]), outputs[i], "output %d", i)
				}

				want := message.Decided{Outputs: l.outputs[:half], State: l.states[half-1]}
				sameJSON(t, "Decide", "Decided", g, plugin.Decide, first, want)
				want = message.Decided{Outputs: l.outputs[half:], State: l.states[last-1]}
				sameJSON(t, "Decide", "Decided", g, plugin.Decide, rest, want)
			}
		}
	}
}

// sameJSON makes a call in JSON and wants an answer; both must go by the schema.
func sameJSON(t *testing.T, in, out string, g *guest, call string, request, want any) {
	t.Helper()
	b := encode(t, request)
	valid(t, in, b)
	answer := g.call(call, b)
	valid(t, out, answer)
	require.JSONEq(t, string(encode(t, want)), string(answer))
}

// TestSteps plays a recording to machines that the plugin keeps, one that is told
// in MessagePack and one in JSON.
func TestSteps(t *testing.T) {
	g := newGuest(t)
	handle := uint32(0)
	for _, l := range record(t, "canary-autopromote", config) {
		packedHandle, jsonHandle := handle+1, handle+2
		handle += 2
		for i := range l.inputs {
			in, out := packed(t, &l.inputs[i]), packed(t, &l.outputs[i])
			if i == 0 {
				require.Equal(t, array(number(packedHandle), out), g.call(plugin.Open, array(packed(t, &l.cfg), in)))
				sameJSON(t, "Open", "Opened", g, plugin.Open, message.Open{Config: l.cfg, Input: l.inputs[i]},
					message.Opened{Handle: jsonHandle, Output: l.outputs[i]})
			} else {
				require.Equal(t, out, g.call(plugin.Step, array(number(packedHandle), in)))
				sameJSON(t, "Step", "Output", g, plugin.Step, message.Step{Handle: jsonHandle, Input: l.inputs[i]}, l.outputs[i])
			}
			require.Equal(t, packed(t, &l.statuses[i]), g.call(plugin.Status, array(number(packedHandle))))
			sameJSON(t, "Handle", "Status", g, plugin.Status, message.Handle{Handle: jsonHandle}, l.statuses[i])
			state, _, err := msgp.ReadBytesBytes(g.call(plugin.Save, array(number(packedHandle)))[1:], nil)
			require.NoError(t, err)
			require.Equal(t, l.states[i], state)
			sameJSON(t, "Handle", "Saved", g, plugin.Save, message.Handle{Handle: jsonHandle}, message.Saved{State: l.states[i]})
		}
		// Another machine goes on from a saved one, and ends as it did.
		half := len(l.inputs) / 2
		handle++
		sameJSON(t, "Saved", "Handle", g, plugin.Load, message.Saved{State: l.states[half]}, message.Handle{Handle: handle})
		for i := half + 1; i < len(l.inputs); i++ {
			require.Equal(t, packed(t, &l.outputs[i]), g.call(plugin.Step, array(number(handle), packed(t, &l.inputs[i]))))
		}
		last := l.states[len(l.states)-1]
		sameJSON(t, "Handle", "Saved", g, plugin.Save, message.Handle{Handle: handle}, message.Saved{State: last})
		require.Equal(t, array(number(handle+1)), g.call(plugin.Load, array(msgp.AppendBytes(nil, last))))
		handle++
		require.Equal(t, []byte{0x90}, g.call(plugin.Close, array(number(packedHandle))))
		sameJSON(t, "Handle", "Closed", g, plugin.Close, message.Handle{Handle: jsonHandle}, message.Closed{})
		require.Equal(t, core.ErrHandle, g.refuse(plugin.Status, array(number(jsonHandle))).Code)
	}
}

// opening is a small deployment: one group that wants two allocations.
func opening() core.Input {
	return core.Input{
		Now: 1_000_000_000, Index: 10, Epoch: 1,
		Job: &core.Job{Namespace: "default", ID: "shop", Type: "service", Priority: 50},
		Deployment: &core.Deployment{
			ID: "d1", Status: core.DeploymentRunning, CreateIndex: 9, ModifyIndex: 9,
			Groups: []core.Group{{Name: "web", DesiredTotal: 2, ProgressDeadline: 60_000_000_000, RequireProgressBy: 61_000_000_000}},
		},
	}
}

// TestHostile gives the plugin everything that is wrong. Each is a typed error, and
// the machine that is there is as it was.
func TestHostile(t *testing.T) {
	g := newGuest(t)
	in := opening()
	request := encode(t, message.Open{Config: config, Input: in})
	packedRequest := array(packed(t, &config), packed(t, &in))
	g.call(plugin.Open, request)
	before := g.call(plugin.Save, array(number(1)))
	tick := packed(t, &core.Input{Now: 1_000_000_000})
	deepJSON := func(n int) string { return `{"Handle":1,"Input":` + strings.Repeat("[", n) }
	many := array(packed(t, &config), []byte{0xa0}, append([]byte{0xdd, 0, 1, 0, 1}, bytes.Repeat([]byte{0x90}, 1<<16+1)...))
	many[len(packed(t, &config))+1] = 0xc0
	for _, c := range []struct {
		name, call string
		request    []byte
		code       core.ErrorCode
		field      string
	}{
		{"nothing", plugin.Step, nil, core.ErrMissing, ""},
		{"no message", plugin.Step, []byte("hello"), core.ErrMalformed, ""},
		{"a map", plugin.Step, []byte{0x80}, core.ErrMalformed, ""},
		{"a number", plugin.Step, []byte{1}, core.ErrMalformed, ""},
		{"nested, packed", plugin.Step, bytes.Repeat([]byte{0x91}, 1<<20), core.ErrMalformed, ""},
		{"a list that is not there", plugin.Step, []byte{0xdd, 0xff, 0xff, 0xff, 0xff}, core.ErrMalformed, ""},
		{"bytes after it", plugin.Step, append(array(number(1), tick), 0), core.ErrMalformed, ""},
		{"unknown handle", plugin.Step, array(number(7), tick), core.ErrHandle, "Handle"},
		{"no handle", plugin.Step, []byte{0x90}, core.ErrHandle, "Handle"},
		{"negative handle", plugin.Step, array(msgp.AppendInt(nil, -1), tick), core.ErrMalformed, "Handle"},
		{"a text for a handle", plugin.Status, array(msgp.AppendString(nil, "1")), core.ErrMalformed, "Handle"},
		{"unknown handle, close", plugin.Close, array(number(7)), core.ErrHandle, "Handle"},
		{"unknown handle, save", plugin.Save, array(number(7)), core.ErrHandle, "Handle"},
		{"unknown handle, status", plugin.Status, array(number(7)), core.ErrHandle, "Handle"},
		{"no input", plugin.Step, array(number(1)), core.ErrMissing, "Input"},
		{"a text for an input", plugin.Step, array(number(1), msgp.AppendString(nil, "x")), core.ErrMalformed, "Input"},
		{"no time", plugin.Step, array(number(1), []byte{0x90}), core.ErrInvalid, "Input.Now"},
		{"unknown level", plugin.Open, array(packed(t, &core.Config{Level: "x"}), packed(t, &in)), core.ErrConfig, "Config.Level"},
		{"no state", plugin.Load, []byte{0x90}, core.ErrMissing, "State"},
		{"a text for a state", plugin.Load, array(msgp.AppendString(nil, "x")), core.ErrMalformed, "State"},
		{"a state that is none", plugin.Load, array(msgp.AppendBytes(nil, tick)), core.ErrVersion, "State.Version"},
		{"neither", plugin.Decide, []byte{0x90}, core.ErrMissing, "Config"},
		{"both", plugin.Decide, array(packed(t, &config), msgp.AppendBytes(nil, tick), array(packed(t, &in))), core.ErrUnexpected, "State"},
		{"no opening", plugin.Decide, array(packed(t, &config), []byte{0xc4, 0}, []byte{0x90}), core.ErrMissing, "Inputs"},
		{"not inputs", plugin.Decide, array(packed(t, &config), []byte{0xc4, 0}, number(1)), core.ErrMalformed, "Inputs"},
		{"a text for a state, decide", plugin.Decide, many, core.ErrMalformed, "State"},

		{"an array in JSON", plugin.Step, []byte("[1]"), core.ErrMalformed, ""},
		{"cut off at once", plugin.Step, []byte("{"), core.ErrMalformed, ""},
		{"unknown member", plugin.Step, []byte(`{"Handel":1}`), core.ErrUnexpected, ""},
		{"unknown member, deep", plugin.Step, []byte(`{"Input":{"Deployment":{"Groups":[{},{"nam":"x"}]}}}`), core.ErrUnexpected, "Input.Deployment.Groups[1]"},
		{"twice", plugin.Step, []byte(`{"Handle":1,"Handle":1}`), core.ErrUnexpected, "Handle"},
		{"null for a list", plugin.Step, []byte(`{"Handle":1,"Input":{"Versions":null}}`), core.ErrMalformed, "Input.Versions"},
		{"a number for a text", plugin.Step, []byte(`{"Handle":1,"Input":{"Now":1}}`), core.ErrMalformed, "Input.Now"},
		{"a text for a number", plugin.Step, []byte(`{"Handle":"1"}`), core.ErrMalformed, "Handle"},
		{"too large", plugin.Step, []byte(`{"Handle":1,"Input":{"Now":"9223372036854775808"}}`), core.ErrMalformed, "Input.Now"},
		{"a plus", plugin.Step, []byte(`{"Handle":1,"Input":{"Now":"+1"}}`), core.ErrMalformed, "Input.Now"},
		{"a zero in front", plugin.Step, []byte(`{"Handle":01}`), core.ErrMalformed, "Handle"},
		{"a fraction", plugin.Step, []byte(`{"Handle":1.5}`), core.ErrMalformed, "Handle"},
		{"an underscore", plugin.Step, []byte(`{"Handle":1,"Input":{"Index":"1_0"}}`), core.ErrMalformed, "Input.Index"},
		{"a negative one", plugin.Step, []byte(`{"Handle":1,"Input":{"Index":"-1"}}`), core.ErrMalformed, "Input.Index"},
		{"another word", plugin.Step, []byte(`{"Handle":1,"Input":{"Now":"1","Command":{"ID":"1","Kind":"explode"}}}`), core.ErrInvalid, "Input.Command.Kind"},
		{"an empty word", plugin.Step, []byte(`{"Handle":1,"Input":{"Now":"1","Command":{"ID":"1","Kind":""}}}`), core.ErrInvalid, "Input.Command.Kind"},
		{"unknown switch", plugin.Open, []byte(`{"Config":{"Level":"strict","Switches":["x"]}}`), core.ErrConfig, "Config.Switches"},
		{"a switch twice", plugin.Open, []byte(`{"Config":{"Level":"strict","Switches":["send-once","send-once"]}}`), core.ErrConfig, "Config.Switches"},
		{"not base64", plugin.Load, []byte(`{"State":"*"}`), core.ErrMalformed, "State"},
		{"base64 in lines", plugin.Load, []byte(`{"State":"AA\nAA"}`), core.ErrMalformed, "State"},
		{"not UTF-8", plugin.Open, []byte("{\"Config\":{\"Level\":\"\xff\"}}"), core.ErrMalformed, "Config.Level"},
		{"half a pair", plugin.Open, []byte(`{"Config":{"Level":"\ud800"}}`), core.ErrMalformed, "Config.Level"},
		{"two first halves", plugin.Open, []byte(`{"Config":{"Level":"\ud800\ud800"}}`), core.ErrMalformed, "Config.Level"},
		{"a line break in a text", plugin.Open, []byte("{\"Config\":{\"Level\":\"a\nb\"}}"), core.ErrMalformed, "Config.Level"},
		{"brackets that do not pair", plugin.Step, []byte(`{"Handle":1,"Input":{"Versions":[}}}`), core.ErrMalformed, "Input.Versions[0]"},
		{"a comma too many", plugin.Step, []byte(`{"Handle":1,}`), core.ErrMalformed, ""},
		{"no comma", plugin.Step, []byte(`{"Handle":1 "Input":{}}`), core.ErrMalformed, ""},
		{"bytes after it, JSON", plugin.Step, []byte(`{"Handle":1}{`), core.ErrMalformed, ""},
		{"nested, JSON", plugin.Step, []byte(deepJSON(1<<20) + strings.Repeat("]", 1<<20) + "}"), core.ErrMalformed, "Input"},
		{"nested, JSON, cut off", plugin.Step, []byte(deepJSON(1 << 20)), core.ErrMalformed, "Input"},
		{"a long list", plugin.Step, []byte(`{"Handle":1,"Input":{"Now":"1","Results":[` + strings.Repeat("{},", 1<<16) + `{}]}}`), core.ErrLimit, "Input.Results"},
		{"a list past its own limit", plugin.Step, []byte(`{"Handle":1,"Input":{"Now":"1","Results":[` + strings.Repeat("{},", 1<<8) + `{}]}}`), core.ErrLimit, "Input.Results"},
		{"too many inputs", plugin.Decide, []byte(`{"Config":{"Level":"strict"},"Inputs":[` + strings.Repeat("{},", 1<<16) + `{}]}`), core.ErrLimit, "Inputs"},
		{"a long name", plugin.Open, encode(t, message.Open{Config: core.Config{Level: core.LevelStrict}, Input: core.Input{
			Now: 1, Epoch: 1, Job: &core.Job{ID: strings.Repeat("x", core.MaxIDLength+1)}, Deployment: in.Deployment}}), core.ErrLimit, "Input.Job.ID"},
		{"too long", plugin.Step, append([]byte("{"), bytes.Repeat([]byte(" "), core.MaxInputBytes)...), core.ErrLimit, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g.t = t
			e := g.refuse(c.call, c.request)
			require.Equal(t, c.code.String(), e.Code.String(), e.Error())
			require.Equal(t, c.field, e.Field, e.Error())
			require.Equal(t, before, g.call(plugin.Save, array(number(1))))
		})
	}
	g.t = t
	for i := 1; i < len(request); i++ {
		g.refuse(plugin.Open, request[:i])
	}
	for i := 1; i < len(packedRequest); i++ {
		g.refuse(plugin.Open, packedRequest[:i])
	}
	require.Equal(t, before, g.call(plugin.Save, array(number(1))))
	// None of these has made a machine.
	require.Equal(t, number(2), g.call(plugin.Load, before)[1:])
}

// TestRefusedInput gives decide an input in the middle that is refused: the error
// says which, and there is no other answer.
func TestRefusedInput(t *testing.T) {
	g := newGuest(t)
	wrong := core.Input{Now: 2_000_000_000, Command: &core.Command{Kind: core.CommandPause}}
	d := message.Decide{Config: &config, Inputs: []core.Input{opening(), {Now: 1_500_000_000}, wrong, {Now: 3_000_000_000}}}
	for _, request := range [][]byte{decideRequest(t, d), encode(t, d)} {
		e := g.refuse(plugin.Decide, request)
		require.Equal(t, "Inputs[2].Command.ID", e.Field)
	}
	d.Inputs[2] = core.Input{Now: 2_000_000_000}
	outputs, _ := decided(t, g.call(plugin.Decide, decideRequest(t, d)))
	require.Len(t, outputs, 4)
}

func TestManyMachines(t *testing.T) {
	g := newGuest(t)
	request := encode(t, message.Open{Config: config, Input: opening()})
	for range 64 {
		g.call(plugin.Open, request)
	}
	require.Equal(t, core.ErrHandle, g.refuse(plugin.Open, request).Code)
	require.Equal(t, core.ErrHandle, g.refuse(plugin.Load, g.call(plugin.Save, array(number(1)))).Code)
	g.call(plugin.Close, []byte(`{"Handle":7}`))
	require.Contains(t, string(g.call(plugin.Open, request)), `{"Handle":65,`)
	// What keeps nothing needs no room.
	g.call(plugin.Decide, encode(t, message.Decide{Config: &config, Inputs: []core.Input{opening()}}))
}

// TestSpelling gives JSON as others may write it: members in any order, white space,
// escapes, and names with all kinds of letters, which come back as they were.
func TestSpelling(t *testing.T) {
	g := newGuest(t)
	in := opening()
	name := "a\"\\/\b\f\n\r\t\x01é€😀\u2028"
	in.Deployment.Groups[0].Name = name
	want := g.call(plugin.Decide, encode(t, message.Decide{Config: &config, Inputs: []core.Input{in}}))
	escaped := `a\"\\\/\b\f\n\r\t\u0001\u00e9\u20AC\ud83d\ude00\u2028`
	request := fmt.Sprintf("\t {\r\n\"Inputs\" : [ {\"Deployment\":{\"Groups\":[{\"RequireProgressBy\":\"61000000000\",\"Name\":\"%s\",\"DesiredTotal\":2 , \"ProgressDeadline\":\"60000000000\"}],"+
		"\"ModifyIndex\":\"9\",\"CreateIndex\":\"9\",\"\\u0053tatus\":\"running\",\"ID\":\"d1\"},\"Job\":{\"Priority\":50,\"Type\":\"service\",\"ID\":\"shop\",\"Namespace\":\"default\"},"+
		"\"Epoch\":\"1\",\"Index\":\"10\",\"Now\":\"1000000000\"} ] , \"Config\":{\"Reasons\":true,\"Level\":\"nomad-1.0.4\"}}\n", escaped)
	require.Equal(t, string(want), string(g.call(plugin.Decide, []byte(request))))

	g.call(plugin.Open, encode(t, message.Open{Config: config, Input: in}))
	var s struct{ Groups []struct{ Name string } }
	require.NoError(t, json.Unmarshal(g.call(plugin.Status, []byte(`{"Handle":1}`)), &s))
	require.Equal(t, name, s.Groups[0].Name)
}
