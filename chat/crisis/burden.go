package crisis

import (
	"regexp"
	"strings"

	"narthex/chat/words"
)

// burden is what people carry and bring to a church so that somebody helps: what it is told with, and the words that may stand beside.
type burden struct {
	of, beside map[string]bool
	asked      map[string]bool // one of which must be there too, nil where none need be
}

// between are words that say nothing of anybody by themselves. None that takes something away is among them: what is not there, or not
// done, may be anything.
const between = `i im i'm i've ive we've weve we we're were me us my our the a an and or so is are am was be been it its it's this that to of for by from with at till until because but just please
	help church you your can could would do does did if what there any some have has had got get getting been since about really very now right still again today yesterday tomorrow month months
	week weeks day days year years morning monday tuesday wednesday thursday friday saturday sunday two three four one first next last this hi hello thanks thank pastor
	yo me mi mis nos nuestro nuestra el la los las un una unos unas y o de del a al en con por para que es son esta estan estoy estamos ha han he hay hemos ya se su lo le
	ayuda ayudar ayudarnos ayudarme iglesia puede pueden podria podrian por favor gracias hola hoy ayer manana mes meses semana semanas dia dias ano anos dos tres cuatro lunes martes miercoles jueves viernes
	sabado domingo este si desde hace hasta muy algun alguna algo como cuando mas otra otro otras`

var burdens = []burden{
	{ // bills
		of: words.Set(`rent mortgage bill bills electric electricity utilities utility utility's heating propane loans debt debts payments renta alquiler hipoteca recibo recibos factura facturas deuda deudas tarjetas luz cuota cuotas prestamo prestamos arriendo
			oil water agua desalojar desalojo eviction evicted evict embargo overdue shutoff`),
		beside: words.Set(`pay paying paid afford cover owe behind past due late on no can't cant cannot not shut off cut being notice company power water gas oil heat lights landlord says sent fund people who their them out money broke lost job hours bank house take going taking
			credit card cards interest medical fix car winter they month's hundred dollars back
			pagar pago debo debemos debe atrasado atrasada atrasados atrasadas vence cortar cortaron cortan van quitar dinero sin alcanza tenemos tengo trabajo quede dueno aviso compania desconectar casa banco quieren sacar nuestra
			intereses tienen encima credito ando voy gas agua luz calefaccion electricidad no`),
	},
	{ // a bed in a car
		of: words.Set(`car van truck minivan camper vehicle suv carro coche camioneta auto troca furgoneta`),
		beside: words.Set(`sleep sleeping slept live living lived stay staying stayed in out lot park parking overnight ok okay allowed dog cat shower showers bathroom shelter nearby place find lost apartment house eviction evicted night nights here near bed place
			duermo dormimos dormir durmiendo vivo vivimos vivir viviendo casa perdi perdimos departamento bano ducha duchas regadera refugio albergue estacionamiento estacionar usar noche noches perro donde lugar llevo llevamos no tengo`),
	},
	{ // who asks for money, in whosever name
		of: words.Set(`scam scammed scammer fraud gift card cards money donation donations bank account estafa estafaron fraude dinero tarjetas tarjeta transferencia transferencias prize fee`),
		beside: words.Set(`someone somebody man woman he she they his her their called calls calling call text texted texting email emailed message asking asks asked ask wants said saying says was is pastor priest father dave name in phone on online facebook number gave pay send sent
			apple dollars pounds hundred think i've ive out really him her them won won't dad mom mum mother father western union surgery needs who not real
			llamaron llamo llamando llamada mensaje mensajes correo whatsapp mandaron mandar manda mande pide piden pidiendo pidieron pidio pedir dicen dice regalo pastor padre cura alguien hace hacen pasar verdad deposite pesos dolares mil
			recibir herencia creo mama papa banco numero cuenta dio clave de soldado conoci internet quieren quiere`),
		// Who keeps somebody's money and telephone asks for nothing.
		asked: words.Set(`scam scammed scammer fraud gift prize called calls calling call text texted texting email emailed message estafa estafaron fraude regalo herencia llamaron llamo llamando llamada mensaje mensajes correo whatsapp`),
	},
	{ // the care of somebody who forgets
		of: words.Set(`dementia alzheimer alzheimer's alzheimers lewy sundowning demencia`),
		beside: words.Set(`husband wife mother father mom mum dad grandmother grandfather grandma grandpa aunt uncle in-law he she him her his hers he's she's hes shes who wanders wander wandered wandering walks around off out up night nights all day am twice times
			sleep tired tiring hard worn wearing exhausting exhausted exhausts end rope caring care carer caregiver caregivers look looking after asks same thing things question over forgets forgot know knows who shouts yells yelled shout snap patience
			lose losing guilty feel bad hid hides keys purse accuses stealing keeps trying leave go going home house neighbour neighbor brought back safe safely found at shop store group support respite someone people body lately alone more
			esposo esposa marido madre padre mama papa suegra suegro abuela abuelo tia tio sale salio salir sola solo pierde perdio casa noche noches grita repite pregunta misma cosa cosas cuido cuidar cuidando cuidador cuidadora pesado pesada dificil cansada cansado
			agotada agotado aguanto veces ya grupo apoyo paciencia culpa siento dice feas vecino vecina trajo encontro levanta quiere irse ir su conoce reconoce respiro mercado aparecio dios mucho todo toda`),
	},
}

// forgotten is what somebody who forgets does not do, and what callers for money say.
var forgotten = regexp.MustCompile(`\b(?:(?:he |she )?(?:does not|doesn'?t|do not|don'?t|won'?t|can'?t|no longer) (?:know (?:me|who (?:i am|we are))|recognize (?:me|us)|remember(?: me| us| anything)?|sleep)|` +
	`no (?:me|nos) (?:reconoce|conoce)|no duerme|no se acuerda|ya no (?:lo|la) aguanto|no puedo mas|account (?:is|was|has been|will be) blocked)\b`)

// isBurden reports whether a message tells of such a burden and of nothing else: every word of it is one of those.
func isBurden(message string) bool {
	said := plain(message)
	if isAway(said) {
		return false
	}
	for i := range burdens {
		if burdens[i].isAll(said, forgotten) {
			return true
		}
	}
	return false
}

var (
	forgets  = regexp.MustCompile(`\b(?:dementia|alzheimer'?s?|alzheimers|lewy|sundowning|demencia)\b`)
	wentOff  = regexp.MustCompile(`\b(?:wander(?:ed|ing)?|walk(?:ed|ing)|went|gone|left|leaving|off|out|lost|alone|salio|perdio|fue|ido|sol[ao])\b`)
	cameBack = regexp.MustCompile(`\b(?:found|brought|encontro|trajo|aparecio)\b`)
	habitual = regexp.MustCompile(`\b(?:nights|twice|times|noches|veces)\b`)
	longAway = regexp.MustCompile(`\b(?:out|gone|off|lost|alone) (?:all|since)\b`)
)

// isAway reports whether somebody who forgets may be out there now: nobody says that they came back, or that they are used to it.
func isAway(said string) bool {
	return forgets.MatchString(said) && wentOff.MatchString(said) && !cameBack.MatchString(said) && (longAway.MatchString(said) || !habitual.MatchString(said))
}

// besideBurdens are the words that may stand beside any.
var besideBurdens = words.Set(between)

func (b *burden) isAll(said string, spared *regexp.Regexp) bool {
	told, asked := false, b.asked == nil // that it is this one
	for word := range strings.FieldsSeq(said) {
		told, asked = told || b.of[word], asked || b.asked[word]
	}
	if !told || !asked {
		return false
	}
	for word := range strings.FieldsSeq(spared.ReplaceAllString(said, " ")) {
		if !b.of[word] && !b.beside[word] && !besideBurdens[word] && (word[0] < '0' || word[0] > '9') {
			return false
		}
	}
	return true
}

// debtsForm is what is said of debts and would be of a rope.
var debtsForm = regexp.MustCompile(`\b(?:soga|agua) (?:al|en el) cuello\b.*\b(?:deudas?|tarjetas?|prestamos?|intereses|hipoteca|bancos?|renta|alquiler|cuotas|impuestos)\b|\b(?:deudas?|tarjetas?|prestamos?|intereses|hipoteca|bancos?|renta|alquiler)\b.*\b(?:soga|agua) (?:al|en el) cuello\b|` +
	`\bsoga (?:al|en el) cuello\b.*\b(?:bancos?|usureros?|acreedores)\b|\b(?:debts?|loans?|bills|mortgage)\b.*\b(?:noose|rope) (?:around|round) (?:my|our) neck\b`)

// hangsByDebts reports whether a message has debts for a rope: whoever says so is asked how they are, and nobody is woken.
func hangsByDebts(message string) bool { return debtsForm.MatchString(words.Fold(message)) }
