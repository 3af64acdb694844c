package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/wasm"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// Module is a compiled module that was found to be one that this package can
// talk to. It is safe for use by many goroutines.
type Module struct {
	options  Options
	runtime  wazero.Runtime
	owned    bool // the runtime is closed with the module
	compiled wazero.CompiledModule
	config   wazero.ModuleConfig
	about    Description
}

// Compile compiles a module and looks at its ABI. The error is an *Error with
// ErrModule, ErrTooOld, ErrTooNew or ErrOptions.
func Compile(ctx context.Context, o Options) (*Module, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	m := &Module{options: o, runtime: o.Runtime}
	if m.runtime == nil {
		m.runtime, m.owned = o.runtime(ctx), true
	}
	if err := m.compile(ctx); err != nil {
		return nil, errors.Join(err, m.Close(ctx))
	}
	return m, nil
}

func (m *Module) compile(ctx context.Context) (err error) {
	if m.compiled, err = m.runtime.CompileModule(ctx, m.options.Module); err != nil {
		return &Error{Op: "compile", Kind: ErrModule, Err: err}
	}
	if err := checkExports(m.compiled); err != nil {
		return err
	}
	if err := m.imports(ctx); err != nil {
		return err
	}
	m.config = wazero.NewModuleConfig().
		WithName(""). // so that there can be many
		WithStartFunctions("_initialize").
		WithStdout(m.options.Stdout).WithStderr(m.options.Stderr).
		// The module has no business with time. A clock that moves would also
		// starve the collector of the standard Go toolchain's build, and one at
		// 0 keep it from starting.
		WithWalltime(func() (int64, int32) { return 0, 0 }, sys.ClockResolution(1)).
		WithNanotime(func() int64 { return 1 }, sys.ClockResolution(1))

	i, err := m.Instantiate(ctx)
	if err != nil {
		return err
	}
	defer i.Close(ctx)
	b, err := i.Call(ctx, wasm.Describe, 0, nil)
	if err != nil {
		return &Error{Op: "describe", Kind: ErrModule, Err: err}
	}
	if m.about, err = readDescription(b); err != nil {
		return &Error{Op: "describe", Kind: ErrModule, Err: err}
	}
	if m.about.Schema < core.SchemaVersion {
		return &Error{Op: "describe", Kind: ErrTooOld,
			Err: fmt.Errorf("its schema is %d and ours %d", m.about.Schema, core.SchemaVersion)}
	}
	return nil
}

// signatures are the exports that are called, with their numbers of parameters
// and of results.
var signatures = map[string][2]int{
	"_initialize": {0, 0}, wasm.Describe: {0, 1}, wasm.Input: {1, 1}, wasm.Open: {0, 1}, wasm.Step: {1, 1},
	wasm.Status: {1, 1}, wasm.Save: {1, 1}, wasm.Load: {0, 1}, wasm.Close: {1, 1},
}

// checkExports tells modules of other majors apart from what is no module.
func checkExports(c wazero.CompiledModule) error {
	exports := c.ExportedFunctions()
	if _, ok := exports[wasm.Marker]; !ok {
		for name := range exports {
			major, found := strings.CutPrefix(name, wasm.MarkerPrefix)
			if n, err := strconv.Atoi(major); found && err == nil && n > wasm.ABI {
				return &Error{Op: "compile", Kind: ErrTooNew, Err: fmt.Errorf("its ABI is %d and ours %d", n, wasm.ABI)}
			}
		}
		return &Error{Op: "compile", Kind: ErrModule, Err: fmt.Errorf("it does not export %s", wasm.Marker)}
	}
	for name, want := range signatures {
		f, ok := exports[name]
		if !ok || len(f.ParamTypes()) != want[0] || len(f.ResultTypes()) != want[1] {
			return &Error{Op: "compile", Kind: ErrModule, Err: fmt.Errorf("it does not export a proper %s", name)}
		}
	}
	if _, ok := c.ExportedMemories()["memory"]; !ok {
		return &Error{Op: "compile", Kind: ErrModule, Err: errors.New("it does not export its memory")}
	}
	return nil
}

// imports gives the standard Go toolchain's build the system interface that it
// asks for. The published module asks for nothing.
func (m *Module) imports(ctx context.Context) error {
	for _, f := range m.compiled.ImportedFunctions() {
		if module, name, _ := f.Import(); module != wasi_snapshot_preview1.ModuleName {
			return &Error{Op: "compile", Kind: ErrModule, Err: fmt.Errorf("it imports %s.%s", module, name)}
		}
	}
	if len(m.compiled.ImportedFunctions()) == 0 || m.runtime.Module(wasi_snapshot_preview1.ModuleName) != nil {
		return nil
	}
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, m.runtime); err != nil {
		return &Error{Op: "compile", Err: err}
	}
	return nil
}

// Description is what the module says of itself.
func (m *Module) Description() Description { return m.about }

// Instantiate makes a new instance, without machines.
func (m *Module) Instantiate(ctx context.Context) (*Instance, error) {
	mod, err := m.runtime.InstantiateModule(ctx, m.compiled, m.config)
	if err != nil {
		return nil, &Error{Op: "instantiate", Kind: ErrTrap, Err: err}
	}
	i := &Instance{module: mod, memory: mod.Memory()}
	for k, name := range calls {
		i.functions[k] = mod.ExportedFunction(name)
	}
	return i, nil
}

// Close releases the compiled module, and the runtime if it was made here, with
// every instance of it.
func (m *Module) Close(ctx context.Context) error {
	if m.owned {
		return m.runtime.Close(ctx)
	}
	if m.compiled == nil {
		return nil
	}
	return m.compiled.Close(ctx)
}

// call numbers the exports, so that a call needs no look-up.
type call int

const (
	callInput call = iota
	callDescribe
	callOpen
	callStep
	callStatus
	callSave
	callLoad
	callClose
)

var calls = [...]string{wasm.Input, wasm.Describe, wasm.Open, wasm.Step, wasm.Status, wasm.Save, wasm.Load, wasm.Close}

// ensure that functions is as long as calls.
var _ = [1]struct{}{}[len(calls)-len(Instance{}.functions)]
