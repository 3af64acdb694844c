package plugintest

import (
	"strings"
	"testing"

	"github.com/coxswain/coxswain/bindings/conformance"
	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/plugin/message"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// asked is a vector's call as the plugin takes it, with the types of what goes in and
// of what comes out.
func asked(v *conformance.Vector) (request []byte, in, out message.Type) {
	switch v.Op {
	case conformance.Open:
		return v.Input, message.TypeOpen, message.TypeOpened
	case conformance.Step:
		if len(v.Input) == 0 {
			return array(number(v.Handle)), message.TypeStep, message.TypeOutput
		}
		return append(append([]byte{0x92}, number(v.Handle)...), v.Input...), message.TypeStep, message.TypeOutput
	case conformance.Load:
		return array(msgp.AppendBytes(nil, v.Input)), message.TypeSaved, message.TypeHandle
	case conformance.Save:
		return array(number(v.Handle)), message.TypeHandle, message.TypeSaved
	case conformance.Status:
		return array(number(v.Handle)), message.TypeHandle, message.TypeStatus
	default:
		return array(number(v.Handle)), message.TypeHandle, message.TypeClosed
	}
}

// answered is what the plugin must answer to it: the body in a vector's envelope.
func answered(v *conformance.Vector) []byte {
	body := v.Answer[2:]
	switch v.Op {
	case conformance.Load, conformance.Save:
		return array(body)
	case conformance.Close:
		return array()
	}
	return body
}

// TestVectors makes the calls of all vectors in an instance that is asked in
// MessagePack and, if the request can be put so, in one that is asked in JSON.
func TestVectors(t *testing.T) {
	vectors, err := conformance.Parse(conformance.File)
	require.NoError(t, err)
	plain, inJSON := newGuest(t), newGuest(t)
	answeredWell, refused := 0, 0
	for i := range vectors {
		v := &vectors[i]
		request, in, out := asked(v)
		doc, err := message.ToJSON(nil, request, in)
		if v.Code != 0 {
			_, rest, err := msgp.ReadArrayHeaderBytes(v.Answer)
			require.NoError(t, err)
			_, rest, err = msgp.ReadUint8Bytes(rest)
			require.NoError(t, err)
			field, _, err := msgp.ReadStringBytes(rest)
			require.NoError(t, err)
			bad := plain.refuse(v.Op.String(), request)
			require.Equal(t, core.ErrorCode(v.Code), bad.Code, "vector %d, %s", i, v.Op)
			require.True(t, strings.HasSuffix(bad.Field, field), "vector %d: field %q, and there %q", i, field, bad.Field)
			refused++
			continue
		}
		want := answered(v)
		require.Equal(t, want, plain.call(v.Op.String(), request), "vector %d, %s", i, v.Op)
		require.NoError(t, err, "vector %d", i)
		wantDoc, err := message.ToJSON(nil, want, out)
		require.NoError(t, err)
		require.Equal(t, string(wantDoc), string(inJSON.call(v.Op.String(), doc)), "vector %d, %s, JSON", i, v.Op)
		answeredWell++
	}
	require.Greater(t, refused, 20)
	t.Logf("%d of %d vectors passed, %d of them in JSON as well, %d refused as they must be", answeredWell+refused, len(vectors), answeredWell, refused)
}
