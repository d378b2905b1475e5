package offline_test

import (
	"strings"
	"testing"
)

const llama = "can i bring my llama"

// An offer is taken up by a yes alone, or by one that goes on with what is to be passed on.
func TestAnOfferIsTakenUpByAYesAlone(t *testing.T) {
	for said, want := range map[string]string{
		"yes please": llama, "ok": llama, "ok pass it on": llama, "oui": llama, "tak": llama, "sim": llama, "opo": llama, "perfect thanks": llama, "that would be great, thank you so much": llama, "sí, por favor": llama, "sale pues": llama,
		"yes please ask them":                  llama,
		"yes, and tell them it's for Saturday": llama + "\nand tell them it's for Saturday",
		"sure, my number is 207 555 0148":      llama,
		"claro, pregúntele a la pastora":       llama + "\npregúntele a la pastora",
	} {
		got := inAdvent(t, llama, offer, said)
		if len(got.Calls) != 1 || got.Calls[0].Name != "leave_message" || !strings.Contains(got.Calls[0].Arguments, strings.ReplaceAll(want, "\n", `\n`)) {
			t.Errorf("%q: %+v %q", said, got.Calls, got.text())
		}
	}
	for _, said := range []string{
		"ok never mind", "ok thanks anyway", "ok i will ask joan myself", "ok ill write to him then", "yes but what is the address", "sure, where do we park", "si pero a que hora es el culto", "no thats all", "no that's ok thanks",
		"ok i see", "ok ill ask on sunday", "alright ill call them", "ok nevermind i found it", "yes i found it already", "bueno, yo le pregunto a Joan", "ok mejor le hablo yo al pastor", "sí, ¿y dónde es?", "ok no gracias", "sure whatever", "please what is the address", "ok its fine", "thanks anyway",
	} {
		if got := inAdvent(t, llama, offer, said); len(got.Calls) > 0 {
			t.Errorf("%q: %+v", said, got.Calls)
		}
	}
}

// Who asks something behind a yes is answered, and may still take the offer up.
func TestAQuestionBehindAYesLeavesTheOfferOpen(t *testing.T) {
	got := inAdvent(t, llama, offer, "yes but what is your phone number")
	if !strings.Contains(got.text(), "(207) 555-0142") || !strings.Contains(got.text(), "has not been passed on yet") {
		t.Errorf("%q", got.text())
	}
	got = inAdvent(t, llama, offer, "yes but what is your phone number", "", "yes please")
	if len(got.Calls) != 1 || got.Calls[0].Arguments != `{"message":"can i bring my llama"}` {
		t.Errorf("%+v %q", got.Calls, got.text())
	}
}

func TestWhoSaysNoIsLeftInPeace(t *testing.T) {
	const ask = "Please pray for my mother Ruth, she is ill"
	for _, talk := range [][]string{{llama, offer, "ok never mind"}, {llama, offer, "no thats all"}, {ask, card, "no wait dont send it"}, {"Please call me", "", "ok never mind"}} {
		if got := inAdvent(t, talk...); len(got.Calls) > 0 || got.text() != "All right: nothing was passed on." {
			t.Errorf("%q: %+v %q", talk, got.Calls, got.text())
		}
	}
	for _, said := range []string{"thank you", "what is your phone number", "no wait", "hmm"} {
		if got := inAdvent(t, ask, card, said); len(got.Calls) > 0 || !strings.Contains(got.text(), "Nothing has been passed on yet.") {
			t.Errorf("%q: %+v %q", said, got.Calls, got.text())
		}
	}
}
