package oracle

import (
	"errors"

	"github.com/hashicorp/nomad/nomad/structs"
)

// terminal are the endpoint's errors for deployments that have ended.
var terminal = map[string]error{
	"set-health": structs.ErrDeploymentTerminalNoSetHealth, "promote": structs.ErrDeploymentTerminalNoPromote,
	"pause": structs.ErrDeploymentTerminalNoPause, "resume": structs.ErrDeploymentTerminalNoResume,
	"fail": structs.ErrDeploymentTerminalNoFail, "run": structs.ErrDeploymentTerminalNoRun,
	"unblock": structs.ErrDeploymentTerminalNoUnblock, "cancel": structs.ErrDeploymentTerminalNoCancel,
}

// endpoint refuses what never reaches the watcher, as the server's endpoint does.
// One that does not lead passes a command on and checks nothing itself.
func (w *world) endpoint(c *command) error {
	if c.deployment == "" {
		return errors.New("missing deployment ID")
	}
	d, err := w.store.DeploymentByID(nil, c.deployment)
	switch {
	case err != nil:
		return err
	case d == nil:
		return errors.New("deployment not found")
	case c.verb == "set-health" && len(c.healthy)+len(c.unhealthy) == 0:
		return errors.New("must specify at least one healthy/unhealthy allocation ID")
	case !d.Active():
		return terminal[c.verb]
	}
	return nil
}
