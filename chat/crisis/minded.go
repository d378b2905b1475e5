package crisis

import (
	"regexp"
	"strings"

	"narthex/chat/words"
)

const (
	minder   = `(?:(?:my|our|a|the|his|her) )?(?:(?:(?:big|older|grown up) )cousin|grandma|grandmother|granny|gran|nan|nana|grandpa|grandfather|grandad|grandparents|aunt|auntie|aunty|uncle|babysitter|sitter|nanny|neighbou?rs?|mom|mum|mommy|mummy|dad|daddy)`
	cuidador = `(?:mi |mis |la |una )?(?:abuela|abuelo|abuelita|abuelito|abuelos|abuelitos|tia|tio|tios|madrina|padrino|ninera|vecina|mama|papa|mami|papi)`
)

var (
	// mindedForm finds that somebody grown up is with a child.
	mindedForm = regexp.MustCompile(`\b(?:(?:i|we)(?:'?m| am|'?re| are)? (?:stay(?:ing)?|liv(?:e|ing)|sleep(?:ing)?)?(?: ?(?:with|at|over at)) ` + minder + `(?:'?s)?|` +
		minder + ` (?:who is \d+ )?(?:is |are )?(?:now )?(?:minding|watching|looking after|taking care of|staying with|lives with|living with|here with|with|brings|takes|minds|looks after|watches|takes care of) (?:us|me)|` +
		`(?:me|nos) (?:cuidan?|esta cuidando|estan cuidando) ` + cuidador + `|` + cuidador + ` (?:me|nos) (?:cuidan?|esta cuidando|estan cuidando)|(?:me quedo|nos quedamos|me quede|estoy|estamos|vivo|vivimos) (?:con|en (?:la )?casa de) ` + cuidador + `)\b`)

	// journeyForm finds that those who are away are on a journey, at work or in a hospital.
	journeyForm = regexp.MustCompile(`\b(?:cruise|holiday|holidays|vacation|trip|honeymoon|wedding|retreat|business|army|navy|deployed|soldier|crucero|viaje|vacaciones|luna de miel|boda|retiro|ejercito|soldado)\b`)

	awayWords = words.Set(`my our mommy mummy mommy's mom mum daddy dad parents and are is has have been be gone went away off for on a an the to in at from since until till this last next all
		day days week weeks weekend month months night nights one two three four five six seven eight nine ten monday tuesday wednesday thursday friday saturday sunday yesterday today
		cruise holiday holidays vacation trip honeymoon wedding retreat business army navy deployed soldier work working job rome hospital having new baby sister brother surgery operation
		i im i'm we were we're me us he he's hes she she's shes they they're it stay staying live lives living with minding watching looking after taking care of brings takes minds looks watches now here so
		grandma grandma's grandmother granny gran nan nan's nana nana's grandpa grandfather grandad grandparents aunt auntie auntie's aunty uncle uncle's babysitter sitter nanny neighbor neighbors neighbour neighbours cousin who big older grown up
		mass church sunday school choir home back when what time can come coming please pray prayer prayers for them him her thank thanks you father god miss fun
		mi mis nuestro nuestra papis papas padres papi papa mami mama se fue fueron estan esta anda andan ido de del al el la los las en un una y a con por para que desde hace hasta
		dia dias semana semanas fin mes meses noche noches uno dos tres cuatro cinco seis siete ocho nueve diez lunes martes miercoles jueves viernes sabado domingo ayer hoy lleva llevan
		crucero viaje vacaciones luna miel boda retiro ejercito soldado trabajo trabajar norte hospital hermanito hermanita bebe cirugia operacion porque su
		me nos cuida cuidan cuidando quedo quedamos quede estoy estamos vivo vivimos casa abuela abuelo abuelita abuelito abuelos abuelitos tia tio tios madrina padrino ninera vecina
		misa iglesia catecismo cuando hora puedo podemos ir venir recen oren oracion ella ellos gracias dios extrano extranamos pero yo ahora`)

	// notBack is all that may be said of what is not.
	notBack = regexp.MustCompile(`\b(?:(?:has|have|is|are)(?: not|n'?t) (?:come |been |got )?(?:back|home)(?: yet)?|no (?:ha|han) (?:vuelto|regresado|llegado)|no (?:volvio|regreso|llego|volvieron|regresaron|llegaron))\b`)

	// minderLeft finds that who was with a child is not any more.
	minderLeft = regexp.MustCompile(`\b(?:gone|went|away|off|hospital|(?:has|have|is|are)(?: not|n'?t)|fue|fueron|ido|no (?:ha|han|volvio|volvieron|regreso|regresaron|llego|llegaron))\b`)

	// parentsAway finds who is away.
	parentsAway = regexp.MustCompile(`\b(?:mommy|mummy|mom|mum|daddy|dad|parents|papis|papas|padres|papi|papa|mami|mama)\b`)
)

// isAllOfAway reports whether a message says that a child's parents are away, and nothing else but where and with whom the child is. What is not there,
// who was there and left, and that they are alone, are none of its words.
func isAllOfAway(said string) bool {
	if !parentsAway.MatchString(said) {
		return false
	}
	for word := range strings.FieldsSeq(notBack.ReplaceAllString(said, " ")) {
		if !awayWords[word] && (word[0] < '0' || word[0] > '9') {
			return false
		}
	}
	return true
}

// minded gives what is left of a child's danger where parents are away and all that is said of it is with whom the child is, which is none, or that
// they are on a journey: then a careful person asks who is with the child.
func (f Finding) minded(message string) (Finding, bool) {
	if f.Category != ChildAtRisk && f.Category != Abuse && f.Category != Despair {
		return f, true
	}
	said := plain(message)
	at := mindedForm.FindStringIndex(said)
	switch {
	case !isAllOfAway(said):
		return f, true
	case at != nil && !minderLeft.MatchString(said[at[1]:]):
		return f, false
	case journeyForm.MatchString(said):
		f.Unsure = true
	}
	return f, true
}
