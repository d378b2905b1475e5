package settings

// merged is what becomes of a change.
type merged struct {
	write    values // what is to be stored
	conflict values // what the sender does not know of: others have changed it, to something else than the sender
	shown    version
}

// merge says what of the values sent is a change, given what is held now and what the sender was shown. Without a version the sender
// is a program that sets what it sets.
func merge(rec record, held, sent values, shown version) merged {
	m := merged{write: values{}, conflict: values{}, shown: version{}}
	for name, of := range shown {
		m.shown[name] = of
	}
	if shown == nil {
		m.shown = versionOf(rec, held)
	}
	for name, value := range sent {
		mine, now := digest(value), digest(held[name])
		before, known := shown[name]
		switch {
		case mine == now:
			m.shown[name] = now
		case shown == nil, known && before == now:
			m.write[name], m.shown[name] = value, mine
		case known && before == mine:
			// The sender has left it as it was, somebody else has not. It still shows what the sender was shown.
		default:
			m.conflict[name], m.shown[name] = held[name], now
		}
	}
	return m
}
