package core_test

import (
	"reflect"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// scribble sets everything that a value points to to zero, deep down.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			scribble(v.Elem())
			v.Elem().SetZero()
		}
	case reflect.Slice:
		for i := range v.Len() {
			scribble(v.Index(i))
			v.Index(i).SetZero()
		}
	case reflect.Struct:
		for i := range v.NumField() {
			scribble(v.Field(i))
		}
	}
}

// A host may use its inputs again and do with outputs as it likes: a machine has
// copies, and neither changes what it was given.
func TestMachinesKeepCopies(t *testing.T) {
	m, err := core.New(core.Config{Level: core.LevelNomad104, Reasons: true})
	require.NoError(t, err)
	opening := full()
	opening.Command = nil
	later := core.Input{Now: opening.Now + 1, Index: 11, Deployment: full().Deployment}
	later.Deployment.ModifyIndex = 11
	later.Deployment.Groups = append(later.Deployment.Groups, core.Group{Name: "db", DesiredTotal: 1, PlacedCanaries: []string{"k", "l"}})
	later.Allocations.Changed = []core.Allocation{
		{ID: "c", Group: "web", Desired: core.DesiredRun, Client: core.ClientFailed, ModifyIndex: 11, Health: core.Unhealthy, HealthIndex: 11}}
	later.Evaluations.Changed = []core.Evaluation{{ID: "f", Status: core.EvaluationPending, CreateIndex: 5}}
	later.Versions, later.VersionsRead = []core.JobVersion{{Version: 1}, {Version: 3}, {Version: 2, Stable: true}}, true
	promote := core.Input{Now: later.Now, Command: &core.Command{ID: 1, Kind: core.CommandPromote, Groups: []string{"web"}}}
	health := core.Input{Now: later.Now, Command: &core.Command{ID: 2, Kind: core.CommandSetHealth, Healthy: []string{"a"}, Unhealthy: []string{"b"}}}
	window := core.Input{Now: later.Now + core.BatchWindow}
	for _, in := range []*core.Input{&opening, &later, &promote, &health, &window} {
		given, err := in.MarshalMsg(nil)
		require.NoError(t, err)
		var out core.Output
		require.NoError(t, m.Step(in, &out))
		require.NotEmpty(t, out.Effects)
		after, err := in.MarshalMsg(nil)
		require.NoError(t, err)
		require.Equal(t, given, after, "the input is not changed")

		var s core.Status
		m.Status(&s)
		decided, err := out.MarshalMsg(nil)
		require.NoError(t, err)
		state := saved(t, m)
		scribble(reflect.ValueOf(in))
		require.Equal(t, state, saved(t, m), "nothing of the input is kept")
		after, err = out.MarshalMsg(nil)
		require.NoError(t, err)
		require.Equal(t, decided, after, "nor is it in the output")
		scribble(reflect.ValueOf(&s))
		scribble(reflect.ValueOf(&out))
		require.Equal(t, state, saved(t, m), "nothing of the output is the machine's")
	}
}

// A0: a change counts from index 2 on; index 1 is that of an empty store.
func TestFirstIndex(t *testing.T) {
	for index, want := range map[uint64]int{1: 0, 2: 1} {
		m, err := core.New(core.Config{Level: core.LevelNomad104})
		require.NoError(t, err)
		in := full()
		in.Job.Multiregion, in.Command, in.Index = false, nil, 2
		in.Deployment.CreateIndex, in.Deployment.ModifyIndex = 1, 1
		in.Allocations = core.AllocationChanges{Changed: []core.Allocation{
			{ID: "a", Group: "web", Desired: core.DesiredRun, Client: core.ClientFailed, ModifyIndex: index, Health: core.Unhealthy}}}
		in.Evaluations, in.Deployment.Groups[0].ProgressDeadline = core.EvaluationChanges{}, 0
		var out core.Output
		require.NoError(t, m.Step(&in, &out))
		require.Len(t, out.Effects, want, "index %d", index)
	}
}
