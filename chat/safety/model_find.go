package safety

import "slices"

// What the scores of the model must be. They are logarithms of odds, chosen by cross-validation on messages that somebody
// else wrote, see README.md in the folder model.
const (
	foundFrom      = 1.1  // no rule found anything: from here on the model does
	foundInShort   = 4.4  // the same for a short message, in which a single word weighs too much: "Goodbye", "I can't sleep"
	shortMessage   = 10   // words
	hardFrom       = 2.2  // from here on not softly
	calledOffBelow = -0.5 // a weak rule found something: below this it is called off
	hardOffBelow   = -2.0 // the same for what would be a suicide without doubt: there a mistake costs most
	leansFrom      = -1.0 // a message that alone is no crisis may be one together with those before it
	togetherFrom   = 1.1  // what they must score together
	grieving       = 1.0  // in a message of grief, despair must score that much higher: the words are the same
	windowDiscount = 2.5  // a part of a long message must score that much higher than the whole
)

// sense gives what the model finds in a message, given its score: alone, or together with the messages before it. What
// was found in those is not found anew: the message must add to it.
func (m *model) sense(message string, earlier []string, alone score, mourns bool, s *scratch) (Finding, bool) {
	if alone.danger >= needed(&s.alone) {
		return m.found(&s.alone, alone, mourns)
	}
	if len(earlier) == 0 || alone.danger < leansFrom {
		return Finding{}, false
	}
	s.folded.foldAll(earlier, "")
	before := m.read(&s.folded, &s.together)
	s.folded.foldAll(earlier, message)
	together := m.read(&s.folded, &s.together)
	if together.danger < max(togetherFrom, needed(&s.together)) || together.danger <= before.danger {
		return Finding{}, false
	}
	return m.found(&s.together, together, mourns)
}

// found gives a finding, unless it is despair and only as sure as grief makes it sound.
func (m *model) found(r *reading, of score, mourns bool) (Finding, bool) {
	f := m.finding(r, of)
	if mourns && f.Category == Despair && of.danger < needed(r)+grieving {
		return Finding{}, false
	}
	return f, true
}

// calledOff is the score below which the model calls off what a weak rule found.
func calledOff(f Finding, mourns bool) float32 {
	switch {
	case mourns && f.Category == Despair:
		return calledOffBelow + grieving
	case !f.Soft && f.Category == Suicide:
		return hardOffBelow
	}
	return calledOffBelow
}

// needed is the score from which on the model finds something in a message.
func needed(r *reading) float32 {
	if len(r.words) < shortMessage {
		return foundInShort
	}
	return foundFrom
}

// finding says what the model found.
func (m *model) finding(r *reading, of score) Finding {
	category, soft := m.kind(r, of.where)
	f := Finding{Category: category, About: Self, Rule: modelRules[category]}
	f.Soft = category == Despair || soft > 0 || of.danger < hardFrom
	if category == Threat || m.isOfOthers(category, f.Soft, r) {
		f.About = Other
	}
	return f
}

// modelRules are the names of what the model finds.
var modelRules = func() map[Category]string {
	names := make(map[Category]string)
	for _, category := range categories {
		names[category] = "model." + string(category)
	}
	return names
}()

// isOfOthers guesses from the people that a message names whether it is about them. Who is hurt at home names the one who
// does it; who asks how to help names whom.
func (m *model) isOfOthers(category Category, soft bool, r *reading) bool {
	switch category {
	case Despair:
		return false
	case ChildAtRisk:
		return slices.ContainsFunc(r.words, func(w said) bool { return w.idea == m.ideas.child })
	case Medical:
		soft = true
	}
	return soft && slices.ContainsFunc(r.words, func(w said) bool { return m.ideas.people[w.idea] })
}
