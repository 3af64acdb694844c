package memory

// UpsertEvaluations creates evaluations, or writes known ones anew, as a
// scheduler does when it is done with one. Cancelling the blocked ones of a job
// when another is complete is the scheduler's to do, in the same call. The error
// is an *Error.
func (s *Store) UpsertEvaluations(evals ...Evaluation) (index uint64, err error) {
	return s.write(func(w *write) error { return w.upsert("evals", evals) })
}

// upsert writes evaluations; list is their name in an error.
func (w *write) upsert(list string, evals []Evaluation) error {
	for i := range evals {
		e := &evals[i]
		if err := validateEvaluation(e, w.index); err != nil {
			return err.at(list, i)
		}
		if was := w.Evaluation(e.ID); was != nil && was.Job != e.Job {
			return invalid("Job", "is not the one that the evaluation was made for").at(list, i)
		}
		w.putEvaluation(*e)
	}
	return nil
}

// Garbage names what is to go.
type Garbage struct{ Deployments, Allocations, Evaluations []string }

// Delete removes what a garbage collector found. Whether anything still needs it
// is not asked: an active deployment can go too (L1). Unknown allocations and
// evaluations are passed over; an unknown deployment refuses the whole, as an
// *Error.
func (s *Store) Delete(g Garbage) (index uint64, err error) {
	return s.write(func(w *write) error {
		for _, id := range g.Deployments {
			d := w.Deployment(id)
			if d == nil {
				return unknownDeployment(id)
			}
			w.deployments.note(id, d)
			w.delete(Deployments, d)
		}
		for _, id := range g.Allocations {
			if a := w.Allocation(id); a != nil {
				w.allocations.note(id, a)
				w.delete(Allocations, a)
			}
		}
		for _, id := range g.Evaluations {
			if e := w.Evaluation(id); e != nil {
				w.evaluations.note(id, e)
				w.delete(Evaluations, e)
			}
		}
		return nil
	})
}
