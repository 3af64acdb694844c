package oracle

import (
	"math"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/nomad/nomad/deploymentwatcher"
	"github.com/hashicorp/nomad/nomad/structs"
)

// theirs is Nomad's own watcher over a world, and the checks of the endpoint in
// front of it.
type theirs struct {
	w       *world
	watcher *deploymentwatcher.Watcher
	enabled bool
}

func newTheirs(w *world) *theirs {
	return &theirs{w: w, watcher: deploymentwatcher.NewDeploymentsWatcher(hclog.NewNullLogger(), w, nil, nil,
		math.MaxFloat64, deploymentwatcher.CrossDeploymentUpdateBatchDuration)}
}

func (n *theirs) enable(on bool) {
	n.enabled = on
	if on {
		n.watcher.SetEnabled(true, n.w.store)
	} else {
		n.watcher.SetEnabled(false, nil)
	}
}

func (n *theirs) command(c *command) (reply, error) {
	if err := n.w.endpoint(c); n.enabled && err != nil {
		return reply{}, err
	}
	var r structs.DeploymentUpdateResponse
	var err error
	id := c.deployment
	switch c.verb {
	case "set-health":
		err = n.watcher.SetAllocHealth(&structs.DeploymentAllocHealthRequest{DeploymentID: id, HealthyAllocationIDs: c.healthy, UnhealthyAllocationIDs: c.unhealthy}, &r)
	case "promote":
		err = n.watcher.PromoteDeployment(&structs.DeploymentPromoteRequest{DeploymentID: id, All: c.all, Groups: c.groups}, &r)
	case "pause", "resume":
		err = n.watcher.PauseDeployment(&structs.DeploymentPauseRequest{DeploymentID: id, Pause: c.verb == "pause"}, &r)
	case "fail":
		err = n.watcher.FailDeployment(&structs.DeploymentFailRequest{DeploymentID: id}, &r)
	case "run":
		err = n.watcher.RunDeployment(&structs.DeploymentRunRequest{DeploymentID: id}, &r)
	case "unblock":
		err = n.watcher.UnblockDeployment(&structs.DeploymentUnblockRequest{DeploymentID: id}, &r)
	case "cancel":
		err = n.watcher.CancelDeployment(&structs.DeploymentCancelRequest{DeploymentID: id}, &r)
	}
	if err != nil && err.Error() == "deployment watcher not enabled" {
		err = errNotEnabled
	}
	if err != nil {
		return reply{}, err
	}
	return reply{r.EvalID, r.EvalCreateIndex, r.DeploymentModifyIndex, r.Index, r.RevertedJobVersion}, nil
}
