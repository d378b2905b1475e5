package web_test

import (
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"narthex/static/web"
)

type greeting struct {
	Name string `json:"name"`
}

func render(t *testing.T, pages *web.Pages, name string, data any, headers ...string) (*httptest.ResponseRecorder, error) {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	return recorder, pages.Render(recorder, http.StatusCreated, pages.Language(request, "en"), name, data)
}

func TestAPageIsRenderedInItsLayoutAndEscaped(t *testing.T) {
	response, err := render(t, testPages(t), "greet", greeting{Name: `</script><i>Ann & Bo</i>`})
	if err != nil {
		t.Fatal(err)
	}
	body := response.Body.String()
	for _, want := range []string{
		`<html lang="en" dir="ltr">`, `<title>Hello, &lt;/script&gt;&lt;i&gt;Ann &amp; Bo&lt;/i&gt;!</title>`,
		`<b>&lt;/script&gt;`, `{"name":"\u003c/script\u003e\u003ci\u003eAnn \u0026 Bo\u003c/i\u003e"}`, `href="/assets/`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in %s", want, body)
		}
	}
	header := response.Header()
	if response.Code != http.StatusCreated || header.Get("Content-Type") != "text/html; charset=utf-8" || header.Get("Vary") != "Accept-Language" {
		t.Errorf("got %d, %v", response.Code, header)
	}
}

func TestAPageThatCannotBeParsedIsToldAndHurtsNoOther(t *testing.T) {
	pages, err := web.NewPages(fstest.MapFS{
		"layout.html": text(`{{block "main" .}}{{end}}`), "good.html": text(`{{define "main"}}Hello{{end}}`), "bad.html": text(`{{define "main"}}{{if}}{{end}}`),
	}, languages(t, nil, nil), testAssets(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := pages.Parse(); err == nil || !strings.Contains(err.Error(), "bad") {
		t.Errorf("told of %v", err)
	}
	if response, err := render(t, pages, "bad", nil); err == nil || response.Body.Len() != 0 {
		t.Errorf("rendered %q, %v", response.Body, err)
	}
	if response, err := render(t, pages, "good", nil); err != nil || response.Body.String() != "Hello" {
		t.Errorf("rendered %q, %v", response.Body, err)
	}
}

func TestAPageThatCannotBeRenderedLeavesTheResponseUntouched(t *testing.T) {
	for name, data := range map[string]any{
		"broken": map[string]string{}, "untold": nil, "bare": nil, "nonexistent": nil, "greet": struct{}{},
	} {
		response, err := render(t, testPages(t), name, data)
		if err == nil {
			t.Errorf("page %s: no error", name)
		}
		if response.Body.Len() != 0 || len(response.Header()) != 0 {
			t.Errorf("page %s: wrote %q, %v", name, response.Body, response.Header())
		}
	}
}

func TestTheLanguageIsTheVisitorsThenTheChurchsThenEnglish(t *testing.T) {
	pages := testPages(t)
	for _, tt := range []struct{ header, fallback, want string }{
		{"es", "en", "es"}, {"es-419,es;q=0.9", "en", "es"}, {"en-GB", "es", "en"},
		{"de-DE,de;q=0.9,en;q=0.5", "es", "en"}, {"de", "es", "es"}, {"de", "fr", "en"},
		{"", "es", "es"}, {"", "", "en"}, {"*", "es", "es"}, {"not a language!", "es", "es"},
		{"es;q=0, en", "es", "en"}, {"pt-BR", "es", "es"}, {"ca", "en", "en"},
	} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header.Set("Accept-Language", tt.header)
		if got := pages.Language(request, tt.fallback).Code; got != tt.want {
			t.Errorf("Accept-Language %q at a church of %q: %s, want %s", tt.header, tt.fallback, got, tt.want)
		}
	}
}

func TestLanguageFilesMustAgree(t *testing.T) {
	english := map[string]string{"a": "A", "b": "B"}
	with := func(changes map[string]string, without ...string) map[string]string {
		changed := maps.Clone(english)
		maps.Copy(changed, changes)
		for _, key := range without {
			delete(changed, key)
		}
		return changed
	}
	for name, files := range map[string]fstest.MapFS{
		"a text is missing":      {"en/pages.json": languageFile(t, english), "es/pages.json": languageFile(t, with(nil, "b"))},
		"a text is too many":     {"en/pages.json": languageFile(t, english), "es/pages.json": languageFile(t, with(map[string]string{"c": "C"}))},
		"there is no English":    {"es/pages.json": languageFile(t, english)},
		"there is nothing":       {},
		"the direction is wrong": {"en/pages.json": text(`{"dir": "down", "texts": {}}`)},
		"a text is in two files": {"en/pages.json": languageFile(t, english), "en/pages-more.json": text(`{"a": "A"}`)},
		"a part is not JSON":     {"en/pages.json": languageFile(t, english), "en/pages-more.json": text(`{`)},
		"a part is not in all":   {"en/pages.json": languageFile(t, english), "es/pages.json": languageFile(t, english), "en/pages-more.json": text(`{"c": "C"}`)},
		"it is not JSON":         {"en/pages.json": text(`{`)},
		"it is no language":      {"en/pages.json": languageFile(t, english), "1234567890/pages.json": languageFile(t, english)},
	} {
		if _, err := web.LoadLanguages(files); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestTexts(t *testing.T) {
	loaded := languages(t, map[string]string{"x.1": "One {a}", "x.2": "Two {b} {a}", "y": "Y"}, map[string]string{"x.1": "", "x.2": "", "y": ""})
	english := loaded.For(httptest.NewRequest(http.MethodGet, "/", nil), "en")
	if got, err := english.Text("x.2", "a", "{b}", "b", "B"); err != nil || got != "Two B {b}" {
		t.Errorf("got %q, %v", got, err)
	}
	for _, wrong := range [][]string{{"nope"}, {"x.1", "a"}} {
		if _, err := english.Text(wrong[0], wrong[1:]...); err == nil {
			t.Errorf("%v: no error", wrong)
		}
	}
	if got := strings.Join(english.List("x."), "|"); got != "One {a}|Two {b} {a}" {
		t.Errorf("list %q", got)
	}
	if got := english.Group("x."); len(got) != 2 || got["1"] != "One {a}" {
		t.Errorf("group %v", got)
	}
}

func TestAPageIsCompressedForThoseWhoAskForIt(t *testing.T) {
	r := setup(t)
	pages := testPages(t)
	r.router.Get("/greet", r.edge.Handle(func(w http.ResponseWriter, req *http.Request) error {
		return pages.RenderCompressed(w, req, http.StatusOK, pages.Language(req, "en"), "greet", greeting{strings.Repeat("Ann ", 200)})
	}))
	plain, packed := r.get("/greet"), r.get("/greet", "Accept-Encoding", "gzip")
	if plain.Header().Get("Content-Encoding") != "" || !slices.Contains(plain.Header().Values("Vary"), "Accept-Encoding") {
		t.Errorf("headers %v", plain.Header())
	}
	zip, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(zip); err != nil || string(body) != plain.Body.String() || packed.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("unpacked %d bytes of %d, %v", len(body), plain.Body.Len(), err)
	}
}
