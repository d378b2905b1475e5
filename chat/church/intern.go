package church

import (
	"bytes"
	"sync"
)

// interned keeps one copy of each piece of reference data for all the churches that show it. It is compared by its text
// at every load, so it needs no invalidation, and a snapshot always has what its own load read.
type interned[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]internedValue[V]
}

type internedValue[V any] struct {
	text  []byte
	value V
}

// get returns the value that the text decodes to; decode runs only when the text has changed.
func (i *interned[K, V]) get(key K, text []byte, decode func() V) V {
	i.mu.Lock()
	defer i.mu.Unlock()
	if known, ok := i.known[key]; ok && bytes.Equal(known.text, text) {
		return known.value
	}
	if i.known == nil {
		i.known = make(map[K]internedValue[V])
	}
	fresh := internedValue[V]{text: bytes.Clone(text), value: decode()}
	i.known[key] = fresh
	return fresh.value
}
