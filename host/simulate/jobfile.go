package simulate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The parts of a job in Nomad's JSON that a simulation needs. Durations are in
// nanoseconds; everything can be null, and is then what Nomad would fill in.
type (
	nomadFile struct{ Job *nomadJob }
	nomadJob  struct {
		ID, Name, Namespace, Type *string
		Priority                  *int
		Update                    *nomadUpdate
		TaskGroups                []nomadGroup
	}
	nomadGroup struct {
		Name             *string
		Count            *int
		Update           *nomadUpdate
		RestartPolicy    *nomadPolicy
		ReschedulePolicy *nomadPolicy
	}
	nomadUpdate struct {
		MaxParallel, Canary                               *int
		MinHealthyTime, HealthyDeadline, ProgressDeadline *Duration
		AutoRevert, AutoPromote                           *bool
		HealthCheck                                       *string
	}
	nomadPolicy struct {
		Attempts *int
		Delay    *Duration
	}
)

// parseJob reads a job: it becomes version 0, registered at the start, and its
// allocations become healthy.
func parseJob(text []byte) (*Scenario, *Error) {
	var file nomadFile
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&file); err != nil {
		return nil, &Error{Line: jsonLine(text, err), Text: jsonText(err)}
	}
	j := file.Job
	if j == nil {
		return nil, &Error{Line: 1, Field: "Job", Text: `is missing; "nomad job run -output" prints {"Job": …}`}
	}
	s := &Scenario{Name: or(j.ID, or(j.Name, "")), Job: Job{
		ID: or(j.ID, or(j.Name, "")), Namespace: or(j.Namespace, ""), Type: or(j.Type, ""), Priority: or(j.Priority, 0),
	}, Versions: make([]Version, 1)}
	for i := range j.TaskGroups {
		s.Versions[0].Groups = append(s.Versions[0].Groups, j.TaskGroups[i].group(j.Update))
	}
	if bad := s.check(); bad != nil {
		return nil, bad
	}
	return s, nil
}

// group returns the task group with the job's update block behind its own.
func (n *nomadGroup) group(job *nomadUpdate) Group {
	g := Group{Name: or(n.Name, ""), Count: n.Count}
	for _, u := range []*nomadUpdate{job, n.Update} {
		if u == nil {
			continue
		}
		g.Update = Update{
			MaxParallel: or(u.MaxParallel, g.Update.MaxParallel), Canary: or(u.Canary, g.Update.Canary),
			MinHealthyTime:   first(u.MinHealthyTime, g.Update.MinHealthyTime),
			HealthyDeadline:  first(u.HealthyDeadline, g.Update.HealthyDeadline),
			ProgressDeadline: first(u.ProgressDeadline, g.Update.ProgressDeadline),
			AutoRevert:       or(u.AutoRevert, g.Update.AutoRevert), AutoPromote: or(u.AutoPromote, g.Update.AutoPromote),
			HealthCheck: or(u.HealthCheck, g.Update.HealthCheck),
		}
	}
	if p := n.RestartPolicy; p != nil {
		g.Restart = Restart{Attempts: p.Attempts, Delay: p.Delay}
	}
	if p := n.ReschedulePolicy; p != nil && p.Delay != nil {
		g.Reschedule.Delay = Of(max(time.Duration(*p.Delay), time.Duration(minDelay)))
	}
	return g
}

func first[T any](a, b *T) *T {
	if a != nil {
		return a
	}
	return b
}

// jsonLine returns the line on which reading stopped.
func jsonLine(text []byte, err error) int {
	at := int64(len(text))
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &syntax) {
		at = syntax.Offset
	} else if errors.As(err, &wrong) {
		at = wrong.Offset
	}
	return 1 + bytes.Count(text[:min(at, int64(len(text)))], []byte("\n"))
}

func jsonText(err error) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Sprintf("%s cannot be a %s", wrong.Field, wrong.Value)
	}
	return "not JSON: " + err.Error()
}
