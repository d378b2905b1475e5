package pages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/chat/church"
)

const (
	lastAnswer = "[data-messages] > .message--assistant:last-child"
	prose      = lastAnswer + " .prose"
	retry      = lastAnswer + " [data-retry]"
	failure    = lastAnswer + " .note--failure"
)

// openChat opens the chat of a church that has everything.
func openChat(t *testing.T, size viewport) (*server, *tab, *church.Snapshot) {
	t.Helper()
	grace := graceHarbor()
	s := serve(t, grace)
	page := newTab(t, size)
	page.open(s.url + "/chat/grace-harbor")
	return s, page, grace
}

func TestAnAnswerAppearsAsItComes(t *testing.T) {
	s, page, grace := openChat(t, phone)
	page.ask("  When are your services?  ")
	x := s.next()
	page.wait(`document.querySelector(".typing").checkVisibility()`)

	x.start()
	x.send("tier", object{"tier": 4, "reason": "model"})
	x.delta("Every Sunday at **nine")
	page.waitText(prose, "Every Sunday at **nine")
	x.delta("** and ele")
	page.waitText(prose, "Every Sunday at nine and ele")
	if announced := page.text("[data-announcer]"); announced != "" {
		t.Errorf("announced %q before the end", announced)
	}
	if busy := eval[string](page, `document.querySelector("`+lastAnswer+`").getAttribute("aria-busy")`); busy != "true" {
		t.Errorf("aria-busy is %q while the answer comes", busy)
	}
	x.delta("ven.\n\n1. First\n2. Second")
	x.done()
	page.wait(`document.querySelector("[data-announcer]").textContent !== ""`)
	if announced := page.text("[data-announcer]"); !strings.Contains(announced, "Every Sunday at nine and eleven.") {
		t.Errorf("announced %q", announced)
	}
	if got := eval[int](page, `document.querySelectorAll("`+prose+` ol > li").length`); got != 2 {
		t.Errorf("%d list items", got)
	}

	sent := x.request
	if sent.Message != "When are your services?" || sent.ChurchID != grace.ID.String() || sent.AgentType != "coordinator" {
		t.Errorf("sent %+v", sent)
	}
	if sent.LensOverride != nil || sent.LensNameOverride != nil || len(sent.History) != 0 {
		t.Errorf("sent %+v", sent)
	}
	for _, id := range []string{sent.SessionID, sent.ClientMessageID} {
		if parsed, err := uuid.Parse(id); err != nil || parsed.Version() != 4 {
			t.Errorf("%q is no random UUID", id)
		}
	}
	if page.count(".how") != 0 {
		t.Error("a church that is no demonstration shows how the answer was made")
	}
}

func TestTheNextMessageBringsTheHistoryAndTheSameSession(t *testing.T) {
	s, page, _ := openChat(t, desktop)
	page.ask("One")
	first := s.next()
	first.answer("Answer one")
	page.waitText(prose, "Answer one")
	page.ask("Two")
	second := s.next()
	second.answer("Answer two")
	page.waitText(prose, "Answer two")

	if second.request.SessionID != first.request.SessionID {
		t.Error("another session")
	}
	if second.request.ClientMessageID == first.request.ClientMessageID {
		t.Error("the same message id")
	}
	if got := fmt.Sprint(second.request.History); got != "[{user One} {assistant Answer one}]" {
		t.Errorf("history %s", got)
	}
}

func TestAnErrorEventShowsItsMessageAndARetryWithTheSameID(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Who is the pastor?")
	x := s.next()
	x.start()
	x.delta("The pastor is")
	x.finish("error", object{"code": "model_unavailable", "message": "My answer was cut off.", "retryable": true})
	page.waitText(failure, "My answer was cut off.")
	page.waitText(prose, "The pastor is")
	if announced := page.text("[data-announcer]"); !strings.Contains(announced, "My answer was cut off.") {
		t.Errorf("announced %q", announced)
	}

	page.click(retry)
	again := s.next()
	if again.request.ClientMessageID != x.request.ClientMessageID || again.request.Message != x.request.Message {
		t.Errorf("sent again as %+v, first as %+v", again.request, x.request)
	}
	if len(again.request.History) != 0 {
		t.Errorf("history of a retry: %v", again.request.History)
	}
	again.start()
	page.wait(`document.querySelector("` + prose + `").textContent === ""`)
	again.delta("It is Daniel Whitcomb.")
	again.done()
	page.wait(`document.querySelector("` + prose + `").textContent === "It is Daniel Whitcomb."`)
	if page.count(".message--visitor") != 1 || page.count(".note--failure") != 0 {
		t.Errorf("after the retry: %s", page.text("[data-messages]"))
	}
}

func TestAnErrorThatRetryingCannotMendHasNoRetry(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Hello")
	x := s.next()
	x.start()
	x.finish("error", object{"code": "agent_gone", "message": "This cannot be answered.", "retryable": false})
	page.waitText(failure, "This cannot be answered.")
	if page.count(retry) != 0 {
		t.Error("there is a retry button")
	}
}

func TestALostConnectionKeepsWhatCameAndOffersARetry(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Who is the pastor?")
	x := s.next()
	x.start()
	x.delta("The pastor")
	page.waitText(prose, "The pastor")
	x.cut()
	page.waitText(failure, "connection was lost")
	page.waitText(prose, "The pastor")

	page.click(retry)
	again := s.next()
	if again.request.ClientMessageID != x.request.ClientMessageID {
		t.Error("the retry is another message")
	}
	again.cut() // before any answer
	page.waitText(failure, "connection was lost")
	page.click(retry)
	s.next().answer("Daniel Whitcomb.")
	page.waitText(prose, "Daniel Whitcomb.")
}

// The server answers a message once. When the connection was lost it goes on or has gone on, and the next try gets the
// answer; when it had to give up half-way, only a new message gets a whole one.
func TestARetryGetsTheAnswerThatWasMissedOrAsksAnew(t *testing.T) {
	for name, finish := range map[string]func(x *exchange){
		"it failed": func(x *exchange) {
			x.finish("error", object{"code": "answer_cut", "message": "Cut off.", "retryable": true})
		},
		"the visitor had gone":   func(x *exchange) { x.finish("done", object{"finish": "stopped", "tier": 4, "ms": 7}) },
		"it was whole after all": func(x *exchange) { x.finish("done", object{"finish": "stop", "tier": 4, "ms": 7}) },
	} {
		t.Run(name, func(t *testing.T) {
			s, page, _ := openChat(t, phone)
			page.ask("Who is the pastor?")
			first := s.next()
			first.start()
			first.delta("The pastor")
			page.waitText(prose, "The pastor")
			first.cut()
			page.waitText(failure, "connection was lost")
			page.click(retry)
			second := s.next()
			if second.request.ClientMessageID != first.request.ClientMessageID {
				t.Fatal("the retry is another message")
			}
			second.resume()
			second.delta("The pastor is")
			finish(second)
			if name == "it was whole after all" {
				page.wait(`document.querySelector("[data-send]:not([hidden])") !== null`)
				if got := page.text(prose); got != "The pastor is" {
					t.Errorf("shown: %q", got)
				}
				return
			}
			third := s.next()
			if third.request.ClientMessageID == first.request.ClientMessageID || third.request.Message != first.request.Message {
				t.Errorf("asked anew as %+v", third.request)
			}
			third.start()
			third.finish("error", object{"code": "model_unavailable", "message": "Not now.", "retryable": true})
			page.waitText(failure, "Not now.")
			page.click(retry)
			fourth := s.next()
			if fourth.request.ClientMessageID != third.request.ClientMessageID {
				t.Error("the next retry does not try the newest message")
			}
			fourth.answer("The pastor is Daniel Whitcomb.")
			page.waitText(prose, "The pastor is Daniel Whitcomb.")
			if page.count(".message--visitor") != 1 {
				t.Errorf("shown: %s", page.text("[data-messages]"))
			}
		})
	}
}

func TestAStreamThatEndsWithoutItsEndIsALostConnection(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Hello")
	x := s.next()
	x.start()
	text := x.format("delta", object{"text": "Half"})
	x.run(true, func(w httpWriter) error { return writeStream(w, text) })
	page.waitText(failure, "connection was lost")
}

func TestASilentConnectionIsGivenUp(t *testing.T) {
	s, page, _ := openChat(t, phone)
	// The page's own patience of 45 seconds, shortened.
	eval[any](page, `(() => { const real = setTimeout; window.setTimeout = (f, ms) => real(f, ms === 45000 ? 300 : ms); })()`)
	page.ask("Hello")
	x := s.next()
	x.start()
	for range 4 { // comments are a sign of life
		x.raw(": keep-alive\n\n")
		time.Sleep(150 * time.Millisecond)
	}
	if page.count(failure) != 0 {
		t.Fatal("given up although the server was alive")
	}
	page.waitText(failure, "connection was lost")
	<-x.gone
}

func TestStopEndsTheRequestAndKeepsWhatCame(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Tell me everything")
	x := s.next()
	x.start()
	x.delta("In the beginning")
	page.waitText(prose, "In the beginning")
	if page.count("[data-send]:not([hidden])") != 0 {
		t.Error("the send button is there while the answer comes")
	}
	page.click("[data-stop]")
	page.waitText(lastAnswer, "Stopped.")
	page.waitText(prose, "In the beginning")
	select {
	case <-x.gone:
	case <-time.After(patience):
		t.Fatal("the server was not told")
	}
	if page.count(retry) != 0 {
		t.Error("what the visitor stopped is offered again")
	}
	page.ask("And now?")
	x = s.next()
	if got := fmt.Sprint(x.request.History); got != "[{user Tell me everything} {assistant In the beginning}]" {
		t.Errorf("history %s", got)
	}
	x.answer("Yes.")
	page.waitText(prose, "Yes.")
}

func TestProblemsAreExplained(t *testing.T) {
	for _, tt := range []struct {
		name     string
		problem  refusal
		language string
		shown    string
		retry    bool
	}{
		{"a rate limit", refusal{"rate_limited", "rate_limited", "Slow down.", 7 * time.Second}, "en", "try again in 7 seconds", true},
		{"a rate limit in Spanish", refusal{"rate_limited", "rate_limited", "Slow down.", 7 * time.Second}, "es", "en 7 segundos", true},
		{"a chat that is off", refusal{"not_found", "chat_not_enabled", "Off.", 0}, "en", "not available right now", false},
		{"an outage", refusal{"unavailable", "temporarily_unavailable", "Away.", 5 * time.Second}, "en", "can’t take your message", true},
		{"a code this page does not know", refusal{"invalid", "new_code", "Something specific.", 0}, "en", "Something specific.", false},
		{"a code this page does not know, in Spanish", refusal{"invalid", "new_code", "Something specific.", 0}, "es", "Algo ha fallado", false},
		{"a fault of the server", refusal{"internal", "internal_error", "Something went wrong.", 0}, "en", "went wrong", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, graceHarbor())
			page := newTab(t, phone).speaking(tt.language)
			page.open(s.url + "/chat/grace-harbor")
			page.ask("Hello")
			x := s.next()
			x.refuse(tt.problem)
			page.waitText(failure, tt.shown)
			if got := page.count(retry) == 1; got != tt.retry {
				t.Errorf("retry offered: %v", got)
			}
			if tt.retry {
				page.click(retry)
				again := s.next()
				if again.request.ClientMessageID != x.request.ClientMessageID {
					t.Error("the retry is another message")
				}
				again.answer("Hello!")
				page.waitText(prose, "Hello!")
			}
		})
	}
}

func TestWhatPassesByItselfIsTriedAgainByItself(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Hello")
	first := s.next()
	first.refuse(refusal{"unavailable", "shutting_down", "Restarting.", time.Second})
	second := s.next()
	second.refuse(refusal{"conflict", "turn_in_progress", "Being answered.", time.Second})
	third := s.next()
	if page.count(failure) != 0 {
		t.Error("the visitor was bothered")
	}
	if third.request.ClientMessageID != first.request.ClientMessageID {
		t.Error("tried again as another message")
	}
	third.answer("Hello!")
	page.waitText(prose, "Hello!")
}

func TestAnswersOfAnythingButTheServerAreNotShown(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Hello")
	s.next().run(true, func(w httpWriter) error {
		w.Header().Set("Content-Type", "text/html")
		_, err := w.Write([]byte("<h1>Welcome to the airport</h1>"))
		return err
	})
	page.waitText(failure, "went wrong")
	if strings.Contains(page.text("body"), "airport") {
		t.Error("the captive portal is shown")
	}
}

func TestTheConversationSurvivesAReload(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("One")
	first := s.next()
	first.start()
	first.delta("Answer **one**")
	first.send("sources", object{"items": []object{{"id": uuid.NewString(), "kind": "faq", "title": "A question", "similarity": 0.9}}})
	first.done()
	page.waitText(prose, "Answer one")
	page.ask("Two")
	second := s.next()
	second.start()
	second.delta("Half")
	page.waitText(prose, "Half")

	page.do(chromedp.Reload())
	page.wait(`document.querySelector("[data-chat][data-ready]") !== null`)
	if got := page.count(".message--visitor"); got != 2 {
		t.Fatalf("%d messages after the reload", got)
	}
	if page.count("[data-messages] strong") != 1 || page.count(".sources") != 1 {
		t.Errorf("after the reload: %s", page.text("[data-messages]"))
	}
	page.waitText(failure, "has not been answered")
	page.click(retry)
	again := s.next()
	if again.request.ClientMessageID != second.request.ClientMessageID || again.request.SessionID != first.request.SessionID {
		t.Errorf("sent again as %+v, first as %+v", again.request, second.request)
	}
	again.answer("Answer two")
	page.waitText(prose, "Answer two")
}

func TestForgettingRemovesEverythingFromThisBrowser(t *testing.T) {
	s, page, grace := openChat(t, phone)
	page.ask("A secret")
	first := s.next()
	first.answer("Noted.")
	page.waitText(prose, "Noted.")

	forget := func(choice string) {
		page.click(".about summary")
		page.click("[data-forget]")
		page.wait(`document.querySelector("dialog").open`)
		page.click("dialog button[value=" + choice + "]")
		page.wait(`!document.querySelector("dialog").open`)
	}
	forget("keep")
	if page.count(".message") != 2 {
		t.Fatal("gone although the visitor wanted to keep it")
	}
	forget("forget")
	page.wait(`document.querySelectorAll(".message").length === 0`)
	if stored := eval[string](page, `JSON.stringify(localStorage)`); strings.Contains(stored, "secret") || strings.Contains(stored, first.request.SessionID) {
		t.Errorf("still stored: %s", stored)
	}
	if !eval[bool](page, `document.querySelector("[data-welcome]").checkVisibility()`) {
		t.Error("no welcome")
	}
	page.ask("Hello again")
	second := s.next()
	if second.request.SessionID == first.request.SessionID || len(second.request.History) != 0 {
		t.Errorf("the old conversation goes on: %+v", second.request)
	}
	second.answer("Hello!")
	page.waitText(prose, "Hello!")
	if key := "narthex:" + grace.ID.String(); eval[int](page, `localStorage.length`) != 1 || eval[string](page, `localStorage.key(0)`) != key {
		t.Errorf("stored under %v", eval[string](page, `JSON.stringify(localStorage)`))
	}
}

func TestForgettingWhileAnAnswerComesLeavesNothing(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("A secret")
	x := s.next()
	x.start()
	x.delta("About your secret")
	page.waitText(prose, "About your secret")
	page.click(".about summary")
	page.click("[data-forget]")
	page.click("dialog button[value=forget]")
	<-x.gone
	page.wait(`!document.querySelector("[data-send]").hidden`)
	if page.count(".message") != 0 || eval[int](page, `localStorage.length`) != 0 {
		t.Errorf("left: %s %s", page.text("[data-messages]"), eval[string](page, `JSON.stringify(localStorage)`))
	}
}

func TestTwoTabsShareOneConversation(t *testing.T) {
	s, page, _ := openChat(t, phone)
	other := newTab(t, phone)
	other.open(s.url + "/chat/grace-harbor?agent=care")
	page.ask("One")
	first := s.next()
	first.answer("Answer one")
	other.waitText("[data-messages]", "Answer one")
	other.ask("Two")
	second := s.next()
	if second.request.SessionID != first.request.SessionID || second.request.AgentType != "care" || len(second.request.History) != 2 {
		t.Errorf("the second tab sent %+v", second.request)
	}
	second.answer("Answer two")
	page.waitText("[data-messages]", "Answer two")

	page.click(".about summary")
	page.click("[data-forget]")
	page.click("dialog button[value=forget]")
	other.wait(`document.querySelectorAll(".message").length === 0`)
}

func TestWithoutStorageTheChatWorksAsLongAsThePage(t *testing.T) {
	s := serve(t, graceHarbor())
	page := newTab(t, phone)
	page.beforeScripts(`Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })`)
	page.open(s.url + "/chat/grace-harbor")
	page.ask("One")
	first := s.next()
	first.answer("Answer one")
	page.waitText(prose, "Answer one")
	page.ask("Two")
	second := s.next()
	if second.request.SessionID != first.request.SessionID || len(second.request.History) != 2 {
		t.Errorf("sent %+v", second.request)
	}
	second.answer("Answer two")
	page.waitText(prose, "Answer two")
}

func TestSuggestedPromptsAreSentAndGoAway(t *testing.T) {
	s := serve(t, graceHarbor())
	page := newTab(t, phone)
	page.open(s.url + "/chat/grace-harbor?agent=care")
	page.do(chromedp.Click(chromedp.CSS("[data-prompt]")))
	x := s.next()
	if x.request.Message != "I’m going through a hard time" || x.request.AgentType != "care" {
		t.Errorf("sent %+v", x.request)
	}
	x.answer("I'm sorry to hear that.")
	page.waitText(prose, "I'm sorry")
	if eval[bool](page, `document.querySelector("[data-welcome]").checkVisibility()`) {
		t.Error("the welcome is still there")
	}
}

func TestTheLengthOfAMessageIsWatched(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.click("#message")
	page.paste(strings.Repeat("é", 1799))
	if page.count("[data-count]:not([hidden])") != 0 {
		t.Error("counted too early")
	}
	page.paste("🙏")
	page.waitText("[data-count]", "1800 of 2000 characters")
	page.paste(strings.Repeat("x", 201))
	page.waitText("[data-count]", "1 over the limit of 2000")
	if !eval[bool](page, `document.querySelector("[data-send]").disabled && document.querySelector("#message").ariaInvalid === "true"`) {
		t.Error("it could be sent")
	}
	page.press("\r")
	page.press("\b")
	page.waitText("[data-count]", "2000 of 2000 characters")
	page.press("\r")
	if got := len([]rune(s.next().request.Message)); got != 2000 {
		t.Errorf("sent %d characters", got)
	}
}

func TestDemonstrationChurchesShowHowAnAnswerWasMade(t *testing.T) {
	grace := graceHarbor()
	grace.Demo = true
	s := serve(t, grace)
	page := newTab(t, phone)
	page.open(s.url + "/chat/grace-harbor")
	page.ask("When are services?")
	x := s.next()
	x.start()
	x.send("tier", object{"tier": 1, "reason": "faq", "similarity": 0.973})
	x.delta("At nine.")
	x.finish("done", object{"finish": "stop", "tier": 1, "ms": 12})
	page.wait(`document.querySelector(".how") !== null`)
	if open := eval[bool](page, `document.querySelector(".how").open`); open {
		t.Error("shown without being asked for")
	}
	page.click(".how summary")
	if got := page.text(".how p"); got != "Tier 1, a stored question and answer (faq) · similarity 0.97 · 12 ms" {
		t.Errorf("shown: %q", got)
	}

	page.ask("Stewardship?")
	x = s.next()
	x.start()
	x.send("tier", object{"tier": nil, "reason": "agent_inactive"})
	x.delta("Not active.")
	x.finish("done", object{"finish": "stop", "tier": nil, "ms": 1})
	page.wait(`document.querySelectorAll(".how").length === 2`)
	page.click(lastAnswer + " .how summary")
	if got := page.text(lastAnswer + " .how p"); got != "agent_inactive · 1 ms" {
		t.Errorf("shown: %q", got)
	}
}

func TestToolsAndAnswersThatWereCutAreTold(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Please pray for me")
	x := s.next()
	x.start()
	x.send("tool", object{"name": "submit_prayer_request", "status": "running"})
	page.waitText(lastAnswer+" .tools", "Working on your request")
	x.send("tool", object{"name": "submit_prayer_request", "status": "done", "summary": "Your prayer request is with the prayer team."})
	page.waitText(lastAnswer+" .tools", "with the prayer team")
	x.delta("I have passed it on.")
	x.finish("done", object{"finish": "length", "tier": 4, "ms": 900})
	page.waitText(lastAnswer, "had to end here")
	page.waitText(lastAnswer, "with the prayer team")
}

// A visitor who has scrolled up to read must not be pulled down, and a long answer is read from its beginning.
func TestTheListFollowsTheAnswerOnlyAsFarAsIsUseful(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("A long story, please")
	x := s.next()
	x.start()
	x.delta("First line.\n\n" + strings.Repeat("Another paragraph of the story, which is rather long.\n\n", 40))
	page.wait(`document.querySelectorAll("` + prose + ` > p").length === 41`)
	page.wait(`!document.querySelector("[data-jump]").hidden`)
	const questionInSight = `(() => {
		const list = document.querySelector("[data-scroller]").getBoundingClientRect();
		const question = document.querySelector(".message--visitor:nth-last-child(2)").getBoundingClientRect();
		return question.top >= list.top - 1 && question.bottom <= list.bottom;
	})()`
	if !eval[bool](page, questionInSight) {
		t.Error("the question went out of sight while its answer came")
	}
	page.click("[data-jump]")
	page.wait(`document.querySelector("[data-jump]").hidden`)
	x.delta("The end.")
	x.done()
	page.waitText(prose, "The end.")
	eval[any](page, `document.querySelector("[data-scroller]").scrollTop = 0`)

	page.ask("And another")
	page.wait(questionInSight)
	x = s.next()
	x.start()
	eval[any](page, `document.querySelector("[data-scroller]").scrollTop = 50`)
	x.delta("Something new.")
	x.done()
	page.waitText(prose, "Something new.")
	if got := eval[float64](page, `document.querySelector("[data-scroller]").scrollTop`); got != 50 {
		t.Errorf("pulled from 50 to %v", got)
	}
}
