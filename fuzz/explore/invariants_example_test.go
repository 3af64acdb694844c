package explore_test

import (
	"context"
	"fmt"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/explore"
	"github.com/coxswain/coxswain/host/engine"
)

// An engine that is not ours is walked like ours. This one does not say
// what it waits for.
func ExampleInvariants() {
	mine := &faulty{Engine: engine.Native(), status: func(s *core.Status) { s.Wake, s.Waits = core.Wake{}, nil }}
	w := explore.World{
		Config: core.Config{Level: core.LevelNomad104}, Engine: mine,
		Groups: []core.Group{{Name: "web", DesiredTotal: 1, ProgressDeadline: 3 * explore.Grain}}, Allocations: 1,
	}
	report, err := w.Explore(context.Background(), explore.Invariants())
	if err != nil {
		panic(err)
	}
	fmt.Print(report.Wrong[0])
	// Output:
	// moves-or-waits: has neither a wake-up nor a wait for somebody outside
	//    0.0 s  a leader opens the machine
}
