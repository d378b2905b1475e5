package reply_test

import (
	"testing"

	"narthex/chat/crisis/reply"
)

func TestWhoWillNotCallIsUnderstood(t *testing.T) {
	for message, will := range map[string]bool{
		"no quiero llamar": false, "I won't call": false, "I can't call, he is here": false, "I'm not calling": false, "hate phones": false, "please, I just can't call": false,
		"we're not going to call": false, "not calling": false, "I did not call": false, "I'd rather not call": false, "I already tried calling": false,
		"ya llamé y nadie contesta": false, "Ya llamé y no contestan": false, "I called and nobody answered": false, "i called them, they didn't pick up": false,
		"I already called, no answer": false, "I already called but they're not answering": false, "I already called 911 and nobody's answering": false,
		"I called and can't get through": false, "Ya llamé y no me contestan": false, "Ya llamé y nadie me contesta": false, "Ya llamé y no me ayudaron": false,
		"He's in the next room. Can't call.": false, "too scared, can't call anyone": false, "My phone is dead, can't call": false, "I physically can't call": false, "I literally can't talk to anyone": false,
		"ya llamé": true, "I already called 911": true, "ya llaméis": true, "I don't recall": true, "no callsign": true, "I will call": true,
		"The pastor did not call me back": true, "they don't call here any more": true, "he could not call": true,
	} {
		if reply.WillNotCall(message) == will {
			t.Errorf("%q: will call %v", message, !will)
		}
	}
}

func TestANumberThatWasCalledIsNotTheVisitors(t *testing.T) {
	for message, given := range map[string]bool{
		"Llamé al 2075550188 y nadie contesta": false, "ya llamé 2075550188": false, "Marqué 2075550188": false, "marqué: 2075550188": false, "No es 2075550188": false,
		"2075550188, pero no": false, "su 2075550188": false, "don't use 2075550188": false, "(not 2075550188)": false,
		"Soy Noé, mi número es 2075550188": true, "Noël 2075550188": true, "me llamo Ana, 2075550188": true, "2075550188": true, "llámame al 2075550188": true,
	} {
		if _, got := reply.ContactIn(graceHarbor(), message); got != given {
			t.Errorf("%q: %v, want %v", message, got, given)
		}
	}
}

// An accented letter stands at the edge of a word like any other.
func TestWhoHasCalledIsUnderstood(t *testing.T) {
	for message, has := range map[string]bool{
		"I already called 911": true, "I called.": true, "yes, we've just called them": true, "called an ambulance": true, "Help is on the way": true, "they're coming": true, "the ambulance is here": true, "I'm on the phone with them": true,
		"ya llamé": true, "¡Ya llamé!": true, "ya llame": true, "Ya llamé al 112": true, "ya los llamé": true, "acabo de llamar": true, "la ambulancia viene en camino": true,
		"ya llaméis": false, "I called my mother": false, "I will call": false, "I haven't called": false, "called to serve": false, "llamé a mi mamá": false, "they are here to hurt me": false,
		"I called and nobody answered": false, "I already called 988, they helped. What time is Mass?": false,
	} {
		if got := reply.HasCalled(message, true); got != has {
			t.Errorf("%q: %v, want %v", message, got, has)
		}
	}
	for _, message := range []string{"they're here now", "They're coming", "¡Ya vienen!", "vienen"} { // those with the guns
		if reply.HasCalled(message, false) || !reply.HasCalled(message, true) {
			t.Errorf("%q", message)
		}
	}
}

func TestAYesAndANoAreUnderstoodInGermanAndUkrainian(t *testing.T) {
	for _, said := range []struct {
		message, language string
		yes               bool
	}{{"Ja", "de", true}, {"ja.", "de", true}, {"Vielleicht", "de", true}, {"Nein!", "de", false}, {"nein danke", "de", false}, {"Так", "uk", true}, {"Ні.", "uk", false}, {"можливо", "uk", true}} {
		if reply.SaysYes(said.message, said.language) != said.yes || reply.SaysNo(said.message, said.language) == said.yes {
			t.Errorf("%q: want yes: %v", said.message, said.yes)
		}
	}
	if reply.SaysYes("ja", "es") {
		t.Error("a laugh is a yes")
	}
}

func TestMarksOfOtherKeyboardsAreNoWords(t *testing.T) {
	for message, yes := range map[string]bool{"是。": true, "نعم،": true, "Sí！": true, "没有。": false, "不！": false, "¡No!": false, "لا.": false, "I’m not.": false} {
		if reply.SaysYes(message, "") != yes || reply.SaysNo(message, "") == yes {
			t.Errorf("%q: yes %v, no %v", message, reply.SaysYes(message, ""), reply.SaysNo(message, ""))
		}
	}
}

func TestANumberInPairsIsNoDate(t *testing.T) {
	for message, phone := range map[string]string{
		"06.12.34.56.78": "06.12.34.56.78", "612-34-56-78": "612-34-56-78", "+34 612-34-56-78": "+34 612-34-56-78", "mi número es 06-12-34-56-78": "06-12-34-56-78",
		"born on 12-03-1990, 2075550188": "2075550188", "2075550188 after 3.4.2026": "2075550188",
		"12/03/2026": "", "3.4.2026": "", "2026-04-03": "", "on 12-03-26.": "",
		"I was in hospital 12.05.2024-15.05.2024": "", "12-05-2024 - 15-05-2024": "",
	} {
		if got, _ := reply.ContactIn(graceHarbor(), message); got.Phone != phone {
			t.Errorf("%q: %q, want %q", message, got.Phone, phone)
		}
	}
}

// Few people who are asked whether they are in danger, and are not, say no more than no.
func TestANoInManyWordsIsANo(t *testing.T) {
	for message, no := range map[string]bool{
		"God no": true, "nah not like that": true, "No dear, nothing like that": true, "no no, you misunderstood, we are just visiting": true, "no im fine": true, "No, estoy bien": true, "no no estoy bien": false, "no, I'm fine": true, "no I'm grand lol": true, "Oh no, just tired": true,
		"of course not, thanks for asking": true, "not at all": true, "no no para nada, estoy bien": true, "ay no, era broma": true, "claro que no, gracias por preguntar": true, "no, me entendió mal": true,
		"no, I just want it to end": false, "no one would notice": false, "no I'm not fine": false, "no more": false, "I'm fine": false, "no, I can't": false, "nothing": false, "not yet": false, "no, not tonight": false, "no quiero vivir": false, "no estoy bien": false,
		"no thanks, I'd rather die": false, "no, nothing like that helps": false, "not like that, with pills": false, "just tired": false,
	} {
		if got := reply.SaysNo(message, "en"); got != no {
			t.Errorf("%q: %v", message, got)
		}
	}
}
