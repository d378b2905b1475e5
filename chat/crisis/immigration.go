package crisis

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/words"
)

const (
	theAuthorities = `(?:(?:la )?migra|(?:los de )?(?:el )?ice|inmigracion|migracion|immigration)`
	oneOfTheirs    = `(?:my|our|mi|nuestr[oa]) (?:husband|wife|mom|mother|dad|father|parents|brother|sister|son|daughter|uncle|aunt|cousin|friend|neighbor|esposo|esposa|marido|mujer|novio|novia|mama|papa|madre|padre|hermano|hermana|hijo|hija|tio|tia|primo|prima|cunado|cunada|amigo|amiga|vecino|vecina|sobrino|sobrina)`
	whenItWas      = `(?: (?:ayer|hoy|anoche|otra vez|hace (?:\d+|una?|dos|tres|pocos) (?:dias?|semanas?|mes(?:es)?)|yesterday|today|last (?:night|week|month)|again))?`
	aloneSince     = `(?: (?:y|and) (?:ahora |now )?(?:estoy|me quede|i'?m|i am) (?:sol[oa]|alone) (?:con|with) (?:(?:los|mis|the|my|our) )?(?:ninos|hijos|kids|children))?`
)

var (
	// fearForm is all that says who is afraid of being found without papers.
	fearForm = regexp.MustCompile(`^(?:(?:hola|hello|hi|buenos dias|buenas tardes|buenas noches|y|and) )*(?:(?:tengo|tenemos|me da|nos da) (?:mucho |un poco de )?miedo (?:de |a |con )?(?:` + theAuthorities + `|(?:de )?que (?:me|nos) (?:deporten|agarre ` + theAuthorities + `|detenga ` + theAuthorities + `)|(?:la |una )?(?:deportacion|redadas?))|` +
		`(?:i'?m|i am|we'?re|we are) (?:very |so |really )?(?:scared|afraid|terrified) (?:of (?:` + theAuthorities + `|(?:being|getting) deported|deportation|(?:ice|immigration) raids)|(?:that )?(?:they|ice|immigration) will deport (?:me|us)))$`)

	// askedForPapers is all that asks whether a church asks for papers. Who asks is many: "me pide mis papeles" may be a husband.
	askedForPapers = regexp.MustCompile(`^(?:(?:y|si|and|what|if|pero|but|aqui|ahi|alli|ustedes) )*(?:(?:me|nos|le|les) (?:(?:van a|pueden) (?:pedir|preguntar|revisar)|piden|pidan|preguntan|pregunten|revisan|revisen|pediran|preguntaran)(?: por)?|(?:(?:will|would|do|can) )?(?:they|you|yall) ask(?: me| us)?(?: for| about)?|(?:do|will) (?:i|we) need) (?:(?:mis|los|mi|nuestros|algunos|my|our|any) )?` +
		`(?:papeles|documentos|identificacion|estatus(?: migratorio)?|papers|documents|id|status|immigration status)(?: (?:ahi|aqui|alli|en la iglesia|there|here|at (?:the )?church|para entrar|para ir))*$`)

	// taken is all that tells of somebody whom the authorities hold, or have sent away.
	taken = regexp.MustCompile(`^(?:(?:es que|porque|y|and|because|que) )*(?:` + oneOfTheirs + ` (?:(?:esta|fue|sigue) (?:detenid[oa]|deportad[oa]|arrestad[oa])(?: (?:por|con|en) ` + theAuthorities + `)?|(?:is|was|got|has been) (?:detained|deported|in detention)(?: (?:by|with) ` + theAuthorities + `)?)|` +
		theAuthorities + ` (?:se llevo|agarro|detuvo|arresto|deporto|took|detained|arrested|deported|has|got) (?:a )?` + oneOfTheirs + `|(?:(?:deportaron|detuvieron) a ` + oneOfTheirs + `|a ` + oneOfTheirs + ` (?:lo|la) (?:deportaron|detuvieron|agarro ` + theAuthorities + `))(?: ` + theAuthorities + `)?)` + whenItWas + aloneSince + `$`)
)

// ofImmigration reports whether a message says no more than what is asked or told by somebody who lives in fear of immigration.
func ofImmigration(message string) bool {
	said := plain(message)
	return askedForPapers.MatchString(said) || taken.MatchString(said) || fearForm.MatchString(said)
}

// besidesImmigration are the messages that say something else.
func besidesImmigration(messages []string) []string {
	return slices.DeleteFunc(slices.Clone(messages), ofImmigration)
}

// plain is a message folded, without its marks.
func plain(message string) string {
	return strings.Join(strings.FieldsFunc(words.Fold(message), func(r rune) bool { return strings.ContainsRune(" ,.;:!¡?¿…", r) }), " ")
}
