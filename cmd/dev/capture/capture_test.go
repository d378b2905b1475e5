package capture_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"narthex/cmd/dev/capture"
)

// ask makes a request and returns the status and the body.
func ask(t *testing.T, method, url, body string, header ...string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(content)
}

const told = `{"api_key":"k","event":"signup_email_confirmed","distinct_id":"u","uuid":"%s","timestamp":"2026-03-01T00:00:00.000000Z","properties":{"confirmed_via":"%s"}}`

func TestAnEventThatIsToldTwiceIsOne(t *testing.T) {
	store := capture.New()
	server := httptest.NewServer(store.Handler())
	defer server.Close()
	_, changed := store.Events()
	for _, event := range []string{fmt.Sprintf(told, "1", "auth_trigger"), fmt.Sprintf(told, "2", "<b>"), fmt.Sprintf(told, "1", "log_first_visit")} {
		if status, body := ask(t, "POST", server.URL+"/capture/", event); status != http.StatusOK {
			t.Errorf("%d %s", status, body)
		}
	}
	<-changed
	_, body := ask(t, "GET", server.URL+"/api/events", "")
	var list struct{ Events []capture.Event }
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Events) != 2 || list.Events[0].UUID != "2" || !reflect.DeepEqual(list.Events[1].Via, []string{"auth_trigger", "log_first_visit"}) {
		t.Errorf("events: %s", body)
	}
	_, page := ask(t, "GET", server.URL+"/", "")
	if !strings.Contains(page, "2 times, by auth_trigger, by log_first_visit") || strings.Contains(page, "<b>") {
		t.Errorf("the page is %s", page)
	}
	if status, _ := ask(t, "DELETE", server.URL+"/api/events", "", "Origin", "https://elsewhere.example"); status != http.StatusForbidden {
		t.Errorf("another page may empty it: %d", status)
	}
	if status, _ := ask(t, "DELETE", server.URL+"/api/events", ""); status != http.StatusNoContent {
		t.Errorf("emptied: %d", status)
	}
	if events, _ := store.Events(); len(events) > 0 {
		t.Errorf("left: %v", events)
	}
}

func TestWhatIsNoEventIsRefused(t *testing.T) {
	store := capture.New()
	server := httptest.NewServer(store.Handler())
	defer server.Close()
	for body, want := range map[string]int{
		"": 400, "{": 400, `{"api_key":"k","distinct_id":"u"}`: 400, `{"api_key":"k","event":"e"}`: 400, `{"event":"e","distinct_id":"u"}`: 401,
		`{"event":"` + strings.Repeat("e", 2<<20) + `"}`: 400,
	} {
		if status, answer := ask(t, "POST", server.URL+"/capture/", body); status != want {
			t.Errorf("%.40q: %d %s instead of %d", body, status, answer, want)
		}
	}
	if events, _ := store.Events(); len(events) > 0 {
		t.Errorf("kept: %v", events)
	}
}
