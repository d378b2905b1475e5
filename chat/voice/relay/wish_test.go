package relay

import "testing"

func TestWhoWantsAPersonIsUnderstood(t *testing.T) {
	for said, want := range map[string]wish{
		"Can I talk to a person, please?": person, "I'd like to speak with the pastor": person, "could you connect me to someone in the office": person, "Can you put me through to the secretary?": person, "transfer me to a real person": person,
		"Comuníqueme con el pastor, porfa": person, "páseme con alguien": person, "Pásame con una persona": person, "¿Me puede comunicar con una persona?": person, "quisiera hablar con una persona por favor señorita": person,
		"oiga, quiero hablar con el padre": person, "disculpe, me puede pasar con la secretaria": person, "necesito hablar con alguien de la oficina": person,
		"can I talk to someone about baptism": none, "I talked to the pastor": none, "who can I talk to about my marriage": none, "I need to talk to someone, I want to die": none, "can you call my husband": none, "can I talk to you": none,
		"quiero hablar con el pastor sobre mi matrimonio": none, "ya hablé con el pastor": none, "quiero hablar con mi hijo": none, "no quiero hablar con el pastor": none, "puedo hablar con usted": none, "pase con cuidado": none, "hablar con Dios": none,
	} {
		if got := wished(said); got != want {
			t.Errorf("%q is %d, want %d", said, got, want)
		}
	}
}

// Who says farewell says it in many words. A blessing by itself is a greeting, and who asks, or says more, has not left.
func TestWhoLeavesIsUnderstood(t *testing.T) {
	for said, want := range map[string]wish{
		"adiós, que Dios la bendiga": goodbye, "Hasta luego, bendiciones": goodbye, "gracias, bendiciones": goodbye, "muchas gracias, que Dios les bendiga": goodbye, "bueno, adiós, muy amable": goodbye, "hasta el domingo": goodbye,
		"Thank you so much, bye bye": goodbye, "thank you, God bless you": goodbye, "okay, see you on Sunday, bye": goodbye, "Goodbye, have a blessed day": goodbye,
		"Dios la bendiga": none, "God bless you": none, "bendiciones": none, "buenas noches": none, "good morning": none, "gracias": none, "¿hasta el domingo?": none, "adiós para siempre": none, "bye, I can't live like this": none,
		"gracias, ¿y a qué hora es la misa?": none, "hasta el domingo no abren": none, "see you on Sunday at what time": none, "thank you, and God bless my mother who died": none, "hasta luego, pero antes una pregunta": none,
	} {
		if got := wished(said); got != want {
			t.Errorf("%q is %d, want %d", said, got, want)
		}
	}
}

func TestTheLanguageThatACallerWantsIsUnderstood(t *testing.T) {
	for said, want := range map[string]wish{
		"hola, ¿habla español?": spanish, "para español": spanish, "no entiendo inglés": spanish, "Sí, hablemos en español": spanish, "en español por favor": spanish, "Spanish, please": spanish, "do you speak Spanish?": spanish, "no hablo inglés": spanish,
		"English please": english, "Do you speak English?": english, "I don't speak Spanish": english, "¿habla inglés?": english, "in English": english,
		"is there a service in Spanish": none, "¿hay misa en español?": none, "¿el culto es en inglés?": none, "clases de inglés": none, "do you have English classes": none, "no entiendo la biblia": none, "mi esposo no habla inglés": none, "a qué hora es en español": none,
	} {
		if got := wished(said); got != want {
			t.Errorf("%q is %d, want %d", said, got, want)
		}
	}
}
