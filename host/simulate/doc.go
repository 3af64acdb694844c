// Package simulate plays a rollout through in virtual time: a small scheduler
// and simulated clients write into a memory.Store what a cluster would, the
// watcher decides as it always does, and what comes of it is a timeline.
//
// A Scenario says which versions of one job are registered, how each of their
// allocations fares, what users ask, and what goes wrong; and which policies are
// wanted, what their gates say, and when nothing may go forward. Nothing else goes in:
// the same scenario gives the same timeline, to the byte, from every engine. No
// real clock is read and nothing is started.
//
// # What departs from a real cluster
//
// Everything happens at once that takes a real cluster a few milliseconds: the
// scheduler, writes, and telling the watcher. Clients report each change at the
// moment it happens, where real ones gather reports for 200 ms. A group is always
// under an update block. Allocations always find room, unless the scenario says
// that a lost one is not replaced. The delay before a replacement is constant,
// and its follow-up evaluation is written when it is due, not ahead of time.
// While there is no leader only the watcher is gone; scheduler and clients go on.
package simulate
