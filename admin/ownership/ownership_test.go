package ownership_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/notify"
	"narthex/admin/ownership"
	"narthex/admin/provision"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// bench is a server with the page, its database, and a claim of a church that nothing proves.
type bench struct {
	*testing.T
	db              *pgtest.DB
	links           *ownership.Links
	church, premium uuid.UUID
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{T: t, db: pgtest.New(t), church: uuid.New(), premium: uuid.New()}
	_, pages := webtest.Parts(t)
	logger := slog.New(slog.DiscardHandler)
	edge := web.NewEdge(logger, prometheus.NewRegistry(), pages)
	r := chi.NewRouter()
	r.Use(edge.Observe, web.SecurityHeaders)
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	var err error
	b.links, err = ownership.NewLinks(server.URL, []byte("a key of thirty-two bytes, as it is"))
	b.must(err)
	refuse := func(ctx context.Context, tx pgx.Tx, id uuid.UUID) error { // notes how often, in the transaction
		if _, err := tx.Exec(ctx, `insert into refused values ($1, null)`, id); err != nil {
			return err
		}
		return provision.Withdraw(ctx, tx, id)
	}
	tell := func(ctx context.Context, tx pgx.Tx, id, _ uuid.UUID, email string) error {
		_, err := tx.Exec(ctx, `update refused set told = $2 where church_id = $1`, id, email)
		return err
	}
	ownership.NewHandler(ownership.Parts{Pool: b.db.Pool, Links: b.links, Refuse: refuse, Tell: tell, Pages: pages, Edge: edge, Logger: logger}).Routes(r)
	b.execute(`create table refused (church_id uuid, told text); grant all on refused to narthex_app`)
	b.execute(`insert into churches (id, slug, name, city, language) values ($1, 'grace', 'Grace <b>Harbor', 'Portland', 'es')`, b.church)
	b.claimed()
	return b
}

// claimed is a new claim in the place of one before.
func (b *bench) claimed() {
	b.Helper()
	b.execute(`delete from premium_churches`)
	b.execute(`update churches set phone = '207 555 0100', address = '1 Main Street', email = null`)
	b.execute(`insert into premium_churches (id, church_id, plan, channel, admin_name, admin_email, listing_proven, listing_offered)
		values ($1, $2, 'starter_chat', 'chat', 'Ann', 'ann@x.example', false, '{"phone": "207 555 0142", "email": "office@x.example"}')`, b.premium, b.church)
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b *bench) execute(sql string, args ...any) {
	b.Helper()
	_, err := b.db.Admin.Exec(b.Context(), sql, args...)
	b.must(err)
}

// urls are those of the links to approve, to reject, to confirm and to prove, in mails that were queued so long ago.
func (b *bench) urls(ago time.Duration) (approve, reject, confirm, prove string) {
	m := notify.Sending{ChurchID: b.church, PremiumID: b.premium, CreatedAt: time.Now().Add(-ago), Text: func(string) string { return "" }}
	founders, awaited := b.links.Makers()["ownership_unproven"](m), b.links.Makers()["ownership_awaited"](m)
	if !slices.Equal(founders, awaited) {
		b.Errorf("the founder decides with %v, and with %v", founders, awaited)
	}
	return founders[0].URL, founders[1].URL, b.links.Makers()["ownership_asked"](m)[0].URL, b.links.Makers()["ownership_proof"](m)[0].URL
}

func (b *bench) ask(method, link string) (status int, page string) {
	request, err := http.NewRequestWithContext(b.Context(), method, link, nil)
	if err != nil {
		b.Error(err)
		return 0, ""
	}
	request.Header.Set("Accept-Language", "en")
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		b.Error(err)
		return 0, ""
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.Header.Get("Cache-Control") != "no-store" || response.Header.Get("Referrer-Policy") != "no-referrer" {
		b.Errorf("%v, headers %v", err, response.Header)
	}
	return response.StatusCode, string(body)
}

// stands is what is stored: the decision, whether the listing is proven, and how often the church was refused.
func (b *bench) stands() (decision string, proven bool, refused int) {
	b.Helper()
	b.must(b.db.Admin.QueryRow(b.Context(), `
		select coalesce(p.ownership_decision, r.decision, ''), coalesce(p.listing_proven, false), (select count(*) from refused where told = 'ann@x.example')
		from churches c left join premium_churches p on p.church_id = c.id
		left join (select church_id, 'rejected' as decision from rejected_claims where admin_email = 'ann@x.example') r on r.church_id = c.id`).Scan(&decision, &proven, &refused))
	return decision, proven, refused
}

// told is what the listing says of the church.
func (b *bench) told() (told string) {
	b.Helper()
	b.must(b.db.Admin.QueryRow(b.Context(), `select concat_ws('|', coalesce(phone, ''), coalesce(email, ''), coalesce(address, '')) from churches`).Scan(&told))
	return told
}

func TestOnlyATapDecidesAndTheFirstOneStands(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	approve, reject, confirm, prove := b.urls(0)
	for _, c := range []struct {
		link, decision, asked, done string
		proven                      bool
		refused                     int
	}{
		{approve, "approved", ">Approve<", "This was approved on", true, 0},
		{confirm, "confirmed", "Sí, es de los nuestros", "lo confirmó", true, 0},
		{prove, "proven", "Sí, fui yo", "desde la dirección de la iglesia", true, 0},
		{reject, "rejected", ">Reject and pay back<", "This was rejected on", false, 1},
	} {
		b.claimed()
		for range 3 { // scanners
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				if status, page := b.ask(method, c.link); status != http.StatusOK || method == http.MethodGet &&
					(!strings.Contains(page, c.asked) || !strings.Contains(page, "Grace &lt;b&gt;Harbor, Portland") || !strings.Contains(page, "ann@x.example")) {
					t.Errorf("%s: %d %s", c.decision, status, page)
				}
			}
		}
		if decision, proven, _ := b.stands(); decision != "" || proven || b.told() != "207 555 0100||1 Main Street" {
			t.Errorf("looking decided that it is %s, proven %v, and visitors are told %s", decision, proven, b.told())
		}
		var taps sync.WaitGroup
		for range 10 {
			taps.Go(func() {
				if status, page := b.ask(http.MethodPost, c.link); status != http.StatusOK || !strings.Contains(page, c.done) || strings.Contains(page, "<form") {
					t.Errorf("%s: %d %s", c.decision, status, page)
				}
			})
		}
		taps.Wait()
		for _, other := range []string{approve, reject, confirm, prove} { // too late
			if _, page := b.ask(http.MethodPost, other); strings.Contains(page, "<form") {
				t.Errorf("after %s there is something to tap: %s", c.decision, page)
			}
		}
		if decision, proven, refused := b.stands(); decision != c.decision || proven != c.proven || refused != c.refused {
			t.Errorf("%s: stored %s, proven %v, refused %d times", c.decision, decision, proven, refused)
		}
		want := "207 555 0100||1 Main Street"
		if c.proven {
			want = "207 555 0142|office@x.example|1 Main Street"
		}
		if told := b.told(); told != want {
			t.Errorf("%s: visitors are told %s, want %s", c.decision, told, want)
		}
	}
}

func TestALinkIsGoodForItsOwnClaimAndAMonth(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	approve, _, _, _ := b.urls(0)
	expired, _, _, _ := b.urls(31 * 24 * time.Hour)
	path, token := approve[:len(approve)-len(approve[strings.LastIndex(approve, "/")+1:])], approve[strings.LastIndex(approve, "/")+1:]
	forged := []string{"x", token[:len(token)-1], token + "A", strings.Repeat("A", 5000)}
	for _, at := range []int{0, 5, len(token) / 2, len(token) - 2, len(token) - 1} {
		forged = append(forged, token[:at]+otherThan(token[at])+token[at+1:])
	}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		for _, f := range forged {
			if status, page := b.ask(method, path+f); status != http.StatusNotFound || strings.Contains(page, "ann@x.example") {
				t.Errorf("%s %.80s: %d %s", method, f, status, page)
			}
		}
		if status, page := b.ask(method, expired); status != http.StatusGone || strings.Contains(page, "<form") {
			t.Errorf("expired: %d %s", status, page)
		}
	}
	b.premium = uuid.New() // the church is claimed again, by somebody else
	b.claimed()
	if status, _ := b.ask(http.MethodPost, approve); status != http.StatusGone {
		t.Errorf("a link of an earlier claim: %d", status)
	}
	if decision, proven, _ := b.stands(); decision != "" || proven {
		t.Errorf("decided: %q, proven %v", decision, proven)
	}
}

// otherThan is a character of a token's alphabet that is not this one, so that what is forged with it is never the token.
func otherThan(character byte) string {
	if character == 'A' {
		return "B"
	}
	return "A"
}

// Whoever decides sees first which contacts visitors would be given from then on.
func TestWhatAListingWillSayIsShownBeforeItIsDecided(t *testing.T) {
	b := newBench(t)
	approve, reject, confirm, prove := b.urls(0)
	for name, link := range map[string]string{"approve": approve, "confirm": confirm, "prove": prove} {
		if _, page := b.ask(http.MethodGet, link); !strings.Contains(page, "207 555 0100 → 207 555 0142") || !strings.Contains(page, "– → office@x.example") || strings.Contains(page, "1 Main Street") {
			t.Errorf("%s: %s", name, page)
		}
	}
	if _, page := b.ask(http.MethodGet, reject); strings.Contains(page, "207 555 0142") {
		t.Errorf("what is rejected is offered: %s", page)
	}
	if _, page := b.ask(http.MethodPost, confirm); strings.Contains(page, "→") {
		t.Errorf("what is decided is offered still: %s", page)
	}
}
