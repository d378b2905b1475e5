package crawl_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"narthex/admin/siteimport/crawl"
	"narthex/admin/siteimport/sitetest"
)

// text is what a page says.
func text(p crawl.Page) string {
	var b strings.Builder
	for node := range p.Root.Descendants() {
		if node.Type == html.TextNode {
			b.WriteString(node.Data)
		}
	}
	return b.String()
}

// paths are where links lead, the most promising first.
func paths(links []crawl.Link) (found []string) {
	for _, l := range links {
		found = append(found, l.URL.RequestURI())
	}
	return found
}

func TestLinksAreRankedByWhatVisitorsAsk(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	v, home := visit(t, internet, internet.Config(), page(`<base href="/en/"><nav><a href="/">Home</a><a href="/en/blog/2024/05/hope">Hope</a><a href="about/">About us</a>
		<a href="x7">Service Times</a><a href="/en/give?utm_source=x">Give</a><a href="/en/Staff#ann">Our team</a><a href="/en/staff/">Staff</a><a href="/en/menu.pdf">Menu</a>
		<a href="/login">Log in</a><a rel="nofollow" href="/contact">Contact</a><a href="mailto:a@b.org">Mail</a><a href="javascript:void(0)">X</a><a href="https://elsewhere.example.net/staff">Staff</a>
		<a href="http://[::1]/staff">Staff</a><a>nothing</a><a href="%zz">broken</a><a href="//kids.example.com:`+internet.Port()+`/kids">Kids</a></nav>`))
	got, err := read(t, v, home, "/index.html")
	must(t, err)
	want := []string{"/en/x7", "/en/Staff", "/en/about/", "/en/give", "/kids", "/en/blog/2024/05/hope"}
	if found := paths(got.Links); !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}

func TestLinksInSpanishAreRankedToo(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	v, home := visit(t, internet, internet.Config(), page(`<a href="/galeria">Galería</a><a href="/a">Quiénes somos</a><a href="/b">Horarios</a><a href="/c">Niños</a><a href="/d">Visítanos</a><a href="/e">Ofrendas</a>`))
	got, err := read(t, v, home, "/")
	must(t, err)
	if found := paths(got.Links); !slices.Equal(found, []string{"/b", "/d", "/a", "/e", "/c", "/galeria"}) {
		t.Errorf("found %v", found)
	}
}

func TestTenThousandLinksAreNotAllKept(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	var b strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&b, `<a href="/page-%d">Page</a>`, i)
	}
	v, home := visit(t, internet, internet.Config(), page(b.String()+`<a href="/staff">Staff</a>`))
	got, err := read(t, v, home, "/")
	must(t, err)
	if len(got.Links) != 200 || got.Links[0].URL.Path != "/staff" {
		t.Errorf("kept %d links, the first %v", len(got.Links), got.Links[0].URL)
	}
}

func TestAPageMayForbidThatItsLinksAreFollowed(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	v, home := visit(t, internet, internet.Config(), page(`<meta name="ROBOTS" content="noarchive, NoFollow"><a href="/staff">Staff</a>`))
	got, err := read(t, v, home, "/")
	must(t, err)
	if len(got.Links) != 0 {
		t.Errorf("found %v", paths(got.Links))
	}
	v, home = visit(t, internet, internet.Config(), page(`<meta name="robots" content="noindex"><p>Welcome`))
	if _, err := read(t, v, home, "/"); crawl.ReasonOf(err) != crawl.Forbidden {
		t.Errorf("got %v", err)
	}
}

// robots is a site with rules, and pages that lead to one another.
type robots struct {
	status int
	rules  string

	mutex sync.Mutex
	asked []string
	agent string
}

func (s *robots) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	s.asked, s.agent = append(s.asked, r.URL.RequestURI()), r.UserAgent()
	s.mutex.Unlock()
	switch r.URL.Path {
	case "/robots.txt":
		w.WriteHeader(s.status)
		_, _ = w.Write([]byte(s.rules))
	case "/moved":
		http.Redirect(w, r, "/private/page", http.StatusFound)
	default:
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<p>Welcome"))
	}
}

func TestRobotsAreHeeded(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status int
		rules  string
		path   string
		read   bool
	}{
		"no rules":                     {404, "", "/staff", true},
		"a page instead of rules":      {200, "<!doctype html><html>User-agent", "/staff", true},
		"everybody forbidden":          {200, "User-agent: *\nDisallow: /", "/", false},
		"another agent forbidden":      {200, "User-agent: Else\nDisallow: /", "/", true},
		"this agent forbidden":         {200, "User-agent: narthexreader\nDisallow: /\n\nUser-agent: *\nAllow: /", "/", false},
		"this agent allowed":           {200, "User-agent: *\nDisallow: /\n\nUser-agent: NarthexReader\nDisallow: /private", "/", true},
		"a folder forbidden":           {200, "User-agent: *\nDisallow: /private", "/private/page", false},
		"a query forbidden":            {200, "User-agent: *\nDisallow: /*?id=", "/staff?id=3", false},
		"redirected to what is":        {200, "User-agent: *\nDisallow: /private", "/moved", false},
		"rules that cannot be had":     {503, "", "/", false},
		"rules that only some may see": {403, "", "/", true},
	} {
		t.Run(name, func(t *testing.T) {
			internet := sitetest.New(t)
			site := &robots{status: test.status, rules: test.rules}
			v, home := visit(t, internet, internet.Config(), site)
			_, err := read(t, v, home, test.path)
			if test.read && err != nil || !test.read && crawl.ReasonOf(err) != crawl.Forbidden {
				t.Errorf("got %v", err)
			}
			if asked := site.asked[len(site.asked)-1] == test.path; asked != test.read && test.path != "/moved" {
				t.Errorf("asked for %v", site.asked)
			}
			if !strings.HasPrefix(site.agent, "NarthexReader/1.0 (+http") {
				t.Errorf("it calls itself %q", site.agent)
			}
		})
	}
}

func TestThereIsAPauseBetweenTwoPages(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	config := internet.Config()
	config.Pause = 100 * time.Millisecond
	site := &robots{status: 200, rules: "User-agent: *\nCrawl-delay: 0.3"}
	v, home := visit(t, internet, config, site)
	begun := time.Now()
	for _, path := range []string{"/", "/staff"} {
		_, err := read(t, v, home, path)
		must(t, err)
	}
	if took := time.Since(begun); took < 600*time.Millisecond || len(site.asked) != 3 { // with the rules, there are two pauses
		t.Errorf("asked for %v in %v", site.asked, took)
	}
}

func TestTheSitesOwnListOfPagesIsRead(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	base := "http://" + church + ":" + internet.Port()
	v, _ := visit(t, internet, internet.Config(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprintf(w, "Sitemap: %s/map.xml\nSitemap: http://elsewhere.example.net/map.xml", base)
		case "/map.xml":
			fmt.Fprintf(w, `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>%s/pages.xml</loc></sitemap></sitemapindex>`, base)
		case "/pages.xml":
			fmt.Fprintf(w, `<?xml version="1.0"?><urlset><url><loc> %[1]s/blog/1 </loc></url><url><loc>%[1]s/contact</loc></url><url><loc>%[1]s/times</loc></url><url><loc>http://10.0.0.1/staff</loc></url><url><loc>`, base)
		default:
			http.NotFound(w, r)
		}
	}))
	found, err := v.Listed(t.Context())
	must(t, err)
	if got := paths(found); !slices.Equal(got, []string{"/times", "/contact"}) {
		t.Errorf("found %v", got)
	}
}

func TestPagesAreReadInWhateverCharactersTheyAreWritten(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ body, contentType string }{
		"by the header":      {"<p>Ni\xf1os", "text/html; charset=windows-1252"},
		"by the page":        {"<meta charset=iso-8859-1><p>Ni\xf1os", "text/html"},
		"in UTF-8":           {"<meta charset=utf-8><p>Niños", "text/html"},
		"in UTF-8, late":     {"<!--" + strings.Repeat(" ", 2048) + "--><p>Niños", "text/html"},
		"in 1252, late":      {"<!--" + strings.Repeat(" ", 2048) + "--><p>Ni\xf1os", "text/html"},
		"by the mark before": {"\xef\xbb\xbf<p>Niños", "text/html"},
	} {
		t.Run(name, func(t *testing.T) {
			internet := sitetest.New(t)
			v, home := visit(t, internet, internet.Config(), page(test.body, "Content-Type", test.contentType))
			got, err := read(t, v, home, "/")
			must(t, err)
			if words := text(got); words != "Niños" {
				t.Errorf("read %q", words)
			}
		})
	}
}

func TestTheSamePageHasOneKey(t *testing.T) {
	t.Parallel()
	for _, same := range []string{"http://www.example.com", "https://example.com/", "https://example.com/index.html", "https://EXAMPLE.com/home"} {
		address, err := url.Parse(same)
		must(t, err)
		if key := crawl.Key(address); key != "example.com" {
			t.Errorf("%s: %q", same, key)
		}
	}
}
