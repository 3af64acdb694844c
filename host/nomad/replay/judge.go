package replay

import (
	"fmt"
	"slices"
	"time"

	"github.com/coxswain/coxswain/core"
)

// Tolerance is how far apart in time the same decision of two watchers may lie.
const Tolerance = 100 * time.Millisecond

// openingSlack is how much later than the opening the first T1 may lie for a
// deployment that was watched before the recording began: a window may have
// been open then.
const openingSlack = 1100 * time.Millisecond

// Judge says whether a decision agrees with a write of the recorded watcher: the
// empty string, or the first difference in words.
//
// They agree when kind, allocations, status, description, rollback, groups newly
// promoted, and having an evaluation are equal, and the times lie within
// Tolerance. T1 is compared at its evaluation's create time, everything else at
// its line (Write.Time). times are when it was decided: a promotion that is
// decided again until it is seen (P4) has several, and one of them is enough. For
// a command whose recorded answer names its write, that write's own time stands
// in for them.
func Judge(ours Contents, times []int64, theirs *Write) string {
	if diff := difference(ours, theirs.Contents); diff != "" {
		return diff
	}
	best := time.Duration(1<<63 - 1)
	for _, at := range times {
		d := time.Duration(at - theirs.Time)
		if d.Abs() < best.Abs() {
			best = d
		}
	}
	if best.Abs() > Tolerance {
		return fmt.Sprintf("decided %s apart", best.Abs().Round(time.Millisecond))
	}
	return ""
}

// difference says in what a decision and a write differ, times apart; empty for
// nothing.
func difference(ours, theirs Contents) string {
	names := map[core.EffectKind]string{core.EffectReschedule: "T1", core.EffectStatus: "T2", core.EffectPromote: "T3", core.EffectHealth: "T4", core.EffectRegion: "T5"}
	switch {
	case ours.Kind != theirs.Kind:
		return fmt.Sprintf("a %s, recorded is a %s", names[ours.Kind], names[theirs.Kind])
	case !slices.Equal(ours.Allocations, theirs.Allocations):
		return fmt.Sprintf("allocations %v, recorded are %v", short(ours.Allocations), short(theirs.Allocations))
	case !slices.Equal(ours.Healthy, theirs.Healthy):
		return fmt.Sprintf("healthy %v, recorded are %v", short(ours.Healthy), short(theirs.Healthy))
	case !slices.Equal(ours.Unhealthy, theirs.Unhealthy):
		return fmt.Sprintf("unhealthy %v, recorded are %v", short(ours.Unhealthy), short(theirs.Unhealthy))
	case ours.Status != theirs.Status:
		return fmt.Sprintf("status %s, recorded is %s", ours.Status, theirs.Status)
	case ours.Description != theirs.Description:
		return fmt.Sprintf("%q, recorded is %q", ours.Description, theirs.Description)
	case (len(ours.RollbackTo) == 0) != (len(theirs.RollbackTo) == 0),
		len(ours.RollbackTo) != 0 && !slices.Contains(theirs.RollbackTo, ours.RollbackTo[0]):
		return fmt.Sprintf("rollback to %v, recorded is %v", ours.RollbackTo, theirs.RollbackTo)
	case !slices.Equal(ours.Promoted, theirs.Promoted):
		return fmt.Sprintf("promotes %v, recorded are %v", ours.Promoted, theirs.Promoted)
	case ours.Evaluation != theirs.Evaluation:
		return fmt.Sprintf("evaluation: %t, recorded: %t", ours.Evaluation, theirs.Evaluation)
	}
	return ""
}

// short cuts ids to what a person compares.
func short(ids []string) []string {
	s := make([]string, len(ids))
	for i, id := range ids {
		s[i] = shortID(id)
	}
	return s
}

func shortID(id string) string {
	if len(id) > 8 {
		return id[:8]
	}
	return id
}
