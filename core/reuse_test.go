package core_test

import (
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// brief is an input whose lists have an item each, of which all fields that may
// be left out are left out.
func brief(t *testing.T) []byte {
	b := msgp.AppendArrayHeader(nil, 14)
	for _, field := range []string{
		"\x05", "\x06", "\x00", "\xc0", "\xc0", "\xc2", "\xc2", "\xc2", // to DeploymentDeleted
		"\x92\xc2\x91\x91\xa1x", "\x92\xc2\x91\x91\xa1y", // allocations and evaluations
		"\x91\x91\x07", "\xc3", // versions
		"\xc0", "\x91\x90", // no command, and a result
	} {
		b = append(b, field...)
	}
	var in core.Input
	require.NoError(t, core.DecodeInput(b, &in))
	require.Equal(t, core.Input{
		Now: 5, Index: 6,
		Allocations: core.AllocationChanges{Changed: []core.Allocation{{ID: "x"}}},
		Evaluations: core.EvaluationChanges{Changed: []core.Evaluation{{ID: "y"}}},
		Versions:    []core.JobVersion{{Version: 7}}, VersionsRead: true, Results: make([]core.Result, 1),
	}, in)
	return b
}

// used is an input that held more than most messages do.
func used() core.Input {
	in := full()
	in.Delivered, in.DeploymentDeleted, in.CanariesAdded = true, true, true
	in.Allocations.Removed, in.Evaluations.Removed = []string{"p", "q"}, []string{"r", "s"}
	in.Evaluations.Changed = append(in.Evaluations.Changed, core.Evaluation{ID: "f", Status: core.EvaluationFailed, CreateIndex: 3})
	in.Results = []core.Result{
		{Key: core.Key{Deployment: "d", Epoch: 3, N: 1}, Outcome: core.Applied, Index: 9},
		{Key: core.Key{Deployment: "e", Epoch: 4, N: 2}, Outcome: core.Rejected, Index: 8},
	}
	return in
}

// An Input can be used again and again: what was in it before does not show
// through where a message leaves fields or whole lists out.
func TestDecodingIntoAUsedInput(t *testing.T) {
	whole := used()
	long, err := whole.MarshalMsg(nil)
	require.NoError(t, err)
	for name, b := range map[string][]byte{
		"the time only":  {0x91, 0x05},
		"nothing at all": {0x90},
		"brief items":    brief(t),
		"all fields":     long,
	} {
		var want core.Input
		require.NoError(t, core.DecodeInput(b, &want))
		got := used()
		require.NoError(t, core.DecodeInput(b, &got))
		sameMessage(t, &want, &got)

		// Nor in an opening, for which the configuration holds as well.
		opening := append([]byte{0x92, 0x91, 0xa1, 'l'}, b...)
		got = used()
		cfg := core.Config{Level: "x", Switches: 1, Reasons: true}
		require.NoError(t, core.DecodeOpening(opening, &cfg, &got), name)
		sameMessage(t, &want, &got)
		require.Equal(t, core.Config{Level: "l"}, cfg)
	}

	// After an error as well.
	got := used()
	require.Error(t, core.DecodeInput([]byte{0x92, 0x05, 0xa1, 'x'}, &got))
	sameMessage(t, &core.Input{Now: 5}, &got)
	got = used()
	cfg := core.Config{Level: "x", Switches: 1, Reasons: true}
	require.Error(t, core.DecodeOpening([]byte{0x91, 0x05}, &cfg, &got))
	sameMessage(t, &core.Input{}, &got)
	require.Zero(t, cfg)
}

// The memory of an Input's lists is used again.
func TestDecodingKeepsMemory(t *testing.T) {
	in := used()
	b := brief(t)
	allocs := testing.AllocsPerRun(100, func() {
		if err := core.DecodeInput(b, &in); err != nil {
			t.Fatal(err)
		}
	})
	require.LessOrEqual(t, allocs, 2.0, "the ids only")
}

// An opening is two values and no more.
func TestOpeningHasTwoParts(t *testing.T) {
	var cfg core.Config
	var in core.Input
	for _, b := range []string{"\x90", "\x91\x91\xa1l", "\x93\x91\xa1l\x91\x05\x90", "\xa2xx", "\x05"} {
		err := core.DecodeOpening([]byte(b), &cfg, &in)
		requireCode(t, err, core.ErrMalformed, "")
		require.Contains(t, err.Error(), "an opening is an array of a configuration and an input")
	}
	err := core.DecodeOpening([]byte("\x92\x91\xa1l\x92\x05\xa1x"), &cfg, &in)
	requireCode(t, err, core.ErrMalformed, "Index")
	require.NoError(t, core.DecodeOpening([]byte("\x92\x90\x90"), &cfg, &in))
	b, err := core.AppendOpening([]byte("mine"), &cfg, &in)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(b), "mine\x92"))
}
