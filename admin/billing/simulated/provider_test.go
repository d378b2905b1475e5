package simulated_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
	"narthex/admin/billing/simulated"
	"narthex/admin/signup"
	"narthex/chat/church"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// server has the page, and a webhook that reads what is posted as package billing does.
type server struct {
	*simulated.Provider
	url string

	mu     sync.Mutex
	events []billing.Event
}

func newServer(t *testing.T) *server {
	t.Helper()
	_, pages := webtest.Parts(t)
	logger := slog.New(slog.DiscardHandler)
	edge := web.NewEdge(logger, prometheus.NewRegistry(), pages)
	r := chi.NewRouter()
	r.Use(edge.Observe, web.SecurityHeaders)
	listening := httptest.NewServer(r)
	t.Cleanup(listening.Close)
	s := &server{url: listening.URL}
	s.Provider = simulated.New(simulated.Parts{
		Pool: pgtest.New(t).Pool, Key: []byte("0123456789abcdef0123456789abcdef"), BaseURL: listening.URL, Logger: logger,
	})
	t.Cleanup(s.Close)
	s.Routes(r, pages, edge)
	r.Post(simulated.WebhookPath, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		event, err := s.ReadEvent(body, r.Header.Get("Stripe-Signature"))
		if err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.events = append(s.events, event)
	})
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (s *server) open(t *testing.T, plan church.Plan, key string, addOns ...string) billing.Opened {
	t.Helper()
	opened, err := s.CreateCheckout(t.Context(), billing.Checkout{
		SignUp:   signup.SignUp{Plan: plan, Interval: price.Monthly, Email: "ann@x.example.org", AddOns: addOns},
		Metadata: map[string]string{"church_name": "Grace Harbor"}, ReturnURL: s.url + "/onboard/return?session_id={CHECKOUT_SESSION_ID}", Key: key,
	})
	must(t, err)
	return opened
}

// choose presses a button of the page.
func (s *server) choose(t *testing.T, page, choice string) (status int, text, location string) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	method, body := http.MethodGet, ""
	if choice != "" {
		method, body = http.MethodPost, url.Values{"choice": {choice}}.Encode()
	}
	request, err := http.NewRequestWithContext(t.Context(), method, page, strings.NewReader(body))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := client.Do(request)
	must(t, err)
	defer response.Body.Close()
	shown, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, string(shown), response.Header.Get("Location")
}

func (s *server) posted() (kinds []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.events {
		kinds = append(kinds, e.Type)
	}
	return kinds
}

func TestWhoPaysIsTakenBackAndTheWebhookHearsOfIt(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	opened := s.open(t, church.ProChat, "k", "starter_kit")
	if status, text, _ := s.choose(t, opened.URL, ""); status != 200 || !strings.Contains(text, "ann@x.example.org") || !strings.Contains(text, "US$4.95") || !strings.Contains(text, `value="silent"`) {
		t.Errorf("the page: %d %s", status, text)
	}
	for range 2 {
		if status, _, location := s.choose(t, opened.URL, "pay"); status != http.StatusSeeOther || location != s.url+"/onboard/return?session_id="+opened.SessionID {
			t.Errorf("paid: %d to %s", status, location)
		}
	}
	if kinds := s.posted(); !slices.Equal(kinds, []string{"customer.subscription.created", "checkout.session.completed"}) {
		t.Fatalf("posted %v", kinds)
	}
	session := s.events[1].Session
	asked, err := s.Session(t.Context(), opened.SessionID)
	must(t, err)
	if !session.Complete || !session.Paid || session.SubscriptionID == "" || session.SubscriptionID != asked.SubscriptionID || session.CustomerID != asked.CustomerID || session.Metadata["church_name"] != "Grace Harbor" {
		t.Errorf("posted %+v, asked %+v", session, asked)
	}
	told, subscription := s.events[0].Subscription, asked.Subscription
	if told.Status != "trialing" || told.Status != subscription.Status || !told.TrialEndsAt.Equal(subscription.TrialEndsAt) || !slices.Equal(told.LookupKeys, []string{"pro_chat_month", "starter_kit_once"}) {
		t.Errorf("posted %+v, asked %+v", told, subscription)
	}
	if id, err := s.LiveSubscription(t.Context(), "ann@x.example.org"); err != nil || id != session.SubscriptionID {
		t.Errorf("live: %s, %v", id, err)
	}
	for range 2 {
		must(t, s.End(t.Context(), session.SubscriptionID))
	}
	if kinds := s.posted(); len(kinds) != 3 || s.events[2].Type != "customer.subscription.deleted" || s.events[2].Subscription.Status != "canceled" {
		t.Errorf("posted %v", kinds)
	}
	for now, err := range s.Subscriptions(t.Context()) {
		must(t, err)
		if !billing.Ended(now.Status) {
			t.Errorf("it is %s", now.Status)
		}
	}
}

func TestWhoIsDeclinedMayTryAgain(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	opened := s.open(t, church.ProVoice, "k")
	for _, choice := range []string{"decline", "steal"} {
		status, _, location := s.choose(t, opened.URL, choice)
		if status != http.StatusSeeOther {
			t.Errorf("%s: %d", choice, status)
		}
		if status, text, _ := s.choose(t, s.url+location, ""); status != http.StatusOK || !strings.Contains(text, `role="alert"`) || !strings.Contains(text, "US$69.95") {
			t.Errorf("%s: %d %s", choice, status, text)
		}
	}
	if status, _, _ := s.choose(t, opened.URL, "silent"); status != http.StatusSeeOther || len(s.posted()) != 0 {
		t.Errorf("paid: %d, posted %v", status, s.posted())
	}
	if session, err := s.Session(t.Context(), opened.SessionID); err != nil || !session.Paid || session.Subscription.Status != "active" {
		t.Errorf("got %+v, %v", session, err)
	}
}

func TestACheckoutIsTheSameWhileItIsOpen(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	first := s.open(t, church.ProChat, "a")
	if again := s.open(t, church.ProChat, "a"); again.SessionID != first.SessionID {
		t.Errorf("%s and %s", first.SessionID, again.SessionID)
	}
	second := s.open(t, church.ProChat, "b")
	must(t, s.ExpireOpenCheckouts(t.Context(), "ann@x.example.org", "church_name", "Another Church", second.SessionID))
	if now, err := s.Session(t.Context(), first.SessionID); err != nil || !now.Open {
		t.Errorf("another's was ended, %v", err)
	}
	must(t, s.ExpireOpenCheckouts(t.Context(), "ann@x.example.org", "church_name", "Grace Harbor", second.SessionID))
	if status, text, _ := s.choose(t, first.URL, "pay"); status != http.StatusGone || strings.Contains(text, `value="pay"`) || len(s.posted()) != 0 {
		t.Errorf("paid what is over: %d", status)
	}
	if again := s.open(t, church.ProChat, "a"); again.SessionID == first.SessionID {
		t.Error("what is over was opened again")
	}
	if status, _, _ := s.choose(t, s.url+"/simulated-payment/cs_simulated_X", "pay"); status != http.StatusNotFound {
		t.Errorf("an unknown one: %d", status)
	}
	for _, ask := range []func(context.Context, string) error{
		func(ctx context.Context, id string) error { _, err := s.Session(ctx, id); return err },
		func(ctx context.Context, id string) error { _, err := s.SessionOf(ctx, id); return err },
		func(ctx context.Context, id string) error { _, err := s.Subscription(ctx, id); return err },
		s.End,
	} {
		if err := ask(t.Context(), "x"); !errors.Is(err, billing.ErrNotFound) {
			t.Errorf("got %v", err)
		}
	}
}
