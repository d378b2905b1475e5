package pages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// listenIn writes down what the page's live regions say, as a screen reader would hear it: each change of a region that
// announces, and nothing of those within a region that is switched off.
const listenIn = `{
	window.heard = [];
	const regions = "[aria-live], [role=status], [role=alert], [role=log]";
	const announces = (node) => {
		const region = (node instanceof Element ? node : node.parentElement)?.closest(regions);
		return region && (region.getAttribute("aria-live") ?? "polite") !== "off" ? region : null;
	};
	new MutationObserver((records) => {
		const changed = new Set(records.map((record) => announces(record.target)).filter(Boolean));
		for (const region of changed) if (region.textContent.trim()) heard.push(region.textContent.replace(/\s+/g, " ").trim());
	}).observe(document, { subtree: true, childList: true, characterData: true });
}`

// openListening opens a chat and listens to what it announces.
func openListening(t *testing.T) (*server, *tab) {
	t.Helper()
	s := serve(t, graceHarbor())
	s.sockets.Store(true)
	p := newTab(t, phone)
	p.beforeScripts(listenIn)
	p.open(s.url + "/chat/grace-harbor")
	return s, p
}

// sent is what is heard while there is no answer yet.
const sent = "Sent. An answer is being written."

// mustHear holds that exactly this was announced so far.
func (p *tab) mustHear(want ...string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`window.heard.length >= %d`, len(want)))
	// What would be said too much would be said by now: two frames are painted, and all that waits is done.
	eval[any](p, `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))`)
	if heard := eval[[]string](p, `window.heard`); !slices.Equal(heard, want) {
		p.t.Errorf("announced: %q, want %q", heard, want)
	}
}

func TestAnAnswerOfManyPiecesIsAnnouncedOnce(t *testing.T) {
	s, p := openListening(t)
	p.ask("Tell me a story")
	x := s.next()
	x.start()
	x.send("tool", object{"name": "find_events", "status": "running"})
	var text strings.Builder
	for i := range 30 {
		token := fmt.Sprintf("word%d ", i)
		text.WriteString(token)
		x.delta(token)
		p.waitText(prose, strings.TrimSpace(token)) // each is shown by itself
	}
	p.mustHear(sent)
	x.send("tool", object{"name": "find_events", "status": "done", "summary": "Looked at the calendar."})
	x.send("sources", object{"items": []object{{"id": x.turn, "kind": "faq", "title": "Stories", "similarity": 0.9}}})
	x.done()
	p.mustHear(sent, strings.TrimSpace(text.String()))

	p.open(s.url + "/chat/grace-harbor")
	p.waitText(prose, "word29")
	p.mustHear() // what was read is not read again
}

func TestErrorsAreAnnouncedEachTime(t *testing.T) {
	s, p := openListening(t)
	p.ask("Who is the pastor?")
	fail := func() {
		x := s.next()
		x.start()
		x.delta("The pastor is")
		x.finish("error", object{"code": "model_unavailable", "message": "My answer was cut off.", "retryable": true})
		p.waitText(failure, "My answer was cut off.")
	}
	const said = "The pastor is My answer was cut off."
	fail()
	p.mustHear(sent, said)
	p.click(retry)
	fail()
	p.mustHear(sent, said, said)
}

func TestAWaitIsAnnouncedOnceAndThenTheAnswer(t *testing.T) {
	s, p := openListening(t)
	p.online(false)
	p.ask("Is there parking?")
	p.waitText(waiting, "You are offline")
	const wait = "You are offline. Your message is kept here, and goes out by itself when you are back."
	p.mustHear(sent, wait)
	p.online(true)
	s.next().answer("Yes, behind the church.")
	p.mustHear(sent, wait, "Yes, behind the church.")
}

func TestNothingIsAnnouncedTwiceAfterAResume(t *testing.T) {
	s, p := openListening(t)
	p.ask("Who is the pastor?")
	x := s.next()
	x.start()
	x.delta("The pastor")
	p.waitText(prose, "The pastor")
	x.cut()
	again := s.mustResume(x)
	again.seq = 1 // a server that sends once more what was seen
	again.delta("The pastor")
	again.delta(" is Daniel")
	p.waitText(prose, "is Daniel")
	p.mustHear(sent)

	p.do(chromedp.Reload())
	p.wait(`document.querySelector("[data-chat][data-ready]")`)
	rest := s.mustResume(again)
	rest.delta(" Whitcomb.")
	rest.done()
	p.mustHear("The pastor is Daniel Whitcomb.")
}
