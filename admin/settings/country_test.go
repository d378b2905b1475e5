package settings_test

import (
	"net/http"
	"strings"
	"testing"

	"narthex/admin/access"
)

func TestAChurchCorrectsItsNameWebsiteAndCountry(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.exec(t, `update churches set country = null, website = 'https://bought-by-others.example' where id = $1`, id)
	admin := s.signIn(t, id, access.RoleAdmin)
	if got := s.send(t, http.MethodGet, general, admin, ""); !strings.Contains(got.Body, `<option value="" selected></option>`) || !strings.Contains(got.Body, `<option value="CR">Costa Rica</option>`) {
		t.Error("a country that is not known cannot be chosen")
	}
	// The telephone is one of the country that comes with it.
	got := s.send(t, http.MethodPatch, set, token, fields{"name": "Capilla de la Gracia", "website": "https://gracia.example/inicio", "country": "cr", "phone": "2222 3344"})
	if got.Status != 200 || len(got.Changed) != 4 {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	if held := s.text(t, "select concat_ws('|', name, website, country, phone) from churches where id = $1", id); held != "Capilla de la Gracia|https://gracia.example/inicio|CR|2222 3344" {
		t.Error(held)
	}
	if got := s.send(t, http.MethodGet, general, admin, ""); !strings.Contains(got.Body, `<option value="CR" selected>Costa Rica</option>`) || strings.Contains(got.Body, `<option value="" selected></option>`) {
		t.Error("the country that was chosen is not shown")
	}
	if got := s.send(t, http.MethodGet, general+"?lang=es", admin, ""); !strings.Contains(got.Body, `<option value="US">Estados Unidos</option>`) {
		t.Error("countries are not named in Spanish")
	}
	if got := s.send(t, http.MethodPatch, set, token, fields{"website": ""}); got.Status != 200 || s.text(t, "select coalesce(website, 'none') from churches where id = $1", id) != "none" {
		t.Errorf("no website: %d %s", got.Status, got.Body)
	}
}
