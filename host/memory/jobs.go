package memory

import (
	"slices"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
)

// RegisterJob registers a specification as the next version of its job: one
// above the current version, or 0 for a new job. evals are created in the same
// commit. The error is an *Error.
func (s *Store) RegisterJob(j Job, evals ...Evaluation) (index uint64, err error) {
	if err := validateJob(&j); err != nil {
		return 0, err
	}
	j.Groups = slices.Clone(j.Groups)
	return s.write(func(w *write) error {
		j.SubmitTime = w.now
		w.addVersion(j)
		return w.upsert("evals", evals)
	})
}

// StopJob registers the current specification with the stop flag as the next
// version. Its digest counts the flag, so it is another one, which the caller
// gives; what is executed stays the same. The stable flag travels with the rest
// (R1: a stopped version can be rolled back to). The error is an *Error.
func (s *Store) StopJob(key host.JobKey, specDigest string, evals ...Evaluation) (index uint64, err error) {
	return s.write(func(w *write) error {
		was := w.Job(key)
		if was == nil {
			return unknownJob(key)
		}
		j := *was
		j.Stopped, j.SpecDigest = true, specDigest
		if err := validateJob(&j); err != nil {
			return err
		}
		w.addVersion(j)
		return w.upsert("evals", evals)
	})
}

// PurgeJob removes a job with all its versions; registering it again begins
// another incarnation. Its deployments, allocations and evaluations stay. The
// error is an *Error.
func (s *Store) PurgeJob(key host.JobKey, evals ...Evaluation) (index uint64, err error) {
	return s.write(func(w *write) error {
		j := w.job(key)
		if j == nil {
			return unknownJob(key)
		}
		w.jobs.note(key, j)
		w.delete(Jobs, j)
		return w.upsert("evals", evals)
	})
}

// addVersion writes a specification as the next version.
func (w *write) addVersion(j Job) {
	j.Version, j.CreateIndex = 0, w.index
	var versions []*Job
	if was := w.job(j.Key()); was != nil {
		j.Version, j.CreateIndex = was.current.Version+1, was.current.CreateIndex
		versions = was.versions
	}
	j.ModifyIndex, j.SpecIndex = w.index, w.index
	w.putVersions(versions, ledger.AddVersion(coreVersions(versions), j.version()), &j)
}

// rollBack is S5: the specification of an older version, as a new one.
func (w *write) rollBack(key host.JobKey, target uint64) error {
	var versions []*Job
	if was := w.job(key); was != nil {
		versions = was.versions
	}
	kept, err := w.rules.RollBack(coreVersions(versions), target)
	if err != nil {
		return err
	}
	j := *versions[slices.IndexFunc(versions, func(o *Job) bool { return o.Version == target })]
	j.Version, j.CreateIndex = kept[0].Version, kept[0].CreateIndex
	j.Stable, j.Tag, j.Rollback = kept[0].Stable, kept[0].Tag, kept[0].Rollback
	j.ModifyIndex, j.SpecIndex = w.index, w.index
	w.putVersions(versions, kept, &j)
	return nil
}

// markStable is the last part of S4. As in Nomad 1.0.4 the version becomes the
// current job, also when it is an older one. A version that is not kept, or is
// stable already, is passed over.
func (w *write) markStable(key host.JobKey, version uint64) {
	was := w.job(key)
	if was == nil {
		return
	}
	i := slices.IndexFunc(was.versions, func(o *Job) bool { return o.Version == version })
	if i < 0 || was.versions[i].Stable {
		return
	}
	j := *was.versions[i]
	j.Stable, j.ModifyIndex = true, w.index
	w.putVersions(was.versions, ledger.MarkStable(coreVersions(was.versions), version), &j)
}

// putVersions writes a job of which one version was written and becomes the
// current one, and of which the ledger keeps some versions.
func (w *write) putVersions(versions []*Job, kept []core.JobVersion, written *Job) {
	list := make([]*Job, 0, len(kept))
	for _, k := range kept {
		v := written
		if k.Version != written.Version {
			v = versions[slices.IndexFunc(versions, func(o *Job) bool { return o.Version == k.Version })]
		}
		list = append(list, v)
	}
	w.putJob(&job{written.Key(), written, list})
}

func coreVersions(versions []*Job) []core.JobVersion {
	list := make([]core.JobVersion, len(versions))
	for i, v := range versions {
		list[i] = v.version()
	}
	return list
}
