package offline

import (
	"regexp"

	"narthex/chat/words"
)

// query is a question as the library is asked it.
type query struct {
	terms   []term
	leaning []term // of the message before, where the question leans on it
	wants   []want
}

// want is the kind of answer that a question word asks for.
type want struct {
	asked *regexp.Regexp // in the folded question
	given *regexp.Regexp // in an answer
	means []term         // what the question word stands for
	label string         // of the facts that are there to answer it
	left  float64        // of an answer's worth, where it is not given
}

var wantList = []want{
	{
		asked: regexp.MustCompile(`\bwhen\b|\bwhat (?:time|day)|\bcuando\b|\bque (?:hora|dia)`),
		given: regexp.MustCompile(`(?i)\d{1,2}[:.]\d{2}|\d\s?[ap]\.?m\b|noon|(?:sun|mon|tues|wednes|thurs|fri|satur)day|domingo|lunes|martes|miércoles|jueves|viernes|sábado|` +
			`january|february|march|april|\bmay\b|june|july|august|september|october|november|december|` +
			`enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|before|after|antes|después`),
		means: []term{"=time"},
		label: "Hours",
		left:  .8,
	},
	{
		asked: regexp.MustCompile(`\bhow much\b|\bcosts?\b|\bprices?\b|\bcuanto (?:cuesta|cobran|vale)|\bprecio`),
		given: regexp.MustCompile(`(?i)[$€£]\s?\d|\b\d+\s?(?:euros?|dollars|dólares|pounds)\b|\bfree\b|\bno (?:charge|cost|fee)\b|\bgratis\b`),
		left:  .8,
	},
	{
		asked: regexp.MustCompile(`\bwho(?:se|m)?\b|\bquien(?:es)?\b`),
		given: regexp.MustCompile(`\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:Pastor|Fr|Rev|Sr|Sister|Father|Hermana|Hermano|Padre)\b`),
		left:  .8,
	},
	{
		asked: regexp.MustCompile(`\bwhere\b|\bdonde\b`),
		given: regexp.MustCompile(`(?i)street|road|lane|avenue|\broom\b|\bhall\b|door|lobby|library|building|floor|stairs|centre|center|church|desk|office|https?:|\bat\b|\bin\b|\ben\b|calle|salón|cuarto|edificio`),
		left:  .8,
	},
	{
		asked: regexp.MustCompile(`\bhow long (?:is|are|does|do|will)\b|\bcuanto (?:dura|tiempo)`),
		given: regexp.MustCompile(`(?i)\b(?:minutes?|hours?|days?|weeks?|months?|minutos?|horas?|dias?|días?|semanas?|meses)\b`),
		means: []term{"=last"},
		left:  .8,
	},
	{
		asked: regexp.MustCompile(`\bhow (?:many|old|big|far)\b|\bcuant[oa]s\b`),
		given: regexp.MustCompile(`(?i)\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)\b`),
		left:  .8,
	},
	{
		asked: regexp.MustCompile(`\b(?:phone|telephone|contact) numbers?\b|\bnumero de telefono\b|\btelefono (?:de|del)\b`),
		given: forms["=phone"],
		left:  .4, // a sentence about telephones is none at all
	},
	{
		asked: regexp.MustCompile(`\be ?mail address\b|\bcorreo electronico\b`),
		given: forms["=email"],
		left:  .4,
	},
}

// query reads the visitor's question.
func (b *briefing) query() query {
	q := query{terms: termsOf(b.question, b.language)}
	folded := words.Fold(b.question)
	for _, w := range wantList {
		if w.asked.MatchString(folded) {
			q.wants = append(q.wants, w)
			q.terms = append(q.terms, w.means...)
		}
	}
	if len(b.messages) > 1 && leansBack(folded, q.terms) {
		before := b.messages[1].text
		q.leaning = termsOf(before, words.Language(before, b.language))
	}
	return q
}

// leansBack says whether a question needs the one before it to be understood.
func leansBack(folded string, terms []term) bool {
	strong := 0
	for _, t := range terms {
		if !weakWords[t] {
			strong++
		}
	}
	return strong == 0 || strong == 1 && leaningWords.MatchString(folded)
}

var leaningWords = regexp.MustCompile(`^\W*(?:and|what about|how about|y|que tal)\b|\b(?:it|they|them|he|she|that|there|ese|esa|eso|ellos|alli)\b`)
