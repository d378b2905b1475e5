package tier_test

import (
	"testing"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// What a visitor answers to us is looked up nowhere, whatever it says of services and days. A question is one even then.
func TestAReplyIsNoQuestionToTheChurch(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("From the model."))
	const card = "Shall I pass this on to Harbor Church?"
	for _, test := range []struct {
		asked, said string
		tier        int
	}{
		{card, "tell him my son comes to the worship service on Sunday at 9", 4},
		{"Gladly. What would you like me to pass on?", "Sunday worship service time is too early", 4},
		{"Con gusto. ¿Cuántas personas vendrán?", "iremos 4 al culto del domingo", 4},
		{card, "What time is the worship service on Sunday?", 0},
		{"Gladly. What is your name?", "What time is church on Sunday?", 0},
		{"It is on Sunday.", "tell me what time the worship service on Sunday is", 0},
	} {
		said := []chat.HistoryItem{{Role: "user", Content: "I want to leave a message for Pastor Efrain"}, {Role: "assistant", Content: test.asked}}
		if events := server.Ask(t, churchID, chattest.Question{Message: test.said, History: said}); events.Tier() != test.tier {
			t.Errorf("%q after %q: tier %d: %s", test.said, test.asked, events.Tier(), events.Text())
		}
	}
}
