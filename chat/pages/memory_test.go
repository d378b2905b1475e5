package pages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
)

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
	again := s.next()
	if !again.resumes || again.turn != second.turn || again.seq != 2 || again.request.SessionID != first.request.SessionID {
		t.Errorf("went on with %+v", again)
	}
	again.delta(" an answer")
	again.done()
	page.waitText(prose, "Half an answer")
	if got := page.text(prose); got != "Half an answer" {
		t.Errorf("shown: %q", got)
	}
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
	if session := <-s.forgotten; session != first.request.SessionID {
		t.Errorf("the server was to forget %s instead of %s", session, first.request.SessionID)
	}
	page.waitText("[data-announcer]", "forgotten, here and on our server")
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
	<-s.forgotten
	page.waitText("[data-announcer]", "forgotten")
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

// A disk may run full in the middle of a conversation: what was stored before must not take the place of what was said since.
func TestWhereTheStorageIsFullTheChatWorksAsLongAsThePage(t *testing.T) {
	s, page, _ := openChat(t, phone)
	s.conversation(page, "One")
	eval[any](page, `(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; })()`)
	s.conversation(page, "Two")
	page.ask("Three")
	third := s.next()
	if len(third.request.History) != 4 {
		t.Errorf("sent %+v", third.request)
	}
	third.answer("Answer three")
	page.waitText(prose, "Answer three")
	page.click(lastAnswer + " .rating-bar [aria-pressed]:nth-child(2)")
	select {
	case told := <-s.opinions:
		if told.Turn != third.turn.String() {
			t.Errorf("told %+v", told)
		}
	case <-time.After(patience / 6):
		t.Error("what the visitor thinks of the last answer was not told")
	}

	page.inDanger(s, "He hits me", crisisAnswer)
	page.ask("Thank you")
	last := s.next()
	if last.request.SessionID != third.request.SessionID || page.count(".message--visitor") != 5 {
		t.Errorf("after somebody was in danger: sent %+v, shown %s", last.request, page.text("[data-messages]"))
	}
	last.answer("I am here.")
	page.waitText(prose, "I am here.")
}

// mustForget holds that the server is asked to delete the conversation to which an exchange belonged.
func (s *server) mustForget(x *exchange) {
	s.t.Helper()
	select {
	case session := <-s.forgotten:
		if session != x.request.SessionID {
			s.t.Errorf("the server was to forget %s instead of %s", session, x.request.SessionID)
		}
	case <-time.After(patience / 2):
		s.t.Fatal("the server was not asked to forget anything")
	}
}

// What storage does not take is remembered by the page, also until the server can be told.
func TestWithoutStorageAConversationIsForgottenOnTheServerToo(t *testing.T) {
	s := serve(t, graceHarbor())
	page := newTab(t, phone)
	page.beforeScripts(`Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })`)
	page.open(s.url + "/chat/grace-harbor")
	forget := func(says string) {
		page.click(".about summary")
		page.click("[data-forget]")
		page.click("dialog button[value=forget]")
		page.waitText("[data-notice]", says)
	}
	first := s.conversation(page, "A secret")
	forget("forgotten, here and on our server")
	s.mustForget(first)

	s.keeps.Store(true)
	second := s.conversation(page, "Another secret")
	forget("told as soon as you come back")
	s.keeps.Store(false)
	eval[any](page, `document.dispatchEvent(new Event("visibilitychange")), null`) // the visitor is back
	s.mustForget(second)
}

// Browsers that are to keep nothing of a site refuse its locks too, which is not told before one is asked for.
func TestWithoutLocksAQuestionIsAnswered(t *testing.T) {
	for name, locks := range map[string]string{
		"refused":   `navigator.locks.request = () => Promise.reject(new DOMException("no", "SecurityError"))`,
		"not there": `Object.defineProperty(navigator, "locks", { value: undefined })`,
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, graceHarbor())
			page := newTab(t, phone)
			page.beforeScripts(locks)
			page.open(s.url + "/chat/grace-harbor")
			for _, word := range []string{"One", "Two"} {
				page.ask(word)
				s.next().answer("Answer " + word)
				page.waitText(prose, "Answer "+word)
			}
		})
	}
}

func TestWhatGoesWrongBeforeAQuestionIsSentIsSaidAndHoldsUpNoOther(t *testing.T) {
	s := serve(t, graceHarbor())
	page := newTab(t, phone)
	// What is stored is no conversation at the moment when the question is about to be sent.
	page.beforeScripts(`
		let broken = false;
		const { getItem } = Storage.prototype;
		Storage.prototype.getItem = function (key) {
			const stored = getItem.call(this, key);
			if (!broken || !stored) return stored;
			broken = false;
			return JSON.stringify({ ...JSON.parse(stored), turns: null });
		};
		navigator.locks.request = (name, options, work) => {
			broken = document.querySelectorAll(".message--visitor").length === 1 && !document.querySelector("[data-retry]");
			return work();
		};`)
	page.open(s.url + "/chat/grace-harbor")
	page.ask("I am afraid")
	page.waitText(failure, "(207) 555-0142")
	if page.count(".typing:not([hidden])") != 0 || page.count(failure+" a[href^='tel:']") != 1 {
		t.Errorf("shown: %s", page.text("[data-messages]"))
	}
	page.forgive() // what went wrong is on the console
	page.click(retry)
	s.next().answer("You are not alone.")
	page.waitText(prose, "You are not alone.")
	page.ask("Two")
	s.next().answer("Answer two")
	page.waitText(prose, "Answer two")
}
