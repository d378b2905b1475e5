package church

import "sync"

// derivations holds what others have made of a snapshot, by their keys.
type derivations struct{ made sync.Map }

// Derived returns what make gives for the key, and keeps it for as long as the snapshot lives: make runs at the first call,
// seldom at a second one at the same time. It must depend on the snapshot and the key alone, and there must be few keys. As
// with the values of a context, a key is of a type that its package does not export. What is returned is shared by every
// turn and must not be changed.
func Derived[K comparable, V any](s *Snapshot, key K, make func() V) V {
	if made, ok := s.derived.made.Load(key); ok {
		return made.(V)
	}
	made, _ := s.derived.made.LoadOrStore(key, make())
	return made.(V)
}
