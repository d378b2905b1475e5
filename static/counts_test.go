package static_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"narthex/static/messages"
	"narthex/static/web"
)

// A text that is said of any number is said of one thing in words of its own: see messages.Form.
func TestOneThingIsNotCalledSeveral(t *testing.T) {
	languages, err := web.LoadLanguages(messages.Files)
	if err != nil {
		t.Fatal(err)
	}
	counted := []string{"count", "months", "passages"}
	several := regexp.MustCompile(`\b1 (?:months|passages|registrations|requests|sign-ups|questions|times|changes|visitors|messages|newest|` +
		`meses|pasajes|inscripciones|solicitudes|ofrecimientos|preguntas|veces|cambios|visitantes|mensajes|descartadas|cosas)\b`)
	for _, code := range []string{"en", "es"} {
		language, found := languages.For(httptest.NewRequest(http.MethodGet, "/", nil), code), 0
		for key := range language.Texts {
			if strings.HasPrefix(key, "notice.") || key == "requests.flood" || key == "client.sources.many" {
				continue // the usual time; what is said of several alone
			}
			for _, name := range counted {
				said, err := language.Text(key, name, "1")
				if err != nil {
					t.Fatal(err)
				}
				if wrong := several.FindString(said); wrong != "" {
					t.Errorf("%s: %s says %q", code, key, wrong)
				}
				if said != language.Texts[key] {
					found++
				}
			}
		}
		if found < 20 {
			t.Errorf("%s: only %d texts count anything", code, found)
		}
	}
}
