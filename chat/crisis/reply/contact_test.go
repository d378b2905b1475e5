package reply_test

import (
	"testing"

	"narthex/chat/crisis/reply"
)

// Who wants to die says more than a number. What is said of others, or of something else, takes nothing from it.
func TestTheNumberOfWhoSaysMoreIsTaken(t *testing.T) {
	for message, phone := range map[string]string{
		"no tengo a nadie, mi cel es 956 555 0101":                             "956 555 0101",
		"no se que hacer 956 555 0101":                                         "956 555 0101",
		"no tengo correo pero mi numero es 956 555 0101":                       "956 555 0101",
		"por favor llamenme no puedo dormir 956 555 0101":                      "956 555 0101",
		"no puedo dormir, llámenme al 956 555 0101":                            "956 555 0101",
		"no puedo dormir llámenme al 956 555 0101":                             "956 555 0101",
		"su numero no contesta, el mio es 956 555 0101":                        "956 555 0101",
		"mi esposo me quitó su carro, mi numero es 956 555 0101":               "956 555 0101",
		"ya llame a mi hermana y no contesta, mi numero es 956 555 0101":       "956 555 0101",
		"I don't have anyone, 956 555 0101":                                    "956 555 0101",
		"I don't know what to do 956 555 0101":                                 "956 555 0101",
		"I'm not okay 956 555 0101":                                            "956 555 0101",
		"I'm not safe call me at 956 555 0101":                                 "956 555 0101",
		"nobody answers their phone, mine is 956 555 0101":                     "956 555 0101",
		"I never sleep. My number is 956 555 0101.":                            "956 555 0101",
		"I have no email but my cell is 956 555 0101":                          "956 555 0101",
		"I called my sister and she didn't pick up. My number is 956 555 0101": "956 555 0101",
	} {
		if got, _ := reply.ContactIn(graceHarbor(), message); got.Phone != phone {
			t.Errorf("%q: %q, want %q", message, got.Phone, phone)
		}
	}
}

// A number that is not to be called, was called in vain or is somebody else's goes to nobody, however it is said.
func TestANumberThatIsNotTheirsOrNotToBeCalledIsLeftAlone(t *testing.T) {
	for _, message := range []string{
		"No quiero que me contacten al 956 555 0101", "no me busquen en el 956 555 0101", "no quiero llamadas al 956 555 0101", "no me localicen en el 956 555 0101", "don't reach me at 956 555 0101",
		"I don't want to be contacted at 956 555 0101", "I do not want to be called at 956 555 0101", "no one call 956 555 0101", "nobody should text 956 555 0101", "no calls at 956 555 0101 please",
		"don't call 956 555 0101", "please do not ever call me at 956 555 0101", "don't tell anybody, 956 555 0101", "956 555 0101. Don't call", "I don't want you to call 956 555 0101",
		"don't text 956 555 0101 he reads it", "never use 956 555 0101", "I called 956 555 0101 and nobody answered", "I called and nobody answered, 956 555 0101", "I tried, 956 555 0101",
		"his number is 956 555 0101, do not tell him", "his number is 956 555 0101", "it's his number. 956 555 0101", "her cell phone is 956 555 0101", "their number 956 555 0101", "956 555 0101 is his phone",
		"956 555 0101 is her number", "this is his, 956 555 0101", "956 555 0101, but not that one", "that's not my number 956 555 0101", "956 555 0101, it's his",
		"no me llamen al 956 555 0101", "no llamen al 956 555 0101", "por favor no llamen, 956 555 0101", "no quiero que me llamen al 956 555 0101", "no vayan a llamarme al 956 555 0101", "956 555 0101, no me hablen",
		"nunca marquen el 956 555 0101", "no le digan, 956 555 0101", "no le digan a mi esposo 956 555 0101", "su numero es 956 555 0101", "es su celular 956 555 0101", "956 555 0101 es su telefono", "956 555 0101 es el suyo",
		"no es mi numero 956 555 0101", "ya llamé al 956 555 0101", "marqué el 956 555 0101 y nada", "no usen el 956 555 0101", "956 555 0101 ese no", "no puedo llamar al 956 555 0101",
	} {
		if got, given := reply.ContactIn(graceHarbor(), message); given {
			t.Errorf("%q gives %q", message, got)
		}
	}
}

// A caller says the digits, and what writes them down may write them as words.
func TestANumberThatIsSaidDigitByDigitIsTaken(t *testing.T) {
	for message, phone := range map[string]string{
		"mi numero es dos cero siete cinco cinco cinco cero uno siete siete":                  "2075550177",
		"es el nueve, cinco, seis, cinco, cinco, cinco, cero, uno, cero, uno, por favor":      "9565550101",
		"Mi número es nueve cinco seis, 555, cero uno cero uno.":                              "9565550101",
		"my number is two oh seven five five five oh one seven seven":                         "2075550177",
		"It's two zero seven, five five five, zero one seven seven.":                          "2075550177",
		"five five five oh one seven seven":                                                   "5550177",
		"no tengo a nadie, mi numero es dos cero siete cinco cinco cinco cero uno siete seis": "2075550176",
		"no me llamen al dos cero siete cinco cinco cinco cero uno siete seis":                "",
		"his number is two oh seven five five five oh one seven seven":                        "",
		"I have two kids and one of them is six":                                              "",
		"somos cinco, tres niños y dos adultos":                                               "",
		"Llámenme después de las cinco, 207 555 0199":                                         "207 555 0199",
		"Call me after five, 207-555-0199":                                                    "207-555-0199",
		"uno dos tres":                                                                        "",
		"nine eight eight":                                                                    "",
		"one two three four five six":                                                         "",
		"oh one day oh two days":                                                              "",
	} {
		if got, _ := reply.ContactIn(graceHarbor(), message); got.Phone != phone {
			t.Errorf("%q: %q, want %q", message, got.Phone, phone)
		}
	}
}

// A caller's own number shows.
func TestTheNumberThatSomebodyCallsFromIsGivenInWords(t *testing.T) {
	for message, given := range map[string]bool{
		"it's this number you can see": true, "this number": true, "call me back at this number": true, "you can reach me on this number": true, "the number I'm calling from": true, "the same number": true,
		"use this number please": true, "this is my number": true, "at the number I am calling you from": true,
		"este número": true, "es este mismo numero": true, "a este mismo número por favor": true, "llámeme a este número": true, "el número del que estoy llamando": true, "es el mismo numero del que llamo": true, "al numero de donde le hablo": true,
		"The number, please.": false, "get me the number": false, "text me the number": false, "el número por favor": false,
		"don't call this number": false, "this number is not mine": false, "this is his number": false, "is this number right?": false, "what is this number": false, "not this number": false, "I called this number and nobody answered": false,
		"do not call me at this number": false, "I got this number from a friend": false, "this number of pills": false,
		"no me llamen a este número": false, "este número no es mío": false, "de quién es este número": false, "¿qué número es este?": false, "a este número no": false, "es el número de mi esposo": false, "me dieron este número": false,
	} {
		if got := reply.IsThisNumber(message); got != given {
			t.Errorf("%q: %v, want %v", message, got, given)
		}
	}
}
