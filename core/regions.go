package core

// tellRegions is T5, for jobs of several regions only. Should a report of the
// present status (D7) be rejected, the deployment fails (settle). Nothing follows
// from the rejection of another (A6, D6), since the watch has ended by then.
func (m *Machine) tellRegions(status DeploymentStatus, out *Output) {
	if !m.job.Multiregion {
		return
	}
	e := m.effect(EffectRegion, 0, out)
	e.Status = status
	m.why(out, Reason{Code: ReasonRegion, Effect: e.Key.N})
}
