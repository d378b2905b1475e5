package dashboard

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/static/messages"
	"narthex/static/web"
)

// The table is the rule: whoever changes what a plan includes says here what becomes of those who lose it.
func TestWhatAChangeOfPlanDoes(t *testing.T) {
	t.Parallel()
	many := holdings{FAQs: 63}
	few := holdings{FAQs: 50}
	for name, test := range map[string]struct {
		from, to church.Plan
		has      holdings
		want     string
	}{
		"suite to starter, with much": {church.SuiteBoth, church.StarterChat, many,
			"agent.discipleship rests, agent.stewardship rests, tools.pro rests, tools.suite rests, faqs read_only 13 of 50, branding rests, voice rests"},
		"suite to starter, with little": {church.SuiteChat, church.StarterChat, few,
			"agent.discipleship rests, agent.stewardship rests, tools.pro rests, tools.suite rests, faqs rests 0 of 50, branding rests"},
		"suite to pro, with much":          {church.SuiteBoth, church.ProBoth, many, "tools.suite rests, faqs read_only 13 of 50"},
		"pro to starter, more than either": {church.ProChat, church.StarterChat, many, "agent.discipleship rests, agent.stewardship rests, tools.pro rests, faqs read_only 13 of 50, branding rests"},
		"pro to starter":                   {church.ProVoice, church.StarterVoice, few, "agent.discipleship rests, agent.stewardship rests, tools.pro rests, branding rests"},
		"starter to suite": {church.StarterChat, church.SuiteBoth, few,
			"agent.discipleship gained, agent.stewardship gained, tools.pro gained, tools.suite gained, faqs gained 0 of 0, branding gained, voice gained"},
		"chat to both":                 {church.ProChat, church.ProBoth, few, "voice gained"},
		"both to chat":                 {church.ProBoth, church.ProChat, few, "voice rests"},
		"the same by another interval": {church.ProChat, church.ProChat, few, ""},
	} {
		var got []string
		for _, c := range changes(test.from, test.to, test.has) {
			text := c.Limit + " " + string(c.Effect)
			if c.Limit == "faqs" {
				text += fmt.Sprintf(" %d of %d", c.Count, c.Limits)
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: %s, want %s", name, strings.Join(got, ", "), test.want)
		}
	}
}

// Between any two plans, whatever changes has words for it in each language.
func TestEveryChangeOfPlanCanBeSaid(t *testing.T) {
	t.Parallel()
	languages, err := web.LoadLanguages(messages.Files)
	if err != nil {
		t.Fatal(err)
	}
	all := []church.Plan{church.StarterChat, church.StarterVoice, church.StarterBoth, church.ProChat, church.ProVoice, church.ProBoth, church.SuiteChat, church.SuiteBoth}
	for _, code := range []string{"en", "es"} {
		asked := httptest.NewRequest(http.MethodGet, "/", nil)
		language := languages.For(asked, code)
		for _, from := range all {
			for _, to := range all {
				for _, c := range changes(from, to, holdings{FAQs: 51}) {
					if _, err := c.words(language); err != nil {
						t.Errorf("%s, from %s to %s: %v", code, from, to, err)
					}
				}
			}
		}
	}
	if !slices.ContainsFunc(changes(church.SuiteChat, church.ProChat, holdings{FAQs: 51}), func(c change) bool { return c.Effect == readOnly }) {
		t.Error("one question too many is not read-only")
	}
}
