package acknowledge_test

import (
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

	"narthex/admin/acknowledge"
	"narthex/admin/notify"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// bench is a server with the page, and its database.
type bench struct {
	db       *pgtest.DB
	links    *notify.Links
	url      string
	registry *prometheus.Registry
}

func newBench(t *testing.T) *bench {
	t.Helper()
	assets, pages := webtest.Parts(t)
	b := &bench{db: pgtest.New(t), registry: prometheus.NewRegistry()}
	logger := slog.New(slog.DiscardHandler)
	edge := web.NewEdge(logger, prometheus.NewRegistry(), pages)
	r := chi.NewRouter()
	r.Use(edge.Observe, web.SecurityHeaders)
	r.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	b.url = server.URL
	var err error
	b.links, err = notify.NewLinks(server.URL, []byte("a key of thirty-two bytes, as it is"))
	must(t, err)
	acknowledge.NewHandler(acknowledge.Parts{Pool: b.db.Pool, Links: b.links, Pages: pages, Edge: edge, Registerer: b.registry, Logger: logger}).Routes(r)
	return b
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (b *bench) execute(t *testing.T, sql string, args ...any) {
	t.Helper()
	_, err := b.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

func (b *bench) church(t *testing.T, language string) uuid.UUID {
	t.Helper()
	id := uuid.New()
	b.execute(t, `insert into churches (id, slug, name, language, timezone) values ($1, $2, 'Grace Harbor', $3, 'UTC')`, id, "c-"+id.String(), language)
	return id
}

// crisis stores an urgent one of a conversation, so long ago.
func (b *bench) crisis(t *testing.T, church, session uuid.UUID, ago time.Duration) uuid.UUID {
	t.Helper()
	id := uuid.New()
	b.execute(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, urgent, message, phone, details, created_at)
		values ($1, $2, 'crisis', $3, $1, $1, true, 'I cannot go on.', '+15550109999', '{"category": "suicide"}', $4)`, id, church, session, time.Now().Add(-ago))
	return id
}

func (b *bench) link(church, request uuid.UUID, recipient string) string {
	return b.links.Link(notify.Acknowledgement{Church: church, Request: request, Recipient: recipient, Expires: time.Now().Add(time.Hour)})
}

// ask follows a link as a browser does whose owner speaks French.
func (b *bench) ask(t *testing.T, method, link string) (status int, page string, header http.Header) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, link, nil)
	must(t, err)
	request.Header.Set("Accept-Language", "fr, en")
	request.Header.Set("Accept", "text/html")
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, strings.ReplaceAll(string(body), "&#43;", "+"), response.Header
}

func (b *bench) state(t *testing.T, request uuid.UUID) (status, by string) {
	t.Helper()
	must(t, b.db.Admin.QueryRow(t.Context(), `select status, coalesce(acknowledged_by, '') from visitor_requests where id = $1`, request).Scan(&status, &by))
	return status, by
}

func TestFollowingALinkAcknowledgesNothing(t *testing.T) {
	b := newBench(t)
	church := b.church(t, "en")
	request := b.crisis(t, church, uuid.New(), time.Minute)
	link := b.link(church, request, "office@grace.example")
	for range 3 {
		b.ask(t, http.MethodHead, link)
		status, page, header := b.ask(t, http.MethodGet, link)
		if status != http.StatusOK || !strings.Contains(page, "I have it") || !strings.Contains(page, "Suicide") || strings.Contains(page, "cannot go on") || strings.Contains(page, "9999") {
			t.Errorf("status %d:\n%s", status, page)
		}
		if header.Get("Cache-Control") != "no-store" || header.Get("Referrer-Policy") != "no-referrer" || strings.Contains(page, "<script") || strings.Contains(page, "//") && !strings.Contains(page, b.url) {
			t.Errorf("headers %v:\n%s", header, page)
		}
	}
	if status, _ := b.state(t, request); status != "new" {
		t.Errorf("it is %s", status)
	}
}

// Visitors write their number as they do at home.
func TestTheVisitorsNumberIsDialledHoweverItIsWritten(t *testing.T) {
	b := newBench(t)
	church := b.church(t, "en")
	request := b.crisis(t, church, uuid.New(), time.Minute)
	b.execute(t, "update churches set country = 'GB' where id = $1", church)
	b.execute(t, "update visitor_requests set phone = '+44 (0)20 7946 0958 ext. 3' where id = $1", request)
	if _, page, _ := b.ask(t, http.MethodPost, b.link(church, request, "office@grace.example")); !strings.Contains(page, `href="tel:+442079460958,3"`) {
		t.Errorf("no link to it:\n%s", page)
	}
}

func TestOneTapAcknowledgesOnce(t *testing.T) {
	b := newBench(t)
	church, session := b.church(t, "en"), uuid.New()
	earlier, request := b.crisis(t, church, session, 20*time.Minute), b.crisis(t, church, session, 10*time.Minute)
	later, other := b.crisis(t, church, session, time.Minute), b.crisis(t, church, uuid.New(), 30*time.Minute)
	link := b.link(church, request, "office@grace.example")
	status, page, _ := b.ask(t, http.MethodPost, link)
	if status != http.StatusOK || !strings.Contains(page, "Thank you. It is noted that you have it.") || !strings.Contains(page, "I cannot go on.") || !strings.Contains(page, "+15550109999") {
		t.Errorf("status %d:\n%s", status, page)
	}
	if _, page, _ = b.ask(t, http.MethodPost, link); !strings.Contains(page, "You have had this since") {
		t.Errorf("the second time:\n%s", page)
	}
	second := b.link(church, request, "ruth@home.example")
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		if _, page, _ = b.ask(t, method, second); !strings.Contains(page, "office@grace.example has had this since") {
			t.Errorf("%s by somebody else:\n%s", method, page)
		}
	}
	for id, want := range map[uuid.UUID]string{earlier: "acknowledged", request: "acknowledged", later: "new", other: "new"} {
		if status, by := b.state(t, id); status != want || want != "new" && by != "office@grace.example" {
			t.Errorf("%s by %q, want %s", status, by, want)
		}
	}
	if count, sum := b.took(t); count != 2 || sum < 1800 || sum > 1900 {
		t.Errorf("%d were measured, %v s together", count, sum)
	}
	if number, oldest := b.gauge(t, "narthex_crises_unacknowledged"), b.gauge(t, "narthex_crises_unacknowledged_oldest_seconds"); number != 2 || oldest < 1800 || oldest > 1900 {
		t.Errorf("%v are unacknowledged, the oldest for %v s", number, oldest)
	}
	b.execute(t, `drop function unacknowledged_crises`) // as if Postgres were away
	if number, oldest := b.gauge(t, "narthex_crises_unacknowledged"), b.gauge(t, "narthex_crises_unacknowledged_oldest_seconds"); number != 2 || oldest < 1800 {
		t.Errorf("without an answer of the database %v are unacknowledged, the oldest for %v s", number, oldest)
	}
}

// TestALinkToManyAcknowledgesThoseThatNothingElseToldOf has one crisis told by itself, and two counted.
func TestALinkToManyAcknowledgesThoseThatNothingElseToldOf(t *testing.T) {
	b := newBench(t)
	church := b.church(t, "en")
	alone, first, last := b.crisis(t, church, uuid.New(), 3*time.Minute), b.crisis(t, church, uuid.New(), 2*time.Minute), b.crisis(t, church, uuid.New(), time.Minute)
	unsure, accusing, later := b.crisis(t, church, uuid.New(), 2*time.Minute), b.crisis(t, church, uuid.New(), 2*time.Minute), b.crisis(t, church, uuid.New(), 0)
	elsewhere := b.crisis(t, b.church(t, "en"), uuid.New(), 2*time.Minute)
	b.execute(t, `insert into notifications (id, church_id, key, channel, kind, request_id, happened_at) values ($1, $2, $1, 'mail', 'crisis', $1, now())`, alone, church)
	b.execute(t, `update visitor_requests set urgent = id <> $1, safeguarding = id = $2, message = id::text`, unsure, accusing)
	link := b.links.Link(notify.Acknowledgement{Church: church, Request: last, Recipient: "office@grace.example", Expires: time.Now().Add(time.Hour), Many: true})
	if _, page, _ := b.ask(t, http.MethodGet, link); !strings.Contains(page, "More visitors may be in danger") || strings.Contains(page, last.String()) {
		t.Errorf("before the tap:\n%s", page)
	}
	_, page, _ := b.ask(t, http.MethodPost, link)
	for id, shown := range map[uuid.UUID]bool{first: true, last: true, alone: false, unsure: false, accusing: false, later: false, elsewhere: false} {
		status, _ := b.state(t, id)
		if strings.Contains(page, id.String()) != shown || (status == "acknowledged") != shown {
			t.Errorf("%s is %s, shown %v:\n%s", id, status, strings.Contains(page, id.String()), page)
		}
	}
	if !strings.Contains(page, "Thank you. It is noted that you look through them.") || strings.Count(page, "+15550109999") != 2 {
		t.Error(page)
	}
}

func TestLinksThatAreNoGoodSayWhyInTheChurchsLanguage(t *testing.T) {
	b := newBench(t)
	ours, theirs := b.church(t, "es"), b.church(t, "es")
	request := b.crisis(t, ours, uuid.New(), time.Minute)
	good := b.link(ours, request, "office@grace.example")
	at, other := len(good)-10, "A" // within the signature
	if good[at] == 'A' {
		other = "B"
	}
	for name, c := range map[string]struct {
		link   string
		status int
		want   string
	}{
		"expired":                     {b.links.Link(notify.Acknowledgement{Church: ours, Request: request, Recipient: "a@b.example", Expires: time.Now().Add(-time.Second)}), http.StatusGone, "Este enlace ha caducado"},
		"forged":                      {good[:at] + other + good[at+1:], http.StatusNotFound, "Este enlace no es nuestro"},
		"of another church's request": {b.link(theirs, request, "a@b.example"), http.StatusGone, "Aquí ya no hay nada"},
		"cut off":                     {good[:len(good)-50], http.StatusNotFound, "Este enlace no es nuestro"},
		"nothing":                     {b.url + notify.LinkPath + "x", http.StatusNotFound, "This link is not one of ours"},
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			status, page, header := b.ask(t, method, c.link)
			if status != c.status || !strings.Contains(page, c.want) || header.Get("Cache-Control") != "no-store" || strings.Contains(page, "<form") {
				t.Errorf("%s, %s: status %d, want %d and %q:\n%s", name, method, status, c.status, c.want, page)
			}
		}
	}
	if status, _ := b.state(t, request); status != "new" {
		t.Errorf("it is %s", status)
	}
}

// took is how many acknowledgements were measured, and their sum.
func (b *bench) took(t *testing.T) (count uint64, sum float64) {
	t.Helper()
	families, err := b.registry.Gather()
	must(t, err)
	for _, family := range families {
		if family.GetName() == "narthex_crisis_acknowledgement_seconds" {
			h := family.GetMetric()[0].GetHistogram()
			return h.GetSampleCount(), h.GetSampleSum()
		}
	}
	return 0, 0
}

func (b *bench) gauge(t *testing.T, name string) float64 {
	t.Helper()
	families, err := b.registry.Gather()
	must(t, err)
	for _, family := range families {
		if family.GetName() == name {
			return family.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

// called has the conversation of a crisis be a telephone call.
func (b *bench) called(t *testing.T, church, request uuid.UUID, from string) {
	t.Helper()
	b.execute(t, `
		insert into calls (id, church_id, session_id, provider_id, called, caller, language, sockets, began_at, last_at)
		select gen_random_uuid(), church_id, session_id, 'CA1', '+12075550145', nullif($3, ''), 'en', 1, now(), now()
		from visitor_requests where church_id = $1 and id = $2`, church, request, from)
}

func TestWhoHasACallersCrisisSeesWhereTheyCalledFrom(t *testing.T) {
	b := newBench(t)
	church := b.church(t, "en")
	for from, want := range map[string]string{"+12075550123": `href="tel:+12075550123"`, "": "They gave no way to reach them."} {
		request := b.crisis(t, church, uuid.New(), time.Minute)
		b.execute(t, `update visitor_requests set phone = null where id = $1`, request)
		b.called(t, church, request, from)
		_, page, _ := b.ask(t, http.MethodPost, b.link(church, request, "office@grace.example"))
		if !strings.Contains(page, want) || strings.Contains(page, "They gave no way") != (from == "") {
			t.Errorf("from %q:\n%s", from, page)
		}
	}
}

func TestAmongManyCrisesAnAccusingCallersNumberIsNotShown(t *testing.T) {
	b := newBench(t)
	church, accusing := b.church(t, "en"), uuid.New()
	accused, open := b.crisis(t, church, accusing, 2*time.Minute), b.crisis(t, church, uuid.New(), 2*time.Minute)
	last := b.crisis(t, church, uuid.New(), time.Minute)
	accusation := b.crisis(t, church, accusing, time.Minute)
	b.execute(t, `update visitor_requests set safeguarding = id = $1, phone = null`, accusation)
	b.called(t, church, accused, "+12075550123")
	b.called(t, church, open, "+12075550124")
	link := b.links.Link(notify.Acknowledgement{Church: church, Request: last, Recipient: "office@grace.example", Expires: time.Now().Add(time.Hour), Many: true})
	if _, page, _ := b.ask(t, http.MethodPost, link); strings.Contains(page, "+12075550123") || !strings.Contains(page, "They called from +12075550124.") {
		t.Error(page)
	}
}
