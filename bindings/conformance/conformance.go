// Package conformance holds vectors for whoever calls the WebAssembly module from
// another language: calls with their exact input bytes, and the exact bytes of the
// answers as the native core makes them. README.md describes the file.
package conformance

import (
	_ "embed"
	"encoding/binary"
	"errors"
)

// File is the content of vectors.bin.
//
//go:generate go test . -run TestVectorsAreUpToDate -rewrite
//go:embed vectors.bin
var File []byte

// Magic begins the file.
const Magic = "CXSWVEC1"

// Op is the export that a vector calls.
type Op uint8

// The exports, by their number in the file.
const (
	Open Op = iota + 1
	Step
	Status
	Save
	Load
	Close
)

var opNames = [...]string{"", "open", "step", "status", "save", "load", "close"}

// String returns the name of the export.
func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return "undefined"
}

// Vector is one call and its answer.
type Vector struct {
	Op Op
	// Code is 0 for a success, otherwise the code of the error.
	Code uint8
	// Handle is the machine's; 0 for open and load.
	Handle uint32
	// Input is what is written before the call; nothing is when it is empty.
	Input []byte
	// Answer is the whole envelope.
	Answer []byte
}

var (
	errMagic = errors.New("conformance: the file is no file of vectors")
	errShort = errors.New("conformance: the file is cut off, or too long")
)

const headSize = 16

// Parse reads a file. The vectors share its memory.
func Parse(b []byte) ([]Vector, error) {
	if len(b) < len(Magic)+4 || string(b[:len(Magic)]) != Magic {
		return nil, errMagic
	}
	count := binary.LittleEndian.Uint32(b[len(Magic):])
	b = b[len(Magic)+4:]
	var vectors []Vector
	for range count {
		if len(b) < headSize {
			return nil, errShort
		}
		v := Vector{Op: Op(b[0]), Code: b[1], Handle: binary.LittleEndian.Uint32(b[4:])}
		in, out := uint64(binary.LittleEndian.Uint32(b[8:])), uint64(binary.LittleEndian.Uint32(b[12:]))
		b = b[headSize:]
		if uint64(len(b)) < in+out {
			return nil, errShort
		}
		v.Input, v.Answer, b = b[:in:in], b[in:in+out:in+out], b[in+out:]
		vectors = append(vectors, v)
	}
	if len(b) != 0 {
		return nil, errShort
	}
	return vectors, nil
}

// Append is the opposite of Parse: it appends a file to b.
func Append(b []byte, vectors []Vector) []byte {
	b = binary.LittleEndian.AppendUint32(append(b, Magic...), uint32(len(vectors)))
	for i := range vectors {
		v := &vectors[i]
		b = append(b, byte(v.Op), v.Code, 0, 0)
		b = binary.LittleEndian.AppendUint32(b, v.Handle)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(v.Input)))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(v.Answer)))
		b = append(append(b, v.Input...), v.Answer...)
	}
	return b
}
