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
	// changed is when allocations of each deployment were last written.
	changed map[string]int64
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
	// before says that the deployment was watched before the opening, by
	// somebody whose memory is not in the recording.
	before bool
	// hold keeps the machine's clock at the time at which a window must have been
	// opened that was open when the recording began (windowBegan); 0 for none.
	hold int64
	// held says that the next T1 is that window's.
	held bool
	// needs are what an open window was opened for, and what joined it.
	needs []core.Reason
	waits string // what was last said of its waits
}

// decision is one thing that a machine decided, until it is judged.
type decision struct {
	Contents
	deployment string
	watch      *watch
	key        core.Key
	times      []int64
	command    bool
	held       bool // its window was open before the machine was
	// index is the commit that a command's answer names; 0 for none.
	index  uint64
	row    int // its row
	judged bool
	// refused says that its machine was told that nothing came of it.
	refused bool
}

func newRun(rec *nomad.Recording, engine host.Engine, cfg core.Config) *run {
	cfg.Reasons = true
	rec = inOrder(rec)
	r := &run{rec: rec, engine: engine, cfg: cfg, watches: map[string]*watch{}, t1: map[string][]int64{}, changed: map[string]int64{}, unwatched: map[string]bool{}}
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

// inOrder puts what the recorder heard of by another way than the stream where it
// belongs in it.
func inOrder(rec *nomad.Recording) *nomad.Recording {
	moved := *rec
	moved.Entries = leadersInTime(commandsInTime(rec.Entries))
	return &moved
}

// commandsInTime moves a command whose answer names its commit directly before
// that commit: the sidecar's clock and the stream's are not the same, and some
// milliseconds may lie between.
func commandsInTime(entries []nomad.Entry) []nomad.Entry {
	at := map[uint64][]nomad.Entry{}
	written := map[uint64]bool{}
	for i := range entries {
		if c := entries[i].Commit; c != nil {
			written[c.Index] = true
		}
	}
	placed := make([]nomad.Entry, 0, len(entries))
	for _, e := range entries {
		if e.Command != nil && !e.Command.Refused && written[e.Command.Index] {
			at[e.Command.Index] = append(at[e.Command.Index], e)
		}
	}
	for _, e := range entries {
		switch {
		case e.Commit != nil:
			for _, c := range at[e.Commit.Index] {
				c.Time = e.Time
				placed = append(placed, c)
			}
		case e.Command != nil && !e.Command.Refused && written[e.Command.Index]:
			continue
		}
		placed = append(placed, e)
	}
	return placed
}

// leadersInTime moves Leader lines before the commits of the last moments, if
// these come after a silence: whoever recorded it heard of the new leader late,
// and without a leader nothing is written.
func leadersInTime(entries []nomad.Entry) []nomad.Entry {
	for i := range entries {
		if !entries[i].Leader {
			continue
		}
		to := i
		for k := i - 1; k >= 0 && entries[k].Time >= entries[i].Time-int64(lateness); k-- {
			if entries[k].Snapshot != nil || entries[k].Leader {
				break
			}
			if entries[k].Commit != nil {
				to = k
			}
		}
		if to == i || to == 0 || entries[to].Time-entries[to-1].Time < int64(lateness) {
			continue
		}
		leader := entries[i]
		leader.Time = entries[to].Time
		copy(entries[to+1:i+1], entries[to:i])
		entries[to] = leader
	}
	return entries
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
			err = r.open(ctx, e.Time, watchedByTheSame)
		case e.Leader:
			r.leader(ctx, e.Time)
			err = r.open(ctx, e.Time, watchedByAnotherLeader)
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
	now := r.in.Now
	if err := r.give(ctx, w); err != nil {
		return fmt.Errorf("deployment %s at index %d: %w", w.id, index, err)
	}
	r.take(ctx, w, now, nil)
	return nil
}

// give steps a machine with r.in and the results that wait for it.
func (r *run) give(ctx context.Context, w *watch) error {
	// What the recorded cluster did not write within its time it never will: it
	// counts as refused, so that a machine of another level goes on.
	for _, d := range r.decisions {
		if d.watch == w && !d.judged && !d.refused && d.times[len(d.times)-1] < r.in.Now-int64(batching+lateness) {
			d.refused = true
			w.results = append(w.results, core.Result{Key: d.key, Outcome: core.Rejected})
		}
	}
	r.in.Results = append(r.in.Results, w.results...)
	w.results = w.results[:0]
	if w.hold != 0 && r.in.Now < w.hold+core.BatchWindow && (w.wake.Reason == core.WakeNone || r.in.Now < w.wake.At) {
		r.in.Now = w.hold
	} else {
		w.hold = 0
	}
	return w.m.Step(ctx, &r.in, &w.out)
}

// take takes in an output.
func (r *run) take(ctx context.Context, w *watch, now int64, command *nomad.Command) {
	out := &w.out
	w.wake = out.Wake
	for i := range out.Effects {
		e := &out.Effects[i]
		if e.Kind == core.EffectRegion {
			// Peer regions are not in a recording. Taken as told.
			w.results = append(w.results, core.Result{Key: e.Key, Outcome: core.Applied, Index: r.cluster.Index()})
			continue
		}
		r.decide(w, e, now, w.reasons(e), command)
	}
	w.gather()
	r.sayWaits(ctx, w, now)
	if out.Done {
		r.ended = append(r.ended, w.id)
		r.drop(ctx, w)
	}
}

// reasons are those of one effect: those that name it, and those that explain a
// failure by the rules. A T1 goes out for what its window gathered.
func (w *watch) reasons(e *core.Effect) []core.Reason {
	var list []core.Reason
	if e.Kind == core.EffectReschedule {
		list, w.needs = w.needs, nil
	}
	return append(list, w.out.ReasonsOf(e)...)
}

// gather notes what an open window is for, each need once.
func (w *watch) gather() {
	for _, why := range w.out.Reasons {
		if why.Code != core.ReasonProgress && why.Code != core.ReasonReplace {
			continue
		}
		w.needs = slices.DeleteFunc(w.needs, func(n core.Reason) bool { return n.Code == why.Code })
		w.needs = append(w.needs, why)
	}
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
	if e.Kind == core.EffectReschedule {
		d.held, w.held = w.held, false
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
	if err := r.give(ctx, w); err != nil {
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
	for i := range c.Allocations {
		r.changed[c.Allocations[i].Object.DeploymentID] = e.Time
	}
	for _, id := range r.ids() {
		w := r.watches[id]
		if r.cluster.Delta(id, c, e.Time, &r.in) {
			if err := r.step(ctx, w, c.Index); err != nil {
				return err
			}
		}
	}
	return r.open(ctx, e.Time, watchedByNobody)
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
		before, after := r.cluster.Deployment(w.Deployment), deploymentIn(c, w.Deployment)
		quiet := w.At-r.changed[w.Deployment] > int64(Tolerance)
		if cmd, ok := isCommand(w, before, after, quiet); ok {
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
func (r *run) open(ctx context.Context, at int64, before watchedBefore) error {
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
		w := &watch{id: id, opened: at, before: before != watchedByNobody}
		if w.hold = r.windowBegan(id, at, before); w.hold != 0 {
			r.in.Now, w.held = w.hold, true
		}
		var err error
		if w.m, err = r.engine.Open(ctx, &r.cfg, &r.in, &w.out); err != nil {
			return fmt.Errorf("deployment %s at index %d: %w", id, r.cluster.Index(), err)
		}
		r.watches[id] = w
		r.take(ctx, w, at, nil)
	}
	return nil
}

// watchedBefore says who watched a deployment before a machine is opened for it.
type watchedBefore int

const (
	watchedByNobody watchedBefore = iota
	watchedByTheSame
	watchedByAnotherLeader
)

// windowBegan returns when the window for a deployment's first recorded T1 was
// opened, if that is before the machine's opening: it was open then, or its T1
// was not written yet. 0 otherwise. Only the time comes from the recording; for
// which allocations the window is, and whether there is any need for it, stays
// the machine's to say. A new leader has no old windows, but may have begun some
// moments before the line that tells of it.
func (r *run) windowBegan(id string, opened int64, before watchedBefore) int64 {
	earliest := opened - int64(batching+Tolerance)
	switch before {
	case watchedByNobody:
		return 0
	case watchedByAnotherLeader:
		earliest = opened + core.BatchWindow - int64(lateness)
	}
	for _, t := range r.t1[id] {
		if t >= earliest {
			if began := t - core.BatchWindow; began < opened {
				return max(began, 1)
			}
			return 0
		}
	}
	return 0
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
		if d.held {
			r.settle(d, Undetermined, "its window was open before the recording began, and what it held is not known", 0, 0)
			continue
		}
		r.settle(d, Extra, "the recorded watcher did not decide this", 0, 0)
	}
}

// report puts the rows in order and counts.
func (r *run) report() *Report {
	rep := &Report{Name: r.rec.Name, Engine: r.engine.Name(), Level: r.cfg.Level, Start: r.rec.Start, Rows: r.rows}
	for _, p := range core.Policies() {
		if r.cfg.Policy.On(p.Rule) {
			rep.Policies = append(rep.Policies, p.Rule)
		}
	}
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
