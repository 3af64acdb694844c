package memory

import (
	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/host"
)

// keys are the last effects that were answered, and how. An effect that comes
// again under its key gets the same answer, and nothing is written twice.
type keys struct {
	answers map[core.Key]host.Answer
	order   []core.Key // a ring, once it is full
	oldest  int
	keep    int
}

func (k *keys) init(keep int) { k.answers, k.keep = map[core.Key]host.Answer{}, keep }

func (k *keys) find(key core.Key) (host.Answer, bool) {
	a, ok := k.answers[key]
	return a, ok
}

func (k *keys) add(key core.Key, a host.Answer) {
	if _, known := k.answers[key]; known {
		return
	}
	k.answers[key] = a
	if len(k.order) < k.keep {
		k.order = append(k.order, key)
		return
	}
	delete(k.answers, k.order[k.oldest])
	k.order[k.oldest] = key
	k.oldest = (k.oldest + 1) % len(k.order)
}
