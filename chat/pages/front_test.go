package pages_test

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/chat/pages"
)

// visitWith asks for a page of a handler with these parts changed.
func visitWith(t *testing.T, lookup pages.Lookup, change func(*pages.Parts), path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	return visitor(t, lookup, change)(path, headers...)
}

// visitor asks one handler for many pages.
func visitor(t *testing.T, lookup pages.Lookup, change func(*pages.Parts)) func(path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	edge, views, _ := newEdge(t)
	parts := partsOf(lookup, views, edge)
	change(&parts)
	router := chi.NewRouter()
	router.Use(edge.Observe)
	pages.NewHandler(parts).Routes(router)
	return func(path string, headers ...string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i < len(headers); i += 2 {
			request.Header.Set(headers[i], headers[i+1])
		}
		recorder := httptest.NewRecorder()
		router.ServeHTTP(recorder, request)
		return recorder
	}
}

// listedOnly are the parts of a directory that lists one church, which has not subscribed.
func listedOnly(d *church.Directory) func(*pages.Parts) {
	return func(parts *pages.Parts) {
		parts.Lookup = failing(church.ErrNotSubscribed)
		parts.Directory = func(context.Context, string) (*church.Directory, error) { return d, nil }
	}
}

func body(t *testing.T, lookup pages.Lookup, path string, headers ...string) string {
	t.Helper()
	response := visit(t, lookup, http.MethodGet, path, headers...)
	if response.Code != http.StatusOK {
		t.Fatalf("%s: status %d", path, response.Code)
	}
	return response.Body.String()
}

func mustContain(t *testing.T, page string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func mustLack(t *testing.T, page string, unwanted ...string) {
	t.Helper()
	for _, text := range unwanted {
		if strings.Contains(page, text) {
			t.Errorf("the page has %s", text)
		}
	}
}

// links are the addresses that a page leads to, as a browser reads them.
func links(page string) []string {
	var found []string
	for _, match := range regexp.MustCompile(`<a [^>]*href="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		found = append(found, strings.ReplaceAll(match[1], "&amp;", "&"))
	}
	return found
}

func TestTheCarePageSaysHowThingsStand(t *testing.T) {
	for _, tt := range []struct {
		name   string
		lookup pages.Lookup
		status int
		shows  string
	}{
		{"active", having(graceHarbor()), 200, "How can we help?"},
		{"past due", with(func(s *church.Snapshot) { s.Status = church.PastDue }), 200, "Our assistant is away"},
		{"canceled", with(func(s *church.Snapshot) { s.Status = church.Canceled }), 200, "Our assistant is away"},
		{"paused", with(func(s *church.Snapshot) { s.Status = church.Paused }), 200, "Our assistant is away"},
		{"chatbot not enabled", with(func(s *church.Snapshot) { s.ChatbotEnabled = false }), 200, "Our assistant is away"},
		{"care not enabled", with(func(s *church.Snapshot) { s.CareEnabled = false }), 200, "Our assistant is away"},
		{"a plan for the telephone", with(func(s *church.Snapshot) { s.Plan = church.ProVoice }), 200, "How can we help?"},
		{"no such church", failing(church.ErrNotFound), 404, "We can’t find this church"},
		{"the database is away", failing(church.ErrUnavailable), 503, "We’ll be right back"},
		{"something else", failing(errors.New("boom")), 500, "Something went wrong"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			response := visit(t, tt.lookup, http.MethodGet, "/care/grace-harbor")
			if response.Code != tt.status {
				t.Errorf("status %d, want %d", response.Code, tt.status)
			}
			mustContain(t, response.Body.String(), tt.shows)
			mustLack(t, response.Body.String(), "boom")
			if tt.shows != "How can we help?" && response.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("Cache-Control %q: it may be another page a minute later", response.Header().Get("Cache-Control"))
			}
		})
	}
}

func TestThereIsACardForEachEnabledAgent(t *testing.T) {
	grace := graceHarbor()
	grace.Agents[church.Discipleship] = church.AgentConfig{Enabled: false}
	grace.Hours = week(map[time.Weekday]string{time.Sunday: "9:00 AM Traditional worship"})
	page := body(t, having(grace), "/care/grace-harbor")
	for agent, shown := range map[string]bool{"care": true, "coordinator": true, "discipleship": false, "stewardship": true} {
		questions := 0
		for _, link := range links(page) {
			parsed, err := url.Parse(link)
			if err != nil {
				t.Fatal(err)
			}
			if parsed.Path == "/chat/grace-harbor" && parsed.Query().Get("agent") == agent && parsed.Query().Get("q") != "" {
				questions++
			}
		}
		if want := map[bool]int{true: 3}[shown]; questions != want {
			t.Errorf("%s: %d suggested questions, want %d", agent, questions, want)
		}
	}
	mustContain(t, page, `href="/chat/grace-harbor?agent=care"`, `href="/chat/grace-harbor"`,
		`href="/chat/grace-harbor?agent=care&amp;q=Could&#43;someone&#43;pray&#43;for&#43;me%3F"`)
}

func TestTheCarePageSaysWhoseItIsAndHowToReachThem(t *testing.T) {
	grace := graceHarbor()
	grace.Hours = week(map[time.Weekday]string{time.Sunday: "9:00 AM Traditional worship"})
	grace.Photo, grace.PhotoAlt = "https://graceharbor.example.org/front.jpg", "A white church above a harbor"
	page := body(t, having(grace), "/care/grace-harbor")
	mustContain(t, page, `<h1 dir="auto">Grace Harbor Church</h1>`, "<span>Baptist</span><span>Rockland, ME</span>",
		`href="tel:&#43;12075550142"`, `href="mailto:hello@graceharbor.example.org"`, `href="tel:911"`, `href="tel:988"`,
		`src="https://graceharbor.example.org/front.jpg" alt="A white church above a harbor"`, `href="/churches/grace-harbor"`,
		`<link rel="canonical" href="https://narthex.example/care/grace-harbor">`, "9:00 AM Traditional worship")
}

func TestOnlyPicturesThatThePolicyLetsInAreShown(t *testing.T) {
	for address, shown := range map[string]bool{
		"https://x.example/a.jpg": true, "http://x.example/a.jpg": false, "/a.jpg": false, "javascript:alert(1)": false, "data:image/png;base64,": false, "": false,
	} {
		page := body(t, with(func(s *church.Snapshot) { s.Photo = address }), "/care/grace-harbor")
		if got := strings.Contains(page, "<img"); got != shown {
			t.Errorf("%q: shown %v", address, got)
		}
	}
}

func TestTheCallButtonNeedsANumberAndNothingElse(t *testing.T) {
	for _, tt := range []struct {
		name string
		plan church.Plan
		church.Voice
		want string // the number as it is shown
	}{
		{"the carrier's number", church.SuiteBoth, church.Voice{Status: church.VoiceActive, CarrierNumber: "+12075550145", AssistantNumber: "+12075550146"}, "(207) 555-0145"},
		{"the provider's number alone", church.SuiteBoth, church.Voice{Status: church.VoiceActive, AssistantNumber: "+353915550101"}, "+353915550101"},
		{"not set up yet", church.SuiteBoth, church.Voice{Status: church.VoicePending, CarrierNumber: "+12075550145"}, "(207) 555-0145"},
		{"switched off", church.SuiteBoth, church.Voice{Status: church.VoiceDisabled, CarrierNumber: "+12075550145"}, "(207) 555-0145"},
		{"no number assigned", church.SuiteBoth, church.Voice{Status: church.VoiceActive}, ""},
		{"a plan without voice", church.SuiteChat, church.Voice{Status: church.VoiceActive, CarrierNumber: "+12075550145"}, "(207) 555-0145"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			page := body(t, with(func(s *church.Snapshot) { s.Plan, s.Voice = tt.plan, tt.Voice }), "/care/grace-harbor")
			if tt.want == "" {
				mustLack(t, page, "answered by an AI assistant", "(207) 555-0145")
				return
			}
			mustContain(t, html.UnescapeString(page), `<bdi dir="ltr">`+tt.want+"</bdi>", "answered by an AI assistant")
		})
	}
}

func TestTheLensSelectorIsThereWhereItHasAnEffect(t *testing.T) {
	catalogue := []church.Tradition{
		{Lens: church.Lens{ID: 12, Slug: "baptist", Name: "Baptist"}}, {Lens: church.Lens{ID: 6, Slug: "lutheran", Name: "Lutheran"}},
	}
	for _, tt := range []struct {
		name   string
		demo   bool
		source church.LensSource
		shown  bool
	}{
		{"a demonstration church whose denomination decides", true, church.LensFromDenomination, true},
		{"a demonstration church with the default", true, church.LensDefault, true},
		{"a demonstration church that has chosen", true, church.LensStored, false},
		{"any other church", false, church.LensDefault, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lookup := with(func(s *church.Snapshot) {
				s.Demo, s.LensSource, s.Lens, s.Catalogue = tt.demo, tt.source, church.Lens{ID: 12, Name: "Baptist"}, catalogue
			})
			page := body(t, lookup, "/care/grace-harbor?lens=lutheran")
			if got := strings.Contains(page, `<select id="lens"`); got != tt.shown {
				t.Errorf("shown %v", got)
			}
			if got := strings.Contains(page, `href="/chat/grace-harbor?agent=care&amp;lens=lutheran"`); got != tt.shown {
				t.Errorf("the choice goes along to the chat: %v", got)
			}
			if got := strings.Contains(page, `<option value="lutheran" selected>`); got != tt.shown {
				t.Errorf("the choice is shown: %v", got)
			}
			mustLack(t, body(t, lookup, "/care/grace-harbor?lens=%22%3E%3Cscript%3E"), "lens=", "<script>")
		})
	}
}

func TestTheChatSpeaksInTheLensThatADemonstrationsVisitorHasChosen(t *testing.T) {
	for _, tt := range []struct {
		name, query string
		demo        bool
		want        string
	}{
		{"chosen", "?lens=lutheran", true, "lutheran"},
		{"by its number", "?lens=6", true, "lutheran"},
		{"no such lens", "?lens=wizardry", true, ""},
		{"none chosen", "", true, ""},
		{"any other church", "?lens=lutheran", false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			page := body(t, with(func(s *church.Snapshot) {
				s.Demo, s.Catalogue = tt.demo, []church.Tradition{{Lens: church.Lens{ID: 6, Slug: "lutheran", Name: "Lutheran"}}}
			}), "/chat/grace-harbor"+tt.query)
			if got := clientData(t, page)["lens"]; got != tt.want {
				t.Errorf("lens %v, want %q", got, tt.want)
			}
		})
	}
}

func TestWithoutTheAssistantThePageSaysHowToReachTheChurch(t *testing.T) {
	page := body(t, with(func(s *church.Snapshot) { s.Status = church.Canceled }), "/care/grace-harbor")
	mustContain(t, page, "Grace Harbor Church", `href="tel:&#43;12075550142"`, "212 Breakwater Lane", `href="/churches/grace-harbor"`, `href="tel:911"`, `name="robots" content="noindex"`)
	mustLack(t, page, "/chat/grace-harbor")

	t.Run("and that it can be called, or chatted with, where it can", func(t *testing.T) {
		page := body(t, with(func(s *church.Snapshot) {
			s.CareEnabled = false
			s.Voice = church.Voice{Status: church.VoiceActive, CarrierNumber: "+12075550145"}
		}), "/care/grace-harbor")
		mustContain(t, page, "(207) 555-0145", `href="/chat/grace-harbor"`)
	})
	t.Run("but not where the subscription has ended", func(t *testing.T) {
		page := body(t, with(func(s *church.Snapshot) {
			s.Status, s.Voice = church.Paused, church.Voice{Status: church.VoiceActive, CarrierNumber: "+12075550145"}
		}), "/care/grace-harbor")
		mustLack(t, page, "(207) 555-0145")
	})
}

func TestAChurchThatIsOnlyListedHasNoCarePageButAWayToReachIt(t *testing.T) {
	response := visitWith(t, nil, listedOnly(directoryOf(graceHarbor())), "/care/grace-harbor")
	if response.Code != http.StatusNotFound {
		t.Errorf("status %d", response.Code)
	}
	mustContain(t, response.Body.String(), "There is no assistant here", "Grace Harbor Church", `href="tel:&#43;12075550142"`, `href="/churches/grace-harbor"`)
}

func TestNothingThatAChurchIsCalledBecomesCode(t *testing.T) {
	called := make(map[string]*church.Snapshot, len(payloads)) // by slug
	visit := visitor(t, func(_ context.Context, slug string) (*church.Snapshot, error) { return called[slug], nil }, func(*pages.Parts) {})
	tag, quoted := regexp.MustCompile(`<("[^"]*"|[^>"])*>`), regexp.MustCompile(`"[^"]*"`)
	for i, payload := range payloads {
		grace := graceHarbor()
		grace.Slug = fmt.Sprintf("payload-%d", i)
		grace.Name, grace.DirectoryName, grace.PhotoAlt, grace.Denomination, grace.Address.Street = payload, payload, payload, payload, payload
		grace.Photo, grace.Website, grace.Phone = "https://x.example/a.jpg", payload, payload
		grace.Ministries = []church.Ministry{{Name: payload, Description: payload}}
		grace.Expect.Parking = payload
		called[grace.Slug] = grace
		listing := visit("/churches/" + grace.Slug).Body.String()
		if got := jsonLD(t, listing)["name"]; got != payload {
			t.Errorf("%q became %q in the structured data", payload, got)
		}
		for _, found := range tag.FindAllString(listing+visit("/care/"+grace.Slug).Body.String(), -1) {
			if strings.Contains(quoted.ReplaceAllString(found, ""), "pwned") || strings.Contains(found, `href="javascript:`) {
				t.Errorf("%q became %s", payload, found)
			}
		}
	}
}

func TestTheFrontPagesSpeakSpanish(t *testing.T) {
	nueva := nuevaVida()
	nueva.CareEnabled = true
	mustContain(t, body(t, having(nueva), "/care/nueva-vida", "Accept-Language", "es-MX"), "¿En qué podemos ayudarle?", "Cuidado y oración", "Con la tecnología de Narthex")
	mustContain(t, body(t, having(nuevaVida()), "/churches/nueva-vida", "Accept-Language", "es-MX"), "Cómo encontrarnos", "Chatear con nosotros")
}

// week is what is on, a line a day.
func week(lines map[time.Weekday]string) (hours church.Hours) {
	for day, line := range lines {
		hours[day] = church.ParseSlots(line)
	}
	return hours
}

func TestTheFrontPagesSpeakTheLanguageOfTheirAddress(t *testing.T) {
	grace := graceHarbor()
	grace.CareEnabled = true
	lookup := having(grace)
	for _, path := range []string{"/care/grace-harbor", "/churches/grace-harbor"} {
		english, spanish := body(t, lookup, path), body(t, lookup, path+"?lang=es")
		mustContain(t, english, `<html lang="en"`, `href="?lang=es" hreflang="es" lang="es">`)
		mustContain(t, spanish, `<html lang="es"`, `href="?lang=en" hreflang="en" lang="en">`)
	}
	care := body(t, lookup, "/care/grace-harbor?lang=es")
	mustContain(t, care, `href="/chat/grace-harbor?lang=es"`, `href="/chat/grace-harbor?agent=care&amp;lang=es"`)
	mustLack(t, body(t, lookup, "/care/grace-harbor"), "agent=care&amp;lang=", `href="/chat/grace-harbor?lang`)
	mustLack(t, body(t, lookup, "/care/grace-harbor?lang=%22%3E%3Cscript%3E"), "<script>", "%22%3E")
}

// Who is in trouble sees a person's number before the assistant's.
func TestAPersonsNumberStandsAboveTheAssistants(t *testing.T) {
	voice := church.Voice{Status: church.VoiceActive, AssistantNumber: "+12075550146"}
	page := body(t, with(func(s *church.Snapshot) { s.Plan, s.Voice, s.Phone = church.SuiteBoth, voice, "207-555-0101" }), "/care/grace-harbor")
	person, assistant := strings.Index(page, `href="tel:&#43;12075550101"`), strings.Index(page, `href="tel:&#43;12075550146"`)
	if person < 0 || assistant < 0 || person > assistant {
		t.Errorf("the person's number stands at %d, the assistant's at %d", person, assistant)
	}
}
