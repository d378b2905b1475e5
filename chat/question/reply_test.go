package question

import (
	"testing"

	"narthex/static/messages"
)

func TestWhatWantsAReplyIsToldFromAnOffer(t *testing.T) {
	for _, language := range []string{"en", "es"} {
		offline, confirm := messages.Load("offline").In(language), messages.Load("confirm").In(language)
		for _, text := range []string{
			offline.Text("ask.name"), offline.Text("ask.phone"), offline.Text("ask.email"), offline.Text("ask.contact"), offline.Text("ask.when"), offline.Text("ask.count"), offline.Text("ask.children"), offline.Text("ask.message"),
			offline.Text("again.when"), offline.Text("again.count"), offline.Text("again.phone"), offline.Text("again.name"), offline.Text("need_more"),
			confirm.Text("ask", "church", "Grace Harbor Church"), confirm.Text("ask.register"), confirm.Text("ask.subscribe"), confirm.Text("ask.apart", "who", "Ruth Alden"),
			"Of course.\n\n" + offline.Text("ask.count") + "\n\nIf things get heavier, call or text 988.",
		} {
			if !Wants(text) {
				t.Errorf("%q wants a reply", text)
			}
		}
		for _, text := range []string{offline.Text("greeting", "church", "Grace Harbor Church"), offline.Text("thanks"), offline.Text("offer_message"), messages.Load("answers").In(language).Text("ask_pastor")} {
			if Wants(text) {
				t.Errorf("%q wants none", text)
			}
		}
	}
	for message, asks := range map[string]bool{
		"to have peace in my home": false, "to do well on my exam": false, "for Will and Mark": false, "for May and her baby": false, "at Will's house": false, "on May 3rd": false, "de hay dos niños": false, "para esta tarde": false, "en es": false,
		"at what time is Mass": true, "for how many": true, "a qué hora es la misa": true, "de dónde son": true, "por qué": true, "and will there be parking": true, "hola, hay estacionamiento": true, "so can we come": true, "to whom do I give it": true,
	} {
		if Asks(message) != asks {
			t.Errorf("%q asks: %v", message, !asks)
		}
	}
	for text, want := range map[string]bool{
		"Which day would suit you?": true, "Great! And how many of you will there be?": true, "What name should I put down? (First and last, please.)": false, "¿Para cuántas personas sería?": true,
		"Would you like to hear more?": false, "Sunday at nine. Is there something else you want to know?": false, "How can I help you today?": false, "Do you have more questions?": false, "¿En qué puedo ayudarle?": false,
		"Sunday at 9:00.": false, "": false, "?": false,
	} {
		if Wants(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
