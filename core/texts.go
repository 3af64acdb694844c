package core

import "strconv"

// Descriptions that users and tools match on; they are Nomad's, to the letter.
const (
	TextRunning        = "Deployment is running"
	TextRunningManual  = "Deployment is running but requires manual promotion"
	TextRunningAuto    = "Deployment is running pending automatic promotion"
	TextPaused         = "Deployment is paused"
	TextSuccessful     = "Deployment completed successfully"
	TextStoppedJob     = "Cancelled because job is stopped"
	TextNewerJob       = "Cancelled due to newer version of job"
	TextUnhealthy      = "Failed due to unhealthy allocations"
	TextDeadline       = "Failed due to progress deadline"
	TextMarkedAsFailed = "Deployment marked as failed"
	TextPeerFailed     = "Failed because of an error in peer region"
	TextBlocked        = "Deployment is complete but waiting for peer region"
	TextUnblocking     = "Deployment is unblocking remaining regions"
	TextPending        = "Deployment is pending, waiting for peer region"
)

// Descriptions of failures by policies, in the manner of Nomad, which has none.
const (
	TextApproval = "Failed due to missing approval"      // G2
	TextDuration = "Failed due to deployment time limit" // G5
)

// TextGate is the description of a failure by a gate (G9).
func TextGate(gate string) string { return "Failed due to gate \"" + gate + "\"" }

// TextRollback is text for a deployment that rolls back to version.
func TextRollback(text string, version uint64) string {
	return text + " - rolling back to job version " + strconv.FormatUint(version, 10)
}

// TextSameSpec is text for one that does not, since version is no different.
func TextSameSpec(text string, version uint64) string {
	return text + " - not rolling back to stable job version " + strconv.FormatUint(version, 10) +
		" as current job has same specification"
}

// TextNoTarget is text for one that has no stable version to go back to.
func TextNoTarget(text string) string { return text + " - no stable job version to auto revert to" }

// TextNewer is text for one that does not roll back, since a newer version of the
// job is there. Nomad has no such sentence.
func TextNewer(text string, version uint64) string {
	return text + " - not rolling back since job version " + strconv.FormatUint(version, 10) + " is newer"
}

// TextCapped is text for one that does not roll back, since the newest n versions
// are rollbacks already (S-18). Nomad has no such sentence.
func TextCapped(text string, n int) string {
	return text + " - not rolling back after " + strconv.Itoa(n) + " rollbacks in a row"
}

// terminalTexts are Nomad's sentences for a command to an ended deployment.
var terminalTexts = [...]string{
	CommandSetHealth: "can't set health of allocations for a terminal deployment",
	CommandPromote:   "can't promote terminal deployment",
	CommandPause:     "can't pause terminal deployment",
	CommandResume:    "can't resume terminal deployment",
	CommandFail:      "can't fail terminal deployment",
	CommandRun:       "can't run terminal deployment",
	CommandUnblock:   "can't unblock terminal deployment",
	CommandCancel:    "can't cancel terminal deployment",
}

// TextTerminal is Nomad's sentence for a command to a deployment that has ended.
func TextTerminal(k CommandKind) string {
	if int(k) >= len(terminalTexts) || terminalTexts[k] == "" {
		return "terminal deployment"
	}
	return terminalTexts[k]
}

// What Nomad says of a command that cannot be given at all.
const (
	textUnknown       = "deployment not found"
	textNoAllocations = "must specify at least one healthy/unhealthy allocation ID"
)
