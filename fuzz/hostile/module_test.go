package hostile_test

import (
	"github.com/coxswain/coxswain/wasm"
)

// puppet assembles a module whose exports answer with given bytes. An answer
// that is not there is a trap. raw, if it is not nil, is what step returns as
// its result, wherever that points.
func puppet(answers map[string][]byte, raw *int64) []byte {
	const first = 1 << 17 // the input lies below
	names := []string{wasm.Describe, wasm.Open, wasm.Step, wasm.Status, wasm.Save, wasm.Load, wasm.Close}
	kinds := []byte{1, 1, 3, 3, 3, 1, 3}
	const trap, end = 0x00, 0x0b

	types := list([]byte{0x60, 0, 0}, []byte{0x60, 0, 1, 0x7e}, []byte{0x60, 1, 0x7f, 1, 0x7f}, []byte{0x60, 1, 0x7f, 1, 0x7e})
	functions := []byte{0, 0, 2}
	bodies := [][]byte{code(end), code(end), code(constant(0x41, 1<<10), end)}
	exports := [][]byte{export("memory", 2, 0), export("_initialize", 0, 0), export(wasm.Marker, 0, 1), export(wasm.Input, 0, 2)}
	var data [][]byte
	at := int64(first)
	for i, name := range names {
		exports = append(exports, export(name, 0, byte(len(functions))))
		functions = append(functions, kinds[i])
		answer, ok := answers[name]
		switch {
		case raw != nil && name == wasm.Step:
			bodies = append(bodies, code(constant(0x42, *raw), end))
		case !ok:
			bodies = append(bodies, code([]byte{trap}, end))
		default:
			bodies = append(bodies, code(constant(0x42, at<<32|int64(len(answer))), end))
			data = append(data, append(append([]byte{0}, append(constant(0x41, at), end)...), sized(answer)...))
			at += int64(len(answer))
		}
	}
	m := []byte("\x00asm\x01\x00\x00\x00")
	m = append(m, section(1, types)...)
	m = append(m, section(3, append(unsigned(uint64(len(functions))), functions...))...)
	m = append(m, section(5, []byte{1, 0, 16})...)
	m = append(m, section(7, list(exports...))...)
	m = append(m, section(10, list(bodies...))...)
	return append(m, section(11, list(data...))...)
}

// unsigned and signed are WebAssembly's LEB128 numbers.
func unsigned(v uint64) (b []byte) {
	for ; v >= 0x80; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v))
}

func signed(v int64) (b []byte) {
	for ; v < -0x40 || v >= 0x40; v >>= 7 {
		b = append(b, byte(v&0x7f)|0x80)
	}
	return append(b, byte(v&0x7f))
}

func constant(op byte, v int64) []byte { return append([]byte{op}, signed(v)...) }

func sized(b []byte) []byte { return append(unsigned(uint64(len(b))), b...) }

func section(id byte, b []byte) []byte { return append([]byte{id}, sized(b)...) }

func export(name string, kind, index byte) []byte { return append(sized([]byte(name)), kind, index) }

// code is a function's body without locals.
func code(parts ...any) []byte {
	b := []byte{0}
	for _, p := range parts {
		switch p := p.(type) {
		case []byte:
			b = append(b, p...)
		case int:
			b = append(b, byte(p))
		}
	}
	return sized(b)
}

func list(items ...[]byte) []byte {
	b := unsigned(uint64(len(items)))
	for _, item := range items {
		b = append(b, item...)
	}
	return b
}
