package host_test

import (
	"testing"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/journal"
	"github.com/stretchr/testify/require"
)

var _ host.Journal = (*journal.Writer)(nil)

// What a watcher writes down can be done once more, to the byte, also after a
// change of leadership and over several segments.
func TestWatcherJournal(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		dir := t.TempDir()
		c.o.Shards = 1
		c.o.Journal = func(int) (host.Journal, error) {
			return journal.Create(dir, "shard-0", journal.Head{Config: c.o.Config, Time: time.Now().UnixNano()}, journal.Options{SegmentBytes: 2000})
		}
		c.rollout()
		c.start()
		c.health(core.Unhealthy, "d1-0")
		c.wait(3 * time.Second)
		for range 20 {
			c.job("shop", "newer")
		}
		_, err := c.w.Pause(t.Context(), "d1")
		require.NoError(t, err)
		c.w.SetEnabled(false)
		c.w.SetEnabled(true)
		c.wait(20 * time.Second)
		require.NoError(t, c.w.Close())
		require.NotContains(t, c.log.String(), "journal")

		segments, err := journal.Segments(dir)
		require.NoError(t, err)
		require.Greater(t, len(segments), 2)
		result, err := journal.ReplayAll(t.Context(), segments, engine.Native())
		require.NoError(t, err)
		require.Greater(t, result.Steps, int64(20))
		require.GreaterOrEqual(t, result.Openings, int64(2))
	})
}
