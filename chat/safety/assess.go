package safety

// recent is how many earlier messages are read together with a new one.
const recent = 3

// Assess looks for a crisis in a visitor's message. earlier are the messages before it, the newest last: what they say
// counts where it makes sense of this one ("I can't do this any more", "I have the pills here"), but what was answered
// then is not found anew. ok is false when nothing was found.
//
// It needs nothing but its arguments, always says the same of the same, and takes microseconds; the first call takes as
// long as Warm.
func Assess(message string, earlier []string) (finding Finding, ok bool) {
	return compiled().assess(learned(), message, earlier)
}

// Warm makes the gate ready, which takes a fifth of a second: a server calls it before it takes messages.
func Warm() {
	compiled()
	learned()
}

// assess asks the rules, then the model: what the rules find goes before, but a weak one must not be alone with it.
func (g *gate) assess(m *model, message string, earlier []string) (finding Finding, ok bool) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)

	earlier = earlier[max(0, len(earlier)-recent):]
	found, signs := g.look(message, s)
	score := m.read(&s.folded, &s.alone)
	var before uint64
	if signs != 0 {
		before = g.signsOf(earlier, s)
		found = g.combine(found, signs, before, false)
	}
	mourns := signs&g.grief != 0
	sensed, ok := m.sense(message, earlier, score, mourns, s)
	if found != nil && found.weak && score.danger < calledOff(found.finding, mourns) {
		found, ok = g.combine(g.lookSurely(message, s), signs, before, true), false
	}
	switch {
	case found == nil && !ok:
		return Finding{}, false
	case found == nil, ok && found.weak && found.finding.Soft && !sensed.Soft:
		finding = sensed
		if finding.Category == ChildAtRisk && (signs|before)&g.minor != 0 {
			finding.About = Self
		}
	default:
		finding = found.finding
	}
	finding.Minor = finding.Minor || (signs|before)&g.minor != 0
	return finding.ofChild(), true
}

// Watch reports whether one of the visitor's last messages was a crisis, soft or not: the conversation then goes on
// under the instructions for one. earlier are the messages of the conversation, the newest last.
func Watch(earlier []string) bool {
	for i := len(earlier) - 1; i >= 0; i-- {
		if _, ok := Assess(earlier[i], earlier[:i]); ok {
			return true
		}
	}
	return false
}
