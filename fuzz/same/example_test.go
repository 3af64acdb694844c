package same_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/same"
	"github.com/coxswain/coxswain/fuzz/walk"
	"github.com/coxswain/coxswain/host/engine"
)

// The module is held against the native engine on one walk.
func ExampleTee() {
	ctx := context.Background()
	module, err := engine.Wasm(ctx, engine.Options{}) // or yours
	if err != nil {
		panic(err)
	}
	tee := &same.Tee{Engines: []same.Named{{Name: "native", Engine: engine.Native()}, {Name: "mine", Engine: module}}}
	defer tee.Close(ctx)

	w := walk.New(7)
	in := w.Opening()
	var out core.Output
	m, err := tee.Open(ctx, &core.Config{Level: core.LevelNomad104}, &in, &out)
	for err == nil && tee.Steps < 100 {
		in = w.Next(&out)
		err = m.Step(ctx, &in, &out)
	}
	var d *same.Difference
	if errors.As(err, &d) {
		fmt.Println(d.Engine, "differs in", d.Where)
	}
	fmt.Println(tee.Steps, "steps,", err)
	// Output:
	// 100 steps, <nil>
}
