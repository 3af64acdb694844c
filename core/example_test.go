package core_test

import (
	"errors"
	"fmt"

	"github.com/coxswain/coxswain/core"
)

const second = int64(1_000_000_000)

// opening is a rollout of two allocations, one of them placed and healthy.
func opening() core.Input {
	return core.Input{
		Now: 100 * second, Index: 10, Epoch: 1,
		Job: &core.Job{Namespace: "default", ID: "shop", Type: "service", Priority: 50, Version: 2,
			SpecDigest: "new", Groups: []core.JobGroup{{Name: "web", AutoRevert: true}}},
		Deployment: &core.Deployment{ID: "d1", Status: core.DeploymentRunning, JobVersion: 2, ModifyIndex: 10,
			Groups: []core.Group{{Name: "web", DesiredTotal: 2, PlacedAllocs: 1, HealthyAllocs: 1, AutoRevert: true,
				ProgressDeadline: 60 * second, RequireProgressBy: 150 * second}}},
		Allocations: core.AllocationChanges{Whole: true, Changed: []core.Allocation{{
			ID: "a1", Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, ModifyIndex: 10,
			Health: core.Healthy, HealthIndex: 10}}},
		VersionsRead: true,
		Versions:     []core.JobVersion{{Version: 2, SpecDigest: "new"}, {Version: 1, Stable: true, SpecDigest: "old"}},
	}
}

// A machine is opened with everything known, ticked at its wake-ups, and says
// what to do and why.
func Example() {
	m, err := core.New(core.Config{Level: core.LevelNomad104, Reasons: true})
	if err != nil {
		panic(err)
	}
	in, out := opening(), core.Output{}
	for range 3 {
		if err := m.Step(&in, &out); err != nil {
			panic(err)
		}
		for _, e := range out.Effects {
			fmt.Printf("%d s: %s: %q\n", in.Now/second, e.Kind, e.Description)
		}
		for _, r := range out.Reasons {
			fmt.Printf("%d s: %s: %s\n", in.Now/second, r.Code.Rule(), r)
		}
		in = core.Input{Now: out.Wake.At} // nothing else happens
	}
	// Output:
	// 100 s: D3: the progress deadline is set
	// 100 s: A4: an allocation became healthy at index 10, after the last evaluation at 0
	// 100 s: B1: a batch window opens
	// 101 s: reschedule: ""
	// 101 s: B1: the batch window closes with 0 allocations to replace
	// 150 s: status: "Failed due to progress deadline - rolling back to job version 1"
	// 150 s: D4: the progress deadline passed and group "web" has 1 of 2 healthy
	// 150 s: R2: version 1 is the latest stable one and differs
	// 150 s: F3: the watch has ended
}

// A command is an input too; the reply says what it comes to.
func ExampleMachine_Step_command() {
	m, _ := core.New(core.Config{Level: core.LevelNomad104})
	in, out := opening(), core.Output{}
	_ = m.Step(&in, &out)
	_ = m.Step(&core.Input{Now: 100 * second, Command: &core.Command{ID: 1, Kind: core.CommandFail}}, &out)
	e := out.Effects[len(out.Effects)-1]
	fmt.Println(out.Reply.Refused, e.Status, e.Description)
	fmt.Println("reverted to", out.Reply.RevertedVersion)
	// Output:
	// accepted failed Deployment marked as failed - rolling back to job version 1
	// reverted to 1
}

// Status answers "why is it stuck".
func ExampleMachine_Status() {
	m, _ := core.New(core.Config{Level: core.LevelNomad104})
	in, out := opening(), core.Output{}
	_ = m.Step(&in, &out)
	var s core.Status
	m.Status(&s)
	for _, w := range s.Waits {
		fmt.Printf("waits for %s: %s\n", w.Actor, w)
	}
	// Output:
	// waits for time: the batch window to close, with 0 allocations to replace
	// waits for the scheduler: allocations of group "web" to be placed, 1 of 2
	// waits for time: the progress deadline, which fails the deployment if a group is short
}

// A machine can be saved at any time, and goes on from its bytes.
func ExampleRestore() {
	m, _ := core.New(core.Config{Level: core.LevelNomad104})
	in, out := opening(), core.Output{}
	_ = m.Step(&in, &out)
	state, _ := m.AppendState(nil)
	restored, err := core.Restore(state)
	if err != nil {
		panic(err)
	}
	_ = restored.Step(&core.Input{Now: out.Wake.At}, &out)
	fmt.Println(out.Effects[0].Kind, "at", out.Effects[0].Evaluation.Time/second, "s")
	// Output: reschedule at 101 s
}

// Bad input is an *Error that names the field, and changes nothing.
func ExampleError() {
	m, _ := core.New(core.Config{Level: core.LevelNomad104})
	in, out := opening(), core.Output{}
	in.Allocations.Changed[0].ModifyIndex = 11
	err := m.Step(&in, &out)
	var bad *core.Error
	if errors.As(err, &bad) {
		fmt.Println(bad.Code, bad.Field)
	}
	fmt.Println(err)
	// Output:
	// invalid Allocations.Changed[0].ModifyIndex
	// coxswain: invalid: Allocations.Changed[0].ModifyIndex: is above the index of the commit
}

// Inputs and outputs travel as MessagePack.
func ExampleDecodeInput() {
	in := core.Input{Now: 5}
	b, _ := in.MarshalMsg(nil)
	var got core.Input
	fmt.Println(core.DecodeInput(b, &got), got.Now)
	fmt.Println(core.DecodeInput(b[:len(b)-1], &got))
	// Output:
	// <nil> 5
	// coxswain: malformed: the message is cut off
}

func ExampleLevels() {
	for _, l := range core.Levels() {
		fmt.Println(l.Name+":", l.Text)
	}
	// Output:
	// nomad-1.0.4: Nomad 1.0.4 to the letter, its faults included
	// nomad-1.1.4: texts of deployments in which some groups have canaries
	// nomad-1.3.3: promotion wants exactly the desired number of healthy canaries
	// nomad-1.6: early failure of what can never be rescheduled
	// nomad-1.11: a deployment that has vanished is dropped
	// nomad-2.0.5: no deadline passes during a pause
	// strict: every known wrong decision mended
}

func ExampleEvaluationID() {
	fmt.Println(core.EvaluationID(core.Key{Deployment: "d1", Epoch: 1, N: 1}))
	// Output: 06f5fe09-70d6-8d2e-8d90-19b2702eea83
}
