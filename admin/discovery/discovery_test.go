package discovery_test

import (
	"compress/gzip"
	"encoding/xml"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/discovery"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

const base = "https://narthex.example"

// server answers as the product does under an address, for a contact.
func server(t *testing.T, contact string) (db *pgtest.DB, get func(path string, header ...string) (int, string, http.Header)) {
	t.Helper()
	db = pgtest.New(t)
	assets, _ := webtest.Parts(t)
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), nil)
	handler, err := discovery.NewHandler(discovery.Parts{Pool: db.Pool, Assets: assets, Edge: edge, Contact: contact, BaseURL: base})
	if err != nil {
		t.Fatal(err)
	}
	r := chi.NewRouter()
	r.Use(edge.Observe)
	handler.Routes(r)
	return db, func(path string, header ...string) (int, string, http.Header) {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		for i := 0; i+1 < len(header); i += 2 {
			request.Header.Set(header[i], header[i+1])
		}
		r.ServeHTTP(recorder, request)
		body, _ := io.ReadAll(recorder.Body)
		return recorder.Code, string(body), recorder.Header()
	}
}

func TestTheSitemapLeadsToAllThatIsPublicAndNothingElse(t *testing.T) {
	db, get := server(t, "")
	if _, err := db.Admin.Exec(t.Context(), `
		insert into articles (slug, title, content, status, published_at, seo) values ('seen', 'T', 'x', 'published', '2026-01-01', null), ('draft', 'T', 'x', 'draft', null, null),
			('ahead', 'T', 'x', 'scheduled', now() + interval '1 hour', null), ('gone', 'T', 'x', 'archived', '2026-01-01', null), ('hidden', 'T', 'x', 'published', '2026-01-01', '{"noindex":true}');
		insert into churches (slug, name, is_premium) values ('listed', 'Listed', false), ('served', 'Served', true), ('left', 'Left', true), ('silent', 'Silent', true), ('unset', 'Unset', true);
		insert into premium_churches (church_id, plan, channel, status, chatbot_enabled)
			select id, 'starter_chat', 'chat', case slug when 'left' then 'canceled' else 'active' end, slug <> 'silent' from churches where slug in ('served', 'left', 'silent')`); err != nil {
		t.Fatal(err)
	}
	var found []string
	status, index, _ := get("/sitemap.xml")
	var maps struct {
		Maps []string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemap>loc"`
	}
	if err := xml.Unmarshal([]byte(index), &maps); err != nil || status != http.StatusOK || len(maps.Maps) != 4 {
		t.Fatalf("%d %v %s", status, err, index)
	}
	for _, address := range maps.Maps {
		status, text, _ := get(strings.TrimPrefix(address, base))
		var set struct {
			URLs []string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url>loc"`
		}
		if err := xml.Unmarshal([]byte(text), &set); err != nil || status != http.StatusOK {
			t.Fatalf("%s: %d %v", address, status, err)
		}
		found = append(found, set.URLs...)
	}
	got := " " + strings.Join(found, " ") + " "
	for _, want := range []string{"/", "/pricing", "/blog", "/blog/seen", "/churches/listed", "/churches/served", "/churches/left", "/care/served"} {
		if !strings.Contains(got, " "+base+want+" ") {
			t.Errorf("%s is missing of %s", want, got)
		}
	}
	for _, unwanted := range []string{"draft", "ahead", "gone", "hidden", "care/listed", "care/left", "care/silent", "care/unset"} {
		if strings.Contains(got, unwanted) {
			t.Errorf("%s is there: %s", unwanted, got)
		}
	}
	for _, path := range []string{"/sitemaps/pages-2.xml", "/sitemaps/articles-0.xml", "/sitemaps/articles-2.xml", "/sitemaps/articles-x.xml", "/sitemaps/users-1.xml", "/sitemaps/articles-99999999999999999999.xml"} {
		if status, _, _ := get(path); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
}

// Past ten thousand churches there is a second sitemap of them, and each is sent compressed to who takes that.
func TestManyChurchesHaveSeveralSitemaps(t *testing.T) {
	const churches = 10_001
	db, get := server(t, "")
	if _, err := db.Admin.Exec(t.Context(), `insert into churches (slug, name) select 'church-' || n, 'Church' from generate_series(1, $1) n`, churches); err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, path := range []string{"/sitemaps/churches-1.xml", "/sitemaps/churches-2.xml"} {
		if _, index, _ := get("/sitemap.xml"); !strings.Contains(index, base+path) {
			t.Errorf("the index does not name %s: %s", path, index)
		}
		status, body, header := get(path, "Accept-Encoding", "gzip")
		unpacked, err := gzip.NewReader(strings.NewReader(body))
		if err != nil || status != http.StatusOK || header.Get("Content-Encoding") != "gzip" {
			t.Fatalf("%s: %d %v %v", path, status, header, err)
		}
		var set struct {
			URLs []string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url>loc"`
		}
		if err := xml.NewDecoder(unpacked).Decode(&set); err != nil || len(set.URLs) > 50_000 {
			t.Fatalf("%s: %d addresses, %v", path, len(set.URLs), err)
		}
		for _, address := range set.URLs {
			seen[address] = true
		}
	}
	if len(seen) != churches {
		t.Errorf("%d churches are in the sitemaps, of %d", len(seen), churches)
	}
	if status, _, _ := get("/sitemaps/churches-3.xml"); status != http.StatusNotFound {
		t.Errorf("a third sitemap: %d", status)
	}
}

func TestProgramsAreToldWhatTheyLookFor(t *testing.T) {
	_, get := server(t, "safety@narthex.example")
	for path, want := range map[string]struct{ kind, text string }{
		"/robots.txt":               {"text/plain; charset=utf-8", "Sitemap: " + base + "/sitemap.xml"},
		"/.well-known/security.txt": {"text/plain; charset=utf-8", "Contact: mailto:safety@narthex.example\nExpires: 20"},
		"/site.webmanifest":         {"application/manifest+json", `"sizes":"512x512"`},
		"/favicon.ico":              {"image/x-icon", "\x00\x00\x01\x00"},
		"/apple-touch-icon.png":     {"image/png", "\x89PNG"},
	} {
		status, text, header := get(path)
		if status != http.StatusOK || header.Get("Content-Type") != want.kind || !strings.Contains(text, want.text) {
			t.Errorf("%s: %d %s %.80q", path, status, header.Get("Content-Type"), text)
		}
	}
	_, robots, _ := get("/robots.txt")
	for path, disallowed := range map[string]bool{"/admin/": true, "/api/": true, "/v1/": true, "/chat/": false, "/widget/": false, "/onboard": false, "/care/": false, "/blog": false, "/churches": false} {
		if strings.Contains(robots, "Disallow: "+path) != disallowed {
			t.Errorf("%s is disallowed: %v", path, !disallowed)
		}
	}
	_, nobody := server(t, "")
	if status, _, _ := nobody("/.well-known/security.txt"); status != http.StatusNotFound {
		t.Errorf("without a contact: %d", status)
	}
}
