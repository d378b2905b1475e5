package church

import (
	"sync"
	"sync/atomic"
)

// derivations holds what others have made of a snapshot, by their keys.
type derivations struct{ made sync.Map }

// derivation is one of them. Who comes while it is made waits for it: some take tens of milliseconds of a processor, and a church whose
// snapshot is new may have many visitors at once.
type derivation struct {
	making sync.Mutex
	made   atomic.Pointer[any]
}

// Derived returns what make gives for the key, and keeps it for as long as the snapshot lives: make runs once, at the first call, unless
// it panics. It must depend on the snapshot and the key alone, not ask for its own key, and there must be few keys. As
// with the values of a context, a key is of a type that its package does not export. What is returned is shared by every
// turn and must not be changed.
func Derived[K comparable, V any](s *Snapshot, key K, make func() V) V {
	kept, ok := s.derived.made.Load(key)
	if !ok {
		kept, _ = s.derived.made.LoadOrStore(key, new(derivation))
	}
	d := kept.(*derivation)
	if made := d.made.Load(); made != nil {
		return (*made).(V)
	}
	d.making.Lock()
	defer d.making.Unlock()
	if made := d.made.Load(); made != nil {
		return (*made).(V)
	}
	value := make()
	var made any = value
	d.made.Store(&made)
	return value
}
