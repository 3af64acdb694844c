package walk_test

import (
	"fmt"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/fuzz/walk"
)

// A machine of one's own is led through a random rollout like this; the same
// seed makes the same one again.
func Example() {
	m, err := core.New(core.Config{Level: core.LevelNomad104})
	if err != nil {
		panic(err)
	}
	w := walk.New(33)
	in := w.Opening()
	var out core.Output
	kinds := map[core.EffectKind]int{}
	for range 200 {
		if err := m.Step(&in, &out); err != nil {
			panic(err)
		}
		for i := range out.Effects {
			kinds[out.Effects[i].Kind]++
		}
		in = w.Next(&out)
	}
	fmt.Println(kinds)
	// Output:
	// map[reschedule:5 status:3 promote:15 health:1]
}
