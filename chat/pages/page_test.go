package pages_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/chat/pages"
)

var _ pages.Lookup = (*church.Store)(nil).BySlug

// visit asks for a page without a browser.
func visit(t *testing.T, lookup pages.Lookup, method, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	edge, views, _ := newEdge(t)
	router := chi.NewRouter()
	router.Use(edge.Observe)
	pages.NewHandler(partsOf(lookup, views, edge)).Routes(router)
	request := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	router.ServeHTTP(recorder, request)
	return recorder
}

func having(churches ...*church.Snapshot) pages.Lookup { return lookupIn(churches) }

func failing(err error) pages.Lookup {
	return func(context.Context, string) (*church.Snapshot, error) { return nil, fmt.Errorf("load: %w", err) }
}

func with(change func(*church.Snapshot)) pages.Lookup {
	grace := graceHarbor()
	change(grace)
	return having(grace)
}

func TestTheChatIsThereOrTheCarePageSaysWhyNot(t *testing.T) {
	for _, tt := range []struct {
		name   string
		lookup pages.Lookup
		status int
	}{
		{"active", having(graceHarbor()), 200},
		{"past due", with(func(s *church.Snapshot) { s.Status = church.PastDue }), 302},
		{"canceled", with(func(s *church.Snapshot) { s.Status = church.Canceled }), 302},
		{"paused", with(func(s *church.Snapshot) { s.Status = church.Paused }), 302},
		{"chatbot not enabled", with(func(s *church.Snapshot) { s.ChatbotEnabled = false }), 302},
		{"a plan for the telephone", with(func(s *church.Snapshot) { s.Plan = church.ProVoice }), 200},
		{"no premium record", failing(church.ErrNotSubscribed), 302},
		{"no such church", failing(church.ErrNotFound), 302},
		{"the database is away", failing(church.ErrUnavailable), 503},
		{"something else", failing(errors.New("boom")), 500},
	} {
		t.Run(tt.name, func(t *testing.T) {
			response := visit(t, tt.lookup, http.MethodGet, "/chat/grace-harbor?agent=care")
			if response.Code != tt.status {
				t.Fatalf("status %d, want %d", response.Code, tt.status)
			}
			if tt.status == 302 {
				if got := response.Header().Get("Location"); got != "/care/grace-harbor" {
					t.Errorf("Location %q", got)
				}
				if got := response.Header().Get("Cache-Control"); got != "no-store" {
					t.Errorf("Cache-Control %q", got)
				}
			}
			if strings.Contains(response.Body.String(), "boom") {
				t.Errorf("the cause got out: %s", response.Body)
			}
		})
	}
}

func TestTheRedirectStaysOnThisSite(t *testing.T) {
	for _, slug := range []string{"%2f%2fevil.example", "..%2f..%2fevil", "%5cevil.example", "%0d%0aSet-Cookie:x", "a%3fb%23c"} {
		location := visit(t, having(), http.MethodGet, "/chat/"+slug).Header().Get("Location")
		rest, ok := strings.CutPrefix(location, "/care/")
		if !ok || strings.ContainsAny(rest, "/\\?#\r\n") {
			t.Errorf("%s redirects to %q", slug, location)
		}
	}
}

// clientData is what the page tells its modules.
func clientData(t *testing.T, body string) map[string]any {
	t.Helper()
	match := regexp.MustCompile(`(?s)<script type="application/json" id="chat-data">(.*?)</script>`).FindStringSubmatch(body)
	if match == nil {
		t.Fatalf("no data in %s", body)
	}
	var data map[string]any
	if err := json.Unmarshal([]byte(match[1]), &data); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestThePageSaysWhoseItIs(t *testing.T) {
	grace := graceHarbor()
	body := visit(t, having(grace), http.MethodGet, "/chat/grace-harbor").Body.String()
	for _, want := range []string{
		"<title>Chat with Grace Harbor Church</title>", `<h1 dir="auto">Grace Harbor Church</h1>`, "Baptist", "Rockland, ME",
		`href="tel:&#43;12075550142"`, `href="mailto:hello@graceharbor.example.org"`, "212 Breakwater Lane, Rockland, ME 04841",
		`query=212%20Breakwater%20Lane%2c%20Rockland%2c%20ME%2004841`, `href="https://graceharbor.example.org"`,
		`href="tel:911"`, `href="tel:988"`, `lang="en" dir="ltr"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	data := clientData(t, body)
	for key, want := range map[string]any{
		"churchId": grace.ID.String(), "agent": "coordinator", "demo": false, "language": "en",
	} {
		if data[key] != want {
			t.Errorf("%s is %v, want %v", key, data[key], want)
		}
	}
}

func TestADenominationIsShownWhereItIsWrittenForPeople(t *testing.T) {
	for denomination, shown := range map[string]bool{
		"Roman Catholic": true, "Baptist": true, "assemblies-of-god": false, "southern_baptist": false, "baptist": false, "": false,
	} {
		body := visit(t, with(func(s *church.Snapshot) { s.Denomination = denomination }), http.MethodGet, "/chat/grace-harbor").Body.String()
		if got := strings.Contains(body, "Grace Harbor Church · "+denomination+" · Rockland, ME"); got != shown {
			t.Errorf("%q: shown %v", denomination, got)
		}
	}
}

func TestTheAgentIsTheOneAskedForOrTheGeneralOne(t *testing.T) {
	onlyCare := func(s *church.Snapshot) {
		s.Agents = map[church.Agent]church.AgentConfig{church.Care: {Enabled: true}}
	}
	none := func(s *church.Snapshot) { s.Agents = nil }
	all := func(*church.Snapshot) {}
	for _, tt := range []struct {
		name   string
		church func(*church.Snapshot)
		query  string
		agent  string
		shown  string
	}{
		{"asked for", all, "?agent=stewardship", "stewardship", "Giving and serving"},
		{"asked for though not enabled: the chat says so", onlyCare, "?agent=stewardship", "stewardship", "Giving and serving"},
		{"not asked for", all, "", "coordinator", ""},
		{"no agent of this name", all, "?agent=wizard", "coordinator", ""},
		{"the coordinator is off", onlyCare, "", "care", ""},
		{"everything is off", none, "", "coordinator", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body := visit(t, with(tt.church), http.MethodGet, "/chat/grace-harbor"+tt.query).Body.String()
			if got := clientData(t, body)["agent"]; got != tt.agent {
				t.Errorf("agent %v, want %s", got, tt.agent)
			}
			if got := strings.Contains(body, `class="agent"`); got != (tt.shown != "") || !strings.Contains(body, tt.shown) {
				t.Errorf("agent shown: %v, want %q", got, tt.shown)
			}
		})
	}
}

func TestBrandingAndUpgradeNoteAreForTheBasicTier(t *testing.T) {
	for plan, basic := range map[church.Plan]bool{
		church.StarterChat: true, church.StarterBoth: true, church.ProChat: false, church.SuiteBoth: false,
	} {
		body := visit(t, with(func(s *church.Snapshot) { s.Plan = plan }), http.MethodGet, "/chat/grace-harbor").Body.String()
		if got := strings.Contains(body, "Powered by Narthex"); got != basic {
			t.Errorf("%s: branding %v", plan, got)
		}
		if got := strings.Contains(body, `href="/pricing"`); got != basic {
			t.Errorf("%s: upgrade note %v", plan, got)
		}
	}
}

func TestThePageSpeaksTheVisitorsLanguageOrTheChurchs(t *testing.T) {
	for accept, want := range map[string]string{"en-US": "en", "es": "es", "de": "es", "": "es"} {
		response := visit(t, having(nuevaVida()), http.MethodGet, "/chat/nueva-vida", "Accept-Language", accept)
		body := response.Body.String()
		if got := response.Header().Get("Content-Language"); got != want {
			t.Errorf("Accept-Language %q: %s, want %s", accept, got, want)
		}
		if got := strings.Contains(body, "Escriba un mensaje"); got != (want == "es") {
			t.Errorf("Accept-Language %q: Spanish %v", accept, got)
		}
		texts := clientData(t, body)["texts"].(map[string]any)
		if got := texts["retry"] == "Intentar de nuevo"; got != (want == "es") {
			t.Errorf("Accept-Language %q: Spanish in the modules %v", accept, got)
		}
	}
}

func TestWhomToCallDependsOnTheCountry(t *testing.T) {
	for country, want := range map[string][]string{
		"US": {"tel:911", "tel:988"}, "CA": {"tel:911", "tel:988"}, "GB": {"tel:999", "tel:116123"}, "IE": {"tel:112", "tel:116123"},
		"AU": {"tel:000", "tel:131114"}, "NZ": {"tel:111", "tel:1737"}, "BE": {"tel:112", "findahelpline.com"},
		"MX": {"tel:911", "tel:8009112000"}, "PT": {"tel:112", "tel:1411"}, "FR": {"tel:112", "tel:3114"}, "BR": {"tel:190", "tel:192", "tel:188"},
		"AQ": {"your local emergency number", "findahelpline.com"}, "": {"your local emergency number", "findahelpline.com"},
	} {
		body := visit(t, with(func(s *church.Snapshot) { s.Address.Country = country }), http.MethodGet, "/chat/grace-harbor").Body.String()
		for _, line := range want {
			if !strings.Contains(body, line) {
				t.Errorf("%q: the page lacks %s", country, line)
			}
		}
	}
}

func TestWebAddressesThatAreNoneAreLeftOut(t *testing.T) {
	for website, want := range map[string]string{
		"gracechurch.example": "https://gracechurch.example", "http://x.example/a": "http://x.example/a",
		"javascript:alert(1)": "", "https://a@x.example": "", "https://": "", "ftp://x.example": "", "not an address": "", "<b>": "", "a\"b.example": "", "https://iglesia-ñandú.example": "https://iglesia-%C3%B1and%C3%BA.example",
	} {
		body := visit(t, with(func(s *church.Snapshot) { s.Website = website }), http.MethodGet, "/chat/grace-harbor").Body.String()
		if want == "" && strings.Contains(body, "<dt>Website</dt>") || want != "" && !strings.Contains(body, `href="`+want+`"`) {
			t.Errorf("%q: wrong link", website)
		}
	}
}

func TestHeadIsAnsweredAndOtherMethodsAreNot(t *testing.T) {
	if got := visit(t, having(graceHarbor()), http.MethodHead, "/chat/grace-harbor").Code; got != http.StatusOK {
		t.Errorf("HEAD: %d", got)
	}
	if got := visit(t, having(graceHarbor()), http.MethodPost, "/chat/grace-harbor").Code; got != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", got)
	}
}

// What a module imports comes with it, and what is loaded one after another is slow on a slow line.
func TestThePageLoadsOneStyleSheetAndOneModule(t *testing.T) {
	body := visit(t, having(graceHarbor()), http.MethodGet, "/chat/grace-harbor").Body.String()
	body, _, _ = strings.Cut(body, "<noscript>")
	for pattern, want := range map[string]int{`<script [^>]*src=`: 1, `rel="stylesheet"`: 1, `rel="modulepreload"`: 0} {
		if got := len(regexp.MustCompile(pattern).FindAllString(body, -1)); got != want {
			t.Errorf("%d of %s", got, pattern)
		}
	}
	if strings.Contains(fetch(t, serve(t, graceHarbor()).url+moduleURL(t, "chat.js")), `from"`) {
		t.Error("the module imports another")
	}
}
