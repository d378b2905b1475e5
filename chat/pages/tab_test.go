package pages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	browserlog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
)

// patience is how long a test waits for what should come at once.
const patience = time.Minute

// artifacts is where screenshots go, from this folder.
const artifacts = "../../.artifacts/chat"

// tab is a page in the browser. What the page complains about on its console fails the test.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu         sync.Mutex
	complaints []string
}

// viewport is the size of a screen.
type viewport struct{ width, height int64 }

var (
	phone   = viewport{360, 740}
	narrow  = viewport{320, 640}
	desktop = viewport{1280, 800}
)

func newTab(t *testing.T, size viewport) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(shared.start(t))
	p := &tab{t: t, ctx: ctx}
	t.Cleanup(func() {
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, complaint := range p.complaints {
			t.Errorf("the page complained: %s", complaint)
		}
	})
	err := chromedp.Listen(ctx, p.hear)
	if err != nil {
		t.Fatalf("listen to the tab: %v", err)
	}
	p.do(chromedp.EmulateViewport(size.width, size.height, chromedp.EmulateScale(2)))
	return p
}

// hear keeps uncaught exceptions and console errors, those of the content security policy among them.
func (p *tab) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.complaints = append(p.complaints, fmt.Sprintf("%s at %s", e.ExceptionDetails.Text, e.ExceptionDetails.URL))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			p.complaints = append(p.complaints, said(e.Args))
		}
	case *browserlog.EventEntryAdded:
		if e.Entry.Source == browserlog.EntrySourceSecurity {
			p.complaints = append(p.complaints, e.Entry.Text)
		}
	}
}

// said is what was written on the console.
func said(args []*runtime.RemoteObject) string {
	var words []string
	for _, arg := range args {
		words = append(words, string(arg.Value)+arg.Description)
	}
	return strings.Join(words, " ")
}

// forgive drops the complaints so far, for tests that cause one.
func (p *tab) forgive() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.complaints = nil
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("browser: %v", err)
	}
}

// open goes to an address and waits until the chat is ready for use.
func (p *tab) open(address string) {
	p.t.Helper()
	p.do(chromedp.Navigate(address))
	p.wait(`document.querySelector("[data-chat][data-ready]") !== null`)
}

// preferring makes the browser prefer something, as its user would in the system's settings.
func (p *tab) preferring(feature, value string) *tab {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: feature, Value: value}},
		})
		return err
	}))
	return p
}

// speaking makes the browser ask for pages in a language.
func (p *tab) speaking(language string) *tab {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err := chromedp.Call(ctx, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{
			Headers: network.Headers{"Accept-Language": language},
		})
		return err
	}))
	return p
}

// beforeScripts makes every page run a script before its own.
func (p *tab) beforeScripts(source string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return err
	}))
}

// eval runs an expression in the page; a promise is awaited.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("evaluate %s: %v", expression, err)
	}
	return value
}

// wait waits until an expression is true.
func (p *tab) wait(expression string) {
	p.t.Helper()
	eventually := fmt.Sprintf(`new Promise((resolve) => {
		const deadline = Date.now() + %d;
		const check = () => {
			let holds = false;
			try { holds = Boolean(%s); } catch {}
			if (holds) resolve(true);
			else if (Date.now() > deadline) resolve(false);
			else setTimeout(check, 5);
		};
		check();
	})`, (patience / 2).Milliseconds(), expression)
	if !eval[bool](p, eventually) {
		p.shootFailure(filepath.Base(p.t.Name()))
		p.t.Fatalf("never became true: %s\npage: %s", expression, eval[string](p, `document.body.innerText`))
	}
}

// waitText waits until the visible text of an element contains something.
func (p *tab) waitText(selector, text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector(%s).innerText.includes(%s)`, quote(selector), quote(text)))
}

// text is the visible text of an element.
func (p *tab) text(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector(%s)?.innerText ?? ""`, quote(selector)))
}

// count is how many elements there are.
func (p *tab) count(selector string) int {
	p.t.Helper()
	return eval[int](p, fmt.Sprintf(`document.querySelectorAll(%s).length`, quote(selector)))
}

func (p *tab) click(selector string) {
	p.t.Helper()
	p.do(chromedp.Click(chromedp.CSS(selector)))
}

// press sends keys to whatever has the focus.
func (p *tab) press(keys string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys, options...))
}

// paste puts text into the focused element at once.
func (p *tab) paste(text string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
}

// ask writes a message and sends it.
func (p *tab) ask(message string) {
	p.t.Helper()
	p.click("#message")
	p.paste(message)
	p.click("[data-send]")
}

// shoot keeps a picture of what is to be seen, where pictures are wanted.
func (p *tab) shoot(name string) {
	p.t.Helper()
	if browsertest.WantsPictures() {
		browsertest.KeepPicture(p.t, p.ctx, false, filepath.Join(artifacts, name+".png"))
	}
}

// shootFailure keeps a picture of what is seen where something else should be.
func (p *tab) shootFailure(name string) {
	p.t.Helper()
	browsertest.KeepPicture(p.t, p.ctx, false, filepath.Join(artifacts, "failed-"+name+".png"))
}

// quote makes a JavaScript string of text.
func quote(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always marshals
	}
	return string(quoted)
}
