package engine

import (
	"errors"

	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

var errEnvelope = errors.New("the answer is not an envelope")

// openEnvelope takes an envelope apart. It returns the body of a success, or what the
// envelope says was wrong with the input; broken is set when it is none.
func openEnvelope(b []byte) (body []byte, bad *core.Error, broken error) {
	n, b, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil || n < 2 {
		return nil, nil, errEnvelope
	}
	code, b, err := msgp.ReadUint8Bytes(b)
	if err != nil {
		return nil, nil, errEnvelope
	}
	if code == 0 {
		return b, nil, nil
	}
	bad = &core.Error{Code: core.ErrorCode(code)}
	if n < 3 {
		return nil, nil, errEnvelope
	}
	if bad.Field, b, err = msgp.ReadStringBytes(b); err != nil {
		return nil, nil, errEnvelope
	}
	if bad.Text, _, err = msgp.ReadStringBytes(b); err != nil {
		return nil, nil, errEnvelope
	}
	return nil, bad, nil
}

// clearOutput clears an Output and keeps the memory of its lists. Decoding
// leaves alone what a message does not hold, so the lists' elements are cleared
// too: a caller may still hold what an effect of the last step points to.
func clearOutput(out *core.Output) {
	effects, withdrawn, reasons := out.Effects, out.Withdrawn, out.Reasons
	clear(effects[:cap(effects)])
	clear(withdrawn[:cap(withdrawn)])
	clear(reasons[:cap(reasons)])
	*out = core.Output{Effects: effects[:0], Withdrawn: withdrawn[:0], Reasons: reasons[:0]}
}

// clearStatus does the same for a Status.
func clearStatus(s *core.Status) {
	groups, waits, outstanding, pending := s.Groups, s.Waits, s.Outstanding, s.Pending
	clear(groups[:cap(groups)])
	clear(waits[:cap(waits)])
	clear(outstanding[:cap(outstanding)])
	clear(pending[:cap(pending)])
	*s = core.Status{Groups: groups[:0], Waits: waits[:0], Outstanding: outstanding[:0], Pending: pending[:0]}
}
