package crawl_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"narthex/admin/siteimport/crawl"
	"narthex/admin/siteimport/sitetest"
)

// secret is a server inside of the house, which must never be asked for anything.
func secret(t *testing.T) (at netip.AddrPort, asked *atomic.Int32) {
	t.Helper()
	asked = new(atomic.Int32)
	inside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = io.WriteString(w, "<p>the secret")
	}))
	t.Cleanup(inside.Close)
	return netip.MustParseAddrPort(inside.Listener.Addr().String()), asked
}

func TestARedirectLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	inside, asked := secret(t)
	for name, to := range map[string]string{
		"to this machine":                "http://" + inside.String() + "/",
		"to its name":                    "http://localhost/",
		"to the provider's metadata":     "http://169.254.169.254/latest/meta-data/",
		"to a mapped address":            "http://[::ffff:10.0.0.1]/",
		"to an address through NAT64":    "http://[64:ff9b::a00:1]/",
		"to an address in one number":    "http://2130706433/",
		"to one in octal":                "http://0177.0.0.1/",
		"to one in hexadecimal":          "http://0x7f.0.0.1/",
		"to a short one":                 "http://127.1/",
		"to another website":             "http://elsewhere.example.net/",
		"to a website of a similar name": "http://harbor.example.com.example.net/",
		"to a port of something else":    "http://" + church + ":6379/",
		"to a file":                      "file:///etc/passwd",
		"to another protocol":            "gopher://" + church + "/",
		"with a password":                "http://ann:secret@" + church + "/",
		"to a name that only we know":    "http://postgres.internal/",
	} {
		t.Run(name, func(t *testing.T) {
			internet := sitetest.New(t)
			v, home := visit(t, internet, internet.Config(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, to, http.StatusFound)
			}))
			_, err := read(t, v, home, "/")
			if refused, ok := errors.AsType[*crawl.Refusal](err); !ok || refused.Reason != crawl.Moved || refused.To != to && refused.To != to+"/" {
				t.Errorf("got %v", err)
			}
		})
	}
	if asked.Load() != 0 {
		t.Error("the server inside was asked")
	}
}

func TestANameThatLeadsInsideIsNotDialled(t *testing.T) {
	t.Parallel()
	_, asked := secret(t)
	for name, address := range map[string]string{
		"this machine": "127.0.0.1", "all of this machine": "0.0.0.0", "a house": "192.168.1.1", "another house": "10.1.2.3", "a third": "172.20.0.1",
		"a provider's customers": "100.64.0.1", "metadata": "169.254.169.254", "the host of a machine": "168.63.129.16", "multicast": "224.0.0.1",
		"reserved": "240.0.0.1", "broadcast": "255.255.255.255", "benchmarks": "198.18.0.1", "IPv6 loopback": "::1", "IPv6 house": "fd00:ec2::254",
		"IPv6 link": "fe80::1", "IPv6 multicast": "ff02::1", "NAT64": "64:ff9b::a00:1", "local NAT64": "64:ff9b:1::a00:1", "6to4": "2002:a00:1::1",
		"Teredo": "2001:0:a00:1::1", "documentation": "2001:db8::1", "mapped": "::ffff:10.0.0.1", "compatible": "::10.0.0.1", "site local": "fec0::1",
	} {
		t.Run(name, func(t *testing.T) {
			internet := sitetest.New(t)
			internet.Name("inside.example.com", func(int) []netip.Addr { return []netip.Addr{netip.MustParseAddr(address)} })
			v, home := visit(t, internet, internet.Config(), page(""))
			for _, at := range []string{"http://inside.example.com/", "https://inside.example.com/", "http://inside.example.com:" + internet.Port() + "/"} {
				if address == "127.0.0.1" && strings.Contains(at, internet.Port()) {
					continue // the listener that the test allows
				}
				_, err := read(t, v, home, at)
				if crawl.ReasonOf(err) != crawl.Unreachable || !strings.Contains(err.Error(), "no address of the public Internet") {
					t.Errorf("%s: got %v", at, err)
				}
			}
		})
	}
	if asked.Load() != 0 {
		t.Error("the server inside was asked")
	}
}

// A name that leads to a good address the first time and inside the next: what is dialled is looked at, not what was resolved before.
func TestANameThatChangesItsMindIsNotDialled(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	home := internet.Site(church, page("<p>Welcome"))
	good := netip.MustParseAddr("127.0.0.1")
	internet.Name(church, func(asked int) []netip.Addr {
		if asked == 0 {
			return []netip.Addr{good}
		}
		return []netip.Addr{netip.MustParseAddr("10.0.0.1")}
	})
	fetcher := crawl.New(internet.Config())
	site, err := fetcher.NewSite(home)
	must(t, err)
	v := fetcher.Visit(site)
	_, err = read(t, v, site.Home, "/")
	must(t, err)
	fetcher.Close() // so that the next page needs another connection
	if _, err = read(t, v, site.Home, "/about"); err == nil || !strings.Contains(err.Error(), "no address of the public Internet: 10.0.0.1") {
		t.Errorf("got %v", err)
	}
}

func TestOnlyTheUsualPortsOfWebsitesAreSites(t *testing.T) {
	t.Parallel()
	fetcher := crawl.New(crawl.Config{Agent: "NarthexReader/1.0"})
	for written, want := range map[string]bool{
		"harbor.example.com": true, "https://www.harbor.example.com/en": true, "http://harbor.example.com:80": true, "iglesia-niño.org": true, "grace.github.io": true,
		"": false, "localhost": false, "http://127.0.0.1": false, "http://[::1]/": false, "2130706433": false, "0x7f000001": false, "127.1": false, "com": false,
		"co.uk": false, "github.io": false, "grace": false, "postgres.internal": false, "router.local": false, "ftp://harbor.example.com": false, "http://harbor.example.com:22": false,
		"http://ann@harbor.example.com": false, "javascript:alert(1)": false, "http://harbor.example.com:99999": false, "http://" + strings.Repeat("a", 2000) + ".org": false,
	} {
		if _, err := fetcher.NewSite(written); (err == nil) != want {
			t.Errorf("%q: %v", written, err)
		}
	}
}

func TestAPageThatUnpacksWithoutEndIsCut(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	v, home := visit(t, internet, internet.Config(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		_, _ = io.WriteString(packed, "<h1>Welcome</h1><p>")
		zeros := make([]byte, 1<<20)
		for range 4096 { // 4 GB
			if _, err := packed.Write(zeros); err != nil {
				return
			}
		}
	}))
	got, err := read(t, v, home, "/")
	must(t, err)
	if words := text(got); !strings.HasPrefix(words, "Welcome") || len(words) > 3<<21 {
		t.Errorf("read %d bytes", len(words))
	}
}

func TestAPageWithoutEndIsCut(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	v, home := visit(t, internet, internet.Config(), endless(" and so on"))
	got, err := read(t, v, home, "/")
	must(t, err)
	if words := text(got); len(words) < 1<<20 || len(words) > 2<<20 {
		t.Errorf("read %d bytes", len(words))
	}
	v, home = visit(t, internet, internet.Config(), endless("<i>"))
	if _, err := read(t, v, home, "/"); crawl.ReasonOf(err) != crawl.TooLarge {
		t.Errorf("a page of nothing but elements: %v", err)
	}
}

func endless(words string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for r.URL.Path != "/robots.txt" {
			if _, err := io.WriteString(w, strings.Repeat(words, 1000)); err != nil {
				return
			}
		}
	})
}

func TestAPageThatDripsIsGivenUp(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	config := internet.Config()
	config.PageLimit = 500 * time.Millisecond
	v, home := visit(t, internet, config, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			return
		}
		w.Header().Set("Content-Type", "text/html")
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, "<p>")
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
			case <-time.After(20 * time.Millisecond):
			}
		}
	}))
	begun := time.Now()
	if _, err := read(t, v, home, "/"); crawl.ReasonOf(err) != crawl.TooSlow {
		t.Errorf("got %v", err)
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestRedirectsInACircleEnd(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	var asked atomic.Int32
	v, home := visit(t, internet, internet.Config(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			return
		}
		asked.Add(1)
		http.Redirect(w, r, "/"+strings.Repeat("x", int(asked.Load())), http.StatusMovedPermanently)
	}))
	if _, err := read(t, v, home, "/"); crawl.ReasonOf(err) != crawl.Unreachable {
		t.Errorf("got %v", err)
	}
	if asked.Load() > 6 {
		t.Errorf("it was asked %d times", asked.Load())
	}
}

func TestWhatIsNoPageIsNotRead(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		headers []string
		want    crawl.Reason
	}{
		"a picture":         {[]string{"Content-Type", "image/png"}, crawl.NoPage},
		"something unnamed": {[]string{"Content-Type", "application/octet-stream"}, crawl.NoPage},
		"another packing":   {[]string{"Content-Encoding", "br"}, crawl.NoPage},
		"not to be listed":  {[]string{"X-Robots-Tag", "noindex"}, crawl.Forbidden},
		"not by us":         {[]string{"X-Robots-Tag", "narthexreader: none"}, crawl.Forbidden},
		"nor cut":           {[]string{"X-Robots-Tag", "noindex, nofollow, max-snippet:-1"}, crawl.Forbidden},
		"a picture's size":  {[]string{"X-Robots-Tag", "max-image-preview:large, noindex"}, crawl.Forbidden},
		"after a day":       {[]string{"X-Robots-Tag", "noindex, unavailable_after: 25 Jun 2030 15:00:00 PST"}, crawl.Forbidden},
		"huge headers":      {[]string{"X-Long", strings.Repeat("x", 200<<10)}, crawl.Unreachable},
	} {
		t.Run(name, func(t *testing.T) {
			internet := sitetest.New(t)
			v, home := visit(t, internet, internet.Config(), page("<p>Welcome", test.headers...))
			if _, err := read(t, v, home, "/"); crawl.ReasonOf(err) != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
	internet := sitetest.New(t)
	v, home := visit(t, internet, internet.Config(), page("<p>Welcome", "X-Robots-Tag", "otherbot: noindex, nofollow"))
	if _, err := read(t, v, home, "/"); err != nil {
		t.Errorf("not by another: %v", err)
	}
	for status, want := range map[int]crawl.Reason{401: crawl.Login, 403: crawl.Login, 404: crawl.NotFound, 500: crawl.NotFound} {
		internet := sitetest.New(t)
		v, home := visit(t, internet, internet.Config(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				status := http.StatusNotFound
				w.WriteHeader(status)
				return
			}
			w.WriteHeader(status)
		}))
		if _, err := read(t, v, home, "/"); crawl.ReasonOf(err) != want {
			t.Errorf("%d: got %v, want %s", status, err, want)
		}
	}
}

func TestTheReaderEndsWithItsContext(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	config := internet.Config()
	config.Pause = time.Hour
	fetcher := crawl.New(config)
	defer fetcher.Close()
	site, err := fetcher.NewSite(internet.Site(church, page("<p>Welcome")))
	must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := fetcher.Visit(site).Read(ctx, site.Home); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// A browser makes eight million elements of this page of 85 KB.
func TestAPageThatBrowsersMultiplyIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	internet := sitetest.New(t)
	var body strings.Builder
	body.WriteString("<p>")
	for i := range 390 {
		fmt.Fprintf(&body, "<b %d>", i)
	}
	body.WriteString(strings.Repeat("<p>x", 20_000))
	v, home := visit(t, internet, internet.Config(), page(body.String()))
	got, err := read(t, v, home, "/")
	must(t, err)
	nodes := 0
	for range got.Root.Descendants() {
		nodes++
	}
	if nodes > 2*strings.Count(body.String(), "<")+1 {
		t.Errorf("%d nodes", nodes)
	}
}
