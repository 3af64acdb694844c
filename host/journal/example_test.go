package journal_test

import (
	"context"
	"fmt"
	"os"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/journal"
)

// A host tells the journal of every step; later the journal is replayed.
func Example() {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()

	cfg := core.Config{Level: core.LevelNomad104}
	w, err := journal.Create(dir, "shard-0", journal.Head{Config: cfg, Time: 100 * second}, journal.Options{})
	if err != nil {
		panic(err)
	}
	m, _ := core.New(cfg)
	in, out := opening("d1", 2, 100*second, 1), core.Output{}
	_ = m.Step(&in, &out)
	_ = w.Open("d1", nil, &in, &out) // an error is worth a line in the log
	for range 2 {
		in = core.Input{Now: out.Wake.At}
		if in.Now == 0 {
			break
		}
		_ = m.Step(&in, &out)
		_ = w.Step("d1", &in, &out)
	}
	_ = w.Closed("d1")
	if err := w.Close(); err != nil {
		panic(err)
	}

	segments, err := journal.Segments(dir)
	if err != nil {
		panic(err)
	}
	res, err := journal.ReplayAll(context.Background(), segments, journal.Native{})
	fmt.Printf("%d records, %d openings, %d steps, error %v\n", res.Records, res.Openings, res.Steps, err)
	// Output: 4 records, 1 openings, 1 steps, error <nil>
}
