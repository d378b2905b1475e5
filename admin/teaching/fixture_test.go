package teaching_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/notify"
	"narthex/admin/teaching"
	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/preview"
	"narthex/chat/tools/catalog"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/leaktest"
	"narthex/cmd/dev/mailbox"
	"narthex/cmd/dev/mailbox/mailboxtest"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// house is a whole chat server with the pages of teaching beside it, and a church on a plan.
type house struct {
	*chattest.Server
	t        *testing.T
	box      *mailbox.Mailbox
	previews *preview.Links
	church   uuid.UUID
	slug     string
	cookie   *http.Cookie
	wait     time.Duration
}

func newHouse(t *testing.T, plan church.Plan, roles ...access.Role) *house {
	t.Helper()
	h := &house{t: t, box: mailbox.New(mailbox.Config{})}
	h.Server = chattest.NewServer(t, chattest.Patient, func(c *chattest.Config) { c.Routes = h.routes })
	h.Exec(t, `
		insert into theological_lenses (id, slug, name, description, vocabulary) values
			(4, 'catholic', 'Catholic', 'In communion with Rome.', '[{"term": "Mass", "gloss": "the celebration of the Eucharist", "instead_of": "worship service"}]'),
			(10, 'christocentric', 'Christocentric', 'Of Jesus first.', '[{"term": "following Jesus", "gloss": "the Christian life"}]'),
			(12, 'baptist', 'Baptist', 'Of believers'' baptism.', '[{"term": "ordinance", "gloss": "baptism and the Supper", "instead_of": "sacrament"}]')`)
	h.Exec(t, `
		insert into theological_contradictions (lens_id, topic, position, forbidden_terms) values
			(4, 'Saints', 'They pray with us.', '{saint worship}'), (10, 'Last things', 'We trust in Christ.', '{purgatory}'), (12, 'Baptism', 'Of believers, by immersion.', '{baptismal regeneration}')`)
	h.Exec(t, `
		insert into lens_texts (id, lens_id, title, source, content)
		select gen_random_uuid(), id, 'Hope', 'Apostles'' Creed', 'Christians hope for the resurrection.' from theological_lenses`)
	h.church, h.cookie = h.addChurch(plan, roles...)
	h.slug = "church-" + h.church.String()
	return h
}

// addChurch adds one with an assistant, and signs somebody in.
func (h *house) addChurch(plan church.Plan, roles ...access.Role) (uuid.UUID, *http.Cookie) {
	h.t.Helper()
	id := h.NewChurch(h.t)
	h.Exec(h.t, "update premium_churches set plan = $2, channel = $3 where church_id = $1", id, plan, plan.Channel())
	h.Exec(h.t, "insert into organization_settings (organization_id) values ($1)", id)
	h.Exec(h.t, "insert into church_voice_agents (church_id, notification_email, notification_phone) values ($1, 'office@grace.example', '+12075550142')", id)
	if len(roles) == 0 {
		roles = []access.Role{access.RoleAdmin}
	}
	return id, accesstest.SignIn(h.t, h.DB.Admin, id, roles...)
}

func (h *house) routes(s *chattest.Server, r chi.Router) {
	assets, pages := webtest.Parts(h.t)
	var err error
	h.previews, err = preview.New("https://narthex.example", bytes.Repeat([]byte("k"), 32), time.Now)
	chattest.Must(h.t, err)
	edge := web.NewEdge(slog.New(slog.NewTextHandler(h.t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})), prometheus.NewRegistry(), pages)
	r.Use(edge.Observe, web.SecurityHeaders)
	r.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	teaching.NewHandler(teaching.Parts{
		Pool: s.DB.Pool, Guard: access.NewGuard(s.DB.Pool, edge, "http://127.0.0.1"), Pages: pages, Edge: edge,
		Previews: h.previews, Tools: catalog.All, Churches: s.Churches.ByID, Test: h.notifier(s).Test,
		Limit: func(context.Context, uuid.UUID, string, int) (time.Duration, error) { return h.wait, nil },
		Ask:   s.Trials.Ask,
	}).Routes(r)
}

// notifier delivers to a mailbox.
func (h *house) notifier(s *chattest.Server) *notify.Service {
	smtp, sms := mailboxtest.Start(h.t, h.box)
	links, err := notify.NewLinks("https://narthex.example", bytes.Repeat([]byte("k"), 32))
	chattest.Must(h.t, err)
	quiet := slog.New(slog.DiscardHandler)
	service, err := notify.New(s.DB.Pool, notify.Config{
		Links: links, SMTPURL: "smtp://" + smtp + "?tls=none", MailFrom: "hello@narthex.example", FounderEmail: "founder@narthex.example", Logger: quiet,
		Twilio: notify.Twilio{AccountSID: "AC1", AuthToken: "token", From: "+15005550006", APIBase: sms}, Registerer: prometheus.NewRegistry(),
	})
	chattest.Must(h.t, err)
	h.t.Cleanup(service.Close)
	workers := river.NewWorkers()
	notify.AddWorkers(workers, service)
	client, err := river.NewClient(riverpgxv5.New(s.DB.Pool), &river.Config{Queues: notify.Queues(), Workers: workers, FetchPollInterval: 100 * time.Millisecond, Logger: quiet})
	chattest.Must(h.t, err)
	chattest.Must(h.t, client.Start(context.WithoutCancel(h.t.Context())))
	h.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), chattest.WaitLimit)
		defer cancel()
		if err := client.StopAndCancel(ctx); err != nil {
			h.t.Errorf("stop the jobs: %v", err)
		}
	})
	return service
}

// reply is what came of a request.
type reply struct {
	status  int
	body    string
	Version string            `json:"version"`
	Code    string            `json:"code"`
	Fields  map[string]string `json:"fields"`
	URL     string            `json:"url"`
	Now     struct{ Lens, Text string }
	Then    struct{ Lens, Text string }
}

func (h *house) ask(cookie *http.Cookie, method, path string, content any) reply {
	h.t.Helper()
	return h.send(func(r *http.Request) { r.AddCookie(cookie) }, method, path, content)
}

// send sends a request of somebody, who says who they are.
func (h *house) send(sign func(*http.Request), method, path string, content any) (got reply) {
	h.t.Helper()
	var body io.Reader
	if text, raw := content.(string); raw {
		body = strings.NewReader(text)
	} else if content != nil {
		encoded, err := json.Marshal(content)
		chattest.Must(h.t, err)
		body = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(h.t.Context(), method, h.Server.URL+path, body)
	chattest.Must(h.t, err)
	request.Header.Set("Accept", "application/json")
	sign(request)
	response, err := http.DefaultClient.Do(request)
	chattest.Must(h.t, err)
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	chattest.Must(h.t, err)
	_ = json.Unmarshal(read, &got) // a page is none
	got.status, got.body = response.StatusCode, string(read)
	return got
}

// versions are what the forms of a page name, by what they are sent to.
func (h *house) version(page, method, address string) string {
	h.t.Helper()
	shown := page
	if address == lensAPI {
		shown += "?lens=12" // at which one looks
	}
	body := h.ask(h.cookie, http.MethodGet, shown, nil).body
	_, form, found := strings.Cut(body, `data-save="`+method+" "+address+`"`)
	_, value, also := strings.Cut(form, `name="version" value="`)
	if !found || !also {
		h.t.Fatalf("%s has no form for %s", page, address)
	}
	value, _, _ = strings.Cut(value, `"`)
	return value
}

// change sends a change of what a page shows.
func (h *house) change(page, method, address string, content map[string]any) reply {
	h.t.Helper()
	content["version"] = h.version(page, method, address)
	return h.ask(h.cookie, method, address, content)
}

// open opens a page in a browser.
func (h *house) open(tab *browsertest.Tab, path string) {
	tab.SetCookie(h.Server.URL, h.cookie)
	tab.Do(chromedp.Navigate(h.Server.URL + path))
}
