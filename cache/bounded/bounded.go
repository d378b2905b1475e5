// Package bounded keeps values in memory up to a bound, those that are used the most; it is otter behind an interface. A struct that has
// an otter.Cache for a field has every package that mentions the struct compile all of otter anew, for these types: four and a half
// thousand functions for package church alone, in fifteen seconds. Of an interface they know the methods.
package bounded

import (
	"time"

	"github.com/maypok86/otter/v2"
)

// Cache is safe for concurrent use.
type Cache[K comparable, V any] interface {
	// Get gives a value, which is then more likely to stay.
	Get(key K) (value V, known bool)
	// Peek gives a value as if nobody had looked.
	Peek(key K) (value V, known bool)
	// GetOrMake gives a value, and makes it where there is none, once.
	GetOrMake(key K, make func() V) V
	Set(key K, value V)
	// Add sets a value where there is none.
	Add(key K, value V) (added bool)
	// Update sets what change makes of a value, unless it says that nothing changes. It gives the value then. Nobody else changes it
	// meanwhile.
	Update(key K, change func(old V, known bool) (value V, changes bool)) V
	Drop(key K)
	Len() int
	// Weight is the sum of the weights, where there is a bound for it.
	Weight() uint64
	// Settle does now what is put off until later, as removing what is too much.
	Settle()
	// Close ends the cache's own goroutine, if it has one.
	Close()
}

// Config says what stays.
type Config[K comparable, V any] struct {
	Most       int    // values; 0: MostWeight decides
	MostWeight uint64 // together
	Weigh      func(K, V) uint32
	SinceSet   time.Duration // after which a value goes; 0: none does for that
	SinceUsed  time.Duration
	Inline     bool // who uses the cache tidies it up as well: no goroutine does
}

// New makes an empty cache.
func New[K comparable, V any](config Config[K, V]) Cache[K, V] {
	options := &otter.Options[K, V]{MaximumSize: config.Most, MaximumWeight: config.MostWeight, Weigher: config.Weigh}
	switch {
	case config.SinceSet > 0:
		options.ExpiryCalculator = otter.ExpiryWriting[K, V](config.SinceSet)
	case config.SinceUsed > 0:
		options.ExpiryCalculator = otter.ExpiryAccessing[K, V](config.SinceUsed)
	}
	if config.Inline {
		options.Executor = func(task func()) { task() }
	}
	return cache[K, V]{otter.Must(options)}
}

type cache[K comparable, V any] struct{ otter *otter.Cache[K, V] }

func (c cache[K, V]) Get(key K) (V, bool) { return c.otter.GetIfPresent(key) }

func (c cache[K, V]) Peek(key K) (V, bool) {
	entry, known := c.otter.GetEntryQuietly(key)
	return entry.Value, known
}

func (c cache[K, V]) GetOrMake(key K, make func() V) V {
	value, _ := c.otter.ComputeIfAbsent(key, func() (V, bool) { return make(), false })
	return value
}

func (c cache[K, V]) Set(key K, value V) { c.otter.Set(key, value) }

func (c cache[K, V]) Add(key K, value V) bool {
	_, added := c.otter.SetIfAbsent(key, value)
	return added
}

func (c cache[K, V]) Update(key K, change func(old V, known bool) (V, bool)) V {
	var last V
	c.otter.Compute(key, func(old V, known bool) (V, otter.ComputeOp) {
		value, changes := change(old, known)
		last = value
		if changes {
			return value, otter.WriteOp
		}
		return old, otter.CancelOp
	})
	return last
}

func (c cache[K, V]) Drop(key K) { c.otter.Invalidate(key) }

func (c cache[K, V]) Len() int { return c.otter.EstimatedSize() }

func (c cache[K, V]) Weight() uint64 { return c.otter.WeightedSize() }

func (c cache[K, V]) Settle() { c.otter.CleanUp() }

func (c cache[K, V]) Close() { c.otter.StopAllGoroutines() }
