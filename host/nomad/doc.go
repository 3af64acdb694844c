// Package nomad turns what a Nomad cluster tells into inputs of the core.
//
// It reads recordings of Nomad's event stream (Read, ReadFile), keeps the facts
// of a cluster as they stand after each commit (Cluster), says what a watcher of
// one deployment must be told of them (Cluster.Opening, Cluster.Delta), and makes
// the digests by which two job specifications are compared (SpecDigest,
// ExecDigest).
//
// A host drives it like this:
//
//	for _, e := range recording.Entries {
//		switch {
//		case e.Snapshot != nil:
//			cluster.Load(e.Snapshot)
//		case e.Commit != nil:
//			cluster.Apply(e.Commit)
//			// for each open machine: cluster.Delta(id, e.Commit, e.Time, &in), then step
//		case e.Leader:
//			// close every machine: what they held in memory is gone
//		case e.Command != nil:
//			// step the machine of e.Command.Deployment with e.Command.Command
//		}
//		// for each id in cluster.Active() without a machine: cluster.Opening, then step
//	}
//
// # Recordings
//
// A recording is a file NAME.ndjson, or the same compressed, with one JSON object
// a line. The plainest is what Nomad's event stream sends:
//
//	curl -sN 'http://localhost:4646/v1/event/stream?topic=Job&topic=Deployment&topic=Allocation&topic=Evaluation'
//
// Its lines are {"Index":N,"Events":[…]}, and {} for a heartbeat. A recorder that
// does more puts the time of receipt, in seconds from its start, into every line
// as "t", and may add lines of its own:
//
//	{"t":0,"Snapshot":{"Index":N,"Jobs":[],"JobVersions":[],"Deployments":[],"Evaluations":[],"Allocations":[]}}
//	{"t":S,"Leader":true}
//	{"t":S,"Poll":{…}}
//
// A snapshot stands before all events and tells what was there before them. At a
// leader line a new leader's watcher starts from the facts so far. Polls are for
// other readers and passed over.
//
// Of the sidecar NAME.json two members are read: "t0_unix_nano", the wall clock
// at t = 0, and "steps", of which those count that are commands to a deployment:
//
//	{"t":S,"call":"PUT /v1/deployment/promote/ID","body":{"All":true},"response":{"DeploymentModifyIndex":N}}
//
// Objects that Read returned are shared between a Recording and the clusters
// that it was applied to, and are never changed by this package; treat them as
// read-only.
package nomad
