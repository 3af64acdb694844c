package ledger_test

import (
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/stretchr/testify/require"
)

// rules returns the bookkeeping of a level.
func rules(t *testing.T, level string) ledger.Rules {
	l, err := ledger.Of(core.Config{Level: level})
	require.NoError(t, err)
	return l
}

func TestOf(t *testing.T) {
	_, err := ledger.Of(core.Config{Level: "none"})
	require.ErrorContains(t, err, "none")
	require.Zero(t, rules(t, core.LevelNomad104))
}

// The level before a switch, and the first that has it.
func TestLevels(t *testing.T) {
	health := func(l ledger.Rules, was, now core.Health) core.Group {
		a := alloc("a")
		a.Health, a.HealthTime = was, 100*second
		d := deployment()
		d.Groups[0].RequireProgressBy = 110 * second
		d, _ = l.ApplyReport(d, a, ledger.Report{Client: core.ClientRunning, Health: now, HealthTime: 105 * second}, 7)
		return web(d)
	}
	status := func(l ledger.Rules, from, to core.DeploymentStatus) int64 {
		d := deployment()
		d.Status = from
		d.Groups[0].RequireProgressBy = 110 * second
		d, err := l.ApplyStatus(d, to, "", 105*second, 7)
		require.NoError(t, err)
		require.Zero(t, d.Groups[1].RequireProgressBy, "a group without a deadline has no window")
		return d.Groups[0].RequireProgressBy
	}

	// S-6: an allocation that turns unhealthy puts the deadline off.
	newest, strict := rules(t, core.LevelNomad205), rules(t, core.LevelStrict)
	require.Equal(t, 115*second, health(newest, core.Healthy, core.Unhealthy).RequireProgressBy)
	require.Equal(t, 110*second, health(strict, core.Healthy, core.Unhealthy).RequireProgressBy)
	require.Equal(t, 115*second, health(strict, core.HealthUnset, core.Healthy).RequireProgressBy)

	// S-7: one that turns healthy is not counted.
	require.Zero(t, health(newest, core.Unhealthy, core.Healthy).HealthyAllocs)
	recovered := health(strict, core.Unhealthy, core.Healthy)
	require.Equal(t, int32(1), recovered.HealthyAllocs)
	require.Equal(t, int32(-1), recovered.UnhealthyAllocs)
	require.Equal(t, 115*second, recovered.RequireProgressBy)

	// nomad-2.0.5: pausing and resuming give a fresh window, and nothing else does.
	for _, c := range []struct {
		level    string
		from, to core.DeploymentStatus
		by       int64
	}{
		{core.LevelNomad111, core.DeploymentRunning, core.DeploymentPaused, 110},
		{core.LevelNomad111, core.DeploymentPaused, core.DeploymentRunning, 110},
		{core.LevelNomad205, core.DeploymentRunning, core.DeploymentPaused, 115},
		{core.LevelNomad205, core.DeploymentPaused, core.DeploymentRunning, 115},
		{core.LevelNomad205, core.DeploymentRunning, core.DeploymentRunning, 110},
		{core.LevelNomad205, core.DeploymentRunning, core.DeploymentFailed, 110},
		{core.LevelStrict, core.DeploymentRunning, core.DeploymentPaused, 115},
	} {
		require.Equal(t, c.by*second, status(rules(t, c.level), c.from, c.to), "%+v", c)
	}

	// S-8: a rollback registers a version that is born stable, and bears the tag.
	versions := []core.JobVersion{{Version: 1, SpecDigest: "b"}, {Version: 0, SpecDigest: "a", Stable: true, Tag: "good"}}
	rolled, err := newest.RollBack(versions, 0)
	require.NoError(t, err)
	require.Equal(t, core.JobVersion{Version: 2, SpecDigest: "a", Stable: true, Tag: "good", Rollback: true}, rolled[0])
	rolled, err = strict.RollBack(versions, 0)
	require.NoError(t, err)
	require.Equal(t, core.JobVersion{Version: 2, SpecDigest: "a", Rollback: true}, rolled[0])
	require.Equal(t, versions[1], rolled[2], "the old one keeps both")
}
