package journal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/journal"
	"github.com/stretchr/testify/require"
)

// largest is the longest policy that core takes.
func largest() core.Policy {
	p := core.Policy{
		Bake: core.MaxTime, Approval: core.Approval{Timeout: core.MaxTime, Then: core.ApprovalAborts}, Promotion: core.PromoteInOrder,
		Failures: core.Failures{Limited: true, Number: 1 << 30, Percent: 100}, Duration: core.MaxTime,
		RevertAfter: core.MaxTime, GiveUpAfter: core.MaxTime, Rollbacks: core.Rollbacks{Max: core.MaxVersions, BackOff: core.MaxTime},
		RollbackTag: strings.Repeat("t", core.MaxIDLength), Freezes: true,
	}
	for i := range core.MaxGates {
		name := fmt.Sprint("gate ", i, " ")
		p.Gates = append(p.Gates, core.Gate{Name: name + strings.Repeat("g", core.MaxIDLength-len(name)), Unknown: core.UnknownFails})
	}
	return p
}

// Any policy fits, in an opening and in a head, and comes back as it was.
func TestLargestPolicy(t *testing.T) {
	cfg := core.Config{Level: core.LevelStrict, Switches: 1, Reasons: true, Policy: largest()}
	_, err := core.New(cfg)
	require.NoError(t, err, "core takes it")
	dir := t.TempDir()
	w, err := journal.Create(dir, "test", journal.Head{Config: cfg}, journal.Options{})
	require.NoError(t, err)
	f := newFleet(w, 0)
	other := cfg
	other.Policy.RollbackTag = "golden"
	require.NoError(t, f.open("d1", &other))
	require.NoError(t, w.Close())
	segments, err := journal.Segments(dir)
	require.NoError(t, err)
	r, err := journal.Open(segments[0].Path)
	require.NoError(t, err)
	defer r.Close()
	rec, err := r.Next()
	require.NoError(t, err)
	require.Equal(t, cfg, rec.Head.Config)
	rec, err = r.Next()
	require.NoError(t, err)
	require.Equal(t, &other, rec.Config)
}

// A journal of machines with policies of their own, of verdicts and of freezes
// replays with every engine, also from the middle. One other verdict shows.
func TestReplayPolicies(t *testing.T) {
	dir := t.TempDir()
	w := create(t, dir, journal.Options{SegmentBytes: 3000})
	f := newFleet(w, 0)
	verdict := func(id string, v core.GateVerdict) error {
		return f.step(id, &core.Input{Verdicts: []core.Verdict{{Gate: "metrics", Value: v}}})
	}
	freeze := func(id string, spans ...core.Span) error {
		return f.step(id, &core.Input{Freezes: spans, FreezesRead: true})
	}
	cfg := core.Config{Level: core.LevelStrict, Policy: core.Policy{
		Bake: 5 * second, Freezes: true, Gates: []core.Gate{{Name: "metrics"}}, Duration: 90 * second,
	}}
	effects := 0
	for i := range 6 {
		id := fmt.Sprint("d", i)
		require.NoError(t, f.open(id, &cfg))
		for _, do := range []func() error{
			func() error { return verdict(id, core.GateUndecided) },
			func() error { return freeze(id, core.Span{From: f.now, Until: f.now + 40*second}) },
			func() error { return f.place(id, id+"-a", core.Healthy) },
			func() error { f.now += 20 * second; return f.step(id, &core.Input{}) },
			func() error { return freeze(id) },
			func() error { return verdict(id, core.GatePass) },
			func() error {
				return f.step(id, &core.Input{Verdicts: []core.Verdict{{Gate: "nosuch", Value: core.GatePass}}}) // refused
			},
			func() error { return verdict(id, core.GateFail) },
		} {
			require.NoError(t, do())
			effects += len(f.out.Effects)
			if w.Full() {
				require.NoError(t, w.Rotate(f.states()))
			}
		}
	}
	require.Equal(t, 6, effects, "each gate fails its deployment")
	require.NoError(t, w.Close())
	segments, err := journal.Segments(dir)
	require.NoError(t, err)
	require.Greater(t, len(segments), 1)
	wasm, err := engine.Wasm(t.Context(), engine.Options{})
	require.NoError(t, err)
	defer wasm.Close(t.Context())
	for _, e := range []host.Engine{engine.Native(), wasm} {
		result, err := journal.ReplayAll(t.Context(), segments, e)
		require.NoError(t, err)
		require.Equal(t, int64(6), result.Openings)
		require.Equal(t, int64(6), result.Bad)
		result, err = journal.ReplayAll(t.Context(), segments[1:], e)
		require.NoError(t, err)
		require.NotZero(t, result.Steps)
	}

	// An output that another verdict would have given.
	w = create(t, t.TempDir(), journal.Options{})
	f = newFleet(w, 0)
	require.NoError(t, f.open("d", &cfg))
	lie := core.Input{Now: f.now, Verdicts: []core.Verdict{{Gate: "metrics", Value: core.GateFail}}}
	require.NoError(t, f.machines["d"].Step(&lie, &f.out))
	lie.Verdicts[0].Value = core.GatePass
	require.NoError(t, w.Step("d", &lie, &f.out))
	require.NoError(t, w.Close())
	r, err := journal.Open(w.File())
	require.NoError(t, err)
	defer r.Close()
	_, err = journal.Replay(t.Context(), r, journal.Native{})
	var different *journal.DifferenceError
	require.ErrorAs(t, err, &different)
}
