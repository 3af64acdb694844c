package oracle

import (
	"errors"
	"fmt"
)

// command is a user's wish in Nomad's ids.
type command struct {
	verb, deployment   string
	healthy, unhealthy []string
	all                bool
	groups             []string
}

// reply is the answer to a command.
type reply struct {
	evaluation                         string
	evaluationIndex, deployment, index uint64
	reverted                           *uint64
}

// errNotEnabled stands for either watcher's word for not leading.
var errNotEnabled = errors.New("the watcher does not lead")

// commands are the verbs that a watcher answers.
var commands = map[string]bool{
	"set-health": true, "promote": true, "pause": true, "resume": true,
	"fail": true, "run": true, "unblock": true, "cancel": true,
}

// wish makes the command of an event.
func (w *world) wish(e *Event) *command {
	c := &command{verb: e.Verb, groups: e.list("groups"), all: e.has("all")}
	if e.word(0) != "none" {
		c.deployment = w.names.id(e.word(0))
	}
	c.healthy, c.unhealthy = w.names.ids(e.list("healthy")), w.names.ids(e.list("unhealthy"))
	return c
}

// answered describes what came back for a command.
func (w *world) answered(r reply, err error) string {
	if err != nil {
		return "refused: " + w.names.text(err)
	}
	text := fmt.Sprintf("evaluation=%q@%d deployment@%d @%d", w.names.name(r.evaluation), r.evaluationIndex, r.deployment, r.index)
	if r.reverted != nil {
		text += fmt.Sprintf(" reverted to %d", *r.reverted)
	}
	return text
}
