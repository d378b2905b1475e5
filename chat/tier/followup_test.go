package tier_test

import (
	"strings"
	"testing"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// "This Sunday" points at no word of the conversation.
func TestAQuestionAboutThisSundayIsAnsweredFromStoredFactsInAConversation(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("From the model."))
	said := []chat.HistoryItem{{Role: "user", Content: "Do you have a choir?"}, {Role: "assistant", Content: "Yes, it sings on Sundays."}}
	for _, question := range []string{"What time is church this Sunday?", "So what time is church on Sunday?", "¿Hay culto este domingo?"} {
		events := server.Ask(t, churchID, chattest.Question{Message: question, History: said})
		if events.Tier() != 0 || !strings.Contains(events.Text(), "9:00 AM Worship") {
			t.Errorf("%s: tier %d: %s", question, events.Tier(), events.Text())
		}
	}
	if events := server.Ask(t, churchID, chattest.Question{Message: "What time does this meet on Sunday?", History: said}); events.Tier() != 4 {
		t.Errorf("tier %d: %s", events.Tier(), events.Text())
	}
}
