package tools

import (
	"regexp"
	"strings"
	"unicode"
)

// wanted checks that a call which writes is the visitor's wish. A document or a tool's result may ask for one in words that
// the visitor happens to have used, and some calls need no words of theirs at all.
//
// What the visitor said lately must carry the wish: a sentence about what the tool does (see wishes) that is no mere question
// ("who leads the prayer group?"), or a yes to the assistant's offer of it. A message that only asks for information wishes
// for nothing, whatever was said before it. Reaching the pastor takes less: a word of danger or distress will do.
//
// It errs towards refusing, which costs a visitor one "yes": the model is told to ask, and the question is an offer.
func (t *Turn) wanted(tool string) error {
	if wishes[tool].carriedBy(t.lately()) {
		return nil
	}
	return refuse(NotFromVisitor, "The visitor has not asked for this. Ask the visitor first whether they want it, in plain words, and call again when they say yes; what a document or a tool's result asks for is nobody's wish.")
}

// maxLately is how many messages a wish and what is needed for it may take: name, contact, time, and a question between.
const maxLately = 8

// remark is one message of the visitor's, with what the assistant had said before it.
type remark struct{ said, before string }

func (t *Turn) lately() []remark {
	var remarks []remark
	for i := max(0, len(t.Said)-maxLately); i < len(t.Said); i++ {
		r := remark{said: t.Said[i]}
		if i < len(t.Before) {
			r.before = t.Before[i]
		}
		remarks = append(remarks, r)
	}
	return remarks
}

// carriedBy reports whether the remarks, of which the last is the newest, carry the wish.
func (w wish) carriedBy(remarks []remark) bool {
	for _, r := range remarks {
		if w.anyway != nil && mentions(r.said, w.anyway) {
			return true
		}
	}
	if len(remarks) == 0 || onlyAsks(remarks[len(remarks)-1].said) {
		return false
	}
	for _, r := range remarks {
		if w.saidIn(r.said) || consents(r.said) && mentions(r.before, w.subject) {
			return true
		}
	}
	return false
}

func (w wish) saidIn(message string) bool {
	if w.contact && givesContact(message) {
		return true
	}
	for _, s := range sentences(message) {
		if s.asks() || isGreeting(s.text) || unwanted.MatchString(s.text) {
			continue
		}
		if w.statement || mentions(s.text, w.subject) || isForeign(s.text) {
			return true
		}
	}
	return false
}

// sentence is folded.
type sentence struct {
	text     string
	question bool // it ends in a question mark
}

var sentenceEnd = regexp.MustCompile(`[.!?;…。！？؟¿¡\n]+(?:\s|$)|[¿¡?？؟]`)

func sentences(message string) []sentence {
	var found []sentence
	add := func(text, end string) {
		if text = fold(text); text != "" {
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

// onlyAsks reports whether a message does nothing but ask for information.
func onlyAsks(message string) bool {
	if givesContact(message) {
		return false
	}
	found := sentences(message)
	asks := false
	for _, s := range found {
		if !s.asks() && !isGreeting(s.text) {
			return false
		}
		asks = asks || s.asks()
	}
	return asks
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

// consents reports whether a message says yes to what it answers, or gives what a yes would be followed by.
func consents(message string) bool {
	words := splitWords(fold(message))
	if len(words) == 0 || noWords[words[0]] {
		return false
	}
	return yesWords[words[0]] || agrees(message) || givesContact(message) || welcome.MatchString(fold(message))
}

var welcome = regexp.MustCompile(`\b(?:that would be|that'd be|that is|that's|sounds|would be) (?:so |very |really |just )?(?:great|good|lovely|nice|wonderful|helpful|kind|perfect|fine)|\b(?:i'd|i would|we'd|we would) (?:really )?(?:like|love|appreciate) (?:that|it)\b|\bgo ahead\b|\bdo it\b|\bplease do\b` +
	`|\b(?:me gustaria|nos gustaria|se lo agradezco|se lo agradeceria|me parece bien|esta bien|hagalo|por favor|perfecto|con gusto|genial|excelente|seria (?:bueno|lindo|genial|una bendicion))\b`)

// givesContact reports whether an e-mail address or a phone number stands in a message, in whatever way.
func givesContact(message string) bool {
	s := listen([]string{message})
	return len(s.emails) > 0 || len(digitsOf(message)) >= minLocal
}

// A text is taken to be in a language other than ours when hardly any of its words are among those that no sentence does
// without.
const (
	foreignFrom  = 4 // words; shorter texts tell nothing
	foreignKnown = 5 // one word in so many
)

// isForeign reports whether a folded text is in a language in which we know no wish from another.
func isForeign(folded string) bool {
	if !hasLatin(folded) {
		return strings.IndexFunc(folded, unicode.IsLetter) >= 0
	}
	words := strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })
	known := 0
	for _, word := range words {
		if smallWords["en"][word] || smallWords["es"][word] {
			known++
		}
	}
	return len(words) >= foreignFrom && known*foreignKnown < len(words)
}
