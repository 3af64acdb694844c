package plugintest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/plugin"
	"github.com/stretchr/testify/require"
)

// document is the JSON of a Go value by the rules of README.md, made by reflection
// and not by the table that the plugin goes by.
func document(v any) any { return plain(reflect.ValueOf(v)) }

func plain(v reflect.Value) any {
	t := v.Type()
	switch {
	case t == reflect.TypeFor[[]byte]():
		return base64.StdEncoding.EncodeToString(v.Bytes())
	case t == reflect.TypeFor[core.Switches]():
		names := []any{}
		for _, s := range core.AllSwitches() {
			if core.Switches(v.Uint())&s.Switch != 0 {
				names = append(names, s.Name)
			}
		}
		return names
	case t.Kind() == reflect.Uint8:
		return words[t.Name()][v.Uint()]
	}
	switch t.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return plain(v.Elem())
	case reflect.Slice:
		list := []any{}
		for i := range v.Len() {
			list = append(list, plain(v.Index(i)))
		}
		return list
	case reflect.Struct:
		o := map[string]any{}
		for i := range v.NumField() {
			o[t.Field(i).Name] = plain(v.Field(i))
		}
		return o
	case reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Uint64:
		return strconv.FormatUint(v.Uint(), 10)
	case reflect.Int32:
		return json.Number(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint32:
		return json.Number(strconv.FormatUint(v.Uint(), 10))
	}
	return v.Interface()
}

// words are the words of each enumeration, as the schema lists them. That they are
// the right ones for a few is in TestWords.
var words = func() map[string][]string {
	var schema struct {
		Defs map[string]struct{ Enum []string } `json:"$defs"`
	}
	if err := json.Unmarshal(plugin.Schema, &schema); err != nil {
		panic(err)
	}
	list := map[string][]string{}
	for name, def := range schema.Defs {
		if def.Enum != nil {
			list[name] = def.Enum
		}
	}
	return list
}()

func TestWords(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{core.DeploymentRunning, "running"},
		{core.DeploymentInitializing, "initializing"},
		{core.DeploymentStatus(0), ""},
		{core.EvaluationCancelled, "canceled"}, // Nomad's word
		{core.HealthUnset, "unset"},
		{core.Unhealthy, "unhealthy"},
		{core.RescheduleWithout, "without"},
		{core.CommandSetHealth, "set-health"},
		{core.ActorUser, "user"},
		{core.ActorGate, "gate"},
		{core.WakeNone, "none"},
		{core.WakeThaw, "thaw"},
		{core.ReasonFrozen, "frozen"},
		{core.WaitThaw, "thaw"},
		{core.RefusedNoAllocations, "no-allocations"},
		{core.ErrNotOpen, "not-open"},
		{core.PromoteInOrder, "in-order"},
	} {
		require.Equal(t, c.want, plain(reflect.ValueOf(c.value)), fmt.Sprintf("%T", c.value))
	}
}

// encode is the JSON of a value as a request.
func encode(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(document(v))
	require.NoError(t, err)
	return b
}
