package conformance

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// features is what vectors show, by name.
type features map[string]bool

// add notes what one vector shows.
func (f features) add(t testing.TB, v *Vector) {
	f["op "+v.Op.String()] = true
	if v.Code != 0 {
		f[fmt.Sprintf("ErrorCode %d", v.Code)] = true
		f[fmt.Sprintf("op %s refused", v.Op)] = true
		return
	}
	var in core.Input
	var out core.Output
	body := v.Answer[2:]
	switch v.Op {
	case Open:
		var cfg core.Config
		require.NoError(t, core.DecodeOpening(v.Input, &cfg, &in))
		on, err := cfg.Resolve()
		require.NoError(t, err)
		for _, s := range core.AllSwitches() {
			if on&s.Switch != 0 {
				f["switch "+s.Name] = true
			}
			if cfg.Switches&s.Switch != 0 {
				f["switch asked for: "+s.Name] = true
			}
		}
		f["level "+cfg.Level] = true
		for _, rule := range cfg.Policy.Rules() {
			f["policy "+rule] = true
		}
		f.value(reflect.ValueOf(cfg))
		_, body, err = msgp.ReadArrayHeaderBytes(body)
		require.NoError(t, err)
		_, body, err = msgp.ReadUint32Bytes(body)
		require.NoError(t, err)
	case Step:
		require.NoError(t, core.DecodeInput(v.Input, &in))
	case Status:
		var s core.Status
		_, err := s.UnmarshalMsg(body)
		require.NoError(t, err)
		f.value(reflect.ValueOf(s))
		return
	default:
		return
	}
	_, err := out.UnmarshalMsg(body)
	require.NoError(t, err)
	f.value(reflect.ValueOf(in))
	f.value(reflect.ValueOf(out))
}

// value notes the numbers in a value, and the fields that are not zero.
func (f features) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			f.value(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				f[v.Type().Name()+"."+v.Type().Field(i).Name] = true
			}
			f.value(v.Field(i))
		}
	case reflect.Uint8:
		f[fmt.Sprintf("%s %d", v.Type().Name(), v.Uint())] = true
	}
}

// fields lists the fields of a type and of all below it.
func fields(t reflect.Type, to features) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		fields(t.Elem(), to)
	case reflect.Struct:
		for i := range t.NumField() {
			to[t.Name()+"."+t.Field(i).Name] = true
			fields(t.Field(i).Type, to)
		}
	}
}

// required is all that the vectors must show. The numbers are those that the page
// of the ABI lists.
func required(t testing.TB) features {
	want := features{}
	for _, v := range []any{core.Config{}, core.Input{}, core.Output{}, core.Status{}} {
		fields(reflect.TypeOf(v), want)
	}
	for _, l := range core.Levels() {
		want["level "+l.Name] = true
	}
	for _, s := range core.AllSwitches() {
		want["switch "+s.Name], want["switch asked for: "+s.Name] = true, true
	}
	for _, p := range core.Policies() {
		want["policy "+p.Rule] = true
	}
	for op := Open; op <= Close; op++ {
		want["op "+op.String()], want["op "+op.String()+" refused"] = true, true
	}
	page, err := os.ReadFile("../../wasm/README.md")
	require.NoError(t, err)
	_, numbers, _ := strings.Cut(string(page), "<!-- numbers:")
	numbers, _, _ = strings.Cut(numbers, "<!-- end -->")
	rows := regexp.MustCompile(`(?m)^\| ([A-Z]\w+) \| (.*) \|$`).FindAllStringSubmatch(numbers, -1)
	require.Greater(t, len(rows), 15)
	for _, row := range rows {
		if row[1] == "Switches" {
			continue
		}
		for _, value := range strings.Split(row[2], ", ") {
			number, _, _ := strings.Cut(value, " ")
			want[row[1]+" "+number] = true
		}
	}
	// No code answers it: a machine is stepped by its opening, and until then an
	// input that does not open it misses something.
	delete(want, fmt.Sprintf("ErrorCode %d", core.ErrNotOpen))
	return want
}
