package church

import (
	"slices"
	"sync"
	"sync/atomic"
)

// derivations holds what others have made of a snapshot. They are a few dozen at the most, which are gone through: that needs no memory
// for the key that is looked for, where a map needs a kilobyte of its own for each church.
type derivations struct {
	adding sync.Mutex
	made   atomic.Pointer[[]*derivation]
}

// derivation is one of them. Who comes while it is made waits for it: some take tens of milliseconds of a processor, and a church whose
// snapshot is new may have many visitors at once.
type derivation struct {
	key    any
	making sync.Mutex
	made   atomic.Pointer[any]
}

// Derived returns what make gives for the key, and keeps it for as long as the snapshot lives: make runs once, at the first call, unless
// it panics. It must depend on the snapshot and the key alone, not ask for its own key, and there must be few keys. As
// with the values of a context, a key is of a type that its package does not export. What is returned is shared by every
// turn and must not be changed.
func Derived[K comparable, V any](s *Snapshot, key K, make func() V) V {
	d := derivationOf(&s.derived, key)
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

// derivationOf returns the one with the key, which may not have been made yet.
func derivationOf[K comparable](all *derivations, key K) *derivation {
	if d := find(all, key); d != nil {
		return d
	}
	all.adding.Lock()
	defer all.adding.Unlock()
	if d := find(all, key); d != nil {
		return d
	}
	d := &derivation{key: key}
	more := []*derivation{d}
	if made := all.made.Load(); made != nil {
		more = slices.Concat(*made, more) // what others are reading stays as it is
	}
	all.made.Store(&more)
	return d
}

func find[K comparable](all *derivations, key K) *derivation {
	made := all.made.Load()
	if made == nil {
		return nil
	}
	for _, d := range *made {
		if known, ok := d.key.(K); ok && known == key {
			return d
		}
	}
	return nil
}
