package simulate_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/simulate"
	"github.com/stretchr/testify/require"
)

const recordings = "../nomad/testdata/recordings"

// ending is how a real rollout ended, as its sidecar has it.
type ending struct {
	Deployments []struct {
		JobVersion                uint64
		Status, StatusDescription string
		TaskGroups                map[string]struct {
			DesiredTotal, DesiredCanaries, PlacedAllocs, HealthyAllocs, UnhealthyAllocs int32
			Promoted                                                                    bool
			PlacedCanaries                                                              []string
		}
	} `json:"final_deployments"`
	Versions []struct {
		Version      uint64
		Stable, Stop bool
	} `json:"final_job_versions"`
}

// lines are the ending in words.
func (e *ending) lines() (lines []string) {
	for _, d := range e.Deployments {
		var groups []string
		for name, g := range d.TaskGroups {
			groups = append(groups, fmt.Sprintf("%s %d+%d placed %d healthy %d unhealthy %d promoted %t canaries %d", name,
				g.DesiredTotal, g.DesiredCanaries, g.PlacedAllocs, g.HealthyAllocs, g.UnhealthyAllocs, g.Promoted, len(g.PlacedCanaries)))
		}
		slices.Sort(groups)
		lines = append(lines, fmt.Sprintf("deployment of %d %s: %s; %s", d.JobVersion, d.Status, d.StatusDescription, strings.Join(groups, "; ")))
	}
	for _, v := range e.Versions {
		lines = append(lines, fmt.Sprintf("version %d stable %t stop %t", v.Version, v.Stable, v.Stop))
	}
	return lines
}

// lines are a result in the same words.
func lines(r *simulate.Result) (lines []string) {
	for _, d := range r.Deployments {
		var groups []string
		for _, g := range d.Groups {
			groups = append(groups, fmt.Sprintf("%s %d+%d placed %d healthy %d unhealthy %d promoted %t canaries %d", g.Name,
				g.DesiredTotal, g.DesiredCanaries, g.Placed, g.Healthy, g.Unhealthy, g.Promoted, len(g.PlacedCanaries)))
		}
		lines = append(lines, fmt.Sprintf("deployment of %d %s: %s; %s", d.Version, d.Status, d.Description, strings.Join(groups, "; ")))
	}
	for _, v := range r.Versions {
		lines = append(lines, fmt.Sprintf("version %d stable %t stop %t", v.Version, v.Stable, v.Stopped))
	}
	return lines
}

// play plays a file with the native engine.
func play(t *testing.T, file string) *simulate.Result {
	sc, err := simulate.ReadFile(file)
	require.NoError(t, err)
	r, err := simulate.Run(context.Background(), sc, engine.Native(), simulate.Config{Core: core.Config{Level: core.LevelNomad104}})
	require.NoError(t, err)
	return r
}

// A scenario that tells what a recording tells ends as the real rollout did, to
// the last counter.
func TestTwins(t *testing.T) {
	var files []string
	for _, dir := range []string{"scenarios", "twins"} {
		list, err := filepath.Glob("testdata/" + dir + "/*.yaml")
		require.NoError(t, err)
		files = append(files, list...)
	}
	twins := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		text, err := os.ReadFile(recordings + "/" + name + ".json")
		if err != nil {
			continue // it tells another story
		}
		twins++
		t.Run(name, func(t *testing.T) {
			var real ending
			require.NoError(t, json.Unmarshal(text, &real))
			require.NotEmpty(t, real.lines())
			require.Equal(t, real.lines(), lines(play(t, file)))
		})
	}
	require.Equal(t, 16, twins)
}
