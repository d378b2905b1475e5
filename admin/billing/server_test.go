package billing_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/admin/billing"
	"narthex/admin/billing/stripeapi"
	"narthex/admin/billing/stripetest"
	"narthex/admin/provision"
	"narthex/admin/signup"
	"narthex/cache"
	"narthex/chat/church"
	"narthex/cmd/dev/leaktest"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// server is one with the addresses of billing, its database, Stripe, and who is told of what.
type server struct {
	db       *pgtest.DB
	stripe   *stripetest.Stripe
	service  *billing.Service
	handler  *billing.Handler
	registry *prometheus.Registry
	url      string
	people   *people
	matched  uuid.UUID

	meanwhile atomic.Pointer[func(asked int)] // what happens while the provider's answer about a subscription is on its way
}

// answers is the provider, whose answers about a subscription take their time.
type answers struct {
	billing.Payments
	s     *server
	asked *atomic.Int32
}

func (a answers) Subscription(ctx context.Context, id string) (billing.Subscription, error) {
	answer, err := a.Payments.Subscription(ctx, id)
	if then := a.s.meanwhile.Load(); then != nil {
		(*then)(int(a.asked.Add(1)))
	}
	return answer, err
}

const catalogueRows = `
	insert into theological_lenses (id, slug, name, description) values (12, 'baptist', 'Baptist', 'x');
	insert into church_families (key, name, position) values ('baptist', 'Baptist', 1);
	insert into denominations (key, family_key, name, lens_id) values ('southern-baptist', 'baptist', 'Southern Baptist Convention', 12);`

func newServer(t testing.TB) *server {
	t.Helper()
	s := &server{db: pgtest.New(t), stripe: stripetest.New(t), registry: prometheus.NewRegistry(), people: &people{}}
	s.stripe.Prices()
	s.exec(t, catalogueRows)
	_, pages := webtest.Parts(t)
	catalogue, err := signup.ReadCatalogue(t.Context(), s.db.Pool, []string{"en", "es"})
	must(t, err)
	payments, err := stripeapi.New(stripeapi.Config{SecretKey: "sk_test_1", PublishableKey: "pk_test_1", WebhookSecret: s.stripe.Secret, APIBase: s.stripe.URL})
	must(t, err)
	t.Cleanup(payments.Close)
	logger := slog.New(slog.DiscardHandler)
	s.service, err = billing.NewService(billing.Parts{
		Pool: s.db.Pool, Payments: answers{payments, s, new(atomic.Int32)}, Provisioner: s.people, Notices: s.people, Registerer: s.registry, Logger: logger,
	})
	must(t, err)
	edge := web.NewEdge(logger, prometheus.NewRegistry(), pages)
	r := chi.NewRouter()
	r.Use(edge.Observe, web.SecurityHeaders)
	listening := httptest.NewServer(r)
	t.Cleanup(listening.Close)
	s.url = listening.URL
	s.handler = billing.NewHandler(billing.HandlerParts{
		Service: s.service, Catalogue: catalogue, BaseURL: s.url, Contact: "help@narthex.example", Pages: pages, Edge: edge, Limit: newLimit(t),
		Match:   func(context.Context, signup.SignUp) (uuid.UUID, error) { return s.matched, nil },
		Address: func(r *http.Request) string { return r.Header.Get("X-Test-Address") },
	})
	s.handler.Routes(r)
	return s
}

func newLimit(t testing.TB) func(ctx context.Context, kind, key string, perMinute int) (time.Duration, error) {
	t.Helper()
	options, err := redis.ParseURL(stack.Need(t).RedisURL)
	must(t, err)
	client := redis.NewClient(options)
	t.Cleanup(func() { _ = client.Close() })
	limiter, err := cache.NewLimiter(client, cache.Config{Registerer: prometheus.NewRegistry()})
	must(t, err)
	own := uuid.New() // tests share a Redis, and each has its own limits
	return func(ctx context.Context, kind, key string, perMinute int) (time.Duration, error) {
		decision, err := limiter.Allow(ctx, own, kind, key, perMinute)
		return decision.RetryAfter, err
	}
}

// people provisions churches, in few words, and notes who is told what. What a transaction that is rolled back told stays noted:
// so what is looked at is what is stored, and this only where no transaction fails.
type people struct {
	mu     sync.Mutex
	fail   error
	during func() // what happens while a church is provisioned
	paid   []billing.Paid
	forms  []signup.SignUp
	told   []string
	trials map[string]bool // whose end was told
	alarms []billing.Alarm
}

func (p *people) Provision(ctx context.Context, tx pgx.Tx, form signup.SignUp, paid billing.Paid) error {
	if p.during != nil {
		p.during()
	}
	id := uuid.New()
	if _, err := tx.Exec(ctx, `select set_config('narthex.church_id', $1, true)`, id.String()); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `insert into churches (id, slug, name, is_premium) values ($1, $2, $3, true)`, id, id.String(), form.ChurchName); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		insert into premium_churches (church_id, plan, channel, admin_email, chatbot_enabled, payment_customer_id, payment_subscription_id)
		values ($1, $2, $3, $4, true, $5, $6)`, id, form.Plan, form.Plan.Channel(), form.Email, paid.CustomerID, paid.SubscriptionID)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paid, p.forms = append(p.paid, paid), append(p.forms, form)
	return errors.Join(err, p.fail)
}

func (p *people) Return(ctx context.Context, tx pgx.Tx, id uuid.UUID, plan church.Plan, session, customer, subscription string) error {
	return provision.New(outbox{p}, slog.New(slog.DiscardHandler)).Return(ctx, tx, id, plan, session, customer, subscription)
}

// outbox notes what the founder is told of a church.
type outbox struct{ *people }

func (o outbox) Founder(_ context.Context, _ pgx.Tx, _ uuid.UUID, news provision.News) error {
	return o.note(string(news.Kind) + " " + news.About)
}
func (outbox) Welcome(context.Context, pgx.Tx, uuid.UUID) error         { return nil }
func (outbox) Confirm(context.Context, pgx.Tx, uuid.UUID, string) error { return nil }
func (outbox) Prove(context.Context, pgx.Tx, uuid.UUID, string) error   { return nil }
func (outbox) Subscribe(context.Context, pgx.Tx, uuid.UUID) error       { return nil }

func (p *people) AskForNumber(_ context.Context, _ pgx.Tx, _ uuid.UUID, subscription string, at time.Time) error {
	return p.note("needs a number: " + subscription + " " + at.UTC().Format(time.RFC3339))
}

func (p *people) note(what string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told = append(p.told, what)
	return nil
}

func (p *people) PaymentFailed(_ context.Context, _ pgx.Tx, _ uuid.UUID, day int, offlineAt time.Time) error {
	return p.note("owes, day " + string(rune('0'+day/10)) + string(rune('0'+day%10)))
}

// TrialEnding tells once of the same end, as the key of the mail does.
func (p *people) TrialEnding(_ context.Context, _ pgx.Tx, id uuid.UUID, endsAt time.Time) error {
	p.mu.Lock()
	said := id.String() + endsAt.UTC().String()
	known := p.trials[said]
	if p.trials == nil {
		p.trials = make(map[string]bool)
	}
	p.trials[said] = true
	p.mu.Unlock()
	if known {
		return nil
	}
	return p.note("trial ends " + endsAt.UTC().Format(time.DateOnly))
}

func (p *people) Alarm(_ context.Context, _ pgx.Tx, a billing.Alarm) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.alarms = append(p.alarms, a)
	return nil
}

// kinds are those of the alarms so far.
func (p *people) kinds() (kinds []billing.AlarmKind) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, a := range p.alarms {
		kinds = append(kinds, a.Kind)
	}
	return kinds
}

func (p *people) heard() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.told...)
}

func (p *people) failing(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fail = err
}

func (s *server) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := s.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

// one reads one value.
func one[T any](t testing.TB, s *server, sql string, args ...any) (value T) {
	t.Helper()
	must(t, s.db.Admin.QueryRow(t.Context(), sql, args...).Scan(&value))
	return value
}

// rows counts those of every table.
func (s *server) rows(t testing.TB) map[string]int {
	t.Helper()
	names, err := s.db.Admin.Query(t.Context(), "select tablename from pg_tables where schemaname = 'public'")
	must(t, err)
	tables, err := pgx.CollectRows(names, pgx.RowTo[string])
	must(t, err)
	counts := make(map[string]int)
	for _, table := range tables {
		counts[table] = one[int](t, s, "select count(*) from "+pgx.Identifier{table}.Sanitize())
	}
	if len(counts) < 20 {
		t.Fatalf("only %d tables", len(counts))
	}
	return counts
}

// counted is the value of a counter.
func (s *server) counted(t testing.TB, name, outcome string) float64 {
	t.Helper()
	families, err := s.registry.Gather()
	must(t, err)
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			if family.GetName() == name && metric.GetLabel()[0].GetValue() == outcome {
				return metric.GetCounter().GetValue()
			}
		}
	}
	t.Fatalf("no counter %s of %s", name, outcome)
	return 0
}

// answer is what a checkout was answered with.
type answer struct {
	status         int
	retry          string
	cookie         *http.Cookie
	SessionID      string
	ClientSecret   string
	PublishableKey string
	Code, Detail   string
	Fields         map[string]string
}

// form is one that is filled in well.
func form(pairs ...any) map[string]any {
	f := map[string]any{
		"plan": "starter_chat", "churchName": "Grace Harbor", "city": "Portland", "state": "ME", "country": "US", "churchFamily": "baptist",
		"denomination": "southern-baptist", "contactName": "Ann Lee", "email": "ann@graceharbor.example.org", "timezone": "America/New_York",
		"marketingOptIn": true, "termsAccepted": true, "termsVersion": signup.TermsVersion,
	}
	for i := 0; i < len(pairs); i += 2 {
		f[pairs[i].(string)] = pairs[i+1]
	}
	return f
}

func (s *server) checkout(t testing.TB, form map[string]any, cookies ...*http.Cookie) answer {
	t.Helper()
	body, err := json.Marshal(form)
	must(t, err)
	return s.postCheckout(t, bytes.NewReader(body), uuid.NewString(), cookies...)
}

func (s *server) postCheckout(t testing.TB, body io.Reader, address string, cookies ...*http.Cookie) (a answer) {
	t.Helper()
	return s.postCheckoutTo(t, "/api/stripe/checkout-embedded", body, address, cookies...)
}

func (s *server) postCheckoutTo(t testing.TB, path string, body io.Reader, address string, cookies ...*http.Cookie) (a answer) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+path, body)
	must(t, err)
	request.Header.Set("X-Test-Address", address)
	for _, cookie := range cookies {
		request.AddCookie(cookie)
	}
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(t, err)
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatalf("%d %s: %v", response.StatusCode, text, err)
	}
	a.status, a.retry = response.StatusCode, response.Header.Get("Retry-After")
	if cookies := response.Cookies(); len(cookies) > 0 {
		a.cookie = cookies[0]
	}
	return a
}

// post posts an event and returns the status.
func (s *server) post(t testing.TB, body []byte, signature string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/api/stripe/webhook", bytes.NewReader(body))
	must(t, err)
	request.Header.Set("Stripe-Signature", signature)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	if err != nil {
		t.Error(err)
	}
	return response.StatusCode
}

// tell posts an event that is to be taken.
func (s *server) tell(t testing.TB, id, kind string, at time.Time, object stripetest.Object) {
	t.Helper()
	body, signature := s.stripe.Event(id, kind, at, object)
	if status := s.post(t, body, signature); status != http.StatusOK {
		t.Errorf("%s %s: %d", kind, id, status)
	}
}

// bought is a checkout that was paid, with its subscription, of which nobody has been told.
func (s *server) bought(t testing.TB, subscription, status string, pairs ...any) (session stripetest.Object) {
	t.Helper()
	a := s.checkout(t, form(pairs...))
	if a.status != http.StatusOK {
		t.Fatalf("the checkout: %+v", a)
	}
	return s.stripe.Pay(a.SessionID, stripetest.Subscription(subscription, status, "starter_chat_month", time.Now().Add(30*24*time.Hour)))
}

const completed = "checkout.session.completed"

// provisioned is a church that has paid and is set up.
func (s *server) provisioned(t testing.TB, subscription string) {
	t.Helper()
	s.tell(t, "evt_completed_"+subscription, completed, time.Now().Add(-time.Hour), s.bought(t, subscription, "active", "email", subscription+"@x.example.org"))
	if status := s.status(t, subscription); status != "active" {
		t.Fatalf("the new church is %s", status)
	}
}

// status is that of the church with a subscription.
func (s *server) status(t testing.TB, subscription string) string {
	t.Helper()
	return one[string](t, s, `select coalesce((select status from premium_churches where payment_subscription_id = $1), 'none')`, subscription)
}

func invoice(subscription string) stripetest.Object {
	return stripetest.Object{"id": "in_" + subscription, "object": "invoice", "parent": stripetest.Object{
		"type": "subscription_details", "subscription_details": stripetest.Object{"subscription": subscription},
	}}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func reader(text string) io.Reader { return strings.NewReader(text) }
