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
	fired func(rule string)
}

// Open implements host.Engine.
func (e counted) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (host.Machine, error) {
	m, err := e.Engine.Open(ctx, cfg, in, out)
	if err != nil {
		return nil, err
	}
	e.fired("L1 watched")
	c := &countedMachine{Machine: m, fired: e.fired}
	c.count(out)
	return c, nil
}

type countedMachine struct {
	host.Machine
	fired func(rule string)
	wake  core.WakeReason
}

// Step implements host.Machine.
func (m *countedMachine) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	err := m.Machine.Step(ctx, in, out)
	m.count(out)
	return err
}

func (m *countedMachine) count(out *core.Output) {
	for _, r := range out.Reasons {
		switch {
		case r.Code == core.ReasonCommand:
			m.fired(commandRules[core.CommandKind(r.Have)])
			continue
		case r.Code == core.ReasonDropped && m.wake == core.WakeBatch:
			m.fired("B3 window dropped")
		}
		m.fired(r.Code.Rule() + " " + reasonNames[r.Code])
	}
	m.wake = out.Wake.Reason
}

var commandRules = map[core.CommandKind]string{
	core.CommandSetHealth: "C1 set-health", core.CommandPromote: "C2 promote", core.CommandPause: "C3 pause", core.CommandResume: "C3 resume",
	core.CommandFail: "C4 fail", core.CommandRun: "C5 run", core.CommandUnblock: "C5 unblock", core.CommandCancel: "C5 cancel",
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
	core.ReasonRefused: "refused", core.ReasonEnded: "ended", core.ReasonDropped: "dropped",
	core.ReasonNewerVersion: "newer version", core.ReasonTooMany: "too many",
	core.ReasonWindowMoves: "window moves",
}
