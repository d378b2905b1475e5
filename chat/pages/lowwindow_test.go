package pages_test

import (
	"context"
	"fmt"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// pdfPage begins a page of a PDF.
var pdfPage = regexp.MustCompile(`/Type\s*/Page\b`)

// share is how much of the window the messages have when the header is scrolled away.
const share = `(() => {
	document.documentElement.scrollTop = 1e6;
	const { top, bottom } = document.querySelector("[data-scroller]").getBoundingClientRect();
	return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / innerHeight;
})()`

// Somebody who enlarges text, or the page by 400 % (WCAG 1.4.4, 1.4.10), reads more than the box and what stands around it.
func TestTheConversationKeepsHalfTheScreen(t *testing.T) {
	grace := graceHarbor()
	grace.Plan = nuevaVida().Plan // with the product's name below the box
	s := serve(t, grace)
	p := newTab(t, phone)
	p.open(s.url + "/chat/grace-harbor?agent=care")
	s.conversation(p, "Is there parking?")
	for _, tt := range []struct {
		size viewport
		text string
	}{{viewport{320, 256}, "100%"}, {viewport{360, 400}, "100%"}, {phone, "200%"}, {narrow, "200%"}, {viewport{390, 844}, "200%"}, {desktop, "200%"}} {
		p.do(chromedp.EmulateViewport(tt.size.width, tt.size.height))
		eval[any](p, `document.documentElement.style.fontSize = "`+tt.text+`"`)
		if got := eval[float64](p, share); got < 0.5 {
			t.Errorf("%v, text of %s: %.2f of the screen", tt.size, tt.text, got)
			p.shoot("low-window" + tt.text[:1] + fmt.Sprint(tt.size.width))
		}
		eval[any](p, `document.documentElement.scrollTop = 0`)
		if top := eval[float64](p, `document.querySelector(".chat-header").getBoundingClientRect().top`); top != 0 {
			t.Errorf("%v, text of %s: the header cannot be scrolled back, %v", tt.size, tt.text, top)
		}
	}
}

// A module that does not come leaves no dead box, but the way to a person; one that comes late finds what was written.
func TestABoxWithoutItsModuleGivesWayToThePhone(t *testing.T) {
	s := serve(t, graceHarbor())
	p := newTab(t, phone)
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err := chromedp.Call(ctx, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: "*://*:*/assets/*/js/chat.js", Block: true}}})
		return err
	}), chromedp.Navigate(s.url+"/chat/grace-harbor"))
	const seen = `((selector) => { const e = document.querySelector(selector); return e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().height > 20; })`
	if !eval[bool](p, seen+`("#message")`) {
		t.Error("no box while the module may be on its way")
	}
	p.wait(seen + `(".unscripted [href='tel:+12075550142']") && !` + seen + `("#message")`)
	p.shoot("phone-without-module")
	eval[any](p, `document.querySelector("[data-chat]").dataset.ready = ""`) // it has come after all
	p.wait(seen + `("#message") && !` + seen + `(".unscripted [href='tel:+12075550142']")`)
}

func TestErrorsAndWaitsGiveTheChurchsNumber(t *testing.T) {
	s, p, _ := openChat(t, phone)
	const number = `.note-call a[href='tel:+12075550142']`
	p.ask("Is there parking?")
	x := s.next()
	x.start()
	x.finish("error", object{"code": "model_unavailable", "message": "I can't answer just now.", "retryable": true})
	p.waitText(failure, "You can also call Grace Harbor Church: (207) 555-0142")
	p.wait(`document.querySelector("` + failure + ` ` + number + `")`)
	p.mustLookRight("an error")
	p.online(false)
	p.ask("Hello?")
	p.waitText(waiting, "You are offline")
	p.wait(`document.querySelector("` + waiting + ` ` + number + `")`)
	p.mustLookRight("a wait")
	p.shoot("phone-offline")
}

func TestAllOfAConversationIsPrinted(t *testing.T) {
	s, p, _ := openChat(t, phone)
	s.conversation(p, "Is there parking?")
	for range 8 {
		p.ask("And then?")
		s.next().answer(longAnswer)
		p.wait(`document.querySelector("` + lastAnswer + ` .rating")`)
	}
	var pages int
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		printed, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{})
		if err == nil {
			pages = len(pdfPage.FindAll(printed.Data, -1))
		}
		return err
	}))
	if pages < 3 {
		t.Errorf("%d pages of paper for nine long answers", pages)
	}
}
