package nomad

import (
	"cmp"
	"slices"

	"github.com/coxswain/coxswain/core"
)

// trackedVersions is how many versions of a job Nomad keeps (R1).
const trackedVersions = 6

// versions are the kept versions of a job, newest first.
type versions []*Job

// put takes a version as it was written, and drops one if that makes too many:
// the lowest, or the next if the lowest is the newest stable one. It reports
// whether what the core knows of the versions is now another.
func (v *versions) put(j *Job) bool {
	i, found := slices.BinarySearchFunc(*v, j.Version, func(have *Job, version uint64) int {
		return cmp.Compare(version, have.Version)
	})
	if found {
		was := (*v)[i]
		(*v)[i] = j
		return was.coreVersion() != j.coreVersion()
	}
	*v = slices.Insert(*v, i, j)
	if last := len(*v) - 1; last >= trackedVersions {
		if v.newestStable() == last {
			last--
		}
		*v = slices.Delete(*v, last, last+1)
	}
	return true
}

// newestStable is the position of the newest stable version; -1 without one.
func (v *versions) newestStable() int {
	return slices.IndexFunc(*v, func(j *Job) bool { return j.Stable })
}

// coreVersion is what the core is told of a version.
func (j *Job) coreVersion() core.JobVersion {
	return core.JobVersion{
		Version: j.Version, Stable: j.Stable, Stopped: j.Stop, CreateIndex: j.CreateIndex,
		SpecDigest: j.VersionDigest, ExecDigest: j.ExecDigest,
	}
}

// coreJob is what the core is told of the job that is watched.
func (j *Job) coreJob() *core.Job {
	return &core.Job{
		Namespace: j.Namespace, ID: j.ID, Type: j.Type, Priority: j.Priority,
		Version: j.Version, ModifyIndex: j.SpecIndex, Multiregion: j.Multiregion,
		SpecDigest: j.WatchedDigest, ExecDigest: j.ExecDigest, Groups: j.Groups,
	}
}
