package intent

import (
	"regexp"

	"narthex/chat/model/offline/term"
	"narthex/chat/question"
)

var personal = []Intent{
	{
		Tool: Praying,
		asked: regexp.MustCompile(`\bprayer request\b|\b(?:please|can|could|would|will) (?:you |someone |somebody |everyone |we )?(?:all |please )?(?:pray|keep .{1,60} in (?:your )?prayers?)\b|\bpray (?:for|with) (?:me|us|my|our|him|her|them)\b|` +
			`\b(?:need|want|like|ask|asking|appreciate|request)(?: for| to ask for)?(?: your| some| a)? prayers?\b|\bprayers? for (?:me|us|my|our|him|her|them)\b|\bin your prayers\b|` +
			`\bpeticion de oracion\b|\b(?:oren|ore|orar|oraciones|oracion|recen|rezar|recemos) por\b|\b(?:necesito|pido|quiero|quisiera)(?: una)?(?: de)?(?: sus)? oracion(?:es)?\b`),
		unless:  regexp.MustCompile(`\bprayer (?:meeting|group|service|team|chain|time)s?\b|\bhow do i (?:submit|send|make)\b|^\W*(?:when|where|who|what time|cuando|donde|quien)\b|\bdo you pray\b`),
		opening: []term.Term{"=pray", "request", "submit", "send", "ask", "someon", "somebody", "algui", "podri", "appreci", "peticion", "necesit", "pid", "pedir", "enviar", "pass", "add", "keep"},
	},
	{
		Tool: Callback,
		asked: regexp.MustCompile(`\b(?:call|phone|ring)(?: me| us)(?: back)?\b|\bcall ?back\b|\bgive (?:me|us) a (?:call|ring)\b|\bget a call\b|` +
			`\b(?:llamen?me|me (?:llamen?|pueden? llamar|podrian? llamar)|que (?:me|nos) llamen?|devolverme la llamada|una llamada)\b`),
		unless:  regexp.MustCompile(infoQuestion.String() + `|\b(?:will|would|does|do) (?:some(?:body|one)|any(?:body|one)|you|they)\b.*\bif\b`),
		opening: []term.Term{"=phone", "call", "callback", "back", "ring", "llam", "llamada", "request"},
	},
}

var general = []Intent{
	{
		Tool: Visiting,
		asked: regexp.MustCompile(`\b(?:plan|schedule|arrange) (?:a|my|our|to) visit\b|\b(?:want|like|hope|hoping|plan|planning|going|love) to (?:visit|come|attend|stop by|join you)\b|\b(?:we|i)(?:'ll| will| are|'re| am|'m) (?:be )?(?:visiting|coming|attending)\b|` +
			`\b(?:quiero|quisiera|queremos|quisieramos|me gustaria|nos gustaria|pienso|pensamos|vamos a|voy a) (?:ir a |planear (?:una|mi) )?(?:visita\w*|ir|asistir|venir)\b|\bplanear (?:una|mi|nuestra) visita\b`),
		unless:  infoQuestion,
		opening: nil,
	},
	{
		Tool:    LeaveMessage,
		asked:   regexp.MustCompile(`\b(?:leave|pass on|pass along|send|give|take) (?:a|my|this|the|him|her|them)(?: \w+)? ?(?:message|note)\b|\b(?:leave|take) a message\b|\bdejar(?:le)? (?:un )?(?:mensaje|recado)\b|\bdejar(?:le)? un mensaje\b|` + question.PassingOn),
		unless:  regexp.MustCompile(infoQuestion.String() + `|` + question.OfVisitor),
		opening: []term.Term{"leav", "messag", "note", "pass", "send", "give", "dej", "pas", "mand", "envi", "mensaj", "rec", "=office", "=pastor"},
	},
}

// Unlisted passes on a wish to join what is not on file, or what the church takes nobody for by itself.
var Unlisted = &Intent{Tool: LeaveMessage, Contact: true, asked: general[1].asked, opening: general[1].opening}
