package core

//msgp:vartuple Output Key Effect NewEvaluation Wake Reply

// Output is everything that a Step decided. The caller owns it and passes the
// same one to every Step, which clears it first; copy what must live longer.
type Output struct {
	// Effects are to be carried out in this order.
	Effects []Effect
	// Withdrawn are keys of earlier effects that must not be sent (again).
	Withdrawn []Key
	// Wake is when the next tick is due, and what for.
	Wake Wake
	// Reply answers Input.Command; nil without one.
	Reply *Reply
	// Reasons say why, in the order in which things were decided; empty unless
	// Config.Reasons. Nothing else depends on that.
	Reasons []Reason
	// Stale says that the input's facts were at an index that was handled
	// before, and were passed over.
	Stale bool
	// Done says that the deployment has ended: nothing more will come, and the
	// machine can be closed.
	Done bool
}

// Key names an effect for ever: no two effects share one, whatever restarts or
// changes of leadership come between, so sending the same key again is safe.
type Key struct {
	Deployment string
	// Epoch is that of the opening; N counts the machine's effects from 1.
	Epoch, N uint64
}

// EffectKind is one of the triggers T1–T5, which are all that ever leaves the
// machine.
type EffectKind uint8

// The effects. The zero value is no effect.
const (
	// EffectReschedule (T1) allows Allocations, which may be empty, to be
	// replaced, and creates Evaluation.
	EffectReschedule EffectKind = iota + 1
	// EffectStatus (T2) sets Status and Description, creates Evaluation unless
	// it is nil, and rolls the job back to RollbackVersion if Rollback.
	EffectStatus
	// EffectPromote (T3) promotes All groups or Groups, and creates Evaluation.
	EffectPromote
	// EffectHealth (T4) sets the health of Healthy and Unhealthy, in this
	// order, at Timestamp, and creates Evaluation; with a Status it also sets
	// that, and rolls back if Rollback.
	EffectHealth
	// EffectRegion (T5) tells the peer regions Status.
	EffectRegion
)

var effectNames = [...]string{"", "reschedule", "status", "promote", "health", "region"}

// String returns the effect's name.
func (k EffectKind) String() string { return name(effectNames[:], uint8(k)) }

// Effect is one thing that the cluster is to do. A cluster that can check
// applies it only while DeploymentIndex and JobIndex still hold.
type Effect struct {
	Key  Key
	Kind EffectKind
	// Command is the ID of the command that it answers; 0 when the rules
	// themselves decided it.
	Command uint64
	// DeploymentIndex and JobIndex are the modify indexes of the deployment and
	// of the job (at opening) that it was decided on.
	DeploymentIndex, JobIndex uint64

	// Which of these are used, EffectKind says.
	Allocations     []string
	Status          DeploymentStatus
	Description     string
	Rollback        bool
	RollbackVersion uint64
	All             bool
	Groups          []string
	Healthy         []string
	Unhealthy       []string
	Timestamp       int64
	Evaluation      *NewEvaluation
}

// NewEvaluation is the evaluation that an effect creates: pending, triggered by
// "deployment-watcher", for the job and the deployment.
type NewEvaluation struct {
	// ID is derived from the effect's key; it has the form of a UUID.
	ID                     string
	Namespace, JobID, Type string
	Priority               int32
	DeploymentID           string
	// Time is its create and modify time in Unix nanoseconds.
	Time int64
}

// WakeReason says what the next tick is for.
type WakeReason uint8

// The wake-ups. WakeNone: nothing is due until something happens.
const (
	WakeNone WakeReason = iota
	WakeBatch
	WakeDeadline
	WakeBake
	WakeApproval
	WakeDuration
	WakeBackOff
	WakeThaw
)

var wakeNames = [...]string{"none", "batch window closes", "progress deadline",
	"bake time ends", "time for approval ends", "limit on the duration", "back-off ends", "freeze ends"}

// String returns the reason in words.
func (w WakeReason) String() string { return name(wakeNames[:], uint8(w)) }

// Wake is the next time at which the machine must be stepped even if nothing
// happens. A later tick is safe; the decision then falls at that later time.
type Wake struct {
	// At is in Unix nanoseconds; 0 when Reason is WakeNone.
	At     int64
	Reason WakeReason
}

// Refusal says why a command was not accepted.
type Refusal uint8

// The refusals of a command. RefusedNot: it was accepted.
const (
	RefusedNot Refusal = iota
	// RefusedTerminal: the deployment has ended.
	RefusedTerminal
	// RefusedNoAllocations: set-health names no allocation at all.
	RefusedNoAllocations
	// RefusedUnknown: there is no such deployment, or no longer.
	RefusedUnknown
)

var refusalNames = [...]string{"accepted", "terminal deployment", "no allocations named", "unknown deployment"}

// String returns the refusal in a few words; Reply.Text has the sentence.
func (r Refusal) String() string { return name(refusalNames[:], uint8(r)) }

// Reply answers a command. An accepted one that writes something has an effect
// with the same Command; run, unblock and cancel on a single region write
// nothing (C5).
type Reply struct {
	Command uint64
	Refused Refusal
	// Text is Nomad's sentence for the refusal.
	Text string
	// EvaluationID is the evaluation that the effect creates; empty for pause.
	EvaluationID string
	// Reverted says that the job is rolled back to RevertedVersion.
	Reverted        bool
	RevertedVersion uint64
}

// reset clears an Output for the next Step and keeps its memory.
func (o *Output) reset() {
	*o = Output{Effects: o.Effects[:0], Withdrawn: o.Withdrawn[:0], Reasons: o.Reasons[:0]}
}

// ReasonsOf returns the reasons of one of the output's effects: those that name
// it, and for a failure by the rules what failed (A5, D4, D7, G2, G4, G5, G9). What
// a T1's window gathered was said when it was asked for (A3, A4), so in earlier
// outputs. There are none unless the configuration wants reasons.
func (o *Output) ReasonsOf(e *Effect) []Reason {
	var list []Reason
	for _, why := range o.Reasons {
		switch why.Code {
		case ReasonUnhealthy, ReasonExhausted, ReasonShort, ReasonRegionFailed, ReasonFailures, ReasonApproval, ReasonDuration, ReasonGateFailed:
			if e.Kind == EffectStatus && e.Command == 0 {
				list = append(list, why)
			}
		default:
			if why.Effect == e.Key.N {
				list = append(list, why)
			}
		}
	}
	return list
}
