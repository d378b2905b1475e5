package crisis

// fewWordsOfNews is how long a message is in which the model has too little to go by beside the news itself.
const fewWordsOfNews = 16

// heard gives what is left of what the model alone found in a message, given the signs in it. Who has nothing to eat needs food: what
// sounds like despair in it is hunger. Who is with child, ill or alone and says nothing pressing tells of it to be heard; what the model
// takes for a wish to die there may be one, and is asked about. above is how much more the message scores than is needed.
func (g *gate) heard(f Finding, signs uint64, words int, above float32) (Finding, bool) {
	if signs&g.want != 0 && (f.Category == Despair || f.Category == ChildAtRisk) {
		return f, false
	}
	if signs&g.news == 0 || signs&(g.pressing|g.minor) != 0 || words > fewWordsOfNews {
		return f, true
	}
	if f.Category == Suicide || f.Category == SelfHarm {
		f.Unsure = true
		return f, true
	}
	return f, f.Category == Despair && above >= despairOfNews || f.Category == ChildAtRisk && signs&g.young != 0
}

// bereaves reports whether a suicide that was found is another's who is dead of it: nobody is to be kept from anything then.
func (g *gate) bereaves(f Finding, signs uint64) bool {
	return f.Category == Suicide && f.About == Other && !f.Now && signs&g.gone != 0 && signs&g.perhaps == 0
}

// laughedAt gives what is left of a threat in a message that laughs: a question, and nothing where it is about next to nothing. To kill a
// thing is no threat. What shows that it is meant keeps it as grave as it was.
func (g *gate) laughedAt(f Finding, signs uint64) (Finding, bool) {
	switch {
	case f.Category != Threat || signs&g.earnest != 0:
		return f, true
	case signs&g.thing != 0:
		return f, false
	case signs&g.jest == 0:
		return f, true
	}
	f.Unsure = true
	return f, signs&g.trifle == 0
}
