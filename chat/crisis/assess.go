package crisis

// recent is how many earlier messages are read together with a new one.
const recent = 3

// Assess looks for a crisis in a visitor's message. earlier are the messages before it, the newest last: what they say
// counts where it makes sense of this one ("I can't do this any more", "I have the pills here"), but what was answered
// then is not found anew. ok is false when nothing was found.
//
// It needs nothing but its arguments, always says the same of the same, and takes microseconds; the first call takes as
// long as Warm.
func Assess(message string, earlier []string) (finding Finding, ok bool) {
	a := Read(message, earlier)
	return a.Finding, a.Found
}

// Assessment is all that the gate says of a message.
type Assessment struct {
	Finding Finding
	Found   bool // a crisis
	// Doubtful is set where nothing was found, but the message is so near to a crisis, by itself or together with those before it,
	// that somebody who understands more had better read it as well.
	Doubtful bool
}

// Read is Assess for who is to know, besides, whether the gate is in doubt about what it lets pass.
func Read(message string, earlier []string) Assessment {
	a := read(message, earlier)
	if !a.Found {
		return a.orOfChild(message, earlier)
	}
	if danger, ok := toldIn(earlier); ok {
		a.Finding = a.Finding.after(danger, alone(message, a.Finding), message)
	}
	return a
}

// read is Read but for what a danger that was told of before makes of what is found.
func read(message string, earlier []string) Assessment {
	earlier = earlier[max(0, len(earlier)-recent):]
	g, m := compiled(), learned()
	message = m.besidesHope(message, earlier)
	a := g.assess(m, message, earlier)
	if !a.Found || a.Finding.Unsure {
		if whole, ok := g.spelt.whole(message); ok {
			a = a.orSurer(g.assess(m, whole, earlier))
		}
	}
	if left := besidesFigures(message); a.Found && left != message {
		a = a.orLess(g.assess(m, left, earlier))
	}
	return a.with(message, earlier)
}

// orSurer is what was found in a message, or in the same in other words, where that is surer.
func (a Assessment) orSurer(b Assessment) Assessment {
	if b.Found && (!a.Found || a.Finding.Unsure && !b.Finding.Unsure) {
		return b
	}
	a.Doubtful = !a.Found && (a.Doubtful || b.Doubtful)
	return a
}

// orLess is what was found in a message, or in what is left of it without figures of speech, where that is less sure.
func (a Assessment) orLess(b Assessment) Assessment {
	switch {
	case !b.Found:
		return Assessment{Doubtful: true}
	case b.Finding.Unsure:
		return b
	}
	return a
}

// Warm makes the gate ready, which takes some 40 ms: a server calls it before it takes messages.
func Warm() {
	compiled()
	learned()
	phrases()
}

// assess asks the rules, then the model: each finds what the other misses, and where the model is sure that nothing is the
// matter a rule is not believed.
func (g *gate) assess(m *model, message string, earlier []string) Assessment {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)

	found, signs := g.look(message, s)
	figurative := s.spared
	score := m.read(&s.folded, &s.alone)
	var before uint64
	if signs != 0 {
		before = g.signsOf(withoutCounts(earlier), s)
		found = g.combine(found, signs, before, false)
	}
	mourns := signs&g.grief != 0
	sensed, ok, doubtful := m.sense(message, earlier, score, mourns, s)
	if over := score.danger - needed(&s.alone); ok && found == nil && figurative && over >= 0 && over < figureOfSpeech { // by itself, and not by much
		ok, doubtful = false, true
	}
	if ok && found == nil && m.beyondItsWords(sensed, message, earlier, s) {
		ok, doubtful = false, true
	}
	if ok && found == nil && hangsByDebts(message) {
		sensed.Unsure = true
	}
	if ok && found == nil {
		sensed, ok = g.heard(sensed, signs, len(s.alone.words), score.danger-needed(&s.alone))
		doubtful = doubtful || !ok
	}
	finding, ruled := Finding{}, false
	if found != nil {
		finding, ruled = m.weigh(found, &s.alone, score, mourns)
		if !ruled && found.weak {
			if found = g.combine(g.lookSurely(message, s), signs, before, true); found != nil {
				finding, ruled = m.weigh(found, &s.alone, score, mourns)
			}
		}
	}
	if ruled && found.weak && finding.Unsure && !ok && len(earlier) == 0 && isBurden(message) {
		ruled, doubtful = false, true
	}
	switch {
	case !ruled && !ok:
		return Assessment{Doubtful: doubtful}
	case !ruled, ok && found.weak && finding.Unsure && !sensed.Unsure:
		if ruled && finding.Category == sensed.Category && finding.About == Other {
			sensed.About = Other // a rule reads of whom it is said; the model is surer that it is so
		}
		finding = sensed
		if finding.Category == ChildAtRisk && (signs|before)&g.minor != 0 {
			finding.About = Self
		}
	}
	if left, some := finding.minded(message); !some && !m.troubled(earlier, s) {
		return Assessment{Doubtful: true}
	} else if some {
		finding = left
	}
	finding, ok = g.laughedAt(finding, signs)
	if !ok || g.bereaves(finding, signs) {
		return Assessment{Doubtful: true}
	}
	finding = g.note(finding, signs, before)
	if signs&g.longOver != 0 && signs&g.restored != 0 && !m.troubled(earlier, s) {
		if finding, ok = g.testified(m, finding, signs, before, message); !ok {
			return Assessment{Doubtful: true}
		}
	}
	return Assessment{Finding: finding, Found: true}
}

// note adds to a finding what the signs in this message, and in those before it, say of it beside.
func (g *gate) note(f Finding, signs, before uint64) Finding {
	f.Minor = f.Minor || (signs|before)&g.minor != 0
	harm := f.Category == Abuse || f.Category == ChildAtRisk
	f.ByClergy = f.ByClergy || (signs|before)&g.clergy != 0 // whatever else is the matter: who is accused must not be the one who is told
	f.Past = (harm || f.Category == SelfHarm || f.Category == Suicide) && !f.Now && g.isOver(signs)
	if f.Past && (signs|before)&g.minor == 0 {
		f.Minor = false // a rule took for a child's what is told of one's own childhood
	}
	if f.About == Self && !f.Past && signs&g.another != 0 && signs&(g.myself|g.grief) == 0 && (signs|before)&g.minor == 0 {
		f.About = Other
	}
	return f.ofChild()
}

// isOver reports whether what a message tells of is over.
func (g *gate) isOver(signs uint64) bool {
	goesOn := signs&g.still != 0 || signs&g.habit != 0 && signs&g.childhood == 0
	return signs&g.past != 0 && !goesOn
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
