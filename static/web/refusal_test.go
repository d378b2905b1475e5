package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"narthex/static/web"
)

func (r *rig) spanish() *web.Language {
	return r.pages.Asked(httptest.NewRequest(http.MethodGet, "/", nil), "es")
}

func TestARefusalSaysItsParts(t *testing.T) {
	r := setup(t)
	plain := web.Refuse("conflict", "changed", "It was changed.")
	full := plain.After(1100 * time.Millisecond).In(map[string]string{"name": "Too long."}).At("v2")
	r.fails("/api/plain", fmt.Errorf("save it: %w", plain))
	r.fails("/api/full", full)
	for path, want := range map[string]string{
		"/api/plain": `{"code":"changed","detail":"It was changed."}`,
		"/api/full":  `{"code":"changed","detail":"It was changed.","fields":{"name":"Too long."},"version":"v2"}`,
	} {
		response := r.get(path)
		var document map[string]any
		if err := json.Unmarshal(response.Body.Bytes(), &document); err != nil {
			t.Fatalf("%s: %q: %v", path, response.Body, err)
		}
		for _, usual := range []string{"type", "title", "status", "instance"} {
			delete(document, usual)
		}
		if got, err := json.Marshal(document); response.Code != http.StatusConflict || err != nil || string(got) != want {
			t.Errorf("%s: %d %s, want %s", path, response.Code, got, want)
		}
	}
	if wait := r.get("/api/plain").Header().Get("Retry-After") + r.get("/api/full").Header().Get("Retry-After"); wait != "2" {
		t.Errorf("Retry-After are %q", wait)
	}
}

// Whoever is refused something in a language is shown the page in it, with what was said.
func TestARefusalInALanguageIsShownInIt(t *testing.T) {
	r := setup(t)
	r.fails("/said", r.spanish().Refuse("gone", "gone", "greeting", "name", "<Ana>"))
	response := r.get("/said", "Accept", "text/html", "Accept-Language", "en")
	for _, text := range []string{`<html lang="es"`, "Ya no está", "¡Hola, &lt;Ana&gt;!"} {
		if !strings.Contains(response.Body.String(), text) {
			t.Errorf("there is no %q in %s", text, response.Body)
		}
	}
	if response.Code != http.StatusGone {
		t.Errorf("status %d", response.Code)
	}
}

func TestARefusalWithoutItsTextIsAFaultOfOurs(t *testing.T) {
	r := setup(t)
	r.fails("/api/untold", r.spanish().Refuse("gone", "gone", "no.such.text"))
	response := r.get("/api/untold")
	if response.Code != http.StatusInternalServerError || strings.Contains(response.Body.String(), "no.such.text") || !strings.Contains(r.log.String(), "no.such.text") {
		t.Errorf("%d %s; the log says %s", response.Code, response.Body, r.log.String())
	}
}
