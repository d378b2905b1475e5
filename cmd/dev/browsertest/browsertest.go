// Package browsertest opens pages in Chromium for tests that look at a page now and then. Package chat/pages, whose tests do
// nothing else, shares one browser among them instead.
package browsertest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/stack"
	"narthex/static/bundle/bundletest"
)

// Tab is a page in a browser of its own. What fails in it fails its test.
type Tab struct {
	t   testing.TB
	ctx context.Context
}

// limit is for all that a test does in the browser, waitLimit for what it waits for: servers that start again on a busy
// machine, for one thing.
const limit, waitLimit = 5 * time.Minute, time.Minute

// Open starts a browser, which ends with the test, and gives its tab.
func Open(t testing.TB) *Tab {
	t.Helper()
	bundletest.Current(t)
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), Options(stack.NeedChromium(t))...)
	t.Cleanup(stopAllocator)
	browser, stopBrowser := chromedp.NewContext(allocator)
	t.Cleanup(stopBrowser)
	ctx, cancel := context.WithTimeout(browser, limit)
	t.Cleanup(cancel)
	return &Tab{t, ctx}
}

// Options are those with which tests start the Chromium at path.
func Options(path string) []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // the tests may run as root, and the pages are ours
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-features", strings.Join(unneeded, ",")), // in place of chromedp's
	)
}

// unneeded are what chromedp switches off, and the two pages that Chromium draws anew under its address bar for every tab,
// though nobody sees a headless browser's: they took a third of the browser's CPU time in the tests of the visitors' pages.
var unneeded = []string{"Translate", "BlinkGenPropertyTrees", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup"}

// Do takes steps, one after the other.
func (p *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatalf("browser: %v", err)
	}
}

// Wait waits until a JavaScript expression is true of a page that is there with its scripts, a minute at the most, also where
// the page leads to another one meanwhile. It says nothing of what is under way if the expression was true before.
func (p *Tab) Wait(expression string) {
	p.t.Helper()
	deadline := time.Now().Add(waitLimit)
	script := fmt.Sprintf(`new Promise((resolve) => {
		const check = () => document.readyState === "complete" && (%s) ? resolve(true) : Date.now() > %d ? resolve(false) : setTimeout(check, 10);
		check();
	})`, expression, deadline.UnixMilli())
	for {
		holds, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](script, chromedp.EvalAwaitPromise))
		if holds {
			return
		}
		if err == nil || p.ctx.Err() != nil || time.Now().After(deadline) {
			body, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.title + "\n" + document.body.innerText`))
			p.t.Fatalf("never became true: %s (%v)\n%s", expression, err, body)
		}
	}
}
