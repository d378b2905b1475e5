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
