package offline_test

import (
	"strings"
	"testing"
)

func TestWhoWantsSomebodyVisitedIsToldOfThoseWhoVisit(t *testing.T) {
	for asked, language := range map[string]string{
		"can somebody visit my mother": "en", "could the pastor come and see my grandmother?": "en", "will you visit my elderly neighbor": "en", "¿pueden visitar a mi mamá?": "es", "quisiera que alguien fuera a ver a mi abuelita": "es",
	} {
		if got := converse(t, asked); len(got.Calls) > 0 || !strings.Contains(got.text(), "555-0142") || !strings.Contains(strings.ToLower(got.text()), map[string]string{"en": "sorry", "es": "siento"}[language]) {
			t.Errorf("%q: %q, called %+v", asked, got.text(), got.Calls)
		}
	}
}

func TestWhoComesThemselvesIsNotTakenForOneWhoWantsSomebodyVisited(t *testing.T) {
	for _, said := range []string{"where do I park when I visit?", "can I see my son in the nursery window?", "what should my mother wear when she visits?"} {
		if got := converse(t, said); strings.Contains(got.text(), "sorry you are going through") || strings.Contains(got.text(), "I'm so sorry. That") {
			t.Errorf("%q: %q", said, got.text())
		}
	}
}
