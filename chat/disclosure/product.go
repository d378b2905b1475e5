package disclosure

import (
	"strings"

	"narthex/chat/words"
)

// What follows are words of questions about the assistant and its service.

var productWords = words.Set(`narthex assistant assistants asistente asistentes agent agents agente agentes bot bots chatbot chatbots robot robots
	computer computers computadora computadoras machine machines maquina maquinas program programs software app apps aplicacion aplicaciones
	artificial ai ia gpt chatgpt chat chats chatear widget human humans humano humanos humana humanas
	privacy private privada privado privadas privados privacidad secret secrets secreto secretos
	data datos store stored stores save saved record records recorded recording transcript transcripts forget track tracks tracked tracking
	read reads lee leen leer account accounts cuenta cuentas login signup password passwords contrasena contrasenas register
	language languages idioma idiomas lengua lenguas speak habla hablas answer answers respuesta respuestas sabe sabes eres ayudarme
	wrong mistake mistakes errore errores trust confiar confianza reliable accurate underage minor minors
	advice legal lawyer abogado abogada medical medico medica financial tradition tradicion lens denomination
	plan plans trial price prices pricing precio precios addon addons dashboard admin voice voz`)

// productBeginnings are of words that have at least one letter more, after a plus sign, or that may be whole, after an asterisk.
var productBeginnings = [...]string{
	"confiden+", "anonym+", "anonim+", "guarda*", "graba*", "delet+", "eras+", "borra*", "olvid+", "registr+", "translat+", "traduc+",
	"equivoca*", "diagnos+", "subscri+", "suscri+",
}

// productPhrases are what follows a word. They may end as productBeginnings do.
var productPhrases = map[string][]string{
	"real": {" person"}, "persona": {" real"}, "reading": {" this"}, "log": {" in"}, "sign": {" in", " up"}, "add": {"-on", "-ons"},
	"you": {" know"}, "made": {" you"}, "built": {" you"}, "are": {" you"}, "who": {" am i"}, "with": {" whom"}, "con": {" quien"},
	"what": {" can you", " else can you"}, "que": {" puede", " puedes"}, "can": {" you help"}, "help": {" me with"}, "under": {" 18"},
	"menor": {" de edad"}, "menores": {" de edad"}, "consejo": {" medic+"}, "consejos": {" medic+"},
}

// ofTheProduct reports whether a folded text has one of these. A word is what a regular expression takes for one: Latin letters without
// accents, digits and underscores.
func ofTheProduct(folded []byte) bool {
	for from := 0; from < len(folded); from++ {
		to := from
		for to < len(folded) && isOfWord(folded[to]) {
			to++
		}
		if to == from {
			continue
		}
		word := folded[from:to]
		if productWords[string(word)] {
			return true
		}
		for _, beginning := range productBeginnings {
			if beginning[0] == word[0] && beginsWith(word, beginning) {
				return true
			}
		}
		for _, rest := range productPhrases[string(word)] {
			if beginsWith(folded[to:], rest) {
				return true
			}
		}
		from = to
	}
	return false
}

// beginsWith reports whether a text begins with another, after which the word ends, or goes on as its last sign has it.
func beginsWith(text []byte, other string) bool {
	bare := strings.TrimRight(other, "+*")
	if len(text) < len(bare) || string(text[:len(bare)]) != bare {
		return false
	}
	goesOn := len(text) > len(bare) && isOfWord(text[len(bare)])
	switch other[len(other)-1] {
	case '+':
		return goesOn
	case '*':
		return true
	}
	return !goesOn
}

func isOfWord(b byte) bool {
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '_' || 'A' <= b && b <= 'Z'
}
