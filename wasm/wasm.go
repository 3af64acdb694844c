// Package wasm holds the built module, and the names and numbers of its ABI.
// README.md specifies the ABI; package host/engine runs the module.
package wasm

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
)

// Module is coxswain.wasm: package core as WebAssembly, without any imports. It
// was built by
//
//	wasm/build.sh
//
// and building it again gives the same bytes. Do not change them.
//
//go:embed coxswain.wasm
var Module []byte

// Hash returns the SHA-256 of Module in hexadecimal.
func Hash() string {
	sum := sha256.Sum256(Module)
	return hex.EncodeToString(sum[:])
}

const (
	// ABI is the major version: what has another number is another ABI.
	ABI = 1
	// MarkerPrefix and the major version make up the name of the export that
	// says which ABI a module has; Marker is that of this one.
	MarkerPrefix = "coxswain_abi_v"
	Marker       = "coxswain_abi_v1"
	// MaxMachines is how many machines one instance holds.
	MaxMachines = 64
)

// The exports that are called; README.md says how.
const (
	Describe = "describe"
	Input    = "input"
	Open     = "open"
	Step     = "step"
	Status   = "status"
	Save     = "save"
	Load     = "load"
	Close    = "close"
)
