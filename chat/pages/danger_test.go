package pages_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
)

// phones are the screens on which somebody in danger may read: small and large ones, and one with its keyboard up.
var phones = []viewport{{320, 568}, {360, 400}, {360, 740}, {390, 844}, {430, 932}}

// dangers are what the gate may have found, one for each of the screens: between them all numbers that an answer may have, first the
// line or the emergency number, the church's own or that of its safeguarding contact.
var dangers = []crisis.Finding{
	{Category: crisis.Suicide, About: crisis.Self},
	{Category: crisis.Medical, About: crisis.Self},
	{Category: crisis.ChildAtRisk, About: crisis.Self, Minor: true},
	{Category: crisis.Abuse, About: crisis.Self, Past: true, ByClergy: true},
	{Category: crisis.Abuse, About: crisis.Other, Now: true},
}

// dangerChurches are one church of each of those countries.
func dangerChurches() (churches []*church.Snapshot) {
	for country, name := range map[string]string{"US": "Grace Harbor Church", "GB": "St Brigid’s with All Saints, Upper Wickham", "BZ": "Church of Peace"} {
		snapshot := graceHarbor()
		snapshot.Slug, snapshot.Name, snapshot.Address.Country = strings.ToLower(country), name, country
		snapshot.Safeguarding = church.Safeguarding{Name: "Helen Marsh", Phone: "(207) 555-0149", Email: "safe@" + snapshot.Slug + ".example.org"}
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

// Every danger is told on every screen: which of them is on which differs from church to church and language to language.
func TestNoNumberToCallIsHiddenOrCovered(t *testing.T) {
	churches := dangerChurches()
	s := serve(t, churches...)
	long := strings.Repeat("I do not know how to say this. ", 30)
	for i, snapshot := range churches {
		for j, language := range []string{"en", "es"} {
			p := newTab(t, phone).speaking(language)
			for k, size := range phones {
				danger := dangers[(i+2*j+k)%len(dangers)]
				name := fmt.Sprintf("%s-%s-%dx%d-%s", snapshot.Slug, language, size.width, size.height, danger.Category)
				p.do(chromedp.EmulateViewport(size.width, size.height))
				p.open(s.url + "/chat/" + snapshot.Slug)
				if found := eval[string](p, untouchable); found != "" && size != phones[0] {
					t.Errorf("%s, after a reload: %s", name, found)
				}
				eval[any](p, `document.querySelector("[data-begin]").click()`)
				p.inDanger(s, long, reply.To(snapshot, language).Answer(danger))
				if found := eval[string](p, untouchable); found != "" {
					t.Errorf("%s: %s", name, found)
					p.shoot("danger-" + name)
				}
				p.mustLookRight(name)
				p.mustPassAxe(name, size, false)
			}
			p.leave()
		}
	}
}

func TestTheButtonsCallAndTextWhomTheAnswerNamesInItsOrder(t *testing.T) {
	churches := dangerChurches()
	s := serve(t, churches...)
	const buttons = `[...document.querySelectorAll(".calls")].at(-1).querySelectorAll("a")`
	said := func(slug string, finding crisis.Finding) string {
		i := slices.IndexFunc(churches, func(c *church.Snapshot) bool { return c.Slug == slug })
		return reply.To(churches[i], "en").Answer(finding)
	}
	for _, tt := range []struct{ slug, answer, want string }{
		{"us", said("us", dangers[0]), "Call 988 tel:988; Text 988 sms:988; Call 911 tel:911"},
		{"us", said("us", dangers[4]), "Call 911 tel:911; Call 1-800-799-7233 tel:18007997233; Call 988 tel:988; Text 988 sms:988"},
		{"us", said("us", dangers[3]), "Call 1-800-656-4673 tel:18006564673; Call 988 tel:988; Text 988 sms:988; Call 911 tel:911"},
		{"us", "**Call 911 now.**", "Call 911 tel:911"},
		{"us", "Psalm 9112 and 98 800 are no numbers to call.", "Call 911 tel:911; Call 988 tel:988; Text 988 sms:988"}, // never none
		{"gb", said("gb", dangers[1]), "Call 999 tel:999"},
		{"gb", said("gb", dangers[2]), "Call 999 tel:999; Call 0800 1111 tel:08001111; Call 116 123 tel:116123"},
		{"gb", said("gb", crisis.Finding{Category: crisis.ChildAtRisk, About: crisis.Other}), "Call 999 tel:999; Call 0808 800 5000 tel:08088005000; Call 116 123 tel:116123"},
		{"bz", said("bz", dangers[0]), "Find a helpline in your country https://findahelpline.com"},
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
