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
	waiting    = lastAnswer + " .note--waiting"
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
	if announced := page.text("[data-announcer]"); announced != sent {
		t.Errorf("announced %q before the end", announced)
	}
	if busy := eval[string](page, `document.querySelector("`+lastAnswer+`").getAttribute("aria-busy")`); busy != "true" {
		t.Errorf("aria-busy is %q while the answer comes", busy)
	}
	x.delta("ven.\n\n1. First\n2. Second")
	x.done()
	page.waitText("[data-announcer]", "Every Sunday at nine and eleven.")
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

func TestStopHasTheServerStopAndKeepsWhatCame(t *testing.T) {
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
	select {
	case told := <-s.stops:
		if want := (stop{x.turn.String(), x.request.SessionID, x.request.ChurchID}); told != want {
			t.Errorf("%+v is to be stopped instead of %+v", told, want)
		}
	case <-time.After(patience):
		t.Fatal("the server was not told to stop")
	}
	x.delta(" God")
	x.finish("done", object{"finish": "stopped", "tier": 4, "ms": 7})
	page.waitText(lastAnswer, "Stopped.")
	page.waitText(prose, "In the beginning God") // all that the server has stored
	if page.count(retry) != 0 {
		t.Error("what the visitor stopped is offered again")
	}
	page.ask("And now?")
	x = s.next()
	if got := fmt.Sprint(x.request.History); got != "[{user Tell me everything} {assistant In the beginning God}]" {
		t.Errorf("history %s", got)
	}
	x.answer("Yes.")
	page.waitText(prose, "Yes.")
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

func TestAResetBeginsTheAnswerAnew(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Which hymnal?")
	x := s.next()
	x.start()
	x.delta("The red")
	page.waitText(prose, "The red")
	x.send("reset", object{})
	x.delta("The blue one.")
	x.finish("done", object{"finish": "stop", "tier": 4, "ms": 12})
	page.waitText(prose, "The blue one.")
	if got := page.text(prose); strings.Contains(got, "red") {
		t.Errorf("the page says %q", got)
	}
}
