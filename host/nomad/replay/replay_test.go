package replay_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/nomad"
	"github.com/coxswain/coxswain/host/nomad/replay"
	"github.com/stretchr/testify/require"
)

var level = core.Config{Level: core.LevelNomad104}

func bundled(t testing.TB) []string {
	files, err := filepath.Glob("../testdata/recordings/*.ndjson")
	require.NoError(t, err)
	require.Len(t, files, 26)
	return files
}

func run(t testing.TB, rec *nomad.Recording) *replay.Report {
	rep, err := replay.Run(context.Background(), rec, engine.Native(), level)
	require.NoError(t, err)
	return rep
}

func requireAgrees(t testing.TB, rep *replay.Report) {
	t.Helper()
	for _, r := range rep.Rows {
		if r.Verdict == replay.Missed || r.Verdict == replay.Extra {
			t.Errorf("%s at %.3f s: %s: %s (%s)", rep.Name, float64(r.Time)/1e9, r.Verdict, r.Text, r.Note)
		}
	}
}

// Every decision of the real watcher is made, and no other.
func TestBundledRecordings(t *testing.T) {
	var total replay.Counts
	for _, file := range bundled(t) {
		rec, err := nomad.ReadFile(file)
		require.NoError(t, err)
		rep := run(t, rec)
		requireAgrees(t, rep)
		total.Add(rep.Counts)
	}
	require.Equal(t, replay.Counts{Recordings: 26, Decisions: 126, Agreed: 126, Undetermined: 1, Repeats: 34}, total)
}

// lines reads a recording as the JSON objects of its lines.
func lines(t testing.TB, file string) []map[string]any {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var list []map[string]any
	in := bufio.NewScanner(f)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		d := json.NewDecoder(bytes.NewReader(in.Bytes()))
		d.UseNumber()
		var o map[string]any
		require.NoError(t, d.Decode(&o))
		list = append(list, o)
	}
	require.NoError(t, in.Err())
	return list
}

func read(t testing.TB, name string, list []map[string]any) *nomad.Recording {
	var b bytes.Buffer
	for _, o := range list {
		require.NoError(t, json.NewEncoder(&b).Encode(o))
	}
	rec, err := nomad.Read(name, &b)
	require.NoError(t, err)
	return rec
}

// Commands are found in the writes when no sidecar tells of them.
func TestWithoutSidecar(t *testing.T) {
	var total replay.Counts
	for _, file := range bundled(t) {
		rep := run(t, read(t, filepath.Base(file), lines(t, file)))
		requireAgrees(t, rep)
		total.Add(rep.Counts)
	}
	require.Equal(t, 126, total.Agreed)
}

// plain keeps what curl would have recorded.
func plain(list []map[string]any) (kept []map[string]any, whole bool) {
	whole = true
	for _, o := range list {
		// What came before a snapshot is not in the events, and nothing in them
		// tells of a new leader.
		if o["Snapshot"] != nil || o["Leader"] != nil {
			whole = false
		}
		if _, ok := o["Events"]; ok {
			delete(o, "t")
			kept = append(kept, o)
		}
	}
	return kept, whole
}

// A plain stream has no clock of its own: stamps of the servers must do.
func TestPlainStream(t *testing.T) {
	var total replay.Counts
	for _, file := range bundled(t) {
		kept, whole := plain(lines(t, file))
		if !whole {
			continue
		}
		rep := run(t, read(t, filepath.Base(file), kept))
		requireAgrees(t, rep)
		total.Add(rep.Counts)
	}
	require.Equal(t, 23, total.Recordings)
	require.Equal(t, 115, total.Agreed)
}

// Several jobs and deployments in one recording: all recordings that begin at
// the beginning, interleaved by time, their indexes numbered anew.
func TestManyJobsInOneRecording(t *testing.T) {
	type event struct {
		t    float64
		file int
		line map[string]any
	}
	var all []event
	decisions, zero, last := 0, first(t), uint64(0)
	files := bundled(t)
	slices.SortFunc(files, func(a, b string) int { return int(start(t, a) - start(t, b)) })
	for i, file := range files {
		list := lines(t, file)
		rec, err := nomad.ReadFile(file)
		require.NoError(t, err)
		// Recordings of one agent only, whose indexes go on: not those that begin
		// with a snapshot.
		if rec.Entries[0].Commit == nil || rec.Entries[0].Commit.Index <= last {
			continue
		}
		for k := range rec.Entries {
			if c := rec.Entries[k].Commit; c != nil {
				last = c.Index
			}
		}
		decisions += run(t, rec).Agreed
		for _, o := range list {
			if _, ok := o["Events"]; !ok {
				continue
			}
			at, err := o["t"].(json.Number).Float64()
			require.NoError(t, err)
			// Absolute, so that clocks fit: every stamp stays as it is.
			all = append(all, event{at + float64(rec.Start-zero)/1e9, i, o})
		}
	}
	slices.SortStableFunc(all, func(a, b event) int {
		switch {
		case a.t < b.t:
			return -1
		case a.t > b.t:
			return 1
		}
		return 0
	})
	var list []map[string]any
	for i := range all {
		all[i].line["t"] = json.Number(jsonFloat(all[i].t))
		list = append(list, all[i].line)
	}
	rep := run(t, read(t, "all", list))
	requireAgrees(t, rep)
	require.Equal(t, decisions, rep.Agreed)
	require.Greater(t, decisions, 70)
}

func start(t testing.TB, file string) int64 {
	rec, err := nomad.ReadFile(file)
	require.NoError(t, err)
	return rec.Start
}

func jsonFloat(f float64) string {
	b, _ := json.Marshal(f)
	return string(b)
}

// first is the start of the earliest recording.
func first(t testing.TB) int64 {
	at := int64(1<<63 - 1)
	for _, file := range bundled(t) {
		rec, err := nomad.ReadFile(file)
		require.NoError(t, err)
		at = min(at, rec.Start)
	}
	return at
}

// remembered are recordings in which what the watcher remembers decides: the
// deadline as of its last delivery (D3), or that nothing has changed (P4). One
// that begins anew decides otherwise there (L3).
var remembered = []string{"health-set-back-to-good", "other-deployment-reveals-deadline", "pause-while-canary-gets-healthy"}

// Wherever a recording is cut, and begun with a snapshot of what was known
// there, the rest agrees: what a watcher holds in memory hardly matters.
func TestBegunAnywhere(t *testing.T) {
	undetermined := 0
	for _, file := range bundled(t) {
		rec, err := nomad.ReadFile(file)
		require.NoError(t, err)
		if slices.Contains(remembered, rec.Name) {
			continue
		}
		base := run(t, rec)
		var c nomad.Cluster
		for i := range rec.Entries {
			e := &rec.Entries[i]
			switch {
			case e.Snapshot != nil:
				c.Load(e.Snapshot)
			case e.Commit != nil:
				c.Apply(e.Commit)
			}
			if i+1 == len(rec.Entries) || e.Command != nil || onItsWay(base, e.Time-rec.Start) {
				continue
			}
			cut := *rec
			cut.Start = e.Time
			cut.Entries = append([]nomad.Entry{{Time: e.Time, Snapshot: snapshot(&c, rec)}}, rec.Entries[i+1:]...)
			rep := run(t, &cut)
			requireAgrees(t, rep)
			undetermined += rep.Undetermined
		}
	}
	require.Less(t, undetermined, 30)
}

// onItsWay reports whether a T1 is decided and not written yet (B4): then two
// windows' memory would be missing.
func onItsWay(rep *replay.Report, at int64) bool {
	return slices.ContainsFunc(rep.Rows, func(r replay.Row) bool {
		return r.Trigger == "T1" && at >= r.Time && at < r.Time+350_000_000
	})
}

// snapshot is everything that a cluster holds for the jobs of a recording.
func snapshot(c *nomad.Cluster, rec *nomad.Recording) *nomad.Snapshot {
	s := &nomad.Snapshot{Index: c.Index()}
	jobs, deployments, allocs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range rec.Entries {
		var js []*nomad.Job
		var ds []*nomad.Deployment
		var as []*nomad.Allocation
		if b := rec.Entries[i].Snapshot; b != nil {
			js, ds, as = b.Jobs, b.Deployments, b.Allocations
		}
		if k := rec.Entries[i].Commit; k != nil {
			for _, w := range k.Jobs {
				js = append(js, w.Object)
			}
			for _, w := range k.Deployments {
				ds = append(ds, w.Object)
			}
			for _, w := range k.Allocations {
				as = append(as, w.Object)
			}
		}
		for _, j := range js {
			if now := c.Job(j.Namespace, j.ID); now != nil && !jobs[j.ID] {
				jobs[j.ID] = true
				s.Jobs = append(s.Jobs, now)
				s.Versions = append(s.Versions, c.Versions(j.Namespace, j.ID)...)
				s.Evaluations = append(s.Evaluations, c.Evaluations(j.Namespace, j.ID)...)
			}
		}
		for _, d := range ds {
			if now := c.Deployment(d.ID); now != nil && !deployments[d.ID] {
				deployments[d.ID] = true
				s.Deployments = append(s.Deployments, now)
			}
		}
		for _, a := range as {
			if now := c.Allocation(a.ID); now != nil && !allocs[a.ID] {
				allocs[a.ID] = true
				s.Allocations = append(s.Allocations, now)
			}
		}
	}
	return s
}

// A new leader where no window is open and no deadline has been skipped changes
// nothing: the facts are all that matters (L3).
func TestNewLeaderBetweenDecisions(t *testing.T) {
	changes := 0
	for _, file := range bundled(t) {
		rec, err := nomad.ReadFile(file)
		require.NoError(t, err)
		if slices.Contains(remembered, rec.Name) {
			continue
		}
		base := run(t, rec)
		for i := range rec.Entries {
			at := rec.Entries[i].Time + 301_000_000
			if rec.Entries[i].Commit == nil || nearDecision(base, at-rec.Start) ||
				i+1 < len(rec.Entries) && rec.Entries[i+1].Time <= at {
				continue
			}
			cut := *rec
			cut.Entries = slices.Insert(slices.Clone(rec.Entries), i+1, nomad.Entry{Time: at, Leader: true})
			requireAgrees(t, run(t, &cut))
			changes++
		}
	}
	require.Greater(t, changes, 20)
}

// Who records hears of a new leader late: what it wrote before its line, after
// a silence, is its own.
func TestLeaderHeardOfLate(t *testing.T) {
	rec, err := nomad.ReadFile("../testdata/recordings/first-version-fails.ndjson")
	require.NoError(t, err)
	i := slices.IndexFunc(rec.Entries, func(e nomad.Entry) bool {
		return e.Commit != nil && slices.ContainsFunc(e.Commit.Deployments, func(d nomad.Written[nomad.Deployment]) bool {
			return d.Object.Status == core.DeploymentFailed
		})
	})
	require.Positive(t, i)
	// The server was down when the deadline passed, and wrote a second later.
	late := *rec
	late.Entries = slices.Clone(rec.Entries)
	for k := i; k < len(late.Entries); k++ {
		late.Entries[k].Time += 1_000_000_000
	}
	late.End += 1_000_000_000
	rep := run(t, &late)
	require.Equal(t, 1, rep.Missed, "without the line it is another decision")
	late.Entries = slices.Insert(late.Entries, i+1, nomad.Entry{Time: late.Entries[i].Time + 40_000_000, Leader: true})
	for k := i + 2; k < len(late.Entries); k++ {
		late.Entries[k].Time = max(late.Entries[k].Time, late.Entries[i+1].Time)
	}
	rep = run(t, &late)
	requireAgrees(t, rep)
	require.Equal(t, 2, rep.Agreed)
	require.Equal(t, 1, rep.Undetermined)
}

// nearDecision reports whether a T1 lies ahead for which a window may be open,
// or was decided and may not be written yet.
func nearDecision(rep *replay.Report, at int64) bool {
	const second = int64(1_000_000_000)
	for _, r := range rep.Rows {
		if r.Trigger == "T1" && at > r.Time-1_100*second/1000 && at < r.Time+second/2 {
			return true
		}
	}
	return false
}

// The comparison can fail: each change of a recording is found, with the verdict
// that it deserves.
func TestTamperedRecordings(t *testing.T) {
	for _, c := range []struct {
		name, file     string
		change         func(t *testing.T, o map[string]any, events []map[string]any) (keep bool)
		missed, extra  int
		note           string
		maxAgreed      int
		allowMoreExtra bool
	}{
		{"a failure was not written", "canary-fails-revert", dropType("DeploymentStatusUpdate"), 0, 1, "", 3, true},
		{"another description", "canary-fails-revert", edit("Deployment", "DeploymentStatusUpdate", func(d map[string]any) {
			d["StatusDescription"] = "Failed due to unhealthy allocations"
		}), 1, 1, "recorded is \"Failed due to unhealthy allocations\"", 3, false},
		{"another status", "canary-fails-revert", edit("Deployment", "DeploymentStatusUpdate", func(d map[string]any) {
			d["Status"] = "cancelled"
		}), 1, 1, "recorded is cancelled", 3, false},
		{"no rollback was registered", "canary-fails-revert", drop("Job", "DeploymentStatusUpdate"), 1, 1, "rollback to [0]", 3, false},
		{"another specification was registered", "canary-fails-revert", edit("Job", "DeploymentStatusUpdate", func(j map[string]any) {
			j["Priority"] = json.Number("77")
		}), 1, 1, "rollback to [0]", 3, false},
		{"no evaluation with the failure", "canary-fails-revert", drop("Evaluation", "DeploymentStatusUpdate"), 1, 1, "evaluation: true, recorded: false", 3, false},
		{"an evaluation at another time", "first-version-fails", edit("Evaluation", "AllocationUpdateDesiredStatus", func(e map[string]any) {
			n, _ := e["CreateTime"].(json.Number).Int64()
			e["CreateTime"] = json.Number(jsonInt(n + 150_000_000))
		}), 1, 1, "ms apart", 1, false},
		{"an allocation was not let go", "first-version-fails", drop("Allocation", "AllocationUpdateDesiredStatus"), 1, 1, "allocations [", 1, true},
		{"a group was not promoted", "two-groups-autopromote", edit("Deployment", "", func(d map[string]any) {
			d["TaskGroups"].(map[string]any)["slow"].(map[string]any)["Promoted"] = false
		}), 1, 1, "did not decide this", 20, true}, // the write now counts as a user's, and the next window from ours
		{"nobody asked for the next step", "rolling-success", dropType("AllocationUpdateDesiredStatus"), 0, 4, "", 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := "../testdata/recordings/" + c.file + ".ndjson"
			var kept []map[string]any
			for _, o := range lines(t, file) {
				var events []map[string]any
				if list, ok := o["Events"].([]any); ok {
					for _, e := range list {
						events = append(events, e.(map[string]any))
					}
				}
				if c.change(t, o, events) {
					kept = append(kept, o)
				}
			}
			rep := run(t, read(t, c.file, kept))
			require.Equal(t, c.missed, rep.Missed, "missed")
			if c.allowMoreExtra {
				require.GreaterOrEqual(t, rep.Extra, c.extra, "extra")
			} else {
				require.Equal(t, c.extra, rep.Extra, "extra")
			}
			require.LessOrEqual(t, rep.Agreed, c.maxAgreed)
			notes := ""
			for _, r := range rep.Rows {
				notes += r.Note + "\n"
			}
			require.Contains(t, notes, c.note)
		})
	}
}

func jsonInt(n int64) string {
	b, _ := json.Marshal(n)
	return string(b)
}

type change = func(t *testing.T, o map[string]any, events []map[string]any) bool

// dropType drops whole lines with events of a type.
func dropType(kind string) change {
	return func(_ *testing.T, _ map[string]any, events []map[string]any) bool {
		return !slices.ContainsFunc(events, func(e map[string]any) bool { return e["Type"] == kind })
	}
}

// drop drops events of a topic and type from their lines.
func drop(topic, kind string) change {
	return func(_ *testing.T, o map[string]any, events []map[string]any) bool {
		if events == nil {
			return true
		}
		var kept []any
		for _, e := range events {
			if e["Topic"] != topic || e["Type"] != kind {
				kept = append(kept, e)
			}
		}
		o["Events"] = kept
		return len(kept) != 0
	}
}

// edit changes the object of events of a topic and, unless empty, type.
func edit(topic, kind string, with func(map[string]any)) change {
	return func(_ *testing.T, _ map[string]any, events []map[string]any) bool {
		for _, e := range events {
			if e["Topic"] == topic && (kind == "" || e["Type"] == kind) {
				with(e["Payload"].(map[string]any)[topic].(map[string]any))
			}
		}
		return true
	}
}

// What a recording cannot tell is counted apart.
func TestUndetermined(t *testing.T) {
	// A decision just before the end.
	rec, err := nomad.ReadFile("../testdata/recordings/rolling-success.ndjson")
	require.NoError(t, err)
	for i := range rec.Entries {
		if c := rec.Entries[i].Commit; c != nil && c.Index == 16 {
			rec.Entries = rec.Entries[:i]
			rec.End = rec.Start + 2_300_000_000
			break
		}
	}
	rep := run(t, rec)
	require.Equal(t, 1, rep.Undetermined)
	require.Zero(t, rep.Decisions)

	// The same some time before the end is extra.
	rec.End += 300_000_000
	rep = run(t, rec)
	require.Equal(t, 1, rep.Extra)

	// A deployment whose job is not known is reported and not watched, and what
	// was decided for it is missed.
	var kept []map[string]any
	for _, o := range lines(t, "../testdata/recordings/no-progress-deadline-fails.ndjson") {
		if drop("Job", "JobRegistered")(t, o, eventsOf(o)) && drop("Job", "PlanResult")(t, o, eventsOf(o)) &&
			drop("Job", "EvaluationUpdated")(t, o, eventsOf(o)) && drop("Job", "AllocationUpdated")(t, o, eventsOf(o)) {
			kept = append(kept, o)
		}
	}
	rep = run(t, read(t, "jobless", kept))
	require.Equal(t, 2, rep.Missed)
	text := ""
	for _, r := range rep.Rows {
		text += r.Text + r.Note + "\n"
	}
	require.Contains(t, text, "not watched")
	require.Contains(t, text, "Snapshot line")
}

func eventsOf(o map[string]any) []map[string]any {
	var events []map[string]any
	if list, ok := o["Events"].([]any); ok {
		for _, e := range list {
			events = append(events, e.(map[string]any))
		}
	}
	return events
}

// A command that was answered with an error expects no write, and a promotion
// that the cluster refuses is none.
func TestRefusals(t *testing.T) {
	rec, err := nomad.ReadFile("../testdata/recordings/canary-manual-promote.ndjson")
	require.NoError(t, err)
	id := ""
	for i := range rec.Entries {
		if c := rec.Entries[i].Command; c != nil {
			id = c.Deployment
			// The same command a second earlier, refused.
			early := rec.Entries[i]
			again := *c
			again.Refused, again.Text, again.Index = true, "not yet", 0
			early.Command = &again
			k := slices.IndexFunc(rec.Entries, func(e nomad.Entry) bool { return e.Time > early.Time-1_000_000_000 })
			early.Time = rec.Entries[k].Time
			rec.Entries = slices.Insert(slices.Clone(rec.Entries), k, early)
			break
		}
	}
	require.NotEmpty(t, id)
	rep := run(t, rec)
	requireAgrees(t, rep)
	require.True(t, slices.ContainsFunc(rep.Rows, func(r replay.Row) bool {
		return r.Verdict == replay.Refused && strings.Contains(r.Note, "not yet")
	}))
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rec, err := nomad.ReadFile(bundled(t)[0])
	require.NoError(t, err)
	_, err = replay.Run(ctx, rec, engine.Native(), level)
	require.ErrorIs(t, err, context.Canceled)
}
