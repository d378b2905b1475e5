package intent

import (
	"regexp"

	"narthex/chat/model/offline/term"
	"narthex/chat/question"
)

const (
	// occasions are what people come to once, unlike a service.
	occasions = `(?:lunch(?:eon)?|suppers?|dinners?|breakfast|brunch|retreats?|camp|picnic|barbecue|bbq|cookout|potluck|concert|pilgrimage|(?:bus )?trip|bus|outing|sail|cruise|workshop|seminar|conference|banquet|gala|fair|festival|` +
		`almuerzo|cena|comida|desayuno|retiro|campamento|excursion|paseo|peregrinacion|concierto|taller|conferencia|convivio|kermes|autobus|camion)\b`
	// gatherings are what people belong to.
	gatherings = `(?:groups?|circle|(?:bible|home|small) (?:study|group)|stud(?:y|ies)|class(?:es)?|courses?|grupos?|circulo|celulas?|estudios?|clases?|cursos?)\b`
	whom       = `(?:me|us|him|her|them|both of us|(?:the )?(?:two|three|four|five|six|seven|eight|\d+) of us|(?:my|our) \w+|\d+)(?: and (?:me|us|i|my \w+))?`
	// signing says outright that somebody is to be entered for something.
	signing = `\bsign(?:ing)? (?:` + whom + ` )?up(?: (?:for|on|to|in|into|as)\b|\W*$)|\b(?:register|enrol+|rsvp|reserve)(?:ing)? (?:\w+ ){0,4}?(?:for|in|on|at|to|\d+)\b|` +
		`\b(?:apunt(?:e|en|ar\w*|a[mn]\w*|em?e|enos)|inscrib(?:a|an|ir\w*|am?e|anos)|anot(?:e|en|ar\w*|am?e|em?e|enos)|registr(?:e|en|ar\w*|am?e|em?e|enos)|reserv(?:e|en|ar\w*|am?e|em?e|enos))\b`
	// enrolling may say so: it counts where what it names is on file.
	enrolling = signing + `|^\W*(?:(?:hi|hello|please|hola|can i have|could i have|id like|i'd like|we'd like) )?(?:\d+|two|three|four|five|six|dos|tres|cuatro|cinco|seis) (?:seats?|places?|spots?|tickets?|boletos?|lugares?|asientos?) (?:for|on|at|para|en)\b|\b(?:put|count|pencil|write|add|sign) ` + whom + ` (?:up|down|in) (?:for|on|to)\b|(?:^\W*|\b(?:to|can|could|please|i|we|you|'d)\s)book(?:ing)? (?:\w+ ){0,4}?(?:for|in|on|at|\d+)\b|` +
		`\b(?:book|reserve|save|get|want|need|like)(?: \w+){0,3} (?:seats?|places?|spots?|tickets?) (?:for|on|at)\b|\b(?:quiero|quisiera|queremos|quisieramos|necesito|necesitamos|gustaria|deme|denos|apart\w+|\d+|dos|tres|cuatro|cinco|seis)(?: \w+){0,3} (?:boletos?|lugares?|plazas?|asientos?) (?:para|en) (?:el|la|los|las)\b`
	wantsTo = `\b(?:(?:like|want|wants|love|hope|hoping|plan|planning|going|wanna|able) to |wanna |(?:can|could|may) (?:i|we|my \w+) |let ` + whom + ` |quier[eo]n?|quisiera(?:mos)?|queremos|gustaria|podria(?:mos)?|puedo|podemos|vamos a|voy a|deseo|deseamos)\b.*?`
	// jobs are what people do to help.
	jobs = `(?:cook\w*|driv\w*|pack\w*|translat\w*|interpret\w*|tutor\w*|teach\w*|clean\w*|greet\w*|usher\w*|read\w*|sing\w*|serv\w*|bak\w*|traduc\w*|manej\w*)`
	// forHelp stands before what somebody would do to help.
	forHelp = `\b(?:(?:i|we)(?:'?d| would|'?m|'re| am| are)? (?:really |also |just |be )*(?:like|love|want|happy|glad|willing|able|free|hoping) to |(?:i|we|id) (?:wanna|would gladly) |(?:can|could|may) (?:i|we) (?:please |also )?)`
)

// explicit is a wish that becomes a message where what it names is not on file; of others nothing is made there.
var explicit = regexp.MustCompile(`(?:` + signing + `|\bvolunteer|\bvoluntari[oa]).*(?:\b` + occasions + `|\b` + gatherings + `)|\b(?:volunteer|voluntari[oa]s?)\b`)

// Explicit reports whether a folded message makes such a wish.
func Explicit(folded string) bool { return explicit.MatchString(folded) }

// signingUp is a wish that is plain even where it names nothing.
var signingUp = regexp.MustCompile(signing)

// SignsUp reports whether a folded message makes a wish that is plain even where it names nothing.
func SignsUp(folded string) bool { return signingUp.MatchString(folded) }

// elsewhere are where nobody is gladly entered, and who is dead: no wish for anything of a church's.
const elsewhere = `|\b(?:hospice|hospital|ventilator|icu|life support|nursing home|rehab|detox|chemo\w*|surgery|treatment|shelter|asilo|hospicio|cirugia|albergue|heaven|cielo|graveyard|cemetery|cementerio|grave|dormir|sleep|vivir|to live)\b` +
	`|\b(?:they|he|she|it|doctors?|who|had to|have to|has to|having to|i've|we've|ive|weve)(?: \w+)? put\b|\b(?:en lugar de)\b`

// withdrawing takes somebody off what they are on.
const withdrawing = `\b(?:unsubscri\w*|cancel\w*|remov(?:e|ed|ing)|stop(?:ped|ping)?|withdraw\w*|give up|giving up|(?:take|taken|taking|get|come) (?:(?:me|us|him|her|them|my|our) )?(?:\w+ )?off|off (?:of )?(?:the|your|this)|opt(?:ing)? out|(?:drop|pull|back|bow)(?:ping|ing)? out|no longer|any ?more|un-?register|leave (?:the|my|your|our) (?:\w+ )?(?:group|list|class|study|newsletter)|` +
	`de baja|borr(?:ar|en|e|ame|eme|enme|arme)\w*|elimin\w*|anul(?:ar|en|e)\w*|quit(?:ar\w*|en|enme|eme|enos)?|dej(?:ar|en|e|o) de|ya no|desapunt\w*|desuscri\w*|salir(?:me|nos)? de|retir(?:ar\w*|enme|eme))\b`

// held is what somebody has who wants to be taken off it.
const held = `\b(?:news ?letters?|mailing list|e-?mail list|e?mails|list|boletin(?:es)?|lista|correos|seats?|places?|spots?|tickets?|registrations?|sign-?ups?|subscriptions?|rsvp|lugar(?:es)?|boletos?|plazas?|asientos?|inscripcion(?:es)?|registro|suscripcion|reserva(?:cion)?|grupos?|groups?|volunteer\w*|voluntari\w*)\b|\b`

// booked is what somebody has at an hour of their own, and notKeeping says that they do not come to it.
const (
	booked     = `\b(?:(?:my|our|the|mi|nuestra|la) (?:appointments?|bookings?|citas?))\b`
	notKeeping = `\b(?:(?:can'?t|cannot|can not|won'?t|will not|unable to|not able to|not be able to|won'?t be able to) (?:make|come|keep|be)|no (?:puedo|podre|podremos|podemos|voy a poder|vamos a poder) (?:ir|llegar|asistir|venir))\b`
)

// withdrawals are wishes to be taken off something, which people see to.
var withdrawals = []Intent{{
	Tool: LeaveMessage, Contact: true, Withdraws: true,
	asked:   regexp.MustCompile(`(?:` + withdrawing + `|` + notKeeping + `).*` + booked + `|` + booked + `.*(?:` + withdrawing + `|` + notKeeping + `)|(?:` + withdrawing + `).*(?:` + held + occasions + `)|(?:` + held + occasions + `).*(?:` + withdrawing + `)|\bunsubscribe me\b|\b(?:dar|den|denme|deme|darme|darnos|dar de)\b.*\bde baja\b`),
	unless:  regexp.MustCompile(infoQuestion.String() + `|\b(?:is|was|has been|been|esta|fue|han?) (?:\w+ )?cancel\w*|\bcancell?ed\b|\bcancelad[oa]\b|` + question.PassingOn),
	opening: general[1].opening,
}}

// asksFirst is a question about it, which is answered and no wish yet.
var asksFirst = regexp.MustCompile(infoQuestion.String() + `|^\W*(?:do|must|should|have|need) (?:i|we|you)\b|` + question.PassingOn + `|\b(?:prayer|oracion|through to)\b` + elsewhere + `|` + withdrawing)

// enrolments are the wishes to come to, belong to or help with something on file. Where several fit the first counts.
var enrolments = []Intent{
	{
		Tool:   Subscribing,
		asked:  regexp.MustCompile(`\b(?:sign|put|add|subscribe|subscribing|send|get|like|want|receive|join|suscrib\w*|apunt\w*|anot\w*|recibir|quiero|quisiera|mand\w+|envi\w+|inscrib\w*)\b.*\b(?:news ?letters?|mailing list|e-?mail list|boletin(?:es)?|lista de correos?)\b`),
		unless: asksFirst,
	},
	{
		Tool: Volunteering, Item: "role", Contact: true,
		asked: regexp.MustCompile(forHelp + `(?:help|serve|assist|pitch in|volunteer)(?: out)?(?: (?:with|at|in|on|as|for|the|serve|by|` + jobs + `)\b|\W*$)|\bi (?:can|could) ` + jobs + `\b|\b(?:i|we)(?:'?d| would)?(?: not|n'?t)? mind (?:helping|` + jobs + `)\b|` +
			`\b(?:sign|put) ` + whom + ` (?:up|down) (?:to|as an?) (?:help|volunteer|serve|greeter|driver|cook|helper)\b|\b(?:sign(?:ing)? up to|interested in) (?:help|volunteer)(?:ing)?\b|` +
			forHelp + `(?:be|become) an? (?:volunteer|helper|greeter|reader|tutor|steward|usher|driver)\b|` +
			`\b(?:quiero|quisiera|queremos|quisieramos|puedo|podemos|podria|podriamos|gustaria) (?:ayudar(?:les|los)?|servir|colaborar|apoyar(?:les|los)?)(?: (?:en|con|como|de|cocinando|a la|al)\b|\W*$)|\b(?:quiero|quisiera|queremos|quisieramos|puedo|podemos|podria|podriamos|gustaria)(?: \w+){0,3} voluntari[oa]s?\b`),
		unless:  regexp.MustCompile(asksFirst.String() + `|\bhelp (?:with|paying|to pay) (?:my|our|the|his|her) (?:rent|bills?|heat\w*|oil|food)\b|\bayudar a mi\b`),
		opening: []term.Term{"help", "=volunteer", "serv", "ayud", "colabor", "apoy", "role"},
	},
	{
		Tool: Joining, Item: "group", Contact: true,
		asked: regexp.MustCompile(`(?:(?:^\W*(?:please )?|` + wantsTo + `|\binterested in )\b(?:join(?:ing)?|be(?:come)? part of|get (?:in|into|involved in)|belong to)\b|` + enrolling + `|` + wantsTo + `(?:try|come to|go to|attend|join|unirme|unirnos|unirse|entrar|integrar\w*|participar|apuntar\w*|inscribir\w*|anotar\w*|formar parte|ir|asistir|meter\w*)\b|` +
			`\b(?:quiero|quisiera|queremos|gustaria) (?:unirme|unirnos|entrar|integrarme|participar)\b)[^,.;]*\b` + gatherings + `|` +
			`\b(?:like|want|love|wanna|can i|can we|could i|could we|may i|i'd|we'd|hoping|hope)(?: \w+)? (?:to )?join (?:the )?\w|\b(?:unirme|unirnos|integrarme) (?:a|al|con)\b`),
		unless:  regexp.MustCompile(asksFirst.String() + `|\bjoin (?:you|us|me|him|her|them|my|our|god|jesus|the lord|(?:the|your|this|our) (?:church|parish|staff|service|mass|live ?stream))\b|\bunir\w+ (?:a|con) (?:mi|mis|dios|el senor|ell?[ao]s?)\b|\bunirme a (?:la|su|esta) iglesia\b`),
		opening: []term.Term{"=group", "join", "part", "unir", "entr", "integr", "particip", "belong", "try"},
	},
	{
		Tool: Registering, Item: "event", Contact: true,
		asked:   regexp.MustCompile(enrolling + `|` + wantsTo + `\b(?:come|go|be|attend|join|get|ir|asistir|venir|participar|entrar)\b.*?\b(?:to|at|on|for|a|al|en|con|de)\b.*?\b` + occasions + `|\b(?:i|we)(?:'ll| will|'m| am|'re| are) (?:be )?(?:coming|going) (?:to|on) the (?:\w+ ){0,3}` + occasions),
		unless:  regexp.MustCompile(asksFirst.String() + `|\b(?:table|room|hall|sanctuary|church|chapel|appointment|time with|salon|templo|iglesia|cita|member|miembro|statement|wedding|boda|mass for|misa por|misa para)\b|\bcount on\b|\b(?:parish(?:ioner)?)\b`),
		opening: []term.Term{"sign", "put", "register", "book", "reserv", "seat", "place", "spot", "ticket", "bolet", "lugar", "plaz", "asient", "apunt", "inscrib", "anot", "registr", "event", "evento"},
	},
}
