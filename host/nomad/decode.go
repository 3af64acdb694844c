package nomad

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/coxswain/coxswain/core"
)

// defaultNamespace is the namespace of an object that names none.
const defaultNamespace = "default"

// decodeJob reads one version of a job and makes its digests.
func decodeJob(raw json.RawMessage) (*Job, error) {
	var w struct {
		Namespace, ID, Type, Status                       string
		Priority                                          int32
		Version, CreateIndex, ModifyIndex, JobModifyIndex uint64
		SubmitTime                                        int64
		Stable, Stop                                      bool
		Multiregion                                       *struct{}
		TaskGroups                                        []struct {
			Name   string
			Update *struct{ AutoRevert bool }
		}
	}
	if err := decode("Job", raw, &w); err != nil {
		return nil, err
	}
	j := &Job{
		Namespace: namespace(w.Namespace), ID: w.ID, Type: w.Type, Status: w.Status,
		Priority: w.Priority, Version: w.Version,
		CreateIndex: w.CreateIndex, ModifyIndex: w.ModifyIndex, SpecIndex: w.JobModifyIndex,
		SubmitTime: w.SubmitTime, Stable: w.Stable, Stop: w.Stop,
		Multiregion: w.Multiregion != nil, Spec: raw,
	}
	for _, g := range w.TaskGroups {
		j.Groups = append(j.Groups, core.JobGroup{Name: g.Name, AutoRevert: g.Update != nil && g.Update.AutoRevert})
	}
	c := check{what: "Job " + j.ID}
	c.id("ID", j.ID)
	c.time("SubmitTime", j.SubmitTime)
	if c.err != nil {
		return nil, c.err
	}
	spec, err := parseSpec(raw)
	if err != nil {
		return nil, err
	}
	j.WatchedDigest, j.VersionDigest = spec.digests()
	j.ExecDigest = spec.exec()
	return j, nil
}

// decodeDeployment reads a deployment; its groups come out sorted by name.
func decodeDeployment(raw json.RawMessage) (*Deployment, error) {
	var w struct {
		ID, Namespace, JobID, Status, StatusDescription                string
		JobVersion, JobModifyIndex, JobSpecModifyIndex, JobCreateIndex uint64
		CreateIndex, ModifyIndex                                       uint64
		IsMultiregion                                                  bool
		TaskGroups                                                     map[string]*struct {
			AutoRevert, AutoPromote, Promoted                                           bool
			ProgressDeadline                                                            int64
			RequireProgressBy                                                           time.Time
			PlacedCanaries                                                              []string
			DesiredCanaries, DesiredTotal, PlacedAllocs, HealthyAllocs, UnhealthyAllocs int64
		}
	}
	if err := decode("Deployment", raw, &w); err != nil {
		return nil, err
	}
	c := check{what: "Deployment " + w.ID}
	c.id("ID", w.ID)
	c.id("JobID", w.JobID)
	d := &Deployment{
		Deployment: core.Deployment{
			ID: w.ID, Description: w.StatusDescription, JobVersion: w.JobVersion,
			Status:      core.DeploymentStatus(c.word("Status", w.Status, deploymentWords)),
			CreateIndex: w.CreateIndex, ModifyIndex: w.ModifyIndex,
		},
		Namespace: namespace(w.Namespace), JobID: w.JobID, Multiregion: w.IsMultiregion,
		JobCreateIndex: w.JobCreateIndex, JobModifyIndex: w.JobModifyIndex, JobSpecIndex: w.JobSpecModifyIndex,
	}
	for _, name := range slices.Sorted(maps.Keys(w.TaskGroups)) {
		g := w.TaskGroups[name]
		if g == nil {
			c.fail(ErrMissing, "TaskGroups."+name, "null where a group's state should be")
			continue
		}
		at := "TaskGroups." + name + "."
		for _, id := range g.PlacedCanaries {
			c.id(at+"PlacedCanaries", id)
		}
		if g.ProgressDeadline < 0 {
			c.fail(ErrValue, at+"ProgressDeadline", fmt.Sprintf("negative: %d", g.ProgressDeadline))
		}
		d.Groups = append(d.Groups, core.Group{
			Name:            name,
			DesiredTotal:    c.count(at+"DesiredTotal", g.DesiredTotal),
			DesiredCanaries: c.count(at+"DesiredCanaries", g.DesiredCanaries),
			PlacedAllocs:    c.count(at+"PlacedAllocs", g.PlacedAllocs),
			HealthyAllocs:   c.counter(at+"HealthyAllocs", g.HealthyAllocs),
			UnhealthyAllocs: c.count(at+"UnhealthyAllocs", g.UnhealthyAllocs),
			Promoted:        g.Promoted, AutoRevert: g.AutoRevert, AutoPromote: g.AutoPromote,
			ProgressDeadline:  g.ProgressDeadline,
			RequireProgressBy: c.moment(at+"RequireProgressBy", g.RequireProgressBy),
			PlacedCanaries:    g.PlacedCanaries,
		})
	}
	return d, c.err
}

// decodeAllocation reads an allocation.
func decodeAllocation(raw json.RawMessage) (*Allocation, error) {
	var w struct {
		ID, Namespace, JobID, EvalID, Name, TaskGroup, DeploymentID string
		DesiredStatus, ClientStatus                                 string
		DesiredTransition                                           struct{ Migrate, Reschedule, ForceReschedule *bool }
		DeploymentStatus                                            *struct {
			Healthy     *bool
			Timestamp   time.Time
			Canary      bool
			ModifyIndex uint64
		}
		CreateIndex, ModifyIndex uint64
		CreateTime, ModifyTime   int64
	}
	if err := decode("Allocation", raw, &w); err != nil {
		return nil, err
	}
	c := check{what: "Allocation " + w.ID}
	c.id("ID", w.ID)
	c.id("JobID", w.JobID)
	c.id("TaskGroup", w.TaskGroup)
	c.time("CreateTime", w.CreateTime)
	c.time("ModifyTime", w.ModifyTime)
	a := &Allocation{
		Allocation: core.Allocation{
			ID: w.ID, Group: w.TaskGroup, ModifyIndex: w.ModifyIndex, ModifyTime: w.ModifyTime,
			Desired:    core.DesiredStatus(c.word("DesiredStatus", w.DesiredStatus, desiredWords)),
			Client:     core.ClientStatus(c.word("ClientStatus", w.ClientStatus, clientWords)),
			Reschedule: isTrue(w.DesiredTransition.Reschedule),
		},
		Namespace: namespace(w.Namespace), JobID: w.JobID, DeploymentID: w.DeploymentID,
		EvalID: w.EvalID, Name: w.Name, CreateIndex: w.CreateIndex, CreateTime: w.CreateTime,
		Migrate: isTrue(w.DesiredTransition.Migrate), ForceReschedule: isTrue(w.DesiredTransition.ForceReschedule),
	}
	if s := w.DeploymentStatus; s != nil {
		a.Canary = s.Canary
		a.HealthIndex = s.ModifyIndex
		a.HealthTime = c.moment("DeploymentStatus.Timestamp", s.Timestamp)
		switch {
		case s.Healthy == nil:
		case *s.Healthy:
			a.Health = core.Healthy
		default:
			a.Health = core.Unhealthy
		}
	}
	return a, c.err
}

// decodeEvaluation reads an evaluation.
func decodeEvaluation(raw json.RawMessage) (*Evaluation, error) {
	var w struct {
		ID, Namespace, JobID, DeploymentID, Type, TriggeredBy, Status string
		Priority                                                      int32
		SnapshotIndex, CreateIndex, ModifyIndex                       uint64
		CreateTime, ModifyTime                                        int64
	}
	if err := decode("Evaluation", raw, &w); err != nil {
		return nil, err
	}
	c := check{what: "Evaluation " + w.ID}
	c.id("ID", w.ID)
	c.id("JobID", w.JobID)
	c.time("CreateTime", w.CreateTime)
	c.time("ModifyTime", w.ModifyTime)
	e := &Evaluation{
		Evaluation: core.Evaluation{
			ID: w.ID, CreateIndex: w.CreateIndex, SnapshotIndex: w.SnapshotIndex,
			Status: core.EvaluationStatus(c.word("Status", w.Status, evaluationWords)),
		},
		Namespace: namespace(w.Namespace), JobID: w.JobID, DeploymentID: w.DeploymentID,
		Type: w.Type, TriggeredBy: w.TriggeredBy, Priority: w.Priority,
		ModifyIndex: w.ModifyIndex, CreateTime: w.CreateTime, ModifyTime: w.ModifyTime,
	}
	return e, c.err
}

// decode reads one JSON object.
func decode(what string, raw json.RawMessage, into any) error {
	if len(raw) == 0 || string(raw) == "null" {
		return &damage{ErrMissing, "no " + what + " in the payload"}
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return jsonDamage(what, err)
	}
	return nil
}

// check keeps the first bad value of an object.
type check struct {
	what string // the object, for the text
	err  error
}

func (c *check) fail(kind error, field, text string) {
	if c.err == nil {
		c.err = &damage{kind, strings.TrimSpace(c.what) + ": " + field + ": " + text}
	}
}

// id refuses an empty id.
func (c *check) id(field, id string) {
	if id == "" {
		c.fail(ErrValue, field, "empty")
	}
}

// count refuses a number of allocations that is negative or has no place in 32 bits.
func (c *check) count(field string, n int64) int32 {
	if n < 0 {
		c.fail(ErrValue, field, fmt.Sprintf("negative: %d", n))
		return 0
	}
	return c.counter(field, n)
}

// counter refuses a number that has no place in 32 bits. The store's counter of
// healthy allocations can be below 0: it goes down for each that turns unhealthy,
// and not up for one that turns healthy again (S1).
func (c *check) counter(field string, n int64) int32 {
	if n < math.MinInt32 || n > math.MaxInt32 {
		c.fail(ErrValue, field, fmt.Sprintf("too large: %d", n))
		return 0
	}
	return int32(n)
}

// time refuses a time in Unix nanoseconds that the core cannot take; 0 is none.
func (c *check) time(field string, ns int64) {
	if ns < 0 || ns > core.MaxTime {
		c.fail(ErrValue, field, fmt.Sprintf("not a time: %d", ns))
	}
}

// moment turns a time into Unix nanoseconds, and the zero time into 0.
func (c *check) moment(field string, t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	if t.Before(time.Unix(0, 0)) || t.After(time.Unix(0, core.MaxTime)) {
		c.fail(ErrValue, field, "out of range: "+t.Format(time.RFC3339Nano))
		return 0
	}
	return t.UnixNano()
}

// word looks up a status word.
func (c *check) word(field, word string, words map[string]uint8) uint8 {
	v, ok := words[word]
	if !ok {
		c.fail(ErrValue, field, fmt.Sprintf("unknown word %q", word))
	}
	return v
}

// The status words that the core knows, by word.
var (
	deploymentWords = words(core.DeploymentRunning, core.DeploymentInitializing)
	desiredWords    = words(core.DesiredRun, core.DesiredEvict)
	clientWords     = words(core.ClientPending, core.ClientUnknown)
	evaluationWords = words(core.EvaluationBlocked, core.EvaluationPending)
)

// words lists the names of an enumeration's values, from the first to the last.
func words[E interface {
	~uint8
	String() string
}](first, last E) map[string]uint8 {
	m := make(map[string]uint8)
	for v := first; v <= last; v++ {
		m[v.String()] = uint8(v)
	}
	return m
}

func isTrue(b *bool) bool { return b != nil && *b }

func namespace(name string) string {
	if name == "" {
		return defaultNamespace
	}
	return name
}

// jsonDamage says what the JSON package found wrong, in terms of the recording.
func jsonDamage(what string, err error) error {
	var wrong *json.UnmarshalTypeError
	var when *time.ParseError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return &damage{ErrValue, what + ": " + wordFor(wrong.Value) + " where an object should be"}
	case errors.As(err, &wrong):
		return &damage{ErrValue, what + ": " + wrong.Field + ": " + wordFor(wrong.Value) + " where " + kindText(wrong) + " should be"}
	case errors.As(err, &when):
		return &damage{ErrValue, what + ": not a time: " + strings.Trim(when.Value, `"`)}
	default:
		return &damage{ErrSyntax, what + ": " + strings.TrimPrefix(err.Error(), "json: ")}
	}
}

// wordFor names what was found, in the JSON package's words.
func wordFor(value string) string {
	switch value {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "a truth value"
	case "string":
		return "a string"
	default:
		return value // "number", or "number -1"
	}
}

// kindText names what a field holds.
func kindText(e *json.UnmarshalTypeError) string {
	switch k := e.Type.Kind(); {
	case k >= reflect.Uint && k <= reflect.Uint64:
		return "a number that is not negative"
	case k >= reflect.Int && k <= reflect.Int64:
		return "a whole number"
	case k == reflect.Float64:
		return "a number"
	case k == reflect.Slice:
		return "a list"
	case k == reflect.String:
		return "a string"
	case k == reflect.Bool:
		return "a truth value"
	default:
		return "an object"
	}
}
