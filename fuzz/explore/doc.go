// Package explore walks every sequence of inputs of a small world, breadth-first,
// and checks each state and each step on the way: what random rollouts find with
// luck it finds for certain, and with the shortest script.
//
// A World is one job with one deployment of a few groups, a scheduler, clients,
// a store (package ledger) and users; what they may do, and how often, is said
// by its fields. The machine under it comes from a host.Engine, so that another
// host's machines, or those of a module, can be walked as well:
//
//	report, err := explore.World{
//		Config: core.Config{Level: core.LevelNomad104},
//		Engine: mine, // nil: the native one
//		Groups: []core.Group{{Name: "web", DesiredTotal: 1, ProgressDeadline: 3 * explore.Grain}},
//	}.Explore(ctx, explore.Invariants())
//
// # What is one state
//
// Two moments are the same state when nothing that follows can tell them apart
// but by names and figures: the time is shifted to zero and times that have
// passed count by their order only, an index counts by whether the scheduler has
// seen it, allocations by what they are and not by their ids, and keys, command
// ids and modify indexes not at all. Time is a multiple of Grain and moves to
// just before, at, or just after the next wake-up, so a world can end: Report
// says whether every state was seen, or which bound closed it.
//
// # What is checked
//
// Invariants hold in every state of every level. Liveness is among them: a state
// without a wake-up is an end or waits for somebody outside, and no chain of
// wake-ups leads back to where it was; whoever a wait at rest names can end it. Each
// policy (G1 to G10) has invariants of its own, written from the facts; gates speak
// when they like (World.Verdicts), freezes stand fast (World.Freezes).
//
// Wrong are the known wrong decisions of level nomad-1.0.4, each with the shortest
// script that leads to it. Any Check of your own can stand beside them. At strict
// World.CheckElections holds every state against what comes of it under another
// leader.
package explore
