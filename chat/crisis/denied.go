package crisis

import (
	"regexp"
	"strings"
)

const (
	theOther   = `(?:he|she|(?:my|our) (?:husband|wife|partner|boyfriend|girlfriend|fiance|fiancee|dad|father|mom|mother|son|brother))`
	whomItIs   = `(?: (?:me|us|him|her|anyone|anybody|(?:(?:me |us )?(?:or|and|nor) )?(?:the|my|our) (?:kids|children|boys|girls|family)))*`
	whatIsDone = `(?:hit|hurt|beat|beaten|touched|harmed|threatened|shoved|pushed|laid a (?:hand|finger) on|raised (?:a|his|her) hand (?:to|at|against)|been (?:violent|abusive|aggressive)(?: (?:to|with|towards))?)`
)

// deniesForm is what begins a message that says that nobody hurts its writer, nor they themselves.
var deniesForm = regexp.MustCompile(`^(?:(?:no|nope|nah|oh|well|look|but|pues|bueno|mira) )*(?:` +
	theOther + `(?:'s| has|s)? never (?:ever )?` + whatIsDone + whomItIs + `|` +
	theOther + ` (?:does not|doesn'?t|did not|didn'?t|would never|wouldn'?t) (?:ever )?(?:hit|hurt|beat|touch|harm|threaten|shove|push)` + whomItIs + `|` +
	theOther + ` (?:is not|isn'?t|was not|wasn'?t) (?:violent|abusive|hitting me|hurting me)|` +
	`(?:i'?m|i am) not (?:going to|gonna|planning to|about to|trying to|thinking (?:of|about)) (?:hurt(?:ing)?|harm(?:ing)?|cut(?:ting)?) myself|` +
	`(?:(?:el|ella|mi (?:esposo|marido|esposa|mujer|pareja|novio|novia)) )?(?:no|nunca|jamas) (?:me|nos) (?:pega|golpea|maltrata|lastima|ha pegado|ha golpeado|ha maltratado|ha lastimado|ha tocado|pego|ha puesto (?:una|la) mano encima|ha levantado la mano)(?: (?:a mi|ni a (?:mis|los) (?:hijos|ninos)))*|` +
	`(?:el|ella|mi (?:esposo|marido|esposa|mujer|pareja|novio|novia)) (?:no es|nunca ha sido) (?:violent[oa]|agresiv[oa])|` +
	`no (?:voy a hacerme dano|me voy a hacer dano|me voy a lastimar|pienso hacerme dano))(?: |$)`)

// lessened begins what makes of a denial no more than a little less: "a lot", "every day", "in the face".
var lessened = regexp.MustCompile(`^(?:a lot|(?:too |very |that )?(?:much|hard|often|badly)|every|all the|always|on purpose|in the|with|mucho|muy|fuerte|seguido|diario|siempre|tod[oa]s?|cada|con)\b`)

// heavyButHarmless is all of what else there is of somebody who drinks and sleeps, or is sad.
var heavyButHarmless = regexp.MustCompile(`^(?:(?:he|she|it'?s|i'?m|i am|but|el|ella|es que|pero) )?(?:(?:just|only|solo|nomas|really|so) )*(?:(?:drinks?|sleeps?|falls? asleep|sits|sad|lonely|tired|worn out|toma|bebe|duerme|se queda dormid[oa]|estoy|triste|cansad[oa]|and|y|in|on|en|at|the|el|la|his|her|chair|sofa|couch|bed|tv|all day|every night|a lot|too much|mucho)(?: |$))+$`)

// denies reports whether a message says that nobody is hurt, and nothing beside it but what is known to be harmless: "only the kids" and
// "until last night" stand behind denials, too.
func denies(message string) bool {
	said := plain(message)
	at := deniesForm.FindStringIndex(said)
	if at == nil {
		return false
	}
	rest := strings.TrimSpace(said[at[1]:])
	return rest == "" || heavyButHarmless.MatchString(rest) && !lessened.MatchString(rest)
}

// amount is how much somebody owes, and where.
const amount = `(?:(?:\d+|a|an|lots?|of|much|too|some|in|on|my|our|the|credit|thousand|thousands|hundred|grand|dollars|pounds|euros|k|about|over|almost|more|than|mucho|mucha|muchas|muchos|mil|pesos|dolares|de|en|con|las|los|la|mis|mas|casi|como|unas|unos|un|una) )*`

var (
	// partingForm is all that tells that a marriage ends.
	partingForm = regexp.MustCompile(`^` + theOther + ` (?:(?:just )?(?:told me|says|said)(?: that)? (?:he|she) )?(?:wants|asked for|is asking for|has asked for|is filing for|filed for) (?:a |the |me for a )?(?:divorce|separation|to (?:separate|divorce|split up))(?: (?:yesterday|today|last (?:night|week|month)))?$|` +
		`^(?:mi (?:esposo|marido|esposa|mujer)|el|ella) (?:(?:me )?(?:dijo|dice) que )?(?:me )?(?:quiere|pidio|pide) (?:el |un )?(?:divorci(?:o|arse)|separa(?:cion|rse))(?: (?:ayer|hoy|anoche))?$`)

	// debtForm is all that tells of a debt of which the other does not know.
	debtForm = regexp.MustCompile(`^(?:i|we) (?:owe|have) ` + amount + `(?:cards?|debt|loans?)(?: (?:and|but) (?:i (?:have not|haven'?t|never) (?:told|said anything to)|(?:my (?:husband|wife|partner)) (?:does not|doesn'?t) know)(?: (?:my )?(?:husband|wife|partner|him|her|about it|it))*)?$|` +
		`^(?:debo|debemos|tengo|tenemos) ` + amount + `(?:tarjetas?|deudas?|prestamos?)(?: (?:y|pero) (?:mi (?:esposo|esposa|marido|mujer) no (?:lo )?sabe|no (?:le|se lo) he (?:dicho|contado) a mi (?:esposo|esposa|marido|mujer)))?$`)

	// doubtForm is all that says who no longer believes.
	doubtForm = regexp.MustCompile(`^(?:(?:i (?:do not|don'?t) (?:think|know if|know that) i(?: still| can)?|i'?m not sure (?:if |that )?i(?: still| can)?|not sure (?:if |that )?i(?: still)?|i (?:do not|don'?t)) believe(?: (?:in (?:god|jesus|him|heaven|prayer|any of (?:it|this))|any of (?:it|this)|god exists))?(?: (?:any ?more|at all|now))?|` +
		`ya no (?:se si )?creo(?: en (?:dios|nada|el))?)$`)
)
