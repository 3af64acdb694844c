package simulate

import "slices"

// fate is how one allocation fares, with everything filled in. Times are in
// nanoseconds.
type fate struct {
	does     string
	after    int64 // of a failure, or how long it runs until it is healthy
	times    int
	start    int64
	lost     int64 // when its node is lost, on the virtual clock; 0 for never
	replaced bool
}

// fate returns the fate of the n-th allocation of a version's group that is
// placed at a time. zero is the scenario's start.
func (s *Scenario) fate(version uint64, g *group, n int, now, zero int64) fate {
	i := slices.IndexFunc(s.Fates, func(f Fate) bool {
		return (f.Version == nil || uint64(*f.Version) == version) && (f.Group == "" || f.Group == g.name) &&
			(len(f.Allocations) == 0 || slices.Contains(f.Allocations, n))
	})
	if i < 0 {
		return fate{does: DoesHealthy, after: g.minHealthy, start: int64(startTime)}
	}
	f := &s.Fates[i]
	r := fate{does: f.Does, times: f.Times, start: int64(or(f.Start, startTime)), replaced: or(f.Replaced, true)}
	switch f.Does {
	case "", DoesHealthy:
		r.does, r.after = DoesHealthy, max(int64(or(f.After, 0)), g.minHealthy)
	default:
		r.after = int64(or(f.After, failTime))
	}
	switch {
	case f.LostAt != nil && zero+int64(*f.LostAt) >= now:
		r.lost = zero + int64(*f.LostAt)
	case f.LostAfter != nil:
		r.lost = now + int64(*f.LostAfter)
	}
	return r
}
