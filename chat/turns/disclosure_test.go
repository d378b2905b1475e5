package turns_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

func TestQuestionsAboutTheAssistantAreAnsweredByCodeBeforeAnyTier(t *testing.T) {
	server := chattest.NewServer(t, chattest.OnTheHour)
	server.Upstream.Default(modeltest.Reply("It costs nothing and is confidential."))
	churchID := server.NewCrisisChurch(t)
	server.AddKnowledge(t, churchID, "faq", "Is this confidential?", "Yes, completely confidential.", true)
	before := server.Upstream.Counts()
	for question, part := range map[string]string{
		"Is this confidential?":         "I can't promise",
		"Who reads this?":               "may read it",
		"¿Esto es privado?":             "No puedo prometerle",
		"Are you a priest?":             "AI assistant",
		"Can you call somebody for me?": "I can't make calls",
		"¿Guarda usted el secreto?":     "No puedo guardar un secreto",
		"Will you tell my husband?":     "I don't contact your family",
		"Is what I write here saved?":   "Forget this conversation",
	} {
		events := server.Ask(t, churchID, chattest.Question{Message: question})
		if events.Tier() != 0 || events[1].Data["reason"] != "about_assistant" || !strings.Contains(events.Text(), part) {
			t.Errorf("%s: %v", question, events)
		}
	}
	t.Run("also of an agent that is switched off", func(t *testing.T) {
		events := server.Ask(t, churchID, chattest.Question{Message: "Is this private?", Agent: "stewardship"})
		if events.Tier() != 0 || events[1].Data["reason"] != "about_assistant" {
			t.Errorf("%v", events)
		}
	})
	if server.Upstream.Counts() != before {
		t.Errorf("the upstream was asked: %+v, then %+v", before, server.Upstream.Counts())
	}
	t.Run("but a crisis comes first, and afterwards it is said who was told", func(t *testing.T) {
		session := uuid.New()
		chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: "Is this private? " + chattest.InDanger, Session: session}))
		events := server.Ask(t, churchID, chattest.Question{Message: "Who reads this?", Session: session})
		if events.Tier() != 0 || !strings.Contains(events.Text(), "I have sent a notice") || !strings.Contains(events.Text(), "988") {
			t.Errorf("%v", events)
		}
	})
	t.Run("and what is asked of the church goes on", func(t *testing.T) {
		for _, question := range []string{"Is confession confidential at your parish?", "Are your counselling sessions private?", "Is the pastor a person I can call?"} {
			if events := server.Ask(t, churchID, chattest.Question{Message: question}); events[1].Data["reason"] == "about_assistant" {
				t.Errorf("%s: %v", question, events)
			}
		}
	})
}
