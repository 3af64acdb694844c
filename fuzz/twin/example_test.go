package twin_test

import (
	"fmt"
	"reflect"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/twin"
	"github.com/coxswain/coxswain/fuzz/walk"
)

// A machine that shall decide as the rules say is led along walks beside a twin.
// Here it is the core's own, and once one with other switches.
func Example() {
	for _, s := range []core.Switches{0, core.PromoteEnough} {
		fmt.Println(differs(core.Config{Level: core.LevelNomad104, Switches: s}))
	}
	// Output:
	// false
	// true
}

// differs reports whether a machine differs from its twin anywhere on 100 walks.
func differs(cfg core.Config) bool {
	for seed := range uint64(100) {
		m, err := core.New(cfg)
		if err != nil {
			panic(err)
		}
		w, t := walk.New(seed), twin.New()
		in := w.Opening()
		var out core.Output
		for range 80 {
			if err := m.Step(&in, &out); err != nil {
				panic(err)
			}
			if !reflect.DeepEqual(twin.Of(&out), t.Step(&in)) {
				return true
			}
			in = w.Next(&out)
		}
	}
	return false
}
