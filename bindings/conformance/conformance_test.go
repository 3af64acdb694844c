package conformance

import (
	"bytes"
	"context"
	"flag"
	"os"
	"testing"

	"github.com/coxswain/coxswain/host/engine"
	"github.com/stretchr/testify/require"
)

var rewrite = flag.Bool("rewrite", false, "write vectors.bin anew")

// vectors are those of the committed file.
func vectors(t testing.TB) []Vector {
	v, err := Parse(File)
	require.NoError(t, err)
	return v
}

func TestVectorsAreUpToDate(t *testing.T) {
	b := Append(nil, generate(t))
	if *rewrite {
		require.NoError(t, os.WriteFile("vectors.bin", b, 0o644))
		File = b
	}
	require.True(t, bytes.Equal(b, File), "go generate ./bindings/conformance writes other vectors")
	require.Less(t, len(File), 2<<20)
	t.Logf("%d vectors, %d bytes", len(vectors(t)), len(File))
}

// The vectors show everything that there is.
func TestCoverage(t *testing.T) {
	all := vectors(t)
	steps, seen := 0, features{}
	for i := range all {
		seen.add(t, &all[i])
		if all[i].Op == Open || all[i].Op == Step {
			steps++
		}
	}
	require.GreaterOrEqual(t, steps, 2000)
	want := required(t)
	for name := range want {
		if !seen[name] {
			t.Errorf("no vector shows %s", name)
		}
	}
	t.Logf("%d vectors, %d of them steps, show %d things", len(all), steps, len(want))
}

// run makes all calls and compares the answers.
func run(t *testing.T, call func(v *Vector) ([]byte, error)) {
	all := vectors(t)
	passed := 0
	for i := range all {
		answer, err := call(&all[i])
		require.NoError(t, err, "vector %d", i)
		if bytes.Equal(answer, all[i].Answer) && answer[1] == all[i].Code {
			passed++
		} else {
			t.Errorf("vector %d, %s: have\n%x\nwant\n%x", i, all[i].Op, answer, all[i].Answer)
		}
	}
	t.Logf("%d of %d vectors passed (%s)", passed, len(all), t.Name())
}

func TestNative(t *testing.T) {
	var n Native
	run(t, func(v *Vector) ([]byte, error) { return n.Answer(v.Op, v.Handle, v.Input), nil })
}

func TestModule(t *testing.T) {
	for name, mode := range map[string]engine.Mode{"compiler, where there is one": engine.ModeAuto, "interpreter": engine.ModeInterpreter} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			m, err := engine.Compile(ctx, engine.Options{Mode: mode})
			require.NoError(t, err)
			defer m.Close(ctx)
			i, err := m.Instantiate(ctx)
			require.NoError(t, err)
			run(t, func(v *Vector) ([]byte, error) { return i.Call(ctx, v.Op.String(), v.Handle, v.Input) })
		})
	}
}

// A file that is not whole is refused, wherever it ends.
func TestParseRefusesWhatIsNotWhole(t *testing.T) {
	b := Append(nil, vectors(t)[:3])
	got, err := Parse(b)
	require.NoError(t, err)
	require.Len(t, got, 3)
	for i := range b {
		_, err := Parse(b[:i])
		require.Error(t, err, "cut off at %d", i)
	}
	_, err = Parse(append(b, 0))
	require.ErrorIs(t, err, errShort)
	require.Equal(t, "undefined", Op(7).String())
}
