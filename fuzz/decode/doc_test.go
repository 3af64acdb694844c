// Package decode_test fuzzes everything that reads bytes of the core: what cannot
// be read is an *core.Error, what can be read is the same when it is written and
// read once more, and no bytes take more memory than in proportion to them.
//
// It imports the core and little else on purpose: Go's fuzzer looks at the
// coverage of all that is linked after each input, and is three times as fast
// without a test library.
package decode_test
