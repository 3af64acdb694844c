package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

// Result counts what was replayed.
type Result struct {
	// Segments and Records were read whole; heads are records too.
	Segments, Records int64
	// Openings, Steps and Bad are records of these types.
	Openings, Steps, Bad int64
	// Machines took part: they were opened, or lived when the replay began.
	Machines int64
	// TornBytes were left out at the ends of torn segments.
	TornBytes int64
}

// Replay lets machines do once more what a segment says they did, and compares
// the bytes. r is at its beginning and stays the caller's.
//
// The error is a *DifferenceError for the first difference, one of the Reader's,
// a *FormatError if the inputs are of a newer schema than this code's, the
// context's, or a failure of the machines. The Result tells how far it came.
func Replay[M Machine](ctx context.Context, r *Reader, machines Machines[M]) (*Result, error) {
	p := newPlayer(makerOf[M]{machines})
	defer p.end(ctx)
	return &p.result, p.segment(ctx, r)
}

// ReplayAll replays segments as Segments lists them, and checks what holds
// between them too: where a segment goes on from the one before, that one is
// there and whole, and its machines ended up in the states with which the next
// begins. The list may begin anywhere.
func ReplayAll[M Machine](ctx context.Context, segments []Segment, machines Machines[M]) (*Result, error) {
	p := newPlayer(makerOf[M]{machines})
	defer p.end(ctx)
	for i := range segments {
		p.own, p.before = &segments[i], nil
		if i > 0 && segments[i-1].Writer == p.own.Writer {
			p.before = &segments[i-1]
		} else {
			p.end(ctx)
		}
		r, err := Open(p.own.Path)
		if err != nil {
			return &p.result, err
		}
		err = p.segment(ctx, r)
		if e := r.Close(); err == nil {
			err = e
		}
		if err != nil {
			return &p.result, err
		}
		p.beforeEnd, p.beforeTorn = r.End(), r.Torn()
	}
	return &p.result, nil
}

// player replays.
type player struct {
	maker  maker
	result Result
	head   Head
	file   string
	live   map[string]Machine
	// carried are machines of the segment before whose states have not come yet.
	carried map[string]Machine

	own, before *Segment // nil when unknown
	beforeEnd   int64
	beforeTorn  bool

	in    core.Input
	out   core.Output
	bytes []byte
}

func newPlayer(m maker) *player {
	return &player{maker: m, live: map[string]Machine{}, carried: map[string]Machine{}}
}

// end closes all machines.
func (p *player) end(ctx context.Context) {
	for _, machines := range []map[string]Machine{p.live, p.carried} {
		for _, m := range machines {
			_ = m.Close(ctx) // it has no more to say
		}
		clear(machines)
	}
}

// segment replays one segment.
func (p *player) segment(ctx context.Context, r *Reader) error {
	p.file = r.File()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		rec, err := r.Next()
		if err == io.EOF {
			p.result.Segments++
			p.result.TornBytes += r.TornBytes()
			return nil
		}
		if err != nil {
			return err
		}
		if err := p.record(ctx, rec); err != nil {
			return err
		}
		p.result.Records++
	}
}

func (p *player) record(ctx context.Context, rec *Record) error {
	if rec.Type != TypeHead && rec.Type != TypeState {
		// No more states come.
		if err := p.left(ctx, rec); err != nil {
			return err
		}
	}
	switch rec.Type {
	case TypeHead:
		return p.begin(ctx, rec)
	case TypeState:
		return p.state(ctx, rec)
	case TypeOpening:
		p.result.Openings++
		return p.opening(ctx, rec)
	case TypeStep:
		p.result.Steps++
		return p.step(ctx, rec)
	case TypeBad:
		p.result.Bad++
		return p.bad(ctx, rec)
	}
	m := p.live[rec.Deployment]
	if m == nil {
		return p.corrupt(rec, "closes a deployment that is not open")
	}
	delete(p.live, rec.Deployment)
	return p.failed(rec, m.Close(ctx))
}

// begin takes in the head of a segment.
func (p *player) begin(ctx context.Context, rec *Record) error {
	p.head = *rec.Head
	if p.head.Schema > core.SchemaVersion {
		return &FormatError{p.file, "schema", p.head.Schema, core.SchemaVersion}
	}
	if p.own != nil && p.own.Number != p.head.Segment {
		return p.corrupt(rec, fmt.Sprintf("segment %d has the name of another", p.head.Segment))
	}
	if p.before == nil || p.head.After == 0 {
		p.end(ctx) // another run
	}
	if p.before == nil {
		return nil
	}
	switch {
	case p.before.Number+1 != p.own.Number:
		return p.corrupt(rec, fmt.Sprintf("segment %d is missing before it", p.own.Number-1))
	case p.head.After == 0:
		return nil
	case p.beforeTorn:
		return &CorruptError{p.before.Path, p.beforeEnd, "it is torn, and yet the next segment goes on from it"}
	case p.beforeEnd != p.head.After:
		return &CorruptError{p.before.Path, p.beforeEnd,
			fmt.Sprintf("it ends here, and the next segment goes on from byte %d", p.head.After)}
	}
	if err := p.left(ctx, rec); err != nil {
		return err
	}
	p.live, p.carried = p.carried, p.live
	return nil
}

// left makes sure that no machine of the segment before is without a state.
func (p *player) left(ctx context.Context, rec *Record) error {
	if len(p.carried) == 0 {
		return nil
	}
	id := slices.Min(slices.Collect(maps.Keys(p.carried)))
	have, err := p.carried[id].AppendState(ctx, nil)
	if err != nil {
		return p.failed(rec, err)
	}
	d := p.difference(rec, "state", nil, have)
	d.Deployment = id
	return d
}

func (p *player) state(ctx context.Context, rec *Record) error {
	if p.live[rec.Deployment] != nil {
		return p.corrupt(rec, "a deployment has two states")
	}
	m := p.carried[rec.Deployment]
	switch {
	case m != nil:
		var err error
		if p.bytes, err = m.AppendState(ctx, p.bytes[:0]); err != nil {
			return p.failed(rec, err)
		}
		if !bytes.Equal(p.bytes, rec.State) {
			return p.difference(rec, "state", rec.State, p.bytes)
		}
		delete(p.carried, rec.Deployment)
		if err := m.Close(ctx); err != nil {
			return p.failed(rec, err)
		}
	case p.before != nil && p.head.After != 0:
		return p.difference(rec, "state", rec.State, nil)
	default:
		p.result.Machines++
	}
	m, err := p.maker.restore(ctx, rec.State)
	if err != nil {
		return p.refused(rec, "state", rec.State, err)
	}
	p.live[rec.Deployment] = m
	return nil
}

func (p *player) opening(ctx context.Context, rec *Record) error {
	if p.live[rec.Deployment] != nil {
		return p.corrupt(rec, "opens a deployment that is open")
	}
	if err := p.decode(rec); err != nil {
		return err
	}
	cfg := rec.Config
	if cfg == nil {
		cfg = &p.head.Config
	}
	m, err := p.maker.open(ctx, cfg, &p.in, &p.out)
	if err != nil {
		return p.refused(rec, "output", rec.Output, err)
	}
	p.result.Machines++
	p.live[rec.Deployment] = m
	return p.compare(rec)
}

func (p *player) step(ctx context.Context, rec *Record) error {
	m := p.live[rec.Deployment]
	if m == nil {
		return p.corrupt(rec, "steps a deployment that is not open")
	}
	if err := p.decode(rec); err != nil {
		return err
	}
	if err := m.Step(ctx, &p.in, &p.out); err != nil {
		return p.refused(rec, "output", rec.Output, err)
	}
	return p.compare(rec)
}

// bad gives a machine an input that it must refuse as it did.
func (p *player) bad(ctx context.Context, rec *Record) error {
	if rec.Refused.Code == 0 || len(rec.Input) == 0 {
		return nil // it was not the input, or the input is not known
	}
	if core.DecodeInput(rec.Input, &p.in) != nil {
		return nil // it cannot even be read: it is refused again
	}
	m, err := p.live[rec.Deployment], error(nil)
	if m != nil {
		err = m.Step(ctx, &p.in, &p.out)
	} else if m, err = p.maker.open(ctx, &p.head.Config, &p.in, &p.out); err == nil {
		_ = m.Close(ctx) // it should not be there
	}
	want := refusal(rec.Refused)
	if err == nil {
		return p.difference(rec, "refusal", want, nil)
	}
	var e *core.Error
	if !errors.As(err, &e) {
		return p.failed(rec, err)
	}
	if have := refusal(e); !bytes.Equal(want, have) {
		return p.difference(rec, "refusal", want, have)
	}
	return nil
}

// refusal encodes an error for comparing.
func refusal(e *core.Error) []byte { return appendRefusal(msgp.AppendArrayHeader(nil, 3), e) }

// decode reads the input of a record that was accepted.
func (p *player) decode(rec *Record) error {
	if err := core.DecodeInput(rec.Input, &p.in); err != nil {
		return p.corrupt(rec, "its input cannot be read: "+err.Error())
	}
	return nil
}

// compare compares the output with the recorded one.
func (p *player) compare(rec *Record) error {
	var err error
	if p.bytes, err = p.out.MarshalMsg(p.bytes[:0]); err != nil {
		return p.failed(rec, err)
	}
	if !bytes.Equal(p.bytes, rec.Output) {
		return p.difference(rec, "output", rec.Output, p.bytes)
	}
	return nil
}

// difference makes the error; it copies both sides.
func (p *player) difference(rec *Record, what string, want, have []byte) *DifferenceError {
	return &DifferenceError{
		File: p.file, Offset: rec.Offset, Record: rec.Number, Deployment: rec.Deployment,
		What: what, Want: bytes.Clone(want), Have: bytes.Clone(have),
	}
}

// refused returns the error for what was accepted when it was recorded.
func (p *player) refused(rec *Record, what string, want []byte, err error) error {
	var e *core.Error
	if !errors.As(err, &e) {
		return p.failed(rec, err)
	}
	d := p.difference(rec, what, want, nil)
	d.Err = e
	return d
}

// failed says where the machines failed; nil stays nil.
func (p *player) failed(rec *Record, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("coxswain: journal: %s: record %d at byte %d, deployment %q: %w",
		p.file, rec.Number, rec.Offset, rec.Deployment, err)
}

func (p *player) corrupt(rec *Record, reason string) error {
	return &CorruptError{p.file, rec.Offset, reason}
}
