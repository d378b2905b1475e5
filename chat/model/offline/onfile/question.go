package onfile

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

// kind is what a church may have on file.
type kind int

const (
	group kind = iota
	event
	role
)

// Question is what somebody asks a church's groups, events or roles for.
type Question struct {
	kinds    []kind
	subjects []*subject  // whom it is for, or what about
	terms    []term.Term // what else it names
	named    string      // the words of these
	asks     string      // folded, without apostrophes
	period
}

// Read understands a message that asks what there is; ok is false for any other. now is the time by the church's clock.
func Read(message, language string, now time.Time) (q Question, ok bool) {
	q.asks = strings.ReplaceAll(words.Fold(message), "'", "")
	if !strings.Contains(message, "?") && !asking.MatchString(q.asks) || otherwise.MatchString(q.asks) {
		return q, false
	}
	isOn := whatIsOn.MatchString(q.asks)
	switch {
	case helping.MatchString(q.asks):
		q.kinds = []kind{role}
	case !isOn && generally.MatchString(q.asks):
		q.kinds = []kind{group, event}
	default:
		if gatherings.MatchString(q.asks) {
			q.kinds = append(q.kinds, group)
		}
		if isOn || occasions.MatchString(q.asks) {
			q.kinds = append(q.kinds, event)
		}
	}
	if len(q.kinds) == 0 {
		return q, false
	}
	q.period = periodIn(q.asks, language, now)
	left := withoutPeriod(q.asks)
	for i := range subjects {
		if s := &subjects[i]; s.asked.MatchString(left) {
			q.subjects = append(q.subjects, s)
			left = s.asked.ReplaceAllString(left, " ")
		}
	}
	if isOn && (q.on != nil || q.isOneDay() || len(q.subjects) > 0) && !slices.Contains(q.kinds, group) {
		q.kinds = append(q.kinds, group) // what is on of an evening, or for somebody, is a group as well
	}
	var named []string
	for word := range words.Split(left) {
		for _, t := range term.Of(word, language) {
			if !t.Weak() && !ofAsking[t] && !slices.Contains(q.terms, t) {
				q.terms, named = append(q.terms, t), append(named, word)
			}
		}
	}
	q.named = strings.Join(named, " ")
	return q, true
}

// All reports whether it names nothing in particular: all that there is is asked for.
func (q *Question) All() bool { return len(q.subjects) == 0 && len(q.terms) == 0 }

// NamesSubject reports whether it names whom it is for, or what about.
func (q *Question) NamesSubject() bool { return len(q.subjects) > 0 }

// Suits reports whether a text is of whom and what the question names, and on its day; false where it names neither.
func (q *Question) Suits(text string) bool {
	folded := strings.ReplaceAll(words.Fold(text), "'", "")
	for _, s := range q.subjects {
		if !s.given.MatchString(folded) {
			return false
		}
	}
	return len(q.subjects) > 0 && (q.on == nil || meetsOn(text, *q.on))
}

var (
	// asking is how a question sounds whose mark was left out.
	asking = regexp.MustCompile(`\b(?:is there|are there|is the|are the|do (?:you|ye|yall|we)|have (?:you|ye)|got any|any|anything|what|whats|when|whens|where|which|who|whos|how|hay|tienen|tendran|tienes|que|cual(?:es)?|cuando|donde|quien|necesitan|ocupan|buscan|se (?:reunen|juntan)|looking for)\b`)

	// otherwise is a question in which these words mean something else: what somebody rents, owes, believes or would bring.
	otherwise = regexp.MustCompile(`\b(?:rent\w*|hire|hiring|borrow|use (?:the|your)|our (?:group|club|meeting|event)|my (?:group|club|meeting|event|class)|rentar|alquilar|prestan|mi (?:grupo|evento)|salary|paid|pay (?:the|your)|believe|beliefs|policy|policies|rules?|allowed|politica|history of|insurance|wedding|boda|funeral|parking|park|estacion\w+)\b` +
		`|\b(?:something|anything|things|whats|what is|what s)(?: \w+){0,3}? (?:in|with|to) (?:me|us|(?:my|our) (?:family|marriage|life|home|house|head|husband|wife|sons?|daughters?|kids|child|children))\b|\b(?:algo|que)(?: \w+){0,3}? (?:en|con|a) (?:mi|mis|nuestr[oa]s?) (?:familia|matrimonio|vida|casa|cabeza|espos[oa]|marido|hij[oa]s?)\b|\b(?:que|algo) me (?:pasa|esta pasando)\b`)

	// helping asks where help is needed.
	helping = regexp.MustCompile(`\b(?:do|are|would|could|did) (?:you|ye|yall|they|we|the (?:church|parish))(?: guys| all| folks)? (?:still |currently |ever |also |always )*(?:need|looking for|look for|short of|short on|in need of|use|want) (?:any |more |some |extra |new )*(?:help\b(?: with| in| at| on|ers?)?|hands?|volunteers?|helpers?|people|anyone|anybody|someone|somebody|` + workers + `)` +
		`|\b(?:what|where|how) (?:can|could|do|might|would|may|should) (?:i|we|my \w+|one) (?:(?:best|also|still|please|really|even|maybe) )?(?:help(?: out)?(?: with)?|serve|volunteer|pitch in|get involved|(?:give|lend) (?:you |ye )?a hand)(?:\W*$| (?:at|in|around|with|out|here|there|on|you|ye|the (?:church|parish))\b)|\bwhat (?:can|could) (?:i|we) do to (?:help|serve)(?:\W*$| (?:at|in|around|out|here|there|you|the (?:church|parish))\b)` +
		`|\b(?:volunteer|serving|helping)\w* (?:\w+ )?(?:openings?|opportunit\w+|positions?|roles?|jobs?|spots?|needs?|needed|options?)\b|\bways? (?:to|i can|we can) (?:help|serve|volunteer|get involved)\b|\b(?:who|what|where) (?:needs?|could use) (?:a |any |most )?(?:help|hand|volunteers)\b|\b(?:what|where) is (?:the )?(?:most )?help (?:most )?needed\b` +
		`|\bjobs? (?:i|we) (?:can|could) do\b|\b(?:openings?|opportunit\w+|need) for volunteers\b|\b(?:can|could|may) (?:teens?|teenagers|kids|children|families|a \d+ year old|my \w+) (?:help|volunteer|serve)\b` +
		`|\b(?:en|con) que (?:les |los |le )?(?:puedo|podemos|podria|podriamos|se puede) (?:ayudar|servir|colaborar|apoyar)\w*|\b(?:como|donde|de que manera) (?:les |los )?(?:puedo|podemos|podria|podriamos|se puede) (?:ayudar|servir|colaborar|apoyar|ser voluntari)\w*` +
		`|\b(?:necesitan|ocupan|buscan|les falta|les hace falta|hacen falta|requieren|andan buscando)(?: mas| a| algun[oa]?s?| de| mucha| gente para| quien)*(?: (?:ayuda|voluntari\w+|gente|manos|alguien|personas|servidores|` + workers + `))\b`)

	// generally asks for anything at all.
	generally = regexp.MustCompile(`\b(?:anything|something|stuff|what (?:do you have|is there|have you got|all do you have|do you offer|do you do))\b(?: \w+){0,3}? (?:for|in)\b|\b(?:algo|que (?:hay|tienen|ofrecen))\b(?: \w+){0,3}? (?:para|pa)\b`)

	// gatherings are what people belong to.
	gatherings = regexp.MustCompile(`\b(?:groups?|circles?|clubs?|stud(?:y|ies)|class(?:es)?|courses?|meetings?|meets?|support|fellowship|grupos?|circulos?|clubes|club|celulas?|estudios?|clases?|cursos?|reuniones|reunion|(?:se )?(?:reunen|juntan)|apoyo)\b`)

	// occasions are what people come to once, unlike a service.
	occasions = regexp.MustCompile(`\b(?:events?|activit(?:y|ies)|lunch(?:eon)?|suppers?|dinners?|breakfast|brunch|retreats?|camp|picnic|barbecue|bbq|cookout|potluck|concert|pilgrimage|trips?|outing|sail|cruise|workshops?|seminars?|conference|banquet|gala|fair|festival|draw|raffle|blessing of|(?:preparation|baptism) evening|cross making|` +
		`eventos?|actividad(?:es)?|almuerzo|cena|comida|desayuno|retiros?|campamento|excursion|paseo|peregrinacion|concierto|taller(?:es)?|conferencia|convivio|kermes|orientacion|rifa)\b`)

	// whatIsOn asks what there is to come to.
	whatIsOn = regexp.MustCompile(`\b(?:whats|what is|what s|anything|something|things|whats all) (?:\w+ )?(?:going on|coming up|happening|on|up)\b|\b(?:happening|going on|coming up)\b.*\b(?:church|parish|week|month|weekend|tonight|today|tomorrow|saturday|sunday|friday)\b|\b(?:que|algo) (?:va a haber|habra|pasa|hay|tienen)\b.*\b(?:este|esta|hoy|manana|proxim[oa]|mes|semana|sabado|viernes|domingo|lunes|martes|miercoles|jueves|iglesia|` + monthsSpanish + `)\b|\bcalendario\b|\bcalendar\b`)
)

// workers are whom a church looks for by what they do.
const workers = `readers?|lectors?|ushers?|greeters?|stewards?|tutors?|teachers?|drivers?|cooks?|singers?|musicians?|cleaners?|packers?|interpreters?|interpretes?|maestr[oa]s?|lectores|lector|cocineros?|choferes|musicos|ayudantes?|traductores|ujieres`

// ofAsking are the terms that such a question has whatever it asks for.
var ofAsking = func() map[term.Term]bool {
	set := map[term.Term]bool{"=group": true, "=study": true, "=time": true, "=volunteer": true, "=cost": true, "=lead": true, "=address": true}
	for lang, list := range map[string]string{
		term.English: `group groups circle club study class course meeting meetings meet meets support fellowship event events activity activities anything going happening coming upcoming church parish month week weekend weekends
			evening evenings night nights morning afternoon day days soon next now current currently available open opening openings opportunity opportunities position role roles job jobs spot need needs needed looking short
			help helper helping hand hands serve serving volunteer volunteering involved good like likes time free full place places room join member someone everyone anybody people folks guys ye house held happens calendar programs program kind kinds sort type list offer offered
			take taking new looking held run runs lead leads leads started start starts location still soon stuff give ways way work working does month year attend go going lot little bit around ministry ministries`,
		term.Spanish: `grupo grupos circulo club estudio clase curso reunion reuniones reunen juntan apoyo evento eventos actividad actividades iglesia parroquia mes semana fin noche tarde manana dia dias pronto proximo proxima ahora disponible
			puesto puestos lugar lugares ayuda ayudar ayudo servir servicio voluntario voluntarios voluntaria colaborar apoyar necesitan ocupan buscan falta hacen gente alguien manos personas persona hermano hermana hermanos calendario tipo
			clase ofrecen tienen reune junta horario cuesta cuanto empieza sigue siguiente proximos pasa haber habra gusta trabajo manera haciendo`,
	} {
		for word := range strings.FieldsSeq(list) {
			for _, t := range term.Of(word, lang) {
				set[t] = true
			}
		}
	}
	return set
}()
