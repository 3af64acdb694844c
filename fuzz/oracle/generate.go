package oracle

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// draw makes a scenario at random.
type draw struct {
	t           *rapid.T
	now         int
	s           Scenario
	jobs        []string
	deployments []string
	groups      map[string][]string // of a deployment
	canaries    map[string]int      // that a group of a deployment wants
	allocs      []string
	home        map[string]string // deployment of an allocation
	held        map[string]int    // allocations of a deployment
	last        []string          // placed together
	evals       int
	leading     bool
}

// Generate draws scenarios. Shrinking one takes events out of it and makes the
// rest simpler.
func Generate() *rapid.Generator[Scenario] {
	return rapid.Custom(func(t *rapid.T) Scenario {
		d := &draw{t: t, groups: map[string][]string{}, canaries: map[string]int{}, home: map[string]string{}, held: map[string]int{}, leading: true}
		d.begin()
		for range d.n("events", 2, 24) {
			d.now += d.pick("pause", []int{0, 0, 1, 1, 2, 3, 4, 5, 6, 8, 13})
			d.next()
		}
		return d.s
	})
}

func (d *draw) n(label string, from, to int) int { return rapid.IntRange(from, to).Draw(d.t, label) }

// one in n: what shrinks away is the rare thing.
func (d *draw) chance(label string, n int) bool {
	return rapid.IntRange(0, n-1).Draw(d.t, label) == n-1
}

func (d *draw) pick(label string, from []int) int { return rapid.SampledFrom(from).Draw(d.t, label) }

func (d *draw) word(label string, from ...string) string {
	return rapid.SampledFrom(from).Draw(d.t, label)
}

func (d *draw) event(verb string, args ...string) {
	if len(d.s) < MaxEvents {
		d.s = append(d.s, Event{At: d.now, Verb: verb, Args: args})
	}
}

// begin registers a job or two and begins deployments.
func (d *draw) begin() {
	if d.chance("another job", 4) {
		d.register("api")
	}
	for range d.n("versions", 1, 3) {
		d.register("web")
	}
	for range d.pick("deployments", []int{1, 1, 1, 2, 3}) {
		d.deploy()
	}
	for range d.n("placements", 0, 4) {
		d.place()
	}
}

var groupNames = []string{"g", "h", "i", "j"}

func (d *draw) register(job string) {
	if len(d.jobs) == 0 || d.jobs[len(d.jobs)-1] != job {
		d.jobs = append(d.jobs, job)
	}
	args := []string{job, "spec=" + d.word("spec", "1", "2", "2", "3")}
	for _, word := range []string{"stable", "empty", "stop"} {
		if d.chance(word, map[string]int{"stable": 2, "empty": 12, "stop": 15}[word]) {
			args = append(args, word)
		}
	}
	if d.chance("priority", 5) {
		args = append(args, "priority=70")
	}
	if d.chance("another type", 15) {
		args = append(args, "type=batch")
	}
	var groups []string
	for _, g := range groupNames {
		groups = append(groups, g+d.word("update", "", ":keep", ":revert", ":revert"))
	}
	d.event("register", append(args, "groups="+strings.Join(groups, ","))...)
}

func (d *draw) job() string {
	if len(d.jobs) == 0 {
		return "web"
	}
	return rapid.SampledFrom(d.jobs).Draw(d.t, "job")
}

func (d *draw) deploy() {
	name := fmt.Sprintf("d%d", len(d.deployments)+1)
	d.deployments = append(d.deployments, name)
	d.write(name, d.job())
}

// write creates a deployment.
func (d *draw) write(name, job string) {
	args := []string{name, job}
	if d.chance("other status", 10) {
		args = append(args, "status="+d.word("status", "paused", "pending", "blocked", "unblocking"))
	}
	names := groupNames[:d.pick("groups", []int{1, 1, 1, 2, 2, 3, 4})]
	d.groups[name] = names
	promote := d.chance("promote", 2)
	canaries := d.chance("canaries", 2)
	for _, g := range names {
		set := []string{fmt.Sprintf("total=%d", d.pick("total", []int{1, 2, 2, 3, 0}))}
		if canaries && !d.chance("no canaries here", 5) {
			d.canaries[name+g] = d.n("canaries wanted", 1, 2)
			set = append(set, fmt.Sprintf("canaries=%d", d.canaries[name+g]))
		}
		deadline := !d.chance("no deadline", 4)
		if deadline {
			set = append(set, "deadline="+d.word("deadline", "1s", "2s", "2.5s", "4s", "8s"))
		}
		if d.chance("revert", 2) {
			set = append(set, "revert")
		}
		if promote != d.chance("not so here", 10) {
			set = append(set, "promote")
		}
		if d.chance("promoted already", 15) {
			set = append(set, "promoted")
		}
		if d.chance("deadline under way", 15) {
			if by := d.word("by", "1s", "3s", "-1s"); deadline { // no store starts one that is not there
				set = append(set, "by="+by)
			}
		}
		if d.chance("healthy before", 20) {
			set = append(set, fmt.Sprintf("healthy=%d", d.n("counter", 1, 3)))
		}
		args = append(args, g+":"+strings.Join(set, ","))
	}
	d.event("deploy", args...)
}

func (d *draw) deployment() string {
	if d.chance("no such deployment", 40) {
		return "nosuch"
	}
	return rapid.SampledFrom(d.deployments).Draw(d.t, "deployment")
}

func (d *draw) alloc() string {
	if len(d.allocs) == 0 || d.chance("no such allocation", 40) {
		return "nosuch"
	}
	return rapid.SampledFrom(d.allocs).Draw(d.t, "allocation")
}

func (d *draw) place() {
	dep := d.deployment()
	group := "j"
	if all := d.groups[dep]; len(all) != 0 && !d.chance("another group", 20) {
		group = rapid.SampledFrom(all).Draw(d.t, "group")
	}
	args := []string{dep, group}
	many, canary := d.pick("so many", []int{1, 1, 2, 3}), d.chance("canary", 3)
	if n := d.canaries[dep+group]; n != 0 && !d.chance("no canaries yet", 4) {
		many, canary = n, true
		d.canaries[dep+group] = 0
	}
	d.last = nil
	for range many {
		name := fmt.Sprintf("a%d", len(d.allocs)+1)
		d.allocs, d.last = append(d.allocs, name), append(d.last, name)
		d.home[name] = dep
		args = append(args, name)
	}
	d.held[dep] += many
	if canary {
		args = append(args, "canary")
	}
	if d.chance("instead", 5) {
		args = append(args, "instead="+d.alloc())
	}
	if d.chance("with health", 15) {
		args = append(args, d.word("health", "healthy", "unhealthy"))
	}
	d.event("place", args...)
	if canary && !d.chance("no word of them", 2) { // what leads to promotions
		d.now += d.n("until healthy", 1, 4)
		d.event("report", append(append([]string(nil), d.last...), "running", "healthy")...)
	}
}

func (d *draw) report() {
	args := []string{d.alloc()}
	if len(d.last) != 0 && d.chance("those placed last", 3) {
		args = append([]string(nil), d.last...)
	} else if d.chance("two", 3) {
		args = append(args, d.alloc())
	}
	switch d.n("report", 0, 7) {
	case 0, 1, 2, 3:
		args = append(args, "running", "healthy")
	case 4:
		args = append(args, "failed", "unhealthy")
	case 5:
		args = append(args, "unhealthy")
	case 6:
		args = append(args, "healthy")
	default:
		args = append(args, d.word("client", "running", "complete", "failed", "lost"))
	}
	d.event("report", args...)
}

// next lets one thing happen.
func (d *draw) next() {
	switch d.n("what", 0, 33) {
	case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9:
		d.report()
	case 10, 11, 12, 13:
		d.place()
	case 14, 15:
		args := []string{d.alloc()}
		for _, word := range []string{"evict", "lost", "unhealthy"} {
			if d.chance(word, 4) {
				args = append(args, word)
			}
		}
		d.event("stop", args...)
	case 16, 17, 18, 19:
		name := "pending"
		if d.chance("new evaluation", 2) {
			d.evals++
			name = fmt.Sprintf("e%d", d.evals)
		}
		args := []string{name, d.job(), d.word("evaluation status", "complete", "pending", "blocked", "failed", "canceled")}
		if d.chance("looked", 2) {
			args = append(args, fmt.Sprintf("snapshot=%d", d.n("behind", 0, 5)))
		}
		d.event("evaluate", args...)
	case 20:
		d.event("wish", d.alloc(), d.word("wish", "reschedule", "migrate"))
	case 21:
		if len(d.deployments) < 4 {
			d.deploy()
		}
	case 22:
		d.register(d.job())
	case 23:
		d.event("stable", d.job(), fmt.Sprintf("version=%d", d.n("version", 0, 3)))
	case 24, 25, 26, 27, 28, 29:
		d.command()
	case 30, 31:
		d.leader()
	default:
		d.rare()
	}
}

func (d *draw) leader() {
	d.leading = !d.leading
	if d.leading {
		d.event("leader", "on")
	} else {
		d.event("leader", "off")
		if !d.chance("long without", 3) {
			d.now += d.n("without", 1, 4)
			d.leading = true
			d.event("leader", "on")
		}
	}
}

func (d *draw) command() {
	dep := d.deployment()
	switch verb := d.word("command", "set-health", "promote", "promote", "pause", "resume", "fail", "run", "unblock", "cancel"); verb {
	case "set-health":
		args := []string{dep}
		for _, list := range []string{"healthy", "unhealthy"} {
			if d.chance(list, 2) {
				names := []string{d.alloc()}
				if d.chance("two of them", 4) {
					names = append(names, d.alloc())
				}
				args = append(args, list+"="+strings.Join(names, ","))
			}
		}
		d.event(verb, args...)
	case "promote":
		if d.chance("named", 3) {
			d.event(verb, dep, "groups="+d.word("named groups", "g", "h", "g,h", "nosuch", "h,i"))
		} else if !d.chance("none", 10) {
			d.event(verb, dep, "all")
		} else {
			d.event(verb, dep)
		}
	default:
		d.event(verb, dep)
	}
}

// leaves takes an allocation from its deployment, unless it is the last one there
// (DIVERGENCE.md, Never asked).
func (d *draw) leaves(alloc string) bool {
	dep, ok := d.home[alloc]
	if !ok || d.held[dep] < 2 {
		return false
	}
	delete(d.home, alloc)
	d.held[dep]--
	return true
}

// rare things end or upset the rollout.
func (d *draw) rare() {
	switch d.n("rare", 0, 9) {
	case 0:
		d.event("status", d.deployment(), d.word("end", "successful", "cancelled", "failed", "running", "paused"))
	case 1:
		if a := d.alloc(); d.leaves(a) {
			d.event("forget", "allocation", a)
		}
	case 2:
		d.event("forget", "evaluation", fmt.Sprintf("e%d", d.n("evaluation", 1, 3)))
	case 3:
		d.event("forget", "deployment", d.deployment())
	case 4:
		d.event("purge", d.job())
	case 5:
		if a, to := d.alloc(), d.deployment(); d.leaves(a) {
			d.home[a] = to
			d.held[to]++
			d.event("move", a, to)
		}
	case 6:
		d.event("stop", d.alloc(), "healthy")
	case 7, 8:
		d.event("health", d.deployment(), d.word("of health", "healthy=", "unhealthy=")+d.alloc())
	case 9: // written anew, with other groups and settings
		d.write(d.deployment(), d.job())
	}
}
