package pages_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// trapScript has a page, and every frame in it, complain on the console of whatever an injection brings about.
const trapScript = `{
	const complain = console.error.bind(console);
	Object.defineProperty(window, "pwned", { set() { complain("code was run in " + location.href); } });
	document.addEventListener("securitypolicyviolation", (e) => complain("against the policy: " + e.effectiveDirective + " " + e.blockedURI + " " + e.sample));
	if (Object.prototype.pwned !== undefined) complain("the prototype of all objects was changed");
}`

// newTrap opens a tab that complains of code that runs, of what the policy had to stop, and of requests to any site but
// those.
func newTrap(t *testing.T, size viewport, sites ...string) *tab {
	t.Helper()
	p := newTab(t, size)
	p.beforeScripts(trapScript)
	err := chromedp.Listen(p.ctx, func(event any) {
		if sent, ok := event.(*network.EventRequestWillBeSent); ok {
			p.judge(sent.Request.URL, sites)
		}
	})
	if err != nil {
		t.Fatalf("listen to the tab: %v", err)
	}
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
		return err
	}))
	return p
}

// judge complains of a request to another site.
func (p *tab) judge(address string, sites []string) {
	allowed := slices.ContainsFunc(sites, func(site string) bool { return strings.HasPrefix(address, site+"/") })
	if allowed || strings.HasPrefix(address, "about:") || address == "data:," {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.complaints = append(p.complaints, "a request to "+address)
}

// mustHaveNoComplaint fails at once, naming what was tried, when the page has complained.
func (p *tab) mustHaveNoComplaint(tried string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.complaints) > 0 {
		p.t.Errorf("%s: %s", tried, strings.Join(p.complaints, "; "))
		p.complaints = nil
	}
}

// skeleton is a page without its words: each element, in order, with the names of its attributes, and the schemes of the
// addresses in it. Where lines may break, and whether something is hidden, depends on the words in good faith.
const skeleton = `[...document.querySelectorAll(":not(wbr)")].map((e) => e.tagName + "[" + e.getAttributeNames().filter((n) => n !== "hidden").sort().join() + "]" +
	(e.hasAttribute("href") ? new URL(e.getAttribute("href"), location).protocol : "") +
	(e.hasAttribute("src") ? new URL(e.getAttribute("src"), location).protocol : "")).join(" ")`

// differs tells where one skeleton begins to differ from another.
func differs(got, want string) string {
	elements, others := strings.Split(got, " "), strings.Split(want, " ")
	for i := range min(len(elements), len(others)) {
		if elements[i] != others[i] {
			return fmt.Sprintf("after %v: %s instead of %s", elements[max(0, i-2):i], elements[i], others[i])
		}
	}
	return fmt.Sprintf("%d elements instead of %d", len(elements), len(others))
}
