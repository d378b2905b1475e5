package pages_test

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts"
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
			grace.Hours = week(map[time.Weekday]string{time.Sunday: "9:00 AM " + map[string]string{"catholic": "Mass", "eastern-orthodox": "Divine Liturgy"}[test.lens]})
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

// promptOf is a prompt as the chat page has it.
var promptOf = regexp.MustCompile(`<button[^>]*data-prompt[^>]*>([^<]*)</button>`)

// Whatever a church has on file, and whatever its tradition: what each agent suggests is answered from it by rule.
func TestEverySuggestedPromptIsAnsweredByRule(t *testing.T) {
	lenses := []string{"evangelical", "reformed-presbyterian", "pentecostal-charismatic", "catholic", "mainline-protestant", "lutheran", "anglican-episcopal",
		"anabaptist-mennonite", "eastern-orthodox", "christocentric", "black-church", "baptist", "wesleyan-methodist", "non-denominational", "word-of-faith",
		"liberation", "seventh-day-adventist"}
	for name, of := range map[string]func() *church.Snapshot{"all on file": furnished, "an address alone": graceHarbor} {
		for _, slug := range lenses {
			for _, language := range []string{"en", "es"} {
				snapshot := of()
				snapshot.Lens = church.Lens{Slug: slug}
				for agent := range snapshot.Agents {
					page := body(t, having(snapshot), "/chat/grace-harbor?agent="+string(agent), "Accept-Language", language)
					prompts := promptOf.FindAllStringSubmatch(page, -1)
					if want := map[bool]int{true: 3, false: 2}[name == "all on file" || agent != church.Coordinator]; len(prompts) != want {
						t.Errorf("%s, %s, %s, %s: %d prompts, want %d: %v", name, slug, language, agent, len(prompts), want, prompts)
					}
					for _, prompt := range prompts {
						asked := html.UnescapeString(prompt[1])
						if answer, ok := facts.Find(snapshot, facts.Question{Text: asked, Language: language, Now: time.Now()}); !ok || len(answer.Text) < 20 {
							t.Errorf("%s, %s, %s, %s: %q is answered %q", name, slug, language, agent, asked, answer.Text)
						}
					}
				}
			}
		}
	}
}
