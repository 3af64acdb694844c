package message

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

func TestTable(t *testing.T) {
	for _, m := range messages {
		require.LessOrEqual(t, len(m.fields), maxFields, m.name)
		for _, f := range m.fields {
			if f.kind == kindStruct {
				require.Less(t, int(f.of), len(messages), f.name)
			} else if f.kind == kindWord {
				require.Less(t, int(f.of), len(words), f.name)
			}
		}
	}
	for _, list := range words {
		sorted := slices.Sorted(slices.Values(list))
		require.Len(t, slices.Compact(sorted), len(list), "two values of one have the same word: %v", list)
	}
}

// TestUnknownFields: MessagePack of a later schema may have more fields, which are
// passed over, and of an earlier one fewer, which are zero.
func TestUnknownFields(t *testing.T) {
	for _, c := range []struct{ packed, want string }{
		{"\x90", `{"Handle":0}`},
		{"\x91\x07", `{"Handle":7}`},
		{"\x93\x07\xa1x\x92\x01\x02", `{"Handle":7}`},
	} {
		b, err := ToJSON(nil, []byte(c.packed), TypeHandle)
		require.NoError(t, err)
		require.Equal(t, c.want, string(b))
	}
	for _, packed := range []string{"", "\x91", "\x91\xa1x", "\x92\x07", "\x91\x07\x07", "\xdd\xff\xff\xff\xff"} {
		_, err := ToJSON(nil, []byte(packed), TypeHandle)
		require.Error(t, err, "%x", packed)
	}
}

func TestNotUTF8(t *testing.T) {
	b, err := ToJSON(nil, []byte("\x93\xa3a\xffb\x90\xa0"), TypeLevelInfo)
	require.Error(t, err) // a set of switches is no array in MessagePack
	require.Contains(t, string(b), "a\ufffdb")
	require.True(t, json.Valid(AppendFailure(nil, &core.Error{Code: core.ErrLimit, Field: "a\xff\"", Text: "\x00"})))
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		typ  Type
		doc  string
		good bool
	}{
		{TypeSpan, `{"From":"9223372036854775807"}`, true},
		{TypeSpan, `{"From":"9223372036854775808"}`, false},
		{TypeSpan, `{"From":"-9223372036854775808"}`, true},
		{TypeSpan, `{"From":"-9223372036854775809"}`, false},
		{TypeSpan, `{"From":"-0"}`, false},
		{TypeSpan, `{"From":""}`, false},
		{TypeSpan, `{"From":"-"}`, false},
		{TypeSpan, `{"From":"1 "}`, false},
		{TypeSpan, `{"From":"0x1"}`, false},
		{TypeResult, `{"Index":"18446744073709551615"}`, true},
		{TypeResult, `{"Index":"18446744073709551616"}`, false},
		{TypeResult, `{"Index":"99999999999999999999"}`, false},
		{TypeResult, `{"Index":"100000000000000000000"}`, false},
		{TypeResult, `{"Index":"-1"}`, false},
		{TypeHandle, `{"Handle":4294967295}`, true},
		{TypeHandle, `{"Handle":4294967296}`, false},
		{TypeHandle, `{"Handle":-1}`, false},
		{TypeHandle, `{"Handle":18446744073709551617}`, false},
		{TypeFailures, `{"Number":-2147483648,"Percent":2147483647}`, true},
		{TypeFailures, `{"Number":-2147483649}`, false},
		{TypeFailures, `{"Number":2147483648}`, false},
		{TypeFailures, `{"Number":-0}`, false},
		{TypeFailures, `{"Number":1e1}`, false},
		{TypeFailures, `{"Number":}`, false},
		{TypeFailures, `{"Number"}`, false},
	} {
		b, err := FromJSON(nil, []byte(c.doc), c.typ)
		if !c.good {
			require.Error(t, err, c.doc)
			continue
		}
		require.NoError(t, err, c.doc)
		back, err := ToJSON(nil, b, c.typ)
		require.NoError(t, err)
		require.Contains(t, string(back), c.doc[1:len(c.doc)-1])
	}
}

func TestNearlyRight(t *testing.T) {
	for _, c := range []struct {
		typ Type
		doc string
	}{
		{TypeInput, `{"Delivered":truex}`},
		{TypeInput, `{"Delivered":true1}`},
		{TypeInput, `{"Job":nullx}`},
		{TypeInput, `{"Job":nul}`},
		{TypeInput, `{"Now":"1"2}`},
		{TypeInput, `{"Versions":[]]}`},
		{TypeInput, `{"Versions":[}}`},
		{TypeInput, `{"Versions":[{}{}]}`},
		{TypeSaved, `{"State":"AA\nAA"}`},
		{TypeSaved, `{"State":"AAA"}`},
		{TypeSaved, `{"State":"AAB="}`},
	} {
		_, err := FromJSON(nil, []byte(c.doc), c.typ)
		require.Error(t, err, c.doc)
	}
	_, err := FromJSON(nil, []byte(`{"State":"AAA="}`), TypeSaved)
	require.NoError(t, err)
}

// FuzzJSON reads anything. What is read is JSON to the standard library too, and
// comes back the same when it is written and read again.
func FuzzJSON(f *testing.F) {
	f.Add(uint8(TypeDecide), []byte(`{"Config":{"Level":"strict","Switches":["send-once"],"Policy":{"Gates":[{"Name":"a","Unknown":"fail"}]}},"State":"AAA=","Inputs":[{"Now":"1","Job":null,"Deployment":{"Status":"running","Groups":[{"Name":"\u00e9\ud83d\ude00","DesiredTotal":-2}]}}]}`))
	f.Add(uint8(TypeStep), []byte(" {\"Handle\" : 1 ,\n\"Input\":{\"Freezes\":[{\"From\":\"-1\",\"Until\":\"5\"}],\"FreezesRead\":true}} "))
	f.Add(uint8(TypeStatus), []byte(`{"Waits":[{"Code":"bake","Actor":"user"}],"Pending":["a","b"]}`))
	f.Fuzz(func(t *testing.T, typ uint8, doc []byte) {
		one := Type(int(typ) % len(messages))
		b, err := FromJSON(nil, doc, one)
		if err != nil {
			_, typed := err.(*core.Error)
			require.True(t, typed)
			return
		}
		require.True(t, json.Valid(doc))
		require.NoError(t, core.CheckMessage(b))
		written, err := ToJSON(nil, b, one)
		require.NoError(t, err)
		again, err := FromJSON(nil, written, one)
		require.NoError(t, err)
		rewritten, err := ToJSON(nil, again, one)
		require.NoError(t, err)
		require.True(t, bytes.Equal(written, rewritten))
	})
}

// FuzzPacked writes anything that is a message as JSON, or says that it cannot.
func FuzzPacked(f *testing.F) {
	f.Add(uint8(TypeDecide), []byte("\x93\xc0\xc4\x00\x90"))
	f.Add(uint8(TypeOutput), []byte("\x91\x91\x92\x93\xa1d\x01\x02\x05"))
	f.Fuzz(func(t *testing.T, typ uint8, packed []byte) {
		one := Type(int(typ) % len(messages))
		if b, err := ToJSON(nil, packed, one); err == nil {
			require.True(t, json.Valid(b), "%s", b)
			_, err := FromJSON(nil, b, one)
			require.NoError(t, err)
		}
	})
}
