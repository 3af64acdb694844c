package simulate

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

var commandKinds = map[string]core.CommandKind{
	DoPause: core.CommandPause, DoResume: core.CommandResume, DoPromote: core.CommandPromote,
	DoFail: core.CommandFail, DoSetHealth: core.CommandSetHealth,
}

// command gives a user's command to the watcher.
func (s *sim) command(ctx context.Context, c *Command) {
	d := s.target(c.Version)
	if d == nil {
		s.note(fmt.Sprintf("%s asked of no deployment: refused: %v", c.Do, host.ErrDeploymentNotFound), c.Do+" refused")
		return
	}
	s.commands++
	k := &core.Command{ID: s.commands, Kind: commandKinds[c.Do]}
	switch k.Kind {
	case core.CommandPromote:
		k.All, k.Groups = len(c.Groups) == 0, c.Groups
	case core.CommandSetHealth:
		group := c.Group
		if group == "" {
			group = d.Groups[0].Name
		}
		k.Healthy = s.allocations(d.JobVersion, group, c.Healthy)
		k.Unhealthy = s.allocations(d.JobVersion, group, c.Unhealthy)
	}
	s.row(Row{Kind: RowCommand, Deployment: d.ID, Text: commandText(k)})
	refused := ""
	switch {
	case !s.leader:
		refused = "there is no leader"
	case !d.Status.Active():
		refused = core.TextTerminal(k.Kind)
	default:
		reply, err := s.shard.Command(ctx, s.clock.now, d.ID, k)
		var bad *core.Error
		switch {
		case errors.As(err, &bad):
			refused = bad.Error()
		case err != nil:
			s.err = err
		case reply.Refused != core.RefusedNot:
			refused = reply.Text
		}
	}
	if refused != "" {
		s.note("refused: "+refused, "refused")
	}
}

// target returns the deployment of a version, or the newest for nil; nil if there
// is none.
func (s *sim) target(version *int) *memory.Deployment {
	v := s.store.View()
	if version != nil {
		return v.Deployment(deploymentID(uint64(*version)))
	}
	list := v.Deployments(s.key)
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// allocations returns the ids of numbered allocations. One that was not placed
// yet gets the id that it would have, which no store knows.
func (s *sim) allocations(version uint64, group string, numbers []int) []string {
	var ids []string
	for _, n := range numbers {
		id := s.ids[numbered{series{version, group}, n}]
		if id == "" {
			id = fmt.Sprintf("%s-v%d.%d", group, version, n)
		}
		ids = append(ids, id)
	}
	return ids
}

func commandText(c *core.Command) string {
	switch c.Kind {
	case core.CommandPromote:
		if c.All {
			return "promote all groups"
		}
		return "promote " + strings.Join(c.Groups, ", ")
	case core.CommandSetHealth:
		return healthText(c.Healthy, c.Unhealthy)
	}
	return c.Kind.String()
}

func healthText(healthy, unhealthy []string) string {
	text := "set health:"
	if len(healthy) != 0 {
		text += " " + strings.Join(healthy, ", ") + " healthy"
	}
	if len(unhealthy) != 0 {
		text += " " + strings.Join(unhealthy, ", ") + " unhealthy"
	}
	return text
}
