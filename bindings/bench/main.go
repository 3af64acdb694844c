// Command bench prints the table of bindings/README.md: how long each binding takes
// to load the module, to open a machine and to step it, beside the core as it is
// compiled here. Each makes the same calls, those of the vectors, one after the other
// in one run.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/coxswain/coxswain/bindings/conformance"
	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/tinylib/msgp/msgp"
)

// Row is what is measured of one language and runtime. A binding's bench.sh prints
// one as a line of JSON.
type Row struct {
	Language string `json:"language"`
	Runtime  string `json:"runtime"`
	Package  int64  `json:"package"` // bytes of what is installed; 0 where there is no package
	Load     int64  `json:"load_ns"` // making a module, median of 3
	Open     int64  `json:"open_ns"` // opening a machine, median
	Step     int64  `json:"step_ns"` // a step, median
}

func main() {
	if err := run(os.Stdout, os.Stderr, "bindings"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run measures and prints. What cannot be measured here is said on progress.
func run(out, progress io.Writer, dir string) error {
	vectors, err := conformance.Parse(conformance.File)
	if err != nil {
		return err
	}
	rows, err := engines(vectors)
	if err != nil {
		return err
	}
	scripts, err := filepath.Glob(filepath.Join(dir, "*", "bench.sh"))
	if err != nil {
		return err
	}
	for _, script := range scripts {
		fmt.Fprintln(progress, script)
		more, err := foreign(script, progress)
		if err != nil {
			fmt.Fprintf(progress, "%s: %v; left out\n", script, err)
		}
		rows = append(rows, more...)
	}
	table(out, rows)
	return nil
}

// foreign runs a binding's bench.sh.
func foreign(script string, progress io.Writer) (rows []Row, err error) {
	cmd := exec.Command(script)
	cmd.Stderr = progress
	b, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(b))
	for lines.Scan() {
		var r Row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%.200q: %w", lines.Text(), err)
		}
		rows = append(rows, r)
	}
	return rows, lines.Err()
}

// engines measures the core as it is compiled here, and the module on wazero.
func engines(vectors []conformance.Vector) (rows []Row, err error) {
	ctx := context.Background()
	wasm := func(mode engine.Mode) func() (host.Engine, error) {
		return func() (host.Engine, error) { return engine.Wasm(ctx, engine.Options{Mode: mode}) }
	}
	for _, e := range []struct {
		runtime string
		load    func() (host.Engine, error)
	}{
		{"none: native", func() (host.Engine, error) { return engine.Native(), nil }},
		{"wazero, compiler", wasm(engine.ModeCompiler)},
		{"wazero, interpreter", wasm(engine.ModeInterpreter)},
	} {
		r := Row{Language: "Go", Runtime: e.runtime}
		var loads []time.Duration
		for i := range 3 {
			start := time.Now()
			eng, err := e.load()
			if err != nil {
				return nil, err
			}
			loads = append(loads, time.Since(start))
			if i == 2 {
				r.Open, r.Step, err = walk(ctx, eng, vectors)
			}
			if err := eng.Close(ctx); err != nil {
				return nil, err
			}
			if err != nil {
				return nil, err
			}
		}
		r.Load = median(loads)
		rows = append(rows, r)
	}
	return rows, nil
}

// walk makes the successful calls of the vectors twice, the first time to warm up,
// and returns the medians of the second time.
func walk(ctx context.Context, eng host.Engine, vectors []conformance.Vector) (open, step int64, err error) {
	var opens, steps []time.Duration
	for range 2 {
		opens, steps = nil, nil
		machines, last := map[uint32]host.Machine{}, uint32(0)
		var out core.Output
		for i := range vectors {
			v := &vectors[i]
			if v.Code != 0 {
				continue
			}
			m := machines[v.Handle]
			var cfg core.Config
			var in core.Input
			switch v.Op {
			case conformance.Open:
				if err = core.DecodeOpening(v.Input, &cfg, &in); err == nil {
					start := time.Now()
					m, err = eng.Open(ctx, &cfg, &in, &out)
					opens = append(opens, time.Since(start))
				}
				last++
				machines[last] = m
			case conformance.Load:
				m, err = eng.Restore(ctx, v.Input)
				last++
				machines[last] = m
			case conformance.Step:
				if err = core.DecodeInput(v.Input, &in); err == nil {
					start := time.Now()
					err = m.Step(ctx, &in, &out)
					steps = append(steps, time.Since(start))
				}
			case conformance.Status:
				var s core.Status
				err = m.Status(ctx, &s)
			case conformance.Save:
				_, err = m.AppendState(ctx, msgp.AppendNil(nil))
			case conformance.Close:
				err = m.Close(ctx)
				delete(machines, v.Handle)
			}
			if err != nil {
				return 0, 0, fmt.Errorf("vector %d, %s: %w", i, v.Op, err)
			}
		}
	}
	return median(opens), median(steps), nil
}

func median(list []time.Duration) int64 {
	slices.Sort(list)
	return int64(list[len(list)/2])
}

// table prints the rows, with each step beside the first row's.
func table(w io.Writer, rows []Row) {
	fmt.Fprintln(w, "| language | runtime | package | loading the module | opening a machine | a step | beside native |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|")
	for _, r := range rows {
		pack := "–"
		if r.Package > 0 {
			pack = fmt.Sprintf("%d KiB", (r.Package+512)/1024)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s |\n", r.Language, r.Runtime, pack,
			duration(r.Load), duration(r.Open), duration(r.Step), figure(float64(r.Step)/float64(max(rows[0].Step, 1))))
	}
}

// duration prints a time in the unit that fits.
func duration(ns int64) string {
	for _, unit := range []struct {
		length float64
		name   string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if float64(ns) >= unit.length {
			return figure(float64(ns)/unit.length) + " " + unit.name
		}
	}
	return fmt.Sprintf("%d ns", ns)
}

// figure prints two digits, or all that stand before the point.
func figure(f float64) string {
	if f >= 9.95 {
		return fmt.Sprintf("%.0f", f)
	}
	return fmt.Sprintf("%.1f", f)
}
