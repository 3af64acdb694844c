package twin

import (
	"slices"

	"github.com/coxswain/coxswain/core"
)

// Of is what a twin would say instead of an output.
func Of(out *core.Output) Result {
	r := Result{Done: out.Done, Wake: out.Wake, Refused: out.Reply != nil && out.Reply.Refused != core.RefusedNot}
	for _, e := range out.Effects {
		d := Decision{
			N: e.Key.N, Kind: e.Kind, Command: e.Command, Allocations: nilIfEmpty(e.Allocations), Status: e.Status,
			Description: e.Description, Rollback: -1, All: e.All, Groups: nilIfEmpty(e.Groups),
			Healthy: nilIfEmpty(e.Healthy), Unhealthy: nilIfEmpty(e.Unhealthy),
		}
		if e.Rollback {
			d.Rollback = int64(e.RollbackVersion)
		}
		if e.Evaluation != nil {
			d.Evaluation = e.Evaluation.Time
		}
		r.Decisions = append(r.Decisions, d)
	}
	for _, k := range out.Withdrawn {
		r.Withdrawn = append(r.Withdrawn, k.N)
	}
	return r
}

func nilIfEmpty(s []string) []string {
	if len(s) == 0 {
		return nil
	}
	return slices.Clone(s)
}
