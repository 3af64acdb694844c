package decode_test

import (
	"bytes"
	"errors"
	"runtime/metrics"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

var config = core.Config{Level: core.LevelNomad104, Reasons: true}

// guarded has a policy of every kind.
var guarded = core.Config{Level: core.LevelStrict, Reasons: true, Policy: core.Policy{
	Bake: 5, Approval: core.Approval{Timeout: 20, Then: core.ApprovalAborts}, Promotion: core.PromoteInOrder,
	Failures: core.Failures{Limited: true, Number: 1, Percent: 50}, Duration: 1e9, RevertAfter: 1e8, GiveUpAfter: 2e8,
	Rollbacks: core.Rollbacks{Max: 2, BackOff: 50}, RollbackTag: "golden",
	Gates: []core.Gate{{Name: "errors"}, {Name: "load", Unknown: core.UnknownPasses}}, Freezes: true,
}}

// opening is an input that opens a machine.
func opening() *core.Input {
	return &core.Input{
		Now: 100, Index: 10, Epoch: 1,
		Job: &core.Job{ID: "web", Type: "service", Priority: 50, ModifyIndex: 5, SpecDigest: "b", Groups: []core.JobGroup{{Name: "g", AutoRevert: true}}},
		Deployment: &core.Deployment{ID: "d", Status: core.DeploymentRunning, JobVersion: 1, CreateIndex: 8, ModifyIndex: 9, Groups: []core.Group{{
			Name: "g", DesiredTotal: 2, DesiredCanaries: 1, PlacedCanaries: []string{"a"}, AutoPromote: true, ProgressDeadline: 1e9, RequireProgressBy: 5e9,
		}}},
		Allocations: core.AllocationChanges{Whole: true, Changed: []core.Allocation{{
			ID: "a", Group: "g", Desired: core.DesiredRun, Client: core.ClientRunning, Health: core.Healthy, HealthIndex: 10, ModifyIndex: 10,
		}}},
		Evaluations:  core.EvaluationChanges{Whole: true, Changed: []core.Evaluation{{ID: "e", Status: core.EvaluationComplete, CreateIndex: 8, SnapshotIndex: 8}}},
		Versions:     []core.JobVersion{{Version: 0, Stable: true, SpecDigest: "a"}},
		VersionsRead: true,
	}
}

// guardedOpening is one for a machine with a policy of every kind.
func guardedOpening() *core.Input {
	in := opening()
	in.Deployment.CreateTime, in.Deployment.PausedAt, in.Deployment.ResumedAt, in.Deployment.PausedFor = 50, 60, 70, 10
	in.Allocations.Changed[0].HealthTime = 90
	in.Versions = append(in.Versions, core.JobVersion{Version: 1, Rollback: true, Tag: "golden"})
	in.Verdicts = []core.Verdict{{Gate: "errors", Value: core.GatePass}, {Gate: "load", Value: core.GateUndecided}}
	in.Freezes, in.FreezesRead = []core.Span{{From: 150, Until: 200}, {From: 95, Until: 120}}, true
	return in
}

func fresh(t testing.TB) *core.Machine { return made(t, config) }

func made(t testing.TB, cfg core.Config) *core.Machine {
	m, err := core.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// held is a machine whose promotion a freeze holds back, and what it said.
func held(t testing.TB) (*core.Machine, *core.Output) {
	m, out := made(t, guarded), &core.Output{}
	if err := m.Step(guardedOpening(), out); err != nil {
		t.Fatal(err)
	}
	if len(out.Effects) != 0 || out.Wake != (core.Wake{At: 120, Reason: core.WakeThaw}) {
		t.Fatalf("not what was meant: %+v", out)
	}
	return m, out
}

// opened is a machine that has just asked for a promotion, and what it said.
func opened(t testing.TB) (*core.Machine, *core.Output) {
	m, out := fresh(t), &core.Output{}
	if err := m.Step(opening(), out); err != nil {
		t.Fatal(err)
	}
	if len(out.Effects) != 1 || out.Wake.Reason != core.WakeBatch {
		t.Fatalf("not what was meant: %+v", out)
	}
	return m, out
}

func saved(t testing.TB, m *core.Machine) []byte {
	b, err := m.AppendState(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// refused wants an error to be one that names what is wrong.
func refused(t *testing.T, err error) {
	var e *core.Error
	if !errors.As(err, &e) || e.Code.String() == "undefined" || e.Text == "" {
		t.Fatalf("not a proper error: %#v", err)
	}
}

// perByte is how much memory one byte of a message may take: the longest element
// of a list has 256 bytes and comes from one byte. spare is what the fuzzer takes.
const (
	perByte = 512
	spare   = 4 << 20
)

var allocated = []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}

// thrifty runs f, which reads b, and wants it to take no memory beyond the limit.
func thrifty(t *testing.T, b []byte, f func()) {
	metrics.Read(allocated)
	before := allocated[0].Value.Uint64()
	f()
	metrics.Read(allocated)
	if took := allocated[0].Value.Uint64() - before; took > uint64(len(b))*perByte+spare {
		t.Fatalf("%d bytes took %d bytes of memory", len(b), took)
	}
}

func marshalled(f *testing.F, m msgp.Marshaler) []byte {
	b, err := m.MarshalMsg(nil)
	if err != nil {
		f.Fatal(err)
	}
	return b
}

// step lets four machines take an input: an error changes nothing, and what a
// machine knows after it can be saved and restored.
func step(t *testing.T, in *core.Input) {
	open, _ := opened(t)
	frozen, _ := held(t)
	for _, m := range []*core.Machine{open, fresh(t), frozen, made(t, guarded)} {
		before := saved(t, m)
		var out core.Output
		if err := m.Step(in, &out); err != nil {
			refused(t, err)
			if !bytes.Equal(before, saved(t, m)) {
				t.Fatalf("changed by an input that was refused: %v", err)
			}
			continue
		}
		after := saved(t, m)
		again, err := core.Restore(after)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(after, saved(t, again)) {
			t.Fatal("another machine after saving and restoring")
		}
	}
}

func FuzzInput(f *testing.F) {
	f.Add(marshalled(f, opening()))
	f.Add(marshalled(f, guardedOpening()))
	f.Add(marshalled(f, &core.Input{
		Now: 130, Verdicts: []core.Verdict{{Gate: "errors", Value: core.GateFail}}, Freezes: []core.Span{{From: 100, Until: 140}}, FreezesRead: true,
	}))
	f.Add([]byte{0x91, 0x05})
	f.Fuzz(func(t *testing.T, b []byte) {
		var in core.Input
		var err error
		thrifty(t, b, func() { err = core.DecodeInput(b, &in) })
		if err != nil {
			refused(t, err)
			return
		}
		step(t, &in)
	})
}

func FuzzOpening(f *testing.F) {
	b, err := core.AppendOpening(nil, &config, opening())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	if b, err = core.AppendOpening(nil, &guarded, guardedOpening()); err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		var cfg core.Config
		var in core.Input
		var err error
		thrifty(t, b, func() { err = core.DecodeOpening(b, &cfg, &in) })
		if err != nil {
			refused(t, err)
			return
		}
		m, err := core.New(cfg)
		if err != nil {
			refused(t, err)
			return
		}
		var out core.Output
		if err := m.Step(&in, &out); err != nil {
			refused(t, err)
		}
		if _, err := core.Restore(saved(t, m)); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzRestore(f *testing.F) {
	m, _ := opened(f)
	f.Add(saved(f, m))
	f.Add(saved(f, fresh(f)))
	frozen, _ := held(f)
	f.Add(saved(f, frozen))
	f.Add(saved(f, made(f, guarded)))
	f.Fuzz(func(t *testing.T, b []byte) {
		var m *core.Machine
		var err error
		thrifty(t, b, func() { m, err = core.Restore(b) })
		if err != nil {
			refused(t, err)
			return
		}
		first := saved(t, m)
		again, err := core.Restore(first)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, saved(t, again)) {
			t.Fatal("another machine after saving and restoring")
		}
		var s core.Status
		again.Status(&s)
		var out core.Output
		if err := again.Step(&core.Input{Now: s.Now + 1}, &out); err != nil {
			refused(t, err)
		}
	})
}

// wire is a message.
type wire interface {
	msgp.Marshaler
	msgp.Unmarshaler
}

// twice reads bytes as a message that a host reads. What can be read is the same
// when it is written and read once more.
func twice[M any, W interface {
	*M
	wire
}](t *testing.T, b []byte) {
	if err := core.CheckMessage(b); err != nil {
		refused(t, err)
		return
	}
	var first, second M
	var err error
	thrifty(t, b, func() { _, err = W(&first).UnmarshalMsg(b) })
	if err != nil {
		refused(t, err)
		return
	}
	written, err := W(&first).MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := W(&second).UnmarshalMsg(written)
	if err != nil || len(rest) != 0 {
		t.Fatalf("%d bytes left: %v", len(rest), err)
	}
	again, err := W(&second).MarshalMsg(nil)
	if err != nil || !bytes.Equal(written, again) {
		t.Fatalf("written anew it is another: %v", err)
	}
}

func FuzzOutput(f *testing.F) {
	_, out := opened(f)
	f.Add(marshalled(f, out))
	_, out = held(f)
	f.Add(marshalled(f, out))
	f.Fuzz(twice[core.Output])
}

func FuzzStatus(f *testing.F) {
	m, _ := opened(f)
	var s core.Status
	m.Status(&s)
	f.Add(marshalled(f, &s))
	frozen, _ := held(f)
	frozen.Status(&s)
	f.Add(marshalled(f, &s))
	f.Fuzz(twice[core.Status])
}
