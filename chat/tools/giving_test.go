package tools_test

import (
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/tools"
)

func TestWaysToGiveAreTheChurchsOwn(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.call(turn(at, church.Stewardship), "get_giving_link", `{}`).expect(t, tools.NotFound)
	f.call(turn(at, church.Stewardship), "explain_recurring_giving", `{}`).expect(t, tools.NotFound)

	at.GivingURL = "https://graceharbor.example.org/give"
	bare := f.call(turn(at, church.Stewardship), "explain_recurring_giving", ``)
	if !bare.OK || bare.fields["link"] != at.GivingURL || !strings.Contains(bare.Content, "has not put on file") {
		t.Errorf("%s", bare.Content)
	}
	at.FAQs = []church.FAQ{
		{Question: "How do I give online?", Answer: "Once, or as a recurring gift.", Category: "giving"},
		{Question: "Is my donation tax-deductible?", Answer: "Yes.", Category: "money"},
		{Question: "How much notice do we need to give for a wedding?", Answer: "Twelve months.", Category: "weddings"},
		{Question: "¿Puedo dar mi diezmo cada mes?", Answer: "Sí, de forma mensual.", Category: "ofrendas"},
	}
	for name, want := range map[string]string{
		"get_giving_link":          "How do I give online?, Is my donation tax-deductible?, ¿Puedo dar mi diezmo cada mes?",
		"explain_recurring_giving": "How do I give online?, ¿Puedo dar mi diezmo cada mes?",
	} {
		got := f.call(turn(at, church.Stewardship), name, `{}`)
		if found := titles(got.list(t, "ways"), "question"); found != want || got.fields["link"] != at.GivingURL || got.Wrote {
			t.Errorf("%s: %s", name, got.Content)
		}
	}
}

func TestTheSermonIsTheOneOnFile(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.call(turn(at, church.Discipleship), "get_current_sermon", `{}`).expect(t, tools.NotFound)
	at.SermonTopic, at.SermonSeries, at.ThemeVerse = "An Anchor for the Soul", "Anchored", "Hebrews 6:19"
	got := f.call(turn(at, church.Coordinator), "get_current_sermon", `{}`)
	if got.fields["topic"] != at.SermonTopic || got.fields["series"] != at.SermonSeries || got.fields["theme_verse"] != at.ThemeVerse || got.fields["next_service"] == nil {
		t.Errorf("%s", got.Content)
	}
}
