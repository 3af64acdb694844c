package plugintest

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/plugin"
	"github.com/coxswain/coxswain/plugin/message"
	extism "github.com/extism/go-sdk"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
)

// TestStandard makes the same calls, good ones and mutilated ones, to the plugin and
// to what the standard Go toolchain builds from the same sources. Both must say the
// same, to the byte.
func TestStandard(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command cannot be run here: ", err)
	}
	file := filepath.Join(t.TempDir(), "standard.wasm")
	build := exec.Command("go", "build", "-C", "../guest", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-o", file, ".")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	module, err := os.ReadFile(file)
	require.NoError(t, err)
	ctx := context.Background()
	p, err := extism.NewPlugin(ctx, extism.Manifest{Wasm: []extism.Wasm{extism.WasmData{Data: module}}},
		extism.PluginConfig{EnableWasi: true, ModuleConfig: wazero.NewModuleConfig().WithStderr(io.Discard)}, nil)
	require.NoError(t, err)
	defer p.Close(ctx)
	tiny, standard := newGuest(t), &guest{t, p}

	good, refused := 0, 0
	both := func(call string, request []byte) {
		t.Helper()
		code, answer, err := tiny.p.Call(call, request)
		code2, answer2, err2 := standard.p.Call(call, request)
		require.Equal(t, code2, code)
		if err != nil || err2 != nil {
			require.EqualError(t, err, err2.Error(), "%s of %.300q", call, request)
			refused++
			return
		}
		require.Equal(t, string(answer2), string(answer), "%s of %.300q", call, request)
		good++
	}
	both(plugin.Describe, nil)
	both(plugin.Describe, []byte("{}"))
	l := record(t, "canary-autopromote", config)[0]
	n := min(len(l.inputs), 8)
	d := message.Decide{Config: &l.cfg, Inputs: l.inputs[:n]}
	random := rand.New(rand.NewPCG(1, 2))
	for _, request := range [][]byte{decideRequest(t, d), encode(t, d), encode(t, message.Decide{State: l.states[n-1], Inputs: []core.Input{{Now: 1 << 61}}})} {
		both(plugin.Decide, request)
		for range 400 {
			bad := bytes.Clone(request)
			for range 1 + random.IntN(3) {
				bad[random.IntN(len(bad))] = request[random.IntN(len(bad))]
			}
			if random.IntN(4) == 0 {
				bad = bad[:random.IntN(len(bad))]
			}
			both(plugin.Decide, bad)
		}
	}
	require.Greater(t, good, 10)
	require.Greater(t, refused, 500)
	t.Logf("%d answers, %d refusals", good, refused)
}

// TestMemory makes many calls in a small memory: what one leaves behind the next
// ones use again.
func TestMemory(t *testing.T) {
	ctx := context.Background()
	p, err := extism.NewPlugin(ctx, extism.Manifest{
		Wasm:   []extism.Wasm{extism.WasmData{Data: plugin.Module}},
		Memory: &extism.ManifestMemory{MaxPages: 128},
	}, extism.PluginConfig{}, nil)
	require.NoError(t, err)
	defer p.Close(ctx)
	g := &guest{t, p}
	d := message.Decide{Config: &config, Inputs: []core.Input{large(300), commit(1, 11)}}
	requests := [][]byte{decideRequest(t, d), encode(t, d), []byte(`{"Handle":1}`)}
	total := 0
	for range 300 {
		for _, r := range requests[:2] {
			total += len(g.call(plugin.Decide, r)) + len(r)
		}
		g.refuse(plugin.Status, requests[2])
	}
	require.Greater(t, total, 4*128<<16, "that would fit into the memory")
}
