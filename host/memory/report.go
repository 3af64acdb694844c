package memory

import "github.com/coxswain/coxswain/core/ledger"

// Report is what a client tells of one allocation.
type Report struct {
	Allocation string
	// Report has the status, and the health if the client found one. A Time of
	// 0 is the store's time.
	ledger.Report
}

// Report writes what clients tell of allocations (S1, S2), in this order.
// Unknown allocations are passed over. The error is an *Error.
func (s *Store) Report(reports ...Report) (index uint64, err error) {
	for i := range reports {
		if err := validateReport(&reports[i]); err != nil {
			return 0, err.at("reports", i)
		}
	}
	return s.write(func(w *write) error {
		for _, r := range reports {
			w.report(r)
		}
		return nil
	})
}

func (w *write) report(r Report) {
	a := w.Allocation(r.Allocation)
	if a == nil {
		return
	}
	if r.Time == 0 {
		r.Time = w.now
	}
	d, counted := w.counted(a.Deployment)
	counted, facts := w.rules.ApplyReport(counted, a.Allocation, r.Report, w.index)
	w.putCounted(d, counted)
	w.putAllocation(a.with(facts))
}
