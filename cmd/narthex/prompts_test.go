package main

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"narthex/migrations/seed"
)

// promptLink is a suggested prompt on a care page: the chat with its agent, and its words.
var promptLink = regexp.MustCompile(`<li><a href="[^"]*[?&;]agent=([a-z]+)[^"]*q=[^"]*">([^<]*)</a>`)

// suggested are the prompts that a church's care page suggests, by their agent, in the voice of a lens; "" for its own.
func (p *program) suggested(t *testing.T, slug, lens, language string) (agents map[string]string) {
	t.Helper()
	page := p.page(t, "/care/"+url.PathEscape(slug)+"?"+url.Values{"lens": {lens}}.Encode(), language)
	agents = make(map[string]string)
	for _, link := range promptLink.FindAllStringSubmatch(page, -1) {
		agents[html.UnescapeString(link[2])] = link[1]
	}
	return agents
}

// page is a page in a language.
func (p *program) page(t *testing.T, path, language string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+p.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Language", language)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	page, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// answered is a suggested prompt with what its answer must have, each on one of the lines "a | b".
type answered struct{ prompt, has string }

// suggestedPrompts has every prompt that the demonstration churches suggest, in every language of the pages.
var suggestedPrompts = map[string]map[string][]answered{
	"grace-harbor": {
		"en": {
			{"I’m going through a hard time", "glad you wrote | (207) 555-0142 | Ruth Alden | Take your time"},
			{"Could someone pray for me?", "prayer@graceharbor.example.org | What would you like prayer for?"},
			{"Can I talk to a pastor?", "Yes | (207) 555-0142 | Rev. Daniel Whitcomb | Tuesdays from 10 to noon | Please call me"},
			{"When are your services?", "9:00 AM Traditional worship | 11:00 AM Contemporary worship"},
			{"What should I expect on a first visit?", "green lanyard"},
			{"Is there something for children?", "Harbor Kids"},
			{"How can I join a small group?", "Eleven groups | After Supper | groups@graceharbor.example.org"},
			{"Where should I start reading the Bible?", "Gospel of Mark | Psalms | Midweek prayer and Bible study"},
			{"How do I get baptized?", "Pastor Dan twice | immersion"},
			{"How can I give?", "graceharbor.example.org/give"},
			{"Where could I volunteer?", "greeters | Fridays at 4:00 PM | (207) 555-0142"},
			{"What does the church do with gifts?", "Priya Natarajan | Financial Secretary | (207) 555-0142"},
		},
		"es": {
			{"Estoy pasando un momento difícil", "me alegra que haya escrito | (207) 555-0142 | Ruth Alden | Tómese su tiempo"},
			{"¿Podría alguien orar por mí?", "Claro que sí | ¿"},
			{"¿Puedo hablar con un pastor?", "Sí | (207) 555-0142 | Rev. Daniel Whitcomb | escrito en inglés: | Por favor, llámenme"},
			{"¿A qué hora son los servicios?", "Domingo | 9:00 AM Traditional worship"},
			{"¿Qué debo esperar en mi primera visita?", "escrito en inglés: | green lanyard"},
			{"¿Hay algo para los niños?", "escrito en inglés: | Harbor Kids"},
			{"¿Cómo puedo unirme a un grupo pequeño?", "escrito en inglés: | groups@graceharbor.example.org"},
			{"¿Por dónde empiezo a leer la Biblia?", "Evangelio de Marcos | Salmos | Midweek prayer and Bible study"},
			{"¿Cómo puedo bautizarme?", "escrito en inglés: | Pastor Dan twice"},
			{"¿Cómo puedo dar una ofrenda?", "graceharbor.example.org/give"},
			{"¿Dónde podría servir?", "escrito en inglés: | greeters | (207) 555-0142"},
			{"¿Qué hace la iglesia con las ofrendas?", "Priya Natarajan | (207) 555-0142"},
		},
	},
	"st-brigids": {
		"en": {
			{"I’m going through a hard time", "glad you wrote | 020 910 4417 | Fr Declan Moran | Take your time"},
			{"Could someone pray for me?", "Yes | What would you like prayer for?"},
			{"Can I talk to a priest?", "Yes | 020 910 4417 | Fr Declan Moran | after weekday Mass"},
			{"When is Mass?", "11:30 Family Mass | 18:30 Vigil Mass"},
			{"What should I expect at my first Mass?", "arms crossed"},
			{"Is there something for children?", "Children's Liturgy"},
			{"How do I arrange a baptism?", "first and third Saturday | preparation evening"},
			{"How can I become a Catholic?", "Deacon Paul Gannon | Thursdays at 20:00"},
			{"What groups are there in the parish?", "Parish choir | 020 910 4417"},
		},
		"es": {
			{"Estoy pasando un momento difícil", "me alegra que haya escrito | 020 910 4417 | Fr Declan Moran"},
			{"¿Podría alguien rezar por mí?", "Claro que sí | ¿"},
			{"¿Puedo hablar con un sacerdote?", "Sí | 020 910 4417 | Fr Declan Moran | after weekday Mass"},
			{"¿A qué hora es la Misa?", "11:30 Family Mass | 18:30 Vigil Mass"},
			{"¿Qué debo esperar en mi primera Misa?", "escrito en inglés: | arms crossed"},
			{"¿Hay algo para los niños?", "escrito en inglés: | Children's Liturgy"},
			{"¿Cómo se pide un bautizo?", "escrito en inglés: | preparation evening"},
			{"¿Cómo puedo hacerme católico o católica?", "escrito en inglés: | Deacon Paul Gannon"},
			{"¿Qué grupos hay en la parroquia?", "Parish choir | 020 910 4417"},
		},
	},
	"nueva-vida": {
		"en": {
			{"I’m going through a hard time", "glad you wrote | (956) 555-0176 | Efraín Cantú"},
			{"Could someone pray for me?", "Yes, gladly | What would you like prayer for?"},
			{"Can I talk to a pastor?", "Yes | (956) 555-0176 | Efraín Cantú | Please call me"},
			{"When are your services?", "10:30 AM Culto de adoración"},
			{"What should I expect on a first visit?", "English speakers are welcome"},
			{"Is there something for children?", "in Spanish: | escuela dominical"},
		},
		"es": {
			{"Estoy pasando un momento difícil", "me alegra que haya escrito | (956) 555-0176 | Efraín Cantú"},
			{"¿Podría alguien orar por mí?", "el miércoles a las 7:00 | ¿"},
			{"¿Puedo hablar con un pastor?", "Sí | (956) 555-0176 | Efraín Cantú | Por favor, llámenme"},
			{"¿A qué hora son los servicios?", "10:30 AM Culto de adoración"},
			{"¿Qué debo esperar en mi primera visita?", "Un ujier le recibirá"},
			{"¿Hay algo para los niños?", "escuela dominical"},
		},
	},
}

// evasive is what no answer to a prompt that we suggest ourselves may be.
var evasive = regexp.MustCompile(`rather not guess|prefiero no adivinar|[Mm]embership [Hh]andbook|on file:|tengo anotado|\{[a-z]+\}`)

// ofOthers is what a tradition's members do not say, by the lens of those that visitors are shown words of their own for.
var ofOthers = map[string]*regexp.Regexp{
	"catholic":           regexp.MustCompile(`\bpastor\b`),
	"eastern-orthodox":   regexp.MustCompile(`\bpastor\b`),
	"anglican-episcopal": regexp.MustCompile(`\bpastor\b`),
	"baptist":            regexp.MustCompile(`\b(?:priest|Mass|sacerdote|Misa)\b`),
}

// A visitor of the demonstration may choose any tradition: what is suggested then is answered just as well.
func askEverySuggestedPromptOfEveryLens(t *testing.T, p *program) {
	catalog, err := seed.Lenses()
	if err != nil {
		t.Fatal(err)
	}
	asked := make(map[string]bool)
	for _, lens := range catalog {
		for _, language := range []string{"en", "es"} {
			agents := p.suggested(t, "nueva-vida", lens.Slug, language)
			if len(agents) < 6 {
				t.Errorf("%s, %s: only %d prompts are suggested: %v", lens.Slug, language, len(agents), agents)
			}
			for prompt, agent := range agents {
				if foreign := ofOthers[lens.Slug]; foreign != nil && foreign.MatchString(prompt) {
					t.Errorf("%s, %s: it suggests %q", lens.Slug, language, prompt)
				}
				if asked[agent+prompt] {
					continue
				}
				asked[agent+prompt] = true
				tier, text := p.askAgent(t, "nueva-vida", prompt, agent)
				t.Logf("%s, %s, tier %d\n%s\n\n%s\n", lens.Slug, agent, tier, prompt, text)
				if tier > 1 || evasive.MatchString(text) || len(text) < 30 || len(text) > 900 {
					t.Errorf("%s, tier %d, %d bytes\n%s\n\n%s", lens.Slug, tier, len(text), prompt, text)
				}
			}
		}
	}
}

// triedLink is a question on the front page: the chat of a church, and its words.
var triedLink = regexp.MustCompile(`<li><a href="/chat/([a-z-]+)\?[^"]*q=[^"]*">([^<]*)</a>`)

// What the front page has a visitor try is the first answer that anybody gets from us.
func askWhatTheFrontPageSuggests(t *testing.T, p *program) {
	for language, has := range map[string][]string{
		"en": {"9:00 AM", "green lanyard", "Harbor Kids", "What would you like prayer for?"},
		"es": {"10:30 AM", "Un ujier", "escuela dominical", "Claro que sí"},
	} {
		links := triedLink.FindAllStringSubmatch(p.page(t, "/", language), -1)
		if len(links) != len(has) {
			t.Fatalf("%s: %d questions, want %d: %v", language, len(links), len(has), links)
		}
		for i, link := range links {
			prompt := html.UnescapeString(link[2])
			tier, text := p.askAgent(t, link[1], prompt, "")
			t.Logf("%s, tier %d\n%s\n\n%s\n", language, tier, prompt, text)
			if tier > 1 || !strings.Contains(text, has[i]) || evasive.MatchString(text) {
				t.Errorf("%s, tier %d: %q is not in the answer\n%s\n\n%s", language, tier, has[i], prompt, text)
			}
		}
	}
}

// Every prompt that a page suggests is answered well without a model service: with the church's own facts, or whom to ask.
func askEverySuggestedPrompt(t *testing.T, p *program) {
	for slug, languages := range suggestedPrompts {
		for language, rows := range languages {
			agents := p.suggested(t, slug, "", language)
			for _, row := range rows {
				agent, shown := agents[row.prompt]
				if !shown {
					t.Errorf("%s does not suggest %q", slug, row.prompt)
					continue
				}
				delete(agents, row.prompt)
				tier, text := p.askAgent(t, slug, row.prompt, agent)
				t.Logf("%s, %s, tier %d\n%s\n\n%s\n", slug, agent, tier, row.prompt, text)
				if tier > 1 || evasive.MatchString(text) || len(text) > 900 {
					t.Errorf("%s, tier %d, %d bytes\n%s\n\n%s", slug, tier, len(text), row.prompt, text)
				}
				for has := range strings.SplitSeq(row.has, " | ") {
					if !strings.Contains(text, has) {
						t.Errorf("%s: %q is not in the answer\n%s\n\n%s", slug, has, row.prompt, text)
					}
				}
			}
			for prompt := range agents {
				t.Errorf("%s suggests %q, and nobody has read its answer", slug, prompt)
			}
		}
	}
}
