package intent

import (
	"regexp"
	"strings"
	"unicode"

	"narthex/chat/tools/grounding"
	"narthex/chat/words"
)

// sentence is folded.
type sentence struct {
	text     string
	question bool // it ends in a question mark
}

var sentenceEnd = regexp.MustCompile(`[.!?;…。！？؟¿¡\n]+(?:\s|$)|[¿¡?？؟]`)

func sentences(message string) []sentence {
	var found []sentence
	add := func(text, end string) {
		if text = words.Fold(text); text != "" {
			found = append(found, sentence{text, strings.ContainsAny(end, "?？؟")})
		}
	}
	from := 0
	for _, at := range sentenceEnd.FindAllStringIndex(message, -1) {
		add(message[from:at[0]], message[at[0]:at[1]])
		from = at[1]
	}
	add(message[from:], "")
	return found
}

var (
	leadIn = regexp.MustCompile(`^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|and|but|so|also|well|ok|okay|oh|um|excuse me|sorry|thanks|thank you|hola|buenas|buenos dias|buenas (?:tardes|noches)|y|pero|entonces|oye|oiga|disculpe|perdon|gracias)\b[ ,:-]*)+`)
	// asking is how questions begin, and requests to be told something.
	asking = regexp.MustCompile(`^(?:when|where|who|whom|whose|what|which|why|how|whats|whos|wheres|is|are|was|were|does|do|did|has|have|will|was|am|` +
		`cuando|donde|adonde|quien|quienes|que (?:hora|horas|horario|dia|dias|hay|es|son|tal|significa|dice)|cual|cuales|como|cuanto|cuanta|cuantos|cuantas|a que|de que|en que|para que|con quien|hay|habra|` +
		`quand|qui|quel|quelle|quels|quelles|combien|pourquoi|est ce|quem|quando|onde|qual|quais)\b` +
		`|\b(?:tell|inform|remind) me\b|\blet me know\b|\bdo you know\b|\bwondering (?:when|where|who|what|which|why|how|about)\b` +
		`|\b(?:know|find out|check|ask|saber|preguntar|confirmar) (?:when|where|who|what|which|why|how|if|whether|about|cuando|donde|quien|que|cual|como|cuanto|si|sobre|a que)\b` +
		`|\b(?:dime|digame|diganme|me (?:puede|puedes|pueden|podria|podrias|podrian) (?:decir|informar|explicar)|decirme)\b`)
	// knowing is a wish only to be told.
	knowing = regexp.MustCompile(`\b(?:like|love|want|need|wish|quiero|quisiera|necesito|gustaria)(?: to| que)? (?:know|find out|see if|(?:ask|check) (?:about|if|whether|when|where|who|what|which|why|how)|saber|preguntar)\b`)
	// wishing makes a question one for somebody to do something.
	wishing = regexp.MustCompile(`\b(?:some|any)(?:one|body)\b.*\b(?:can|could|would|to|able|available|pray|call|visit|help)\b` +
		`|\b(?:can|could|would|will|may|might|shall|should) (?:i|we|you|my|our|someone|somebody|anyone|anybody|they|the (?:pastor|priest|church|office)|a (?:pastor|priest)|one of|pastor|father|he|she)\b` +
		`|\bhow (?:do|does|can|could|would|should|might) (?:i|we|one|you|somebody|someone|my|our|a person)\b|\bhow to (?:join|sign|register|become|get|ask|request|book|enroll|volunteer)\b|\bmind if (?:i|we)\b` +
		`|\b(?:is it|would it be) (?:possible|ok|okay|all right|alright)\b|\bwould (?:love|like|appreciate)\b|\bany chance\b|\b(?:way|place|room|spot|spots|space|opening|openings) (?:left |still |open |available )?(?:to|for (?:me|us|my|our|one|two|three|four|five|\d)|i can)\b` +
		`|\b(?:i|we)(?:'d| would|d)? (?:really |just |also |still )?(?:like|love|want|need|wish|hope|would like|have to|get|join|sign|become|go about|request|ask|schedule|book|arrange|make|submit)\b|\bwho (?:can|could|would)\b` +
		`|\b(?:for|with|to|call|visit|contact|sign|put|help|baptize|email|text|reach) (?:me|us|my|our)\b|\bplease (?:call|pray|contact|sign|register|put|have|send|visit|pass|ask|book|reserve|add|let|keep|get|reach|text|email)\b|\b(?:able|willing) to\b` +
		`|\b(?:quiero|queremos|quisiera|quisieramos|necesito|necesitamos|gustaria|deseo|deseamos|puedo|podemos|podria|podrian|podemos|pueden|puede|puedes|podrias|podriamos|alguien|por mi|por mis|por nosotros|conmigo|hago para|hacer para|hay que hacer|es posible|hay forma|hay manera)\b` +
		`|\b(?:llam|or|rec|visit|ayud|contact|inscrib|apunt|anot|avis)(?:e|en|a|ame|eme|enme|enos|emos)\b`)
	// unwanted is of what somebody does not want done.
	unwanted = regexp.MustCompile(`\b(?:don'?t|do not|never|please no|no need to|stop)(?: want (?:you |anyone |anybody |someone |them )?to| try to)? (?:call|phone|contact|sign|register|subscribe|pray|visit|tell|pass|send|book|email|text)` +
		`|\bno (?:me |nos |le |les |lo |la )?(?:llam|contact|inscrib|registr|suscrib|or[ea]n?\b|visit|dig|avis|envi|escrib)|\bno (?:quiero|queremos|deseo|necesito) que\b`)
)

// asks reports whether a sentence asks for information and for nothing else.
func (s sentence) asks() bool {
	text := leadIn.ReplaceAllString(s.text, "")
	if text == "" {
		return s.question
	}
	told := knowing.ReplaceAllString(text, " ")
	if !s.question && told == text && !asking.MatchString(text) {
		return false
	}
	return !wishing.MatchString(s.wishPart(told))
}

// wishPart leaves out the request to be told: "can you tell me" wishes for nothing more.
func (s sentence) wishPart(text string) string {
	return toldOnly.ReplaceAllString(text, " ")
}

var toldOnly = regexp.MustCompile(`\b(?:can|could|would|will) (?:i ask|you (?:please )?(?:tell|inform|remind|explain)(?: (?:to )?me| us)?)\b|\b(?:tell|inform|remind|show) (?:me|us)\b|\blet (?:me|us) know\b` +
	`|\b(?:me |nos )?(?:puede|puedes|pueden|podria|podrias|podrian) (?:decir(?:me|nos)?|informar(?:me|nos)?|explicar(?:me|nos)?)\b|\b(?:dime|digame|diganme)\b`)

var greeting = regexp.MustCompile(`^(?:hi|hello|hey|there|good|morning|afternoon|evening|day|thanks|thank|you|so|much|very|great|yes|yeah|sure|no|nope|not|now|yet|ok|okay|please|just|a|quick|question|everyone|all|god|bless|` +
	`hola|buenas|buenos|dias|tardes|noches|muchas|muchos|gracias|si|claro|por|favor|una|pregunta|dios|le|les|te|bendiga|bendiciones|saludos|[\s,:-])*$`)

func isGreeting(folded string) bool { return greeting.MatchString(folded) }

// A text is taken to be in a language other than ours when hardly any of its words are among those that no sentence does
// without.
const (
	foreignFrom  = 4 // words; shorter texts tell nothing
	foreignKnown = 5 // one word in so many
)

// isForeign reports whether a folded text is in a language in which we know no wish from another.
func isForeign(folded string) bool {
	if !grounding.HasLatin(folded) {
		return strings.IndexFunc(folded, unicode.IsLetter) >= 0
	}
	all := strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })
	known := 0
	for _, word := range all {
		if words.SmallInAny(word) {
			known++
		}
	}
	return len(all) >= foreignFrom && known*foreignKnown < len(all)
}
