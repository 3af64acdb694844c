package host_test

import (
	"context"
	"testing"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// What an operator's dashboard shows of a rollout with a lost answer and a
// refusal.
func TestWatcherMetrics(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		reader := metric.NewManualReader()
		c.o.Meter = metric.NewMeterProvider(metric.WithReader(reader))
		c.rollout()
		c.start()
		c.fate(func(n int) int {
			if n == 1 {
				return neverArrives
			}
			return works
		})
		require.Equal(t, int64(1), sum(t, reader, "coxswain.deployments"))
		_, err := c.w.Pause(t.Context(), "d1")
		require.NoError(t, err)
		_, err = c.w.SetHealth(t.Context(), "d1", []string{"nosuch"}, nil)
		require.Error(t, err)
		c.wait(10 * time.Second)
		require.Equal(t, int64(3), sum(t, reader, "coxswain.decisions"), "pause, set health, and failing by the deadline")
		require.Equal(t, int64(1), sum(t, reader, "coxswain.retries"))
		require.Equal(t, int64(1), sum(t, reader, "coxswain.rejections"))
		require.Zero(t, sum(t, reader, "coxswain.machines.lost"))
		require.Positive(t, sum(t, reader, "coxswain.step.duration"))
		require.Zero(t, sum(t, reader, "coxswain.deployments"))
		require.Equal(t, core.DeploymentFailed, c.View().Deployment("d1").Status)
	})
}

// sum adds up everything under a metric's name; of a histogram the count.
func sum(t *testing.T, r metric.Reader, name string) (n int64) {
	var all metricdata.ResourceMetrics
	require.NoError(t, r.Collect(context.Background(), &all))
	for _, s := range all.ScopeMetrics {
		for _, m := range s.Metrics {
			if m.Name != name {
				continue
			}
			switch d := m.Data.(type) {
			case metricdata.Sum[int64]:
				for _, p := range d.DataPoints {
					n += p.Value
				}
			case metricdata.Histogram[float64]:
				for _, p := range d.DataPoints {
					n += int64(p.Count)
				}
			}
		}
	}
	return n
}
