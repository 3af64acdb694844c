// Package message is what crosses the boundary of the plugin: the requests and
// answers of its exports, and how JSON becomes MessagePack and back.
//
// A table of the types (table_gen.go, made from the Go types) says what a JSON
// document may hold, so MessagePack is the only form that is decoded into values,
// and JSON has the limits of it by construction.
package message

//go:generate go run github.com/coxswain/coxswain/plugin/generate

import "github.com/coxswain/coxswain/core"

// MaxInputs is how many inputs one Decide may have.
const MaxInputs = 1 << 16

// Describe asks what the module is.
type Describe struct{}

// Description answers Describe.
type Description struct {
	// ABI and Schema are as the raw module has them: see wasm/README.md.
	ABI, Schema uint32
	// Version is the module's own, for people and logs.
	Version  string
	Levels   []core.LevelInfo
	Switches []SwitchInfo
	Limits   []Limit
	Policies []core.PolicyInfo
}

// SwitchInfo is a switch that a level or a configuration sets.
type SwitchInfo struct {
	Switch core.Switches
	Name   string
	// Rules are the rules that it changes, Since the first level that has it.
	Rules, Since string
	Text         string
	// Where says whose it is: the core's, a store's or a scheduler's.
	Where string
}

// Limit is a limit on what comes from outside.
type Limit struct {
	Name  string
	Value uint64
}

// Decide takes many steps at once and keeps nothing.
type Decide struct {
	// Config is the configuration of a machine that the first of Inputs opens; nil
	// with a State.
	Config *core.Config
	// State is a saved machine to go on with; empty with a Config.
	State []byte
	// Inputs are the steps, in their order; at most MaxInputs.
	Inputs []core.Input
}

// Decided answers Decide.
type Decided struct {
	// Outputs are those of the inputs, in their order.
	Outputs []core.Output
	// State is the machine after the last input.
	State []byte
}

// Open makes a machine that the plugin keeps, and takes its first step.
type Open struct {
	Config core.Config
	Input  core.Input
}

// Opened answers Open.
type Opened struct {
	// Handle names the machine in this instance of the plugin.
	Handle uint32
	Output core.Output
}

// Step takes one step. A core.Output answers it.
type Step struct {
	Handle uint32
	Input  core.Input
}

// Handle names a machine: what status, save and close are asked with, and what
// load answers. A core.Status answers status.
type Handle struct {
	Handle uint32
}

// Saved is a whole machine: what save answers, and what load is asked with.
type Saved struct {
	State []byte
}

// Closed answers close.
type Closed struct{}

// Failure is the text of an error: what Extism hands to the host, in JSON whatever
// the request was in.
type Failure struct {
	// Code is the kind of error; the number of it is what the export returns.
	Code core.ErrorCode
	// Field is the path of the field in the request, such as "Inputs[3].Now".
	Field string
	// Text is what was wrong with it.
	Text string
}
