package pages_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"narthex/chat/church"
)

// phones are the screens on which somebody in danger may read: small and large ones, and one with its keyboard up.
var phones = []viewport{{320, 568}, {360, 400}, {360, 740}, {390, 844}, {430, 932}}

// dangerAnswers are answers to somebody in danger, by the country's lines that they name.
var dangerAnswers = map[string]map[string]string{
	"US": {
		"en": "I'm so glad you told me. What you are carrying sounds unbearable, and your life matters.\n\nYou can talk to somebody, day or night: **call or text 988**.\n\nIf you are in danger, or have already hurt yourself, **call 911 now**.\n\nPeople who know how to help with this answer at the National Domestic Violence Hotline: **1-800-799-7233**.\n\nIf you would like to talk with somebody from the church, you can call (207) 555-0142.",
		"es": "Me alegra mucho que me lo haya dicho. Su vida importa.\n\nPuede hablar con alguien, de día o de noche: **llame o mande un mensaje de texto al 988** (oprima 2 para español).\n\nSi está en peligro, **llame al 911 ahora**.\n\nSi desea hablar con alguien de la iglesia, puede llamar al (207) 555-0142.",
	},
	"GB": {
		"en": "This sounds like a medical emergency.\n\nPlease **call 999 now**, or have somebody near you call.\n\nYou can talk to somebody, day or night: **call 116 123**.\n\nPeople who know how to keep children safe answer at Childline: **0800 1111**.",
		"es": "Por favor, **llame al 999 ahora**.\n\nPuede hablar con alguien, de día o de noche: **llame al 116 123**.",
	},
	"BR": {
		"en": "If anybody is in danger at this moment, **call your local emergency number now**.\n\nYou can talk to somebody: find a line in your country at **findahelpline.com**, or call us at +55 11 5555 0100.",
		"es": "Si alguien está en peligro, **llame al número de emergencias de su país ahora**.\n\nEncuentre una línea de su país en **findahelpline.com**, o llámenos al +55 11 5555 0100.",
	},
}

// dangerChurches are one church of each of those countries.
func dangerChurches() (churches []*church.Snapshot) {
	for country, name := range map[string]string{"US": "Grace Harbor Church", "GB": "St Brigid’s with All Saints, Upper Wickham", "BR": "Igreja da Paz"} {
		snapshot := graceHarbor()
		snapshot.Slug, snapshot.Name, snapshot.Address.Country = strings.ToLower(country), name, country
		churches = append(churches, snapshot)
	}
	return churches
}

// untouchable lists what can be called in an answer to somebody in danger and cannot be touched when it is in sight, because
// something lies over it or it is cut off; and whether the first of all is in sight without scrolling.
const untouchable = `(() => {
	const links = [...document.querySelectorAll(".message--crisis .bubble a")];
	const touched = (link) => [...link.getClientRects()].every(({ left, right, top, bottom }) =>
		[[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3], [(left + right) / 2, (top + bottom) / 2]]
			.every(([x, y]) => link.contains(document.elementFromPoint(x, y))));
	const found = [];
	if (!links[0]?.matches(".calls .button")) found.push("no button comes first");
	else if (!touched(links[0])) found.push("the first is not in sight");
	for (const link of links) for (const block of ["nearest", "start", "end"]) {
		link.scrollIntoView({ block });
		if (!touched(link)) found.push(link.href + " at " + block);
	}
	return found.join("; ");
})()`

// inDanger asks, and is answered as somebody in danger is.
func (p *tab) inDanger(s *server, question, answer string) {
	p.t.Helper()
	p.click("#message")
	p.paste(question)
	p.press(kb.Enter)
	x := s.next()
	x.start()
	x.send("tier", object{"tier": nil, "reason": "crisis"})
	x.delta(answer)
	x.finish("done", object{"finish": "stop", "tier": nil, "ms": 1})
	p.wait(`document.querySelector("` + lastAnswer + ` .discretion")`)
	// The answer may still scroll into place: who clicks while it does, clicks beside the button.
	p.wait(`(() => {
		const { top } = document.querySelector("` + lastAnswer + ` .discretion .button").getBoundingClientRect();
		if (window.buttonAt?.top !== top) window.buttonAt = { top, since: Date.now() };
		return Date.now() - window.buttonAt.since > 100;
	})()`)
}

func TestNoNumberToCallIsHiddenOrCovered(t *testing.T) {
	churches := dangerChurches()
	s := serve(t, churches...)
	long := strings.Repeat("I do not know how to say this. ", 30)
	for _, snapshot := range churches {
		for _, language := range []string{"en", "es"} {
			p := newTab(t, phone).speaking(language)
			for _, size := range phones {
				name := fmt.Sprintf("%s-%s-%dx%d", snapshot.Slug, language, size.width, size.height)
				p.do(chromedp.EmulateViewport(size.width, size.height))
				p.open(s.url + "/chat/" + snapshot.Slug)
				if found := eval[string](p, untouchable); found != "" && size != phones[0] {
					t.Errorf("%s, after a reload: %s", name, found)
				}
				eval[any](p, `document.querySelector("[data-begin]").click()`)
				p.inDanger(s, long, dangerAnswers[snapshot.Address.Country][language])
				if found := eval[string](p, untouchable); found != "" {
					t.Errorf("%s: %s", name, found)
					p.shoot("danger-" + name)
				}
				p.mustLookRight(name)
			}
			p.leave()
		}
	}
}

func TestTheButtonsCallAndTextWhomTheAnswerNamesInItsOrder(t *testing.T) {
	churches := dangerChurches()
	s := serve(t, churches...)
	const buttons = `[...document.querySelectorAll(".calls")].at(-1).querySelectorAll("a")`
	for _, tt := range []struct{ slug, answer, want string }{
		{"us", dangerAnswers["US"]["en"], "Call 988 tel:988; Text 988 sms:988; Call 911 tel:911; Call 1-800-799-7233 tel:18007997233"},
		{"us", "**Call 911 now.**", "Call 911 tel:911"},
		{"us", "Psalm 9112 and 98 800 are no numbers to call.", "Call 911 tel:911; Call 988 tel:988; Text 988 sms:988"}, // never none
		{"gb", dangerAnswers["GB"]["en"], "Call 999 tel:999; Call 116 123 tel:116123; Call 0800 1111 tel:08001111"},
		{"br", dangerAnswers["BR"]["en"], "Find a helpline in your country https://findahelpline.com"},
	} {
		p := newTab(t, phone)
		p.open(s.url + "/chat/" + tt.slug)
		p.inDanger(s, "I can't go on", tt.answer)
		got := eval[string](p, `[...`+buttons+`].map((a) => (a.querySelector("strong") ?? a).textContent + " " + a.getAttribute("href")).join("; ")`)
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.slug, got, tt.want)
		}
		p.leave()
	}
}

// onTouch makes the browser one of a touch screen.
func (p *tab) onTouch(size viewport) *tab {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(size.width, size.height, chromedp.EmulateMobile), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
		return err
	}))
	return p
}

func TestTheKeyboardMakesRoomForWhomToCall(t *testing.T) {
	s := serve(t, graceHarbor())
	for _, touch := range []bool{true, false} {
		p := newTab(t, phone)
		if touch {
			p.onTouch(phone)
		}
		p.open(s.url + "/chat/grace-harbor")
		p.inDanger(s, "I can't go on", crisisAnswer)
		if focused := eval[bool](p, `document.activeElement.id === "message"`); focused == touch {
			t.Errorf("touch %v: the box has the focus: %v", touch, focused)
		}
	}
}
