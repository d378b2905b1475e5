package pages_test

import (
	"context"
	"io"
	"math"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// slow4G is the network on which Lighthouse looks at pages: 1.6 Mbit/s down, 750 kbit/s up and a round trip of 150 ms
// (core/config/constants.js, mobileSlow4G).
var slow4G = network.Conditions{
	Latency:            float64(roundTrip.Milliseconds()),
	DownloadThroughput: 1600 * 1000 / 8, // bytes a second
	UploadThroughput:   750 * 1000 / 8,
}

const (
	roundTrip = 150 * time.Millisecond
	// connecting is what comes before the first request: a round trip each for the name, the connection and its encryption.
	// Browsers slow down requests, not packets, so that it has to be added to what they measure.
	connecting = 3 * roundTrip
	// slowPhone is how much slower a cheap phone is than the machine that the tests run on, as Lighthouse has it.
	slowPhone = 4
	// soon is when something useful is to be seen.
	soon = 1500 * time.Millisecond
	// bareTakes is what a page with nothing in it takes of that on a quiet machine.
	bareTakes = 400 * time.Millisecond
	// workOfBare is how many times the bare page's work a page does: 600 ms more of the bare one on a busy machine were 2.2 s more of it.
	workOfBare = 4
)

// watchFirst notes when something that the visitor came for is to be seen.
const watchFirst = `{
	window.firstSeen = 0;
	const look = () => {
		if (document.querySelector("#message, .front .button")?.checkVisibility()) window.firstSeen = performance.now();
		else requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
}`

// first is when a page was painted, when what the visitor came for was there, and when all was loaded, in milliseconds
// after the connection was there.
type first struct{ Painted, Useful, Loaded float64 }

// bare is a page with what the others have, and nothing in it: what it takes is the machine's, the browser's and the network's
// doing.
const bare = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>x</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/sheet.css"><script type="module" src="/module.js"></script></head><body><h1>A church</h1><textarea id="message"></textarea></body></html>`

// serveBare serves it.
func serveBare(t *testing.T) (url string) {
	t.Helper()
	server := newOrigin(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, content := "text/html; charset=utf-8", bare
		switch r.URL.Path {
		case "/sheet.css":
			kind, content = "text/css", "body{margin:0}"
		case "/module.js":
			kind, content = "text/javascript", "export {};"
		}
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, content)
	}))
	server.Start()
	t.Cleanup(server.Close)
	return server.URL
}

// ready is when the page is painted and useful.
func (f first) ready() float64 { return max(f.Painted, f.Useful) }

// visitFirst opens a page as somebody does who was never there.
func visitFirst(t *testing.T, address string) first {
	t.Helper()
	p := newTab(t, phone).withPhotos()
	defer p.leave() // a slow tab takes the processor from the next
	p.beforeScripts(watchFirst)
	p.slowly()
	p.do(chromedp.Navigate(address))
	p.wait(`window.firstSeen > 0 && performance.getEntriesByName("first-contentful-paint").length > 0 && performance.timing.loadEventEnd > 0`)
	return eval[first](p, `({
		Painted: performance.getEntriesByName("first-contentful-paint")[0].startTime, Useful: window.firstSeen,
		Loaded: performance.timing.loadEventEnd - performance.timing.navigationStart,
	})`)
}

// slowly makes the browser one of a cheap phone on slow 4G, which has seen nothing yet.
func (p *tab) slowly() {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		if _, err := chromedp.Call(ctx, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}); err != nil {
			return err
		}
		if _, err := chromedp.Call(ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{&slow4G},
		}); err != nil {
			return err
		}
		_, err := chromedp.Call(ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slowPhone})
		return err
	}))
}

// Before the visitor does anything, a page loads its style sheet and its module, and no more; a church's own colour is a
// few bytes beside them.
func TestPagesLoadOneSheetAndOneModule(t *testing.T) {
	s := serve(t, frontChurches()...)
	p := newTab(t, phone).withPhotos()
	for path, want := range map[string]string{
		"/chat/grace-harbor":     "chat.css chat.js",
		"/chat/wine":             "chat.css chat.js theme.css",
		"/care/grace-harbor":     "front.css",
		"/care/wine":             "front.css theme.css",
		"/care/nowhere":          "front.css",
		"/churches/grace-harbor": "front.css",
		"/nowhere":               "narthex.css",
	} {
		p.do(chromedp.Navigate(s.url + path))
		p.wait(`document.readyState === "complete"`)
		got := eval[string](p, `performance.getEntriesByType("resource").map((e) => new URL(e.name).pathname.split("/").at(-1))
			.filter((name) => !/[.](svg|jpg)$/.test(name)).sort().join(" ")`)
		if got != want {
			t.Errorf("%s loads %q, want %q", path, got, want)
		}
	}
}

func TestTheFirstPaintIsUsefulAndSoonOnASlowNetwork(t *testing.T) {
	s, bareURL := serve(t, frontChurches()...), serveBare(t)
	for _, path := range []string{"/chat/grace-harbor", "/chat/wine", "/care/grace-harbor", "/care/wine", "/churches/grace-harbor"} {
		t.Run(path, func(t *testing.T) {
			// Where the machine is busy, a page takes longer than it needs, and a bare one as well, each by as much as it has work. A
			// page that needs too long does so every time.
			const attempts = 10
			best, least := math.Inf(1), math.Inf(1) // of the page, and of the bare one
			var times []first
			late := func() bool {
				waited := 0.0 // for the machine
				if !math.IsInf(least, 1) {
					waited = workOfBare * max(0, least-float64(bareTakes.Milliseconds()))
				}
				return best > float64((soon-connecting).Milliseconds())+waited
			}
			for len(times) < attempts && late() {
				took := visitFirst(t, s.url+path)
				times, best = append(times, took), min(best, took.ready())
				if late() {
					least = min(least, visitFirst(t, bareURL).ready())
				}
			}
			last := times[len(times)-1]
			with := float64(connecting.Milliseconds())
			t.Logf("attempt %d: painted after %.0f ms, useful after %.0f ms, loaded after %.0f ms; a bare page at best after %.0f ms",
				len(times), with+last.Painted, with+last.Useful, with+last.Loaded, with+least)
			if late() {
				t.Errorf("too late: %+v", times)
			}
		})
	}
}
