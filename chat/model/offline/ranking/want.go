package ranking

import (
	"regexp"
	"strings"

	"narthex/chat/model/offline/term"
)

// want is the kind of answer that a question word asks for.
type want struct {
	asked *regexp.Regexp // in the folded question
	given *regexp.Regexp // in an answer
	means []term.Term    // what the question word stands for
	never *regexp.Regexp // what looks like it and is not
	drops []term.Term    // what of the question is not asked for
	label string         // of the facts that are there to answer it
	left  float64        // of an answer's worth, where it is not given
	much  bool           // a number is asked for, which a line on what to expect seldom has
}

var wantList = []want{
	{
		asked: regexp.MustCompile(`\bwhen\b|\bwhat (?:time|day|night|evening)|\bcuando\b|\bque (?:hora|dia)`),
		given: regexp.MustCompile(`(?i)\d{1,2}[:.]\d{2}|\d\s?[ap]\.?m\b|noon|(?:sun|mon|tues|wednes|thurs|fri|satur)day|domingo|lunes|martes|miércoles|jueves|viernes|sábado|\b\d+ (?:weeks?|months?|days?|semanas?|meses|días)\b|` +
			`january|february|march|april|\bmay\b|june|july|august|september|october|november|december|` +
			`enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre`),
		means: []term.Term{"=time"},
		label: "Hours",
		left:  .7,
	},
	{
		asked: regexp.MustCompile(`\bhow much\b|\bcost(?:s|ing)?\b|\bprices?\b|\bfees?\b|\bdeposit\b|\bcuanto (?:cuesta|cobran|vale)|\bprecio|\b(?:have|need) to pay\b|\bdo (?:i|we) (?:pay|give)\b|\bhay que pagar\b`),
		given: regexp.MustCompile(`(?i)[$€£]\s?\d|\b[\d,]+\s?(?:euros?|dollars|dólares|pounds)\b|\b(?:is|it s|they are|these are) free\b|\bfree of charge\b|\bpark free\b|\bcosts? nothing\b|\b(?:no|without any) (?:charge|cost|fee)\b|\bgratis\b|\bno se cobra\b`),
		drops: []term.Term{"pay", "pag"},
		left:  .5,
		much:  true,
	},
	{
		asked: regexp.MustCompile(`\b(?:how much|cost|price|rates?|charge)\b.*\b(?:rent|hire|use)\b|\b(?:rent|hire)\b.*\b(?:how much|cost|price|rates?|charge)\b|\bcuanto\b.*\b(?:rentar|alquilar|renta)\b`),
		given: regexp.MustCompile(``),
		means: []term.Term{"=cost"},
		drops: []term.Term{"=rent"},
	},
	{
		asked: regexp.MustCompile(`\bwho(?:se|m)?\b|\bquien(?:es)?\b`),
		given: regexp.MustCompile(`\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:Pastor|Fr|Rev|Sr|Sister|Father|Hermana|Hermano|Padre)\b`),
		never: regexp.MustCompile(`\p{Lu}\p{L}+ (?:Road|Street|Lane|Avenue|Hall|Church|Centre|Center|Policy|Guide|Handbook|Mass|Communion|Sunday)\b`),
		label: "Staff",
		left:  .7,
	},
	{
		asked: regexp.MustCompile(`\bwho (?:do|should|can|would) (?:i|we) (?:talk|speak|ask|contact|call|see|write|email|ring)\b|\bcon quien (?:hablo|puedo|tengo)\b`),
		given: regexp.MustCompile(`\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:office|oficina)\b`),
		drops: []term.Term{"talk", "speak", "ask", "contact", "call", "see", "writ", "email", "ring", "habl"},
		left:  .6,
	},
	{
		asked: regexp.MustCompile(`\bwhat\W?(?:i?s|are|was) (?:\pL+ ){0,2}\pL+\W?s (?:\pL+ )?names?\b|\bcomo se llama\b`),
		given: regexp.MustCompile(`\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+`),
		drops: []term.Term{"name", "llam", "last"},
		label: "Staff",
		left:  .6,
	},
	{
		asked: regexp.MustCompile(`\bhow old (?:is|are) (?:the|your) (?:church|building|sanctuary)\b|\bwhen was .* built\b|\bcuando (?:se construyo|construyeron)\b`),
		given: regexp.MustCompile(`\b1[0-9]{3}\b|\b20[0-9]{2}\b`),
		means: []term.Term{"built"},
		drops: []term.Term{"build", "=time", "old"},
		left:  .4,
	},
	{
		asked: regexp.MustCompile(`\b(?:asl|sign language|lengua de senas)\b`),
		given: regexp.MustCompile(``),
		means: []term.Term{"languag", "sign"},
		drops: []term.Term{"asl", "languag", "sign", "lengu", "sen"},
	},
	{
		asked: regexp.MustCompile(`\bpay\b.*\bpark|\bpark(?:ing)? (?:free|cost)|\bis (?:the )?parking free\b|\b(?:pagar|cuesta|cobran)\b.*\b(?:estaciona|aparca)`),
		given: regexp.MustCompile(`(?i)\bpark free\b|\bfree\b|\bcosts nothing\b|\bgratis\b`),
		label: "Parking",
		left:  .4,
	},
	{
		asked: regexp.MustCompile(`\bhow many (?:people )?(?:\pL+ ){0,4}(?:hold|seat|fit|sit)s?\b|\bcapacity\b|\bcuant[oa]s? .*\bcaben\b`),
		given: regexp.MustCompile(`\d`),
		means: []term.Term{"seat"},
		drops: []term.Term{"hold", "fit", "sit", "capac", "cab"},
		left:  .3,
	},
	{
		asked: regexp.MustCompile(`\b(?:breastfeed|nurse|feed) (?:my|the|a) (?:baby|child|son|daughter|newborn)\b|\bdar (?:de |el )?pecho\b|\bamamantar\b`),
		given: regexp.MustCompile(``),
		means: []term.Term{"=nursing"},
		drops: []term.Term{"=baby", "=child", "feed", "dar"},
	},
	{
		asked: regexp.MustCompile(`\b(?:what|which) denomination\b|\b(?:is (?:this|it|your church)|are you(?: guys)?|es (?:una |la )?(?:iglesia)?|son) (?:an? )?(?:catholic|baptist|methodist|lutheran|pentecostal|protestant|evangelical|catolic[oa]|bautista|metodista|luterana|evangelic[oa])s?\b|\bque denominacion\b`),
		given: regexp.MustCompile(``),
		means: []term.Term{"denomin"},
		drops: []term.Term{"catol", "cathol", "baptist", "methodist", "lutheran", "pentecost", "protest", "evangel", "bautist", "metod", "luteran"},
		label: "Denomination",
	},
	{
		asked: regexp.MustCompile(`\b(?:takes? care of|looks? after)\b`),
		given: regexp.MustCompile(``),
		drops: []term.Term{"care", "look"},
	},
	{
		asked: regexp.MustCompile(`\bcall(?:ed|ing)? (?:\pL+ ){0,3}off\b`),
		given: regexp.MustCompile(``),
		means: []term.Term{"cancel"},
		drops: []term.Term{"call"},
	},
	{
		asked: regexp.MustCompile(`\bpick(?:s|ed)? (?:me|us|him|her|them|my \pL+) up\b|\bfetch (?:me|us|him|her|them|my \pL+)\b`),
		given: regexp.MustCompile(``),
		means: []term.Term{"=transport"},
		drops: []term.Term{"pick", "fetch"},
	},
	{
		asked: regexp.MustCompile(`\bwhere\b|\bdonde\b`),
		given: regexp.MustCompile(`(?i)street|road|lane|avenue|\broom\b|\bhall\b|door|lobby|library|building|floor|stairs|centre|center|desk|office|https?:|\S/|\bin the\b|\bat the\b|\bon each\b|calle|salón|cuarto|edificio`),
		left:  .8,
	},
	{
		asked: regexp.MustCompile(`\bhow long ?s?(?: is| are| does| do| will| the)\b|\bcuanto (?:dura|tiempo)`),
		given: regexp.MustCompile(`(?i)\b(?:minutes?|hours?|days?|weeks?|months?|minutos?|horas?|dias?|días?|semanas?|meses)\b|(?:until|ends at|termina a las|hasta las) \d`),
		means: []term.Term{"=last"},
		left:  .8,
	},
	{
		asked: regexp.MustCompile(`\bhow (?:far|long|early) (?:ahead|in advance|before)\b|\bhow much notice\b|\bcon cuanta? (?:tiempo|anticipacion)\b`),
		given: regexp.MustCompile(`(?i)\b(?:weeks?|months?|days?|semanas?|meses|días) (?:ahead|before|in advance|antes)\b`),
		means: []term.Term{"ahead"},
		left:  .6,
	},
	{
		asked: regexp.MustCompile(`\bhow long (?:has|have)\b|\bsince when\b|\bdesde cuando\b|\bcuanto tiempo lleva\b`),
		given: regexp.MustCompile(`(?i)\b(?:since|desde) (?:\pL+ )?\d{4}\b|\bfor \pL+ years\b`),
		label: "Staff",
		left:  .5,
	},
	{
		asked: regexp.MustCompile(`\bwhen (?:does|can|could|is|do) .*\b(?:see|available|free|appointments?)\b|\b(?:sit down|meet|appointment) with (?:the )?(?:pastor|father|fr|priest)\b|\bcuando (?:puedo|puede|atiende|esta) .*`),
		given: regexp.MustCompile(``),
		drops: []term.Term{"=cost", "sit", "down", "dan"},
		label: "Pastor's availability",
	},
	{
		asked: regexp.MustCompile(`\bnever (?:been|gone)\b|\bfirst (?:time|visit)\b|\bnunca he (?:ido|estado)\b|\bprimera ve[sz]\b`),
		given: regexp.MustCompile(``),
		means: []term.Term{"=visitor"},
		label: "First visit",
	},
	{
		asked: regexp.MustCompile(`\b(?:like|want|love|happy) to help\b|\bhelp out\b|\bquiero ayudar\b|\bme gustaria ayudar\b`),
		given: regexp.MustCompile(``),
		means: []term.Term{"=volunteer"},
		drops: []term.Term{"help", "ayud"},
	},
	{
		asked: regexp.MustCompile(`\bwatch\b.*\b(?:online|service|mass|internet|home)|\bver (?:el|la) (?:culto|misa|servicio)\b`),
		given: regexp.MustCompile(``),
		means: []term.Term{"=stream"},
		drops: []term.Term{"watch"},
	},
	{
		asked: regexp.MustCompile(`\b(?:do not|dont|don t|cant|cannot) speak (?:any )?(?:spanish|english)\b|\bno habl[oa] (?:ingles|espanol)\b|\bhabla (?:solo )?(?:ingles|espanol)\b`),
		given: regexp.MustCompile(``),
		means: []term.Term{"=interpret"},
		drops: []term.Term{"=spanish", "=english"},
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

// givenBy reports whether a text gives what is wanted.
func (w want) givenBy(text string) bool {
	if w.never != nil {
		text = w.never.ReplaceAllString(text, "")
	}
	return w.given.MatchString(text)
}

// stands reports whether facts of a label are there for such answers.
func (w want) stands(label string) bool {
	return w.label != "" && (strings.HasPrefix(label, w.label) || w.label == "Staff" && label == "Pastor")
}
