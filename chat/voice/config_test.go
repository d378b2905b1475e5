package voice_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/chattest"
	"narthex/chat/voice"
	"narthex/chat/voice/line"
	"narthex/static/web"
)

const token = "a-service-token-of-length"

func newConfigs(t *testing.T, s *chattest.Server) *httptest.Server {
	t.Helper()
	edge := web.NewEdge(slog.New(slog.NewTextHandler(io.Discard, nil)), prometheus.NewRegistry(), nil)
	r := chi.NewRouter()
	voice.NewConfigs(line.NewFinder(s.DB.Pool, s.Churches, nil, slog.New(slog.DiscardHandler), nil), line.Preset, token, edge, time.Now).Routes(r)
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	return server
}

// onThePhone gives a church the telephone.
func onThePhone(t *testing.T, s *chattest.Server, id uuid.UUID, number string) {
	t.Helper()
	s.Exec(t, `update premium_churches set plan = 'pro_both', channel = 'both' where church_id = $1`, id)
	s.Exec(t, `insert into church_voice_agents (church_id, status, carrier_phone_number, voice_id, pastor_name, escalation_contact_name, escalation_when, crisis_message, giving_url)
		values ($1, 'active', $2, 'calm', 'Ruth Alvarez', 'Ann Lee', 'A death in the family', 'You matter to us.', 'https://example.org/give')`, id, number)
}

func ask(t *testing.T, server *httptest.Server, query, bearer string) (int, map[string]any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/api/voice/config?"+query, nil)
	chattest.Must(t, err)
	if bearer != "" {
		req.Header.Set("Authorization", "Bearer "+bearer)
	}
	res, err := server.Client().Do(req)
	chattest.Must(t, err)
	defer res.Body.Close()
	var body map[string]any
	chattest.Must(t, json.NewDecoder(res.Body).Decode(&body))
	return res.StatusCode, body
}

func TestTheConfigurationOfACallIsForTheServiceAlone(t *testing.T) {
	t.Parallel()
	s := chattest.NewServer(t)
	church := s.NewChurch(t)
	onThePhone(t, s, church, "+12075550145")
	server := newConfigs(t, s)
	for name, test := range map[string]struct {
		query, bearer string
		status        int
		code          string
	}{
		"no token":          {"called=%2B12075550145", "", 401, "invalid_token"},
		"a wrong token":     {"called=%2B12075550145", token + "x", 401, "invalid_token"},
		"no number":         {"", token, 400, "invalid_number"},
		"a number of none":  {"called=%2B12075550149", token, 404, "unknown_number"},
		"the right number":  {"called=%2B12075550145", token, 200, ""},
		"a plus unescaped":  {"called=+12075550145", token, 200, ""},
		"somebody's number": {"called=%2B12075550145'%20or%20true", token, 400, "invalid_number"},
	} {
		status, body := ask(t, server, test.query, test.bearer)
		if code, _ := body["code"].(string); status != test.status || code != test.code {
			t.Errorf("%s: %d %v", name, status, body)
		}
	}
}

func TestACallIsAnsweredFromTheSameFactsAsTheChat(t *testing.T) {
	t.Parallel()
	s := chattest.NewServer(t)
	church := s.NewChurch(t)
	onThePhone(t, s, church, "+12075550145")
	server := newConfigs(t, s)
	_, body := ask(t, server, "called=%2B12075550145&call=CA1", token)
	text, _ := body["prompt"].(string)
	for _, want := range []string{"9:00 AM Worship", "Park behind the church.", "Ruth Alvarez", "You are on the telephone"} {
		if !strings.Contains(text, want) {
			t.Errorf("the voice prompt does not say %q", want)
		}
	}
	told, err := json.Marshal(body)
	chattest.Must(t, err)
	for _, want := range []string{`"name":"Harbor Church"`, `"timezone":"America/New_York"`, `"persona":"calm"`, `"contact":"Ann Lee"`, `"when":"A death in the family"`, `"message":"You matter to us."`, `Thank you for calling Harbor Church.`} {
		if !strings.Contains(string(told), want) {
			t.Errorf("it does not tell %s: %.600s", want, told)
		}
	}

	// An admin changes a fact: the next call and the next question hear of it.
	s.Exec(t, `update premium_churches set custom_hours = '{"sunday":["10:15 AM Worship"]}' where church_id = $1`, church)
	chattest.Eventually(t, func() bool {
		_, body := ask(t, server, "called=%2B12075550145", token)
		text, _ := body["prompt"].(string)
		return strings.Contains(text, "10:15 AM Worship") && !strings.Contains(text, "9:00 AM")
	})
	if answer := s.Ask(t, church, chattest.Question{Message: "What time is church on Sunday?"}).Text(); !strings.Contains(answer, "10:15 AM") {
		t.Errorf("the chat answers %q", answer)
	}
}
