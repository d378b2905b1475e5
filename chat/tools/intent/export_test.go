package intent

import (
	"maps"
	"slices"
)

// Tools are the names of the tools that are known.
func Tools() []string { return slices.Sorted(maps.Keys(intents)) }
