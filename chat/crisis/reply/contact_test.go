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

		// who will not call, or cannot, or is called by nobody
		"No puedo llamar, llámenme al 956 555 0101":                              "956 555 0101",
		"I'm not going to call, but you can call me at 956 555 0101":             "956 555 0101",
		"I don't want to call them. My number is 956 555 0101":                   "956 555 0101",
		"I could not reach 988, please call me at 956 555 0101":                  "956 555 0101",
		"I have not reached anybody, 956 555 0101":                               "956 555 0101",
		"no puedo contactar a mi familia, mi cel es 956 555 0101":                "956 555 0101",
		"no me busca nadie, mi cel es 956 555 0101":                              "956 555 0101",
		"no me contactan, mi numero es 956 555 0101":                             "956 555 0101",
		"I can't call call me, my number is 956 555 0101":                        "956 555 0101",
		"no puedo llamar llámenme al 956 555 0101":                               "956 555 0101",
		"I am not able to call so please call me at 956 555 0101":                "956 555 0101",
		"They don't call me any more. 956 555 0101":                              "956 555 0101",
		"my kids never call. I'm at 956 555 0101":                                "956 555 0101",
		"I don't use email, text me at 956 555 0101":                             "956 555 0101",
		"I don't want to give my name, call 956 555 0101":                        "956 555 0101",
		"don't give up on me, 956 555 0101":                                      "956 555 0101",
		"please don't call the police. My cell is 956 555 0101":                  "956 555 0101",
		"no llamen a la policía, mi cel es 956 555 0101":                         "956 555 0101",
		"it's no use, 956 555 0101":                                              "956 555 0101",
		"no tengo nadie que me hable, 956 555 0101":                              "956 555 0101",
		"no quiero hablar por teléfono con la línea. Escríbanme al 956 555 0101": "956 555 0101",
		"no me atrevo a llamar, búsquenme en el 956 555 0101":                    "956 555 0101",
		"nunca llamo a nadie, pueden llamarme al 956 555 0101":                   "956 555 0101",
		"I'm too scared to call anyone, 956 555 0101":                            "956 555 0101",
		"we have not called and we will not call. My number is 956 555 0101":     "956 555 0101",
		"no pude localizar a mi hermana; 956 555 0101":                           "956 555 0101",
		"nobody ever calls me back. 956 555 0101":                                "956 555 0101",
		"mis hijos no me llaman; 956 555 0101":                                   "956 555 0101",
		"my kids moved away and never call. 956 555 0101":                        "956 555 0101",
		"I'm so alone since they just don't call, 956 555 0101":                  "956 555 0101",
		"I get too scared so I don't call, 956 555 0101":                         "956 555 0101",
		"why don't you call me, 956 555 0101":                                    "956 555 0101",
		"my friends left and my kids don't call me. 956 555 0101":                "956 555 0101",
		"he's out so please don't call the police, text me at 956 555 0101":      "956 555 0101",
		"please don't call the police text me, 956 555 0101":                     "956 555 0101",
	} {
		if got, _ := reply.ContactIn(graceHarbor(), message); got.Phone != phone {
			t.Errorf("%q: %q, want %q", message, got.Phone, phone)
		}
	}
}

// A number that is not to be called, was called in vain or is somebody else's goes to nobody, however it is said.
func TestANumberThatIsNotTheirsOrNotToBeCalledIsLeftAlone(t *testing.T) {
	for _, message := range []string{
		"956 555 0101. He checks my phone so make sure you don't call", "My number is 956 555 0101, he answers it, it's safer if you don't call", "956 555 0101 but I hope you don't call",
		"No quiero que me contacten al 956 555 0101", "no me busquen en el 956 555 0101", "no quiero llamadas al 956 555 0101", "no me localicen en el 956 555 0101", "don't reach me at 956 555 0101",
		"I don't want to be contacted at 956 555 0101", "I do not want to be called at 956 555 0101", "no one call 956 555 0101", "nobody should text 956 555 0101", "no calls at 956 555 0101 please",
		"don't call 956 555 0101", "please do not ever call me at 956 555 0101", "don't tell anybody, 956 555 0101", "956 555 0101. Don't call", "I don't want you to call 956 555 0101",
		"don't text 956 555 0101 he reads it", "never use 956 555 0101", "I called 956 555 0101 and nobody answered", "I called and nobody answered, 956 555 0101", "I tried, 956 555 0101",
		"his number is 956 555 0101, do not tell him", "his number is 956 555 0101", "it's his number. 956 555 0101", "her cell phone is 956 555 0101", "their number 956 555 0101", "956 555 0101 is his phone",
		"956 555 0101 is her number", "this is his, 956 555 0101", "956 555 0101, but not that one", "that's not my number 956 555 0101", "956 555 0101, it's his",
		"no me llamen al 956 555 0101", "no llamen al 956 555 0101", "por favor no llamen, 956 555 0101", "no quiero que me llamen al 956 555 0101", "no vayan a llamarme al 956 555 0101", "956 555 0101, no me hablen",
		"nunca marquen el 956 555 0101", "no le digan, 956 555 0101", "no le digan a mi esposo 956 555 0101", "su numero es 956 555 0101", "es su celular 956 555 0101", "956 555 0101 es su telefono", "956 555 0101 es el suyo",
		"I don't want you to call, 956 555 0101", "I'd rather not be called. 956 555 0101", "please, don't tell the church. 956 555 0101", "I don't want to tell anyone, 956 555 0101", "and don't text me. 956 555 0101", "you must not call. 956 555 0101",
		"no one should call me. 956 555 0101", "I don't want any calls, 956 555 0101", "don't let anyone call me at 956 555 0101", "que nadie me llame, 956 555 0101", "no quiero que nadie me hable, 956 555 0101", "no quiero llamadas. 956 555 0101",
		"no me pueden llamar al 956 555 0101", "I do not wish anyone to call, 956 555 0101", "no me vayan a marcar, 956 555 0101", "no quisiera recibir llamadas, 956 555 0101", "favor de no llamar, 956 555 0101", "no quiero decirle a nadie, 956 555 0101", "no llámenme al 956 555 0101", "no deben llamar, 956 555 0101", "mejor no llamar. 956 555 0101",
		"no es mi numero 956 555 0101", "ya llamé al 956 555 0101", "marqué el 956 555 0101 y nada", "no usen el 956 555 0101", "956 555 0101 ese no", "no puedo llamar al 956 555 0101",

		// without a comma before it
		"He checks my phone so don't call. 956 555 0101", "My number is 956 555 0101 but my husband answers so don't call", "my husband has my phone and please do not call, 956 555 0101", "I'm begging you don't call. 956 555 0101",
		"he's here don't text. 956 555 0101", "I'd rather you don't call, 956 555 0101", "956 555 0101. my husband reads everything so never text me", "he listens in so please don't ever call, 956 555 0101", "he's with the kids right now just do not call. 956 555 0101",
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
		"It's nine five six 555 0101":                                                         "9565550101",
		"nueve cinco seis, 555 0101":                                                          "9565550101",
		"956 five five five 0101":                                                             "9565550101",
		"nine five six 555 oh one oh one":                                                     "9565550101",
		"my number is 2 0 7 five five five oh one nine nine":                                  "2075550199",
		"before six, 555-0199":                                                                "555-0199",
		"nine 56 555 0101":                                                                    "9565550101",
		"dos cero siete 555 cero uno 99":                                                      "2075550199",
		"Call me after five, 555-0199":                                                        "555-0199",
		"Call me after five, nine five six 555 0101":                                          "9565550101",
		"Llámenme después de las cinco, nueve cinco seis 555 0101":                            "9565550101",
		"uno dos tres":                "",
		"nine eight eight":            "",
		"one two three four five six": "",
		"oh one day oh two days":      "",
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

// A helpline of Trinidad and Tobago has seven digits, as the end of many a number elsewhere.
func TestANumberThatEndsLikeAHelplineOfAnotherCountryIsTheVisitorsOwn(t *testing.T) {
	for country, taken := range map[string]bool{"US": true, "TT": false} {
		c := graceHarbor()
		c.Address.Country = country
		if _, ok := reply.ContactIn(c, "please call me at 868 800 2673"); ok != taken {
			t.Errorf("in %s it is the visitor's: %v, want %v", country, ok, taken)
		}
		for _, line := range []string{"1-800-799-7233", "0800 567 567", "0800 111 0 111"} {
			if _, ok := reply.ContactIn(c, "my number is "+line); ok {
				t.Errorf("in %s somebody is reached at %s", country, line)
			}
		}
	}
}

// A church that has stored no number but a placeholder keeps nobody from being called.
func TestAPlaceholderIsNobodysNumber(t *testing.T) {
	for _, placeholder := range []string{"", "000-000-0000", "(111) 111-1111", "100-000-0000", "0101010101", "555-0142"} {
		c := graceHarbor()
		c.Phone, c.Safeguarding.Phone = placeholder, placeholder
		for _, message := range []string{"my number is 207 555 0199", "612 345 678"} {
			if got, ok := reply.ContactIn(c, message); !ok || got.Phone == "" {
				t.Errorf("beside %q, %q is %q", placeholder, message, got.Phone)
			}
		}
	}
	c := graceHarbor()
	for _, c.Phone = range []string{"(207) 555-0142", "0171 1234567", "100-000-0000"} {
		if got, ok := reply.ContactIn(c, "my number is "+c.Phone); ok {
			t.Errorf("the church's own number, %s, is taken for %q", c.Phone, got.Phone)
		}
	}
}
