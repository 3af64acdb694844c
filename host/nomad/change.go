package nomad

// change is what the last commit changed, by whom it concerns.
type change struct {
	// commit is the commit; nil when no delta can be told.
	commit *Commit
	// deployments are the written ones, as they were before; nil for a new one.
	deployments map[string]*Deployment
	// allocations are the written ones of each deployment, moved the ids of those
	// that left it.
	allocations map[string][]*Allocation
	moved       map[string][]string
	evaluations map[jobKey][]*Evaluation
	// versions are the jobs whose kept versions are others now.
	versions map[jobKey]bool
}

// reset begins a commit.
func (c *change) reset(commit *Commit) {
	*c = change{
		commit:      commit,
		deployments: map[string]*Deployment{},
		allocations: map[string][]*Allocation{},
		moved:       map[string][]string{},
		evaluations: map[jobKey][]*Evaluation{},
		versions:    map[jobKey]bool{},
	}
}
