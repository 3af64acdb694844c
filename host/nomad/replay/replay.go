package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/nomad"
)

// lateness is how long before the end of a recording, or before a change of
// leader, a decision may be made and not be written any more.
const lateness = 300 * time.Millisecond

// batching is how long a T1 can wait for those of other deployments (B4).
const batching = 250 * time.Millisecond

// Run replays a recording through an engine. The error is the context's, the
// engine's, or a *core.Error for facts that no machine can take; the report is
// then what came until then.
func Run(ctx context.Context, rec *nomad.Recording, engine host.Engine, cfg core.Config) (*Report, error) {
	r := newRun(rec, engine, cfg)
	defer r.close(ctx)
	err := r.until(ctx, math.MaxInt64)
	if err == nil {
		r.judgeRest()
	}
	return r.report(), err
}

// run is a replay under way.
type run struct {
	rec     *nomad.Recording
	engine  host.Engine
	cfg     core.Config
	cluster nomad.Cluster
	next    int // the next entry

	watches map[string]*watch
	epoch   uint64
	// firstT1 are the times of the recorded T1s of each deployment.
	t1 map[string][]int64
	// unwatched are active deployments that cannot be watched, told once.
	unwatched map[string]bool
	// ended are the deployments that were watched and are terminal now.
	ended []string

	decisions  []*decision
	rows       []Row
	lastCommit int64
	in         core.Input
	commands   uint64
}

// watch is a machine and what the host must remember for it.
type watch struct {
	id      string
	m       host.Machine
	out     core.Output
	wake    core.Wake
	results []core.Result
	opened  int64
	// before says that the deployment was watched before the recording began, or
	// by another leader, so that a window may have been open.
	before bool
	waits  string // what was last said of its waits
}

// decision is one thing that a machine decided, until it is judged.
type decision struct {
	Contents
	deployment string
	watch      *watch
	key        core.Key
	times      []int64
	command    bool
	// index is the commit that a command's answer names; 0 for none.
	index  uint64
	row    int // its row
	judged bool
}

func newRun(rec *nomad.Recording, engine host.Engine, cfg core.Config) *run {
	cfg.Reasons = true
	r := &run{rec: rec, engine: engine, cfg: cfg, watches: map[string]*watch{}, t1: map[string][]int64{}, unwatched: map[string]bool{}}
	for i := range rec.Entries {
		if c := rec.Entries[i].Commit; c != nil {
			for _, w := range writesOf(c, rec.Entries[i].Time, &r.cluster) {
				if w.Kind == core.EffectReschedule {
					r.t1[w.Deployment] = append(r.t1[w.Deployment], w.Time)
				}
			}
		}
	}
	return r
}

func (r *run) close(ctx context.Context) {
	for _, id := range r.ids() {
		r.drop(ctx, r.watches[id])
	}
}

func (r *run) drop(ctx context.Context, w *watch) {
	_ = w.m.Close(ctx) // nothing is lost with it
	delete(r.watches, w.id)
}

// ids lists the watched deployments in a fixed order.
func (r *run) ids() []string {
	ids := make([]string, 0, len(r.watches))
	for id := range r.watches {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// until replays everything up to and including a time.
func (r *run) until(ctx context.Context, end int64) error {
	for ; r.next < len(r.rec.Entries) && r.rec.Entries[r.next].Time <= end; r.next++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := &r.rec.Entries[r.next]
		if err := r.advance(ctx, e.Time); err != nil {
			return err
		}
		var err error
		switch {
		case e.Snapshot != nil:
			r.cluster.Load(e.Snapshot)
			r.lastCommit = e.Time
			r.fact(e.Time, e.Snapshot.Index, "", fmt.Sprintf("snapshot: %d deployments, %d allocations, %d evaluations",
				len(e.Snapshot.Deployments), len(e.Snapshot.Allocations), len(e.Snapshot.Evaluations)))
			err = r.open(ctx, e.Time, true)
		case e.Leader:
			r.leader(ctx, e.Time)
			err = r.open(ctx, e.Time, true)
		case e.Command != nil:
			err = r.recordedCommand(ctx, e)
		case e.Commit != nil:
			err = r.commit(ctx, e)
		}
		if err != nil {
			return err
		}
	}
	return r.advance(ctx, min(end, r.rec.End)+1)
}

// advance ticks every machine at its wake-ups before a time, in their order.
func (r *run) advance(ctx context.Context, to int64) error {
	for {
		var due *watch
		for _, id := range r.ids() {
			w := r.watches[id]
			if w.wake.Reason != core.WakeNone && w.wake.At < to && (due == nil || w.wake.At < due.wake.At) {
				due = w
			}
		}
		if due == nil {
			return nil
		}
		if err := r.tick(ctx, due); err != nil {
			return err
		}
	}
}

func (r *run) tick(ctx context.Context, w *watch) error {
	r.in = core.Input{Now: w.wake.At}
	return r.step(ctx, w, 0)
}

// step gives r.in to a machine and takes in what it decides.
func (r *run) step(ctx context.Context, w *watch, index uint64) error {
	r.in.Results = append(r.in.Results, w.results...)
	w.results = w.results[:0]
	if err := w.m.Step(ctx, &r.in, &w.out); err != nil {
		return fmt.Errorf("deployment %s at index %d: %w", w.id, index, err)
	}
	r.take(ctx, w, r.in.Now, nil)
	return nil
}

// take takes in an output.
func (r *run) take(ctx context.Context, w *watch, now int64, command *nomad.Command) {
	out := &w.out
	w.wake = out.Wake
	reasons := func(n uint64) []core.Reason {
		var of, rest []core.Reason
		for _, why := range out.Reasons {
			if why.Effect == n {
				of = append(of, why)
			} else if why.Effect == 0 && causes[why.Code] {
				rest = append(rest, why)
			}
		}
		if command != nil || slices.ContainsFunc(of, func(why core.Reason) bool { return why.Code == core.ReasonPromote }) {
			return of
		}
		return append(rest, of...)
	}
	for i := range out.Effects {
		e := &out.Effects[i]
		if e.Kind == core.EffectRegion {
			// Peer regions are not in a recording. Taken as told.
			w.results = append(w.results, core.Result{Key: e.Key, Outcome: core.Applied, Index: r.cluster.Index()})
			continue
		}
		r.decide(w, e, now, reasons(e.Key.N), command)
	}
	r.sayWaits(ctx, w, now)
	if out.Done {
		r.ended = append(r.ended, w.id)
		r.drop(ctx, w)
	}
}

// causes are the reasons of a step that explain its effects without naming them.
var causes = map[core.ReasonCode]bool{
	core.ReasonUnhealthy: true, core.ReasonShort: true, core.ReasonRegionFailed: true,
}

// decide notes a decision of a machine.
func (r *run) decide(w *watch, e *core.Effect, now int64, reasons []core.Reason, command *nomad.Command) {
	d := &decision{
		Contents: ofEffect(e, r.cluster.Deployment(w.id)), deployment: w.id, watch: w, key: e.Key,
		times: []int64{now}, command: e.Command != 0,
	}
	if command != nil {
		d.index = command.Index
	}
	d.row = r.row(Row{Time: now, Kind: RowDecision, Deployment: w.id, Trigger: trigger(e.Kind), Text: d.text(), Reasons: whys(reasons)})
	switch {
	case command != nil && command.Refused:
		r.settle(d, Refused, "as recorded: "+command.Text, core.Rejected, 0)
		return
	case e.Kind == core.EffectPromote && !d.command:
		if r.repeats(d) {
			return
		}
		all := make([]core.Allocation, 0)
		for _, a := range r.cluster.Allocations(w.id) {
			all = append(all, a.Allocation)
		}
		var no *ledger.Rejection
		if err := ledger.CheckPromotion(&r.cluster.Deployment(w.id).Deployment, all, e.All, e.Groups); errors.As(err, &no) {
			r.settle(d, Refused, "the cluster refuses it: "+no.Text, core.Rejected, 0)
			return
		}
	}
	r.decisions = append(r.decisions, d)
}

// repeats reports whether a promotion is one that was decided before (P4): it
// then joins that one.
func (r *run) repeats(d *decision) bool {
	for i := len(r.decisions) - 1; i >= 0; i-- {
		first := r.decisions[i]
		if first.watch != d.watch || first.Kind != core.EffectPromote || first.command || !slices.Equal(first.Promoted, d.Promoted) {
			continue
		}
		if !first.judged {
			first.times = append(first.times, d.times[0])
			r.settle(d, Repeat, "decided again until it is seen", core.Applied, r.cluster.Index())
			return true
		}
	}
	if len(d.Promoted) == 0 {
		r.settle(d, Repeat, "promoted already", core.Applied, r.cluster.Index())
		return true
	}
	return false
}

// settle judges a decision and prepares its result for the machine.
func (r *run) settle(d *decision, v Verdict, note string, outcome core.Outcome, index uint64) {
	d.judged = true
	r.rows[d.row].Verdict, r.rows[d.row].Note = v, note
	if outcome != 0 && d.watch != nil {
		d.watch.results = append(d.watch.results, core.Result{Key: d.key, Outcome: outcome, Index: index})
	}
}

// recordedCommand gives a command of the sidecar to its machine.
func (r *run) recordedCommand(ctx context.Context, e *nomad.Entry) error {
	c := e.Command
	r.row(Row{Time: e.Time, Kind: RowCommand, Deployment: c.Deployment, Text: commandText(&c.Command)})
	w := r.watches[c.Deployment]
	if w == nil {
		r.note(e.Time, c.Deployment, "no machine watches this deployment")
		return nil
	}
	return r.command(ctx, w, e.Time, c)
}

func (r *run) command(ctx context.Context, w *watch, at int64, c *nomad.Command) error {
	r.commands++
	cmd := c.Command
	cmd.ID = r.commands
	r.in = core.Input{Now: at, Command: &cmd}
	r.in.Results = append(r.in.Results, w.results...)
	w.results = w.results[:0]
	if err := w.m.Step(ctx, &r.in, &w.out); err != nil {
		return fmt.Errorf("deployment %s, %s: %w", w.id, cmd.Kind, err)
	}
	if reply := w.out.Reply; reply != nil && reply.Refused != core.RefusedNot {
		r.row(Row{Time: at, Kind: RowNote, Deployment: w.id, Text: "refused: " + reply.Text})
	}
	r.take(ctx, w, at, c)
	return nil
}

// commit compares what a commit records with what was decided, and tells the
// machines of it.
func (r *run) commit(ctx context.Context, e *nomad.Entry) error {
	c := e.Commit
	writes := writesOf(c, e.Time, &r.cluster)
	for i := range writes {
		if err := r.prepare(ctx, &writes[i], c); err != nil {
			return err
		}
	}
	for _, text := range describe(c, &r.cluster) {
		r.fact(e.Time, c.Index, "", text)
	}
	for i := range writes {
		r.match(&writes[i])
	}
	r.cluster.Apply(c)
	r.lastCommit = e.Time
	for _, id := range r.ids() {
		w := r.watches[id]
		if r.cluster.Delta(id, c, e.Time, &r.in) {
			if err := r.step(ctx, w, c.Index); err != nil {
				return err
			}
		}
	}
	return r.open(ctx, e.Time, false)
}

// prepare brings a machine to the point at which it can have decided what a
// write records: a user's command is given to it, and a wake-up that lies within
// the tolerance is not left to later facts.
func (r *run) prepare(ctx context.Context, w *Write, c *nomad.Commit) error {
	watch := r.watches[w.Deployment]
	if watch == nil {
		return nil
	}
	if !r.rec.HasSidecar {
		after := deploymentIn(c, w.Deployment)
		if cmd, ok := isCommand(w, after); ok {
			r.row(Row{Time: w.At, Kind: RowCommand, Deployment: w.Deployment, Text: commandText(&cmd) + ", as the write tells"})
			return r.command(ctx, watch, w.At, &nomad.Command{Deployment: w.Deployment, Command: cmd})
		}
	}
	reason := core.WakeDeadline
	if w.Kind == core.EffectReschedule {
		reason = core.WakeBatch
	} else if w.Kind != core.EffectStatus {
		return nil
	}
	if watch.wake.Reason == reason && watch.wake.At <= w.Time+int64(Tolerance) && r.find(w) == nil {
		return r.tick(ctx, watch)
	}
	return nil
}

func deploymentIn(c *nomad.Commit, id string) *nomad.Deployment {
	for i := range c.Deployments {
		if c.Deployments[i].Object.ID == id {
			return c.Deployments[i].Object
		}
	}
	return nil
}

// find returns the earliest decision that agrees with a write.
func (r *run) find(w *Write) *decision {
	for _, d := range r.decisions {
		if d.judged || d.deployment != w.Deployment {
			continue
		}
		times := d.times
		if d.index != 0 && d.index == w.Index {
			times = []int64{w.Time} // the answer names this very write
		}
		if Judge(d.Contents, times, w) == "" {
			return d
		}
	}
	return nil
}

// match judges a write of the recorded watcher.
func (r *run) match(w *Write) {
	if d := r.find(w); d != nil {
		at := d.times[0]
		for _, t := range d.times {
			if abs(t-w.Time) < abs(at-w.Time) {
				at = t
			}
		}
		r.settle(d, Agreed, fmt.Sprintf("#%d, %+d ms", w.Index, (w.Time-at)/int64(time.Millisecond)), core.Applied, w.Index)
		return
	}
	row := Row{Time: w.Time, Index: w.Index, Kind: RowDecision, Deployment: w.Deployment, Trigger: trigger(w.Kind), Text: "recorded: " + w.text(), Verdict: Missed}
	watch := r.watches[w.Deployment]
	switch {
	case w.Kind == core.EffectPromote && len(w.Promoted) == 0:
		row.Verdict, row.Note = Repeat, "promoted already"
	case watch == nil:
		row.Note = "no machine watched this deployment: " + r.whyUnwatched(w.Deployment)
	case w.Kind == core.EffectReschedule && watch.before && w.Time-watch.opened <= int64(openingSlack):
		row.Verdict, row.Note = Undetermined, "a window may have been open before the recording began"
	default:
		row.Note = r.nearest(w)
	}
	r.row(row)
}

func (r *run) whyUnwatched(id string) string {
	var err *nomad.WatchError
	if errors.As(r.cluster.Opening(id, 1, 1, &core.Input{}), &err) {
		return err.Err.Error() + "; begin the recording before the job is registered, or with a Snapshot line"
	}
	return "it had ended"
}

// nearest says what was decided instead of a write, if anything close to it was.
func (r *run) nearest(w *Write) string {
	for _, d := range r.decisions {
		if !d.judged && d.deployment == w.Deployment && d.Kind == w.Kind && abs(d.times[0]-w.Time) < int64(2*time.Second) {
			return "decided otherwise: " + Judge(d.Contents, d.times, w)
		}
	}
	return "nothing of this kind was decided"
}

func abs(v int64) int64 { return max(v, -v) }

// leader drops every machine: what they held in memory is gone. What was decided
// and could not be written any more is undetermined.
func (r *run) leader(ctx context.Context, at int64) {
	r.row(Row{Time: at, Kind: RowNote, Text: "a new leader: all machines are dropped and opened anew"})
	for _, d := range r.decisions {
		if !d.judged && d.times[len(d.times)-1] >= r.lastCommit-int64(lateness) {
			r.settle(d, Undetermined, "leadership was lost", 0, 0)
		}
	}
	r.close(ctx)
}

// open opens machines for active deployments that have none.
func (r *run) open(ctx context.Context, at int64, before bool) error {
	for _, id := range r.cluster.Active() {
		if r.watches[id] != nil {
			continue
		}
		r.epoch++
		if err := r.cluster.Opening(id, at, r.epoch, &r.in); err != nil {
			if !r.unwatched[id] {
				r.unwatched[id] = true
				r.note(at, id, "not watched: "+err.Error()) // L1
			}
			continue
		}
		w := &watch{id: id, opened: at, before: before}
		var err error
		if w.m, err = r.engine.Open(ctx, &r.cfg, &r.in, &w.out); err != nil {
			return fmt.Errorf("deployment %s at index %d: %w", id, r.cluster.Index(), err)
		}
		if began := r.windowBegan(w); began != 0 {
			if err := r.reopen(ctx, w, began); err != nil {
				return err
			}
		}
		r.watches[id] = w
		r.take(ctx, w, at, nil)
	}
	return nil
}

// windowBegan returns when the window of a deployment that was watched before
// must have been opened for its first recorded T1, if that lies before the
// opening; 0 otherwise. The recording shows that it was open; which allocations
// it is for is still the machine's to say.
func (r *run) windowBegan(w *watch) int64 {
	if !w.before || w.wake.Reason != core.WakeNone && w.wake.Reason != core.WakeBatch || w.out.Wake.Reason != core.WakeBatch || len(w.out.Effects) != 0 {
		return 0
	}
	for _, t := range r.t1[w.id] {
		began := t - core.BatchWindow
		if t >= w.opened-int64(batching+Tolerance) && began < w.opened {
			return max(began, 1)
		}
	}
	return 0
}

// reopen opens a machine at an earlier time.
func (r *run) reopen(ctx context.Context, w *watch, at int64) error {
	_ = w.m.Close(ctx)
	r.in.Now = at
	var err error
	if w.m, err = r.engine.Open(ctx, &r.cfg, &r.in, &w.out); err != nil {
		return fmt.Errorf("deployment %s at index %d: %w", w.id, r.cluster.Index(), err)
	}
	return nil
}

// judgeRest judges what no write was found for.
func (r *run) judgeRest() {
	for _, d := range r.decisions {
		if d.judged {
			continue
		}
		if d.times[len(d.times)-1] > r.rec.End-int64(lateness) {
			r.settle(d, Undetermined, "the recording ends too soon to tell", 0, 0)
			continue
		}
		r.settle(d, Extra, "the recorded watcher did not decide this", 0, 0)
	}
}

// report puts the rows in order and counts.
func (r *run) report() *Report {
	rep := &Report{Name: r.rec.Name, Engine: r.engine.Name(), Level: r.cfg.Level, Start: r.rec.Start, Rows: r.rows}
	rep.Recordings = 1
	for i := range rep.Rows {
		row := &rep.Rows[i]
		row.Time -= r.rec.Start
		row.order = i
		switch row.Verdict {
		case Agreed:
			rep.Agreed++
		case Missed:
			rep.Missed++
		case Extra:
			rep.Extra++
		case Undetermined:
			rep.Undetermined++
		case Repeat:
			rep.Repeats++
		}
	}
	rep.Decisions = rep.Agreed + rep.Missed + rep.Extra
	slices.SortFunc(rep.Rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.order, b.order))
	})
	return rep
}

func (r *run) row(row Row) int {
	r.rows = append(r.rows, row)
	return len(r.rows) - 1
}

func (r *run) fact(at int64, index uint64, deployment, text string) {
	r.row(Row{Time: at, Index: index, Kind: RowFact, Deployment: deployment, Text: text})
}

func (r *run) note(at int64, deployment, text string) {
	r.row(Row{Time: at, Kind: RowNote, Deployment: deployment, Text: text})
}

// sayWaits notes what a deployment waits for, when that changed.
func (r *run) sayWaits(ctx context.Context, w *watch, now int64) {
	var s core.Status
	if w.m.Status(ctx, &s) != nil || s.Done {
		return
	}
	text := waitsText(&s, r.rec.Start)
	if text == w.waits || text == "" {
		return
	}
	w.waits = text
	r.row(Row{Time: now, Kind: RowWait, Deployment: w.id, Text: text})
}
