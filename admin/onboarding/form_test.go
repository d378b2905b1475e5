package onboarding_test

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"testing"
)

var formData = regexp.MustCompile(`(?s)<script[^>]*data-form-data[^>]*>(.*?)</script>`)

// prefilled is what the form is told of a listed church.
func (s *server) prefilled(t testing.TB, slug string) map[string]string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/onboard?plan=starter_chat&church="+slug, nil)
	must(t, err)
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	must(t, err)
	found := formData.FindSubmatch(page)
	if found == nil {
		t.Fatalf("%d, and no data of the form", response.StatusCode)
	}
	var data struct{ Church map[string]string }
	must(t, json.Unmarshal(found[1], &data))
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
