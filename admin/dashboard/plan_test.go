package dashboard_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/cmd/dev/browsertest"
)

// portal notes who was sent to it.
type portal struct {
	mu     sync.Mutex
	visits []string
	to     string // where it is
	err    error
}

func (p *portal) OpenPortal(_ context.Context, churchID uuid.UUID, returnURL, language, lookupKey string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.visits = append(p.visits, fmt.Sprint(churchID, " ", returnURL, " ", language, " ", lookupKey))
	return p.to, p.err
}

func (p *portal) OpenReturn(_ context.Context, churchID uuid.UUID, returnURL, lookupKey string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.visits = append(p.visits, fmt.Sprint("return ", churchID, " ", returnURL, " ", lookupKey))
	return p.to, p.err
}

func (p *portal) Settle(_ context.Context, sessionID string) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.visits = append(p.visits, "settle "+sessionID)
	return false, p.err
}

func (p *portal) last() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.visits) == 0 {
		return ""
	}
	return p.visits[len(p.visits)-1]
}

// billed has a church pay for its plan.
func (s *server) billed(t *testing.T, id uuid.UUID, set string) {
	t.Helper()
	_, err := s.db.Admin.Exec(t.Context(), `
		update premium_churches set payment_customer_id = 'cus_1', payment_subscription_id = 'sub_' || church_id, billing_interval = 'month'`+set+`
		where church_id = $1`, id)
	must(t, err)
}

func (s *server) post(t *testing.T, path string, session *http.Cookie, form url.Values, header ...string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(form.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.AddCookie(session)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	must(t, err)
	_ = response.Body.Close()
	return response.StatusCode, response.Header.Get("Location")
}

func TestTheDashboardLeadsToThePortal(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.portal.to = "https://billing.stripe.com/p/session/1"
	id, session := s.church(t, "grace", "pro_chat", "chat", "active", true, access.Treasurer)
	const at = "/admin/upgrade"
	if status, location := s.post(t, at+"/billing", session, nil); status != 303 || location != at || s.portal.last() != "" {
		t.Errorf("who pays nothing: %d to %s", status, location)
	}
	s.billed(t, id, "")
	if status, location := s.post(t, at+"/billing", session, nil); status != 303 || location != s.portal.to {
		t.Errorf("the portal: %d to %s", status, location)
	}
	if want := fmt.Sprint(id, " https://narthex.example", at, " en "); s.portal.last() != want {
		t.Errorf("asked for %q, want %q", s.portal.last(), want)
	}
	if status, _ := s.post(t, at+"/billing", session, nil, "Sec-Fetch-Site", "cross-site"); status != 403 {
		t.Errorf("from another site: %d", status)
	}
	pastor := accesstest.SignIn(t, s.db.Admin, id, access.Pastor)
	if status, _ := s.post(t, at+"/billing", pastor, nil); status != 403 {
		t.Errorf("a pastor: %d", status)
	}
	if _, _, body := s.get(t, "/admin/overview", pastor); strings.Contains(body, "Plan and payment") {
		t.Error("a pastor is led to what is the treasurer's")
	}
	if _, header, body := s.get(t, "/admin/overview", session); !strings.Contains(header.Get("Content-Security-Policy"), "form-action 'self' https://billing.stripe.com;") || !strings.Contains(body, "Plan and payment") {
		t.Errorf("the page: %v", header)
	}
	if status, _ := s.post(t, at, session, url.Values{"to": {"suite_both_month"}}); status != 303 || !strings.HasSuffix(s.portal.last(), " suite_both_month") {
		t.Errorf("a change of plan: %d %s", status, s.portal.last())
	}
	asked := s.portal.last()
	for name, set := range map[string]string{
		"with an add-on": `, add_ons = '{illustrations}'`, "that ends": `, add_ons = '{}', cancel_at_period_end = true`, "that ended": `, cancel_at_period_end = false, status = 'canceled'`,
	} {
		s.billed(t, id, set)
		if status, location := s.post(t, at, session, url.Values{"to": {"pro_both_month"}}); status != 303 || location != at || s.portal.last() != asked {
			t.Errorf("of a subscription %s: %d to %s", name, status, location)
		}
	}
	s.billed(t, id, `, add_ons = '{starter_kit}', cancel_at_period_end = false, status = 'active'`) // paid once: the subscription does not hold it
	if _, _, body := s.get(t, at, session); !strings.Contains(body, "With it: Starter kit.") {
		t.Error("what is paid for beside the plan is not said")
	}
	if status, location := s.post(t, at, session, url.Values{"to": {"free_forever"}}); status != 303 || location != at {
		t.Errorf("a plan that is none: %d to %s", status, location)
	}
	s.portal.err = errors.New("away")
	if status, _ := s.post(t, at+"/billing", session, nil); status != 503 {
		t.Errorf("a provider that is away: %d", status)
	}
	s.wait = time.Minute
	if status, _ := s.post(t, at+"/billing", session, nil); status != 429 {
		t.Errorf("too often: %d", status)
	}
}

func TestAChangeOfPlanIsShownBeforeItIsConfirmed(t *testing.T) {
	s := newServer(t)
	s.portal.to = s.URL + "/provider" // a page of ours stands in for it
	id, session := s.church(t, "grace", "suite_both", "both", "active", true, access.RoleAdmin)
	s.billed(t, id, `, trial_ends_at = now() + interval '3 days'`)
	_, err := s.db.Admin.Exec(t.Context(), `
		insert into unified_rag_content (organization_id, content_type, title, content, curation_status)
		select $1, 'faq', 'Question ' || n, 'Answer', 'approved' from generate_series(1, 53) n`, id)
	must(t, err)
	tab := browsertest.Open(t)
	tab.SetCookie(s.URL, session)
	for _, language := range []string{"en", "es"} {
		tab.Do(chromedp.EmulateViewport(360, 740), chromedp.Navigate(s.URL+"/admin/upgrade?lang="+language+"&to=starter_chat_month"))
		words := map[string]string{"en": "the 3 newest can be read", "es": "las 3 más nuevas se pueden leer"}[language]
		tab.Wait(`document.body.innerText.includes("` + words + `") && document.body.innerText.includes("$99.95") && document.body.innerText.includes("$14.95") && document.documentElement.scrollWidth <= innerWidth`)
		tab.Look("../../.artifacts/dashboard", "plan-"+language)
	}
	tab.Do(chromedp.Click(chromedp.CSS(".panel form .button")))
	tab.Wait(`location.pathname === "/provider"`)
	if want := " es starter_chat_month"; !strings.HasSuffix(s.portal.last(), want) && !strings.HasSuffix(s.portal.last(), " en starter_chat_month") {
		t.Errorf("asked for %q", s.portal.last())
	}
}
