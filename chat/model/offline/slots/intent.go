package slots

import (
	"regexp"
	"slices"

	"narthex/chat/model/offline/moment"
	"narthex/chat/model/offline/term"
	"narthex/chat/question"
	"narthex/chat/words"
)

// intent is a request that a tool fulfils, recognised by how people word it.
type intent struct {
	tool    string
	asked   *regexp.Regexp // in the folded message
	unless  *regexp.Regexp // questions about the same subject
	opening []term.Term    // what such a request says before it says anything
	item    string         // the parameter that names what is looked up first, "" for none
	contact bool           // how to reach the visitor is asked for, though the schema leaves open which way

	withdraws  bool // from what somebody is on
	form       bool // it fills a form of its own, see details.particular
	quiet      bool // nothing is asked for it when it is made
	dated      bool // without a day it is a question
	errand     bool // people see to it
	toSomebody bool // of the church's people, by name
}

// LeaveMessage is the tool that passes on what a visitor says.
const LeaveMessage = "leave_message"

// The tools that are called.
const (
	praying  = "submit_prayer_request"
	callback = "request_callback"
	visiting = "plan_visit"
	leaving  = LeaveMessage
)

// ownWords reports whether what the visitor says is what is passed on.
func (i *intent) ownWords() bool { return i.tool == praying || i.tool == leaving }

// intents are the requests, those first that tell more.
var intents = slices.Concat(personal, requests, enrolments, general, errands, withdrawals)

var personal = []intent{
	{
		tool: praying,
		asked: regexp.MustCompile(`\bprayer request\b|\b(?:please|can|could|would|will) (?:you |someone |somebody |everyone |we )?(?:all |please )?(?:pray|keep .{1,60} in (?:your )?prayers?)\b|\bpray (?:for|with) (?:me|us|my|our|him|her|them)\b|` +
			`\b(?:need|want|like|ask|asking|appreciate|request)(?: for| to ask for)?(?: your| some| a)? prayers?\b|\bprayers? for (?:me|us|my|our|him|her|them)\b|\bin your prayers\b|` +
			`\bpeticion de oracion\b|\b(?:oren|ore|orar|oraciones|oracion|recen|rezar|recemos) por\b|\b(?:necesito|pido|quiero|quisiera)(?: una)?(?: de)?(?: sus)? oracion(?:es)?\b`),
		unless:  regexp.MustCompile(`\bprayer (?:meeting|group|service|team|chain|time)s?\b|\bhow do i (?:submit|send|make)\b|^\W*(?:when|where|who|what time|cuando|donde|quien)\b|\bdo you pray\b`),
		opening: []term.Term{"=pray", "request", "submit", "send", "ask", "someon", "somebody", "algui", "podri", "appreci", "peticion", "necesit", "pid", "pedir", "enviar", "pass", "add", "keep"},
	},
	{
		tool: callback,
		asked: regexp.MustCompile(`\b(?:call|phone|ring)(?: me| us)(?: back)?\b|\bcall ?back\b|\bgive (?:me|us) a (?:call|ring)\b|\bget a call\b|` +
			`\b(?:llamen?me|me (?:llamen?|pueden? llamar|podrian? llamar)|que (?:me|nos) llamen?|devolverme la llamada|una llamada)\b`),
		unless:  regexp.MustCompile(infoQuestion.String() + `|\b(?:will|would|does|do) (?:some(?:body|one)|any(?:body|one)|you|they)\b.*\bif\b`),
		opening: []term.Term{"=phone", "call", "callback", "back", "ring", "llam", "llamada", "request"},
	},
}

var general = []intent{
	{
		tool: visiting,
		asked: regexp.MustCompile(`\b(?:plan|schedule|arrange) (?:a|my|our|to) visit\b|\b(?:want|like|hope|hoping|plan|planning|going|love) to (?:visit|come|attend|stop by|join you)\b|\b(?:we|i)(?:'ll| will| are|'re| am|'m) (?:be )?(?:visiting|coming|attending)\b|` +
			`\b(?:quiero|quisiera|queremos|quisieramos|me gustaria|nos gustaria|pienso|pensamos|vamos a|voy a) (?:ir a |planear (?:una|mi) )?(?:visita\w*|ir|asistir|venir)\b|\bplanear (?:una|mi|nuestra) visita\b`),
		unless:  infoQuestion,
		opening: nil,
	},
	{
		tool:    leaving,
		asked:   regexp.MustCompile(`\b(?:leave|pass on|pass along|send|give|take) (?:a|my|this|the|him|her|them)(?: \w+)? ?(?:message|note)\b|\b(?:leave|take) a message\b|\bdejar(?:le)? (?:un )?(?:mensaje|recado)\b|\bdejar(?:le)? un mensaje\b|` + question.PassingOn),
		unless:  regexp.MustCompile(infoQuestion.String() + `|` + question.OfVisitor),
		opening: []term.Term{"leav", "messag", "note", "pass", "send", "give", "dej", "pas", "mand", "envi", "mensaj", "rec", "=office", "=pastor"},
	},
}

// denying stands before what somebody does not want. A no with a comma behind it answers what was asked before: "no, please pray for her".
var denying = regexp.MustCompile(`\b(?:no|ya no|nunca|tampoco|don'?t|do not|not|never|stop|isn'?t|aren'?t|won'?t|rather not)(?: (?:quiero|queremos|quisiera|necesito|want|need|like|wish|have|going|planning|que|to|you|anyone|anybody|somebody|someone|alguien|me|nos|le|please|por favor|vamos|voy|pienso|a|really|ever|i|we|us|be))*\s*$`)

// Wishes reports whether a message makes a request that a tool fulfils, and not the contrary. What it would join is another matter: it may be
// nothing that the church has.
func Wishes(message string) bool {
	found := intentOf(message)
	return found != nil && !found.joins()
}

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
		if at == nil || intents[i].unless != nil && intents[i].unless.MatchString(folded) || intents[i].dated && !moment.Form.MatchString(message) {
			continue
		}
		return &intents[i], denying.MatchString(folded[:at[0]])
	}
	return nil, false
}

// besidesJoining is the request that a message makes where what it says of joining something is not meant, nil for none.
func besidesJoining(message string) *intent {
	folded := words.Fold(message)
	for i := range intents {
		if at := intents[i].asked.FindStringIndex(folded); !intents[i].joins() && !intents[i].form && !intents[i].errand && at != nil && !denying.MatchString(folded[:at[0]]) && (intents[i].unless == nil || !intents[i].unless.MatchString(folded)) {
			return &intents[i]
		}
	}
	return nil
}
