package memory_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

func numbers(versions []*memory.Job) (list []uint64) {
	for _, v := range versions {
		list = append(list, v.Version)
	}
	return list
}

func TestRegisterJob(t *testing.T) {
	s, c := newStore(memory.Options{})
	wrote(t, 2)(s.RegisterJob(job("v0"), eval("e0")))
	c.now += second
	wrote(t, 3)(s.RegisterJob(job("v1")))
	j := s.View().Job(shop)
	require.Equal(t, uint64(1), j.Version)
	require.Equal(t, []uint64{2, 3, 3}, []uint64{j.CreateIndex, j.ModifyIndex, j.SpecIndex})
	require.Equal(t, 1001*second, j.SubmitTime)
	require.Equal(t, "spec v1", j.Spec)
	require.Equal(t, []uint64{1, 0}, numbers(s.View().Versions(shop)))
	require.Equal(t, uint64(2), s.View().Evaluation("e0").CreateIndex)
	require.Equal(t, []host.Versions{{Job: shop, Versions: []core.JobVersion{
		{Version: 1, CreateIndex: 2, SpecDigest: "v1"}, {Version: 0, CreateIndex: 2, SpecDigest: "v0"},
	}}}, last(t, s).Versions)
}

// R1: the newest six, of which the newest stable one always is one.
func TestR1KeptVersions(t *testing.T) {
	s, _ := newStore(memory.Options{})
	for n := range 8 {
		j := job(fmt.Sprint(n))
		j.Stable = n == 0
		wrote(t, uint64(n)+2)(s.RegisterJob(j))
	}
	require.Equal(t, []uint64{7, 6, 5, 4, 3, 0}, numbers(s.View().Versions(shop)))
	require.Len(t, last(t, s).Versions[0].Versions, 6)
}

// R1: a stopped version is a version, and can be stable.
func TestR1StopJob(t *testing.T) {
	s, _ := newStore(memory.Options{})
	_, err := s.StopJob(shop, "stopped")
	refused(t, s, 1, err, memory.UnknownJob)
	require.ErrorIs(t, err, host.ErrUnknownJob)
	j := job("v0")
	j.Stable = true
	wrote(t, 2)(s.RegisterJob(j))
	wrote(t, 3)(s.StopJob(shop, "stopped", eval("e")))
	require.Equal(t, core.JobVersion{Version: 1, Stable: true, Stopped: true, CreateIndex: 2, SpecDigest: "stopped"},
		last(t, s).Versions[0].Versions[0])
	require.Len(t, s.View().Pending(), 1)
	_, err = s.StopJob(shop, string(make([]byte, 65)))
	refused(t, s, 3, err, memory.Invalid)
}

func TestPurgeJob(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	_, err := s.PurgeJob(host.JobKey{ID: "shop"})
	refused(t, s, 3, err, memory.UnknownJob)
	wrote(t, 4)(s.PurgeJob(shop))
	require.Equal(t, []host.Versions{{Job: shop}}, last(t, s).Versions)
	require.Nil(t, s.View().Job(shop))
	require.Empty(t, s.View().Versions(shop))
	require.NotNil(t, s.View().Deployment("d"), "only the job goes")
	require.ErrorIs(t, s.Snapshot(ctx, "d", &core.Input{}), host.ErrUnknownJob)
	// Another incarnation begins.
	wrote(t, 5)(s.RegisterJob(job("v0")))
	require.Equal(t, uint64(5), s.View().Job(shop).CreateIndex)
	require.Equal(t, []uint64{0}, numbers(s.View().Versions(shop)))
}

// S4: as in 1.0.4, an older version that becomes stable is the current job.
func TestS4OlderVersionBecomesCurrent(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	wrote(t, 4)(s.RegisterJob(job("v1")))
	wrote(t, 5)(s.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "d", Status: core.DeploymentSuccessful, Description: core.TextSuccessful}}}))
	j := s.View().Job(shop)
	require.Equal(t, uint64(0), j.Version)
	require.True(t, j.Stable)
	require.Equal(t, []uint64{5, 2}, []uint64{j.ModifyIndex, j.SpecIndex})
	require.Equal(t, []uint64{1, 0}, numbers(s.View().Versions(shop)))
	wrote(t, 6)(s.Plan(memory.Plan{Deployment: deployment("d2", 1)}))
	in := &core.Input{}
	require.NoError(t, s.Snapshot(ctx, "d2", in))
	require.Equal(t, uint64(0), in.Job.Version)
	require.Equal(t, uint64(2), in.Job.ModifyIndex, "that of the specification")
	// The next registration counts from there, and takes version 1's place.
	wrote(t, 7)(s.RegisterJob(job("v1 again")))
	require.Equal(t, []uint64{1, 0}, numbers(s.View().Versions(shop)))
	require.Equal(t, "v1 again", s.View().Job(shop).SpecDigest)
}

// S4: a version that is stable already, or is gone, is not written.
func TestS4StableAlready(t *testing.T) {
	s, _ := rollout(t, memory.Options{})
	wrote(t, 4)(s.Plan(memory.Plan{Deployment: deployment("d2", 0), Updates: []memory.StatusUpdate{{Deployment: "d", Status: core.DeploymentSuccessful}}}))
	require.Len(t, last(t, s).Versions, 1)
	wrote(t, 5)(s.Plan(memory.Plan{Deployment: deployment("d3", 7), Updates: []memory.StatusUpdate{{Deployment: "d2", Status: core.DeploymentSuccessful}}}))
	require.Empty(t, last(t, s).Versions)
	wrote(t, 6)(s.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "d3", Status: core.DeploymentSuccessful}}}))
	require.Empty(t, last(t, s).Versions)
	wrote(t, 7)(s.Plan(memory.Plan{Deployment: deployment("d4", 0)}))
	wrote(t, 8)(s.PurgeJob(shop))
	wrote(t, 9)(s.Plan(memory.Plan{Updates: []memory.StatusUpdate{{Deployment: "d4", Status: core.DeploymentSuccessful}}}))
	require.Empty(t, last(t, s).Versions)
}
