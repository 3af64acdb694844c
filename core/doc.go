// Package core decides how a rollout goes on: when the next step is asked for,
// when canaries are promoted, when a deployment fails, whether it rolls back and
// to what. It decides as the deployment watcher of HashiCorp Nomad does, at a
// chosen level of it, and it does nothing else: no clock, no store, no network,
// no goroutine. The same inputs give the same outputs, to the byte, wherever the
// code runs.
//
// # The loop of a host
//
// One Machine decides for one deployment. A host around it does this, in this
// order:
//
//	m, err := core.New(core.Config{Level: core.LevelNomad104})
//	err = m.Step(&opening, &out) // all facts, the job, an epoch; see Input
//	for !out.Done {
//		// 1. Carry out out.Effects in their order. Never send a key that
//		//    out.Withdrawn names. Remember what has no answer yet.
//		// 2. Answer the user whose command out.Reply answers.
//		// 3. Wait for the first of: out.Wake.At, a commit of the cluster, a
//		//    command, an answer to an effect. If the time out.Wake.At has passed,
//		//    tick (an Input with only Now) before any later fact is told.
//		// 4. Tell it: everything that the cluster wrote at one index is one Input.
//		err = m.Step(&in, &out)
//	}
//
// An effect whose answer is unknown is sent again under the same key until it is
// applied, rejected or withdrawn. Nothing is lost then, and nothing done twice.
//
// To survive a restart, save the machine (Machine.AppendState) and restore it, or
// open a new one from the facts under a higher epoch: that is what a new leader
// does, and what a watcher holds in memory hardly matters.
//
// # Words
//
// They are Nomad's. A deployment rolls out one version of a job. It has task
// groups; each wants a number of allocations (instances), and perhaps some
// canaries first, which must be promoted before the rest follows. A group can
// have a progress deadline: with one, unhealthy allocations may be replaced until
// it passes; without one, the first unhealthy allocation fails the deployment.
// Auto-revert rolls the job back to its latest stable version when that happens,
// which is one whose deployment was successful. The scheduler acts when an
// evaluation asks it to.
//
// # Rules
//
// Reasons, comments and tests name the rules that they are about:
//
//	A0–A7  what a change of allocations means: needs, replacements, first failure
//	P1–P4  promotion by itself
//	B1–B3  the batch window of one second between a need and its evaluation
//	D1–D8  the progress deadline
//	F1–F3  failing
//	R1–R2  what is rolled back to
//	C1–C5  commands of users
//	L1–L3  the life of a watch
//	S1–S6  what a store does with writes: package ledger
//	G1–G10 policies
//
// # Levels
//
// A level says whose decisions are wanted, as a set of switches (Levels,
// AllSwitches), each of which can also be set by itself. Level nomad-1.0.4 is that
// version to the letter, its faults included; each later one adds to the one before
// it. Level strict mends every wrong decision that is known (S-1 to S-19 in the
// table of switches), and is for new embedders. At strict nothing that is kept in
// memory matters: another leader comes to the same decisions. Some switches are the
// ledger's or a scheduler's; against a real cluster, which has its own, only the
// core's can be chosen.
//
// # Policies
//
// A Policy is what an embedder wants beyond a level, at any level: bake time, an
// approval whose time runs out, promotion group by group, tolerated failures, a limit
// on the duration, other deadlines for rolling back and for giving up, back-off between
// rollbacks, a tagged version to roll back to, gates, freezes. All are off to begin
// with. A policy brings the switches with it that it cannot do without (Policies says
// which), keeps nothing in memory that another leader would lack, and tells what it
// waits for like everything else.
//
// # Limits
//
// Everything from outside has a limit (MaxAllocations and its neighbours). Bad
// input is an *Error that names the field, and leaves the machine as it was.
package core
