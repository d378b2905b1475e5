package ranking

import (
	"regexp"
	"slices"

	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

// Question is what is looked for.
type Question struct {
	Text     string
	Language string // that it is in, ISO 639-1
	Before   string // the visitor's message before, "" for none
	Leans    bool   // it cannot be understood without that one, whatever words it has
	Closely  bool   // Before is of the same message: what is on file of this question alone may be about something else

	// OnePassage is for a library that is one passage which was found by its similarity already: less of the question must be in it, and one
	// sentence is enough.
	OnePassage bool
}

// query is a question as the library is asked it.
type query struct {
	terms   []term.Term
	leaning []term.Term // of the message before, where the question leans on it
	closely bool        // an answer must be about that, too
	wants   []want
	musts   []must // an answer must keep
	past    bool   // it is about what has been
	harm    bool   // it is about somebody's safety, or who is told of harm
	yesOrNo bool   // it asks for a yes or a no

	onePassage bool
}

// query reads the question.
func (asked Question) query() query {
	folded := inFull(words.Fold(asked.Text), asked.Language)
	q := query{terms: term.Of(folded, asked.Language), musts: mustsOf(asked.Text), past: past.MatchString(folded), onePassage: asked.OnePassage}
	q.yesOrNo = yesOrNo.MatchString(folded) && !otherQuestion.MatchString(folded)
	q.wants, q.terms = wantsOf(folded, q.terms)
	if asked.Before != "" && (leansBack(folded, q.terms) || asked.Leans) {
		language := words.Language(asked.Before, asked.Language)
		before := inFull(words.Fold(asked.Before), language)
		wants, leaning := wantsOf(before, term.Of(before, language))
		if len(q.wants) == 0 && likewise.MatchString(folded) {
			q.wants = wants
		} else {
			leaning = term.Of(before, language)
		}
		q.leaning, q.closely = withoutAlternatives(leaning, q.terms), asked.Closely
		folded += "\n" + before
	}
	q.harm = ofHarm.MatchString(folded)
	return q
}

// wantsOf are the kinds of answers that a folded question asks for, and its terms as it means them.
func wantsOf(folded string, terms []term.Term) (wants []want, meant []term.Term) {
	for _, w := range wantList {
		if w.asked.MatchString(folded) {
			wants = append(wants, w)
			terms = append(slices.DeleteFunc(terms, func(t term.Term) bool { return slices.Contains(w.drops, t) }), w.means...)
		}
	}
	return wants, terms
}

// likewise asks what was asked before of something else.
var likewise = regexp.MustCompile(`^\W*(?:(?:and|what about|how about) (?:for|on|at|in|to|with|of)|(?:y|que tal) (?:para|en|con|de|del|al?|por))\b`)

// alternatives are terms of which a question that names one is not about the others: who asks what it is for a wedding, having asked of a funeral.
var alternatives = [][]term.Term{occasions, {"=child", "=baby", "=youth", "=woman", "=man"}, {"=sunday", "=monday", "=tuesday", "=wednesday", "=thursday", "=friday", "=saturday"}}

// withoutAlternatives is what is left of the terms before a question when it names something else in the place of one.
func withoutAlternatives(before, asked []term.Term) []term.Term {
	for _, kind := range alternatives {
		isOf := func(t term.Term) bool { return slices.Contains(kind, t) }
		if slices.ContainsFunc(asked, isOf) {
			before = slices.DeleteFunc(before, func(t term.Term) bool { return isOf(t) && !slices.Contains(asked, t) })
		}
	}
	return before
}

// ofHarm are the words of a question about somebody's safety.
var ofHarm = regexp.MustCompile(`\b(?:child\w*|kids?|minors?|teen\w*|youth|son|daughter|nin[oa]s?|hij[oa]s?|menores|safe\w*|segur\w*|protect\w*|proteg\w*|abus\w*|allegation\w*|denunci\w*|report\w*|worr(?:y|ied)|harm\w*|hurt\w*|touch\w*|inappropriate\w*|vett\w*|background|volunteer\w*|voluntari\w*|polic\w*|emergenc\w*|fire|accident\w*|danger\w*|peligro\w*|complain\w*|quej\w*|assault\w*|predator\w*|staff|misconduct)\b`)

// yesOrNo is how a question begins that asks for a yes or a no, and otherQuestion what asks for something else, or for the contrary.
var (
	yesOrNo       = regexp.MustCompile(`(?:^|[.,;:!?] ?|\b(?:and|or|so|but|y|o|pero|if|whether|si)\s)\W*(?:is|are|do|does|did|can|could|may|will|would|has|have|should|am|hay|tienen?|puedo|podemos|pueden?|podria\w*|se puede|es|son|esta|estan|estara|dan|hacen|venden|aceptan|ofrecen|ayudan|transmiten|pasan)\b`)
	otherQuestion = regexp.MustCompile(`\b(?:what|when|where|who|whom|whose|how|which|why|not|never|no|none|without|cannot|\w+n't|dont|doesnt|isnt|cant|wont|or|instead|forbidden|prohibited|against|closed|que dia|que hora|cuando|donde|quien|como|cuant[oa]s?|cual|por que|nunca|sin|prohibid[oa]|cerrad[oa])\b`)
)

// wantsLabel reports whether facts of a label are there to answer a question.
func (q query) wantsLabel(label string) bool {
	return slices.ContainsFunc(q.wants, func(w want) bool { return w.stands(label) })
}

// strong counts the words of the question that matter.
func (q query) strong() (n int) {
	for i, t := range q.terms {
		if !t.Weak() && !slices.Contains(q.terms[:i], t) {
			n++
		}
	}
	return n
}

// leansBack says whether a question needs the one before it to be understood.
func leansBack(folded string, terms []term.Term) bool {
	strong := 0
	for _, t := range terms {
		if !t.WeakWord() {
			strong++
		}
	}
	return strong == 0 || strong == 1 && leaningWords.MatchString(folded)
}

var leaningWords = regexp.MustCompile(`^\W*(?:and|what about|how about|y|que tal)\b|\b(?:it|they|them|he|she|that|there|ese|esa|eso|ellos|alli)\b`)

// must is words without one of which an answer is about something else, whatever more it shares with the question.
type must struct {
	asked   *regexp.Regexp // in the folded question
	oneOf   []term.Term
	atFirst bool // it begins with it
}

var musts = []must{
	{regexp.MustCompile(`\bfirst (?:holy )?communion\b|\bprimera comunion\b`), []term.Term{"first", "primer"}, true},
	{regexp.MustCompile(`\b(?:first|founding|former|previous) (?:pastor|priest|minister|vicar)s?\b|\b(?:primer|anterior) (?:pastor|padre|cura|sacerdote)\b`), []term.Term{"first", "found", "former", "previous", "primer", "anterior"}, true},
	{regexp.MustCompile(`\b(?:paid|salar\w+|wages?|earns?|sueldo|ganan?)\b`), []term.Term{"salari", "stipend", "wage", "sueld", "salar"}, false},
	{regexp.MustCompile(`\b(?:breastfeed|nurse|feed) (?:my|the|a) (?:baby|child|son|daughter|newborn)\b|\bpecho\b|\bamamantar\b`), []term.Term{"parent", "mother", "mam", "madr"}, false},
	{regexp.MustCompile(`\b(?:asl|sign language|lengua de senas)\b`), []term.Term{"sign"}, false},
	{regexp.MustCompile(`\b(?:weekdays?|during the week|midweek|entre semana)\b`), []term.Term{"=monday", "=tuesday", "=wednesday", "=thursday", "=friday", "weekday", "midweek", "week", "seman"}, false},
	{regexp.MustCompile(`\b(?:instagram|facebook|tiktok|twitter|social media|redes sociales)\b`), []term.Term{"instagram", "facebook", "tiktok", "twitter"}, false},
}

// past are the words of a question about what has been.
var past = regexp.MustCompile(`\b(?:was|were|did|used to|history|began|founded|started|built|old|older|oldest|first|original\w*|called|name[ds]?|since|ever|fue|fueron|era|historia|fundo|fundad[oa]|empezo|construyo|construid[oa]|antigu[oa]|llama|primer\w*)\b`)

// mustsOf are those of a question.
func mustsOf(question string) (found []must) {
	folded := words.Fold(question)
	for _, must := range musts {
		if must.asked.MatchString(folded) {
			found = append(found, must)
		}
	}
	return found
}

// ofTheWeek reports whether a question is about what there is every week, as a wedding is not.
func (q query) ofTheWeek() bool {
	return slices.ContainsFunc(q.terms, func(t term.Term) bool { return t == "=service" || t == "=sunday" || t == "=saturday" })
}
