package disclosure

// questionSet is a set of the questions of one language, by their places.
type questionSet []uint64

func (s questionSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s questionSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

func (s questionSet) addAll(others questionSet) {
	for i := range others {
		s[i] |= others[i]
	}
}

// needed tells which questions a clause can be at all: most messages have none of the words without which nothing is asked of
// the assistant, and are compared with few expressions or with none.
type needed struct {
	by     map[string]questionSet // by a word, the questions that one of its kind is needed for
	always questionSet            // those that need none
}

// newNeeded finds for each question the rarest of the sets of words of which it needs one.
func newNeeded(questions []phrasing) needed {
	n := needed{by: make(map[string]questionSet), always: make(questionSet, len(questions)/64+1)}
	common := make(map[string]int) // how many questions need a word
	sets := make([][]map[string]bool, len(questions))
	for i, q := range questions {
		sets[i] = requiredOf(q.clause)
		for _, set := range sets[i] {
			for word := range set {
				common[word]++
			}
		}
	}
	for i := range questions {
		var rarest map[string]bool
		least := 0
		for _, set := range sets[i] {
			most := 0
			for word := range set {
				most = max(most, common[word])
			}
			if rarest == nil || most < least {
				rarest, least = set, most
			}
		}
		if rarest == nil {
			n.always.add(i)
		}
		for word := range rarest {
			if n.by[word] == nil {
				n.by[word] = make(questionSet, len(n.always))
			}
			n.by[word].add(i)
		}
	}
	return n
}

// of gives the questions that a clause may be.
func (n needed) of(clause []string) questionSet {
	may := make(questionSet, len(n.always))
	may.addAll(n.always)
	for _, word := range clause {
		may.addAll(n.by[word])
	}
	return may
}

// requiredOf gives sets of words: of each, everything that the expression matches has one.
func requiredOf(e *expression) (sets []map[string]bool) {
	switch e.kind {
	case oneOfWords:
		return []map[string]bool{e.words}
	case sequence:
		for _, part := range e.parts {
			sets = append(sets, requiredOf(part)...)
		}
	case atLeastOnce:
		return requiredOf(e.parts[0])
	case choice:
		either := make(map[string]bool)
		for _, part := range e.parts {
			of := requiredOf(part)
			if len(of) == 0 {
				return nil
			}
			smallest := of[0]
			for _, set := range of {
				if len(set) < len(smallest) {
					smallest = set
				}
			}
			for word := range smallest {
				either[word] = true
			}
		}
		return []map[string]bool{either}
	}
	return sets
}
