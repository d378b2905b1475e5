package disclosure

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"narthex/chat/question"
	"narthex/chat/words"
)

// Subject is what about the assistant is asked.
type Subject string

// The subjects. Each has a text of its name.
const (
	Privacy   Subject = "privacy"   // is this private, confidential, safe
	Readers   Subject = "readers"   // who reads this, do you tell my husband
	Secret    Subject = "secret"    // do you keep this secret, is it under the seal
	Person    Subject = "person"    // are you a person, whom am I talking to
	Clergy    Subject = "clergy"    // are you a priest, a counselor
	Call      Subject = "call"      // can you call somebody
	Prayer    Subject = "prayer"    // do you pray
	Record    Subject = "record"    // is this kept, for how long, can it be deleted
	Maker     Subject = "maker"     // who made you
	Anonymous Subject = "anonymous" // is this anonymous, do you know who I am
	Police    Subject = "police"    // do you tell the police, immigration
)

// subjects in the order in which a clause that may be about several is about one: the narrower first.
var subjects = []Subject{Police, Call, Anonymous, Secret, Readers, Record, Clergy, Prayer, Maker, Person, Privacy}

func isSubject(s Subject) bool { return slices.Contains(subjects, s) }

// Question is what a message asks about the assistant.
type Question struct {
	Subjects []Subject // in the order in which they were asked, each once
	More     bool      // the message says more than that
}

const (
	maxSubjects   = 3
	maxTried      = 300 // pieces of one message, however it is cut
	mostAside     = 12  // words beside a clause that is no plain question, for it to be taken by an open rule: a story says much by the way
	restInLetters = 25  // as many letters besides are more than a greeting
	restOfWords   = 4   // from so many words on, what a message says besides is more than a greeting
)

// How high the model's score must be (the logarithm of the odds). Of Spanish it has learned less, and is wrong more often.
const (
	askedFromEnglish = 0.05
	askedFromSpanish = 0.2
	fewestWords      = 3  // of less the model knows nothing: a yes is an answer
	ruledFrom        = -3 // for the rules to be asked: they need longer, and of what scores less they find nothing
)

// room is what one message needs while it is read.
var room = sync.Pool{New: func() any { return new(features) }}

// Warm makes the rules and the model ready: a server calls it before it takes messages.
func Warm() {
	allRules()
	learned()
}

// Recognise finds what a message asks about the assistant, in English or Spanish; ok is false when it asks nothing of the kind.
// earlier is what the visitor said before: after a question about counseling, "is this confidential" is about that.
//
// What a rule knows is asked as the rule says. What none knows is asked if the model, which has learned from examples, is sure enough.
func Recognise(message string, earlier []string) (q Question, ok bool) {
	f := room.Get().(*features)
	defer room.Put(f)
	g := learned().guess(f, message)
	if g.score < ruledFrom {
		return Question{}, false
	}
	if q = ruled(message, earlier); len(q.Subjects) > 0 {
		return q, true
	}
	if g.score < leastFor(message) || !hasWords(message, fewestWords) || wantsToBeReached(message) || question.PassesOn(message) {
		return Question{}, false
	}
	if folded := words.Fold(message); len(strings.Fields(folded)) <= longestComplaint && complains.MatchString(folded) && !aboutOthers.MatchString(folded) {
		return Question{}, false
	}
	if toTheChurch.MatchString(words.Fold(g.where)) && !tells.MatchString(words.Fold(message)) {
		return Question{}, false
	}
	asked := learned().about(f, g.where)
	if slices.ContainsFunc(asked, mayBeOfOthers) && speaksOfOffers(message, earlier) {
		return Question{}, false // the same may be asked of that, and only the rules know who is addressed
	}
	return Question{Subjects: asked, More: len(message)-len(g.where) > restInLetters}, true
}

// RecogniseReply does the same of a message that replies to a question of the assistant's, by the rules alone: "this evening please" means
// nothing of the kind after "what is your name?", and what a model makes of it is chance.
func RecogniseReply(message string, earlier []string) (q Question, ok bool) {
	q = ruled(message, earlier)
	return q, len(q.Subjects) > 0
}

// hasWords reports whether a message has so many words, of letters: "y el 31?" has two.
func hasWords(message string, least int) bool {
	for word := range words.Split(message) {
		if least > 0 && strings.ContainsFunc(word, unicode.IsLetter) {
			least--
		}
	}
	return least == 0
}

// What only the model takes for a question about the assistant is none where it asks the church how to be found, or for what people
// lack, unless somebody may be told of it.
var (
	toTheChurch = regexp.MustCompile(`\bwhere ?abouts\b|\bhow (?:do|can) (?:i|we) (?:find|reach|get to) (?:you|yall)\b|\bwhere (?:are|r) (?:you|u|yall|ya) (?:located|based|at)\b|\b(?:asl|sign language|lengua de senas)\b|\b(?:donde|por donde) (?:estan|quedan|se ubican)\b|` +
		`\b(?:food|pantry|groceries|rent|undocumented|lonely|comida|despensas?|renta|sin papeles|indocumentad[oa]s?)\b|\bmiedo (?:de|a) la migra\b`)
	tells = regexp.MustCompile(`\b(?:tells?|told|telling|reports?|share|sell|private|confidential|secret|reads?|dic\w+|avis\w+|reporta\w*|entrega\w*|privad[oa]|confidencial|secreto)\b`)
)

// longestComplaint is of how many words a message that only complains may be.
const longestComplaint = 8

// complains finds who says of the conversation that they were not heard, and aboutOthers who speaks of those that may hear of it as well.
var (
	complains = regexp.MustCompile(`\b(?:i|we|ive) (?:have |had )?(?:just |already |also )?(?:asked|told|said|answered|gave)\b|\byou(?:ve| have)? (?:just |already |keep |kept |didn.?t |did not |never |still )+(?:said|sa(?:y|ying)|told|tell(?:ing)?|ask(?:ed|ing)?|repeat\w*|answer\w*|giv\w+)\b|` +
		`\b(?:say|tell me|repeat) (?:that|it|this) (?:again|once more)\b|\bsame (?:thing|answer|question)\b|\bnot what i (?:asked|said|meant)\b|` +
		`\bya (?:te |le |se |les )?(?:lo |la )?(?:dije|pregunte|conte|di|puse|escribi)\b|\b(?:dijiste|dijo|dices|dice|repites?|repite|repitiendo|diciendo) (?:ya )?(?:lo mismo|otra vez)\b|\bno me (?:contest|respond)\w*\b|\beso no (?:es lo que|fue lo que)\b`)
	aboutOthers = regexp.MustCompile(`\b(?:privat\w*|privad\w*|confid\w*|secret\w*|any(?:one|body)|some(?:one|body)|nobody|no one|who|whoever|police|keep (?:it|this|that|what|my|a)|kept|save[ds]?|delet\w*|erase\w*|nadie|alguien|quien\w*|policia|guard\w*|borr\w*|robot|bot|human\w*|person\w*|priest|pastor\w*)\b`)
)

// leastFor is how high the score of a message must be for it to ask about the assistant, although no rule knows its words.
func leastFor(message string) float32 {
	if words.Language(message, "es") == "en" {
		return askedFromEnglish
	}
	return askedFromSpanish
}

// ruled is what the rules make of a message. A piece of a sentence counts when each of its words has a place in a rule. So "is this
// private" is about the chat, and "is this private lesson free" is not.
func ruled(message string, earlier []string) (q Question) {
	for _, r := range allRules() {
		if found := r.recognise(message, earlier); len(found.Subjects) > len(q.Subjects) {
			q = found
		}
	}
	return q
}

// speaksOfOffers reports whether a message, or the one before it, speaks of something that a church offers.
func speaksOfOffers(message string, earlier []string) bool {
	for _, r := range allRules() {
		if r.offers(r.sentences(message)) || len(earlier) > 0 && r.offers(r.sentences(earlier[len(earlier)-1])) {
			return true
		}
	}
	return false
}

// mayBeOfOthers reports whether the same may be asked of something that a church offers.
func mayBeOfOthers(subject Subject) bool {
	switch subject {
	case Person, Clergy, Call, Prayer, Maker:
		return false
	}
	return true
}

// reading is a message while it is read for questions.
type reading struct {
	rules     *rules
	matcher   matcher
	tried     int
	elsewhere bool // what was said before speaks of something that a church offers
	found     Question
	rest      int // words that belong to no question
	size      int // words of the message
}

func (r *rules) recognise(message string, earlier []string) Question {
	read := reading{rules: r, matcher: matcher{church: r.church}}
	if len(earlier) > 0 {
		read.elsewhere = r.offers(r.sentences(earlier[len(earlier)-1]))
	}
	all := r.sentences(message)
	for _, s := range all {
		read.size += s.size()
	}
	for i, s := range all {
		read.sentence(s, r.offers(all[:i]) || r.offers(all[i+1:]))
	}
	read.found.More = read.rest >= restOfWords
	return read.found
}

// offers reports whether sentences have a word for what a church offers.
func (r *rules) offers(sentences []sentence) bool {
	for _, s := range sentences {
		for _, part := range s.parts {
			if slices.ContainsFunc(part, func(word string) bool { return r.offered[word] }) {
				return true
			}
		}
	}
	return false
}

// sentence looks for questions in a sentence: in the whole of it, then in ever fewer of its parts that stand together.
func (r *reading) sentence(s sentence, elsewhere bool) {
	taken := make([]bool, len(s.parts))
	for length := len(s.parts); length > 0; length-- {
		for from := 0; from+length <= len(s.parts); from++ {
			if slices.Contains(taken[from:from+length], true) {
				continue
			}
			clause := slices.Concat(s.parts[from : from+length]...)
			others := elsewhere || r.rules.offers([]sentence{{parts: s.parts[:from]}, {parts: s.parts[from+length:]}})
			if subject := r.subjectOf(clause, others, s.asked || r.size-len(clause) <= mostAside); subject != "" {
				r.add(subject)
				for i := range length {
					taken[from+i] = true
				}
			}
		}
	}
	for i, part := range s.parts {
		if !taken[i] {
			r.rest += len(part)
		}
	}
}

func (r *reading) add(subject Subject) {
	if len(r.found.Subjects) < maxSubjects && !slices.Contains(r.found.Subjects, subject) {
		r.found.Subjects = append(r.found.Subjects, subject)
	}
}

// subjectOf gives what a clause asks of the assistant; "" for nothing. open says that rules with a place for any word count.
func (r *reading) subjectOf(clause []string, others, open bool) Subject {
	if len(clause) > maxWords || r.tried >= maxTried {
		return ""
	}
	unnamed := slices.ContainsFunc(clause, func(word string) bool { return !r.rules.words[word] })
	r.tried++
	may := r.rules.needed.of(clause)
	if !slices.ContainsFunc(may, func(some uint64) bool { return some != 0 }) {
		return ""
	}
	if r.matcher.remembered == nil {
		r.matcher.remembered = make([]mask, r.rules.numbered*(maxWords+1))
	}
	clear(r.matcher.remembered)
	r.matcher.clause = clause
	asked := make(map[Subject]bool)
	for i, q := range r.rules.questions {
		if may.has(i) && !asked[q.subject] && (q.open && open || !q.open && !unnamed) && r.matcher.matches(q.clause, 0)&(1<<len(clause)) != 0 {
			asked[q.subject] = true
		}
	}
	for _, subject := range subjects {
		if asked[subject] && !r.isOfOthers(subject, clause, others) {
			return subject
		}
	}
	return ""
}

// isOfOthers reports whether a clause may ask the same of something that a church offers: nothing in it says which is meant.
func (r *reading) isOfOthers(subject Subject, clause []string, others bool) bool {
	return mayBeOfOthers(subject) && (others || r.elsewhere) && !slices.ContainsFunc(clause, func(word string) bool { return r.rules.addressed[word] })
}
