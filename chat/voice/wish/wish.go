// Package wish understands what a caller wants of the call itself, without a model: to hear that again, a person, to end it.
package wish

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/words"
)

// Wish is what a caller wants of the call itself; None is all that the cascade answers.
type Wish int

const (
	None    Wish = iota
	Yes          // what they were asked
	Here         // to say that they are there
	GoOn         // to hear what was left out
	Text         // to be sent what they were asked about
	Repeat       // to hear it again
	Person       // to speak to somebody
	Goodbye      // to end the call
	Decline      // not to hear more
	English      // to be spoken to in English
	Spanish      // or in Spanish
)

// Each wish is known by its whole sentences: a word more, and it is a question for the cascade, whose first tier is the crisis gate.
var wishes = map[string]Wish{}

func init() {
	for meant, sentences := range map[Wish]string{
		Yes: `yes; yes please; please; sure; ok; okay; yeah; yep; yes do; please do; yes please do; go ahead; yes go ahead; of course; yes that would be great; that would be great;
			si; si por favor; claro; claro que si; adelante; si gracias; esta bien`,
		Here: `here; i'm here; i am here; yes i'm here; yes i am here; yes i am; i am; still here; i'm still here; i am still here; yes still here; yes i'm still here; yes i am still here; yes here; yes i can hear you; i can hear you;
			aqui estoy; si aqui estoy; aqui sigo; si aqui sigo; sigo aqui; si sigo aqui; estoy aqui; si estoy aqui; todavia estoy aqui; si todavia estoy aqui; si digame; la escucho; lo escucho; si la escucho; si lo escucho; le escucho`,
		GoOn: `go on; continue; please go on; please continue; yes go on; tell me more; keep going; more; continue; siga; siga por favor; mas; digame mas`,
		Text: `text it; text me; text it to me; send it; send it to me; send me the link; send the link; yes send it; yes text it; yes text me; yes text it to me; yes send it to me; yes send me the link; yes send the link;
			mandelo; mandemelo; envielo; enviemelo; si mandelo; si mandemelo; si envielo; si enviemelo; mandeme el enlace; envieme el enlace; si mandeme el enlace; si envieme el enlace`,
		Repeat: `repeat; repeat that; please repeat; repeat please; can you repeat that; could you repeat that; can you repeat that please; say that again; say it again; can you say that again;
			could you say that again; again please; again; what did you say; pardon; sorry what; i didn't catch that; i did not hear you; come again; repeat the number; the number; the number please; get me the number; give me the number; can you repeat the number; could you repeat the number; can you say the number again; say the number again; what is the number; the number again; what was the number;
			what was that number; repita; repita por favor; puede repetir; puede repetirlo; me lo repite; otra vez; otra vez por favor; como dijo; que dijo; mande; repita el numero`,
		Person: `person; a person; operator; agent; human; representative; speak to a person; talk to a person; i want to speak to a person; i want to talk to a person; i'd like to speak to a person;
			i'd like to talk to a person; can i speak to a person; can i talk to a person; can i talk to someone; can i speak to someone; can i speak with someone; let me talk to a person;
			let me speak to a person; speak to someone; talk to someone; i want to talk to someone; i want to speak to someone; real person; a real person; i want a real person; i want to talk to a real person;
			i want to speak to a human; talk to a human; can i talk to a human; can i talk to a real person; transfer me; transfer me please; please transfer me; put me through; connect me;
			can i speak to the pastor; can i talk to the pastor; i want to talk to the pastor; i want to speak to the pastor; i'd like to speak to the pastor; i'd like to talk to the pastor;
			i need to talk to the pastor; i need to talk to someone; i need to speak to someone; i need to talk to a person;
			persona; una persona; operador; operadora; quiero hablar con una persona; quiero hablar con alguien; puedo hablar con una persona; puedo hablar con alguien; hablar con una persona;
			hablar con alguien; necesito hablar con alguien; necesito hablar con una persona; quisiera hablar con una persona; paseme con una persona; comuniqueme con una persona; quiero hablar con el pastor;
			puedo hablar con el pastor; necesito hablar con el pastor; quisiera hablar con el pastor`,
		Goodbye: `bye; goodbye; bye bye; good bye; thank you goodbye; thank you bye; thanks bye; thanks goodbye; that's all; that is all; that's all thank you; that's all thanks; that's it; nothing else; no that's all;
			no thank you that's all; no thanks that's all; that's everything; have a good day; hang up; adios; hasta luego; gracias adios; eso es todo; eso es todo gracias; nada mas; nada mas gracias; no eso es todo; chao`,
		Decline: `no; no thank you; no thanks; nope; not now; i'm good; no gracias; ahora no; asi esta bien`,
	} {
		for sentence := range strings.SplitSeq(sentences, ";") {
			wishes[key(sentence)] = meant
		}
	}
}

// polite are words that change no wish.
var polite = words.Set("hello hi hey um uh uhm well so ok please miss sir maam hola bueno pues eh por favor porfa porfavor porfis senor senora senorita oiga oye disculpe disculpa")

func key(said string) string {
	all := slices.Collect(words.Split(words.Fold(said)))
	if kept := slices.DeleteFunc(slices.Clone(all), func(word string) bool { return polite[word] }); len(kept) > 0 {
		all = kept
	}
	return strings.Join(all, " ")
}

// Of tells what a caller wants of the call.
func Of(said string) Wish {
	sentence := key(said)
	if meant, known := wishes[sentence]; known {
		return meant
	}
	switch {
	case personForm.MatchString(sentence):
		return Person
	case spanishForm.MatchString(sentence):
		return Spanish
	case englishForm.MatchString(sentence):
		return English
	case !strings.ContainsAny(said, "?¿") && partingForm.MatchString(sentence) && saysOnly(leaving, said):
		return Goodbye
	}
	return None
}

// All that is said by who wants to be spoken to in a language.
var (
	spanishForm = regexp.MustCompile(`^(?:(?:si|yes|i|solo|only|nada mas|yo|can|could|do|does|you|we|someone|anyone|puede|podemos|pueden|quiero|quisiera|prefiero|hay alguien que|usted|speak|speaks|hablas?|hablan|hable|hablo|hablar|hablemos|en|para|in) )*(?:espanol|spanish)$|^(?:yo )?no (?:(?:le|te|les) )?(?:entiendo|hablo|se)(?: (?:el|bien|mucho|nada de|hablar))* ingles$`)
	englishForm = regexp.MustCompile(`^(?:(?:si|yes|i|solo|only|can|could|do|does|you|we|someone|anyone|puede|quiero|quisiera|prefiero|speak|speaks|hablas?|hablan|hable|hablo|hablar|hablemos|en|para|in|for) )*(?:ingles|english)$|^i (?:don t|do not|can t|cannot) (?:speak|understand)(?: any)? spanish$`)
)

// partingForm is in what is said by who leaves. A blessing by itself is a greeting as well.
var partingForm = regexp.MustCompile(`\b(?:bye|goodbye|adios|chao|nos vemos|see (?:you|ya)|hasta (?:luego|pronto|manana|el domingo))\b|\b(?:gracias|thanks|thank you)\b.*\b(?:bendiciones|bendiga|bless|blessings)\b`)

// personForm is all that is said by who wants to speak to the church's people: what about is for the cascade.
var personForm = regexp.MustCompile(`^(?:(?:can|could|may|i|i d|want|need|like|would|love|id|let|me|to|just|if|possible|you|get) )*(?:talk|speak|put me through|connect me|transfer me|transfer)(?: (?:to|with|through))* (?:(?:a|an|the|some|your|real|actual|live|human) )*(?:person|human|human being|someone|somebody|anyone|anybody|pastor|priest|reverend|minister|operator|agent|representative|secretary|receptionist|office)(?: (?:there|in the office|at the church|now|right now|instead))*$` +
	`|^(?:(?:me|puede|puedes|podria|podrias|pueden|puedo|quiero|quisiera|necesito|deseo|gustaria|dejeme|dejame|que) )*(?:hablar|pas(?:e|a|ar)(?:me)?|comuni(?:que|ca|car)(?:me)?|conect(?:e|a|ar)(?:me)?|transfier[ae](?:me)?|transferir(?:me)?) con (?:(?:el|la|un|una|algun|alguna|otra|su) )?(?:persona|alguien|humano|pastora?|padre|sacerdote|cura|parroco|reverendo|operadora?|secretari[ao]|encargad[ao]|oficina)(?: (?:de verdad|real|de la iglesia|de la oficina|ahora|ya|gracias))*$`)

// leaving are the words that people part with.
var leaving = words.Set(`thank thanks you your very so much bye goodbye good day night evening afternoon morning weekend week one nice great lovely wonderful blessed
	have a the same to too and as well also god bless blessings see ya later soon on sunday then take care ok okay alright all right yes yeah no fine amen
	gracias muchas muchisimas adios chao hasta luego pronto manana domingo el la un una que le les te lo los tenga tengan pase pasen buen buena buenas buenos bueno
	dia dias tarde tardes noche noches dios bendiga bendiciones igualmente a usted ustedes y de nada si ya bien muy amable nos vemos cuidese`)

// TakesLeave reports whether a caller says nothing but what people say who part.
func TakesLeave(said string) bool {
	if wanted := Of(said); wanted == Goodbye || wanted == Decline {
		return true
	}
	return saysOnly(leaving, said)
}

// Refuses reports whether a caller who is being put through to somebody does not want that, or not yet. In doubt they do not: who is
// kept may ask again.
func Refuses(said string) bool {
	sentence := key(said)
	return refusalForm.MatchString(sentence) && !noRefusalForm.MatchString(sentence)
}

var (
	refusalForm = regexp.MustCompile(`^(?:oh |god |ay |yes |yeah |sorry |actually |lo siento |perdon )*(?:no|nope|not|never|don t|dont|do not|wait|hold on|hang on|stop|cancel|forget it|anyone but|anybody but|espere|esperate|espera|esperen|pare|para|deten|detenga|cancele|cancela|alto|nunca|mejor no|todavia no|jamas|cualquiera menos)\b` +
		`|\b(?:not (?:him|her|them|that|there|now|yet|to)|don t (?:do|want|put|connect|transfer|call|need)|do not (?:do|want|put|connect|transfer|call|need)|won t (?:talk|speak)|can t (?:talk|speak) to|rather not|changed my mind|never mind|nevermind|someone else|somebody else|anyone else|anybody else|another person)\b` +
		`|\b(?:no (?:quiero|con|a|me|lo|le|la|haga|llame|llamen|quisiera|puedo|hace falta)|con otra persona|alguien mas|otra persona|cambie de opinion|ya no)\b`)
	noRefusalForm = regexp.MustCompile(`^(?:no (?:problem|worries|rush|hurry|trouble|hay problema|hay de que|se preocupe|te preocupes|pasa nada)|don t worry|do not worry|not at all|not a problem|no no hay problema)(?: (?:at all|about it|thanks|thank you|gracias|muchas gracias|i ll wait|i will wait|i can wait|espero|take your time))*$`)
)

// saysOnly reports whether every word of what was said is of a set.
func saysOnly(set map[string]bool, said string) bool {
	for word := range words.Split(words.Fold(said)) {
		if !set[word] {
			return false
		}
	}
	return true
}
