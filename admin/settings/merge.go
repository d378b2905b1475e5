package settings

import (
	"maps"
	"slices"
)

// merged is what becomes of a change.
type merged struct {
	write    values // what is to be stored
	conflict values // by paths, what the sender does not know of: others have changed it, to something else than the sender
	shown    version
	notes    faults // of what is written
}

// merge says what of the values sent is a change, given what is held now and what the sender was shown. Without a version the sender
// is a program that sets what it sets.
func merge(rec record, held, sent values, shown version) merged {
	m := merged{write: values{}, conflict: values{}, shown: maps.Clone(shown)}
	if shown == nil {
		m.shown = versionOf(rec, held)
	}
	known := maps.Clone(m.shown) // once the sender has read what is in conflict; then the same is sent again
	for name, value := range sent {
		f, _ := rec.of(name)
		stored, changed := f.parts(held[name]), values{}
		for path, part := range f.parts(value) {
			mine, now := digest(part), digest(stored[path])
			before, is := shown[path]
			switch {
			case mine == now:
				m.shown[path] = now
			case shown == nil, is && before == now:
				changed[path], m.shown[path] = part, mine
			case is && before == mine:
				// The sender has left it as it was, somebody else has not. It still shows what the sender was shown.
			default:
				m.conflict[path], known[path] = others(stored[path], part), now
			}
		}
		if len(changed) > 0 {
			m.write[name] = f.with(held[name], changed)
		}
	}
	if len(m.conflict) > 0 {
		m.shown = known
	}
	return m
}

// others are the rows of a list that the sender does not have; of anything else, and where there are none, all that is held.
func others(held, sent any) any {
	rows, _ := held.([]any)
	mine, _ := sent.([]any)
	unknown := slices.DeleteFunc(slices.Clone(rows), func(row any) bool {
		return slices.ContainsFunc(mine, func(own any) bool { return digest(own) == digest(row) })
	})
	if len(unknown) == 0 {
		return held
	}
	return unknown
}
