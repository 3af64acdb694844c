package hostile_test

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// wire is a message.
type wire interface {
	msgp.Marshaler
	msgp.Unmarshaler
}

// twice reads bytes as a message. What can be read is the same when it is
// written and read once more.
func twice[M any, W interface {
	*M
	wire
}](t *testing.T, b []byte) {
	var first, second M
	if _, err := W(&first).UnmarshalMsg(b); err != nil {
		return
	}
	written, err := W(&first).MarshalMsg(nil)
	require.NoError(t, err)
	rest, err := W(&second).UnmarshalMsg(written)
	require.NoError(t, err)
	require.Empty(t, rest)
	again, err := W(&second).MarshalMsg(nil)
	require.NoError(t, err)
	require.Equal(t, written, again)
}

func FuzzOutput(f *testing.F) {
	f.Add(proper().output)
	f.Fuzz(twice[core.Output])
}

func FuzzStatus(f *testing.F) {
	f.Add(proper().status)
	f.Fuzz(twice[core.Status])
}
