// Package faults proves that the tests can fail. It is a list of small faults,
// at least one for each rule of the watcher and of the store, each switch of the
// levels and each policy, and a test that seeds each of them and wants the scripts,
// the recordings or another test to notice.
//
// A fault is a piece of a source file and what stands there instead. All of them
// are woven into one build: each function that has faults is there once as it is
// and once more for every fault, and a number chooses between them while the
// program runs. So a run of all faults costs a few builds and not hundreds.
//
// TABLE.md says what came of it: for each rule the recordings that depend on
// it and the scripts that pin it down. The test compares it with what it finds;
// "go test ./fuzz/faults -rewrite" writes it anew.
//
// Mutants are the faults that a machine would think of: every operator swapped,
// every statement left out. They are woven in the same way. The test tries a
// sample of them, or all:
//
//	go test ./fuzz/faults -run Mutants -v -mutants -timeout 2h
//
// It names those that survive without a reason in MUTANTS.md, and says how many
// are killed, how many survive with a reason and how many without one. A run of
// all fails if there are any of the last, if a reason explains nothing any more, or
// if less than 90 % are killed: what is explained does not count as killed.
//
// # Your own fork
//
// In a fork, "go test ./fuzz/faults" says which faults your tests let through, and
// which texts of the list are not in your sources any more. For other sources,
// such as those of a host, make a list of your own or take Mutants: Weave it into
// the files, give them to the build of a test with "go test -c -overlay", let an
// init function set the switch from the environment, and run that program once
// for each number. A fault with which every test passes is one that nobody would
// notice. faults_test.go does all of it in some hundred lines.
package faults
