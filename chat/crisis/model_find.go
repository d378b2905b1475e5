package crisis

import (
	"strings"
	"unicode"

	"narthex/chat/words"
)

// What the scores of the model must be. They are logarithms of odds; README.md in the folder model says how they were
// chosen.
const (
	foundFrom         = 0.4  // from here on something is found
	foundInFew        = 3.0  // the same for a message of few words, in which a single one weighs too much: "Goodbye", "I can't sleep"
	foundInShort      = 1.35 // the same for a short message
	fewWords          = 5    // below them a message is of few words
	shortMessage      = 10   // below so many it is short
	sureFrom          = -0.4 // from here on what is found is sure,
	sureOfDanger      = 0.9  // if danger scores as much
	sureDespair       = 1.0  // the same for despair, of which most is for a gentle question
	ruledOff          = -2.5 // a rule found something: below this it is called off
	ruledSure         = -1.0 // a rule was sure: below this it is unsure
	ruledSuicide      = -4.0 // as ruledOff, for a suicide: there a mistake costs most
	sureSuicide       = -2.5 // as ruledSure, for a suicide
	suicideInGrief    = -3.0 // both, in a message of grief
	weakOff           = -1.3 // as ruledOff, for a weak rule
	weakSuicide       = -2.0 // the same for a suicide that it is sure of
	weakSure          = 0.2  // as ruledSure, for a weak rule
	leansFrom         = -1.0 // a message that alone is no crisis may be one together with those before it; a few words ("bye") are in no order
	togetherFrom      = 0.75 // what they must score together
	togetherInFew     = 1.75 // the same where the message is of a few words: "tell me more", said twice, is in the words of despair
	addsInFew         = 6    // below so many words it is
	addsAtLeast       = -0.5 // how much more that must be than what those before it score
	despairing        = 0.45 // despair must score that much higher: its words are those of every trouble
	despairOfNews     = 0.7  // in news of a body, despair must score so much more than is needed
	grieving          = 1.8  // in a message of grief, all but a suicide must score that much higher: the words are the same
	figureOfSpeech    = 0.8  // what the model alone finds in a message with a figure of speech, or the like, must score that much higher
	sentenceDiscount  = 2.5  // a sentence must score that much higher than the whole
	clauseDiscount    = 3.0  // what stands between two commas must score that much higher
	beginningDiscount = 3.5  // what begins as a clause does, and what stands before it
	windowDiscount    = 2.2  // a part of a long message must score that much higher than the whole
)

// The band of scores in which a message is worth reading twice: so little below what the model needs to find something. It is
// as wide as one ordinary question in fifty allows, see doubt_test.go.
const (
	doubtfulBelow   = 0.45 // what is needed
	doubtfulInShort = 1.0  // the same for a short message, of which much more is asked
)

// doubtfulWithin is the width of the band for a message.
func doubtfulWithin(r *reading) float32 {
	if len(r.words) < shortMessage {
		return doubtfulInShort
	}
	return doubtfulBelow
}

// sense gives what the model finds in a message, given its score: alone, or together with the messages before it. What
// was found in those is not found anew if the message takes the danger back or leads elsewhere. doubtful is for where nothing is found.
func (m *model) sense(message string, earlier []string, alone score, mourns bool, s *scratch) (f Finding, found, doubtful bool) {
	doubtful = alone.danger >= needed(&s.alone)-doubtfulWithin(&s.alone)
	if alone.danger >= needed(&s.alone) {
		f, found = m.found(&s.alone, alone, mourns)
		return f, found, doubtful
	}
	if len(earlier) == 0 || saysNothing(message) || alone.unordered < leansFrom || len(s.alone.words) >= longMessage {
		return Finding{}, false, doubtful
	}
	s.folded.foldAll(earlier, "")
	before := m.read(&s.folded, &s.together)
	s.folded.foldAll(earlier, message)
	together := m.read(&s.folded, &s.together)
	if together.danger <= before.danger+addsAtLeast {
		return Finding{}, false, doubtful
	}
	enough := max(togetherFrom, needed(&s.together))
	if len(s.alone.words) < addsInFew {
		enough = max(enough, togetherInFew)
	}
	doubtful = doubtful || together.danger >= enough-doubtfulWithin(&s.together)
	if together.danger >= enough {
		f, found = m.found(&s.together, together, mourns)
	}
	return f, found, doubtful
}

// saysNothing reports whether a message adds nothing to those before it: a bare number is how to reach somebody, a yes or a no answers
// what was asked, and who asks to hear more asks for what was offered. A word as short ("gun", "bye") may say all.
func saysNothing(message string) bool {
	if !strings.ContainsFunc(message, unicode.IsLetter) {
		return true
	}
	said := strings.TrimFunc(words.Fold(message), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, polite := range []string{"please", "por favor"} {
		said = strings.TrimRight(strings.TrimSuffix(said, polite), " ,")
	}
	for _, yes := range []string{"yes", "ok", "sure", "si"} {
		if rest, ok := strings.CutPrefix(said, yes+" "); ok {
			said = rest
		} else if rest, ok := strings.CutPrefix(said, yes+", "); ok {
			said = rest
		}
	}
	return answers[said] || hearMore[said] || asksForCall(said)
}

// asksForCall reports whether a folded text asks to be called, by whomever, and says nothing else: it goes with whatever was said before.
func asksForCall(said string) bool {
	calls := false
	for word := range strings.FieldsFuncSeq(said, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		switch {
		case callsMe[word]:
			calls = true
		case !aroundCall[word]:
			return false
		}
	}
	return calls
}

var (
	answers = words.Set("no nope nah yes yeah yep ok okay si sip")
	// callsMe are the words for calling, and aroundCall those that may stand around them in a wish to be called that says nothing else.
	callsMe    = words.Set("call phone ring text llame llamen llamame llameme llamenme llamar hable hablen marque marquen")
	aroundCall = words.Set(`yes yeah and also too please then have ask tell get let can could would will you the a our your pastor priest father padre rector deacon someone somebody
		anyone me back to him her that today tonight tomorrow later soon when now thanks si y e tambien por favor que el la un una los pastor sacerdote parroco cura alguien de iglesia
		me puede pueden podria quiero quisiera hoy manana luego despues pronto gracias`)
	hearMore = setOf("tell me more", "tell me", "say more", "show me more", "more", "more info", "more information", "i want to know more", "i want to hear more", "i would like to know more", "id like to know more",
		"i'd like to know more", "go on", "keep going", "continue", "and then", "what else", "anything else", "one more question", "another question", "explain", "explain it again", "repeat that", "again",
		"dime mas", "digame mas", "cuentame mas", "cuenteme mas", "mas", "mas informacion", "quiero saber mas", "sigue", "siga", "continua", "continue usted", "y luego", "y despues", "que mas", "algo mas", "otra pregunta", "otra vez", "explica")
)

func setOf(phrases ...string) map[string]bool {
	set := make(map[string]bool, len(phrases))
	for _, phrase := range phrases {
		set[phrase] = true
	}
	return set
}

// found gives a finding, unless it is despair that is not clear enough, or no suicide and only as sure as grief makes it sound.
func (m *model) found(r *reading, of score, mourns bool) (Finding, bool) {
	f := m.finding(r, of)
	if mourns {
		f.About = Self // the other is dead
	}
	if f.Category == Despair && of.danger < needed(r)+despairing {
		return Finding{}, false
	}
	if mourns && f.Category != Suicide && of.danger < needed(r)+grieving {
		return Finding{}, false
	}
	return f, true
}

// weigh gives what is left of what a rule found, once the model has read the message: nothing where it is sure that nothing
// is the matter, and less than sure where it doubts. Kind words around it do not call off a suicide that a rule of the surer
// ones found: there the sentence counts that says most.
func (m *model) weigh(r *rule, read *reading, of score, mourns bool) (Finding, bool) {
	f, off, sure := r.finding, float32(ruledOff), float32(ruledSure)
	if r.firm {
		return f, true
	}
	if f.Category == Suicide && !r.weak {
		sentence := m.loudest(read)
		of.danger, of.sure = max(of.danger, sentence.danger), max(of.sure, sentence.sure)
	}
	if f.Category == Suicide {
		off, sure = ruledSuicide, sureSuicide
		if mourns {
			off, sure = suicideInGrief, suicideInGrief
		}
	}
	if r.weak {
		off, sure = weakOff, min(sure, weakSure)
		if f.Category == Suicide && !f.Unsure {
			off = weakSuicide
		}
	}
	if mourns && f.Category == Despair {
		off += grieving / 2
	}
	f.Unsure = f.Unsure || of.sure < sure
	return f, of.danger >= off
}

// needed is the score from which on the model finds something in a message.
func needed(r *reading) float32 { return neededOf(len(r.words)) }

func neededOf(words int) float32 {
	switch {
	case words < fewWords:
		return foundInFew
	case words < shortMessage:
		return foundInShort
	default:
		return foundFrom
	}
}

// finding says what the model found.
func (m *model) finding(r *reading, of score) Finding {
	category, about := m.kind(r, of.where)
	if category == Threat {
		about = Other
	}
	unsure := of.sure < sureFrom || of.danger < sureOfDanger || category == Despair && of.sure < sureDespair
	return Finding{Category: category, About: about, Unsure: unsure, Rule: modelRules[category]}
}

// modelRules are the names of what the model finds.
var modelRules = func() map[Category]string {
	names := make(map[Category]string)
	for _, category := range categories {
		names[category] = "model." + string(category)
	}
	return names
}()

// sentence gives the score of a sentence of a text, or of a clause, where that is nearer to a danger than the whole: the others may be about
// something else. "What time is mass? My baby isn't breathing." "what time is mass my baby isnt breathing"
func (m *model) sentence(r *reading, best score) score {
	whole := needed(r)
	part := func(from, to int, discount float32) {
		words := to - from
		if words <= leastTold || words >= len(r.words) {
			return
		}
		part := m.over(r, from, to)
		more := whole - neededOf(words) - discount // a shorter text needs more
		part.danger, part.sure, part.unordered = part.danger+more, part.sure+more, part.unordered+more
		if part.danger > best.danger {
			best = part
		}
	}
	for from := 0; from < len(r.words)-1; {
		to, pause := from+1, from
		for ; r.words[to].word != sentenceEdge.word; to++ {
			if r.words[to].pauses {
				part(pause, to, clauseDiscount)
				pause = to
			}
			if r.words[to].begins {
				part(from, to, beginningDiscount)
				part(to, r.sentenceEnd(to), beginningDiscount)
			}
		}
		if pause > from {
			part(pause, to+1, clauseDiscount)
		}
		part(from, to+1, sentenceDiscount)
		from = to
	}
	return best
}

// sentenceEnd gives the end of the sentence that a word is in, behind its edge.
func (r *reading) sentenceEnd(word int) int {
	for r.words[word].word != sentenceEdge.word {
		word++
	}
	return word + 1
}

// loudest gives the highest scores that a sentence of a text has by itself, or what the text begins or ends with: who asks for a prayer and
// then says it may put no mark between.
func (m *model) loudest(r *reading) score {
	most := m.over(r, 0, len(r.words))
	from := 0
	for to, s := range r.words {
		if to >= leastTold && to+leastTold <= len(r.words) && len(r.words) < longMessage {
			most.danger = max(most.danger, m.over(r, 0, to).danger, m.over(r, to, len(r.words)).danger) // enough to ask
		}
		if s.word != sentenceEdge.word || to == from {
			continue
		}
		if to > from+1 {
			one := m.over(r, from, to+1)
			most.danger, most.sure = max(most.danger, one.danger), max(most.sure, one.sure)
		}
		from = to
	}
	return most
}
