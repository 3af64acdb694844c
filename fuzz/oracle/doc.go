// Package oracle proves that the rules decide as Nomad 1.0.4 does: it runs one
// scenario through Nomad's own deployment watcher and through ours, each in a
// bubble of virtual time over a state store of Nomad's own, and compares
// everything that they wrote and answered, and when.
//
// A Scenario is a list of things that happen in a cluster, and has a readable
// text. Compare runs it both ways. Generate draws one at random. What Nomad's
// side cannot be held to, since it does not agree with itself, is listed in
// DIVERGENCE.md and nothing else is excused.
package oracle
