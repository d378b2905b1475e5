package settings

import (
	"maps"
	"strings"
)

// parted is a kind whose values are made of parts, each of which is changed by itself: two people who write the hours of different days
// are in nobody's way. Rows are none: their places, by which they would be known, are others once one is added.
type parted interface {
	keys() []string // in the order of the screen
}

func (week) keys() []string { return days }

func (k object) keys() []string {
	names := make([]string, len(k.parts))
	for i, p := range k.parts {
		names[i] = p.name
	}
	return names
}

// paths are those of what is changed by itself of a field: of its parts, or its own.
func (f field) paths() []string {
	of, is := f.kind.(parted)
	if !is {
		return []string{f.name}
	}
	var paths []string
	for _, key := range of.keys() {
		paths = append(paths, f.name+"."+key)
	}
	return paths
}

// parts are what stands at the paths of a field that holds a value.
func (f field) parts(value any) values {
	if _, is := f.kind.(parted); !is {
		return values{f.name: value}
	}
	whole, _ := value.(map[string]any)
	parts := values{}
	for _, path := range f.paths() {
		parts[path] = whole[strings.TrimPrefix(path, f.name+".")]
	}
	return parts
}

// with is a value of a field with something else at some of its paths.
func (f field) with(value any, parts values) any {
	if _, is := f.kind.(parted); !is {
		return parts[f.name]
	}
	whole, _ := value.(map[string]any)
	changed := maps.Clone(whole)
	for path, part := range parts {
		key := strings.TrimPrefix(path, f.name+".")
		if changed[key] = part; part == nil {
			delete(changed, key)
		}
	}
	return changed
}
