package main

import (
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/migrations/seed"
	"narthex/static/web/webtest"
)

// TestTheTraditionsAndFamiliesAreNamedInSpanish looks at each list on a Spanish page, and at the catalogue's own prose, which is English.
func TestTheTraditionsAndFamiliesAreNamedInSpanish(t *testing.T) {
	s, db := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	lenses, families := namedIn(t, "es")
	for _, list := range []struct {
		address, id string
		names       []string
	}{
		{"/care/nueva-vida?lang=es", "lens", lenses},
		{"/onboard?plan=starter_chat&lang=es", "churchFamily", families},
	} {
		offered := optionsOf(elementsOf(t, listening.URL+list.address), list.id)
		if len(offered) != len(list.names) {
			t.Errorf("%s offers %d of %d: %q", list.address, len(offered), len(list.names), offered)
		}
		for _, name := range offered {
			if !slices.Contains(list.names, name) {
				t.Errorf("%s offers %q", list.address, name)
			}
		}
	}
	if own := "Tal como es: Pentecostal/Carismática"; len(spokenIn(elementsOf(t, listening.URL+"/care/nueva-vida?lang=es"), own)) != 1 {
		t.Errorf("what the church speaks itself is not called %q", own)
	}
	expired := elementsOf(t, listening.URL+"/onboard/checkout?tier=starter_chat&lang=es")
	if languages := spokenIn(expired, "Session Expired"); !slices.Equal(languages, []string{"en"}) {
		t.Errorf("what a checkout without a form says is marked as %q", languages)
	}

	catalogue, err := seed.Lenses()
	if err != nil {
		t.Fatal(err)
	}
	session := accesstest.SignIn(t, db.Admin, seed.ChurchID("nueva-vida"), access.Roles()...)
	page := pageOf(t, listening.URL+"/admin/training/theology?lang=es&lens=4", session)
	offered := optionsOf(page, "lens")
	for _, name := range offered {
		if !slices.Contains(lenses, name) {
			t.Errorf("the dashboard offers %q", name)
		}
	}
	looked := catalogue[3]
	prose := []string{looked.Description}
	for _, entry := range looked.Vocabulary {
		prose = append(prose, entry.Gloss)
	}
	for _, rule := range looked.Doctrine {
		prose = append(prose, rule.Topic, rule.Position)
	}
	for _, text := range prose {
		if languages := spokenIn(page, text); len(languages) == 0 || slices.ContainsFunc(languages, func(l string) bool { return l != "en" }) {
			t.Errorf("%q is marked as %q", text, languages)
		}
	}
	if len(offered) != len(lenses) || len(prose) < 20 {
		t.Errorf("the dashboard offers %d traditions, and says %d things of one", len(offered), len(prose))
	}
}

// TestTheNamesOfTraditionsAreThoseOfTheCatalogue has no tradition and no family without a text, and none that has changed there alone.
func TestTheNamesOfTraditionsAreThoseOfTheCatalogue(t *testing.T) {
	lenses, err := seed.Lenses()
	if err != nil {
		t.Fatal(err)
	}
	families, err := seed.Denominations()
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]string)
	for _, lens := range lenses {
		want["lens."+lens.Slug] = lens.Name
	}
	for _, family := range families {
		want["family."+family.Key] = family.Name
	}
	got := make(map[string]string)
	for key, text := range textsIn(t, "en") {
		if strings.HasPrefix(key, "lens.") || strings.HasPrefix(key, "family.") {
			got[key] = text
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func textsIn(t *testing.T, code string) map[string]string {
	t.Helper()
	_, pages := webtest.Parts(t)
	return pages.In(code).Texts
}

// namedIn are the names of all traditions and families in a language.
func namedIn(t *testing.T, code string) (lenses, families []string) {
	t.Helper()
	for key, text := range textsIn(t, code) {
		switch {
		case strings.HasPrefix(key, "lens."):
			lenses = append(lenses, text)
		case strings.HasPrefix(key, "family."):
			families = append(families, text)
		}
	}
	return lenses, families
}

// optionsOf are the options of a list but for the one that stands for none.
func optionsOf(page *html.Node, id string) (options []string) {
	for node := range page.Descendants() {
		if found, _ := attribute(node, "id"); found != id || node.Data != "select" {
			continue
		}
		for option := range node.Descendants() {
			if value, _ := attribute(option, "value"); option.Data == "option" && value != "" {
				options = append(options, strings.TrimSpace(option.FirstChild.Data))
			}
		}
	}
	return options
}

// spokenIn are the languages in which a page says that a text is, once for each place where it stands.
func spokenIn(page *html.Node, text string) (languages []string) {
	for node := range page.Descendants() {
		if node.Type != html.TextNode || strings.TrimSpace(node.Data) != text {
			continue
		}
		for parent := node.Parent; parent != nil; parent = parent.Parent {
			if language, marked := attribute(parent, "lang"); marked {
				languages = append(languages, language)
				break
			}
		}
	}
	return languages
}

func TestATraditionIsNamedByWhatARecordKeepsOfIt(t *testing.T) {
	_, pages := webtest.Parts(t)
	for name, want := range map[string]string{"Catholic": "Católica", "Mainline Protestant": "Protestante histórica", "Of yesterday": "Of yesterday", "": ""} {
		if got := pages.In("es").Tradition(name); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
		if got := pages.In("en").Tradition(name); got != name {
			t.Errorf("%q is called %q in English", name, got)
		}
	}
}
