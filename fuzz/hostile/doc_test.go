// Package hostile_test throws bytes and calls at everything that reads bytes or
// takes calls and has no target of its own beside it: the messages that a host
// reads, a module that answers with anything, and the module's ABI.
package hostile_test
