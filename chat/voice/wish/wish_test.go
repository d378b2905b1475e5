package wish_test

import (
	"testing"

	"narthex/chat/voice/wish"
)

func TestWhoWantsAPersonIsUnderstood(t *testing.T) {
	for said, want := range map[string]wish.Wish{
		"Can I talk to a person, please?": wish.Person, "I'd like to speak with the pastor": wish.Person, "could you connect me to someone in the office": wish.Person, "Can you put me through to the secretary?": wish.Person, "transfer me to a real person": wish.Person,
		"Comuníqueme con el pastor, porfa": wish.Person, "páseme con alguien": wish.Person, "Pásame con una persona": wish.Person, "¿Me puede comunicar con una persona?": wish.Person, "quisiera hablar con una persona por favor señorita": wish.Person,
		"oiga, quiero hablar con el padre": wish.Person, "disculpe, me puede pasar con la secretaria": wish.Person, "necesito hablar con alguien de la oficina": wish.Person,
		"can I talk to someone about baptism": wish.None, "I talked to the pastor": wish.None, "who can I talk to about my marriage": wish.None, "I need to talk to someone, I want to die": wish.None, "can you call my husband": wish.None, "can I talk to you": wish.None,
		"quiero hablar con el pastor sobre mi matrimonio": wish.None, "ya hablé con el pastor": wish.None, "quiero hablar con mi hijo": wish.None, "no quiero hablar con el pastor": wish.None, "puedo hablar con usted": wish.None, "pase con cuidado": wish.None, "hablar con Dios": wish.None,
	} {
		if got := wish.Of(said); got != want {
			t.Errorf("%q is %d, want %d", said, got, want)
		}
	}
}

// Who says farewell says it in many words. A blessing by itself is a greeting, and who asks, or says more, has not left.
func TestWhoLeavesIsUnderstood(t *testing.T) {
	for said, want := range map[string]wish.Wish{
		"adiós, que Dios la bendiga": wish.Goodbye, "Hasta luego, bendiciones": wish.Goodbye, "gracias, bendiciones": wish.Goodbye, "muchas gracias, que Dios les bendiga": wish.Goodbye, "bueno, adiós, muy amable": wish.Goodbye, "hasta el domingo": wish.Goodbye,
		"Thank you so much, bye bye": wish.Goodbye, "thank you, God bless you": wish.Goodbye, "okay, see you on Sunday, bye": wish.Goodbye, "Goodbye, have a blessed day": wish.Goodbye,
		"Dios la bendiga": wish.None, "God bless you": wish.None, "bendiciones": wish.None, "buenas noches": wish.None, "good morning": wish.None, "gracias": wish.None, "¿hasta el domingo?": wish.None, "adiós para siempre": wish.None, "bye, I can't live like this": wish.None,
		"gracias, ¿y a qué hora es la misa?": wish.None, "hasta el domingo no abren": wish.None, "see you on Sunday at what time": wish.None, "thank you, and God bless my mother who died": wish.None, "hasta luego, pero antes una pregunta": wish.None,
	} {
		if got := wish.Of(said); got != want {
			t.Errorf("%q is %d, want %d", said, got, want)
		}
	}
}

func TestTheLanguageThatACallerWantsIsUnderstood(t *testing.T) {
	for said, want := range map[string]wish.Wish{
		"hola, ¿habla español?": wish.Spanish, "para español": wish.Spanish, "no entiendo inglés": wish.Spanish, "Sí, hablemos en español": wish.Spanish, "en español por favor": wish.Spanish, "Spanish, please": wish.Spanish, "do you speak Spanish?": wish.Spanish, "no hablo inglés": wish.Spanish,
		"English please": wish.English, "Do you speak English?": wish.English, "I don't speak Spanish": wish.English, "¿habla inglés?": wish.English, "in English": wish.English,
		"is there a service in Spanish": wish.None, "¿hay misa en español?": wish.None, "¿el culto es en inglés?": wish.None, "clases de inglés": wish.None, "do you have English classes": wish.None, "no entiendo la biblia": wish.None, "mi esposo no habla inglés": wish.None, "a qué hora es en español": wish.None,
	} {
		if got := wish.Of(said); got != want {
			t.Errorf("%q is %d, want %d", said, got, want)
		}
	}
}

func TestWhoDoesNotWantToBePutThroughIsUnderstood(t *testing.T) {
	for said, want := range map[string]bool{
		"No, please don't!": true, "No, wait, it was him.": true, "Don't put me through": true, "please, wait": true, "stop stop": true, "hold on a second": true, "Oh no, not him": true, "I don't want to talk to him": true, "can I have somebody else": true,
		"never mind": true, "I changed my mind": true, "No.": true, "no, con él no": true, "espere, espere": true, "No quiero hablar con él": true, "mejor no": true, "con otra persona por favor": true, "ya no": true, "pare": true,
		"okay": false, "thank you": false, "no problem": false, "No worries, thank you": false, "don't worry, I can wait": false, "gracias": false, "no hay problema": false, "sí, por favor": false, "I know him": false, "great, he is nice": false,
	} {
		if got := wish.Refuses(said); got != want {
			t.Errorf("%q: %t", said, got)
		}
	}
}
