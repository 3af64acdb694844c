package simulate_test

import (
	"strings"
	"testing"
	"time"

	"github.com/coxswain/coxswain/host/simulate"
	"github.com/stretchr/testify/require"
)

// TestBadScenarios has what is refused: the file, the line, and what is wrong.
func TestBadScenarios(t *testing.T) {
	head := "versions:\n  - at: 0s\n    groups:\n      - name: web\n"
	for _, c := range []struct{ yaml, err string }{
		{"", "s.yaml:1: versions: there must be at least one"},
		{"versions: []\n", "s.yaml:1: versions: there must be at least one"},
		{"job: {id: web}\nversion: 1\n", `s.yaml:2: unknown field "version"`},
		{head + "        cuont: 3\n", `s.yaml:5: unknown field "cuont"`},
		{head + "        count: many\n", `s.yaml:5: "many" is not a whole number`},
		{head + "        count: -1\n", "s.yaml:5: versions[0].groups[0].count: -1 must lie between 0 and 10000"},
		{head + "        update: {canary: 1, canary: 2}\n", `s.yaml:5: mapping key "canary" already defined at [5:18]`},
		{head + "        update:\n          auto_revert: perhaps\n", `s.yaml:6: "perhaps" is not true or false`},
		{head + "        update:\n          min_healthy_time: 10\n", `s.yaml:6: "10" is not a duration like 300ms or 5s`},
		{head + "        update:\n          min_healthy_time: 6m\n", "s.yaml:6: versions[0].groups[0].update.min_healthy_time: 6m0s must be shorter than the healthy_deadline, 5m0s"},
		{head + "        update: {healthy_deadline: 11m}\n", "s.yaml:5: versions[0].groups[0].update.healthy_deadline: 11m0s must be shorter than the progress_deadline, 10m0s"},
		{head + "        update: {auto_promote: true}\n", "s.yaml:5: versions[0].groups[0].update.auto_promote: needs canaries"},
		{head + "        update: {health_check: telepathy}\n", `s.yaml:5: versions[0].groups[0].update.health_check: "telepathy" is none of checks, task_states, manual`},
		{head + "        reschedule: {delay: 1ms}\n", "s.yaml:5: versions[0].groups[0].reschedule.delay: 1ms must lie between 100ms and 8760h0m0s"},
		{head + "      - name: web\n", `s.yaml:5: versions[0].groups[1].name: "web" is there twice`},
		{head + "  - at: -1s\n", "s.yaml:5: versions[1].at: -1s must lie between 0s and 8760h0m0s"},
		{"versions:\n  - at: 2s\n    groups: [{name: web}]\n  - at: 1s\n", "s.yaml:4: versions[1].at: 1s lies before the version above"},
		{"versions:\n  - at: 2s\n", "s.yaml:2: versions[0].groups: the first version needs groups"},
		{"versions:\n  - groups: [{count: 1}]\n", "s.yaml:2: versions[0].groups[0].name: is missing"},
		{"job: {type: batch}\n" + head, `s.yaml:1: job.type: "batch" has no deployments; only service does`},
		{"job: {priority: 101}\n" + head, "s.yaml:1: job.priority: 101 must lie between 0 and 100"},
		{head + "fates:\n  - {group: db}\n", `s.yaml:6: fates[0].group: no version has a group "db"`},
		{head + "fates:\n  - {does: explodes}\n", `s.yaml:6: fates[0].does: "explodes" is none of healthy, fails, flaps, silent`},
		{head + "fates:\n  - {does: flaps}\n", "s.yaml:6: fates[0].times: says how often it fails: at least 1"},
		{head + "fates:\n  - {times: 2}\n", "s.yaml:6: fates[0].times: is only for flaps"},
		{head + "fates:\n  - {does: silent, after: 1s}\n", "s.yaml:6: fates[0].after: is not for silent"},
		{head + "fates:\n  - {replaced: false}\n", "s.yaml:6: fates[0].replaced: needs lost_at or lost_after"},
		{head + "fates:\n  - {lost_at: 1s, lost_after: 1s}\n", "s.yaml:6: fates[0].lost_after: does not go with lost_at"},
		{head + "fates:\n  - {allocations: [0]}\n", "s.yaml:6: fates[0].allocations[0]: 0 must lie between 1 and 65536"},
		{head + "commands:\n  - {at: 1s, do: dance}\n", `s.yaml:6: commands[0].do: "dance" is none of pause, resume, promote, fail, set-health`},
		{head + "commands:\n  - {at: 1s, do: pause, groups: [web]}\n", "s.yaml:6: commands[0].groups: is only for promote"},
		{head + "commands:\n  - {at: 1s, do: fail, healthy: [1]}\n", "s.yaml:6: commands[0].healthy: is only for set-health"},
		{head + "      - name: db\ncommands:\n  - {at: 1s, do: set-health, healthy: [1]}\n", "s.yaml:7: commands[0].group: is missing: the job has several groups"},
		{head + "leadership:\n  - {lost: 2s, gained: 1s}\n", "s.yaml:6: leadership[0].gained: lies before lost"},
		{head + "leadership:\n  - {lost: 2s}\n  - {lost: 3s}\n", "s.yaml:7: leadership[1].lost: there is no leader then that could be lost"},
		{head + "faults:\n  - {from: 2s, to: 1s, answer: unknown}\n", "s.yaml:6: faults[0].to: lies before from"},
		{head + "faults:\n  - {from: 1s, to: 2s, answer: maybe}\n", `s.yaml:6: faults[0].answer: "maybe" is none of unknown, rejected`},
		{head + "faults:\n  - {from: 1s, to: 2s, answer: rejected, written: true}\n", "s.yaml:6: faults[0].written: what is rejected is not written"},
		{head + "faults:\n  - {from: 1s, to: 2s, answer: unknown, triggers: [T9]}\n", `s.yaml:6: faults[0].triggers[0]: "T9" is none of T1, T2, T3, T4`},
		{"versions: [\n", "s.yaml:1: sequence end token ']' not found"},
		{"- a\n- b\n", "s.yaml:1: sequence was used where mapping is expected"},
		{head + "---\nversions: []\n", "s.yaml:6: one file holds one scenario"},
	} {
		_, err := simulate.Read("s.yaml", strings.NewReader(c.yaml))
		require.EqualError(t, err, c.err, c.yaml)
	}
}

// A scenario made in Go is checked as well; there is no line to name.
func TestBadScenarioInGo(t *testing.T) {
	sc := &simulate.Scenario{Versions: []simulate.Version{{Groups: []simulate.Group{{Name: "web",
		Update: simulate.Update{ProgressDeadline: simulate.Of(-time.Second)}}}}}}
	_, err := simulate.Run(t.Context(), sc, nil, simulate.Config{})
	require.EqualError(t, err, "versions[0].groups[0].update.progress_deadline: -1s must lie between 0s and 8760h0m0s")
}

// What "nomad job run -output" prints.
const nomadJob = `{"Job": {
  "Affinities": null, "ID": "web", "Name": "web", "Namespace": null, "Type": "service", "Priority": 70,
  "Update": {"MaxParallel": 2, "MinHealthyTime": 1000000000, "AutoRevert": true, "Stagger": null},
  "TaskGroups": [
    {"Name": "front", "Count": 3, "Tasks": [{"Driver": "docker", "Config": {"image": "nginx"}}],
     "Update": {"ProgressDeadline": 30000000000, "HealthyDeadline": 20000000000, "Canary": 1, "AutoPromote": true},
     "RestartPolicy": {"Attempts": 0, "Delay": 5000000000, "Mode": "fail"},
     "ReschedulePolicy": {"Delay": 7000000000, "Unlimited": true}},
    {"Name": "back", "Count": null}
  ]}}`

// A job in Nomad's JSON becomes a first version; the job's update block stands
// behind those of its groups.
func TestNomadJob(t *testing.T) {
	sc, err := simulate.Read("web.json", strings.NewReader(nomadJob))
	require.NoError(t, err)
	require.Equal(t, "web", sc.Name)
	require.Equal(t, simulate.Job{ID: "web", Type: "service", Priority: 70}, sc.Job)
	front, back := sc.Versions[0].Groups[0], sc.Versions[0].Groups[1]
	require.Equal(t, simulate.Update{
		MaxParallel: 2, Canary: 1, MinHealthyTime: simulate.Of(time.Second), HealthyDeadline: simulate.Of(20 * time.Second),
		ProgressDeadline: simulate.Of(30 * time.Second), AutoRevert: true, AutoPromote: true,
	}, front.Update)
	require.Equal(t, 0, *front.Restart.Attempts)
	require.Equal(t, simulate.Of(7*time.Second), front.Reschedule.Delay)
	require.Nil(t, back.Count)
	require.Equal(t, simulate.Update{MaxParallel: 2, MinHealthyTime: simulate.Of(time.Second), AutoRevert: true}, back.Update)

	r := run(t, sc)
	require.Equal(t, []string{
		"deployment of 0 successful: Deployment completed successfully; back 1+0 placed 1 healthy 1 unhealthy 0 promoted false canaries 0; front 3+0 placed 3 healthy 3 unhealthy 0 promoted false canaries 0",
		"version 0 stable true stop false",
	}, lines(r))
}

func TestBadNomadJobs(t *testing.T) {
	for _, c := range []struct{ json, err string }{
		{"{}", `web.json:1: Job: is missing; "nomad job run -output" prints {"Job": …}`},
		{"{\n\"Job\": {\n", "web.json:3: not JSON: unexpected EOF"},
		{"{\n\"Job\": {\"Priority\": \"high\"}}", "web.json:2: Job.Priority cannot be a string"},
		{`{"Job": {"ID": "x", "Type": "batch", "TaskGroups": [{"Name": "g"}]}}`, `web.json: job.type: "batch" has no deployments; only service does`},
		{`{"Job": {"ID": "x"}}`, "web.json: versions[0].groups: the first version needs groups"},
	} {
		_, err := simulate.Read("web.json", strings.NewReader(c.json))
		require.EqualError(t, err, c.err)
	}
}
