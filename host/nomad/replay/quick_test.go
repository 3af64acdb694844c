package replay

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/nomad"
)

func TestQuick(t *testing.T) {
	files, _ := filepath.Glob("../testdata/recordings/*.ndjson")
	var all Counts
	for _, f := range files {
		rec, err := nomad.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		rep, err := Run(context.Background(), rec, engine.Native(), core.Config{Level: core.LevelNomad104})
		if err != nil {
			t.Error(f, err)
		}
		fmt.Println(rep.Name, rep.Counts)
		all.Add(rep.Counts)
		for _, r := range rep.Rows {
			if r.Verdict == Missed || r.Verdict == Extra || r.Verdict == Undetermined || r.Verdict == Refused {
				fmt.Println("   ", float64(r.Time)/1e9, r.Verdict, r.Text, r.Note, r.Reasons)
			}
		}
	}
	fmt.Println(all)
}
