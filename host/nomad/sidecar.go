package nomad

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/coxswain/coxswain/core"
)

// sidecar is what is used of the file beside a recording.
type sidecar struct {
	// zero is the wall clock at t = 0, in Unix nanoseconds; 0 when it is not told.
	zero int64
	// length is how long the recorder listened, in nanoseconds; 0 when it is not
	// told.
	length int64
	// steps are the commands, by when they were given in seconds, earliest first.
	steps []step
}

type step struct {
	t float64
	Command
}

// wireStep is one thing that was done while the recording ran.
type wireStep struct {
	T        *float64        `json:"t"`
	Call     string          `json:"call"`
	Body     json.RawMessage `json:"body"`
	Response json.RawMessage `json:"response"`
	Status   json.RawMessage `json:"status"`
	Error    json.RawMessage `json:"error"`
}

// readSidecar reads a sidecar. Only what is not JSON, or has no believable
// clock, is an error.
func readSidecar(file string, r io.Reader) (*sidecar, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSidecarBytes+1))
	if err != nil {
		return nil, &Error{File: file, Text: err.Error(), Err: err}
	}
	if len(text) > MaxSidecarBytes {
		return nil, &Error{File: file, Text: fmt.Sprintf("more than %d bytes", MaxSidecarBytes), Err: ErrLimit}
	}
	var w struct {
		Zero   int64             `json:"t0_unix_nano"`
		Length float64           `json:"recorded_seconds"`
		Steps  []json.RawMessage `json:"steps"`
	}
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, lineError(file, 0, jsonDamage("not a sidecar", err))
	}
	if w.Zero < 0 || w.Zero > core.MaxTime {
		return nil, &Error{File: file, Text: fmt.Sprintf("t0_unix_nano: not a time: %d", w.Zero), Err: ErrValue}
	}
	if !(w.Length >= 0 && w.Length*1e9 < core.MaxTime) {
		return nil, &Error{File: file, Text: fmt.Sprintf("recorded_seconds: not a time: %v", w.Length), Err: ErrValue}
	}
	s := &sidecar{zero: w.Zero, length: int64(w.Length * 1e9)}
	for i, raw := range w.Steps {
		var ws wireStep
		if json.Unmarshal(raw, &ws) != nil || ws.T == nil {
			continue
		}
		if c, ok := ws.command(); ok {
			c.Command.ID = uint64(i + 1)
			s.steps = append(s.steps, step{*ws.T, c})
		}
	}
	slices.SortStableFunc(s.steps, func(a, b step) int {
		switch {
		case a.t < b.t:
			return -1
		case a.t > b.t:
			return 1
		}
		return 0
	})
	return s, nil
}

// commands returns the commands that were given after the start, as entries.
func (s *sidecar) commands(start int64) []Entry {
	var list []Entry
	for i := range s.steps {
		st := &s.steps[i]
		if st.t < 0 || st.t*1e9 > float64(core.MaxTime-start) {
			continue
		}
		list = append(list, Entry{Time: min(start+int64(math.Round(st.t*1e9)), core.MaxTime), Command: &st.Command})
	}
	return list
}

// command reads a step; ok is false when it is no command to a deployment.
func (w *wireStep) command() (c Command, ok bool) {
	method, url, _ := strings.Cut(strings.TrimSpace(w.Call), " ")
	if method != "PUT" && method != "POST" {
		return c, false
	}
	_, path, found := strings.Cut(url, "/v1/deployment/")
	if !found {
		return c, false
	}
	path, _, _ = strings.Cut(path, "?")
	verb, id, _ := strings.Cut(strings.TrimSpace(path), "/")
	if id == "" || strings.Contains(id, "/") {
		return c, false
	}
	c.Deployment = id
	if !w.want(verb, &c) {
		return c, false
	}
	w.answer(&c)
	return c, true
}

// want reads what a step asks for. A verb that needs a body and has none, or one
// for another deployment, was no command: Nomad refuses it before it looks.
func (w *wireStep) want(verb string, c *Command) bool {
	var body struct {
		DeploymentID                                 string
		All, Pause                                   bool
		Groups                                       []string
		HealthyAllocationIDs, UnhealthyAllocationIDs []string
	}
	hasBody := len(w.Body) > 0 && w.Body[0] == '{'
	if hasBody && json.Unmarshal(w.Body, &body) != nil {
		return false
	}
	if body.DeploymentID != "" && body.DeploymentID != c.Deployment {
		return false
	}
	switch verb {
	case "fail":
		c.Command.Kind = core.CommandFail
	case "run":
		c.Command.Kind = core.CommandRun
	case "unblock":
		c.Command.Kind = core.CommandUnblock
	case "cancel":
		c.Command.Kind = core.CommandCancel
	case "promote":
		c.Command.Kind, c.Command.All, c.Command.Groups = core.CommandPromote, body.All, body.Groups
		return hasBody
	case "pause":
		c.Command.Kind = core.CommandResume
		if body.Pause {
			c.Command.Kind = core.CommandPause
		}
		return hasBody
	case "allocation-health":
		c.Command.Kind = core.CommandSetHealth
		c.Command.Healthy, c.Command.Unhealthy = body.HealthyAllocationIDs, body.UnhealthyAllocationIDs
		return hasBody
	default:
		return false
	}
	return true
}

// answer reads how a step was answered. An answer is an error when it is a
// sentence, holds an error or a status of 400 and above, or stands beside one in
// the step. No answer at all is none.
func (w *wireStep) answer(c *Command) {
	c.refuse(w.Error)
	c.refuseStatus(w.Status)
	switch r := bytes.TrimSpace(w.Response); {
	case len(r) == 0:
	case r[0] == '"':
		c.refuse(r)
	case r[0] == '{':
		c.answered(r)
	default:
		c.refuseStatus(r)
	}
}

// answered reads an answer that is an object.
func (c *Command) answered(r json.RawMessage) {
	var a struct {
		Index, DeploymentModifyIndex uint64
		EvalID                       string
		RevertedJobVersion           *uint64
		Error, Errors, Message       json.RawMessage
		Status, StatusCode, Code     json.RawMessage
	}
	if err := json.Unmarshal(r, &a); err != nil {
		c.Refused, c.Text = true, string(r)
		return
	}
	c.refuse(a.Error)
	c.refuse(a.Errors)
	for _, status := range []json.RawMessage{a.Status, a.StatusCode, a.Code} {
		c.refuseStatus(status)
	}
	c.Index = a.DeploymentModifyIndex
	if c.Index == 0 {
		c.Index = a.Index
	}
	if c.Index == 0 || c.Refused {
		c.refuse(a.Message)
	}
	if c.Refused {
		c.Index = 0
		return
	}
	c.EvaluationID = a.EvalID
	if a.RevertedJobVersion != nil {
		c.Reverted, c.RevertedVersion = true, *a.RevertedJobVersion
	}
}

// refuse takes in an error, if it is one: anything but nothing, false, and an
// empty word, list or object.
func (c *Command) refuse(e json.RawMessage) {
	switch string(e) {
	case "", "null", "false", `""`, "[]", "{}", "0":
		return
	}
	text := string(e)
	var s string
	if json.Unmarshal(e, &s) == nil {
		text = s
	}
	if !c.Refused || c.Text == "" {
		c.Text = text
	}
	c.Refused = true
}

// refuseStatus takes in a status of HTTP; one of 400 and above is an error.
func (c *Command) refuseStatus(s json.RawMessage) {
	word := strings.Trim(string(s), `" `)
	word, _, _ = strings.Cut(word, " ")
	var n int
	if json.Unmarshal([]byte(word), &n) != nil || n < 400 {
		return
	}
	if !c.Refused {
		c.Text = "status " + word
	}
	c.Refused = true
}
