package facts_test

import (
	"testing"

	"narthex/chat/church"
	"narthex/chat/facts"
)

func TestWhoIsInNeedOrOffersHelpIsLeftToTheNextTier(t *testing.T) {
	c := harbor()
	c.Ministries = append(c.Ministries, church.Ministry{Name: "Harbor Pantry", Description: "Free groceries, Saturdays from 10:00 AM to noon."}, church.Ministry{Name: "Harbor Kids", Description: "Stories and songs."})
	for _, message := range []string{"we need food this week", "my kids need food", "we need groceries", "do you need help with the kids", "do you need anyone for the kids"} {
		if answer, ok := facts.Find(c, facts.Question{Text: message, Language: "en", Now: now}); ok {
			t.Errorf("%q: answered with %s: %s", message, answer.Reason, answer.Text)
		}
	}
	for _, question := range []string{"when is the food pantry open", "what is there for kids"} {
		if _, ok := facts.Find(c, facts.Question{Text: question, Language: "en", Now: now}); !ok {
			t.Errorf("%q: no longer answered from stored facts", question)
		}
	}
}
