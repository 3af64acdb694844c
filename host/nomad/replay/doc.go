// Package replay runs recordings of real rollouts through an engine and says,
// decision for decision, whether the machines decided what the recorded watcher
// did. Run does it all; Judge is the one place that knows what "agrees" means.
//
// A recording has one clock. Machines are ticked at their wake-ups before later
// facts are told, all lines of one index are one commit, and at a Leader line
// all machines are dropped and opened anew from the facts so far. Who records
// hears of a new leader late: what was written in the 300 ms before the line,
// after a silence, counts as the new leader's.
//
// # Commands
//
// With a sidecar, the commands in it are given to the machines; one that was
// answered with an error expects no write. Without a sidecar a write counts as a
// command only if no rule could have made it (isCommand).
//
// # What is not judged
//
// Decisions due in the last 300 ms of a recording, or shortly before a Leader
// line, may have been made and not written: they are undetermined, and counted
// apart. So is a write that a window can have caused which was open before the
// recording began.
package replay
