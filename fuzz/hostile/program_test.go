package hostile_test

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/walk"
	"github.com/coxswain/coxswain/host/engine"
)

// program is a fuzzer's bytes, read as choices. Past their end every choice is 0.
type program struct{ b []byte }

func (p *program) byte() byte {
	if len(p.b) == 0 {
		return 0
	}
	v := p.b[0]
	p.b = p.b[1:]
	return v
}

func (p *program) number() int {
	return int(binary.LittleEndian.Uint16([]byte{p.byte(), p.byte()}))
}

// bytes takes up to n of them.
func (p *program) bytes(n int) []byte {
	n = min(n, len(p.b))
	b := p.b[:n]
	p.b = p.b[n:]
	return slices.Clone(b)
}

// spoil returns what the program makes of a message.
func (p *program) spoil(message []byte) []byte {
	b := slices.Clone(message)
	for n := p.byte() % 4; n > 0; n-- {
		at := 0
		if len(b) != 0 {
			at = p.number() % len(b)
		}
		switch p.byte() % 6 {
		case 0:
			if len(b) != 0 {
				b[at] = p.byte()
			}
		case 1:
			b = b[:at]
		case 2:
			b = slices.Insert(b, at, p.bytes(int(p.byte()))...)
		case 3:
			b = append(b, p.bytes(int(p.byte()))...)
		case 4: // a list, a text or a blob that claims to be very long
			b = slices.Insert(b, at, [][]byte{{0xdd, 0x7f, 0xff, 0xff, 0xff}, {0xdb, 0xff, 0xff, 0xff, 0xff}, {0xc6, 0x03, 0xff, 0xff, 0xff}}[p.byte()%3]...)
		case 5:
			b = p.bytes(p.number())
		}
	}
	return b
}

// messages are what a well-behaved host sends in a small rollout.
type messages struct {
	openings, steps, states [][]byte
	// output and status are answers to it.
	output, status []byte
}

var proper = sync.OnceValue(func() (m messages) {
	ctx := context.Background()
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	for seed := range uint64(16) {
		cfg, w := core.Config{Level: core.LevelNomad104, Reasons: true}, walk.New(seed)
		if seed >= 8 {
			w = walk.Guarded(seed)
			cfg.Level, cfg.Policy = core.LevelStrict, w.Policy()
		}
		in := w.Opening()
		b, err := core.AppendOpening(nil, &cfg, &in)
		must(err)
		m.openings = append(m.openings, b)
		var out core.Output
		var s core.Status
		machine, err := engine.Native().Open(ctx, &cfg, &in, &out)
		must(err)
		for range 12 {
			in = w.Next(&out)
			b, err := in.MarshalMsg(nil)
			must(err)
			m.steps = append(m.steps, b)
			must(machine.Step(ctx, &in, &out))
			if b, err = out.MarshalMsg(nil); len(b) > len(m.output) {
				m.output = b
			}
			must(err)
			must(machine.Status(ctx, &s))
			if b, err = s.MarshalMsg(nil); len(b) > len(m.status) {
				m.status = b
			}
			must(err)
		}
		state, err := machine.AppendState(ctx, nil)
		must(err)
		m.states = append(m.states, state)
	}
	// What no machine takes, or not every one: it is well-formed all the same.
	in := walk.New(0).Opening()
	for _, cfg := range senseless() {
		b, err := core.AppendOpening(nil, &cfg, &in)
		must(err)
		m.openings = append(m.openings, b)
	}
	for _, in := range unheard() {
		b, err := in.MarshalMsg(nil)
		must(err)
		m.steps = append(m.steps, b)
	}
	return m
})

// senseless are configurations whose policies make no sense.
func senseless() (list []core.Config) {
	for _, p := range []core.Policy{
		{Bake: -1},
		{Duration: core.MaxTime + 1},
		{Approval: core.Approval{Timeout: 1}},
		{Approval: core.Approval{Timeout: 1, Then: 255}},
		{Promotion: 255},
		{Failures: core.Failures{Limited: true, Percent: 101}},
		{RevertAfter: 2, GiveUpAfter: 1},
		{Rollbacks: core.Rollbacks{Max: core.MaxVersions + 1}},
		{RollbackTag: strings.Repeat("x", core.MaxIDLength+1)},
		{Gates: make([]core.Gate, core.MaxGates+1)},
		{Gates: []core.Gate{{Name: "a"}, {Name: "a"}}},
		{Gates: []core.Gate{{Name: "a", Unknown: 255}}},
	} {
		list = append(list, core.Config{Level: core.LevelStrict, Policy: p})
	}
	return list
}

// unheard are inputs with verdicts of gates that are not there, values that are no
// verdicts, and freezes that end before they begin or that nobody has asked for.
func unheard() []core.Input {
	now := int64(2_000_000_000_000)
	return []core.Input{
		{Now: now, Verdicts: []core.Verdict{{Gate: "nosuch", Value: core.GatePass}}},
		{Now: now, Verdicts: []core.Verdict{{Gate: "gate2", Value: 255}}},
		{Now: now, Verdicts: make([]core.Verdict, core.MaxGates+1)},
		{Now: now, Freezes: []core.Span{{From: now, Until: now - 1}}, FreezesRead: true},
		{Now: now, Freezes: []core.Span{{From: -1, Until: now}}, FreezesRead: true},
		{Now: now, Freezes: []core.Span{{From: now, Until: now + 1}}},
		{Now: now, Freezes: make([]core.Span, core.MaxFreezes+1), FreezesRead: true},
		{Now: now, Freezes: []core.Span{{From: 1, Until: core.MaxTime}}, FreezesRead: true},
	}
}

func pick(list [][]byte, n byte) []byte { return list[int(n)%len(list)] }
