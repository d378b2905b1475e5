package browsertest

import (
	"context"
	"net/http"
	"path/filepath"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// screens are those that pages are looked at on.
var screens = []struct {
	name          string
	width, height int64 // CSS pixels
	scheme        string
}{
	{"phone", 360, 740, "light"},
	{"phone-dark", 360, 740, "dark"},
	{"desktop", 1280, 900, "light"},
	{"desktop-dark", 1280, 900, "dark"},
}

// Look holds the page against what must be true on every screen: nothing is wider than it, and axe finds nothing. A picture of all of it
// is kept for each in a directory, where pictures are wanted.
func (p *Tab) Look(directory, name string) {
	p.t.Helper()
	for _, screen := range screens {
		p.Do(chromedp.EmulateViewport(screen.width, screen.height), withScheme(screen.scheme))
		p.Wait(`document.fonts.status === "loaded" && document.documentElement.scrollWidth <= innerWidth`)
		report := p.Axe()
		for _, finding := range report.Findings {
			p.t.Errorf("%s on a %s: %v", name, screen.name, finding)
		}
		if report.Passed < 10 {
			p.t.Errorf("%s on a %s: axe looked at %d rules only", name, screen.name, report.Passed)
		}
		p.WholePicture(filepath.Join(directory, name+"-"+screen.name+".png"))
	}
}

func withScheme(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}

// WithoutScripts has pages run no scripts of their own from now on.
func (p *Tab) WithoutScripts() {
	p.t.Helper()
	p.Do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
}

// SetCookie gives the browser a cookie for an address.
func (p *Tab) SetCookie(url string, cookie *http.Cookie) {
	p.t.Helper()
	p.Do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, network.SetCookie, network.SetCookieParams{Name: cookie.Name, Value: cookie.Value, URL: url})
		return err
	}))
}
