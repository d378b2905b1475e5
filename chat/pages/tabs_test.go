package pages_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// leave closes a tab, as a visitor does.
func (p *tab) leave() {
	p.t.Helper()
	if err := chromedp.Cancel(p.ctx); err != nil {
		p.t.Fatalf("close the tab: %v", err)
	}
}

func TestAnAnswerIsSeenInTheOtherTabAsItComesAndGoesOnThere(t *testing.T) {
	s, page, _ := openChat(t, phone)
	other := newTab(t, phone)
	other.open(s.url + "/chat/grace-harbor")
	page.ask("Who is the pastor?")
	x := s.next()
	x.start()
	x.delta("The pastor")
	other.waitText(prose, "The pastor")
	other.wait(`document.querySelector(".typing").checkVisibility()`)
	page.leave()
	<-x.gone
	again := s.next()
	if !again.resumes || again.turn != x.turn || again.seq > x.seq {
		t.Fatalf("the other tab asked for %+v", again)
	}
	again.seq = x.seq
	again.delta(" is Daniel.")
	again.done()
	other.waitText(prose, "The pastor is Daniel.")
	if other.count(".message") != 2 {
		t.Errorf("shown: %s", other.text("[data-messages]"))
	}
}

func TestTwoTabsDoNotAskTheSameTwice(t *testing.T) {
	s, page, _ := openChat(t, phone)
	other := newTab(t, phone)
	other.open(s.url + "/chat/grace-harbor")
	page.ask("One")
	first := s.next()
	first.start()
	other.waitText("[data-messages]", "One")
	other.ask("Two")
	second := s.next()
	if second.request.Message != "Two" || second.request.SessionID != first.request.SessionID {
		t.Fatalf("the other tab asked %+v", second.request)
	}
	eval[any](other, `new Promise((resolve) => setTimeout(resolve, 1500))`) // longer than a tab leaves another's message alone
	select {
	case x := <-s.exchanges:
		t.Fatalf("asked once more: %+v", x.request)
	default:
	}
	second.answer("Answer two")
	first.delta("Answer one")
	first.done()
	for _, tab := range []*tab{page, other} {
		tab.waitText("[data-messages]", "Answer one")
		tab.waitText("[data-messages]", "Answer two")
		if got := tab.count(".message"); got != 4 {
			t.Errorf("%d messages", got)
		}
	}
}

// whenLocks waits until what tabs hold and wait for is as a condition on held and pending says.
func (p *tab) whenLocks(condition string) {
	p.t.Helper()
	eventually := fmt.Sprintf(`(async () => {
		for (const deadline = Date.now() + %d; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 5))) {
			const { held, pending } = await navigator.locks.query();
			if (%s) return true;
		}
		return false;
	})()`, (patience / 2).Milliseconds(), condition)
	if !eval[bool](p, eventually) {
		p.t.Fatalf("never became true of the locks: %s\npage: %s", condition, p.text("body"))
	}
}

// What is taken back in one tab is not sent by another one that waits to take it over, nor by the one that has it.
func TestAMessageThatIsTakenBackIsSentByNoTab(t *testing.T) {
	for _, from := range []string{"the tab that asked", "the other tab"} {
		t.Run(from, func(t *testing.T) {
			s, page, _ := openChat(t, phone)
			other := newTab(t, phone)
			other.open(s.url + "/chat/grace-harbor")
			page.online(false)
			page.ask("On second thoughts no")
			page.waitText(waiting, "You are offline")
			other.waitText("[data-messages]", "On second thoughts no")
			other.wait(`document.querySelector(".note--waiting button")`)
			other.whenLocks(`held.length === 1 && pending.length === 1`) // it has adopted the message
			if from == "the other tab" {
				other.click(waiting + " button")
			} else {
				page.click(waiting + " button")
			}
			for _, tab := range []*tab{page, other} {
				tab.wait(`document.querySelectorAll(".message").length === 0`)
			}
			page.online(true)
			other.whenLocks(`held.length + pending.length === 0`)
			select {
			case x := <-s.exchanges:
				t.Fatalf("sent: %+v", x.request)
			default:
			}
			for _, tab := range []*tab{page, other} {
				if got := tab.count(".message"); got != 0 {
					t.Errorf("%d messages", got)
				}
			}
			s.conversation(other, "Is there parking?")
			page.waitText("[data-messages]", "Answer to Is there parking?")
		})
	}
}

func TestForgettingInOneTabEndsTheAnswerInTheOther(t *testing.T) {
	s, page, _ := openChat(t, phone)
	other := newTab(t, phone)
	other.open(s.url + "/chat/grace-harbor")
	page.ask("A secret")
	x := s.next()
	x.start()
	x.delta("About your secret")
	other.waitText(prose, "About your secret")
	other.click(".about summary")
	other.click("[data-forget]")
	other.click("dialog button[value=forget]")
	<-x.gone
	for _, tab := range []*tab{page, other} {
		tab.wait(`document.querySelectorAll(".message").length === 0`)
		tab.wait(`localStorage.length === 0`)
	}
}

func TestTheBackButtonLeadsBackToTheConversation(t *testing.T) {
	s, page, _ := openChat(t, phone)
	s.withSockets()
	s.conversation(page, "One")
	page.ask("Two")
	x := s.next()
	x.start()
	x.delta("Half")
	page.waitText(prose, "Half")
	page.do(chromedp.Navigate(s.url + "/nowhere"))
	<-x.gone
	eval[any](page, `void history.back()`)
	again := s.next()
	if !again.resumes || again.turn != x.turn || again.seq > x.seq {
		t.Fatalf("asked for %+v", again)
	}
	again.seq = x.seq
	again.delta(" and half")
	again.done()
	page.waitText(prose, "Half and half")
	if got := page.count(".message"); got != 4 {
		t.Errorf("%d messages", got)
	}
}

// remember puts a conversation into the browser's memory, as an earlier visit left it.
func (p *tab) remember(church, turns string, ago time.Duration) {
	p.t.Helper()
	eval[any](p, fmt.Sprintf(`localStorage.setItem("narthex:%s", JSON.stringify({
		version: 1, at: Date.now() - %d, sessionId: "0190d2c6-0000-4000-8000-000000000001", turns: %s,
	}))`, church, ago.Milliseconds(), turns))
}

const anHourAndMore = 65 * time.Minute

// What somebody wrote long ago is not sent behind their back.
func TestAnOldMessageIsSentOnlyWhenItsWriterWantsThat(t *testing.T) {
	s, page, grace := openChat(t, phone)
	page.remember(grace.ID.String(), fmt.Sprintf(`[{
		id: "a", messageId: "0190d2c6-0000-4000-8000-000000000002", at: Date.now() - %[1]d, sentAt: Date.now() - %[1]d,
		turnId: "", seq: 0, question: "Are you there?", answer: "", state: "pending",
	}]`, anHourAndMore.Milliseconds()), anHourAndMore)
	page.open(s.url + "/chat/grace-harbor")
	page.waitText(failure, "has not been answered")
	page.click(retry)
	s.next().answer("I am.")
	page.waitText(prose, "I am.")
}

func TestAConversationIsKeptForThirtyDays(t *testing.T) {
	s, page, grace := openChat(t, phone)
	const turns = `[{ id: "a", messageId: "b", at: Date.now() - 1e10, turnId: "c", seq: 3, question: "Long ago", answer: "Yes.", state: "done" }]`
	for age, kept := range map[time.Duration]bool{29 * 24 * time.Hour: true, 31 * 24 * time.Hour: false} {
		page.remember(grace.ID.String(), turns, age)
		page.open(s.url + "/chat/grace-harbor")
		if got := page.count(".message") == 2; got != kept {
			t.Errorf("after %v: kept %v", age, got)
		}
		if stored := eval[int](page, `localStorage.length`) == 1; stored != kept {
			t.Errorf("after %v: stored %v", age, stored)
		}
	}
}

// What this browser has forgotten while the server could not be reached is deleted there at the next visit.
func TestForgettingIsMadeUpFor(t *testing.T) {
	s, page, _ := openChat(t, phone)
	first := s.conversation(page, "A secret")
	page.online(false)
	page.click(".about summary")
	page.click("[data-forget]")
	page.click("dialog button[value=forget]")
	page.waitText("[data-notice]", "told as soon as you come back")
	page.online(true)
	page.open(s.url + "/chat/grace-harbor")
	if session := <-s.forgotten; session != first.request.SessionID {
		t.Errorf("%s was forgotten, not %s", session, first.request.SessionID)
	}
	page.wait(`localStorage.length === 0`)
}
