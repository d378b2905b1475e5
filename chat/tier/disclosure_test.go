package tier

import (
	"context"
	"testing"

	"narthex/chat"
)

// TestAReplyToAQuestionIsNoneAboutTheAssistant gives a message after the assistant's last words, and by itself.
func TestAReplyToAQuestionIsNoneAboutTheAssistant(t *testing.T) {
	const card, name, offer = "Shall I pass this on to Grace Harbor Church?", "Gladly. What is your name?", "Sunday at nine. Is there anything else you would like to know?"
	for _, test := range []struct {
		last, message string
		answered      bool
	}{
		{card, "don't send it", false}, {card, "pass it on", false}, {card, "no, don't", false},
		{name, "this evening please", false}, {name, "I just asked you that", false},
		{name, "are you a real person?", true}, {card, "is this private?", true}, {card, "who reads this", true}, {offer, "are you a real person?", true},
		{offer, "can you keep a secret for me", true},
	} {
		turn := turnOf(harborInAmerica())
		turn.Request.Message = test.message
		said := func(context.Context, *chat.Turn) []chat.HistoryItem {
			return []chat.HistoryItem{{Role: "user", Content: "Please pray for my mother Ruth"}, {Role: "assistant", Content: test.last}}
		}
		answer := answerOf(t, turn, NewDisclosure(said, func(*chat.Turn) bool { return false }))
		if (answer != "") != test.answered {
			t.Errorf("%q after %q is answered %q", test.message, test.last, answer)
		}
	}
}
