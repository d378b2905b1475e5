package provision_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/provision"
	"narthex/static/web"
)

func TestTheBrowserThatPaidIsGivenTheToken(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	settle := func(context.Context, string) (bool, error) { return false, nil }
	waits := make(map[string]time.Duration)
	asked := 0
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), nil)
	r := chi.NewRouter()
	provision.NewSetupHandler(provision.SetupParts{
		Pool: f.db.Pool, Edge: edge, Logger: slog.New(slog.DiscardHandler),
		Settle:  func(ctx context.Context, id string) (bool, error) { asked++; return settle(ctx, id) },
		Browser: func(r *http.Request) []byte { return []byte(r.Header.Get("X-Browser")) },
		Limit:   func(_ *http.Request, kind string, _ int) (time.Duration, error) { return waits[kind], nil },
	}).Routes(r)
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	ask := func(session, browser string) (answer string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/api/onboard/check-setup?session_id="+session, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Browser", browser)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != 200 || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%d %v %v", response.StatusCode, response.Header, err)
		}
		return strings.TrimSpace(string(body))
	}
	const waiting, ready = `{"ready":false}`, `{"ready":true}`
	for _, session := range []string{"", "cs_1", strings.Repeat("x", 300), "%27%3B--"} {
		if got := ask(session, "own"); got != waiting {
			t.Errorf("%.20q before the payment: %s", session, got)
		}
	}
	settle = func(context.Context, string) (bool, error) { return false, errors.New("the provider is away") }
	if got := ask("cs_1", "own"); got != waiting {
		t.Errorf("without the provider: %s", got)
	}
	// The webhook never comes: the provider is asked, and what it says provisions.
	settle = func(_ context.Context, id string) (bool, error) {
		_, err := f.provision(form(), provision.Payment{SubscriptionID: "sub_1", SessionID: id, BrowserSHA256: []byte("own")})
		return err == nil, err
	}
	waits["check_setup_settle"] = time.Minute
	if got := ask("cs_1", "own"); got != waiting {
		t.Errorf("too many questions to the provider: %s", got)
	}
	waits["check_setup_settle"] = 0
	asked = 0
	var answer struct{ Email, AdminToken string }
	if err := json.Unmarshal([]byte(ask("cs_1", "own")), &answer); err != nil {
		t.Fatal(err)
	}
	if want := value[string](f, "select admin_token::text from premium_churches"); answer.AdminToken != want || answer.Email != "ann@graceharbor.org" || asked != 1 {
		t.Errorf("got %+v, want %s; the provider was asked %d times", answer, want, asked)
	}
	if ask("cs_1", "own"); asked != 1 {
		t.Error("the provider is asked for what is known")
	}
	for _, other := range []string{"", "another"} {
		if got := ask("cs_1", other); got != ready {
			t.Errorf("to browser %q: %s", other, got)
		}
	}
	f.exec("update premium_churches set created_at = now() - interval '61 minutes'")
	if got := ask("cs_1", "own"); got != ready {
		t.Errorf("after an hour: %s", got)
	}
}
