package dashboard_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/billing"
	"narthex/admin/billing/stripeapi"
	"narthex/admin/billing/stripetest"
	"narthex/admin/provision"
	"narthex/admin/signup"
	"narthex/cmd/dev/browsertest"
	"narthex/migrations/pgtest"
	"narthex/static/web/webtest"
)

// silence tells nobody anything.
type silence struct{}

func (silence) Welcome(context.Context, pgx.Tx, uuid.UUID) error                       { return nil }
func (silence) Founder(context.Context, pgx.Tx, uuid.UUID, provision.News) error       { return nil }
func (silence) Confirm(context.Context, pgx.Tx, uuid.UUID, string) error               { return nil }
func (silence) Prove(context.Context, pgx.Tx, uuid.UUID, string) error                 { return nil }
func (silence) Subscribe(context.Context, pgx.Tx, uuid.UUID) error                     { return nil }
func (silence) PaymentFailed(context.Context, pgx.Tx, uuid.UUID, int, time.Time) error { return nil }
func (silence) TrialEnding(context.Context, pgx.Tx, uuid.UUID, time.Time) error        { return nil }
func (silence) Alarm(_ context.Context, _ pgx.Tx, _ billing.Alarm) error               { return nil }

// provisioner is the product's own.
type provisioner struct{ *provision.Provisioner }

func (p provisioner) Provision(ctx context.Context, tx pgx.Tx, s signup.SignUp, paid billing.Paid) error {
	_, err := p.Provisioner.Provision(ctx, tx, s, provision.Payment{SessionID: paid.SessionID, CustomerID: paid.CustomerID, SubscriptionID: paid.SubscriptionID})
	return err
}

// shop is a server whose churches pay at Stripe.
type shop struct {
	*server

	stripe  *stripetest.Stripe
	service *billing.Service
}

func newShop(t *testing.T) *shop {
	t.Helper()
	s := &shop{server: &server{Site: webtest.New(t), db: pgtest.New(t)}, stripe: stripetest.New(t)}
	s.stripe.Prices()
	payments, err := stripeapi.New(stripeapi.Config{SecretKey: "sk_test_1", PublishableKey: "pk_test_1", WebhookSecret: s.stripe.Secret, APIBase: s.stripe.URL})
	must(t, err)
	t.Cleanup(payments.Close)
	logger := slog.New(slog.DiscardHandler)
	s.service, err = billing.NewService(billing.Parts{
		Pool: s.db.Pool, Payments: payments, Provisioner: provisioner{provision.New(silence{}, logger)}, Notices: silence{}, Registerer: prometheus.NewRegistry(), Logger: logger,
	})
	must(t, err)
	s.routes(s.service)
	billing.NewHandler(billing.HandlerParts{Service: s.service, Pages: s.Pages, Edge: s.Edge, BaseURL: "https://narthex.example"}).Routes(s.Router)
	return s
}

// tell has Stripe tell of something.
func (s *shop) tell(t *testing.T, id, kind string, object stripetest.Object) {
	t.Helper()
	body, signature := s.stripe.Event(id, kind, time.Now(), object)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/stripe/webhook", strings.NewReader(string(body)))
	must(t, err)
	request.Header.Set("Stripe-Signature", signature)
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", kind, response.StatusCode)
	}
}

// left is a church that has paid, has stored something, and whose subscription has ended; with a session of its treasurer.
func (s *shop) left(t *testing.T) (id uuid.UUID, session *http.Cookie) {
	t.Helper()
	metadata, err := signup.SignUp{Plan: "starter_chat", Interval: "month", ChurchName: "Grace Harbor", City: "Portland", Country: "US", Email: "ann@graceharbor.example"}.Metadata()
	must(t, err)
	s.stripe.Add("/v1/subscriptions", stripetest.Subscription("sub_1", "active", "starter_chat_month", time.Now().Add(time.Hour)))
	s.tell(t, "evt_bought", "checkout.session.completed", stripetest.Object{
		"id": "cs_first", "object": "checkout.session", "status": "complete", "payment_status": "paid", "mode": "subscription", "subscription": "sub_1", "customer": "cus_1", "metadata": metadata,
	})
	s.tell(t, "evt_ended", "customer.subscription.deleted", s.stripe.Change("/v1/subscriptions", "sub_1", stripetest.Object{"status": "canceled"}))
	must(t, s.db.Admin.QueryRow(t.Context(), `select church_id from premium_churches where status = 'canceled' and payment_subscription_id = 'sub_1'`).Scan(&id))
	_, err = s.db.Admin.Exec(t.Context(), `
		insert into unified_rag_content (organization_id, content_type, title, content, curation_status) values ($1, 'faq', 'When?', 'At ten.', 'approved')`, id)
	must(t, err)
	return id, accesstest.SignIn(t, s.db.Admin, id, access.Treasurer)
}

// kept is what a church keeps when it returns.
func (s *shop) kept(t *testing.T) (all string) {
	t.Helper()
	must(t, s.db.Admin.QueryRow(t.Context(), `
		select concat_ws(' ', c.id, c.slug, p.id, p.admin_token, p.chatbot_enabled, (select string_agg(u.title || u.content, ',') from unified_rag_content u where u.organization_id = c.id),
			(select count(*) from organization_settings), (select count(*) from church_voice_agents))
		from churches c left join premium_churches p on p.church_id = c.id`).Scan(&all))
	return all
}

func (s *shop) counted(t *testing.T, sql string) (n int) {
	t.Helper()
	must(t, s.db.Admin.QueryRow(t.Context(), sql).Scan(&n))
	return n
}

func TestAChurchWhoseSubscriptionEndedReturnsFromItsDashboard(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id, session := s.left(t)
	before := s.kept(t)
	status, header, body := s.get(t, "/admin/upgrade?to=pro_chat_month", session)
	if status != 200 || !strings.Contains(body, "choose a plan below") || !strings.Contains(body, `action="/admin/upgrade/return"`) || strings.Contains(body, `href="/pricing"`) ||
		!strings.Contains(header.Get("Content-Security-Policy"), "form-action 'self' https://billing.stripe.com https://checkout.stripe.com;") {
		t.Errorf("the page: %d %v\n%s", status, header, body)
	}
	wish := url.Values{"to": {"pro_chat_month"}}
	if status, _ := s.post(t, "/admin/upgrade/return", session, wish, "Sec-Fetch-Site", "cross-site"); status != 403 {
		t.Errorf("from another site: %d", status)
	}
	if status, _ := s.post(t, "/admin/upgrade/return", accesstest.SignIn(t, s.db.Admin, id, access.Pastor), wish); status != 403 {
		t.Errorf("a pastor: %d", status)
	}
	if status, location := s.post(t, "/admin/upgrade/return", session, url.Values{"to": {"illustrations_month"}}); status != 303 || location != "/admin/upgrade" {
		t.Errorf("what is no plan: %d to %s", status, location)
	}
	status, location := s.post(t, "/admin/upgrade/return", session, wish)
	checkout, ok := strings.CutPrefix(location, "https://checkout.stripe.com/c/pay/")
	if status != 303 || !ok {
		t.Fatalf("the checkout: %d to %s", status, location)
	}
	paid := s.stripe.Pay(checkout, stripetest.Subscription("sub_2", "active", "pro_chat_month", time.Now().Add(30*24*time.Hour)))
	for _, event := range []string{"evt_paid", "evt_paid", "evt_paid_again"} {
		s.tell(t, event, "checkout.session.completed", paid)
	}
	if after := s.kept(t); after != before {
		t.Errorf("kept %s instead of %s", after, before)
	}
	if n := s.counted(t, `select count(*) from premium_churches where status = 'active' and plan = 'pro_chat' and payment_subscription_id = 'sub_2' and payment_customer_id = 'cus_sub_2' and checkout_session_id = '`+checkout+`'`); n != 1 || s.counted(t, `select count(*) from churches`) != 1 {
		t.Errorf("the church does not have what it paid, or there is another")
	}
	if _, _, body := s.get(t, "/admin/upgrade?session_id="+checkout, session); !strings.Contains(body, "Now: Pro") {
		t.Errorf("afterwards:\n%s", body)
	}
	if status, location := s.post(t, "/admin/upgrade/return", session, wish); status != 303 || location != "/admin/upgrade" {
		t.Errorf("a church that pays: %d to %s", status, location)
	}
}

func TestAChurchWhoseAddressTheProviderRefusesIsLedBackAndTold(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, session := s.left(t)
	s.stripe.Refuse("ann@graceharbor.example")
	status, location := s.post(t, "/admin/upgrade/return", session, url.Values{"to": {"pro_chat_month"}})
	if status != 303 || location != "https://narthex.example/admin/upgrade?address=refused" {
		t.Fatalf("%d to %s", status, location)
	}
	for language, words := range map[string]string{"en": "The payment service does not accept the email address", "es": "El servicio de pagos no acepta la dirección de correo"} {
		if _, _, body := s.get(t, "/admin/upgrade?lang="+language, session); strings.Contains(body, words) {
			t.Errorf("%s: before it is refused, the page says so", language)
		}
		if status, _, body := s.get(t, "/admin/upgrade?address=refused&lang="+language, session); status != 200 || !strings.Contains(body, words) || !strings.Contains(body, "?to=pro_chat_month") {
			t.Errorf("%s: %d %s", language, status, body)
		}
	}
}

func TestAChurchThatIsBackBeforeItsPaymentIsToldOf(t *testing.T) {
	s := newShop(t)
	_, session := s.left(t)
	tab := browsertest.Open(t)
	tab.SetCookie(s.URL, session)
	for _, language := range []string{"en", "es"} {
		tab.Do(chromedp.EmulateViewport(360, 740), chromedp.Navigate(s.URL+"/admin/upgrade?lang="+language+"&to=starter_chat_month"))
		words := map[string]string{"en": "There is no second trial.", "es": "No hay una segunda prueba."}[language]
		tab.Wait(`document.body.innerText.includes("` + words + `") && document.querySelector(".panel form").action.endsWith("/admin/upgrade/return") && document.documentElement.scrollWidth <= innerWidth`)
		tab.Look("../../.artifacts/dashboard", "return-"+language)
	}
	_, location := s.post(t, "/admin/upgrade/return", session, url.Values{"to": {"starter_chat_month"}})
	checkout := location[strings.LastIndex(location, "/")+1:]
	if _, _, body := s.get(t, "/admin/upgrade?session_id="+checkout, session); !strings.Contains(body, "on its way") || strings.Contains(body, "/admin/upgrade/return") {
		t.Errorf("a payment that takes a while:\n%s", body)
	}
	s.stripe.Pay(checkout, stripetest.Subscription("sub_2", "active", "starter_chat_month", time.Now().Add(30*24*time.Hour)))
	if _, _, body := s.get(t, "/admin/upgrade?session_id="+checkout, session); !strings.Contains(body, "Now: Starter") {
		t.Errorf("a payment that nobody told of:\n%s", body)
	}
}
