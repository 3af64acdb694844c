package nomad

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/coxswain/coxswain/core"
)

// The endings of recordings and of their sidecars.
const (
	plainEnding   = ".ndjson"
	gzipEnding    = ".ndjson.gz"
	sidecarEnding = ".json"
)

// ReadFile reads the recording in a file and, for a file named NAME.ndjson or
// NAME.ndjson.gz, the sidecar NAME.json beside it, if there is one. Whether it
// is compressed is told by its first bytes and not by its name. Every error is
// an *Error.
func ReadFile(path string) (*Recording, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	defer f.Close()
	base, ok := trimEnding(path)
	if !ok {
		return read(path, filepath.Base(path), f, nil)
	}
	name := filepath.Base(base)
	s, err := os.Open(base + sidecarEnding)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return read(path, name, f, nil)
	case err != nil:
		return nil, fileError(base+sidecarEnding, err)
	}
	defer s.Close()
	side, err := readSidecar(base+sidecarEnding, s)
	if err != nil {
		return nil, err
	}
	return read(path, name, f, side)
}

// Read reads a recording that has no sidecar, plain or compressed. The name is
// the recording's, and stands in front of errors, which are of type *Error.
//
// A recording holds one JSON object a line: the messages of Nomad's event
// stream as they come, or the same with the time of receipt, a snapshot in
// front, and lines that tell of a new leader. Heartbeats, empty lines, polls and
// events of topics other than Job, Deployment, Allocation and Evaluation are
// passed over.
func Read(name string, r io.Reader) (*Recording, error) { return read(name, name, r, nil) }

// ReadWithSidecar reads a recording and its sidecar, which gives the zero of the
// lines' clock and the commands. Steps of the sidecar that are no commands to a
// deployment, or that cannot be understood, are passed over.
func ReadWithSidecar(name string, recording, sidecar io.Reader) (*Recording, error) {
	side, err := readSidecar(name+" (sidecar)", sidecar)
	if err != nil {
		return nil, err
	}
	return read(name, name, recording, side)
}

// read reads a recording with the sidecar, or without when that is nil.
func read(file, name string, r io.Reader, side *sidecar) (*Recording, error) {
	p := parser{commits: map[uint64]*builder{}}
	lines, err := newLines(r)
	for err == nil {
		var line []byte
		if line, err = lines.next(); err == nil {
			err = p.line(lines.number, line, lines.whole)
		}
	}
	if err != io.EOF {
		return nil, lineError(file, lines.number, err)
	}
	rec := &Recording{Name: name, Lines: lines.number, Timed: p.timed, HasSidecar: side != nil}
	if err := p.finish(rec, side); err != nil {
		return nil, lineError(file, 0, err)
	}
	return rec, nil
}

// parser gathers the entries of a recording.
type parser struct {
	entries []pending
	commits map[uint64]*builder
	last    uint64 // the highest index so far
	clock
}

// pending is an entry whose time is not known yet, only what its line said.
type pending struct {
	Entry
	heard int64 // nanoseconds from the start; when timed
	newer int64 // the newest stamp up to this line; when not
}

// wireLine is any line. What is not there is nil.
type wireLine struct {
	T        *float64 `json:"t"`
	Index    *uint64
	Events   []wireEvent
	Snapshot *wireSnapshot
	Poll     json.RawMessage
	Leader   *bool
}

type wireEvent struct {
	Topic, Type string
	Payload     json.RawMessage
}

type wireSnapshot struct {
	Index                                                    uint64
	Jobs, JobVersions, Deployments, Evaluations, Allocations []json.RawMessage
}

// line reads one line. whole says that it ended with a line break.
func (p *parser) line(number int, text []byte, whole bool) error {
	if len(text) == 0 {
		return nil
	}
	if text[0] != '{' {
		return &damage{ErrSyntax, "not a JSON object"}
	}
	var w wireLine
	if err := json.Unmarshal(text, &w); err != nil {
		var syntax *json.SyntaxError
		if !whole && errors.As(err, &syntax) && syntax.Offset >= int64(len(text)) {
			return &damage{ErrTruncated, "ends in the middle of the line"}
		}
		return jsonDamage("not a line of a recording", err)
	}
	kind, err := w.kind(text)
	if err != nil || kind == "" {
		return err
	}
	if err := p.hear(w.T); err != nil {
		return err
	}
	switch kind {
	case "Index":
		return p.commit(number, &w)
	case "Snapshot":
		return p.snapshot(number, &w)
	case "Leader":
		if *w.Leader {
			p.add(number, Entry{Leader: true})
		}
	}
	return nil
}

// kind names the one thing that a line holds; "" for a heartbeat.
func (w *wireLine) kind(text []byte) (string, error) {
	var kinds []string
	for _, k := range []struct {
		name string
		here bool
	}{
		{"Index", w.Index != nil || w.Events != nil},
		{"Snapshot", w.Snapshot != nil},
		{"Poll", w.Poll != nil},
		{"Leader", w.Leader != nil},
	} {
		if k.here {
			kinds = append(kinds, k.name)
		}
	}
	switch len(kinds) {
	case 1:
		return kinds[0], nil
	case 0:
		var all map[string]json.RawMessage
		if err := json.Unmarshal(text, &all); err != nil {
			return "", &damage{ErrSyntax, err.Error()}
		}
		for name := range all {
			if name != "t" {
				return "", &damage{ErrSyntax, "neither events nor a snapshot, a poll or a leader"}
			}
		}
		return "", nil
	default:
		return "", &damage{ErrSyntax, "more than one thing in a line: " + strings.Join(kinds, ", ")}
	}
}

// add appends an entry that begins at this line.
func (p *parser) add(number int, e Entry) {
	e.Line = number
	p.entries = append(p.entries, pending{Entry: e, heard: p.heard, newer: p.newest})
}

// commit reads the events of one line into the commit of its index.
func (p *parser) commit(number int, w *wireLine) error {
	switch {
	case w.Index == nil:
		return &damage{ErrMissing, "events without an Index"}
	case *w.Index == 0:
		return &damage{ErrValue, "Index: 0"}
	}
	b, seen := p.commits[*w.Index]
	if !seen {
		if *w.Index <= p.last {
			return &damage{ErrOrder, fmt.Sprintf("Index %d comes after %d", *w.Index, p.last)}
		}
		p.last = *w.Index
		b = newBuilder(*w.Index)
		p.commits[*w.Index] = b
	}
	for i := range w.Events {
		if err := b.event(number, &w.Events[i], p.stamp); err != nil {
			return within(fmt.Sprintf("event %d", i+1), err)
		}
	}
	p.lineRead()
	if seen {
		// It was written when its newest line was.
		e := &p.entries[b.entry]
		e.newer = max(e.newer, p.fresh)
		return nil
	}
	b.entry = len(p.entries)
	p.add(number, Entry{Commit: &b.Commit})
	return nil
}

// snapshot reads a snapshot, which stands before every commit.
func (p *parser) snapshot(number int, w *wireLine) error {
	if p.last != 0 {
		return &damage{ErrOrder, fmt.Sprintf("snapshot after index %d", p.last)}
	}
	if w.Snapshot.Index == 0 {
		return &damage{ErrValue, "Snapshot.Index: 0"}
	}
	s, err := w.Snapshot.decode(p.stamp)
	if err != nil {
		return within("Snapshot", err)
	}
	p.last = s.Index
	p.lineRead()
	p.add(number, Entry{Snapshot: s})
	return nil
}

// decode reads the objects of a snapshot and reports their stamps.
func (w *wireSnapshot) decode(stamp func(...int64)) (*Snapshot, error) {
	s := &Snapshot{Index: w.Index}
	var err error
	if s.Jobs, err = decodeAll(w.Jobs, decodeJob); err != nil {
		return nil, err
	}
	if s.Versions, err = decodeAll(w.JobVersions, decodeJob); err != nil {
		return nil, err
	}
	if s.Deployments, err = decodeAll(w.Deployments, decodeDeployment); err != nil {
		return nil, err
	}
	if s.Evaluations, err = decodeAll(w.Evaluations, decodeEvaluation); err != nil {
		return nil, err
	}
	if s.Allocations, err = decodeAll(w.Allocations, decodeAllocation); err != nil {
		return nil, err
	}
	for _, j := range s.Jobs {
		stamp(j.SubmitTime)
	}
	for _, j := range s.Versions {
		stamp(j.SubmitTime)
	}
	for _, e := range s.Evaluations {
		stamp(e.CreateTime, e.ModifyTime)
	}
	for _, a := range s.Allocations {
		stamp(a.CreateTime, a.ModifyTime)
	}
	return s, nil
}

// decodeAll reads a list of objects.
func decodeAll[T any](raws []json.RawMessage, decode func(json.RawMessage) (*T, error)) ([]*T, error) {
	list := make([]*T, 0, len(raws))
	for _, raw := range raws {
		v, err := decode(raw)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// finish gives the entries their times and puts the commands between them.
func (p *parser) finish(rec *Recording, side *sidecar) error {
	start := p.start(side)
	rec.Entries = make([]Entry, len(p.entries))
	now := p.earliest()
	for i, e := range p.entries {
		at := e.newer
		if p.timed {
			at = start + e.heard
		}
		now = max(now, at)
		if now > core.MaxTime {
			return &damage{ErrValue, fmt.Sprintf("line %d lies after the last time that there is", e.Line)}
		}
		e.Time = now
		rec.Entries[i] = e.Entry
	}
	if side != nil && start > 0 {
		rec.Entries = merge(rec.Entries, side.commands(start))
	}
	if n := len(rec.Entries); n > 0 {
		rec.Start, rec.End = rec.Entries[0].Time, rec.Entries[n-1].Time
		if start > 0 {
			rec.Start = min(rec.Start, start)
			// The recorder went on listening after the last entry.
			rec.End = max(rec.End, min(start+p.heard, core.MaxTime))
		}
		if side != nil && start > 0 {
			rec.End = max(rec.End, min(start+side.length, core.MaxTime))
		}
	}
	return nil
}

// earliest is a time before which no entry is put. Without the lines' own times
// it is the first stamp: what stands before that is no older than anything else.
func (p *parser) earliest() int64 {
	if !p.timed {
		for _, e := range p.entries {
			if e.newer > 0 {
				return e.newer
			}
		}
	}
	return 1
}

// merge puts each command before the first entry of a later time. Both lists
// are in the order of time.
func merge(entries, commands []Entry) []Entry {
	if len(commands) == 0 {
		return entries
	}
	out := make([]Entry, 0, len(entries)+len(commands))
	for _, c := range commands {
		n := 0
		for n < len(entries) && entries[n].Time <= c.Time {
			n++
		}
		out = append(append(out, entries[:n]...), c)
		entries = entries[n:]
	}
	return append(out, entries...)
}

// trimEnding cuts a recording's ending off.
func trimEnding(path string) (string, bool) {
	if base, ok := strings.CutSuffix(path, gzipEnding); ok {
		return base, true
	}
	return strings.CutSuffix(path, plainEnding)
}

// lineError says where a damage is.
func lineError(file string, line int, err error) *Error {
	var d *damage
	if errors.As(err, &d) {
		return &Error{File: file, Line: line, Text: d.text, Err: d.kind}
	}
	return &Error{File: file, Line: line, Text: err.Error(), Err: err}
}

// fileError is an answer of the file system, without repeating the path.
func fileError(path string, err error) *Error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return &Error{File: path, Text: err.Error(), Err: err}
}
