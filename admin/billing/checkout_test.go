package billing_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/billing/stripetest"
	"narthex/admin/signup"
)

const sessions = "/v1/checkout/sessions"

func TestTheMetadataAreTheOnlyRecordOfASignUp(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	before := s.rows(t)
	s.matched = uuid.New()
	began := time.Now().Add(-time.Minute)
	a := s.checkout(t, form("email", " Ann@Graceharbor.example.org ", "interval", "year", "addOns", []string{"starter_kit"},
		"matchedChurchId", uuid.New(), "termsAcceptedAt", "2001-01-01T00:00:00Z", "backupName", "Bo", "backupEmail", "bo@x.example.org"))
	if a.status != 200 || a.SessionID == "" || a.ClientSecret == "" || a.PublishableKey != "pk_test_1" {
		t.Fatalf("got %+v", a)
	}
	posted := s.stripe.Requests("POST", sessions)[0].Form
	metadata := make(map[string]string)
	for key := range posted {
		if name, ok := strings.CutPrefix(key, "metadata["); ok {
			metadata[strings.TrimSuffix(name, "]")] = posted.Get(key)
		}
	}
	for key, want := range map[string]string{
		"church_name": "Grace Harbor", "contact_name": "Ann Lee", "email": "ann@graceharbor.example.org", "city": "Portland", "state": "ME",
		"country": "US", "denomination": "southern-baptist", "church_family": "baptist", "matched_church_id": s.matched.String(),
		"marketing_opt_in": "true", "backup_name": "Bo", "backup_email": "bo@x.example.org", "tier": "starter_chat",
		"timezone": "America/New_York", "language": "en", "interval": "year", "add_ons": "starter_kit", "terms_version": signup.TermsVersion,
	} {
		if metadata[key] != want {
			t.Errorf("%s is %q, want %q", key, metadata[key], want)
		}
	}
	if at, err := time.Parse(time.RFC3339, metadata["terms_accepted_at"]); err != nil || at.Before(began) || at.After(time.Now()) {
		t.Errorf("the terms were accepted at %s", metadata["terms_accepted_at"])
	}
	if posted.Get("return_url") != s.url+"/onboard/return?session_id={CHECKOUT_SESSION_ID}" {
		t.Errorf("returns to %s", posted.Get("return_url"))
	}
	if after := s.rows(t); !maps.Equal(before, after) {
		t.Errorf("something was written: %v, %v", before, after)
	}
	if a.cookie == nil || !a.cookie.HttpOnly || a.cookie.SameSite != http.SameSiteLaxMode || a.cookie.Path != "/" {
		t.Fatalf("the cookie is %+v", a.cookie)
	}
	visit := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	if mark := s.handler.BrowserOf(visit); mark != nil {
		t.Errorf("a browser without a cookie is marked %x", mark)
	}
	visit.AddCookie(a.cookie)
	if mark := hex.EncodeToString(s.handler.BrowserOf(visit)); mark != metadata["browser_sha256"] || len(mark) != 64 {
		t.Errorf("the browser is marked %s, its checkout %s", mark, metadata["browser_sha256"])
	}
}

func TestOneEmailHasOneOpenCheckout(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	first := s.checkout(t, form())
	again := s.checkout(t, form(), first.cookie)
	if again.cookie.Value != first.cookie.Value {
		t.Error("the browser got another mark")
	}
	// A minute may have begun between the two, which makes them two.
	if again.SessionID != first.SessionID && len(s.stripe.Requests("POST", sessions+"/"+first.SessionID+"/expire")) != 1 {
		t.Errorf("sent twice, it opened %s and %s", first.SessionID, again.SessionID)
	}
	other := s.checkout(t, form("plan", "pro_chat"), first.cookie)
	if other.SessionID == again.SessionID || len(s.stripe.Requests("POST", sessions+"/"+again.SessionID+"/expire")) != 1 {
		t.Errorf("%s is still open beside %s", again.SessionID, other.SessionID)
	}
}

// Anybody can write somebody else's address in the form.
func TestNobodyEndsTheCheckoutOfAnotherBrowser(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	first := s.checkout(t, form())
	stranger := s.checkout(t, form("plan", "suite_chat"))
	if stranger.status != 200 || stranger.cookie.Value == first.cookie.Value {
		t.Fatalf("the stranger's checkout: %+v", stranger)
	}
	if n := len(s.stripe.Requests("POST", sessions+"/"+first.SessionID+"/expire")); n != 0 {
		t.Fatal("a stranger has ended it")
	}
	other := s.checkout(t, form("plan", "pro_chat"), first.cookie)
	if n := len(s.stripe.Requests("POST", sessions+"/"+first.SessionID+"/expire")); other.status != 200 || n != 1 {
		t.Errorf("one's own of before was ended %d times", n)
	}
	if n := len(s.stripe.Requests("POST", sessions+"/"+stranger.SessionID+"/expire")); n != 0 {
		t.Error("the stranger's was ended")
	}
	for i, session := range []string{other.SessionID, stranger.SessionID} {
		id := fmt.Sprint("sub_", i)
		s.tell(t, "evt_"+id, completed, time.Now(), s.stripe.Pay(session, stripetest.Subscription(id, "active", "pro_chat_month", time.Now().Add(30*24*time.Hour))))
	}
	if n := one[int](t, s, `select count(*) from river_job where kind = 'end_subscription' and args->>'subscription_id' = 'sub_1'`); n != 1 || one[int](t, s, `select count(*) from premium_churches`) != 1 {
		t.Error("of two that were paid none was given back")
	}
}

// The provider refuses a key that it knows with another way back, so the same form in another language is another checkout.
func TestWhoHasChosenALanguageComesBackInIt(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	left := s.checkout(t, form())
	body, err := json.Marshal(form())
	must(t, err)
	chosen := s.postCheckoutTo(t, "/api/stripe/checkout-embedded?lang=es", bytes.NewReader(body), "chosen", left.cookie)
	if chosen.status != 200 || chosen.SessionID == left.SessionID {
		t.Fatalf("the same checkout in two languages: %+v, %+v", left, chosen)
	}
	posted := s.stripe.Requests("POST", sessions)
	if at, locale := posted[0].Form.Get("return_url"), posted[0].Form.Get("locale"); strings.Contains(at, "lang") || locale != "" {
		t.Errorf("whoever has chosen none comes back to %s, and pays in %q", at, locale)
	}
	if at, locale := posted[1].Form.Get("return_url"), posted[1].Form.Get("locale"); at != s.url+"/onboard/return?session_id={CHECKOUT_SESSION_ID}&lang=es" || locale != "es" {
		t.Errorf("comes back to %s, and pays in %q", at, locale)
	}
}

func TestWhatIsNoSignUpIsRefused(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for name, test := range map[string]struct {
		body   string
		status int
		code   string
	}{
		"no JSON":    {"plan=starter_chat", 400, "unreadable_form"},
		"nothing":    {"{}", 400, "unreadable_form"},
		"two things": {`{"churchName":"x"} {}`, 400, "unreadable_form"},
		"a long one": {`{"churchName":"` + strings.Repeat("x", 40<<10) + `"}`, 413, "form_too_large"},
		"not enough": {`{"churchName":"x"}`, 422, "invalid_form"},
	} {
		if a := s.postCheckout(t, reader(test.body), name); a.status != test.status || a.Code != test.code {
			t.Errorf("%s: %+v", name, a)
		}
	}
	if a := s.checkout(t, form("plan", "pro_voice", "interval", "year")); a.status != 422 || a.Fields["interval"] == "" {
		t.Errorf("got %+v", a)
	}
	if made := s.stripe.Requests("POST", sessions); len(made) != 0 {
		t.Errorf("%d checkouts were opened", len(made))
	}
}

func TestCheckoutsAreLimitedByEmailAndByAddress(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for i := range 4 {
		a := s.checkout(t, form())
		if limited := a.status == 429; limited != (i == 3) || limited && a.retry == "" {
			t.Errorf("time %d: %+v", i+1, a)
		}
	}
	for i := range 31 {
		body, err := json.Marshal(form("email", uuid.NewString()+"@x.example.org", "plan", "")) // refused later, and cheap
		must(t, err)
		if a := s.postCheckout(t, bytes.NewReader(body), "one"); (a.status == 429) != (i == 30) {
			t.Errorf("time %d from one address: %+v", i+1, a)
		}
	}
}

func TestWhoHasASubscriptionPaysForNoSecond(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	church := uuid.New()
	s.exec(t, `insert into churches (id, slug, name) values ($1, 'a', 'A')`, church)
	s.exec(t, `insert into premium_churches (church_id, plan, channel, admin_email, status, payment_subscription_id) values ($1, 'pro_chat', 'chat', 'Ann@graceharbor.example.org', 'past_due', 'sub_1')`, church)
	if a := s.checkout(t, form()); a.status != 409 || a.Code != "email_subscribed" {
		t.Errorf("the same email: %+v", a)
	}
	s.matched = church
	if a := s.checkout(t, form("email", "bo@x.example.org")); a.status != 409 || a.Code != "church_subscribed" || !strings.Contains(a.Detail, "or write to help@narthex.example") {
		t.Errorf("the same church: %+v", a)
	}
	s.exec(t, `update premium_churches set status = 'canceled'`)
	if a := s.checkout(t, form()); a.status != 200 {
		t.Errorf("after it ended: %+v", a)
	}
	s.stripe.Add("/v1/customers", stripetest.Object{"id": "cus_sub_9", "object": "customer", "email": "cy@x.example.org"})
	s.stripe.Add("/v1/subscriptions", stripetest.Subscription("sub_9", "trialing", "pro_chat_month", time.Now()))
	if a := s.checkout(t, form("email", "cy@x.example.org")); a.status != 409 || a.Code != "email_subscribed" {
		t.Errorf("known to Stripe alone: %+v", a)
	}
}

// Whoever has paid, closed the page, and sends the form once more before the webhook has come, gets what the answer promises.
func TestWhoHasPaidAndAsksAgainIsSetUp(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	paid := s.bought(t, "sub_1", "active")
	s.stripe.Add("/v1/customers", stripetest.Object{"id": paid["customer"], "object": "customer", "email": "ann@graceharbor.example.org"})
	for range 2 {
		if a := s.checkout(t, form("plan", "pro_chat")); a.status != 409 || a.Code != "email_subscribed" {
			t.Fatalf("got %+v", a)
		}
		if n := one[int](t, s, `select count(*) from premium_churches where lower(admin_email) = 'ann@graceharbor.example.org'`); n != 1 || s.status(t, "sub_1") != "active" {
			t.Fatalf("%d churches whose link can be mailed", n)
		}
	}
	s.tell(t, "evt_1", completed, time.Now(), paid)
	if n := one[int](t, s, `select count(*) from premium_churches`); n != 1 || len(s.people.kinds()) != 0 {
		t.Errorf("%d churches, alarms %v", n, s.people.kinds())
	}
	opened := len(s.stripe.Requests("POST", sessions))
	if opened != 1 {
		t.Errorf("%d checkouts were opened", opened)
	}
}

func TestAnAddressThatTheProviderRefusesIsAMistakeInTheForm(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.stripe.Refuse("ann@graceharbor.example.org")
	for language, want := range map[string][2]string{
		"en": {"The payment service does not accept this email address", "Please check this."},
		"es": {"El servicio de pagos no acepta esta dirección de correo", "Revise este campo, por favor."},
	} {
		body, err := json.Marshal(form())
		must(t, err)
		a := s.postCheckoutTo(t, "/api/stripe/checkout-embedded?lang="+language, bytes.NewReader(body), language)
		if a.status != 422 || a.Code != "invalid_form" || !strings.Contains(a.Detail, want[0]) || len(a.Fields) != 1 || a.Fields["email"] != want[1] {
			t.Errorf("%s: %+v", language, a)
		}
	}
	if n := s.counted(t, "narthex_billing_checkouts_total", "invalid"); n != 2 {
		t.Errorf("%v of them were counted as mistakes", n)
	}
	if a := s.checkout(t, form("email", "ann@elsewhere.example.org")); a.status != 200 {
		t.Errorf("another address: %+v", a)
	}
}

func TestWithoutTheProviderThereIsNoCheckout(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.stripe.Down(true)
	for language, want := range map[string]string{"en": "This try charged nothing", "es": "Este intento no ha cobrado nada"} {
		body, err := json.Marshal(form())
		must(t, err)
		a := s.postCheckoutTo(t, "/api/stripe/checkout-embedded?lang="+language, bytes.NewReader(body), language)
		if a.status != 503 || a.cookie != nil || a.Code != "temporarily_unavailable" || !strings.Contains(a.Detail, want) {
			t.Errorf("%s: %+v", language, a)
		}
	}
	s.stripe.Down(false)
	if a := s.checkout(t, form()); a.status != 200 {
		t.Errorf("got %+v", a)
	}
}

func TestAnotherSiteOpensNoCheckout(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	body, err := json.Marshal(form())
	must(t, err)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/api/stripe/checkout-embedded", bytes.NewReader(body))
	must(t, err)
	request.Header.Set("Origin", "https://elsewhere.example")
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusForbidden {
		t.Errorf("got %d", response.StatusCode)
	}
}
