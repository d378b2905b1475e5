package pages_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/chat"
)

const (
	card     = lastAnswer + " .card-ask"
	cardSays = card + " .card-ask-says"
	question = "Shall I pass this on to Grace Harbor Church?"
)

// cardAnswer is what a visitor says to a card.
type cardAnswer struct {
	Turn, SessionID, ChurchID, CallID string
	Accept                            *bool
}

// confirm notes the answer to a card, and says what the test wants to have become of it.
func (s *server) confirm(w http.ResponseWriter, r *http.Request) error {
	told := cardAnswer{Turn: chi.URLParam(r, "turnId")}
	if err := json.NewDecoder(r.Body).Decode(&told); err != nil {
		return err
	}
	s.answers <- told
	select {
	case status := <-s.became:
		switch {
		case status == nil:
			return chat.ErrUnavailable
		case status["status"] == nil:
			return chat.ErrConfirmationOver
		}
		w.Header().Set("Content-Type", "application/json")
		return json.NewEncoder(w).Encode(status)
	case <-r.Context().Done():
		return r.Context().Err()
	}
}

// asksForPrayer has the visitor ask for prayer, and the assistant ask back.
func (p *tab) asksForPrayer(s *server) (call string) {
	p.t.Helper()
	call = uuid.NewString()
	p.ask("Please pray for my mother Ruth, she has surgery on Friday. Ann Marie, 207 555 0199")
	x := s.next()
	x.start()
	x.send("tier", object{"tier": 4, "reason": "model"})
	x.delta("I am so sorry to hear that.\n\n")
	x.send("tool", object{"name": "submit_prayer_request", "status": "running", "summary": "Passing on your prayer request…"})
	x.send("tool", object{"name": "submit_prayer_request", "status": "confirm", "callId": call, "summary": "Your prayer request", "fields": []object{
		{"label": "In your words", "value": "My mother Ruth has surgery on Friday, and we would be glad of your prayers"},
		{"label": "Read by", "value": "Pastor and prayer team; if the church has named neither, its admin"}, {"label": "Name", "value": "Ann Marie"}, {"label": "Telephone", "value": "207 555 0199"},
	}})
	x.delta(question)
	x.done()
	p.wait(`document.querySelector("` + card + `") !== null && document.querySelector("` + lastAnswer + `").ariaBusy === "false"`)
	return call
}

func passedOn(call string) object {
	return object{"name": "submit_prayer_request", "status": "done", "callId": call, "summary": "Your prayer request was passed on."}
}

// The pictures are in .artifacts/chat, to be looked at.
func TestACardAsksBeforeAnythingIsPassedOn(t *testing.T) {
	for _, screen := range []struct {
		name string
		size viewport
	}{{"phone", phone}, {"desktop", desktop}} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(screen.name+" "+scheme, func(t *testing.T) {
				s := serve(t, graceHarbor())
				p := newTab(t, screen.size).preferring("prefers-color-scheme", scheme)
				p.open(s.url + "/chat/grace-harbor")
				call := p.asksForPrayer(s)
				p.mustLookRight("asked")
				p.wait(`document.querySelector("` + card + ` .button").getBoundingClientRect().bottom <= document.querySelector("[data-scroller]").getBoundingClientRect().bottom`) // without scrolling
				p.shoot("card-" + screen.name + "-" + scheme)
				if got := strings.Count(p.text("[data-messages]"), question); got != 1 {
					t.Errorf("the question stands %d times", got)
				}
				const side = `(() => {
					const lines = [...document.querySelectorAll("` + card + ` .button")].map((b) => { const r = document.createRange(); r.selectNodeContents(b); return r.getClientRects(); });
					return lines.length === 2 && lines.every((l) => l.length === 1) && Math.abs(lines[0][0].top - lines[1][0].top) < 2;
				})()`
				if !eval[bool](p, side) {
					t.Error("the buttons do not stand side by side, each in a line")
				}
				if p.text(lastAnswer+" .tools") != "" {
					t.Errorf("beside the card stands %q", p.text(lastAnswer+" .tools"))
				}
				s.became <- passedOn(call)
				p.click(card + " .button")
				if told := <-s.answers; told.CallID != call || told.Accept == nil || !*told.Accept || told.SessionID == "" || told.ChurchID == "" || told.Turn == "" {
					t.Errorf("the server is told %+v", told)
				}
				p.waitText(cardSays, "Your prayer request was passed on.")
				p.wait(`document.querySelector("` + card + ` .card-ask-buttons").hidden`)
				p.mustLookRight("answered")
				p.shoot("card-" + screen.name + "-" + scheme + "-done")
				p.open(s.url + "/chat/grace-harbor") // what was answered stays answered
				p.waitText(cardSays, "Your prayer request was passed on.")
			})
		}
	}
}

func TestACardIsAnsweredByKeyboard(t *testing.T) {
	s, p, _ := openChat(t, desktop)
	call := p.asksForPrayer(s)
	for range 10 { // back from the box, where the focus is after writing
		if p.press(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)); eval[string](p, focused) == "button Not now" {
			break
		}
	}
	p.mustBeAt("button Not now")
	s.became <- object{"name": "submit_prayer_request", "status": "declined", "callId": call, "summary": "All right: nothing was passed on."}
	p.press(kb.Enter)
	if told := <-s.answers; told.Accept == nil || *told.Accept {
		t.Errorf("the server is told %+v", told)
	}
	p.waitText(cardSays, "nothing was passed on")
	if at := eval[string](p, `document.activeElement.className`); !strings.Contains(at, "card-ask-says") {
		t.Errorf("the focus is on %q", at)
	}
}

func TestACardIsReadOutWithWhatItSays(t *testing.T) {
	s, p := openListening(t)
	p.asksForPrayer(s)
	p.wait(`window.heard.some((words) => words.includes("` + question + `"))`)
	heard := strings.Join(eval[[]string](p, `window.heard`), "\n")
	for _, words := range []string{question, "Your prayer request", "In your words: My mother Ruth has surgery", "Telephone: 207 555 0199"} {
		if !strings.Contains(heard, words) {
			t.Errorf("%q is not read out: %s", words, heard)
		}
	}
	if role := eval[string](p, `(() => { const c = document.querySelector("`+card+`"); return c.role + " " + document.getElementById(c.getAttribute("aria-labelledby")).textContent; })()`); role != "group Your prayer request" {
		t.Errorf("the card is a %q", role)
	}
}

func TestACardThatCannotBeAnsweredNowIsAnsweredAgain(t *testing.T) {
	s, p, _ := openChat(t, phone)
	p.forgive()
	call := p.asksForPrayer(s)
	s.became <- nil
	p.click(card + " .button")
	<-s.answers
	p.waitText(cardSays, "Please press again")
	s.became <- passedOn(call)
	p.click(card + " .button")
	<-s.answers
	p.waitText(cardSays, "Your prayer request was passed on.")

	p.asksForPrayer(s)
	s.became <- object{}
	p.click(card + " .button")
	<-s.answers
	p.waitText(cardSays, "That was a while ago")
	if !eval[bool](p, `document.querySelector("`+card+` .card-ask-buttons").hidden`) {
		t.Error("it may be answered once more")
	}
}

// An answer that gets lost on the way, as from a phone that changes its network, holds up nobody.
func TestACardWhoseAnswerGetsLostIsAnsweredAgain(t *testing.T) {
	s, p, _ := openChat(t, phone)
	call := p.asksForPrayer(s)
	eval[any](p, `(() => { // the next such limit alone
		const real = setTimeout;
		window.setTimeout = (f, ms, ...rest) => { if (ms === 15000) window.setTimeout = real; return real(f, ms === 15000 ? 100 : ms, ...rest); };
	})()`)
	p.click(card + " .button")
	<-s.answers // and nothing comes back
	p.waitText(cardSays, "Please press again")
	p.click(card + " .button")
	<-s.answers
	p.wait(`document.querySelector("` + card + `").ariaBusy === "true"`)
	eval[any](p, `dispatchEvent(new Event("online")), null`) // another network
	p.waitText(cardSays, "Please press again")
	for range 3 { // also for those who are heard no more
		s.became <- passedOn(call)
	}
	p.click(card + " .button")
	<-s.answers
	p.waitText(cardSays, "Your prayer request was passed on.")
}

// A yes in words is shown where it was asked for, and a question that is asked again stands in one place.
func TestACardThatWasAnsweredInWordsSaysSo(t *testing.T) {
	s, p, _ := openChat(t, phone)
	call := p.asksForPrayer(s)
	p.ask("Yes, please")
	x := s.next()
	x.start()
	x.send("tier", object{"tier": nil, "reason": "confirmed"})
	x.send("tool", passedOn(call))
	x.delta("Your prayer request was passed on.")
	x.done()
	p.wait(`document.querySelector(".card-ask-says")?.textContent.includes("was passed on")`)
	if cards, lines := eval[int](p, `document.querySelectorAll(".card-ask").length`), p.text(lastAnswer+" .tools"); cards != 1 || lines != "" {
		t.Errorf("%d cards, and %q", cards, lines)
	}
	again := p.asksForPrayer(s)
	p.ask("Who reads it?")
	x = s.next()
	x.start()
	x.send("tool", object{"name": "submit_prayer_request", "status": "confirm", "callId": again, "summary": "Your prayer request", "fields": []object{{"label": "Name", "value": "Ann"}}})
	x.delta("Pastor and prayer team. " + question)
	x.done()
	p.wait(`document.querySelectorAll(".card-ask").length === 2 && document.querySelector("` + card + `") !== null`)
}
