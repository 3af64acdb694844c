package oracle

import (
	"context"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
)

// counted is an engine that counts for which rules something was decided, as far
// as the configuration wants reasons.
type counted struct {
	host.Engine
	fired map[string]int
}

// Open implements host.Engine.
func (e counted) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	m, err := e.Engine.Open(ctx, cfg, in, out)
	if err != nil {
		return nil, err
	}
	e.count(out)
	return countedMachine{m, e}, nil
}

type countedMachine struct {
	host.Machine
	e counted
}

// Step implements host.Machine.
func (m countedMachine) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	err := m.Machine.Step(ctx, in, out)
	m.e.count(out)
	return err
}

// count is called in the one goroutine of the one shard.
func (e counted) count(out *core.Output) {
	for _, r := range out.Reasons {
		e.fired[r.Code.Rule()+" "+reasonNames[r.Code]]++
	}
}

// reasonNames tell reasons of one rule apart.
var reasonNames = map[core.ReasonCode]string{
	core.ReasonProgress: "progress", core.ReasonReplace: "replacement", core.ReasonWindowOpens: "window opens",
	core.ReasonWindowOpen: "joins window", core.ReasonWindowCloses: "window closes", core.ReasonUnhealthy: "first failure",
	core.ReasonPromote: "promotes", core.ReasonNotRunning: "not running", core.ReasonNotAutoPromote: "not auto-promote",
	core.ReasonCanariesPlaced: "canaries missing", core.ReasonCanaryNotHealthy: "canary not healthy",
	core.ReasonDeadlineSet: "deadline set", core.ReasonDeadlineOff: "deadline off", core.ReasonShort: "short",
	core.ReasonDeadlineSkipped: "skipped", core.ReasonDeadlineUnread: "unreadable", core.ReasonNoAutoRevert: "no rollback wanted",
	core.ReasonNoTarget: "no target", core.ReasonRollback: "rolls back", core.ReasonSameSpec: "same spec",
	core.ReasonCommand: "command", core.ReasonRefused: "refused", core.ReasonEnded: "ended", core.ReasonDropped: "dropped",
	core.ReasonNewerVersion: "newer version", core.ReasonTooMany: "too many",
	core.ReasonWindowMoves: "window moves",
}
