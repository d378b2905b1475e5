package disclosure

import (
	"regexp"
	"strings"
	"unicode"

	"narthex/chat/words"
)

// possibleFrom is the model's score from which a message is not told from a question about the assistant: what is recognised as one
// scores twice as high.
const possibleFrom = -1

// Possible reports whether a message may be about the assistant or its service, however it puts that. It is about everything that the
// product is asked, so it is wider than Recognise, and it may well be wrong: whoever is in doubt is told more.
func Possible(message string) bool {
	if !latin(message) {
		return true
	}
	f := room.Get().(*features)
	defer room.Put(f)
	return learned().guess(f, message).score >= possibleFrom || ofTheProduct.MatchString(words.Fold(message))
}

// latin reports whether a message is in letters of which the model has learned.
func latin(message string) bool {
	return strings.IndexFunc(message, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }) < 0
}

// ofTheProduct are words of questions about the assistant and its service.
var ofTheProduct = regexp.MustCompile(`\b(?:narthex|assistants?|asistentes?|agents?|agentes?|(?:chat|ro)?bots?|robots?|computers?|computadoras?|machines?|maquinas?|programs?|software|apps?|aplicacion(?:es)?|artificial|ai|ia|gpt|chatgpt|chats?|chatear|widget|` +
	`humans?|humanos?|humanas?|real person|persona real|privacy|private|privad[oa]s?|privacidad|confiden\w+|anonym\w+|anonim\w+|secrets?|secretos?|` +
	`data|datos|stored?|stores|saved?|guarda\w*|records?|recorded|recording|graba\w*|transcripts?|delet\w+|eras\w+|borra\w*|forget|olvid\w+|tracks?|tracked|tracking|` +
	`reads?|reading this|lee[nr]?|leer|accounts?|cuentas?|log ?in|sign in|sign ?up|passwords?|contrasenas?|register|registr\w+|` +
	`languages?|idiomas?|lenguas?|speak|hablas?|translat\w+|traduc\w+|` +
	`your answers?|you answer|answers?|respuestas?|you know|sabes?|made you|built you|are you|eres|who am i|with whom|con quien|what (?:else )?can you|que puedes?|can you help|help me with|ayudarme|` +
	`wrong|mistakes?|errores?|equivoca\w*|trust|confiar|confianza|reliable|accurate|under 18|underage|minors?|menor(?:es)? de edad|` +
	`advice|consejos? (?:legal|medic\w+)|legal|lawyer|abogad[oa]|medical|medic[oa]|financial|diagnos\w+|tradition|tradicion|lens|denomination|` +
	`plans?|subscri\w+|suscri\w+|trial|prices?|pricing|precios?|add-?ons?|dashboard|admin|voice|voz)\b`)
