package onboarding_test

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var formData = regexp.MustCompile(`(?s)<script[^>]*data-form-data[^>]*>(.*?)</script>`)

// form is the page with the form, in a language.
func (s *server) form(t testing.TB, query, language string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/onboard?"+query, nil)
	must(t, err)
	request.Header.Set("Accept-Language", language)
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	must(t, err)
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%d: %s", response.StatusCode, page)
	}
	return string(page)
}

// prefilled is what the form is told of a listed church.
func (s *server) prefilled(t testing.TB, slug string) map[string]string {
	t.Helper()
	found := formData.FindStringSubmatch(s.form(t, "plan=starter_chat&church="+slug, "en"))
	if found == nil {
		t.Fatal("no data of the form")
	}
	var data struct{ Church map[string]string }
	must(t, json.Unmarshal([]byte(found[1]), &data))
	return data.Church
}

func TestAFormIsNotToldWhatAListingIsOnlyByDefault(t *testing.T) {
	t.Parallel()
	s := newServer(t, `
		insert into churches (slug, name, city, state, country) values ('plain', 'Plain Church', 'Bangor', 'ME', 'US');
		insert into churches (slug, name, city, country, timezone, language) values ('known', 'Iglesia Vida', 'Lima', 'PE', 'America/Lima', 'es')`)
	for slug, want := range map[string][2]string{"plain": {"", ""}, "known": {"America/Lima", "es"}} {
		got := s.prefilled(t, slug)
		if got["city"] == "" || got["timezone"] != want[0] || got["language"] != want[1] {
			t.Errorf("%s: the form is told %v", slug, got)
		}
	}
}

// A second person is made an admin, see provision.
func TestTheFormSaysWhatASecondPersonMayDo(t *testing.T) {
	t.Parallel()
	s := newServer(t, "")
	about := regexp.MustCompile(`(?s)<fieldset[^>]*>\s*<legend>(?:A second person|Una segunda persona)</legend>.*?</fieldset>`)
	for language, says := range map[string]string{"en": "open your dashboard too and change everything", "es": "abrir su panel y cambiar allí todo"} {
		if got := about.FindString(s.form(t, "plan=starter_chat", language)); !strings.Contains(got, says) {
			t.Errorf("%s: %s", language, got)
		}
	}
}

// What is bought beside a plan is paid at its interval, on the page of the prices as in the form.
func TestAddOnsAreShownAtTheChosenInterval(t *testing.T) {
	t.Parallel()
	s := newServer(t, "")
	for query, want := range map[string]bool{"?interval=year": true, "": false} {
		response, err := http.Get(s.url + "/pricing" + query)
		must(t, err)
		page, err := io.ReadAll(response.Body)
		must(t, err)
		must(t, response.Body.Close())
		if yearly := strings.Contains(string(page), "$99.50"); yearly != want || strings.Contains(string(page), "$9.95") == want || !strings.Contains(string(page), "$4.95") {
			t.Errorf("/pricing%s: the year's price is shown: %v", query, yearly)
		}
	}
}
