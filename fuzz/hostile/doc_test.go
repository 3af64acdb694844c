// Package hostile_test throws bytes and calls at both sides of the ABI: a module
// that answers with anything, and the calls that a real one takes.
package hostile_test
