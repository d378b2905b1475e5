package tier_test

import (
	"strings"
	"testing"

	"narthex/chat/chattest"
	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/chat/model/offline"
)

func TestTheModelIsToldWhatStoredFactsAnswerOfAMessage(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("At nine, and no."))
	for message, told := range map[string]string{
		"What time is church on Sunday, and may I bring a goat?":       "9:00 AM Worship",
		"¿A qué hora es el culto del domingo y puedo traer una cabra?": "9:00 AM Worship",
		"What time is church for people who bring a goat?":             "",
		"Who looks after the goats and how do I reach them?":           "",
		"¿Quién cuida las cabras y cuánto cuesta?":                     "",
	} {
		events := server.Ask(t, churchID, chattest.Question{Message: message})
		if events.Tier() != 4 {
			t.Fatalf("%s: %v", message, events)
		}
		_, fenced, has := strings.Cut(server.Upstream.LastChat().System(), "<stored_facts>")
		if fenced, _, _ = strings.Cut(fenced, "</stored_facts>"); has != (told != "") || !strings.Contains(fenced, told) {
			t.Errorf("%s: told %q", message, fenced)
		}
	}
}

func TestBothQuestionsOfAMessageAreAnsweredOffline(t *testing.T) {
	server := chattest.NewServer(t, func(c *chattest.Config) {
		c.Model = func(model.Streamer) model.Streamer { return offline.New(0) }
	})
	churchID := server.NewChurch(t)
	server.AddKnowledge(t, churchID, "faq", "Is there room for a coach or a bus?", "Coaches stop at the fire station and park on the pier.", false)
	server.AddKnowledge(t, churchID, "faq", "¿Dónde se estaciona un autobús?", "Los autobuses se estacionan en el muelle.", false)
	for message, answers := range map[string][]string{
		"what time is church on sunday and is there room for a bus?":         {"9:00 AM Worship", "park on the pier"},
		"a que hora es el culto del domingo y donde se estaciona un autobus": {"9:00 AM Worship", "en el muelle"},
		"where can i park and can i bring a goat":                            {"Park behind the church", "rest of what you asked"},
		"donde me estaciono y puedo traer una cabra":                         {"Park behind the church", "Lo demás que pregunta"},
	} {
		events := server.Ask(t, churchID, chattest.Question{Message: message})
		text := events.Text()
		first, then := strings.Index(text, answers[0]), strings.Index(text, answers[1])
		if events.Tier() != 4 || first < 0 || then < first {
			t.Errorf("%s: tier %d: %s", message, events.Tier(), text)
		}
	}
	events := server.Ask(t, churchID, chattest.Question{Message: "what time does the bus for moms and dads come"})
	if strings.Contains(events.Text(), "9:00 AM Worship") {
		t.Errorf("the hours of services were told who asked for a bus: %s", events.Text())
	}
}
