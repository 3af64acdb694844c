package simulate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/simulate"
	"github.com/stretchr/testify/require"
)

// run plays a scenario with the native engine.
func run(t *testing.T, sc *simulate.Scenario) *simulate.Result {
	r, err := simulate.Run(context.Background(), sc, engine.Native(), simulate.Config{Core: core.Config{Level: core.LevelNomad104}})
	require.NoError(t, err)
	return r
}

// story plays a scenario and returns its rows, without reasons, from the time on
// at which a version was registered last.
func story(t *testing.T, yaml string) []string {
	sc, err := simulate.Read("s.yaml", strings.NewReader(yaml))
	require.NoError(t, err)
	var rows []string
	for _, r := range run(t, sc).Rows {
		if strings.HasSuffix(r.Text, "registered") {
			rows = nil
		}
		text := fmt.Sprintf("%.2f %s", float64(r.Time)/1e9, r.Text)
		if r.Kind == simulate.RowDecision {
			text = fmt.Sprintf("%.2f %s %s: %s", float64(r.Time)/1e9, r.Trigger, r.Text, r.Outcome)
		}
		rows = append(rows, text)
	}
	return rows
}

// one is a version of one group with one allocation, whose restart and
// reschedule policies are short.
const one = `versions:
  - at: 0s
    groups:
      - name: web
        update: {min_healthy_time: 1s, healthy_deadline: 5s, progress_deadline: 10s}
        restart: {attempts: 1, delay: 500ms}
        reschedule: {delay: 2s}
`

const begun = "0.00 deployment d0 of version 0: Deployment is running; web 0 of 1 healthy"

// TestClients has each fate of an allocation.
func TestClients(t *testing.T) {
	for _, c := range []struct {
		name, fate string
		want       []string
	}{
		{"healthy after min_healthy_time", "", []string{
			"0.30 allocations: web-v0.1 running",
			"1.30 deployment d0; web 1 of 1 healthy", "1.30 allocations: web-v0.1 healthy",
			"2.30 T1 ask for the next step: written",
			"2.55 job job: version 0 is stable", "2.55 deployment d0: successful, Deployment completed successfully"}},
		{"healthy later", "{after: 3s, start: 1s}", []string{
			"1.00 allocations: web-v0.1 running",
			"4.00 deployment d0; web 1 of 1 healthy", "4.00 allocations: web-v0.1 healthy",
			"5.00 T1 ask for the next step: written",
			"5.25 job job: version 0 is stable", "5.25 deployment d0: successful, Deployment completed successfully"}},
		{"too late: unhealthy at the healthy deadline, and not replaced while it runs", "{after: 6s}", []string{
			"0.30 allocations: web-v0.1 running",
			"5.00 deployment d0; web 0 of 1 healthy, 1 unhealthy", "5.00 allocations: web-v0.1 unhealthy",
			"6.00 T1 ask for the next step and let web-v0.1 be replaced: written", "6.25 allocations: web-v0.1 may be replaced",
			`10.00 T2 failed: "Failed due to progress deadline": written`, "10.00 deployment d0: failed, Failed due to progress deadline"}},
		{"fails: restarted once, then replaced after the delay", "{allocations: [1], does: fails}", []string{
			"0.30 allocations: web-v0.1 running", "0.50 allocations: web-v0.1 starting again", "1.00 allocations: web-v0.1 running",
			"1.20 deployment d0; web 0 of 1 healthy, 1 unhealthy", "1.20 allocations: web-v0.1 unhealthy",
			"2.20 T1 ask for the next step and let web-v0.1 be replaced: written", "2.45 allocations: web-v0.1 may be replaced",
			"3.20 deployment d0; web 0 of 1 healthy, 1 unhealthy", "3.20 allocations: web-v0.2 placed; web-v0.1 told to stop",
			"3.50 allocations: web-v0.2 running",
			"4.50 deployment d0; web 1 of 1 healthy, 1 unhealthy", "4.50 allocations: web-v0.2 healthy",
			"5.50 T1 ask for the next step: written",
			"5.75 job job: version 0 is stable", "5.75 deployment d0: successful, Deployment completed successfully"}},
		{"flaps: as often as it may", "{does: flaps, times: 1, after: 600ms}", []string{
			"0.30 allocations: web-v0.1 running", "0.90 allocations: web-v0.1 starting again", "1.40 allocations: web-v0.1 running",
			"2.40 deployment d0; web 1 of 1 healthy", "2.40 allocations: web-v0.1 healthy",
			"3.40 T1 ask for the next step: written",
			"3.65 job job: version 0 is stable", "3.65 deployment d0: successful, Deployment completed successfully"}},
		{"silent: nothing is heard, and the deadline passes", "{does: silent}", []string{
			`10.00 T2 failed: "Failed due to progress deadline": written`, "10.00 deployment d0: failed, Failed due to progress deadline"}},
		{"lost and replaced at once", "{allocations: [1], lost_at: 700ms}", []string{
			"0.30 allocations: web-v0.1 running", "0.70 the node of web-v0.1 is lost",
			"0.70 deployment d0; web 0 of 1 healthy", "0.70 allocations: web-v0.2 placed; web-v0.1 lost",
			"1.00 allocations: web-v0.2 running", "2.00 deployment d0; web 1 of 1 healthy", "2.00 allocations: web-v0.2 healthy",
			"3.00 T1 ask for the next step: written",
			"3.25 job job: version 0 is stable", "3.25 deployment d0: successful, Deployment completed successfully"}},
		{"lost, and no room", "{lost_after: 700ms, replaced: false}", []string{
			"0.30 allocations: web-v0.1 running", "0.70 the node of web-v0.1 is lost", "0.70 allocations: web-v0.1 lost",
			`10.00 T2 failed: "Failed due to progress deadline": written`, "10.00 deployment d0: failed, Failed due to progress deadline"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			yaml := one
			if c.fate != "" {
				yaml += "fates: [" + c.fate + "]\n"
			}
			want := append([]string{"0.00 job job: version 0 registered", begun, "0.00 allocations: web-v0.1 placed"}, c.want...)
			require.Equal(t, want, story(t, yaml))
		})
	}
}

// A stopped job: everything stops, and its deployment is cancelled (S7).
func TestStop(t *testing.T) {
	require.Equal(t, []string{
		"0.00 job job: version 0 registered", begun, "0.00 allocations: web-v0.1 placed", "0.30 allocations: web-v0.1 running",
		"1.00 job job: version 1 stops it",
		"1.00 deployment d0: cancelled, Cancelled because job is stopped", "1.00 allocations: web-v0.1 told to stop",
		"1.15 allocations: web-v0.1 complete",
	}, story(t, one+"stop: 1s\n"))
}

// Commands to nobody, to what has ended, and that the store refuses.
func TestRefusedCommands(t *testing.T) {
	rows := story(t, one+`commands:
  - {at: 100ms, do: pause, version: 7}
  - {at: 200ms, do: set-health, healthy: [7]}
  - {at: 9s, do: promote}
`)
	require.Contains(t, rows, "0.10 pause asked of no deployment: refused: deployment not found")
	require.Contains(t, rows, "0.20 T4 set health: web-v0.7 healthy: refused")
	require.Equal(t, "9.00 refused: can't promote terminal deployment", rows[len(rows)-1])
}

// Without a leader nothing is decided; a new one starts from the cluster's state
// (L3). What no answer came to is sent again.
func TestTroubles(t *testing.T) {
	rows := story(t, one+`leadership: [{lost: 2s, gained: 3s}]
commands: [{at: 2500ms, do: pause}]
faults: [{from: 4s, to: 4500ms, answer: unknown}]
`)
	require.Equal(t, []string{
		"2.00 leadership is lost, and with it what the watcher remembers",
		"2.50 pause", "2.50 refused: there is no leader",
		"3.00 leadership is gained; everything is read anew",
		"4.00 T1 ask for the next step: written",
		"4.25 T1 for d0: no answer came, attempt 1", "4.35 T1 for d0: no answer came, attempt 2",
		"4.55 job job: version 0 is stable", "4.55 deployment d0: successful, Deployment completed successfully",
	}, rows[6:])
}

// A refusal is final: nothing moves any more, and the end says what is missing.
func TestRejected(t *testing.T) {
	rows := story(t, one+"faults: [{from: 0s, to: 1m, answer: rejected, triggers: [T1]}]\n")
	require.Contains(t, rows, "2.30 T1 ask for the next step: refused")
	require.Contains(t, rows[len(rows)-1], "nothing more happens: d0 waits for the scheduler: the deployment to be called successful")
}

// The time can be over before everything has happened.
func TestDuration(t *testing.T) {
	rows := story(t, "duration: 1s\n"+one)
	require.Equal(t, "1.00 the time is over, 1s", rows[len(rows)-1])
}

// The same scenario gives the same bytes, twice and from both engines.
func TestDeterminism(t *testing.T) {
	ctx := context.Background()
	wasm, err := engine.Wasm(ctx, engine.Options{})
	require.NoError(t, err)
	defer wasm.Close(ctx)
	files, err := filepath.Glob("testdata/*/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		var texts [][]byte
		for i := range 3 {
			sc, err := simulate.ReadFile(file)
			require.NoError(t, err)
			eng := engine.Native()
			if i == 2 {
				eng = wasm
			}
			r, err := simulate.Run(ctx, sc, eng, simulate.Config{Waits: true})
			require.NoError(t, err)
			r.Engine = ""
			text, err := json.Marshal(r)
			require.NoError(t, err)
			var svg bytes.Buffer
			require.NoError(t, r.SVG(&svg))
			texts = append(texts, append(text, svg.Bytes()...))
		}
		require.Equal(t, string(texts[0]), string(texts[1]), file)
		require.Equal(t, string(texts[0]), string(texts[2]), file)
	}
}

// A play can be long: what fails for ever is replaced for ever, and what is left
// behind is collected.
func TestLong(t *testing.T) {
	r := run(t, long(t, "48h"))
	require.Equal(t, int64(48*time.Hour), r.Time)
	require.Greater(t, r.Placed, 6000)
	require.Greater(t, r.Evaluations, 12000)
	require.Equal(t, "successful", r.Deployments[0].Status)
}

// long is a scenario whose allocation fails again and again after its rollout.
func long(t testing.TB, duration string) *simulate.Scenario {
	sc, err := simulate.Read("long.yaml", strings.NewReader("duration: "+duration+`
versions:
  - at: 0s
    groups:
      - name: web
        update: {min_healthy_time: 1s}
        restart: {attempts: 0}
        reschedule: {delay: 5s}
fates:
  - {does: fails, after: 20s}
`))
	require.NoError(t, err)
	return sc
}

// How many virtual seconds pass in a real one, in a rollout and in a long wait.
func BenchmarkPlay(b *testing.B) {
	ctx := context.Background()
	wasm, err := engine.Wasm(ctx, engine.Options{})
	require.NoError(b, err)
	defer wasm.Close(ctx)
	rollout, err := simulate.ReadFile("testdata/scenarios/three-groups-deadlines.yaml")
	require.NoError(b, err)
	for _, c := range []struct {
		name string
		sc   *simulate.Scenario
	}{{"rollout", rollout}, {"failing", long(b, "2h")}} {
		for name, eng := range map[string]host.Engine{"native": engine.Native(), "wasm": wasm} {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				passed := int64(0)
				for b.Loop() {
					r, err := simulate.Run(ctx, c.sc, eng, simulate.Config{})
					require.NoError(b, err)
					passed += r.Time
				}
				b.ReportMetric(float64(passed)/float64(b.Elapsed()), "virtual-s/s")
			})
		}
	}
}

// A play ends when its context does.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	sc, err := simulate.ReadFile("testdata/scenarios/rolling-success.yaml")
	require.NoError(t, err)
	_, err = simulate.Run(ctx, sc, engine.Native(), simulate.Config{Progress: func(now, end int64) {
		require.Equal(t, int64(time.Hour), end)
		if now >= int64(3*time.Second) {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
}

// A drawing is well-formed, whatever is in the names.
func TestSVG(t *testing.T) {
	group := `a<b>&"c'`
	sc := &simulate.Scenario{Name: "<&>", Description: "x < y", Versions: []simulate.Version{{Groups: []simulate.Group{{Name: group}}}}}
	var b bytes.Buffer
	require.NoError(t, run(t, sc).SVG(&b))
	texts := 0
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if text, ok := token.(xml.CharData); ok && strings.Contains(string(text), group) {
			texts++
		}
	}
	require.Greater(t, texts, 3)
}
