package core_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// TestScripts runs the text scripts under testdata. Each command and what came
// of it stand there to be read; `go test ./core -rewrite` writes them anew.
//
//	new [level=L] [switch=NAME…] [POLICY…] [noreasons]   forgets the machine
//	open, step [now=SECONDS] [index=N]         one input, its facts a line each
//	status                                     what the machine says of itself
//
// A policy is one of these, with times in seconds:
//
//	bake=N, approval=N:promote|abort, promotion=each|in-order, failures=N,P%
//	duration=N, revert=N, giveup=N, rollbacks=MAX:BACKOFF, tag=NAME,
//	gates=NAME:hold|pass|fail,…, freezes
//
// The lines of an input:
//
//	job [multiregion] [spec=DIGEST] [GROUP:revert|GROUP]…
//	deployment STATUS [added] [id=ID] [version=N] [created=SECONDS] [paused=SECONDS] [resumed=SECONDS] [pausedfor=SECONDS]
//	group NAME [total=N] [canaries=N] [placed=N] [healthy=N] [unhealthy=N]
//	      [deadline=SECONDS] [by=SECONDS] [promote] [revert] [promoted] [ids=A,B]
//	alloc ID GROUP [DESIRED] [CLIENT] [healthy|unhealthy[@INDEX]] [canary] [told] [mi=N]
//	gone ID…, whole, table N, eval ID STATUS [create=N] [snapshot=N], evalgone ID
//	version N [stable] [stopped] [rollback] [spec=DIGEST] [tag=NAME], noversions
//	verdict GATE pass|fail|unknown, freeze FROM UNTIL, nofreezes
//	delivered, deleted
//	command ID KIND [all] [groups=A,B] [healthy=A,B] [unhealthy=A,B]
//	result N applied|rejected|unknown [INDEX] [epoch=N]
//
// "again" gives the steps since the last "new" to a machine of another level or
// with other switches, without the results of what it did not decide, and prints
// what it says otherwise and when.
//
// Every step is also taken by a twin that is saved and restored before it, and
// by one that does not keep reasons: they must decide the same.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/scripts", func(t *testing.T, path string) {
		s := &script{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "new":
				return s.new(t, d)
			case "open", "step":
				return s.step(t, d)
			case "again":
				return s.again(t, d)
			case "status":
				var st core.Status
				s.m.Status(&st)
				return formatStatus(&st)
			}
			d.Fatalf(t, "unknown command %q", d.Cmd)
			return ""
		})
	})
}

type script struct {
	m, quiet *core.Machine
	cfg      core.Config
	now      int64
	index    uint64
	inputs   []core.Input // since the last new
	outputs  []string     // to them
}

// config reads a configuration.
func config(t *testing.T, d *datadriven.TestData) core.Config {
	cfg := core.Config{Level: core.LevelNomad104, Reasons: true}
	for _, a := range d.CmdArgs {
		switch a.Key {
		case "level":
			cfg.Level = a.Vals[0]
		case "switch":
			before := cfg.Switches
			for _, info := range core.AllSwitches() {
				if info.Name == a.Vals[0] {
					cfg.Switches |= info.Switch
				}
			}
			require.NotEqual(t, before, cfg.Switches, "%s: there is no switch %s", d.Pos, a.Vals[0])
		case "noreasons":
			cfg.Reasons = false
		default:
			policy(t, d, &cfg.Policy, a.Key, a.Vals)
		}
	}
	return cfg
}

// policy reads one policy.
func policy(t *testing.T, d *datadriven.TestData, p *core.Policy, key string, vals []string) {
	val, more := "", ""
	if len(vals) != 0 {
		val, more, _ = strings.Cut(vals[0], ":")
	}
	switch key {
	case "bake":
		p.Bake = seconds(t, d, val)
	case "approval":
		p.Approval = core.Approval{Timeout: seconds(t, d, val), Then: word(t, d, more, core.ApprovalPromotes, core.ApprovalAborts)}
	case "promotion":
		p.Promotion = word(t, d, val, core.PromoteTogether, core.PromoteInOrder)
	case "failures":
		n, percent, _ := strings.Cut(val, ",")
		p.Failures = core.Failures{Limited: true, Number: int32(number(t, d, n)), Percent: int32(number(t, d, strings.TrimSuffix(percent, "%")))}
	case "duration":
		p.Duration = seconds(t, d, val)
	case "revert":
		p.RevertAfter = seconds(t, d, val)
	case "giveup":
		p.GiveUpAfter = seconds(t, d, val)
	case "rollbacks":
		p.Rollbacks = core.Rollbacks{Max: int32(number(t, d, val)), BackOff: seconds(t, d, more)}
	case "tag":
		p.RollbackTag = val
	case "gates":
		for g := range strings.SplitSeq(vals[0], ",") {
			name, unknown, _ := strings.Cut(g, ":")
			p.Gates = append(p.Gates, core.Gate{Name: name, Unknown: word(t, d, unknown, core.UnknownHolds, core.UnknownFails)})
		}
	case "freezes":
		p.Freezes = true
	default:
		d.Fatalf(t, "unknown argument %q", key)
	}
}

// word finds the value between first and last that is called s.
func word[V interface {
	~uint8
	String() string
}](t *testing.T, d *datadriven.TestData, s string, first, last V) V {
	for v := first; v <= last; v++ {
		if v.String() == s {
			return v
		}
	}
	d.Fatalf(t, "unknown word %q", s)
	return first
}

// again gives the inputs since the last new to a machine of another configuration,
// and prints what it says otherwise.
func (s *script) again(t *testing.T, d *datadriven.TestData) string {
	m, err := core.New(config(t, d))
	require.NoError(t, err)
	var b strings.Builder
	var out core.Output
	decided := uint64(0)
	for i := range s.inputs {
		in := s.inputs[i]
		in.Results = slices.DeleteFunc(slices.Clone(in.Results), func(r core.Result) bool { return r.Key.N > decided })
		err := m.Step(&in, &out)
		for _, e := range out.Effects {
			decided = e.Key.N
		}
		if err != nil {
			fmt.Fprintf(&b, "at %s: %v\n", at(in.Now), err)
		} else if text := formatOutput(&out); text != s.outputs[i] {
			fmt.Fprintf(&b, "at %s\n%s", at(s.inputs[i].Now), text)
		}
	}
	if b.Len() == 0 {
		return "the same\n"
	}
	return b.String()
}

func (s *script) new(t *testing.T, d *datadriven.TestData) string {
	s.cfg = config(t, d)
	s.now, s.index, s.inputs, s.outputs = 0, 0, nil, nil
	m, err := core.New(s.cfg)
	if err != nil {
		return err.Error() + "\n"
	}
	s.m = m
	quiet := s.cfg
	quiet.Reasons = false
	s.quiet, err = core.New(quiet)
	require.NoError(t, err)
	return "ok\n"
}

func (s *script) step(t *testing.T, d *datadriven.TestData) string {
	for _, a := range d.CmdArgs {
		switch a.Key {
		case "now":
			s.now = seconds(t, d, a.Vals[0])
		case "index":
			s.index = number(t, d, a.Vals[0])
		}
	}
	in := core.Input{Now: s.now}
	if d.Cmd == "open" {
		in.Epoch = 7
	}
	s.facts(t, d, &in)

	// The twin goes through bytes on every step.
	state, err := s.m.AppendState(nil)
	require.NoError(t, err)
	twin, err := core.Restore(state)
	require.NoError(t, err)

	var out, out2, out3 core.Output
	err = s.m.Step(&in, &out)
	err2 := twin.Step(&in, &out2)
	err3 := s.quiet.Step(&in, &out3)
	require.Equal(t, err, err2, "a restored machine must decide the same")
	require.Equal(t, err, err3, "a machine without reasons must decide the same")
	if err != nil {
		after, saveErr := s.m.AppendState(nil)
		require.NoError(t, saveErr)
		require.True(t, bytes.Equal(state, after), "an error must leave the machine as it was")
		var bad *core.Error
		require.True(t, errors.As(err, &bad))
		return err.Error() + "\n"
	}
	text := formatOutput(&out)
	s.inputs, s.outputs = append(s.inputs, in), append(s.outputs, text)
	require.Equal(t, text, formatOutput(&out2), "a restored machine must decide the same")
	if !s.cfg.Reasons {
		require.Empty(t, out.Reasons)
	}
	out.Reasons = nil
	require.Equal(t, formatOutput(&out), formatOutput(&out3), "reasons must change nothing else")
	saved, err := s.m.AppendState(nil)
	require.NoError(t, err)
	saved2, err := twin.AppendState(nil)
	require.NoError(t, err)
	require.True(t, bytes.Equal(saved, saved2), "a restored machine must come to the same state")
	return text
}

// facts reads the lines of an input.
func (s *script) facts(t *testing.T, d *datadriven.TestData, in *core.Input) {
	facts := false
	for line := range strings.SplitSeq(d.Input, "\n") {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		facts = facts || !slices.Contains([]string{"command", "result", "verdict", "freeze", "nofreezes"}, f[0])
		s.fact(t, d, in, f)
	}
	if facts {
		in.Index = s.index
	}
}

func (s *script) fact(t *testing.T, d *datadriven.TestData, in *core.Input, f []string) {
	opts, rest := options(f[1:])
	num := func(key string) uint64 {
		if v, ok := opts[key]; ok {
			return number(t, d, v)
		}
		return 0
	}
	sec := func(key string) int64 {
		if v, ok := opts[key]; ok {
			return seconds(t, d, v)
		}
		return 0
	}
	list := func(key string) []string {
		if v, ok := opts[key]; ok {
			return strings.Split(v, ",")
		}
		return nil
	}
	switch f[0] {
	case "job":
		in.Job = &core.Job{Namespace: "default", ID: "web", Type: "service", Priority: 50, Version: 1, ModifyIndex: 5, SpecDigest: opts["spec"], ExecDigest: opts["exec"]}
		for _, w := range rest {
			name, flag, _ := strings.Cut(w, ":")
			if w == "multiregion" {
				in.Job.Multiregion = true
				continue
			}
			in.Job.Groups = append(in.Job.Groups, core.JobGroup{Name: name, AutoRevert: flag == "revert"})
		}
	case "deployment":
		id := "d"
		if opts["id"] != "" {
			id = opts["id"]
		}
		in.Deployment = &core.Deployment{
			ID: id, JobVersion: max(num("version"), 1), CreateIndex: 1, ModifyIndex: s.index, Priority: int32(num("priority")), CreateTime: sec("created"),
			PausedAt: sec("paused"), ResumedAt: sec("resumed"), PausedFor: sec("pausedfor"),
		}
		for st := core.DeploymentRunning; st <= core.DeploymentInitializing; st++ {
			if st.String() == rest[0] {
				in.Deployment.Status = st
			}
		}
		in.CanariesAdded = len(rest) > 1 && rest[1] == "added"
	case "group":
		g := core.Group{
			Name:         rest[0],
			DesiredTotal: int32(num("total")), DesiredCanaries: int32(num("canaries")),
			PlacedAllocs: int32(num("placed")), HealthyAllocs: int32(num("healthy")), UnhealthyAllocs: int32(num("unhealthy")),
			ProgressDeadline: sec("deadline"), RequireProgressBy: sec("by"), PlacedCanaries: list("ids"),
		}
		for _, w := range rest[1:] {
			g.AutoPromote = g.AutoPromote || w == "promote"
			g.AutoRevert = g.AutoRevert || w == "revert"
			g.Promoted = g.Promoted || w == "promoted"
		}
		in.Deployment.Groups = append(in.Deployment.Groups, g)
	case "alloc":
		a := core.Allocation{ID: rest[0], Group: rest[1], Desired: core.DesiredRun, Client: core.ClientRunning, ModifyIndex: s.index}
		a.HealthTime, a.ModifyTime = sec("found"), sec("changed")
		if v, ok := opts["mi"]; ok {
			a.ModifyIndex = number(t, d, v)
		}
		for _, w := range rest[2:] {
			word, at, hasAt := strings.Cut(w, "@")
			index := s.index
			if hasAt {
				index = number(t, d, at)
			}
			switch word {
			case "healthy":
				a.Health, a.HealthIndex = core.Healthy, index
			case "unhealthy":
				a.Health, a.HealthIndex = core.Unhealthy, index
			case "canary":
				a.Canary = true
			case "told":
				a.Reschedule = true
			case "exhausted":
				a.Rescheduling = core.RescheduleExhausted
			case "without":
				a.Rescheduling = core.RescheduleWithout
			}
			for ds := core.DesiredRun; ds <= core.DesiredEvict; ds++ {
				if ds.String() == word {
					a.Desired = ds
				}
			}
			for cs := core.ClientPending; cs <= core.ClientUnknown; cs++ {
				if cs.String() == word {
					a.Client = cs
				}
			}
		}
		in.Allocations.Changed = append(in.Allocations.Changed, a)
	case "gone":
		in.Allocations.Removed = append(in.Allocations.Removed, rest...)
	case "whole":
		in.Allocations.Whole, in.Evaluations.Whole = true, true
	case "table":
		in.Allocations.TableIndex = number(t, d, rest[0])
	case "eval":
		e := core.Evaluation{ID: rest[0], CreateIndex: num("create"), SnapshotIndex: num("snapshot")}
		for st := core.EvaluationBlocked; st <= core.EvaluationPending; st++ {
			if st.String() == rest[1] {
				e.Status = st
			}
		}
		in.Evaluations.Changed = append(in.Evaluations.Changed, e)
	case "evalgone":
		in.Evaluations.Removed = append(in.Evaluations.Removed, rest...)
	case "version":
		v := core.JobVersion{Version: number(t, d, rest[0]), SpecDigest: opts["spec"], ExecDigest: opts["exec"], Tag: opts["tag"]}
		for _, w := range rest[1:] {
			v.Stable = v.Stable || w == "stable"
			v.Stopped = v.Stopped || w == "stopped"
			v.Rollback = v.Rollback || w == "rollback"
		}
		in.Versions, in.VersionsRead = append(in.Versions, v), true
	case "noversions":
		in.VersionsRead = true
	case "verdict":
		in.Verdicts = append(in.Verdicts, core.Verdict{Gate: rest[0], Value: word(t, d, rest[1], core.GatePass, core.GateUndecided)})
	case "freeze":
		in.Freezes, in.FreezesRead = append(in.Freezes, core.Span{From: seconds(t, d, rest[0]), Until: seconds(t, d, rest[1])}), true
	case "nofreezes":
		in.FreezesRead = true
	case "delivered":
		in.Delivered = true
	case "deleted":
		in.DeploymentDeleted = true
	case "command":
		c := &core.Command{ID: number(t, d, rest[0]), Healthy: list("healthy"), Unhealthy: list("unhealthy"), Groups: list("groups")}
		for k := core.CommandSetHealth; k <= core.CommandCancel; k++ {
			if k.String() == rest[1] {
				c.Kind = k
			}
		}
		c.All = len(rest) > 2 && rest[2] == "all"
		in.Command = c
	case "result":
		r := core.Result{Key: core.Key{Deployment: "d", Epoch: 7, N: number(t, d, rest[0])}}
		if v, ok := opts["epoch"]; ok {
			r.Key.Epoch = number(t, d, v)
		}
		if opts["id"] != "" {
			r.Key.Deployment = opts["id"]
		}
		for o := core.Applied; o <= core.Unknown; o++ {
			if o.String() == rest[1] {
				r.Outcome = o
			}
		}
		if len(rest) > 2 {
			r.Index = number(t, d, rest[2])
		}
		in.Results = append(in.Results, r)
	default:
		d.Fatalf(t, "unknown line %q", strings.Join(f, " "))
	}
}

// options splits words into key=value ones and the rest.
func options(words []string) (map[string]string, []string) {
	opts, rest := map[string]string{}, []string(nil)
	for _, w := range words {
		if k, v, ok := strings.Cut(w, "="); ok {
			opts[k] = v
		} else {
			rest = append(rest, w)
		}
	}
	return opts, rest
}

func number(t *testing.T, d *datadriven.TestData, s string) uint64 {
	v, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		d.Fatalf(t, "%q is not a number", s)
	}
	return v
}

func seconds(t *testing.T, d *datadriven.TestData, s string) int64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		d.Fatalf(t, "%q is not a number of seconds", s)
	}
	return int64(v * float64(time.Second))
}

func at(ns int64) string { return strconv.FormatFloat(float64(ns)/1e9, 'g', -1, 64) + "s" }

func formatOutput(out *core.Output) string {
	var b strings.Builder
	for i := range out.Effects {
		fmt.Fprintln(&b, formatEffect(&out.Effects[i]))
	}
	for _, k := range out.Withdrawn {
		fmt.Fprintf(&b, "withdrawn %d\n", k.N)
	}
	if r := out.Reply; r != nil {
		fmt.Fprintf(&b, "reply to %d: %s", r.Command, r.Refused)
		if r.Text != "" {
			fmt.Fprintf(&b, " (%s)", r.Text)
		}
		if r.EvaluationID != "" {
			b.WriteString(" with an evaluation")
		}
		if r.Reverted {
			fmt.Fprintf(&b, ", reverted to %d", r.RevertedVersion)
		}
		b.WriteString("\n")
	}
	if out.Stale {
		b.WriteString("stale\n")
	}
	if out.Done {
		b.WriteString("done\n")
	}
	if out.Wake.Reason != core.WakeNone {
		fmt.Fprintf(&b, "wake %s: %s\n", at(out.Wake.At), out.Wake.Reason)
	}
	for _, r := range out.Reasons {
		fmt.Fprintf(&b, "  %s: %s", r.Code.Rule(), r)
		if r.Time != 0 {
			fmt.Fprintf(&b, " [%s]", at(r.Time))
		}
		if r.Effect != 0 {
			fmt.Fprintf(&b, " (%d)", r.Effect)
		}
		b.WriteString("\n")
	}
	if b.Len() == 0 {
		return "nothing\n"
	}
	return b.String()
}

var triggers = map[core.EffectKind]string{
	core.EffectReschedule: "T1", core.EffectStatus: "T2", core.EffectPromote: "T3", core.EffectHealth: "T4", core.EffectRegion: "T5",
}

func formatEffect(e *core.Effect) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s (%d)", triggers[e.Kind], e.Kind, e.Key.N)
	if e.Command != 0 {
		fmt.Fprintf(&b, " for command %d", e.Command)
	}
	fmt.Fprintf(&b, " on %d/%d", e.DeploymentIndex, e.JobIndex)
	if e.Kind == core.EffectReschedule {
		fmt.Fprintf(&b, " allocations [%s]", strings.Join(e.Allocations, " "))
	}
	if e.Kind == core.EffectPromote {
		if e.All {
			b.WriteString(" all groups")
		} else {
			fmt.Fprintf(&b, " groups [%s]", strings.Join(e.Groups, " "))
		}
	}
	if e.Kind == core.EffectHealth {
		fmt.Fprintf(&b, " healthy [%s] unhealthy [%s] at %s", strings.Join(e.Healthy, " "), strings.Join(e.Unhealthy, " "), at(e.Timestamp))
	}
	if e.Status != 0 {
		fmt.Fprintf(&b, " %s", e.Status)
	}
	if e.Description != "" {
		fmt.Fprintf(&b, " %q", e.Description)
	}
	if e.Rollback {
		fmt.Fprintf(&b, " rollback to %d", e.RollbackVersion)
	}
	if ev := e.Evaluation; ev != nil {
		fmt.Fprintf(&b, " with an evaluation at %s", at(ev.Time))
		if ev.Priority != 50 { // the job's
			fmt.Fprintf(&b, " of priority %d", ev.Priority)
		}
	}
	return b.String()
}

func formatStatus(s *core.Status) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", s.Status)
	for _, f := range []struct {
		on   bool
		text string
	}{{s.Deleted, "deleted"}, {s.Ended, "ended"}, {s.Done, "done"}} {
		if f.on {
			b.WriteString(", " + f.text)
		}
	}
	b.WriteString("\n")
	sort.Slice(s.Groups, func(i, k int) bool { return s.Groups[i].Name < s.Groups[k].Name })
	for _, g := range s.Groups {
		fmt.Fprintf(&b, "group %s: %d live of %d, canaries %d healthy and %d placed of %d, counters %d/%d/%d",
			g.Name, g.Live, g.DesiredTotal, g.HealthyCanaries, g.PlacedCanaries, g.DesiredCanaries,
			g.PlacedAllocs, g.HealthyAllocs, g.UnhealthyAllocs)
		if g.Done {
			b.WriteString(", done")
		}
		b.WriteString("\n")
	}
	for _, w := range s.Waits {
		fmt.Fprintf(&b, "waits for %s: %s\n", w.Actor, waitText(w))
	}
	return b.String()
}

func waitText(w core.Wait) string {
	text := w.String()
	if w.Until != 0 {
		text += " [" + at(w.Until) + "]"
	}
	return text
}
