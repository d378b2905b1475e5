package slots

import (
	"regexp"

	"narthex/chat/model/offline/term"
	"narthex/chat/question"
)

// The tools that are called for something that the church has on file: which event, group or role is looked up first.
const (
	registering  = "register_for_event"
	joining      = "join_small_group"
	volunteering = "sign_up_to_volunteer"
	subscribing  = "subscribe_to_newsletter"
)

const (
	// occasions are what people come to once, unlike a service.
	occasions = `(?:lunch(?:eon)?|suppers?|dinners?|breakfast|brunch|retreats?|camp|picnic|barbecue|bbq|cookout|potluck|concert|pilgrimage|(?:bus )?trip|bus|outing|sail|cruise|workshop|seminar|conference|banquet|gala|fair|festival|` +
		`almuerzo|cena|comida|desayuno|retiro|campamento|excursion|paseo|peregrinacion|concierto|taller|conferencia|convivio|kermes|autobus|camion)\b`
	// gatherings are what people belong to.
	gatherings = `(?:groups?|circle|(?:bible|home|small) (?:study|group)|stud(?:y|ies)|class(?:es)?|courses?|grupos?|circulo|celulas?|estudios?|clases?|cursos?)\b`
	whom       = `(?:me|us|him|her|them|both of us|(?:the )?(?:two|three|four|five|six|seven|eight|\d+) of us|(?:my|our) \w+|\d+)(?: and (?:me|us|i|my \w+))?`
	enrolling  = `\b(?:sign|put|count|pencil|write|add) ` + whom + `(?: (?:down|up|in))?(?: (?:for|on|to|in|into|as)\b|\W*$)|\b(?:sign(?:ing)?|put) (?:\w+ ){0,3}(?:up|down) (?:for|to)\b|\b(?:register|enrol+|rsvp|reserve|book)(?:ing)? (?:\w+ ){0,4}?(?:for|in|on|at|to|the|my|me|us|\d+)\b|` +
		`\b(?:book|reserve|save|get|want|need|like)(?: \w+){0,3} (?:seats?|places?|spots?|tickets?)\b|\b(?:boletos?|lugares?|lugar|plazas?|asientos?) (?:para|en|de)\b|` +
		`\b(?:apunt(?:e|en|ar\w*|a[mn]\w*|em?e|enos)|inscrib(?:a|an|ir\w*|am?e|anos)|anot(?:e|en|ar\w*|am?e|em?e|enos)|registr(?:e|en|ar\w*|am?e|em?e|enos)|reserv(?:e|en|ar\w*|am?e|em?e|enos))\b`
	wantsTo = `\b(?:(?:like|want|wants|love|hope|hoping|plan|planning|going|wanna|able) to |wanna |(?:can|could|may) (?:i|we|my \w+) |let ` + whom + ` |quier[eo]n?|quisiera(?:mos)?|queremos|gustaria|podria(?:mos)?|puedo|podemos|vamos a|voy a|deseo|deseamos)\b.*?`
)

// asksFirst is a question about it, which is answered and no wish yet.
var asksFirst = regexp.MustCompile(infoQuestion.String() + `|^\W*(?:do|must|should|have|need) (?:i|we|you)\b|` + question.PassingOn + `|\b(?:prayer|oracion|through to)\b`)

// joins reports whether a wish is for something that people come to, belong to or help with.
func (i *intent) joins() bool { return i.item != "" || i.tool == subscribing }

// enrolments are the wishes to come to, belong to or help with something on file. Where several fit the first counts.
var enrolments = []intent{
	{
		tool:   subscribing,
		asked:  regexp.MustCompile(`\b(?:sign|put|add|subscribe|subscribing|send|get|like|want|receive|join|suscrib\w*|apunt\w*|anot\w*|recibir|quiero|quisiera|mand\w+|envi\w+|inscrib\w*)\b.*\b(?:news ?letters?|mailing list|e-?mail list|boletin(?:es)?|lista de correos?)\b`),
		unless: asksFirst,
	},
	{
		tool: volunteering, item: "role", contact: true,
		asked: regexp.MustCompile(`\b(?:i|we)(?:'d| would|'m|'re| am| are)? (?:really |also |just |be )*(?:like|love|want|happy|glad|willing|able|wanna|free|hoping) (?:to )?(?:help|serve|volunteer|assist|pitch in)(?: out)?(?: (?:with|at|in|on|as|the|serve|by|cook\w*|driv\w*|pack\w*)\b|\W*$)|` +
			`\b(?:can|could|may) (?:i|we) (?:please |also )?(?:help|volunteer|serve)(?: out)?(?: (?:with|at|in|on|as)\b|\W*$)|\b(?:sign|put) ` + whom + ` (?:up|down) (?:to|as an?) (?:help|volunteer|serve|greeter|driver|cook|helper)\b|\bvolunteer (?:for|at|with|as|in)\b|` +
			`\b(?:be|become) an? (?:volunteer|helper|greeter|reader|tutor|steward|usher|driver)\b|` +
			`\b(?:quiero|quisiera|queremos|quisieramos|puedo|podemos|podria|podriamos|gustaria) (?:ayudar(?:les|los)?|servir|colaborar|apoyar(?:les|los)?)(?: (?:en|con|como|de|cocinando|a la|al)\b|\W*$)|\b(?:ser|como|de) voluntari[oa]s?\b`),
		unless:  regexp.MustCompile(asksFirst.String() + `|\bhelp (?:with|paying|to pay) (?:my|our|the|his|her) (?:rent|bills?|heat\w*|oil|food)\b|\bayudar a mi\b`),
		opening: []term.Term{"help", "=volunteer", "serv", "ayud", "colabor", "apoy", "role"},
	},
	{
		tool: joining, item: "group", contact: true,
		asked: regexp.MustCompile(`(?:\b(?:join(?:ing)?|be(?:come)? part of|get (?:in|into|involved in)|belong to)\b|` + enrolling + `|` + wantsTo + `(?:try|come to|go to|attend|join|unirme|unirnos|unirse|entrar|integrar\w*|participar|apuntar\w*|inscribir\w*|anotar\w*|formar parte|ir|asistir|meter\w*)\b|` +
			`\b(?:quiero|quisiera|queremos|gustaria) (?:unirme|unirnos|entrar|integrarme|participar)\b)[^,.;]*\b` + gatherings + `|` +
			`\b(?:like|want|love|wanna|can i|can we|could i|could we|may i|i'd|we'd|hoping|hope)(?: \w+)? (?:to )?join (?:the )?\w|\b(?:unirme|unirnos|integrarme) (?:a|al|con)\b`),
		unless:  regexp.MustCompile(asksFirst.String() + `|\bjoin (?:you|us|me|them|(?:the|your|this|our) (?:church|parish|staff|service|mass|live ?stream))\b|\bunirme a (?:la|su|esta) iglesia\b`),
		opening: []term.Term{"=group", "join", "part", "unir", "entr", "integr", "particip", "belong", "try"},
	},
	{
		tool: registering, item: "event", contact: true,
		asked:   regexp.MustCompile(enrolling + `|` + wantsTo + `\b(?:come|go|be|attend|join|ir|asistir|venir|participar|entrar)\b.*?\b(?:to|at|on|for|a|al|en|con|de)\b.*?\b` + occasions + `|\b(?:i|we)(?:'ll| will|'m| am|'re| are) (?:be )?(?:coming|going) (?:to|on) the (?:\w+ ){0,3}` + occasions),
		unless:  regexp.MustCompile(asksFirst.String() + `|\b(?:table|room|hall|sanctuary|church|chapel|appointment|time with|salon|templo|iglesia|cita|member|miembro|statement|wedding|boda|mass for|misa por|misa para)\b|\bcount on\b|\b(?:parish(?:ioner)?)\b`),
		opening: []term.Term{"sign", "put", "register", "book", "reserv", "seat", "place", "spot", "ticket", "bolet", "lugar", "plaz", "asient", "apunt", "inscrib", "anot", "registr", "event", "evento"},
	},
}
