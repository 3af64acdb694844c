package core

import "strconv"

//msgp:vartuple Reason

// ReasonCode says why something was decided, or why not. Its Rule is the rule
// that it comes from, and Reason.String the sentence.
type ReasonCode uint8

// The reasons. Each comment names the facts that come with it.
const (
	// ReasonProgress (A4): a healthy allocation is newer than the last
	// evaluation. Index: its health's index; Have: the evaluation's (A1).
	ReasonProgress ReasonCode = iota + 1
	// ReasonReplace (A3): unhealthy allocations may be replaced. Have: how
	// many; Allocation: the first.
	ReasonReplace
	// ReasonWindowOpens (B1): a window was opened. Time: when it closes.
	ReasonWindowOpens
	// ReasonWindowOpen (B2): the need joins a window that is open. Time: when
	// it closes.
	ReasonWindowOpen
	// ReasonWindowCloses (B1): the window closed. Have: allocations in it.
	ReasonWindowCloses
	// ReasonUnhealthy (A5): a group without a progress deadline has unhealthy
	// allocations. Group; Have: how many.
	ReasonUnhealthy
	// ReasonPromote (P4): every canary is placed and none is unhealthy or
	// unreported. Have: placed canaries; Group: one that a user was asked to promote
	// in vain (G2).
	ReasonPromote
	// ReasonNotRunning (P1): promotion waits while the deployment is not running.
	ReasonNotRunning
	// ReasonNotAutoPromote (P2): Group must be promoted by a user.
	ReasonNotAutoPromote
	// ReasonCanariesPlaced (P2): Group has Have placed canaries and desires Want.
	ReasonCanariesPlaced
	// ReasonCanaryNotHealthy (P3): canary Allocation of Group is not healthy.
	ReasonCanaryNotHealthy
	// ReasonCanariesHealthy (P3): Group has Have healthy canaries and desires Want.
	ReasonCanariesHealthy
	// ReasonDeadlineSet (D3): the deadline is now at Time.
	ReasonDeadlineSet
	// ReasonDeadlineOff (D3): no group has a deadline ahead any more.
	ReasonDeadlineOff
	// ReasonShort (D4): the deadline passed and Group is short: Have healthy, Want.
	ReasonShort
	// ReasonDeadlineSkipped (D5): the deadline passed and no group is short.
	ReasonDeadlineSkipped
	// ReasonDeadlineUnread (D5): the deadline passed and the deployment is gone.
	ReasonDeadlineUnread
	// ReasonNoAutoRevert (D4, A5, C4): what failed does not ask for a rollback.
	ReasonNoAutoRevert
	// ReasonNoTarget (R1): a rollback was asked for and no version is stable.
	ReasonNoTarget
	// ReasonRollback (R2): rolls back to Version.
	ReasonRollback
	// ReasonSameSpec (R2): Version has the same specification.
	ReasonSameSpec
	// ReasonRegion (D7, D6, A6): the peer regions are told.
	ReasonRegion
	// ReasonRegionFailed (D7): telling the peer regions was rejected.
	ReasonRegionFailed
	// ReasonCommand (C): a user asked. Have: the command's kind.
	ReasonCommand
	// ReasonRefused (C): a command was refused. Have: the command's kind.
	ReasonRefused
	// ReasonEnded (F3): the watch has ended; only commands and an open window
	// are still served.
	ReasonEnded
	// ReasonDropped (L1): the deployment is terminal. Have: its status; 0 when it is
	// gone from the store.
	ReasonDropped
	// ReasonNewerVersion (R2): there is no rollback, or it is withdrawn, since
	// Version was registered after the deployment's, or after it was decided.
	ReasonNewerVersion
	// ReasonTooMany: an effect is withdrawn, since MaxOutstanding newer ones
	// wait for their results.
	ReasonTooMany
	// ReasonWindowMoves (A7): the promotion that was decided when the window was
	// opened is answered. Time: when the window closes now.
	ReasonWindowMoves
	// ReasonExhausted (A5): Group has Have unhealthy allocations that can never be
	// rescheduled again.
	ReasonExhausted
	// ReasonRollbacksCapped (R2): the newest Have versions are rollbacks, so there
	// is none to Version.
	ReasonRollbacksCapped
	// ReasonBaking (G1): the canaries have not been healthy for long enough. Group;
	// Time: when they have been. Without one, canary Allocation has no HealthTime.
	ReasonBaking
	// ReasonApproval (G2): a user must promote Group. Time: until when, 0 when canary
	// Allocation has no HealthTime; Have: the ApprovalAction that follows.
	ReasonApproval
	// ReasonTurn (G3): Group comes first in the job's order and is not done.
	ReasonTurn
	// ReasonReady (G3): Group is promoted, whose Have placed canaries are ready.
	ReasonReady
	// ReasonFailures (G4): Group has Have unhealthy allocations, and Want are tolerated.
	ReasonFailures
	// ReasonDuration (G5): the deployment takes longer than it may. Group: the first
	// that is not done; Time: when the limit passed.
	ReasonDuration
	// ReasonBackOff (G7): the failure waits, since the newest Have versions are
	// rollbacks. Time: until when.
	ReasonBackOff
	// ReasonTagged (G8): rolls back to Version, which has the tag.
	ReasonTagged
	// ReasonNoTag (G8): no version has the tag.
	ReasonNoTag
	// ReasonGate (G9): Gate has not passed. Have: its GateVerdict.
	ReasonGate
	// ReasonGateFailed (G9): Gate has failed, or counts as failed. Have: its
	// GateVerdict.
	ReasonGateFailed
	// ReasonFrozen (G10): nothing goes forward before Time. Have: 0 for a promotion, 1
	// for the next step (A4).
	ReasonFrozen
)

var reasonRules = [...]string{"", "A4", "A3", "B1", "B2", "B1", "A5", "P4", "P1", "P2", "P2", "P3", "P3", "D3", "D3",
	"D4", "D5", "D5", "F2", "R1", "R2", "R2", "D7", "D7", "C", "C", "F3", "L1", "R2", "F3", "A7", "A5", "R2",
	"G1", "G2", "G3", "G3", "G4", "G5", "G7", "G8", "G8", "G9", "G9", "G10"}

// Rule returns the rule that a reason comes from, such as "P3".
func (c ReasonCode) Rule() string { return name(reasonRules[:], uint8(c)) }

// Reason is why something was decided, or why not, with its facts.
type Reason struct {
	Code ReasonCode
	// Effect is the N of the effect's key that it explains; 0 for none.
	Effect uint64
	// Which of these are used, ReasonCode says.
	Group      string
	Allocation string
	Have, Want int64
	Index      uint64
	Version    uint64
	Time       int64
	Gate       string
}

// String returns the reason as a sentence without its rule. Times are left to
// the reader's clock: Time is not in it.
func (r Reason) String() string {
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	u := func(v uint64) string { return strconv.FormatUint(v, 10) }
	group := "group \"" + r.Group + "\""
	switch r.Code {
	case ReasonProgress:
		return "an allocation became healthy at index " + u(r.Index) + ", after the last evaluation at " + n(r.Have)
	case ReasonReplace:
		return plural(r.Have, "unhealthy allocation") + " may be replaced, first " + r.Allocation
	case ReasonWindowOpens:
		return "a batch window opens"
	case ReasonWindowOpen:
		return "a batch window is open already"
	case ReasonWindowCloses:
		return "the batch window closes with " + plural(r.Have, "allocation") + " to replace"
	case ReasonUnhealthy:
		return group + " has no progress deadline and " + plural(r.Have, "unhealthy allocation")
	case ReasonPromote:
		text := "no canary of " + n(r.Have) + " placed is unhealthy or unreported, and "
		if r.Group != "" {
			return text + "nobody promoted " + group + " in time"
		}
		return text + "every group promotes by itself"
	case ReasonNotRunning:
		return "no promotion while the deployment is not running"
	case ReasonNotAutoPromote:
		return group + " does not promote by itself"
	case ReasonCanariesPlaced:
		return group + " has " + n(r.Have) + " of " + n(r.Want) + " canaries placed"
	case ReasonCanaryNotHealthy:
		return "canary " + r.Allocation + " of " + group + " is not healthy"
	case ReasonCanariesHealthy:
		return group + " has " + n(r.Have) + " healthy canaries and wants " + n(r.Want)
	case ReasonDeadlineSet:
		return "the progress deadline is set"
	case ReasonDeadlineOff:
		return "no progress deadline lies ahead"
	case ReasonShort:
		return "the progress deadline passed and " + group + " has " + n(r.Have) + " of " + n(r.Want) + " healthy"
	case ReasonDeadlineSkipped:
		return "the progress deadline passed and no group is short"
	case ReasonDeadlineUnread:
		return "the progress deadline passed and the deployment is gone from the store"
	case ReasonNoAutoRevert:
		return "nothing that failed asks for a rollback"
	case ReasonNoTarget:
		return "no version of the job is stable"
	case ReasonRollback:
		return "version " + u(r.Version) + " is the latest stable one and differs"
	case ReasonSameSpec:
		return "stable version " + u(r.Version) + " has the same specification"
	case ReasonRegion:
		return "the peer regions are told"
	case ReasonRegionFailed:
		return "telling the peer regions was rejected"
	case ReasonCommand:
		return "a user asked: " + CommandKind(r.Have).String()
	case ReasonRefused:
		return "refused: " + CommandKind(r.Have).String()
	case ReasonEnded:
		return "the watch has ended"
	case ReasonDropped:
		if r.Have == 0 {
			return "the deployment is gone from the store"
		}
		return "the deployment is " + DeploymentStatus(r.Have).String()
	case ReasonNewerVersion:
		return "version " + u(r.Version) + " was registered in the meantime"
	case ReasonTooMany:
		return "too many effects wait for their results"
	case ReasonWindowMoves:
		return "the promotion is answered, from which the batch window counts"
	case ReasonExhausted:
		return group + " has " + plural(r.Have, "unhealthy allocation") + " that can never be rescheduled again"
	case ReasonRollbacksCapped:
		return "the newest " + plural(r.Have, "version") + " are rollbacks already"
	case ReasonBaking:
		if r.Time == 0 {
			return unknownSince(r.Allocation)
		}
		return "the canaries of " + group + " bake"
	case ReasonApproval:
		if r.Time == 0 {
			return group + " must be promoted by a user; " + unknownSince(r.Allocation)
		}
		if ApprovalAction(r.Have) == ApprovalAborts {
			return group + " must be promoted by a user in time, or the deployment fails"
		}
		return group + " is promoted unless a user decides otherwise in time"
	case ReasonTurn:
		return group + " comes first, and is not done"
	case ReasonReady:
		return group + " promotes by itself, and no canary of " + n(r.Have) + " placed is unhealthy or unreported"
	case ReasonFailures:
		return group + " has " + plural(r.Have, "unhealthy allocation") + ", and tolerates at most " + n(r.Want)
	case ReasonDuration:
		return "the deployment takes longer than it may, and " + group + " is not done"
	case ReasonBackOff:
		return "the failure waits, after " + plural(r.Have, "rollback") + " in a row"
	case ReasonTagged:
		return "version " + u(r.Version) + " has the tag to roll back to"
	case ReasonNoTag:
		return "no version has the tag to roll back to"
	case ReasonGate:
		return "gate \"" + r.Gate + "\" has not passed: " + GateVerdict(r.Have).String()
	case ReasonGateFailed:
		if GateVerdict(r.Have) == GateFail {
			return "gate \"" + r.Gate + "\" has failed"
		}
		return "gate \"" + r.Gate + "\" has given no verdict, which counts as failed"
	case ReasonFrozen:
		if r.Have == 0 {
			return "no promotion in a freeze"
		}
		return "no next step is asked for in a freeze"
	}
	return "undefined"
}

// unknownSince is the sentence for a canary that cannot bake.
func unknownSince(id string) string {
	return "it is not known since when canary " + id + " is healthy"
}

// plural writes a number of things.
func plural(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.FormatInt(n, 10) + " " + thing + "s"
}
