package crisis

// The band of scores in which a message is worth reading twice: so little below what the model needs to find something. It is
// as wide as one ordinary question in fifty allows, see doubt_test.go.
const (
	doubtfulWithin  = 0.7 // below needed
	doubtfulInShort = 1.8 // the same for a short message, of which much more is asked
)

// Doubtful reports whether a message in which Assess found nothing is so near to a crisis, by itself or together with those
// before it, that somebody who understands more had better read it as well. earlier is what Assess was given.
func Doubtful(message string, earlier []string) bool {
	return learned().doubts(message, earlier[max(0, len(earlier)-recent):])
}

func (m *model) doubts(message string, earlier []string) bool {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.folded.fold(message)
	alone := m.read(&s.folded, &s.alone)
	if alone.danger >= needed(&s.alone)-doubtful(&s.alone) {
		return true
	}
	if len(earlier) == 0 || alone.danger < leansFrom {
		return false
	}
	s.folded.foldAll(earlier, "")
	before := m.read(&s.folded, &s.together)
	s.folded.foldAll(earlier, message)
	together := m.read(&s.folded, &s.together)
	return together.danger >= max(togetherFrom, needed(&s.together))-doubtful(&s.together) && together.danger > before.danger
}

// doubtful is the width of the band for a message.
func doubtful(r *reading) float32 {
	if len(r.words) < shortMessage {
		return doubtfulInShort
	}
	return doubtfulWithin
}
