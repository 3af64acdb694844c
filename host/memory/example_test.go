package memory_test

import (
	"context"
	"fmt"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

// A job has a stable version; the rollout of the next one gets an unhealthy
// allocation, and what the machine decides takes the job back. A host.Watcher
// does in between what stands here by hand.
func Example() {
	ctx := context.Background()
	s := memory.New(memory.Options{})
	shop := host.JobKey{Namespace: "default", ID: "shop"}

	// A user registers two versions, a scheduler rolls out the second one.
	for _, v := range []memory.Job{{SpecDigest: "image 1", Stable: true}, {SpecDigest: "image 2"}} {
		v.Namespace, v.ID, v.Type = shop.Namespace, shop.ID, "service"
		if _, err := s.RegisterJob(v); err != nil {
			fmt.Println(err)
			return
		}
	}
	index, err := s.Plan(memory.Plan{
		Deployment: &memory.Deployment{Job: shop, Deployment: core.Deployment{
			ID: "d1", Status: core.DeploymentRunning, JobVersion: 1,
			Groups: []core.Group{{Name: "web", DesiredTotal: 1, AutoRevert: true}},
		}},
		Allocations: []memory.Allocation{{Job: shop, Deployment: "d1",
			Allocation: core.Allocation{ID: "a1", Group: "web", Desired: core.DesiredRun}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	// A client reports.
	_, err = s.Report(memory.Report{Allocation: "a1", Report: ledger.Report{Client: core.ClientRunning, Health: core.Unhealthy}})
	if err != nil {
		fmt.Println(err)
		return
	}
	commits, err := s.Changes(ctx, index)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range commits[0].Allocations {
		fmt.Printf("commit %d: %s is %v\n", commits[0].Index, a.ID, a.Health)
	}

	// A machine decides, the store does it.
	m, err := core.New(core.Config{Level: core.LevelNomad104})
	if err != nil {
		fmt.Println(err)
		return
	}
	in, out := &core.Input{Now: 1, Epoch: 1}, &core.Output{}
	if err := s.Snapshot(ctx, "d1", in); err != nil {
		fmt.Println(err)
		return
	}
	if err := m.Step(in, out); err != nil {
		fmt.Println(err)
		return
	}
	for i := range out.Effects {
		a := s.Status(ctx, &out.Effects[i])
		fmt.Printf("commit %d: %s\n", a.Index, out.Effects[i].Description)
	}
	j := s.View().Job(shop)
	fmt.Printf("version %d: %s\n", j.Version, j.SpecDigest)
	// Output:
	// commit 5: a1 is unhealthy
	// commit 6: Failed due to unhealthy allocations - rolling back to job version 0
	// version 2: image 1
}
