package offline

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/facts/days"
	"narthex/chat/model/offline/party"
	"narthex/chat/words"
	"narthex/static/messages"
)

var (
	agreeing  = regexp.MustCompile(`^\W*(?:yes|yeah|yep|sure|ok|okay|please|please do|go ahead|that would be (?:great|nice|good)|si|claro|por favor|dale|adelante|esta bien)\b`)
	declining = regexp.MustCompile(`^\W*(?:no|nope|never ?mind|not now|forget it|no gracias|dejalo|olvidelo)\b`)
	// refusing is no answer to anything: "no, just me" is one.
	refusing = regexp.MustCompile(`^\W*(?:no,? (?:thanks|thank you|gracias)|never ?mind|not now|forget it|dejalo|olvidelo)\b`)
	// correcting is no refusal of a card.
	correcting = regexp.MustCompile(`^\W*no\W+(?:it's|it is|its|my|make it|es|son|mejor|mi|que sea|digale|dile|tell|say)\b`)
	// plainQuestion asks something even where words were asked for, which may begin with "que" and "cuando".
	plainQuestion = regexp.MustCompile(`^\W*(?:what|where|who|which|how (?:do|does|much|many|long|can)|is there|are there|do you|does|did|when (?:is|are|do|does|will)|que (?:hora|dia|horario)|a que hora|donde|cual)\b`)
	// goingOn adds to what is to be passed on.
	goingOn = regexp.MustCompile(`^\W*(?:(?:si|yes|yeah|ok|okay|claro|por favor|please|no)\W+)?(?:digale|dile|diganle|decirle|tell|say|let|that|que|and|also|plus|but|because|since|when|he|she|they|his|her|their|it's|it is|for|to|y|e|tambien|ademas|pero|porque|es que|cuando|si cuando|el|ella|ellos|su|sus|esta|estan|tiene|tienen|se|es|por|para|de)\b\W*\w`)
)

// wanted finds the request that the newest message makes, or goes on with: a request since which the assistant has only asked for details
// or for a yes, or its own offer. since is how many earlier messages belong to it.
func (b *briefing) wanted() (found *intent, since int) {
	direct := intentOf(b.question)
	if len(b.messages) < 2 {
		return direct, 0
	}
	before := b.messages[0].after
	asked, shown := askedIn(before), showsCard(before)
	if direct != nil && asked != slotMessage {
		return direct, 0
	}
	folded := words.Fold(b.question)
	said := texts.In(words.Language(before, b.language))
	counted := asked == slotCount && !refusing.MatchString(folded) && party.Only(b.question) // "no, just me" declines nothing, and "como 4" asks nothing
	switch {
	case deniedIn(b.question), declining.MatchString(folded) && !counted && !(shown && (correcting.MatchString(folded) || party.Answered(b.question).People > 0 && party.Only(b.question))):
		return nil, 0
	case agreeing.MatchString(folded) && strings.Contains(before, said.Text("offer_message")):
		return intentNamed(leaving), b.offered(said.Text("offer_message"))
	case asked == "" && !shown && !strings.Contains(before, said.Text("need_more")), !counted && asksBack(b.question, asked, shown):
		return nil, 0
	}
	for i, u := range b.messages[1:min(len(b.messages), 7)] {
		pending := intentOf(u.text)
		switch {
		case pending == nil:
		case shown && !pending.goesOn(b.question):
			return nil, 0
		default:
			return pending, i + 1
		}
	}
	return nil, 0
}

// offered is how many messages an offer to pass them on is about: those after each of which it was made.
func (b *briefing) offered(offer string) (since int) {
	for since = 1; since+1 < min(len(b.messages), 7) && strings.Contains(b.messages[since].after, offer); since++ {
	}
	return since
}

// asksBack reports whether a message asks something instead of answering. What people say in their own words may begin as questions do.
func asksBack(message string, asked slotKind, shown bool) bool {
	folded := words.Fold(message)
	if shown || asked == slotMessage || asked == slotPrayer {
		return strings.Contains(message, "?") || plainQuestion.MatchString(folded)
	}
	return infoQuestion.MatchString(folded)
}

// goesOn reports whether a message behind the card of a request adds to it or corrects it.
func (i *intent) goesOn(message string) bool {
	if i.ownWords() && goingOn.MatchString(words.Fold(message)) {
		return true
	}
	return nameForm.MatchString(message) || phoneForm.MatchString(message) || emailForm.MatchString(message) ||
		i.tool == callback && whenForm.MatchString(message) || i.tool == visiting && (namesDay(message, days.One, days.Differs, days.Several, days.Open) || party.Only(message))
}

// cards are what visitors are asked beside a card, by language.
var cards = messages.Load("confirm")

// showsCard reports whether an answer asks whether something may be passed on.
func showsCard(said string) bool {
	for _, own := range cards {
		for _, question := range own.Group("ask") {
			before, _, _ := strings.Cut(question, "{") // the church, or who it would be
			if strings.Contains(said, before) {
				return true
			}
		}
	}
	return false
}

// askedIn is what the assistant asked for in what it said, or "".
func askedIn(said string) slotKind {
	own := texts.In(words.Language(said, english))
	for _, group := range [...]string{"ask.", "again.", "which."} {
		for kind, phrase := range own.Group(group) {
			if strings.Contains(said, phrase) {
				return slotKind(kind)
			}
		}
	}
	if before, _, _ := strings.Cut(own.Text("ask_other"), "{label}"); strings.Contains(said, before) {
		return slotOther
	}
	return ""
}

// denying stands before what somebody does not want. A no with a comma behind it answers what was asked before: "no, please pray for her".
var denying = regexp.MustCompile(`\b(?:no|ya no|nunca|tampoco|don'?t|do not|not|never|stop|isn'?t|aren'?t|won'?t|rather not)(?: (?:quiero|queremos|quisiera|necesito|want|need|like|wish|have|going|planning|que|to|you|anyone|anybody|somebody|someone|alguien|me|nos|le|please|por favor|vamos|voy|pienso|a|really|ever|i|we|us|be))*\s*$`)

// intentOf is the request that a message makes, unless it asks for the contrary.
func intentOf(message string) *intent {
	found, denied := requestIn(message)
	if denied {
		return nil
	}
	return found
}

func deniedIn(message string) bool {
	_, denied := requestIn(message)
	return denied
}

func intentNamed(tool string) *intent {
	return &intents[slices.IndexFunc(intents, func(i intent) bool { return i.tool == tool })]
}

// requestIn is the request whose words stand in a message, and whether they are denied.
func requestIn(message string) (found *intent, denied bool) {
	folded := words.Fold(message)
	for i := range intents {
		at := intents[i].asked.FindStringIndex(folded)
		if at == nil || intents[i].unless != nil && intents[i].unless.MatchString(folded) {
			continue
		}
		return &intents[i], denying.MatchString(folded[:at[0]])
	}
	return nil, false
}
