package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// head is what a page tells search engines, and whoever shows a link to it, of itself.
type head struct {
	canonical string
	languages []string // language=address, in their order
	robots    string
	meta      map[string]string // by property or name
}

// The configured address of the site that inProcess starts.
const headsBase = "http://127.0.0.1"

// versions are the languages of a page that stands at an address in English, and with a parameter in Spanish.
func versions(path, shown string) []string {
	en, es := "en="+headsBase+path, "es="+headsBase+path+"?lang=es"
	if shown == "es" {
		en, es = es, en
	}
	return []string{"x-default=" + headsBase + path, en, es}
}

// own are the languages of a page of a church, which stands at an address in the church's language, and with a parameter in the other.
func own(path, language, other string) []string {
	versions := []string{language + "=" + headsBase + path, other + "=" + headsBase + path + "?lang=" + other}
	slices.Sort(versions) // as the product lists its languages
	return append([]string{"x-default=" + headsBase + path}, versions...)
}

// TestEveryKindOfPageSaysWhereItStands asks one page of each kind: which address is its own, in which languages it is to be had, whether it
// is to be kept by search engines, and which picture stands beside a link to it.
func TestEveryKindOfPageSaysWhereItStands(t *testing.T) {
	s, db := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	if _, err := db.Admin.Exec(t.Context(), `
		insert into articles (slug, title, content, status, published_at, seo) values
			('archived', 'Archived', 'x', 'archived', '2026-01-01', null), ('unlisted', 'Unlisted', 'x', 'published', '2026-01-01', '{"noindex":true}'),
			('syndicated', 'Syndicated', 'x', 'published', '2026-01-01', '{"canonical_url":"https://elsewhere.example/a","image_url":"https://elsewhere.example/a.png"}')`); err != nil {
		t.Fatal(err)
	}
	next := nextPage(t, listening.URL+"/churches")
	type want struct {
		canonical string // after the base, or whole; "" for none
		languages []string
		robots    string
		picture   string // likewise; "" for none
	}
	const picture, noindex, follow = "/picture.png", "noindex", "noindex, follow"
	for address, want := range map[string]want{
		"/":                     {"/", versions("/", "en"), "", picture},
		"/?lang=es":             {"/?lang=es", versions("/", "es"), "", picture},
		"/pricing":              {"/pricing", versions("/pricing", "en"), "", picture},
		"/pricing?lang=es":      {"/pricing?lang=es", versions("/pricing", "es"), "", picture},
		"/pricing?utm_source=x": {"/pricing", versions("/pricing", "en"), "", picture},
		"/terms":                {"/terms", versions("/terms", "en"), "", picture},
		"/privacy?lang=es":      {"/privacy?lang=es", versions("/privacy", "es"), "", picture},
		"/docs/api":             {"/docs/api", versions("/docs/api", "en"), "", picture},
		"/docs/api?lang=es":     {"/docs/api?lang=es", versions("/docs/api", "es"), "", picture},
		"/churches":             {"/churches", versions("/churches", "en"), "", picture},
		"/churches?lang=es":     {"/churches?lang=es", versions("/churches", "es"), "", picture},
		"/churches?q=grace":     {"/churches", nil, follow, picture},
		next:                    {"/churches", nil, follow, picture},
		"/blog":                 {"/blog", versions("/blog", "en"), "", picture},
		"/blog?lang=es":         {"/blog?lang=es", versions("/blog", "es"), "", picture},
		"/blog?category=in-practice": {"/blog?category=in-practice", []string{
			"x-default=" + headsBase + "/blog?category=in-practice", "en=" + headsBase + "/blog?category=in-practice", "es=" + headsBase + "/blog?category=in-practice&lang=es"}, "", picture},
		"/blog?q=privacy":   {"/blog", nil, follow, picture},
		"/blog?tag=privacy": {"/blog?tag=privacy", nil, follow, picture},
		"/blog/the-fifteen-questions": {"/blog/the-fifteen-questions", []string{
			"en=" + headsBase + "/blog/the-fifteen-questions", "es=" + headsBase + "/blog/las-quince-preguntas"}, "", "/blog/the-fifteen-questions/cover.png"},
		"/blog/las-quince-preguntas?lang=en": {"/blog/las-quince-preguntas", []string{
			"es=" + headsBase + "/blog/las-quince-preguntas", "en=" + headsBase + "/blog/the-fifteen-questions"}, "", "/blog/las-quince-preguntas/cover.png"},
		"/blog/whose-theology":           {"/blog/whose-theology", nil, "", "/blog/whose-theology/cover.png"},
		"/blog/archived":                 {"/blog/archived", nil, "", "/blog/archived/cover.png"},
		"/blog/unlisted":                 {"/blog/unlisted", nil, noindex, "/blog/unlisted/cover.png"},
		"/blog/syndicated":               {"https://elsewhere.example/a", nil, "", "https://elsewhere.example/a.png"},
		"/churches/grace-harbor":         {"/churches/grace-harbor", own("/churches/grace-harbor", "en", "es"), "", "any"},
		"/churches/grace-harbor?lang=es": {"/churches/grace-harbor?lang=es", own("/churches/grace-harbor", "en", "es"), "", "any"},
		"/churches/grace-harbor?lang=xx": {"/churches/grace-harbor", own("/churches/grace-harbor", "en", "es"), "", "any"},
		"/churches/nueva-vida":           {"/churches/nueva-vida", own("/churches/nueva-vida", "es", "en"), "", "any"},
		"/care/grace-harbor":             {"/care/grace-harbor", own("/care/grace-harbor", "en", "es"), "", "any"},
		"/care/grace-harbor?lang=es&x=y": {"/care/grace-harbor?lang=es", own("/care/grace-harbor", "en", "es"), "", "any"},
		"/care/nueva-vida":               {"/care/nueva-vida", own("/care/nueva-vida", "es", "en"), "", "any"},
		"/care/nueva-vida?lang=en":       {"/care/nueva-vida?lang=en", own("/care/nueva-vida", "es", "en"), "", "any"},
		"/chat/grace-harbor":             {"", nil, noindex, ""},
		"/chat/nueva-vida?q=hola":        {"", nil, noindex, ""},
		"/widget/grace-harbor":           {"", nil, noindex, ""},
		"/onboard?plan=starter_chat":     {"", nil, noindex, ""},
		"/thank-you":                     {"", nil, noindex, ""},
		"/admin/overview":                {"", nil, noindex, ""},
		"/nowhere":                       {"", nil, noindex, ""},
		"/blog/nowhere":                  {"", nil, noindex, ""},
		"/churches/nowhere":              {"", nil, noindex, ""},
	} {
		t.Run(address, func(t *testing.T) {
			got := headOf(t, listening.URL+address)
			if full := inFull(want.canonical); got.canonical != full {
				t.Errorf("canonical %q, want %q", got.canonical, full)
			}
			if !slices.Equal(got.languages, want.languages) {
				t.Errorf("languages %q, want %q", got.languages, want.languages)
			}
			if got.robots != want.robots {
				t.Errorf("robots %q, want %q", got.robots, want.robots)
			}
			checkPicture(t, listening.URL, got, want.picture)
		})
	}
}

func inFull(address string) string {
	if strings.HasPrefix(address, "/") {
		return headsBase + address
	}
	return address
}

// checkPicture sees that the picture is there, and that what is shown with it has words and an address.
func checkPicture(t *testing.T, site string, got head, want string) {
	t.Helper()
	picture := got.meta["og:image"]
	if want != "any" && picture != inFull(want) || want == "any" && picture == "" {
		t.Errorf("picture %q, want %q", picture, want)
	}
	if picture == "" {
		return
	}
	for _, name := range []string{"og:title", "og:description", "og:type", "og:url", "description"} {
		if got.meta[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	path, ours := strings.CutPrefix(picture, headsBase)
	if !ours {
		return
	}
	response, err := http.Get(site + path)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), "image/") {
		t.Errorf("%s: %d %s", picture, response.StatusCode, response.Header.Get("Content-Type"))
	}
}

// nextPage is the address of the second page of a list.
func nextPage(t *testing.T, address string) string {
	t.Helper()
	for node := range elementsOf(t, address).Descendants() {
		if rel, _ := attribute(node, "rel"); node.Data == "a" && rel == "next" {
			link, _ := attribute(node, "href")
			return link
		}
	}
	t.Fatalf("%s has one page", address)
	return ""
}

func headOf(t *testing.T, address string) head {
	t.Helper()
	got := head{meta: make(map[string]string)}
	for node := range elementsOf(t, address).Descendants() {
		rel, _ := attribute(node, "rel")
		link, _ := attribute(node, "href")
		language, translated := attribute(node, "hreflang")
		content, _ := attribute(node, "content")
		name, named := attribute(node, "name")
		if !named {
			name, named = attribute(node, "property")
		}
		switch {
		case node.Data == "link" && rel == "canonical":
			if got.canonical != "" {
				t.Errorf("%s is canonical, and so is %s", link, got.canonical)
			}
			got.canonical = link
		case node.Data == "link" && translated:
			got.languages = append(got.languages, fmt.Sprintf("%s=%s", language, link))
		case node.Data == "meta" && name == "robots":
			got.robots = content
		case node.Data == "meta" && named:
			got.meta[name] = content
		}
	}
	return got
}

func elementsOf(t *testing.T, address string) *html.Node {
	t.Helper()
	return pageOf(t, address, nil)
}

// pageOf is a page as somebody with a session is shown it, or nobody.
func pageOf(t *testing.T, address string, session *http.Cookie) *html.Node {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/html")
	if session != nil {
		request.AddCookie(session)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	document, err := html.Parse(strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func attribute(node *html.Node, key string) (value string, found bool) {
	if node.Type != html.ElementNode {
		return "", false
	}
	for _, one := range node.Attr {
		if one.Key == key {
			return one.Val, true
		}
	}
	return "", false
}
