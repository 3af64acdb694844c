package core

// tellRegions is T5, for jobs of several regions only (A6, D6).
func (m *Machine) tellRegions(status DeploymentStatus, out *Output) *Effect {
	if !m.job.Multiregion {
		return nil
	}
	e := m.effect(EffectRegion, 0, out)
	e.Status = status
	m.why(out, Reason{Code: ReasonRegion, Effect: e.Key.N})
	return e
}

// reportRegion is D7: the present status at every delivery. Should that be
// rejected, the deployment fails (settle).
func (m *Machine) reportRegion(out *Output) {
	if e := m.tellRegions(m.status, out); e != nil {
		m.outstanding[len(m.outstanding)-1].report = true
	}
}
