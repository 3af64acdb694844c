// Command go drives a recorded rollout through the plugin.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/coxswain/coxswain/plugin"
	extism "github.com/extism/go-sdk"
)

// input and output have what this program needs of the plugin's messages.
type input struct {
	Now int64 `json:",string"`
}

type output struct {
	Effects []struct {
		Kind, Status, Description string
		Rollback                  bool
		RollbackVersion           string
		Allocations               []string
	}
	Done bool
}

func main() {
	p, err := extism.NewPlugin(context.Background(), extism.Manifest{
		Wasm: []extism.Wasm{extism.WasmData{Data: plugin.Module}}}, extism.PluginConfig{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	file, err := os.Open("../rollout.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)

	// The first line opens the machine.
	lines.Scan()
	var opening struct {
		Input input
	}
	var opened struct {
		Handle int
		Output output
	}
	read(lines.Bytes(), &opening)
	read(call(p, plugin.Open, lines.Bytes()), &opened)
	start := opening.Input.Now
	show(0, opened.Output)

	// Each of the others is a step.
	for lines.Scan() {
		var in input
		var out output
		read(lines.Bytes(), &in)
		step := fmt.Appendf(nil, `{"Handle": %d, "Input": %s}`, opened.Handle, lines.Bytes())
		read(call(p, plugin.Step, step), &out)
		show(in.Now-start, out)
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
}

// show prints what is to be done, and when in nanoseconds after the opening.
func show(after int64, out output) {
	for _, e := range out.Effects {
		line := fmt.Sprintf("%7d ms  %s", after/1_000_000, e.Kind)
		if e.Status != "" {
			line += " " + e.Status + ": " + e.Description
		}
		if e.Rollback {
			line += ", by registering version " + e.RollbackVersion + " anew"
		}
		if len(e.Allocations) > 0 {
			line += fmt.Sprintf(", %d may be replaced", len(e.Allocations))
		}
		fmt.Println(line)
	}
	if out.Done {
		fmt.Printf("%7d ms  done\n", after/1_000_000)
	}
}

func call(p *extism.Plugin, name string, request []byte) []byte {
	_, answer, err := p.Call(name, request)
	if err != nil {
		log.Fatal(err)
	}
	return answer
}

func read(b []byte, v any) {
	if err := json.Unmarshal(b, v); err != nil {
		log.Fatal(err)
	}
}
