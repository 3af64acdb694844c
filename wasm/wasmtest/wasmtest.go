// Package wasmtest helps tests that compare the published module with the build
// of the same guest by the standard Go toolchain.
package wasmtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

type built struct {
	module []byte
	reason string
}

var standard = sync.OnceValue(func() built {
	if _, err := exec.LookPath("go"); err != nil {
		return built{reason: "the go command cannot be run here: " + err.Error()}
	}
	dir, err := os.MkdirTemp("", "coxswain-standard-")
	if err != nil {
		return built{reason: err.Error()}
	}
	defer os.RemoveAll(dir)
	_, here, _, _ := runtime.Caller(0)
	to := filepath.Join(dir, "standard.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-o", to, ".")
	build.Dir = filepath.Join(filepath.Dir(here), "..", "guest")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		panic("the guest does not build: " + err.Error() + "\n" + string(out))
	}
	module, err := os.ReadFile(to)
	if err != nil {
		panic(err)
	}
	return built{module: module}
})

// Standard returns the guest as the standard Go toolchain builds it, which
// takes a few seconds once in a process. It skips the test, with the reason,
// where the go command is not to be had.
func Standard(t testing.TB) []byte {
	t.Helper()
	b := standard()
	if b.reason != "" {
		t.Skip(b.reason)
	}
	return b.module
}
