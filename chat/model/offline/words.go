package offline

import (
	"slices"
	"strings"

	stemenglish "github.com/kljensen/snowball/english"
	stemspanish "github.com/kljensen/snowball/spanish"

	"narthex/chat/words"
)

// language of a text, ISO 639-1. The offline model speaks those that it has texts in, and understands these.
type language = string

const (
	english language = "en"
	spanish language = "es"
)

// term is a stemmed word or, where several words mean the same to a church, the concept they share ("=wedding"). Concepts
// are the same in both languages, so that a Spanish question finds an English sentence.
type term string

// wordsIn gives the folded words of a text. An apostrophe ends a word.
func wordsIn(text string) []string { return slices.Collect(words.Split(words.Fold(text))) }

// lexicon remembers the terms of words: stemming is most of the work of reading a prompt, and words come again.
type lexicon map[lexeme]term

type lexeme struct {
	language language
	word     string
}

// terms gives the terms of words in order, without the words that say nothing.
func (x lexicon) terms(text []string, lang language) []term {
	terms := make([]term, 0, len(text)/2)
	for _, word := range text {
		if stopWords[lang][word] {
			continue
		}
		t, known := x[lexeme{lang, word}]
		if !known {
			t = termOf(word, lang)
			x[lexeme{lang, word}] = t
		}
		terms = append(terms, t)
	}
	return terms
}

func termOf(word string, lang language) term {
	root := stem(word, lang)
	if concept, ok := concepts[lang][root]; ok {
		return concept
	}
	return term(root)
}

// termsOf gives the terms of a text.
func termsOf(text string, lang language) []term { return lexicon{}.terms(wordsIn(text), lang) }

func stem(word string, lang language) string {
	if lang == spanish {
		return stemspanish.Stem(word, true)
	}
	return stemenglish.Stem(word, true)
}

// stopWords say nothing about what a text is about; among them are those that frame a question, and those that every text
// of a church has. They are folded.
var stopWords = map[language]map[string]bool{
	english: words.Set(`
	a about ago all already also am an and any anyone anybody anything are as at be been being both but by can could d did do
	does doing don each else ever every everyone for from get gets getting got had has have having he hello her here hers hi him
	his how i if in into is isn it its just know let like ll m may me might mine more most much must my need no nor not now of
	off on or our ours out over own please re s shall she should so some somebody someone something such t tell than thank
	thanks that the their them then there these they thing this those through to too up us ve very want was we were what when
	where which while who whom why will with would yes you your yours wondering church churches info information question
	allow allowed possible okay ok sure long many during near interested year years old never please thanks im id ive dont doesnt isnt cant wont whats whos theres youre lol pls plz ur u hi hey guys yall longs howlongs supposed instead hows gonna gotta wanna anymore still yet even lol btw anyway`),
	spanish: words.Set(`
	al algo algun alguna algunas alguno algunos ante aquel aquella asi aun cada como con cual cuales cuando cuanta cuantas
	cuanto cuantos da dan de debo decir del desde donde durante e el ella ellas ellos en entre era es esa esas ese eso esos esta
	estaba estamos estan estar estas este esto estos estoy favor fue ha haber hace hacen hacer hacia han hay he hola iglesia
	informacion la las le les lo los mas me mi mis muy nada ni nos nosotros nuestra nuestras nuestro nuestros o otra otro para
	pero por porque puede pueden puedo que quien quiero quiere quisiera saber se ser si sin sobre solo son soy su sus tambien te
	tengo ti tiene tienen tienes todo todos tu tus u un una unas uno unos usted ustedes va y ya yo gracias pregunta ano anos a nunca ido estado dan soy oiga buenas hola porfa porfavor q k x puro pura nomas ahi alli alla aca aqui pa pal pues entonces bien`),
}

// weakWords carry little of a question's meaning: an answer that shares only these is none.
var weakWords = stemmed(`
	bring brings come comes coming find go goes going help happen happens join make mean offer people person place provide run runs
	call write see start take talk meet meets use uses using throw bring hold held holds serve served play plays far ahead advance ahead christian cristiana cristiano book booked need want say said mother father mom dad
	mum mam parent wife husband fiance brother sister friend somewhere anywhere thing far look looking check fill ask asked set put keep day week today tomorrow tonight next first new one two
	drop dropping pop swing lately number celebrate celebrates policy rule rules activity activities event events program programs
	tiempo tocan tocar traer venir viene vengo encontrar ir voy mama papa esposo esposa hermano hermana amigo amiga habla reunen reune reunirse ayuda ayudar hacer ofrecer persona personas gente lugar ver empezar tomar hablar usar
	llamar dia semana hoy manana proximo primero primera nuevo uno dos
	numero actividad actividades evento eventos celebrar celebran fiesta fiestas pasar pasan regalar regalan repartir reparten casa`)

// weak reports whether a term carries little meaning by itself.
func (t term) weak() bool { return weakWords[t] || t[0] >= '0' && t[0] <= '9' }

func stemmed(list string) map[term]bool {
	set := map[term]bool{"=time": true, "=speak": true} // which "when" stands for, and which most sentences of a church have
	for word := range strings.FieldsSeq(list) {
		set[term(stemenglish.Stem(word, true))] = true
		set[term(stemspanish.Stem(word, true))] = true
	}
	return set
}

// concepts map stems to what they mean, by language.
var concepts = conceptIndex(map[term][2]string{
	"=service":     {"service services worship mass masses liturgy", "servicio servicios culto cultos misa misas liturgia"},
	"=time":        {"time times hour hours schedule when noon midday", "hora horas horario horarios mediodia"},
	"=child":       {"kid kids child children son daughter boy girl toddler", "nino ninos nina ninas hijo hijos hija hijas"},
	"=baby":        {"baby babies infant newborn nursery childcare daycare babysitting", "bebe bebes guarderia cuna"},
	"=youth":       {"youth teen teens teenager teenagers adolescent highschool", "joven jovenes juvenil juventud adolescente adolescentes"},
	"=parking":     {"park parking lot lots garage car cars", "estacionar estacionamiento aparcar aparcamiento parqueo coche carro"},
	"=address":     {"address location located directions", "calle direccion ubicacion ubicada ubicado ubicados"},
	"=wear":        {"wear wearing dress clothes clothing attire outfit dressed", "vestir vestirme vestirse ropa vestimenta llevar visto vestido vestidos"},
	"=pastor":      {"pastor pastors minister ministers priest priests reverend clergy vicar", "pastor pastores cura curas sacerdote sacerdotes reverendo"},
	"=rent":        {"rent rental renting hire hiring", "alquilar alquiler renta rentar"},
	"=wedding":     {"wedding weddings marry married marriage remarry remarried", "boda bodas casar casarme casarnos casarse matrimonio"},
	"=funeral":     {"funeral funerals burial memorial", "funeral funerales entierro sepelio"},
	"=baptism":     {"baptism baptisms baptize baptise baptized baptised christening", "bautismo bautismos bautizo bautizar bautizarme bautizarse"},
	"=communion":   {"communion eucharist", "comunion eucaristia"},
	"=give":        {"give giving donate donation donations tithe tithes offering offerings", "donar donacion donativo diezmo diezmos ofrenda ofrendas ofrendar"},
	"=cost":        {"cost costs price prices fee fees rate rates charge charges expensive free", "costo costos cuesta cuestan costar precio precios tarifa cobrar cobran gratis"},
	"=phone":       {"phone telephone", "telefono celular"},
	"=weather":     {"weather snow snows snowing snowstorm storm blizzard ice", "clima nieve nieva tormenta"},
	"=email":       {"email mail", "correo"},
	"=food":        {"food groceries pantry hungry", "comida despensa despensas alimentos viveres hambre"},
	"=access":      {"wheelchair wheelchairs accessible accessibility disability disabled disabilities ramp", "ruedas accesible discapacidad rampa"},
	"=hearing":     {"hearing deaf", "sordo sorda auditivo"},
	"=volunteer":   {"volunteer volunteers volunteering serve serving", "voluntario voluntarios voluntaria servir"},
	"=group":       {"group groups", "grupo grupos"},
	"=bible":       {"bible bibles scripture", "biblia biblias biblico"},
	"=study":       {"study studies class classes course courses", "estudio estudios clase clases curso cursos"},
	"=music":       {"music song songs band choir hymn hymns singing sing instrument instruments drums guitar piano organ keyboard", "musica canto cantos cantar coro alabanza banda himnos instrumento instrumentos bateria teclado acordeon guitarra"},
	"=english":     {"english", "ingles"},
	"=spanish":     {"spanish", "espanol"},
	"=interpret":   {"translation translate translated interpreter interpreters interpretation headset headsets", "traduccion traducir traductor interprete audifonos"},
	"=member":      {"member members membership", "miembro miembros membresia"},
	"=alcohol":     {"alcohol wine beer liquor champagne drink drinks drinking", "alcohol vino cerveza licor"},
	"=stream":      {"livestream livestreamed stream streamed streaming online broadcast youtube internet webcam", "transmision transmiten transmitir linea internet vivo"},
	"=visitor":     {"visit visits visiting visitor visitors newcomer newcomers guest guests", "visita visitas visitar visitante visitantes invitado invitados"},
	"=staff":       {"staff team", "personal equipo"},
	"=lead":        {"lead leads leader leaders", "lider lideres dirige principal"},
	"=confession":  {"confession confessions reconciliation", "confesion confesiones"},
	"=sermon":      {"sermon sermons preach preaches preaching", "sermon sermones predica predicar predicacion"},
	"=pet":         {"pet pets dog dogs cat cats animal animals", "mascota mascotas perro perros gato animales"},
	"=transport":   {"bus van ride rides transport transportation shuttle", "transporte camioneta autobus recoger recogen aventon raite"},
	"=grief":       {"grief grieving bereavement bereaved mourning", "duelo luto"},
	"=recovery":    {"recovery addiction addictions addicted", "recuperacion adiccion adicciones"},
	"=pray":        {"pray prayer prayers praying", "orar ora oran oren oracion oraciones rezar"},
	"=office":      {"office", "oficina"},
	"=last":        {"last lasts duration length end ends ended finish finishes", "dura duran durar duracion termina terminan acaba"},
	"=sick":        {"sick ill illness hospital", "enfermo enferma enfermos hospital"},
	"=cooling":     {"ac aircon conditioning conditioned", "climatizacion"},
	"=wifi":        {"wifi wireless", "wifi inalambrica"},
	"=sunday":      {"sunday sundays", "domingo domingos dominical"},
	"=monday":      {"monday mondays", "lunes"},
	"=tuesday":     {"tuesday tuesdays", "martes"},
	"=wednesday":   {"wednesday wednesdays", "miercoles"},
	"=thursday":    {"thursday thursdays", "jueves"},
	"=friday":      {"friday fridays", "viernes"},
	"=toilet":      {"bathroom bathrooms restroom restrooms toilet toilets washroom", "bano banos sanitario sanitarios"},
	"=death":       {"die dies died dying death dead deceased", "muere murio fallecio fallecer muerte morir"},
	"=open":        {"open opens opened opening close closes closing lock locked unlocked", "abre abren abierto abierta cierra cierran cerrado cerrada"},
	"=convert":     {"convert converting conversion become becoming", "convertir convertirme hacerme"},
	"=law":         {"legal lawyer lawyers attorney immigration undocumented", "legal abogado abogada abogados migratoria migratorio inmigracion migracion papeles"},
	"=quince":      {"quinceanera quince quinceaneras quinceanos", "quinceanera quinceaneras quince quinceanos quinceanero"},
	"=school":      {"school", "escuela"},
	"=speak":       {"speak speaks", "hablo habla hablan"},
	"=nursing":     {"nurse breastfeed breastfeeding nursing", "pecho amamantar lactancia"},
	"=teacher":     {"teacher teachers", "maestra maestro maestros maestras"},
	"=certificate": {"certificate certificates cert", "certificado constancia"},
	"=welcome":     {"welcome", "bienvenido bienvenida bienvenidos bienvenidas"},
	"=remember":    {"eulogy eulogies remembrance tribute", "elogio homenaje"},
	"=oil":         {"anoint anoints anointing oil", "ungen ungir ungimos uncion aceite"},
	"=woman":       {"woman women ladies", "mujer mujeres dama damas"},
	"=man":         {"man men guys", "hombre hombres varon varones caballeros"},
	"=saturday":    {"saturday saturdays", "sabado sabados"},
})

func conceptIndex(groups map[term][2]string) map[language]map[string]term {
	index := map[language]map[string]term{english: {}, spanish: {}}
	for concept, lists := range groups {
		for i, lang := range []language{english, spanish} {
			for word := range strings.FieldsSeq(lists[i]) {
				index[lang][stem(word, lang)] = concept
			}
		}
	}
	return index
}
