package replay

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/nomad"
)

// Moment is where everything stood at one time of a recording.
type Moment struct {
	Name string `json:"name"`
	// Time is in Unix nanoseconds, Since the same from the recording's start.
	Time  int64  `json:"time,string"`
	Since int64  `json:"since,string"`
	Index uint64 `json:"index,string"`
	// Deployments are those with a machine, in the order in which they began.
	Deployments []Explained `json:"deployments"`
	// Ended are the deployments that were watched and have ended.
	Ended []Ended `json:"ended,omitempty"`
	// Unwatched are active ones that cannot be watched, with the reason.
	Unwatched map[string]string `json:"unwatched,omitempty"`
}

// Ended is a deployment that is over.
type Ended struct {
	ID          string `json:"id"`
	Job         string `json:"job"`
	Version     uint64 `json:"version,string"`
	Status      string `json:"status"`
	Description string `json:"description"`
	// Last is the last decision; nothing if there was none.
	Last *Last `json:"last,omitempty"`
}

// Explained is where one deployment stands.
type Explained struct {
	ID          string       `json:"id"`
	Job         string       `json:"job"`
	Version     uint64       `json:"version,string"`
	Status      string       `json:"status"`
	Description string       `json:"description"`
	WatchEnded  bool         `json:"watchEnded"`
	Groups      []GroupState `json:"groups"`
	Waits       []WaitState  `json:"waits"`
	// Last is the last decision and why it was taken; nothing if there was none.
	Last *Last `json:"last,omitempty"`
	// Next is what is decided at the next wake-up if nothing else happens, At
	// being when; nothing without a wake-up.
	Next *Next `json:"next,omitempty"`
}

// GroupState is where one group stands.
type GroupState struct {
	Name            string `json:"name"`
	DesiredTotal    int32  `json:"desiredTotal"`
	DesiredCanaries int32  `json:"desiredCanaries"`
	PlacedCanaries  int32  `json:"placedCanaries"`
	HealthyCanaries int32  `json:"healthyCanaries"`
	Promoted        bool   `json:"promoted"`
	Placed          int32  `json:"placed"`
	Healthy         int32  `json:"healthy"`
	Unhealthy       int32  `json:"unhealthy"`
	Live            int32  `json:"live"`
	Done            bool   `json:"done"`
	// Deadline is in Unix nanoseconds; 0 when it has not started or there is none.
	Deadline    int64 `json:"deadline,string"`
	HasDeadline bool  `json:"hasDeadline"`
}

// WaitState is one thing that a deployment waits for.
type WaitState struct {
	Actor string `json:"actor"`
	Text  string `json:"text"`
	// Until is in Unix nanoseconds; 0 without an end.
	Until int64 `json:"until,string"`
}

// Last is what was decided last.
type Last struct {
	// At is in Unix nanoseconds.
	At      int64  `json:"at,string"`
	Text    string `json:"text"`
	Reasons []Why  `json:"reasons"`
	// Answer is what became of it: a verdict; empty while it is on its way.
	Answer Verdict `json:"answer,omitempty"`
}

// Next is what will be decided.
type Next struct {
	At        int64    `json:"at,string"`
	For       string   `json:"for"`
	Decisions []string `json:"decisions"`
	Reasons   []Why    `json:"reasons"`
}

// Explain replays a recording up to a time in Unix nanoseconds and says where
// every deployment stands then. The errors are those of Run.
func Explain(ctx context.Context, rec *nomad.Recording, engine host.Engine, cfg core.Config, at int64) (*Moment, error) {
	r := newRun(rec, engine, cfg)
	defer r.close(ctx)
	if err := r.until(ctx, at); err != nil {
		return nil, err
	}
	m := &Moment{Name: rec.Name, Time: at, Since: at - rec.Start, Index: r.cluster.Index(), Unwatched: map[string]string{}}
	for _, id := range r.cluster.Active() {
		if w := r.watches[id]; w != nil {
			e, err := r.explain(ctx, w, at)
			if err != nil {
				return nil, err
			}
			m.Deployments = append(m.Deployments, e)
		} else {
			m.Unwatched[id] = r.whyUnwatched(id)
		}
	}
	for _, id := range r.ended {
		d := r.cluster.Deployment(id)
		m.Ended = append(m.Ended, Ended{id, d.JobID, d.JobVersion, d.Status.String(), d.Description, r.last(id)})
	}
	return m, nil
}

func (r *run) explain(ctx context.Context, w *watch, at int64) (Explained, error) {
	d := r.cluster.Deployment(w.id)
	e := Explained{ID: w.id, Job: d.JobID, Version: d.JobVersion, Status: d.Status.String(), Description: d.Description, Last: r.last(w.id)}
	// What was found to be applied is told to the machine with its next input;
	// a tick tells it now.
	r.in = core.Input{Now: at}
	if err := r.step(ctx, w, r.cluster.Index()); err != nil {
		return e, err
	}
	var s core.Status
	if err := w.m.Status(ctx, &s); err != nil {
		return e, err
	}
	e.WatchEnded = s.Ended
	for _, g := range s.Groups {
		e.Groups = append(e.Groups, GroupState{
			Name: g.Name, DesiredTotal: g.DesiredTotal, DesiredCanaries: g.DesiredCanaries, PlacedCanaries: g.PlacedCanaries,
			HealthyCanaries: g.HealthyCanaries, Promoted: g.Promoted, Placed: g.PlacedAllocs, Healthy: g.HealthyAllocs,
			Unhealthy: g.UnhealthyAllocs, Live: g.Live, Done: g.Done, Deadline: g.RequireProgressBy, HasDeadline: g.ProgressDeadline != 0,
		})
	}
	for _, wait := range s.Waits {
		e.Waits = append(e.Waits, WaitState{wait.Actor.String(), wait.String(), wait.Until})
	}
	if s.Wake.Reason == core.WakeNone {
		return e, nil
	}
	// A copy goes ahead in time.
	state, err := w.m.AppendState(ctx, nil)
	if err != nil {
		return e, err
	}
	ahead, err := r.engine.Restore(ctx, state)
	if err != nil {
		return e, err
	}
	defer ahead.Close(ctx)
	var out core.Output
	if err := ahead.Step(ctx, &core.Input{Now: s.Wake.At}, &out); err != nil {
		return e, err
	}
	e.Next = &Next{At: s.Wake.At, For: s.Wake.Reason.String(), Reasons: whys(out.Reasons)}
	for i := range out.Effects {
		c := ofEffect(&out.Effects[i], d)
		e.Next.Decisions = append(e.Next.Decisions, c.text())
	}
	return e, nil
}

// last returns the last decision of a deployment's machine, repeats left out.
func (r *run) last(id string) *Last {
	for i := len(r.rows) - 1; i >= 0; i-- {
		row := &r.rows[i]
		if row.Kind == RowDecision && row.Deployment == id && row.Verdict != Missed && row.Verdict != Repeat {
			return &Last{At: row.Time, Text: row.Text, Reasons: row.Reasons, Answer: row.Verdict}
		}
	}
	return nil
}

// Text tells a moment as a person would.
func (m *Moment) Text() string {
	var b strings.Builder
	clock := func(ns int64) string {
		ahead := time.Duration(ns - m.Time)
		if ahead <= 0 {
			return fmt.Sprintf("at %.3f s (%.3f s ago)", float64(ns-m.Time+m.Since)/1e9, -ahead.Seconds())
		}
		return fmt.Sprintf("at %.3f s (in %.3f s)", float64(ns-m.Time+m.Since)/1e9, ahead.Seconds())
	}
	fmt.Fprintf(&b, "%s at %.3f s (%s), index %d\n", m.Name, float64(m.Since)/1e9, time.Unix(0, m.Time).UTC().Format("2006-01-02T15:04:05.000Z"), m.Index)
	if len(m.Deployments) == 0 {
		b.WriteString("No deployment is being watched.\n")
	}
	for i := range m.Deployments {
		m.Deployments[i].text(&b, m.Time, clock)
	}
	for _, e := range m.Ended {
		fmt.Fprintf(&b, "Deployment %s of job %s, version %d, has ended: %s (%s).\n", shortID(e.ID), e.Job, e.Version, e.Status, e.Description)
		e.Last.text(&b, clock)
	}
	for _, id := range sortedKeys(m.Unwatched) {
		fmt.Fprintf(&b, "Deployment %s is not watched: %s.\n", shortID(id), m.Unwatched[id])
	}
	return b.String()
}

func (e *Explained) text(b *strings.Builder, now int64, clock func(int64) string) {
	fmt.Fprintf(b, "Deployment %s of job %s, version %d, is %s (%s).\n", shortID(e.ID), e.Job, e.Version, e.Status, e.Description)
	if e.WatchEnded {
		b.WriteString("  It was failed; nothing more is decided unless a user asks.\n")
	}
	for _, g := range e.Groups {
		fmt.Fprintf(b, "  Group %s: %d of %d healthy", g.Name, g.Live, g.DesiredTotal)
		fmt.Fprintf(b, ", %d placed", g.Placed)
		if g.Unhealthy != 0 {
			fmt.Fprintf(b, ", %d found unhealthy", g.Unhealthy)
		}
		switch {
		case g.DesiredCanaries != 0 && g.Promoted:
			b.WriteString(", promoted")
		case g.DesiredCanaries != 0:
			fmt.Fprintf(b, ", %d of %d canaries placed, %d healthy", g.PlacedCanaries, g.DesiredCanaries, g.HealthyCanaries)
		}
		switch {
		case g.Done:
			b.WriteString(", done")
		case !g.HasDeadline:
			b.WriteString(", no progress deadline")
		case g.Deadline == 0:
			b.WriteString(", its progress deadline has not started")
		case g.Deadline < now:
			b.WriteString(", its progress deadline has passed")
		}
		b.WriteString(".\n")
	}
	for _, w := range e.Waits {
		fmt.Fprintf(b, "  It waits for %s: %s", w.Actor, w.Text)
		if w.Until != 0 {
			b.WriteString(", " + clock(w.Until))
		}
		b.WriteString(".\n")
	}
	e.Last.text(b, clock)
	if e.Next != nil {
		what := "nothing is decided"
		if len(e.Next.Decisions) != 0 {
			what = strings.Join(e.Next.Decisions, ", then ")
		}
		fmt.Fprintf(b, "  If nothing changes, %s: %s%s.\n", clock(e.Next.At), what, since(e.Next.Reasons))
	}
}

func (l *Last) text(b *strings.Builder, clock func(int64) string) {
	if l != nil {
		fmt.Fprintf(b, "  The last decision, %s: %s%s.\n", clock(l.At), l.Text, since(l.Reasons))
	}
}

// since tells reasons in one clause.
func since(reasons []Why) string {
	text := ""
	for i, r := range reasons {
		sep := "; "
		if i == 0 {
			sep = ", since "
		}
		text += fmt.Sprintf("%s%s (%s)", sep, r.Text, r.Rule)
	}
	return text
}
