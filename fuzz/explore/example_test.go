package explore_test

import (
	"context"
	"fmt"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/explore"
)

// Everything that can happen to a deployment of one allocation without a
// deadline, with one check of one's own beside the invariants.
func Example() {
	w := explore.World{
		Name:   "one allocation",
		Config: core.Config{Level: core.LevelNomad104},
		Groups: []core.Group{{Name: "web", DesiredTotal: 1}}, Allocations: 1,
	}
	never := explore.Check{Name: "never-fails", Text: "fails", Wrong: func(v *explore.View) bool {
		return v.Store.Deployment.Status == core.DeploymentFailed
	}}
	report, err := w.Explore(context.Background(), append(explore.Invariants(), never))
	if err != nil {
		panic(err)
	}
	fmt.Println(report)
	for _, v := range report.Wrong {
		fmt.Print(v)
	}
	// Output:
	// one allocation: 23 states, 59 transitions, depth 6, exhausted
	// never-fails: fails
	//    0.0 s  a leader opens the machine
	//    0.0 s  the scheduler places a1 of web
	//    0.0 s  a client reports a1 unhealthy
	//           → status failed, "Failed due to unhealthy allocations"
	//    0.0 s  the store takes in "failed"
	//           … done, failed
}
