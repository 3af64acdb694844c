package engine_test

import (
	"context"
	"fmt"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
)

func ExampleNative() {
	watch(engine.Native())
	// Output:
	// a tick is due at 30s for: progress deadline
	// status: failed, Failed due to progress deadline
}

func ExampleWasm() {
	ctx := context.Background()
	e, err := engine.Wasm(ctx, engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close(ctx)
	watch(e)
	// Output:
	// a tick is due at 30s for: progress deadline
	// status: failed, Failed due to progress deadline
}

// watch runs a deployment that gets no healthy allocation in time.
func watch(e host.Engine) {
	ctx := context.Background()
	const second = 1_000_000_000
	opening := &core.Input{
		Now: 1 * second, Index: 10, Epoch: 1,
		Job: &core.Job{Namespace: "default", ID: "shop", Type: "service"},
		Deployment: &core.Deployment{
			ID: "d1", Status: core.DeploymentRunning, ModifyIndex: 10,
			Groups: []core.Group{{Name: "web", DesiredTotal: 2, ProgressDeadline: 29 * second, RequireProgressBy: 30 * second}},
		},
	}
	var out core.Output
	m, err := e.Open(ctx, &core.Config{Level: core.LevelNomad104}, opening, &out)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close(ctx)
	fmt.Printf("a tick is due at %ds for: %v\n", out.Wake.At/second, out.Wake.Reason)
	if err := m.Step(ctx, &core.Input{Now: out.Wake.At}, &out); err != nil {
		fmt.Println(err)
		return
	}
	for _, effect := range out.Effects {
		fmt.Printf("%v: %v, %s\n", effect.Kind, effect.Status, effect.Description)
	}
}
