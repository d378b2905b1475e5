package pages_test

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
)

const longAnswer = `You are very welcome here. On Sundays there are two services:

- **9:00 AM** Traditional worship, in the sanctuary
- **11:00 AM** Contemporary worship, with children's church

Most people come as they are. Parking is behind the building, and somebody at the door will show you around.

Would you like me to [send you directions](https://graceharbor.example.org/visit) or tell the welcome team that you are coming?`

// contrast lists the visible texts that are too faint for the background they stand on (WCAG 1.4.3: 4.5 to 1).
const contrast = `(() => {
	const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
	const luminance = (color) => {
		const [r, g, b] = parse(color).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const behind = (element) => {
		for (let e = element; e; e = e.parentElement) {
			const color = getComputedStyle(e).backgroundColor;
			if (parse(color)[3] !== 0) return color;
		}
		return "rgb(255, 255, 255)";
	};
	const faint = [];
	for (const element of document.querySelectorAll("body *")) {
		const says = [...element.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim() !== "");
		if (!says || !element.checkVisibility() || element.closest("script, .visually-hidden")) continue;
		const [a, b] = [luminance(getComputedStyle(element).color), luminance(behind(element))];
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < 4.5) faint.push(element.className + " " + element.textContent.trim().slice(0, 20) + ": " + ratio.toFixed(2));
	}
	return faint.join("; ");
})()`

// sideways is by how many pixels the page, or its list of messages, is wider than the screen.
const sideways = `Math.max(...[document.documentElement, document.querySelector("[data-scroller]"), document.querySelector(".chat-header"), document.querySelector(".chat-footer")]
	.map((e) => e.scrollWidth - e.clientWidth))`

// small lists what is to be pressed and is smaller than 24 pixels in one direction (WCAG 2.5.8, links within text excepted).
const small = `[...document.querySelectorAll("button, summary, .contact a, .emergency a")]
	.filter((e) => e.checkVisibility())
	.filter((e) => { const box = e.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
	.map((e) => e.outerHTML.slice(0, 80)).join("; ")`

func (p *tab) mustLookRight(when string) {
	p.t.Helper()
	if faint := eval[string](p, contrast); faint != "" {
		p.t.Errorf("%s: too faint: %s", when, faint)
	}
	if over := eval[float64](p, sideways); over > 0 {
		p.t.Errorf("%s: scrolls sideways by %v pixels", when, over)
	}
	if found := eval[string](p, small); found != "" {
		p.t.Errorf("%s: too small to press: %s", when, found)
	}
}

// The pictures are in .artifacts/chat, to be looked at.
func TestWhatItLooksLike(t *testing.T) {
	for _, screen := range []struct {
		name string
		size viewport
	}{{"narrow", narrow}, {"phone", viewport{390, 844}}, {"desktop", viewport{1440, 900}}} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(screen.name+" "+scheme, func(t *testing.T) {
				grace := graceHarbor()
				grace.Demo = true
				s := serve(t, grace)
				page := newTab(t, screen.size).preferring("prefers-color-scheme", scheme)
				page.tour(s, screen.name+"-"+scheme)
				background := eval[string](page, `getComputedStyle(document.body).backgroundColor`)
				if dark := background == "rgb(20, 24, 26)"; dark != (scheme == "dark") {
					t.Errorf("background %s", background)
				}
			})
		}
	}
}

// tour goes through all that the page may show, and takes a picture of each.
func (p *tab) tour(s *server, name string) {
	p.t.Helper()
	look := func(at string) {
		p.t.Helper()
		p.mustLookRight(at)
		p.shoot(name + "-" + at)
	}
	p.open(s.url + "/chat/grace-harbor?agent=care")
	if top := eval[float64](p, `document.querySelector("[data-scroller]").scrollTop`); top != 0 {
		p.t.Errorf("the welcome begins out of sight, scrolled by %v", top)
	}
	look("1-welcome")

	p.ask("Hi! When are your services, and what should I wear?")
	x := s.next()
	p.wait(`document.querySelector(".typing").checkVisibility()`)
	look("2-waiting")
	x.start()
	x.send("tier", object{"tier": 3, "reason": "passage", "similarity": 0.91})
	x.delta(longAnswer)
	x.send("sources", object{"items": []object{
		{"id": uuid.NewString(), "kind": "faq", "title": "When are services?", "similarity": 0.93},
		{"id": uuid.NewString(), "kind": "document", "title": "Visitor guide", "similarity": 0.88},
	}})
	x.done()
	p.wait(`document.querySelector(".sources") !== null`)
	p.click(".sources summary")
	p.click(".how summary")
	look("3-answer")

	p.ask("Could somebody call me? My mother is in hospital and I don't know what to do.")
	x = s.next()
	x.start()
	x.send("tool", object{"name": "request_callback", "status": "done", "summary": "Your request for a call has been passed on to Ruth Alden."})
	x.delta("I'm so sorry. That is a lot to carry")
	x.finish("error", object{"code": "answer_cut", "message": "My answer was cut off. Please ask again, and I'll start over.", "retryable": true})
	p.wait(`document.querySelector("[data-retry]") !== null`)
	look("4-error")

	p.click("#message")
	p.paste(strings.Repeat("I have so much to say. ", 88))
	look("5-writing")
	p.click(".about summary")
	look("6-about")
	p.click("[data-forget]")
	p.wait(`document.querySelector("dialog").open`)
	look("7-forget")
}

// What cannot be broken or wrapped must not push the page out of a small screen.
func TestNothingIsWiderThanANarrowScreen(t *testing.T) {
	church := graceHarbor()
	church.Name = "The Evangelical-Lutheran Gesamtkirchengemeinde of Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"
	church.Email = strings.Repeat("long", 15) + "@example.org"
	s := serve(t, church)
	page := newTab(t, narrow)
	page.open(s.url + "/chat/grace-harbor")
	page.ask(strings.Repeat("unbreakable", 20))
	x := s.next()
	x.start()
	x.delta("https://example.org/" + strings.Repeat("path", 60) + "\n\n```\n" + strings.Repeat("code ", 60) + "\n```\n\n| " + strings.Repeat("cell | ", 30) +
		"\n\n- " + strings.Repeat("x", 200) + "\n  - " + strings.Repeat("y", 200) + "\n\n> > > " + strings.Repeat("z", 200) + "\n\n`" + strings.Repeat("c", 200) + "`")
	x.send("sources", object{"items": []object{{"id": uuid.NewString(), "kind": "document", "title": strings.Repeat("title", 50), "similarity": 0.9}}})
	x.finish("error", object{"code": "x", "message": strings.Repeat("message", 40), "retryable": true})
	page.wait(`document.querySelector("[data-retry]") !== null`)
	page.click(".sources summary")
	page.mustLookRight("the conversation")
	page.shoot("narrow-unbreakable")
	page.click(".about summary")
	page.mustLookRight("the contact panel")
	page.shoot("narrow-unbreakable-about")
}

func TestSpanishAndLittleToTell(t *testing.T) {
	s := serve(t, nuevaVida())
	page := newTab(t, phone).speaking("es-MX,es;q=0.9")
	page.open(s.url + "/chat/nueva-vida")
	page.mustLookRight("the welcome")
	page.shoot("phone-spanish")
	page.click(".about summary")
	page.mustLookRight("the contact panel")
	page.shoot("phone-spanish-about")
}

func TestAPageThatThereIsNot(t *testing.T) {
	s := serve(t)
	for _, scheme := range []string{"light", "dark"} {
		page := newTab(t, phone).preferring("prefers-color-scheme", scheme)
		page.do(chromedp.Navigate(s.url + "/nowhere"))
		if got := page.text("h1"); got != "We can’t find this page" {
			t.Errorf("heading %q", got)
		}
		if faint := eval[string](page, contrast); faint != "" {
			t.Errorf("too faint: %s", faint)
		}
		page.shoot("phone-" + scheme + "-not-found")
	}
}

// No language of the interface is written from right to left yet; one data file later there may be.
func TestRightToLeft(t *testing.T) {
	s := serve(t, graceHarbor())
	page := newTab(t, phone)
	page.open(s.url + "/chat/grace-harbor?agent=care")
	eval[any](page, `document.documentElement.dir = "rtl"`)
	page.ask("متى تبدأ الصلاة؟")
	s.next().answer("أهلاً بك! الصلاة يوم الأحد:\n\n- الساعة 9:00\n- الساعة 11:00")
	page.waitText(prose, "أهلاً بك")
	page.mustLookRight("the conversation")
	page.shoot("phone-right-to-left")
	sides := eval[bool](page, `(() => {
		const middle = innerWidth / 2;
		const center = (selector) => { const box = document.querySelector(selector).getBoundingClientRect(); return (box.left + box.right) / 2; };
		return center(".monogram") > middle && center(".about") < middle && center("[data-send]") < middle && center(".message--visitor .bubble") < middle;
	})()`)
	if !sides {
		t.Error("something stands on the wrong side")
	}
}

func TestMotionIsReducedForThoseWhoWantThat(t *testing.T) {
	for preference, animated := range map[string]bool{"no-preference": true, "reduce": false} {
		s := serve(t, graceHarbor())
		page := newTab(t, phone).preferring("prefers-reduced-motion", preference)
		page.open(s.url + "/chat/grace-harbor")
		page.ask("Hello")
		x := s.next()
		page.wait(`document.querySelector(".typing").checkVisibility()`)
		if got := eval[int](page, `document.getAnimations().length`) > 0; got != animated {
			t.Errorf("%s: animated %v", preference, got)
		}
		x.answer("Hello!")
	}
}

// Somebody without JavaScript still finds out how to reach a person.
func TestWithoutJavaScript(t *testing.T) {
	s := serve(t, graceHarbor())
	page := newTab(t, phone)
	page.do(
		chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
			return err
		}),
		chromedp.Navigate(s.url+"/chat/grace-harbor"),
	)
	page.shoot("phone-without-javascript")
	seen := page.text("body")
	for _, want := range []string{"Grace Harbor Church", "This chat needs JavaScript", "(207) 555-0142", "212 Breakwater Lane", "911", "988"} {
		if !strings.Contains(seen, want) {
			t.Errorf("not to be seen: %s", want)
		}
	}
	for _, hidden := range []string{"#message", "[data-send]", "[data-prompt]", "[data-scroller]"} {
		if eval[bool](page, `document.querySelector(`+quote(hidden)+`).checkVisibility()`) {
			t.Errorf("%s is there, and does nothing", hidden)
		}
	}
}

// All that a first visit loads, as it travels: 29.8 KB.
func TestAFirstVisitIsSmall(t *testing.T) {
	s := serve(t, graceHarbor())
	html := fetch(t, s.url+"/chat/grace-harbor")
	loaded := regexp.MustCompile(`(?:src|href)="(/assets/[^"]+)"`).FindAllStringSubmatch(html, -1)
	urls := make(map[string]bool) // chat.js is named twice and loaded once
	for _, match := range loaded {
		if !strings.HasSuffix(match[1], "noscript.css") {
			urls[match[1]] = true
		}
	}
	sent := compressedSize(t, s.url+"/chat/grace-harbor")
	total := sent
	for url := range urls {
		total += compressedSize(t, s.url+url)
	}
	t.Logf("%d bytes of HTML, %d in all from %d files", sent, total, len(urls))
	if total > 29_800 {
		t.Errorf("%d bytes", total)
	}
}

func fetch(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", url, response.StatusCode, err)
	}
	return string(body)
}

func compressedSize(t *testing.T, url string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", url, response.StatusCode, err)
	}
	return len(body)
}
