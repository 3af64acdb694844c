package journal_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/coxswain/coxswain/host/journal"
	"github.com/stretchr/testify/require"
)

// childFolder names the folder of a test binary that only writes a journal.
const childFolder = "COXSWAIN_JOURNAL_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		fmt.Fprintln(os.Stderr, child(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// child writes until it is killed, or for longer than any test waits.
func child(dir string) error {
	w, err := journal.Create(dir, "test", journal.Head{Config: level}, journal.Options{
		SegmentBytes: 64 << 10, Sync: journal.SyncNever,
	})
	if err != nil {
		return err
	}
	f := newFleet(w, 0)
	for i := range 1_000_000 {
		if err := f.round(i); err != nil {
			return err
		}
		if i == 100 {
			fmt.Println("going")
		}
	}
	return nil
}

// A writer that is killed leaves a journal that reads, replays and goes on.
func TestKilled(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	last := int64(0)
	for i := range 4 {
		c := exec.Command(program)
		c.Env = append(os.Environ(), childFolder+"="+dir)
		c.Stderr = os.Stderr
		said, err := c.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, c.Start())
		line, err := bufio.NewReader(said).ReadString('\n')
		time.Sleep(time.Duration(i) * 3 * time.Millisecond)
		require.NoError(t, c.Process.Kill())
		require.Error(t, c.Wait())
		require.NoError(t, err)
		require.Equal(t, "going\n", line)

		res, err := replayAll(t, dir)
		require.NoError(t, err)
		require.Greater(t, res.Records, last+600)
		last = res.Records
	}
	// Here too a Writer goes on after what it finds.
	w := create(t, dir, journal.Options{})
	require.NoError(t, newFleet(w, 0).round(0))
	require.NoError(t, w.Close())
	res, err := replayAll(t, dir)
	require.NoError(t, err)
	require.Equal(t, last+8, res.Records)
}
