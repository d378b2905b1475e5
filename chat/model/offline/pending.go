package offline

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/facts/days"
	"narthex/chat/model/offline/party"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
	"narthex/static/messages"
)

var (
	declining = regexp.MustCompile(`^\W*(?:no|nope|never ?mind|not now|forget it|no gracias|dejalo|olvidelo)\b`)
	// refusing is no answer to anything: "no, just me" is one.
	refusing = regexp.MustCompile(`^\W*(?:no,? (?:thanks|thank you|gracias)|never ?mind|not now|forget it|dejalo|olvidelo)\b`)
	// correcting is no refusal of a card.
	correcting = regexp.MustCompile(`^\W*no\W+(?:it's|it is|its|my|make it|es|son|mejor|mi|que sea|digale|dile|tell|say)\b`)
	// plainQuestion asks something even where words were asked for, which may begin with "que" and "cuando".
	plainQuestion = regexp.MustCompile(`^\W*(?:what|where|who|which|how (?:do|does|much|many|long|can)|is (?:there|the|this|that|your|it|\W?\d+)|are (?:there|you|they)|do you|does|did|when (?:is|are|do|does|will)|que (?:hora|dia|horario)|a que hora|donde|cual)\b`)
	// goingOn adds to what is to be passed on.
	goingOn = regexp.MustCompile(`^\W*(?:(?:si|yes|yeah|ok|okay|claro|por favor|please|no)\W+)?(?:digale|dile|diganle|decirle|tell|say|let|that|que|and|also|plus|but|because|since|when|he|she|they|hes|shes|theyre|its|his|her|their|it's|it is|for|to|y|e|tambien|ademas|pero|porque|es que|cuando|si cuando|el|ella|ellos|su|sus|esta|estan|tiene|tienen|anda|andan|sufre|sufren|padece|padecen|l[aoe]s? (?:van a|dio|dieron|duele|hicieron|operan|operaron|diagnosticaron|encontraron|detectaron)|se|es|por|para|de)\b\W*\w`)
	// amending begins what somebody says who has thought better of what they said.
	amending = regexp.MustCompile(`^\W*(?:(?:oh|ah|ok|okay|thanks|thank you|and|but|yes|no|gracias|y|pero|si)\W+)*(?:actually|sorry|wait|hold on|correction|scratch that|i mean(?:t)?|make (?:it|that)|we'?ll be|we will be|there'?ll be|there will be|it'?ll be|it will be|the (?:right |correct )?(?:number|name|day|date) is|` +
		`perdon|disculpe|en realidad|mejor|espere|espera|quise decir|seremos|vamos a ser|es que el numero|el numero (?:correcto )?es|corrijo)\b`)
	// bothered is what stands behind a "sorry" that puts nothing right.
	bothered = regexp.MustCompile(`^\W*(?:por (?:la molestia|molestar\w*|las molestias)|to (?:bother|trouble)|for (?:bothering|troubling|the (?:trouble|bother)))\b`)
	// adding wants something more in what is to be passed on.
	adding = regexp.MustCompile(`^\W*(?:(?:oh|and|also|actually|sorry|wait|please|y|tambien|perdon|por favor)\W+)*(?:(?:can|could|would|will) you (?:please |also )*(?:add|include|put in|mention)|add|include|(?:puede|podria|pueden|puedes) (?:agregar|anadir|incluir|mencionar)|agregue|agrega|anada|incluya)\b`)
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
	folded := words.Fold(b.question)
	amends := direct != nil && shown && !direct.ownWords() && amending.MatchString(folded) && b.isOfCard(direct)
	if direct != nil && asked != slotMessage && !amends {
		return direct, 0
	}
	if since := b.passedOn(); since > 0 {
		return intentNamed(leaving), since
	}
	said := texts.In(words.Language(before, b.language))
	counted := asked == slotCount && !refusing.MatchString(folded) && party.Only(b.question) // "no, just me" declines nothing, and "como 4" asks nothing
	switch {
	case deniedIn(b.question), refuses(b.question), declining.MatchString(folded) && !counted && !(shown && corrects(b.question)):
		return nil, 0
	case b.offering():
		if takesUp(b.question) {
			return intentNamed(leaving), b.offered(said)
		}
		return nil, 0
	case strings.Contains(before, said.Text("card_open")) && takesUp(b.question):
		return b.stillOpen()
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

// isOfCard reports whether a request is the one whose card was shown last: "actually, call me instead" behind the card of a visit is another.
func (b *briefing) isOfCard(request *intent) bool {
	of, _ := b.stillOpen()
	return of == nil || of.tool == request.tool
}

// corrects reports whether a message that begins with a no says what should stand on a card instead.
func corrects(message string) bool {
	folded := words.Fold(message)
	return correcting.MatchString(folded) || party.Answered(message).People > 0 && party.Only(message) || !refusing.MatchString(folded) && namesDay(message, days.One)
}

// passedOn is how many messages a correction is about that comes when its request has been passed on: those from the request on, 0 where the
// newest message corrects none. The visitor has said yes to the card before it.
func (b *briefing) passedOn() (since int) {
	folded := words.Fold(b.question)
	if len(b.messages) < 3 || !amending.MatchString(folded) || !showsCard(b.messages[1].after) || !agrees(b.messages[1].text) || asksBack(b.question, "", true) {
		return 0
	}
	for i, u := range b.messages[2:min(len(b.messages), 8)] {
		if request := intentOf(u.text); request != nil {
			if rest := folded[amending.FindStringIndex(folded)[1]:]; !request.goesOn(b.question) && (!request.ownWords() || !goingOn.MatchString(rest) || bothered.MatchString(rest)) {
				return 0
			}
			return i + 2
		}
	}
	return 0
}

// stillOpen is the request of a card that is to be shown once more, and how many messages ago it was made.
func (b *briefing) stillOpen() (found *intent, since int) {
	for i, u := range b.messages[1:min(len(b.messages), 8)] {
		if request := intentOf(u.text); request != nil {
			return request, i + 1
		}
	}
	return nil, 0
}

// heard are the messages that a request is made of, oldest first: the newest and so many before it, but for those that were not understood.
func (b *briefing) heard(since int) (said []utterance) {
	for i, u := range slices.Backward(b.messages[:since+1]) {
		if i > 0 && b.leftOpen(b.messages[i-1].after) {
			continue
		}
		said = append(said, u)
	}
	return said
}

// offered is how many messages an offer to pass them on is about: those after each of which it was made.
func (b *briefing) offered(said messages.Texts) (since int) {
	for since = 1; since+1 < min(len(b.messages), 7) && offersToPass(b.messages[since].after, said); since++ {
	}
	return since
}

// asksBack reports whether a message asks something instead of answering. What people say in their own words may begin as questions do.
func asksBack(message string, asked slotKind, shown bool) bool {
	folded := words.Fold(message)
	if shown && adding.MatchString(folded) {
		return false
	}
	if shown || asked == slotMessage || asked == slotPrayer {
		return strings.Contains(message, "?") || plainQuestion.MatchString(folded)
	}
	return infoQuestion.MatchString(folded)
}

// goesOn reports whether a message behind the card of a request adds to it or corrects it.
func (i *intent) goesOn(message string) bool {
	folded := words.Fold(message)
	if i.ownWords() && (goingOn.MatchString(folded) || adding.MatchString(folded)) {
		return true
	}
	return nameForm.MatchString(message) || nameSaid(message) != "" || phoneForm.MatchString(message) || emailForm.MatchString(message) ||
		i.tool == callback && whenForm.MatchString(message) || i.tool == visiting && (namesDay(message, days.One, days.Differs, days.Several, days.Open) || party.Only(message) || amending.MatchString(folded) && party.In(message).People > 0)
}

// leftOpen reports whether an answer ends by saying that nothing has been passed on yet: what was said before it is no part of it.
func (b *briefing) leftOpen(answer string) bool {
	said := texts.In(words.Language(answer, b.language))
	return strings.Contains(answer, said.Text("card_open")) || strings.Contains(answer, said.Text("offer_open"))
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
	own := texts.In(words.Language(said, term.English))
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
