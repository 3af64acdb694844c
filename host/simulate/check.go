package simulate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/coxswain/coxswain/core"
)

// Limits on what a scenario can ask for.
const (
	maxCount    = 10_000
	maxGroups   = 100
	maxVersions = 1000
	maxDuration = Duration(365 * 24 * time.Hour)
	maxName     = core.MaxIDLength - 32 // ids of allocations begin with it
	minDelay    = Duration(100 * time.Millisecond)
)

// checker looks at a scenario and keeps the first thing that is wrong.
type checker struct{ err *Error }

func (c *checker) bad(field, format string, args ...any) {
	if c.err == nil {
		c.err = &Error{Field: field, Text: fmt.Sprintf(format, args...)}
	}
}

func (c *checker) number(field string, v, low, high int) {
	if v < low || v > high {
		c.bad(field, "%d must lie between %d and %d", v, low, high)
	}
}

func (c *checker) duration(field string, d *Duration, low Duration) {
	if d != nil && (*d < low || *d > maxDuration) {
		c.bad(field, "%s must lie between %s and %s", d, low, maxDuration)
	}
}

func (c *checker) name(field, v string, longest int) {
	switch {
	case v == "":
		c.bad(field, "is missing")
	case len(v) > longest:
		c.bad(field, "is longer than %d bytes", longest)
	case strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r == 0xfffd }):
		c.bad(field, "%q has characters that cannot be printed", v)
	}
}

func (c *checker) word(field, v string, words ...string) {
	if !slices.Contains(words, v) {
		c.bad(field, "%q is none of %s", v, strings.Join(words, ", "))
	}
}

// check returns what is wrong with a scenario, or nil.
func (s *Scenario) check() *Error {
	c := &checker{}
	c.duration("duration", s.Duration, 1)
	if s.Job.ID != "" {
		c.name("job.id", s.Job.ID, core.MaxIDLength)
	}
	if s.Job.Namespace != "" {
		c.name("job.namespace", s.Job.Namespace, core.MaxIDLength)
	}
	if t := s.Job.Type; t != "" && t != "service" {
		c.bad("job.type", "%q has no deployments; only service does", t)
	}
	c.number("job.priority", s.Job.Priority, 0, 100)
	c.duration("stop", s.Stop, 0)
	s.checkVersions(c)
	s.checkFates(c)
	s.checkCommands(c)
	s.checkTroubles(c)
	s.checkPolicy(c)
	return c.err
}

func (s *Scenario) checkVersions(c *checker) {
	if len(s.Versions) == 0 {
		c.bad("versions", "there must be at least one")
	}
	c.number("versions", len(s.Versions), 0, maxVersions)
	for i := range s.Versions {
		v := &s.Versions[i]
		at := fmt.Sprintf("versions[%d]", i)
		c.duration(at+".at", &v.At, 0)
		if i > 0 && v.At < s.Versions[i-1].At {
			c.bad(at+".at", "%s lies before the version above", v.At)
		}
		if v.Tag != "" {
			c.name(at+".tag", v.Tag, core.MaxIDLength)
		}
		if i == 0 && len(v.Groups) == 0 {
			c.bad(at+".groups", "the first version needs groups")
		}
		c.number(at+".groups", len(v.Groups), 0, maxGroups)
		names := map[string]bool{}
		for k := range v.Groups {
			g := &v.Groups[k]
			in := fmt.Sprintf("%s.groups[%d]", at, k)
			c.name(in+".name", g.Name, maxName)
			if names[g.Name] {
				c.bad(in+".name", "%q is there twice", g.Name)
			}
			names[g.Name] = true
			g.check(c, in)
		}
	}
}

func (g *Group) check(c *checker, in string) {
	u := &g.Update
	c.number(in+".count", or(g.Count, 1), 0, maxCount)
	c.number(in+".update.max_parallel", u.MaxParallel, 0, maxCount)
	c.number(in+".update.canary", u.Canary, 0, maxCount)
	c.duration(in+".update.min_healthy_time", u.MinHealthyTime, 0)
	c.duration(in+".update.healthy_deadline", u.HealthyDeadline, 1)
	c.duration(in+".update.progress_deadline", u.ProgressDeadline, 0)
	if u.HealthCheck != "" {
		c.word(in+".update.health_check", u.HealthCheck, "checks", "task_states", "manual")
	}
	if u.AutoPromote && u.Canary == 0 {
		c.bad(in+".update.auto_promote", "needs canaries")
	}
	if low, high := or(u.MinHealthyTime, minHealthyTime), or(u.HealthyDeadline, healthyDeadline); low >= high {
		c.bad(in+".update.min_healthy_time", "%s must be shorter than the healthy_deadline, %s", low, high)
	}
	if low, high := or(u.HealthyDeadline, healthyDeadline), or(u.ProgressDeadline, progressDeadline); high != 0 && low >= high {
		c.bad(in+".update.healthy_deadline", "%s must be shorter than the progress_deadline, %s", low, high)
	}
	c.number(in+".restart.attempts", or(g.Restart.Attempts, 0), 0, maxCount)
	c.duration(in+".restart.delay", g.Restart.Delay, 0)
	c.duration(in+".reschedule.delay", g.Reschedule.Delay, minDelay)
}

// group reports whether any version has a group of that name.
func (s *Scenario) group(name string) bool {
	return slices.ContainsFunc(s.Versions, func(v Version) bool {
		return slices.ContainsFunc(v.Groups, func(g Group) bool { return g.Name == name })
	})
}

func (s *Scenario) checkFates(c *checker) {
	for i := range s.Fates {
		f := &s.Fates[i]
		at := fmt.Sprintf("fates[%d]", i)
		c.number(at+".version", or(f.Version, 0), 0, maxVersions)
		if f.Group != "" && !s.group(f.Group) {
			c.bad(at+".group", "no version has a group %q", f.Group)
		}
		for k, n := range f.Allocations {
			c.number(fmt.Sprintf("%s.allocations[%d]", at, k), n, 1, core.MaxAllocations)
		}
		if f.Does != "" {
			c.word(at+".does", f.Does, DoesHealthy, DoesFail, DoesFlap, DoesNothing)
		}
		c.duration(at+".after", f.After, 0)
		c.duration(at+".start", f.Start, 0)
		c.duration(at+".lost_at", f.LostAt, 0)
		c.duration(at+".lost_after", f.LostAfter, 0)
		switch {
		case f.After != nil && f.Does == DoesNothing:
			c.bad(at+".after", "is not for %s", f.Does)
		case f.Times != 0 && f.Does != DoesFlap:
			c.bad(at+".times", "is only for %s", DoesFlap)
		case f.Times < 1 && f.Does == DoesFlap:
			c.bad(at+".times", "says how often it fails: at least 1")
		case f.LostAt != nil && f.LostAfter != nil:
			c.bad(at+".lost_after", "does not go with lost_at")
		case f.Replaced != nil && f.LostAt == nil && f.LostAfter == nil:
			c.bad(at+".replaced", "needs lost_at or lost_after")
		}
	}
}

func (s *Scenario) checkCommands(c *checker) {
	for i := range s.Commands {
		k := &s.Commands[i]
		at := fmt.Sprintf("commands[%d]", i)
		c.duration(at+".at", &k.At, 0)
		c.word(at+".do", k.Do, DoPause, DoResume, DoPromote, DoFail, DoSetHealth)
		c.number(at+".version", or(k.Version, 0), 0, maxVersions)
		if len(k.Groups) != 0 && k.Do != DoPromote {
			c.bad(at+".groups", "is only for %s", DoPromote)
		}
		if k.Do != DoSetHealth {
			for _, f := range [...]struct {
				name  string
				given bool
			}{{"group", k.Group != ""}, {"healthy", len(k.Healthy) != 0}, {"unhealthy", len(k.Unhealthy) != 0}} {
				if f.given {
					c.bad(at+"."+f.name, "is only for %s", DoSetHealth)
				}
			}
			continue
		}
		switch {
		case k.Group != "" && !s.group(k.Group):
			c.bad(at+".group", "no version has a group %q", k.Group)
		case k.Group == "" && len(s.Versions) != 0 && len(s.Versions[0].Groups) != 1:
			c.bad(at+".group", "is missing: the job has several groups")
		}
		for _, list := range [][]int{k.Healthy, k.Unhealthy} {
			for _, n := range list {
				c.number(at, n, 1, core.MaxAllocations)
			}
		}
	}
}

func (s *Scenario) checkTroubles(c *checker) {
	end := Duration(0)
	for i := range s.Leadership {
		a := &s.Leadership[i]
		at := fmt.Sprintf("leadership[%d]", i)
		c.duration(at+".lost", &a.Lost, 0)
		c.duration(at+".gained", a.Gained, 0)
		if a.Lost < end {
			c.bad(at+".lost", "there is no leader then that could be lost")
		}
		if a.Gained != nil && *a.Gained <= a.Lost {
			c.bad(at+".gained", "lies before lost")
		}
		end = or(a.Gained, maxDuration+1)
	}
	for i := range s.Faults {
		f := &s.Faults[i]
		at := fmt.Sprintf("faults[%d]", i)
		c.duration(at+".from", &f.From, 0)
		c.duration(at+".to", &f.To, 0)
		if f.To <= f.From {
			c.bad(at+".to", "lies before from")
		}
		c.word(at+".answer", f.Answer, AnswerUnknown, AnswerRejected)
		if f.Written && f.Answer == AnswerRejected {
			c.bad(at+".written", "what is rejected is not written")
		}
		for k, t := range f.Triggers {
			c.word(fmt.Sprintf("%s.triggers[%d]", at, k), t, "T1", "T2", "T3", "T4")
		}
	}
}
