package facts_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts"
)

// What is a service is the same in whichever language it is asked for, and wherever it is told.
func TestWhatAChurchCallsAServiceIsOneInBothLanguages(t *testing.T) {
	monday := time.Date(2026, 11, 23, 9, 0, 0, 0, mustLocation("America/New_York"))
	for _, test := range []struct {
		labels  []string
		service []bool
	}{
		{[]string{"08:00 Holy Eucharist", "10:30 Choral Eucharist", "17:00 Choral Evensong", "12:00 Church office"}, []bool{true, true, true, false}},
		{[]string{"08:00 Holy Communion", "10:30 Family Service", "12:00 Coffee hour"}, []bool{true, true, false}},
		{[]string{"08:00 Mattins", "21:00 Compline", "19:00 Choir practice"}, []bool{true, true, false}},
		{[]string{"10:00 Santa Comunión", "12:00 Celebraciones", "18:00 Liturgia de la Palabra", "19:00 Coro"}, []bool{true, true, true, false}},
		{[]string{"10:00 Sunday Gathering", "18:00 Vespers", "19:00 Youth gathering"}, []bool{true, true, false}},
	} {
		c := &church.Snapshot{Name: "St. Anne", Location: monday.Location(), Language: "en", Hours: church.Hours{time.Sunday: slots(test.labels...)}}
		for question, language := range map[string]string{"What are your service times?": "en", "¿A qué hora son los servicios?": "es", "Is there a service on Sunday?": "en", "¿Hay servicio el domingo?": "es"} {
			answer, _ := facts.Find(c, facts.Question{Text: question, Language: language, Now: monday})
			for i, label := range test.labels {
				if strings.Contains(answer.Text, label) != test.service[i] {
					t.Errorf("%s: %s is a service: %v: %s", question, label, test.service[i], answer.Text)
				}
			}
		}
		for i, label := range test.labels {
			alone := church.Hours{time.Sunday: slots(label, "23:00 Worship")}
			if slot, _, _ := alone.NextService(monday); (slot.Text == label) != test.service[i] {
				t.Errorf("the next service is %s: %v", slot.Text, test.service[i])
			}
		}
	}
}
