package disclosure

import (
	"regexp"
	"strings"
	"testing"

	"narthex/chat/words"
)

// productExpression says what ofTheProduct finds. It takes thirty times as long.
var productExpression = regexp.MustCompile(`\b(?:narthex|assistants?|asistentes?|agents?|agentes?|(?:chat|ro)?bots?|robots?|computers?|computadoras?|machines?|maquinas?|programs?|software|apps?|aplicacion(?:es)?|artificial|ai|ia|gpt|chatgpt|chats?|chatear|widget|` +
	`humans?|humanos?|humanas?|real person|persona real|privacy|private|privad[oa]s?|privacidad|confiden\w+|anonym\w+|anonim\w+|secrets?|secretos?|` +
	`data|datos|stored?|stores|saved?|guarda\w*|records?|recorded|recording|graba\w*|transcripts?|delet\w+|eras\w+|borra\w*|forget|olvid\w+|tracks?|tracked|tracking|` +
	`reads?|reading this|lee[nr]?|leer|accounts?|cuentas?|log ?in|sign in|sign ?up|passwords?|contrasenas?|register|registr\w+|` +
	`languages?|idiomas?|lenguas?|speak|hablas?|translat\w+|traduc\w+|` +
	`your answers?|you answer|answers?|respuestas?|you know|sabes?|made you|built you|are you|eres|who am i|with whom|con quien|what (?:else )?can you|que puedes?|can you help|help me with|ayudarme|` +
	`wrong|mistakes?|errores?|equivoca\w*|trust|confiar|confianza|reliable|accurate|under 18|underage|minors?|menor(?:es)? de edad|` +
	`advice|consejos? (?:legal|medic\w+)|legal|lawyer|abogad[oa]|medical|medic[oa]|financial|diagnos\w+|tradition|tradicion|lens|denomination|` +
	`plans?|subscri\w+|suscri\w+|trial|prices?|pricing|precios?|add-?ons?|dashboard|admin|voice|voz)\b`)

// pieces are words of the expression, and of what it nearly finds.
var pieces = strings.Fields(`narthex assistant assistants asistente asistentes agent agentes bot bots chatbot chatbots robot robots robotss computers computadora machine
	maquinas program software app apps aplicacion aplicaciones aplicaciona artificial ai ia gpt chatgpt chat chats chatear widget humans humano humanas real person
	persona reals privacy private privada privados privad privacidad confiden confidential anonym anonymous anonimo anonim secret secretos data datos store stored
	stores storeds save saved saves guarda guardan guard record records recorded recording recordings graba grabado grab transcript transcripts delet delete eras
	erase borra borrado forget forgets olvid olvidar track tracks tracked tracking read reads reading this lee leen leer leet account cuentas log in login sign up
	signup signin password contrasena register registr registra registered language idiomas lengua speak habla hablas hablan translat translate traduc traducir your answer
	answers you respuesta know sabe sabes made built are eres who am i with whom con quien what else can que puede puedes puedo help me ayudarme wrong mistake
	mistakes error errore errores equivoca equivocado trust confiar confianza reliable accurate under 18 180 underage minor minors menor menores de edad advice
	consejo consejos legal medic medicinal medico lawyer abogado abogadas medical medica financial diagnos diagnosis tradition tradicion lens denomination plan plans
	subscri subscribe suscri suscribir trial price pricing precios add on ons addon addons add-on add-ons add-onss dashboard admin voice voz hall bake_sale café niño naïve`)

var ofPhrases = strings.Fields(`real person persona reading this log in sign up you know made built are who am i with whom con quien what else can que puede puedes help me
	under 18 menor menores de edad consejo medicina add on ons`)

func TestWordsOfTheProductAreThoseOfTheExpression(t *testing.T) {
	check := func(text string) {
		t.Helper()
		folded := words.Fold(text)
		if got, want := ofTheProduct([]byte(folded)), productExpression.MatchString(folded); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for _, language := range []string{"en", "es"} {
		for _, q := range corpus(t, language) {
			check(q.text)
		}
	}
	for _, one := range pieces {
		for _, around := range []string{"%", "a%", "%s", "%_", "é%", "%é", "%1", "9%", "%'s", "-%", "%-", "the % of", "%, then", "¿%?", "%  x", "%\nyou"} {
			check(strings.ReplaceAll(around, "%", one))
		}
	}
	for _, one := range ofPhrases {
		for _, two := range ofPhrases {
			check(one + " " + two)
			check("a " + one + "-" + two + "s")
		}
	}
	for _, text := range []string{"what else can you", "what can you", "what elsecan you", "who am i", "who am in", "menor de edad", "menores de edades", "can you help", "help me with", "help me without", "", " "} {
		check(text)
		check("so " + text + " do")
	}
}

func FuzzWordsOfTheProduct(f *testing.F) {
	for _, text := range []string{"What else can you do?", "un consejo médico", "add-ons", "¿Con quién hablo?"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, text := range []string{text, words.Fold(text)} {
			if got, want := ofTheProduct([]byte(text)), productExpression.MatchString(text); got != want {
				t.Errorf("%q: %v, want %v", text, got, want)
			}
		}
	})
}

func BenchmarkPossible(b *testing.B) {
	Warm()
	b.ReportAllocs()
	for b.Loop() {
		Possible("Do you happen to have a quiet room where a mother could nurse her baby on Sunday morning?")
	}
}
