package pages_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// inTheCorner says whether the button is wholly on the screen, and within so many pixels of the corner that is to be seen, on the screen.
const inTheCorner = `((left, near) => {
	const b = shadowOf().querySelector(".button").getBoundingClientRect(), v = visualViewport;
	const side = (left ? b.left - v.offsetLeft : v.offsetLeft + v.width - b.right) * v.scale, below = (v.offsetTop + v.height - b.bottom) * v.scale;
	return side >= 0 && side <= near && below >= 0 && below <= near && Math.abs(b.height * v.scale - 56) < 2;
})`

// onAPhone opens a site's page on a phone: as one does that has a touch screen, it lets pages be wider than it is.
func onAPhone(t *testing.T, h *hostSite, size viewport) *tab {
	t.Helper()
	p := newTab(t, size)
	p.do(chromedp.EmulateViewport(size.width, size.height, chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch))
	p.beforeScripts(watchShadows)
	p.do(chromedp.Navigate(h.url + "/"))
	return p
}

func zoom(factor float64) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetPageScaleFactor, emulation.SetPageScaleFactorParams{PageScaleFactor: factor})
		return err
	})
}

// long is a page that goes on for several screens.
var long = strings.Replace(plainPage(snippet), "</main>", `<div style="height:5000px"></div></main>`, 1)

// wide is the page of a church whose programme is wider than any phone.
var wide = strings.Replace(long, "<main>", `<table style="width:940px"><tr><td>Sunday<td>Monday<td>Tuesday<td>Wednesday</table><main>`, 1)

func TestTheButtonStaysInTheCornerThatIsSeen(t *testing.T) {
	for name, html := range map[string]string{"a page of its width": long, "a page wider than the screen": wide,
		"a page wider than the screen, and the button left": strings.Replace(wide, "async", `data-position="left" async`, 1)} {
		for _, size := range phones {
			t.Run(fmt.Sprintf("%s, %d x %d", name, size.width, size.height), func(t *testing.T) {
				grace := graceHarbor()
				s := serveWidget(t, grace)
				p := onAPhone(t, hostFor(t, s, grace, html), size)
				corner := fmt.Sprintf("%s(%v, 26)", inTheCorner, strings.Contains(name, "left"))
				p.wait(`shadowOf()?.querySelector(".button") && ` + corner)
				p.do(zoom(2.5))
				p.wait(`visualViewport.scale > 2 && ` + corner)
				p.do(chromedp.Evaluate[chromedp.Void](`scrollTo(200, 400)`))
				p.wait(`visualViewport.pageTop > 300 && ` + corner)
				if size.width == 360 {
					p.shoot("widget-corner-" + strings.ReplaceAll(strings.ReplaceAll(name, " ", "-"), ",", ""))
				}
			})
		}
	}
}

// TestTheSheetFillsThePhoneWhateverThePagesWidth opens the panel on a page that is wider than the screen.
func TestTheSheetFillsThePhoneWhateverThePagesWidth(t *testing.T) {
	for _, html := range []string{wide, strings.Replace(wide, ", initial-scale=1", "", 1)} {
		grace := graceHarbor()
		s := serveWidget(t, grace)
		p := onAPhone(t, hostFor(t, s, grace, html), phone)
		p.wait(`shadowOf()?.querySelector(".button") && ` + inTheCorner + `(false, 26)`)
		p.do(chromedp.Evaluate[chromedp.Void](`narthex.open()`))
		p.waitPanel()
		p.wait(`(() => { const b = shadowOf().querySelector(".panel").getBoundingClientRect(), v = visualViewport;
			return Math.abs(b.left - v.offsetLeft) < 2 && Math.abs(b.width - v.width) < 2 && Math.abs(b.height - v.height) < 2; })()`)
		p.shoot("widget-sheet-on-a-wide-page")
	}
}

// covers says whether the button lies on an element.
const covers = `((selector) => { const b = shadowOf().querySelector(".button").getBoundingClientRect(), c = document.querySelector(selector).getBoundingClientRect();
	return c.width > 0 && b.left < c.right && b.right > c.left && b.top < c.bottom && b.bottom > c.top; })`

func TestTheButtonLiesOnNoOtherControl(t *testing.T) {
	const top = `<a id="top" href="#" style="position:fixed;right:16px;bottom:16px;width:48px;height:48px;background:#ccc">Up</a>`
	const cookies = `<div id="banner" hidden style="position:fixed;left:0;right:0;bottom:0;padding:20px;background:#eee"><button id="agree" style="width:100%;height:48px">Agree</button></div>`
	const foot = `<footer style="padding:12px;text-align:right"><a id="imprint" href="#imprint" style="display:inline-block;padding:12px">Imprint</a></footer>`
	for _, size := range append([]viewport{desktop}, phones...) {
		t.Run(fmt.Sprintf("%d x %d", size.width, size.height), func(t *testing.T) {
			grace := graceHarbor()
			s := serveWidget(t, grace)
			p := onAPhone(t, hostFor(t, s, grace, strings.Replace(plainPage(snippet), "</body>", `<div style="height:120vh"></div>`+foot+top+cookies+"</body>", 1)), size)
			p.wait(`shadowOf()?.querySelector(".button") && !` + covers + `("#top")`)
			p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#banner").hidden = false`))
			p.wait(`document.querySelector("#agree").offsetHeight && !` + covers + `("#agree") && !` + covers + `("#top")`)
			p.shoot(fmt.Sprintf("widget-off-the-banner-%d", size.width))
			p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#banner").hidden = true, document.querySelector("#top").remove()`))
			p.wait(inTheCorner + `(false, 26)`) // where nothing is in its way it goes back
			p.do(chromedp.Evaluate[chromedp.Void](`scrollTo(0, 100000)`))
			p.wait(`scrollY > 100 && !` + covers + `("#imprint")`)
			p.do(chromedp.Evaluate[chromedp.Void](`scrollTo(0, 0)`))
			p.wait(inTheCorner + `(false, 26)`)
		})
	}
}
