package offline

import (
	"regexp"
	"slices"
	"strings"

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
	never *regexp.Regexp // what looks like it and is not
	drops []term         // what of the question is not asked for
	label string         // of the facts that are there to answer it
	left  float64        // of an answer's worth, where it is not given
	much  bool           // a number is asked for, which a line on what to expect seldom has
}

var wantList = []want{
	{
		asked: regexp.MustCompile(`\bwhen\b|\bwhat (?:time|day)|\bcuando\b|\bque (?:hora|dia)`),
		given: regexp.MustCompile(`(?i)\d{1,2}[:.]\d{2}|\d\s?[ap]\.?m\b|noon|(?:sun|mon|tues|wednes|thurs|fri|satur)day|domingo|lunes|martes|miércoles|jueves|viernes|sábado|` +
			`january|february|march|april|\bmay\b|june|july|august|september|october|november|december|` +
			`enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre`),
		means: []term{"=time"},
		label: "Hours",
		left:  .7,
	},
	{
		asked: regexp.MustCompile(`\bhow much\b|\bcost(?:s|ing)?\b|\bprices?\b|\bcuanto (?:cuesta|cobran|vale)|\bprecio`),
		given: regexp.MustCompile(`(?i)[$€£]\s?\d|\b[\d,]+\s?(?:euros?|dollars|dólares|pounds)\b|\b(?:is|it s|they are|these are) free\b|\bfree of charge\b|\b(?:no|without any) (?:charge|cost|fee)\b|\bgratis\b|\bno se cobra\b`),
		left:  .5,
		much:  true,
	},
	{
		asked: regexp.MustCompile(`\bwho(?:se|m)?\b|\bquien(?:es)?\b`),
		given: regexp.MustCompile(`\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:Pastor|Fr|Rev|Sr|Sister|Father|Hermana|Hermano|Padre)\b`),
		never: regexp.MustCompile(`\p{Lu}\p{L}+ (?:Road|Street|Lane|Avenue|Hall|Church|Centre|Center|Policy|Guide|Handbook|Mass|Communion|Sunday)\b`),
		label: "Staff",
		left:  .7,
	},
	{
		asked: regexp.MustCompile(`\bwhere\b|\bdonde\b`),
		given: regexp.MustCompile(`(?i)street|road|lane|avenue|\broom\b|\bhall\b|door|lobby|library|building|floor|stairs|centre|center|desk|office|https?:|\S/|\bin the\b|\bat the\b|\bon each\b|calle|salón|cuarto|edificio`),
		left:  .8,
	},
	{
		asked: regexp.MustCompile(`\bhow long (?:is|are|does|do|will)\b|\bcuanto (?:dura|tiempo)`),
		given: regexp.MustCompile(`(?i)\b(?:minutes?|hours?|days?|weeks?|months?|minutos?|horas?|dias?|días?|semanas?|meses)\b|(?:until|ends at|termina a las|hasta las) \d`),
		means: []term{"=last"},
		left:  .8,
	},
	{
		asked: regexp.MustCompile(`\bhow (?:far|long|early) (?:ahead|in advance|before)\b|\bhow much notice\b|\bcon cuanta? (?:tiempo|anticipacion)\b`),
		given: regexp.MustCompile(`(?i)\b(?:weeks?|months?|days?|semanas?|meses|días) (?:ahead|before|in advance|antes)\b`),
		means: []term{"ahead"},
		left:  .6,
	},
	{
		asked: regexp.MustCompile(`\bhow long (?:has|have)\b|\bsince when\b|\bdesde cuando\b|\bcuanto tiempo lleva\b`),
		given: regexp.MustCompile(`(?i)\b(?:since|desde) (?:\pL+ )?\d{4}\b|\bfor \pL+ years\b`),
		label: "Staff",
		left:  .5,
	},
	{
		asked: regexp.MustCompile(`\bwhen (?:does|can|could|is|do) .*\b(?:see|available|free|appointments?)\b|\bcuando (?:puedo|puede|atiende|esta) .*`),
		given: regexp.MustCompile(``),
		label: "Pastor's availability",
	},
	{
		asked: regexp.MustCompile(`\bnever (?:been|gone)\b|\bfirst (?:time|visit)\b|\bnunca he (?:ido|estado)\b|\bprimera ve[sz]\b`),
		given: regexp.MustCompile(``),
		means: []term{"=visitor"},
		label: "First visit",
	},
	{
		asked: regexp.MustCompile(`\b(?:like|want|love|happy) to help\b|\bhelp out\b|\bquiero ayudar\b|\bme gustaria ayudar\b`),
		given: regexp.MustCompile(``),
		means: []term{"=volunteer"},
		drops: []term{"help", "ayud"},
	},
	{
		asked: regexp.MustCompile(`\bwatch\b.*\b(?:online|service|mass|internet|home)|\bver (?:el|la) (?:culto|misa|servicio)\b`),
		given: regexp.MustCompile(``),
		means: []term{"=stream"},
		drops: []term{"watch"},
	},
	{
		asked: regexp.MustCompile(`\b(?:do not|dont|don t|cant|cannot) speak (?:any )?(?:spanish|english)\b|\bno habl[oa] (?:ingles|espanol)\b|\bhabla (?:solo )?(?:ingles|espanol)\b`),
		given: regexp.MustCompile(``),
		means: []term{"=interpret"},
		drops: []term{"=spanish", "=english"},
	},
	{
		asked: regexp.MustCompile(`\bhow old\b|\bwhat age\b|\bque edad\b|\bcuantos anos\b`),
		given: regexp.MustCompile(`(?i)\b(?:aged?|ages|years old|at least|until|años|edad|over|under) (?:\pL+|\d+)\b|\d+ (?:to|a) \d+|\bto age\b`),
		left:  .6,
	},
	{
		asked: regexp.MustCompile(`^\W*(?:can|may|could|must|am|are) (?:i|we|my|they|people)\b|\b(?:do|does) (?:i|we|one) (?:have|need) to\b|\bpuedo\b|\btengo que\b`),
		given: regexp.MustCompile(`(?i)\b(?:can|may|must|needs?|open to|welcome|everyone|anyone|nobody|allowed|not|no|none|only|yes)\b|\b(?:pueden?|debe|no|bienvenid\pL+|sí)\b`),
		left:  .85,
	},
	{
		asked: regexp.MustCompile(`\bhow (?:many|big|far)\b|\bcuant[oa]s\b`),
		given: regexp.MustCompile(`(?i)\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)\b`),
		left:  .7,
		much:  true,
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
			q.terms = append(slices.DeleteFunc(q.terms, func(t term) bool { return slices.Contains(w.drops, t) }), w.means...)
		}
	}
	if len(b.messages) > 1 && leansBack(folded, q.terms) {
		before := b.messages[1].text
		q.leaning = termsOf(before, words.Language(before, b.language))
	}
	return q
}

// believing asks what somebody holds to be true, rather than for what is on file.
var believing = regexp.MustCompile(`\b(?:do|does) (?:you|your church|the church|the pastor|christians) (?:all )?(?:believe|think|accept|teach)\b|\b(?:your|churchs|church s|parishs|parish s) (?:views?|stance|position|opinion|teaching) (?:on|about)\b|` +
	`\b(?:que (?:piensan?|opinan?|dicen?|ensenan?) (?:de|del|sobre)|creen (?:en|que))\b`)

// givenBy reports whether a text gives what is wanted.
func (w want) givenBy(text string) bool {
	if w.never != nil {
		text = w.never.ReplaceAllString(text, "")
	}
	return w.given.MatchString(text)
}

// wantsLabel reports whether facts of a label are there to answer a question.
func (q query) wantsLabel(label string) bool {
	return slices.ContainsFunc(q.wants, func(w want) bool { return w.stands(label) })
}

// stands reports whether facts of a label are there for such answers.
func (w want) stands(label string) bool {
	return w.label != "" && (strings.HasPrefix(label, w.label) || w.label == "Staff" && label == "Pastor")
}

// strong counts the words of the question that matter.
func (q query) strong() (n int) {
	for i, t := range q.terms {
		if !t.weak() && !slices.Contains(q.terms[:i], t) {
			n++
		}
	}
	return n
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
