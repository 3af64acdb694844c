// Package memory is a cluster's state inside of a program: jobs, deployments,
// allocations and evaluations in tables, with the bookkeeping of rules S1 to S6
// done by package ledger. A service that has no Nomad, a simulator and a test
// let a watcher stand on it: a Store is a host.State and a host.Triggers.
//
// Whoever places allocations (a scheduler), runs them (clients) and asks for
// them (users) writes through the other methods: RegisterJob, StopJob, PurgeJob,
// Plan, Report, UpsertEvaluations and Delete. Every write, by whomever, is one
// commit: all of it or nothing, at an index of its own that is one above the
// last. What was written is read through a View, which stands still at one
// index.
//
// A Store keeps everything in memory and starts no goroutine; there is nothing
// to close. It reads a clock only through Options.Now.
package memory
