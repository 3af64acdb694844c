package ledger

import (
	"slices"
	"strconv"

	"github.com/coxswain/coxswain/core"
)

// KeptVersions is how many versions of a job the store keeps.
const KeptVersions = 6

// AddVersion adds or replaces a version of the job and returns those that are
// kept, newest first (R1): the newest six, of which the newest stable one
// always is one.
func AddVersion(versions []core.JobVersion, v core.JobVersion) []core.JobVersion {
	kept := slices.DeleteFunc(slices.Clone(versions), func(o core.JobVersion) bool { return o.Version == v.Version })
	kept = append(kept, v)
	slices.SortFunc(kept, func(a, b core.JobVersion) int {
		if a.Version > b.Version {
			return -1
		}
		return 1
	})
	if len(kept) <= KeptVersions {
		return kept
	}
	stable := slices.IndexFunc(kept, func(o core.JobVersion) bool { return o.Stable })
	if stable == KeptVersions { // it would be the one to go: the next older goes instead
		return slices.Delete(kept, KeptVersions-1, KeptVersions)
	}
	return slices.Delete(kept, KeptVersions, len(kept))
}

// MarkStable makes a version stable, as a successful deployment of it does
// (S4). A version that is not kept any more is passed over.
func MarkStable(versions []core.JobVersion, version uint64) []core.JobVersion {
	versions = slices.Clone(versions)
	for i := range versions {
		if versions[i].Version == version {
			versions[i].Stable = true
		}
	}
	return versions
}

// RollBack registers the specification of an older version as a new one (S5)
// and returns the kept versions, newest first. Everything travels, also the
// stop flag and, unless core.CleanRollback says otherwise, the stable one and the
// tag: born stable, it is the next target itself. The error is a *Rejection.
func (l Rules) RollBack(versions []core.JobVersion, target uint64) ([]core.JobVersion, error) {
	i := slices.IndexFunc(versions, func(v core.JobVersion) bool { return v.Version == target })
	if i < 0 {
		return versions, &Rejection{UnknownVersion, strconv.FormatUint(target, 10),
			"there is no version " + strconv.FormatUint(target, 10) + " of the job"}
	}
	newest := slices.MaxFunc(versions, func(a, b core.JobVersion) int {
		if a.Version < b.Version {
			return -1
		}
		return 1
	})
	v := versions[i]
	v.Version, v.CreateIndex, v.Rollback = newest.Version+1, newest.CreateIndex, true
	if l.on(core.CleanRollback) {
		v.Stable, v.Tag = false, ""
	}
	return AddVersion(versions, v), nil
}
