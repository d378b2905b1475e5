package pages_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	requests "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"narthex/chat/church"
	"narthex/cmd/dev/browsertest"
)

// furnished is a church that has told all about itself.
func furnished() *church.Snapshot {
	grace := graceHarbor()
	grace.DirectoryName = "Grace Harbor Community Church"
	grace.Photo, grace.PhotoAlt = "https://graceharbor.example.org/front.svg", "A white clapboard church with a short steeple above a harbor"
	grace.Voice = church.Voice{Status: church.VoiceActive, CarrierNumber: "+12075550145"}
	grace.Hours = week(map[time.Weekday]string{
		time.Sunday: "9:00 AM Traditional worship", time.Tuesday: "9:00 AM - 3:00 PM Church office",
		time.Wednesday: "5:30 PM Midweek supper", time.Saturday: "10:00 AM - 12:00 PM Harbor Pantry",
	})
	grace.Hours[time.Sunday] = append(grace.Hours[time.Sunday], church.ParseSlots("11:00 AM Contemporary worship")...)
	grace.Expect = church.WhatToExpect{
		FirstVisit: "Somebody at the door will greet you and show you around. Nobody will ask you to stand up or say your name.",
		Children:   "Nursery and Harbor Kids run during both services. Check in at the blue desk in the lobby.",
		Parking:    "Park free in the church lot off Spruce Street; the four spaces beside the door are accessible.",
		DressCode:  "Come as you are.",
	}
	grace.Ministries = []church.Ministry{
		{Name: "Harbor Kids", Description: "Bible stories, songs and crafts for ages 3 through grade 5, during both services."},
		{Name: "Walking Through Grief", Description: "A support group for people who have lost someone, Tuesdays at 6:30 PM."},
		{Name: "Harbor Pantry", Description: "Free groceries for anyone, Saturdays from 10:00 AM at the side door. No paperwork."},
	}
	grace.Staff = []church.StaffMember{
		{Name: "Rev. Daniel Whitcomb", Title: "Lead Pastor"}, {Name: "Ruth Alden", Title: "Associate Pastor of Care"},
		{Name: "Hannah Osei", Title: "Director of Children’s Ministries"}, {Name: "Joan Pelletier", Title: "Office Administrator"},
	}
	return grace
}

// withPhotos answers the browser's requests for churches' own pictures, which are on other sites. There is one picture;
// any other address fails.
func (p *tab) withPhotos() *tab {
	p.t.Helper()
	picture, err := os.ReadFile(filepath.Join("testdata", "front.svg"))
	if err != nil {
		p.t.Fatal(err)
	}
	var answers sync.WaitGroup
	p.t.Cleanup(answers.Wait)
	if err := chromedp.Listen(p.ctx, func(event any) {
		if paused, ok := event.(*requests.EventRequestPaused); ok {
			answers.Go(func() { answer(p.ctx, paused, picture) })
		}
	}); err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, requests.Enable, requests.EnableParams{Patterns: []*requests.RequestPattern{{URLPattern: "https://*"}}})
		return err
	}))
	return p
}

// answer gives the picture. A tab that is closed meanwhile needs none, so the outcome does not matter.
func answer(ctx context.Context, paused *requests.EventRequestPaused, picture []byte) {
	_ = chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if !strings.HasSuffix(paused.Request.URL, "/front.svg") {
			_, err := chromedp.Call(ctx, requests.FailRequest, requests.FailRequestParams{RequestID: paused.RequestID, ErrorReason: network.ErrorReasonNameNotResolved})
			return err
		}
		_, err := chromedp.Call(ctx, requests.FulfillRequest, requests.FulfillRequestParams{
			RequestID: paused.RequestID, ResponseCode: http.StatusOK, Body: picture,
			ResponseHeaders: []*requests.HeaderEntry{{Name: "Content-Type", Value: "image/svg+xml"}},
		})
		return err
	}))
}

// wider is by how many pixels the page is wider than the screen.
const wider = `document.documentElement.scrollWidth - document.documentElement.clientWidth`

// hardToPress lists what is lower or narrower than 44 pixels and is there to be pressed. Links within text are excepted,
// and so are the emergency numbers, which stand in a line of text.
const hardToPress = `[...document.querySelectorAll("button, select, summary, .button, .prompts a, .card h3 a, .onward, .float, .contact a")]
	.filter((e) => e.checkVisibility())
	.filter((e) => { const box = e.getBoundingClientRect(); return box.width < 40 || box.height < 40; })
	.map((e) => e.outerHTML.slice(0, 80)).join("; ")`

// look opens a page, and checks what can be checked.
func (p *tab) look(address, name string) {
	p.t.Helper()
	p.do(chromedp.Navigate(address))
	p.wait(`document.readyState === "complete"`)
	if faint := eval[string](p, contrast); faint != "" {
		p.t.Errorf("%s: too faint: %s", name, faint)
	}
	if over := eval[float64](p, wider); over > 0 {
		p.t.Errorf("%s: scrolls sideways by %v pixels", name, over)
	}
	if found := eval[string](p, hardToPress); found != "" {
		p.t.Errorf("%s: too small to press: %s", name, found)
	}
	p.shootWhole(name)
}

// shootWhole keeps a picture of the page from top to bottom, where pictures are wanted.
func (p *tab) shootWhole(name string) {
	p.t.Helper()
	if browsertest.WantsPictures() {
		browsertest.KeepPicture(p.t, p.ctx, true, filepath.Join(artifacts, name+".png"))
	}
}

// frontChurches are a church with everything, one that has told little, a demonstration church, one without a
// subscription any more, and one with a colour of its own.
func frontChurches() []*church.Snapshot {
	bare := nuevaVida()
	bare.CareEnabled = true
	demo := furnished()
	demo.Slug, demo.Demo, demo.LensSource, demo.Photo = "demo", true, church.LensFromDenomination, ""
	demo.Lens = church.Lens{ID: 12, Slug: "baptist", Name: "Baptist"}
	demo.Catalogue = []church.Tradition{{Lens: demo.Lens}, {Lens: church.Lens{ID: 6, Slug: "lutheran", Name: "Lutheran"}}}
	ended := furnished()
	ended.Slug, ended.Status = "ended", church.Canceled
	coloured := furnished()
	coloured.Slug, coloured.Accent, coloured.Photo = "coloured", "#e8b923", "https://graceharbor.example.org/gone.jpg"
	wine := furnished()
	wine.Slug, wine.Accent, wine.Photo = "wine", "#7a1f3d", ""
	return []*church.Snapshot{furnished(), bare, demo, ended, coloured, wine}
}

var frontPages = []struct{ name, path string }{
	{"care", "/care/grace-harbor"}, {"care-little", "/care/nueva-vida"}, {"care-demo", "/care/demo?lens=lutheran"},
	{"care-gold", "/care/coloured"}, {"care-wine", "/care/wine"}, {"offline", "/care/ended"}, {"no-church", "/care/nowhere"},
	{"listing", "/churches/grace-harbor"}, {"listing-little", "/churches/nueva-vida"}, {"listing-wine", "/churches/wine"},
}

func TestWhatTheFrontPagesLookLike(t *testing.T) {
	s := serve(t, frontChurches()...)
	for _, screen := range []struct {
		name string
		size viewport
	}{{"320", narrow}, {"390", viewport{390, 844}}, {"768", viewport{768, 1024}}, {"1440", viewport{1440, 900}}} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(screen.name+" "+scheme, func(t *testing.T) {
				page := newTab(t, screen.size).preferring("prefers-color-scheme", scheme).withPhotos()
				for _, front := range frontPages {
					page.look(s.url+front.path, "front-"+front.name+"-"+screen.name+"-"+scheme)
				}
			})
		}
	}
}

// From a suggested question to the answer, in the words of the tradition that was chosen.
func TestFromTheCarePageToAnAnswer(t *testing.T) {
	s := serve(t, frontChurches()...)
	page := newTab(t, viewport{390, 844})
	page.do(chromedp.Navigate(s.url + "/care/demo"))
	submitted := eval[string](page, `(() => {
		document.querySelector("#lens").value = "lutheran";
		const form = document.querySelector(".lens");
		return new URL("?" + new URLSearchParams(new FormData(form)), form.action).href;
	})()`)
	page.do(chromedp.Navigate(submitted))
	page.wait(`document.querySelector(".lens-used") !== null`)
	page.open(eval[string](page, `document.querySelector(".card .prompts a").href`))
	page.wait(`document.querySelector("#message").value === "I’m going through a hard time"`)
	page.click("[data-send]")
	x := s.next()
	if x.request.LensOverride != "lutheran" || x.request.AgentType != "care" || x.request.Message != "I’m going through a hard time" {
		t.Errorf("sent %+v", x.request)
	}
	x.answer("I’m sorry to hear that.")
	page.waitText(prose, "sorry to hear that")
}

func TestTheFrontPagesAreWholeWithoutJavaScriptAndOnPaper(t *testing.T) {
	s := serve(t, frontChurches()...)
	page := newTab(t, viewport{390, 844}).withPhotos()
	page.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	for path, wants := range map[string][]string{
		"/care/grace-harbor":     {"How can we help?", "Could someone pray for me?", "(207) 555-0142", "988"},
		"/churches/grace-harbor": {"Traditional worship", "Harbor Pantry", "212 Breakwater Lane"},
	} {
		for _, media := range []string{"screen", "print"} {
			page.do(chromedp.Navigate(s.url+path), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
				return err
			}))
			seen := page.text("body")
			for _, want := range wants {
				if shown := strings.Contains(seen, want); shown == (media == "print" && want == "Could someone pray for me?") {
					t.Errorf("%s, %s: %s shown %v", path, media, want, shown)
				}
			}
			page.shootWhole("front-" + media + "-" + filepath.Base(filepath.Dir(path)))
		}
	}
}

func TestTheFrontPagesRunFromRightToLeft(t *testing.T) {
	s := serve(t, frontChurches()...)
	page := newTab(t, viewport{1280, 800}).withPhotos()
	for path, sides := range map[string]string{"/care/grace-harbor": ".picture", "/churches/grace-harbor": ".float"} {
		page.do(chromedp.Navigate(s.url + path))
		eval[any](page, `document.documentElement.dir = "rtl"`)
		if over := eval[float64](page, wider); over > 0 {
			t.Errorf("%s: scrolls sideways by %v pixels", path, over)
		}
		if !eval[bool](page, `(() => { const box = document.querySelector(`+quote(sides)+`).getBoundingClientRect(); return (box.left + box.right) / 2 < innerWidth / 2; })()`) {
			t.Errorf("%s: %s stands on the wrong side", path, sides)
		}
		page.shootWhole("front-right-to-left-" + filepath.Base(filepath.Dir(path)))
	}
}

// All that a first visit of the care page loads from us, as it travels.
func TestTheCarePageIsSmall(t *testing.T) {
	s := serve(t, frontChurches()...)
	document := fetch(t, s.url+"/care/wine")
	total := len(document)
	for _, match := range regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"|<script[^>]* src="([^"]+)"`).FindAllStringSubmatch(document, -1) {
		if match[2] != "" {
			t.Errorf("it loads a script: %s", match[2])
		}
		total += compressedSize(t, s.url+match[1])
	}
	t.Logf("%d bytes of HTML, %d in all", len(document), total)
	if total > 25_000 {
		t.Errorf("%d bytes", total)
	}
}
