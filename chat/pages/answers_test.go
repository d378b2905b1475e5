package pages_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const crisisAnswer = `I'm so glad you told me. What you are carrying sounds unbearable, and your life matters.

To talk to somebody right now, call or text 988. If you are in immediate danger, call 911.

Grace Harbor Church has people who care. You can call them at (207) 555-0142. Psalm 911 is not a number to call, 9:00 AM is not either.`

func TestAnAnswerToSomebodyInNeedStandsOutAndItsNumbersCanBeCalled(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("I can't go on")
	x := s.next()
	x.start()
	x.send("tier", object{"tier": nil, "reason": "crisis"})
	x.delta(crisisAnswer)
	x.finish("done", object{"finish": "stop", "tier": nil, "ms": 1})
	page.wait(`document.querySelector(".message--crisis .prose a") !== null`)
	page.wait(`document.querySelector(".message--assistant").ariaBusy === "false"`)
	links := eval[string](page, `[...document.querySelectorAll(".message--crisis .prose a")].map((a) => a.textContent + " " + a.getAttribute("href")).join("; ")`)
	if links != "988 tel:988; 911 tel:911; (207) 555-0142 tel:+12075550142; 911 tel:911" {
		t.Errorf("links: %s", links)
	}
	if got := page.text(prose); got != crisisAnswer {
		t.Errorf("the words have changed: %q", got)
	}
	if page.count(".rating [aria-pressed]") != 0 {
		t.Error("somebody in need is asked how they liked it")
	}
	page.mustLookRight("an answer to somebody in need")
	page.shoot("phone-crisis")
}

func TestEveryNumberToCallCanBeTouched(t *testing.T) {
	s, page, _ := openChat(t, phone)
	for _, tt := range []struct{ answer, links string }{
		{"Our office is at (207) 555-0142, or +1 207 555 0143, 207-555-0144 and 207.555.0145.", "+12075550142 +12075550143 2075550144 2075550145"},
		{"In London 020 7946 0958, in Leeds 0113 496 0123, toll-free 0808 157 0192 and in Sydney (02) 5550 1234 or 1800 550 123.", "02079460958 01134960123 08081570192 0255501234 1800550123"},
		{"From abroad +44 (0)20 7946 0958, +353 (0) 1 555 0134 or +39 (06) 1234 5678.", "+442079460958 +35315550134 +390612345678"},
		{"Please call **988** or text 988. In danger, dial 911.", "988 988 911"},
		{"Puede llamar al 911, o mandar un mensaje de texto al **988**.", "911 988"},
		{"Psalm 91:1, psalm 119, 1914-1918, 2026-11-22, 22.11.2026, 9:00-10:30, 10.30 - 11.45, $1,200.00, 1 000 000, room 911, 04841-1234.", ""},
		{"`207-555-0142` and https://example.org/207-555-0142", ""},
	} {
		page.ask("A question")
		s.next().answer(tt.answer)
		page.wait(`document.querySelector("` + lastAnswer + ` .rating")`)
		got := eval[string](page, `[...document.querySelectorAll("`+lastAnswer+` .prose a[href^='tel:']")].map((a) => a.getAttribute("href").slice(4)).join(" ")`)
		if got != tt.links {
			t.Errorf("%s: %s", tt.answer, got)
		}
	}
}

func TestVisitorsSayWhatTheyThinkOfAnAnswer(t *testing.T) {
	s, page, grace := openChat(t, phone)
	x := s.conversation(page, "Is there parking?")
	const up, down = lastAnswer + " .rating-bar [aria-pressed]:nth-child(2)", lastAnswer + " .rating-bar [aria-pressed]:nth-child(3)"
	want := opinion{Turn: x.turn.String(), SessionID: x.request.SessionID, ChurchID: grace.ID.String(), Value: "down"}
	page.click(down)
	if got := <-s.opinions; got != want {
		t.Errorf("told %+v", got)
	}
	page.click(lastAnswer + " .rating-form textarea")
	page.paste("The overflow lot is missing.")
	page.mustLookRight("the comment")
	page.shoot("phone-rating")
	page.click(lastAnswer + " .rating-form .button:not(.button--quiet)")
	want.Comment = "The overflow lot is missing."
	if got := <-s.opinions; got != want {
		t.Errorf("told %+v", got)
	}
	page.waitText(lastAnswer+" .rating-says", "Thank you.")

	page.open(s.url + "/chat/grace-harbor")
	if !eval[bool](page, `document.querySelector("`+down+`").ariaPressed === "true"`) {
		t.Error("forgotten after a reload")
	}
	page.click(up)
	want.Value, want.Comment = "up", ""
	if got := <-s.opinions; got != want {
		t.Errorf("told %+v", got)
	}
	page.wait(`document.querySelector(".rating-form") !== null`)
	page.press(kb.Escape)
	page.click(up)
	want.Value = ""
	if got := <-s.opinions; got != want {
		t.Errorf("took back %+v", got)
	}
}

// A comment that could not be sent is still there to be sent.
func TestACommentThatCannotBeSentStays(t *testing.T) {
	s, page, _ := openChat(t, desktop)
	s.conversation(page, "Is there parking?")
	page.click(lastAnswer + " .rating-bar [aria-pressed]:nth-child(3)")
	<-s.opinions
	page.click(lastAnswer + " .rating-form textarea")
	page.paste("The overflow lot is missing.")
	page.online(false)
	page.click(lastAnswer + " .rating-form .button:not(.button--quiet)")
	page.waitText(lastAnswer+" .rating-says", "could not be saved")
	if got := eval[string](page, `document.querySelector(".rating-form textarea")?.value ?? "gone"`); got != "The overflow lot is missing." {
		t.Errorf("the comment is %q", got)
	}
	page.online(true)
	page.click(lastAnswer + " .rating-form .button:not(.button--quiet)")
	if got := <-s.opinions; got.Comment != "The overflow lot is missing." {
		t.Errorf("told %+v", got)
	}
	page.waitText(lastAnswer+" .rating-says", "Thank you.")
	if page.count(".rating-form") != 0 {
		t.Error("it is asked for once more")
	}
}

// "Please try again" is no way to take back what was never saved.
func TestAnOpinionThatCouldNotBeSavedIsGivenAgain(t *testing.T) {
	s, page, _ := openChat(t, desktop)
	s.conversation(page, "Is there parking?")
	const up = lastAnswer + " .rating-bar [aria-pressed]:nth-child(2)"
	page.online(false)
	page.click(up)
	page.waitText(lastAnswer+" .rating-says", "could not be saved")
	if page.count(lastAnswer+" [aria-pressed=true]") != 0 {
		t.Error("shown as if it were saved")
	}
	page.online(true)
	page.click(up)
	if got := <-s.opinions; got.Value != "up" {
		t.Errorf("told %+v", got)
	}
	page.wait(`document.querySelector("` + up + `").ariaPressed === "true"`)
	page.click(lastAnswer + " .rating-form textarea")
	page.paste("Very clear.")
	page.click(lastAnswer + " .rating-form .button:not(.button--quiet)")
	if got := <-s.opinions; got.Value != "up" || got.Comment != "Very clear." {
		t.Errorf("told %+v", got)
	}
}

func TestRatingByKeyboard(t *testing.T) {
	s, page, _ := openChat(t, desktop)
	s.conversation(page, "Is there parking?")
	page.tabTo("button This helped")
	page.press(" ")
	<-s.opinions
	page.tabTo("textarea What should we know? (optional)")
	page.press("Kind words")
	page.tabTo("button Send")
	page.press(kb.Enter)
	if got := <-s.opinions; got.Comment != "Kind words" {
		t.Errorf("told %+v", got)
	}
	page.wait(`!document.querySelector(".rating-form")`) // which goes once the opinion is kept
	page.mustBeAt("button This helped")
}

func TestAnAnswerCanBeCopied(t *testing.T) {
	s, page, _ := openChat(t, phone)
	eval[any](page, `void (navigator.clipboard.writeText = async (text) => { window.copied = text; })`)
	page.ask("Is there parking?")
	s.next().answer("Yes: **behind** the church.\n\n- First\n- Second")
	page.wait(`document.querySelector(".rating") !== null`)
	page.click(lastAnswer + " .rating-bar button")
	page.waitText(lastAnswer+" .rating-says", "Copied.")
	if got := eval[string](page, `window.copied`); got != "Yes: behind the church.\n\nFirst\nSecond" {
		t.Errorf("copied %q", got)
	}
}

// When care answers somebody who asked another, they are told.
func TestWhoAnswersIsSaidWhenItIsSomebodyElse(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("My mother died yesterday")
	x := s.next()
	x.send("start", object{"turnId": x.turn, "sessionId": x.request.SessionID, "agent": "care", "resumed": false})
	x.send("tool", object{"name": "handoff", "status": "done", "summary": "Our care team’s assistant is answering."})
	x.send("tool", object{"name": "request_callback", "status": "running", "summary": "Asking somebody to call you…"})
	page.waitText(lastAnswer+" .answered-by", "care team")
	page.waitText(lastAnswer+" .tool--running", "Asking somebody to call you")
	x.send("tool", object{"name": "request_callback", "status": "done", "summary": "Ruth will call you."})
	x.send("tool", object{"name": "request_callback", "status": "failed", "summary": "A second call could not be arranged."})
	x.delta("I am so sorry.")
	x.done()
	page.waitText(lastAnswer+" .tool--done", "Ruth will call you.")
	page.waitText(lastAnswer+" .tool--failed", "could not be arranged")
	page.mustLookRight("an answer that was handed over")
	page.shoot("phone-handoff")

	page.ask("May I ask something else?")
	x = s.next()
	x.send("start", object{"turnId": x.turn, "sessionId": x.request.SessionID, "agent": "care", "resumed": false})
	x.delta("Of course.")
	x.done()
	page.waitText(lastAnswer+" .answered-by", "Answered by: Care and prayer")

	s.conversation(page, "Thank you")
	if eval[bool](page, `document.querySelector("`+lastAnswer+` .answered-by").checkVisibility()`) {
		t.Error("said although it is who was asked")
	}
}

func TestALinkMayBringAQuestionAlongButDoesNotSendIt(t *testing.T) {
	s := serve(t, graceHarbor())
	page := newTab(t, phone)
	page.open(s.url + "/chat/grace-harbor?agent=care&q=Could+you+pray+for+me%3F+%3Cb%3E")
	if got := eval[string](page, `document.querySelector("#message").value`); got != "Could you pray for me? <b>" {
		t.Fatalf("the box has %q", got)
	}
	page.click("[data-send]")
	x := s.next()
	if x.request.Message != "Could you pray for me? <b>" {
		t.Errorf("sent %q", x.request.Message)
	}
	x.answer("Of course.")
	page.waitText(prose, "Of course.")
	if got := eval[string](page, `location.search`); got != "?agent=care" {
		t.Errorf("the address still says %s", got)
	}
}

func TestWaitsAndOpinionsInSpanish(t *testing.T) {
	s := serve(t, nuevaVida())
	page := newTab(t, narrow).speaking("es-MX")
	page.open(s.url + "/chat/nueva-vida")
	s.conversation(page, "¿Hay estacionamiento?")
	page.click(lastAnswer + " .rating-bar [aria-pressed]")
	<-s.opinions
	page.waitText(lastAnswer+" .rating-form", "¿Qué deberíamos saber?")
	page.online(false)
	page.ask("¿Y para bicicletas?")
	page.waitText(waiting, "No tiene conexión")
	page.mustLookRight("a wait in Spanish")
	page.shoot("narrow-spanish-offline")
}
