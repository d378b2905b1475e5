package simulated_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"narthex/admin/billing"
	"narthex/chat/church"
)

// paid is a checkout that was gone through.
func (s *server) paid(t *testing.T, key string, addOns ...string) billing.Session {
	t.Helper()
	opened := s.open(t, church.StarterChat, key, addOns...)
	s.choose(t, opened.URL, "pay")
	session, err := s.Session(t.Context(), opened.SessionID)
	must(t, err)
	return session
}

func TestThePortalDoesWhatStripesDoes(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	session := s.paid(t, "k")
	visit := billing.Visit{CustomerID: session.CustomerID, SubscriptionID: session.SubscriptionID, ReturnURL: "https://narthex.example/admin/x"}
	page, err := s.OpenPortal(t.Context(), visit)
	must(t, err)
	now := func() billing.Subscription {
		found, err := s.Subscription(t.Context(), session.SubscriptionID)
		must(t, err)
		return found
	}
	for _, step := range []struct {
		choice  string
		cancels bool
	}{{"cancel", true}, {"cancel", true}, {"resume", false}, {"card", false}} {
		before := len(s.posted())
		if status, _, location := s.choose(t, page, step.choice); status != 303 || !strings.HasSuffix(page, location) {
			t.Errorf("%s: %d to %s", step.choice, status, location)
		}
		if now().CancelAtPeriodEnd != step.cancels {
			t.Errorf("after %s: %+v", step.choice, now())
		}
		if told := s.posted()[before:]; !slices.Equal(told, []string{"customer.subscription.updated"}) {
			t.Errorf("%s told %v", step.choice, told)
		}
	}
	if status, text, _ := s.choose(t, page, ""); status != 200 || !strings.Contains(text, `href="https://narthex.example/admin/x"`) || !strings.Contains(text, "0000") {
		t.Errorf("the page: %d %s", status, text)
	}
	for _, choice := range []string{"change", "give me all"} { // where nothing is to be confirmed
		if status, _, _ := s.choose(t, page, choice); status != 200 || now().LookupKeys[0] != "starter_chat_month" {
			t.Errorf("%s: %d", choice, status)
		}
	}
	visit.ChangeTo = "pro_chat_year"
	page, err = s.OpenPortal(t.Context(), visit)
	must(t, err)
	if status, _, location := s.choose(t, page, "change"); status != 303 || location != visit.ReturnURL {
		t.Errorf("the change: %d to %s", status, location)
	}
	if found := now(); !slices.Equal(found.LookupKeys, []string{"pro_chat_year"}) || found.Status != "active" {
		t.Errorf("after the change: %+v", found)
	}
	must(t, s.End(t.Context(), session.SubscriptionID))
	if status, text, _ := s.choose(t, page, "change"); status != 200 || !strings.Contains(text, "has ended") {
		t.Errorf("after the end: %d %s", status, text)
	}
}

func TestThePortalKnowsItsVisitors(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	session := s.paid(t, "k", "illustrations")
	if _, err := s.OpenPortal(t.Context(), billing.Visit{SubscriptionID: "sub_nobodys"}); !errors.Is(err, billing.ErrNotFound) {
		t.Errorf("nobody's: %v", err)
	}
	if _, err := s.OpenPortal(t.Context(), billing.Visit{SubscriptionID: session.SubscriptionID, ChangeTo: "pro_chat_month"}); !errors.Is(err, billing.ErrSeveral) {
		t.Errorf("with an add-on: %v", err)
	}
	if status, _, _ := s.choose(t, s.url+"/simulated-portal/bps_simulated_x", "cancel"); status != 404 {
		t.Errorf("a visit that is none: %d", status)
	}
}
