package assent_test

import (
	"testing"

	"narthex/chat/assent"
)

func TestWhatStandsBehindAYes(t *testing.T) {
	for message, want := range map[string]string{
		"yes please ask them":                          "ask them",
		"Sí, me llamo Rosa, 956 555 0101":              "me llamo rosa, 956 555 0101",
		"yes, and tell them it's for Saturday":         "tell them its for saturday",
		"yes but what is the address":                  "but what is the address",
		"ok I'll ask Joan myself":                      "ill ask joan myself",
		"yes":                                          "",
		"ok never mind":                                "",
		"no, ask them":                                 "",
		"ok no thanks, I'll call":                      "",
		"what is the address":                          "",
		"thanks, what is the address":                  "",
		"sí, pero ¿a qué hora es el culto?":            "pero ¿a que hora es el culto?",
		"sure, where do we park":                       "where do we park",
		"please ask the pastor whether I may bring it": "ask the pastor whether i may bring it",
	} {
		if got, ok := assent.Leading(message); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", message, got, ok)
		}
	}
	for rest, want := range map[string]bool{
		"but what is the address": true, "ill ask joan myself": true, "i will ask her on sunday": true, "ill write to him then": true, "pero mejor no": true, "yo le pregunto a joan": true, "forget it": true,
		"ask them": false, "me llamo rosa": false, "tell them its for saturday": false, "my number is 207 555 0148": false, "preguntele a la pastora": false,
	} {
		if got := assent.Turned(rest); got != want {
			t.Errorf("%q: turned %v", rest, got)
		}
	}
}

func TestWhatSaysOnlyThatItWasHeard(t *testing.T) {
	for message, want := range map[string]bool{
		"ok": true, "Great": true, "got it": true, "got it, thanks": true, "perfect thats all i needed": true, "ah ok": true, "sale pues": true, "perfecto": true, "lovely thanks a million": true, "grand": true, "ok cool": true, "alright": true, "ya entendí, gracias": true,
		"ok what time is church": false, "yes": false, "no": false, "thanks": false, "cheers": false, "ok never mind": false, "great faith": false, "ok?": false, "please": false, "wait ok": false,
	} {
		if got := assent.Notes(message); got != want {
			t.Errorf("%q: notes %v", message, got)
		}
	}
}
