package simulate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host/memory"
)

// What is left out of a scenario; the first five are Nomad's.
const (
	minHealthyTime   = Duration(10 * time.Second)
	healthyDeadline  = Duration(5 * time.Minute)
	progressDeadline = Duration(10 * time.Minute)
	restartDelay     = Duration(15 * time.Second)
	rescheduleDelay  = Duration(30 * time.Second)

	startTime = Duration(300 * time.Millisecond)
	failTime  = Duration(200 * time.Millisecond)
	duration  = Duration(time.Hour)
)

const restartAttempts = 2

// spec is a version's specification with everything filled in. It travels in
// memory.Job.Spec, so a rollback carries it.
type spec struct{ groups []group }

// group is a task group with everything filled in. Times are in nanoseconds.
type group struct {
	name                string
	image               string
	count               int
	maxParallel, canary int
	minHealthy          int64
	healthyDeadline     int64
	progressDeadline    int64
	autoRevert          bool
	autoPromote         bool
	manual              bool
	restarts            int
	restartDelay        int64
	rescheduleDelay     int64
}

// specs fills in what the versions leave out.
func (s *Scenario) specs() []*spec {
	list := make([]*spec, len(s.Versions))
	var groups []Group
	for i := range s.Versions {
		v := &s.Versions[i]
		if len(v.Groups) != 0 {
			groups = v.Groups
		}
		image := v.Image
		if image == "" {
			image = fmt.Sprintf("version %d", i)
		}
		list[i] = &spec{}
		for k := range groups {
			list[i].groups = append(list[i].groups, groups[k].fill(image))
		}
	}
	return list
}

func (g *Group) fill(image string) group {
	u := &g.Update
	if g.Image != "" {
		image = g.Image
	}
	return group{
		name: g.Name, image: image, count: or(g.Count, 1), maxParallel: max(u.MaxParallel, 1), canary: u.Canary,
		minHealthy:       int64(or(u.MinHealthyTime, minHealthyTime)),
		healthyDeadline:  int64(or(u.HealthyDeadline, healthyDeadline)),
		progressDeadline: int64(or(u.ProgressDeadline, progressDeadline)),
		autoRevert:       u.AutoRevert, autoPromote: u.AutoPromote, manual: u.HealthCheck == "manual",
		restarts: or(g.Restart.Attempts, restartAttempts), restartDelay: int64(or(g.Restart.Delay, restartDelay)),
		rescheduleDelay: int64(or(g.Reschedule.Delay, rescheduleDelay)),
	}
}

// find returns a group, or nil.
func (s *spec) find(name string) *group {
	for i := range s.groups {
		if s.groups[i].name == name {
			return &s.groups[i]
		}
	}
	return nil
}

// job is the version as the store registers it.
func (s *spec) job(j *Job, v *Version) memory.Job {
	exec := ""
	m := memory.Job{
		Namespace: j.namespace(), ID: j.id(), Type: "service", Priority: int32(j.priority()), Tag: v.Tag,
		SpecDigest: digest(fmt.Sprintf("%+v", s.groups)), Spec: s,
	}
	for i := range s.groups {
		g := &s.groups[i]
		m.Groups = append(m.Groups, core.JobGroup{Name: g.name, AutoRevert: g.autoRevert})
		exec += fmt.Sprintf("%q %q ", g.name, g.image)
	}
	m.ExecDigest = digest(exec)
	if v.Incomparable {
		m.SpecDigest, m.ExecDigest = "", ""
	}
	return m
}

// stopped is the digest of a specification with the stop flag.
func stopped(spec string) string { return digest("stopped " + spec) }

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

func (j *Job) id() string {
	if j.ID == "" {
		return "job"
	}
	return j.ID
}

func (j *Job) namespace() string {
	if j.Namespace == "" {
		return "default"
	}
	return j.Namespace
}

func (j *Job) priority() int {
	if j.Priority == 0 {
		return 50
	}
	return j.Priority
}
