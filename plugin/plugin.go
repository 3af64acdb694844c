// Package plugin holds package core as a plugin of Extism, and the JSON Schema of
// what crosses its boundary. README.md specifies the exports; package message has
// the Go types.
package plugin

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
)

// Module is coxswain-plugin.wasm. It was built by
//
//	plugin/build.sh
//
// and building it again gives the same bytes. Do not change them.
//
//go:embed coxswain-plugin.wasm
var Module []byte

// Schema is the JSON Schema (2020-12) of every message, in its $defs by the names
// of the Go types.
//
//go:embed schema.json
var Schema []byte

// Hash returns the SHA-256 of Module in hexadecimal.
func Hash() string {
	sum := sha256.Sum256(Module)
	return hex.EncodeToString(sum[:])
}

// The exports; README.md says what they take and give.
const (
	Describe = "describe"
	Decide   = "decide"
	Open     = "open"
	Step     = "step"
	Status   = "status"
	Save     = "save"
	Load     = "load"
	Close    = "close"
)
