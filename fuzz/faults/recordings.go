package faults

import (
	"context"
	"fmt"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/engine"
	"github.com/coxswain/coxswain/host/nomad"
	"github.com/coxswain/coxswain/host/nomad/replay"
)

// Replay replays the recording in a file with the rules as they are in this
// build, and returns what does not agree with the recorded watcher; nil if
// everything does. A crash is a disagreement too.
func Replay(file string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it crashes: %v", r)
		}
	}()
	rec, err := nomad.ReadFile(file)
	if err != nil {
		return err
	}
	e := engine.Native()
	defer e.Close(context.Background())
	report, err := replay.Run(context.Background(), rec, e, core.Config{Level: core.LevelNomad104})
	if err != nil {
		return err
	}
	if report.Missed != 0 || report.Extra != 0 {
		return fmt.Errorf("%d decisions missed and %d extra", report.Missed, report.Extra)
	}
	return nil
}
