package main

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestWhoChoosesALanguageGoesOnInIt goes from the front page to the form of a plan with a browser that asks for no Spanish.
func TestWhoChoosesALanguageGoesOnInIt(t *testing.T) {
	s, _ := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	at := "/?lang=es"
	for _, next := range []string{"/pricing", "/pricing?interval=year", "/onboard?interval=year&plan=starter_chat"} {
		at = linkTo(t, listening.URL, at, next)
		if page := elementsOf(t, listening.URL+at); languageOf(page) != "es" {
			t.Errorf("%s is in %s", at, languageOf(page))
		}
	}
	var preselected, told string
	for node := range elementsOf(t, listening.URL+at).Descendants() {
		value, _ := attribute(node, "value")
		if _, selected := attribute(node, "selected"); selected {
			preselected += value
		}
		if _, data := attribute(node, "data-form-data"); data {
			told = node.FirstChild.Data
		}
	}
	if preselected != "es" {
		t.Errorf("the church's language is %q", preselected)
	}
	if !strings.Contains(told, `"checkoutURL":"/onboard/checkout?lang=es\u0026tier=starter_chat"`) {
		t.Errorf("the form leads on otherwise: %s", told)
	}
	checkout := elementsOf(t, listening.URL+"/onboard/checkout?lang=es&tier=starter_chat")
	for node := range checkout.Descendants() {
		if _, data := attribute(node, "data-checkout-data"); data && !strings.Contains(node.FirstChild.Data, `"openURL":"/api/stripe/checkout-embedded?lang=es"`) {
			t.Errorf("the checkout is told %s", node.FirstChild.Data)
		}
	}
}

// TestEveryLinkOfAPageKeepsTheLanguageThatWasChosen looks at one page of each kind that somebody sees who looks for a plan or a church.
func TestEveryLinkOfAPageKeepsTheLanguageThatWasChosen(t *testing.T) {
	s, db := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	var unclaimed string
	if err := db.Admin.QueryRow(t.Context(), "select slug from churches where not is_premium and not is_demo order by slug limit 1").Scan(&unclaimed); err != nil {
		t.Fatal(err)
	}
	for address, least := range map[string]int{ // how many links there are at least
		"/?lang=es": 10, "/pricing?lang=es": 15, "/pricing?interval=year&lang=es": 15, "/onboard?plan=pro_both&lang=es": 8,
		"/onboard/checkout?tier=pro_both&lang=es": 8, "/onboard/return?session_id=cs_1&lang=es": 4, "/thank-you?lang=es": 4,
		"/blog?lang=es": 15, "/blog?lang=es&q=privacy": 10, "/blog?lang=es&q=none+such+thing": 8, "/blog/the-fifteen-questions?lang=es": 12,
		"/churches?lang=es": 20, "/churches?lang=es&q=none+such+church": 8, "/terms?lang=es": 7, "/docs/api?lang=es": 7, "/nowhere?lang=es": 4,
		"/churches/" + unclaimed + "?lang=es": 1, "/care/" + unclaimed + "?lang=es": 1, "/care/grace-harbor?lang=es": 5,
	} {
		t.Run(address, func(t *testing.T) {
			page := elementsOf(t, listening.URL+address)
			if languageOf(page) != "es" {
				t.Errorf("it is in %s", languageOf(page))
			}
			links := ledOn(page)
			if len(links) < least {
				t.Errorf("it has %d links, want %d: %q", len(links), least, links)
			}
			for _, link := range links {
				if asked, err := url.Parse(link); err != nil || asked.Query().Get("lang") != "es" {
					t.Errorf("%s leads to another language", link)
				}
			}
		})
	}
	if links := ledOn(elementsOf(t, listening.URL+"/churches")); strings.Contains(strings.Join(links, " "), "lang=") {
		t.Errorf("whoever has chosen none is led to one: %q", links)
	}
}

// linkTo is where a page leads that leads to an address, with the language that it asks for besides.
func linkTo(t *testing.T, site, page, address string) string {
	t.Helper()
	want, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range ledOn(elementsOf(t, site+page)) {
		got, err := url.Parse(link)
		if err != nil {
			t.Fatal(err)
		}
		query := got.Query()
		query.Del("lang")
		if got.Path == want.Path && query.Encode() == want.RawQuery {
			return link
		}
	}
	t.Fatalf("%s does not lead to %s", page, address)
	return ""
}

func languageOf(page *html.Node) string {
	for node := range page.Descendants() {
		if language, root := attribute(node, "lang"); root && node.Data == "html" {
			return language
		}
	}
	return ""
}

// ledOn are the pages of this site that a page leads on to, by links and forms. Links to a page in another language name their own, and
// what is no page has none; what stands in an article leads where its author has it lead.
func ledOn(page *html.Node) (addresses []string) {
	for node := range page.Descendants() {
		switch _, translation := attribute(node, "hreflang"); {
		case node.Data == "a" && !translation && !within(node, "prose"):
			if link, _ := attribute(node, "href"); strings.HasPrefix(link, "/") && link != "/openapi.json" && !strings.HasPrefix(link, "/sermons/oauth/") {
				addresses = append(addresses, link)
			}
		case node.Data == "form":
			addresses = append(addresses, sentTo(node)...)
		}
	}
	return addresses
}

// sentTo is where a form asks: one that asks by GET has its hidden fields for a query. None for one that a module sends.
func sentTo(form *html.Node) []string {
	action, told := attribute(form, "action")
	if method, _ := attribute(form, "method"); !told || method == "post" {
		return nil
	}
	query := make(url.Values)
	for node := range form.Descendants() {
		name, _ := attribute(node, "name")
		value, _ := attribute(node, "value")
		if kind, _ := attribute(node, "type"); kind == "hidden" {
			query.Set(name, value)
		}
	}
	return []string{action + "?" + query.Encode()}
}

func within(node *html.Node, class string) bool {
	for ; node != nil; node = node.Parent {
		if classes, _ := attribute(node, "class"); strings.Contains(" "+classes+" ", " "+class+" ") {
			return true
		}
	}
	return false
}
