package pages_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
)

// What a page says of a church's life is in the words of its tradition: at a Catholic parish nobody asks for a pastor, or when the
// services are.
func TestThePagesSpeakTheWordsOfTheTradition(t *testing.T) {
	for _, test := range []struct {
		lens, language string
		has, lacks     []string
	}{
		{"catholic", "en", []string{"Mass times, your first visit", "When is Mass?", "Can I talk to a priest?", "Next in church"}, []string{"Service times", "When are your services?", "pastor?", "get baptized", "Next service"}},
		{"catholic", "es", []string{"Horarios de las Misas", "¿A qué hora es la Misa?", "sacerdote", "Próxima celebración"}, []string{"los servicios", "pastor?", "bautizarme", "Próximo servicio"}},
		{"eastern-orthodox", "en", []string{"Times of the Divine Liturgy", "Can I talk to a priest?"}, []string{"Service times", "pastor?", "get baptized"}},
		{"anglican-episcopal", "en", []string{"Can I talk to a priest?"}, []string{"pastor?", "get baptized"}},
		{"baptist", "en", []string{"Service times", "Can I talk to a pastor?", "Next service"}, []string{"Mass", "priest"}},
	} {
		t.Run(test.lens+" "+test.language, func(t *testing.T) {
			grace := graceHarbor()
			grace.Lens = church.Lens{Slug: test.lens}
			grace.Hours = week(map[time.Weekday]string{time.Sunday: "9:00 AM Worship"})
			grace.FAQs, grace.Ministries, grace.Staff = nil, nil, nil // what the church says itself it says in its own words
			page := body(t, lookupIn([]*church.Snapshot{grace}), "/care/grace-harbor", "Accept-Language", test.language)
			for _, words := range test.has {
				if !strings.Contains(page, words) {
					t.Errorf("it lacks %q", words)
				}
			}
			for _, words := range test.lacks {
				if strings.Contains(page, words) {
					t.Errorf("it says %q", words)
				}
			}
		})
	}
}
