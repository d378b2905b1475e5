package term

import (
	"strings"

	stemenglish "github.com/kljensen/snowball/english"
	stemspanish "github.com/kljensen/snowball/spanish"

	"narthex/chat/words"
)

// Stops reports whether a folded word says nothing about what a text is about.
func Stops(word, lang string) bool { return stopWords[lang][word] }

// stopWords say nothing about what a text is about; among them are those that frame a question, and those that every text
// of a church has. They are folded.
var stopWords = map[string]map[string]bool{
	English: words.Set(`
	a about ago all already also am an and any anyone anybody anything are as at be been being both but by can could d did do
	does doing don each else ever every everyone for from get gets getting got had has have having he hello her here hers hi him
	his how i if in into is isn it its just know let like ll m may me might mine more most much must my need no nor not now of
	off on or our ours out over own please re s shall she should so some somebody someone something such t tell than thank
	thanks that the their them then there these they thing this those through to too up us ve very want was we were what when
	where which while who whom why will with would yes you your yours wondering church churches info information question
	allow allowed possible okay ok sure long many during near interested year years old never please thanks im id ive dont doesnt isnt cant wont whats whos theres youre lol pls plz ur u hi hey guys yall longs howlongs supposed instead hows gonna gotta wanna anymore still yet even lol btw anyway`),
	Spanish: words.Set(`
	al algo algun alguna algunas alguno algunos ante aquel aquella asi aun cada como con cual cuales cuando cuanta cuantas
	cuanto cuantos da dan de debo decir del desde donde durante e el ella ellas ellos en entre era es esa esas ese eso esos esta
	estaba estamos estan estar estas este esto estos estoy favor fue ha haber hace hacen hacer hacia han hay he hola iglesia
	informacion la las le les lo los mas me mi mis muy nada ni nos nosotros nuestra nuestras nuestro nuestros o otra otro para
	pero por porque puede pueden puedo que quien quiero quiere quisiera saber se ser si sin sobre solo son soy su sus tambien te
	tengo ti tiene tienen tienes todo todos tu tus u un una unas uno unos usted ustedes va y ya yo gracias pregunta ano anos a nunca ido estado dan soy oiga buenas hola porfa porfavor q k x puro pura nomas ahi alli alla aca aqui pa pal pues entonces bien`),
}

// weakWords are what many a question has, whatever it is about.
var weakWords = stemmed(`
	bring brings come comes coming find go goes going help happen happens join make mean offer people person place provide run runs
	call write see start take talk meet meets use uses using throw bring hold held holds serve served play plays far ahead advance ahead christian cristiana cristiano book booked need want say said mother father mom dad
	mum mam parent wife husband fiance brother sister friend somewhere anywhere thing far look looking check fill ask asked set put keep day week today tomorrow tonight next first new one two
	drop dropping pop swing lately number celebrate celebrates policy rule rules activity activities event events program programs
	tiempo tocan tocar traer venir viene vengo encontrar ir voy mama papa esposo esposa hermano hermana amigo amiga habla reunen reune reunirse ayuda ayudar hacer ofrecer persona personas gente lugar ver empezar tomar hablar usar
	llamar dia semana hoy manana proximo primero primera nuevo uno dos
	numero actividad actividades evento eventos celebrar celebran fiesta fiestas pasar pasan regalar regalan repartir reparten casa`)

// WeakWord reports whether a term carries little of a question's meaning: an answer that shares only such terms is none.
func (t Term) WeakWord() bool { return weakWords[t] }

// Weak reports whether a term carries little meaning by itself: a weak word, or a number.
func (t Term) Weak() bool { return weakWords[t] || t[0] >= '0' && t[0] <= '9' }

func stemmed(list string) map[Term]bool {
	set := map[Term]bool{"=time": true, "=speak": true} // which "when" stands for, and which most sentences of a church have
	for word := range strings.FieldsSeq(list) {
		set[Term(stemenglish.Stem(word, true))] = true
		set[Term(stemspanish.Stem(word, true))] = true
	}
	return set
}
