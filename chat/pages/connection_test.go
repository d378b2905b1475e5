package pages_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
)

// online switches the network of a tab on or off, and lets the page know.
func (p *tab) online(on bool) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err := chromedp.Call(ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Offline: !on, DownloadThroughput: -1, UploadThroughput: -1}},
		})
		if err != nil {
			return err
		}
		_, err = chromedp.Call(ctx, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: !on, DownloadThroughput: -1, UploadThroughput: -1})
		return err
	}))
	if on {
		p.wait(`navigator.onLine`)
	} else {
		p.wait(`!navigator.onLine`)
	}
}

// conversation asks and has answered, and returns over which transport.
func (s *server) conversation(page *tab, question string) (x *exchange) {
	s.t.Helper()
	page.ask(question)
	x = s.next()
	x.answer("Answer to " + question)
	page.waitText(prose, "Answer to "+question)
	page.wait(`!document.querySelector("[data-send]").hidden`)
	return x
}

func TestManyTurnsShareOneSocket(t *testing.T) {
	s, page, _ := openChat(t, phone)
	s.withSockets()
	first, second := s.conversation(page, "One"), s.conversation(page, "Two")
	if first.socket == nil || first.socket != second.socket || len(s.live.all()) != 1 {
		t.Errorf("%d sockets for two questions", len(s.live.all()))
	}
	if second.request.SessionID != first.request.SessionID || len(second.request.History) != 2 {
		t.Errorf("sent %+v", second.request)
	}
}

// Where sockets are not let through, answers come by requests, and after two tries nobody waits for a socket again.
func TestWhereSocketsAreRefusedAnswersComeByRequests(t *testing.T) {
	s, page, _ := openChat(t, phone)
	for _, question := range []string{"One", "Two", "Three"} {
		if x := s.conversation(page, question); x.socket != nil {
			t.Fatal("a socket opened")
		}
	}
	page.open(s.url + "/chat/grace-harbor")
	s.conversation(page, "Four")
	if refused := s.refused.Load(); refused != 2 {
		t.Errorf("%d sockets were tried", refused)
	}
}

func TestHowASocketEndsSaysWhatToDo(t *testing.T) {
	for _, tt := range []struct {
		name   string
		code   websocket.StatusCode
		socket bool // whether the rest comes over another one
	}{
		{"the server restarts", websocket.StatusGoingAway, true},
		{"fell behind", 4409, true},
		{"silent for long", 4408, true},
		{"a fault of the server", websocket.StatusInternalError, true},
		{"something that this page should not do", websocket.StatusPolicyViolation, false},
		{"not what the page speaks", websocket.StatusUnsupportedData, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, page, _ := openChat(t, phone)
			s.withSockets()
			page.ask("Who is the pastor?")
			x := s.next()
			x.start()
			x.delta("The pastor")
			page.waitText(prose, "The pastor")
			x.close(tt.code)
			again := s.mustResume(x)
			if got := again.socket != nil; got != tt.socket {
				t.Errorf("over a socket: %v", got)
			}
			again.delta(" is Daniel.")
			again.done()
			page.waitText(prose, "The pastor is Daniel.")
			if next := s.conversation(page, "And now?"); (next.socket != nil) != tt.socket {
				t.Errorf("the next over a socket: %v", next.socket != nil)
			}
		})
	}
}

func TestProblemsOverASocketAreTakenLikeThoseOfRequests(t *testing.T) {
	s, page, _ := openChat(t, phone)
	s.withSockets()
	page.ask("Hello")
	x := s.next()
	x.problem("rate_limited", true, 6)
	page.waitText(waiting, "goes out by itself in 6 seconds")
	again := s.mustSendAgain(x)
	again.problem("busy", true, 2)
	page.waitText(waiting, "Many people are asking at once. Your message is kept here, and goes out by itself in 2 seconds.")
	again = s.mustSendAgain(again)
	again.problem("chat_not_enabled", false, 0)
	page.waitText(failure, "not available right now")

	page.ask("Hello again")
	x = s.next()
	x.start()
	x.delta("Hel")
	page.waitText(prose, "Hel")
	x.cut()
	s.mustResume(x).problem("turn_not_found", false, 0)
	s.mustSendAgain(x).answer("Hello!")
	page.waitText(prose, "Hello!")
}

// The start of a turn does not say which message it answers: nobody is to see the answer to a message that was left below the next one.
func TestAnAbandonedMessagesAnswerIsNotShownBelowTheNext(t *testing.T) {
	for name, leave := range map[string]func(*tab){
		"stopped": func(page *tab) { page.click("[data-stop]") },
		"left with its conversation": func(page *tab) {
			page.click(".about summary")
			page.click("[data-begin]")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, page, _ := openChat(t, phone)
			s.withSockets()
			page.ask("One")
			first := s.next()
			leave(page)
			page.wait(`!document.querySelector("[data-send]").hidden`)
			page.ask("Two")
			second := s.next()
			for _, frame := range []string{
				first.format("start", object{"turnId": first.turn, "sessionId": first.request.SessionID, "agent": "coordinator", "resumed": false}),
				first.format("delta", object{"text": "About one"}),
			} {
				_ = first.socket.Write(t.Context(), websocket.MessageText, []byte(frame)) // whether anybody listens or not
			}
			second.answer("About two")
			page.waitText(lastAnswer+" .prose", "About two")
			if got := page.text("[data-messages]"); strings.Contains(got, "About one") {
				t.Errorf("shown: %s", got)
			}
		})
	}
}

func TestAMessageSentOfflineGoesOutWhenTheNetworkIsBack(t *testing.T) {
	s, page, _ := openChat(t, phone)
	s.withSockets()
	page.online(false)
	page.ask("One")
	page.waitText(waiting, "You are offline")
	page.waitText("[data-announcer]", "You are offline")
	page.ask("Two")
	page.waitText(waiting, "Goes out next.")
	page.ask("Three, but on second thoughts no")
	page.shoot("phone-offline")
	page.click(waiting + " button")
	page.wait(`document.querySelectorAll(".message--visitor").length === 2`)

	page.online(true)
	first := s.next()
	if first.request.Message != "One" {
		t.Fatalf("sent %q first", first.request.Message)
	}
	first.answer("Answer one")
	second := s.next()
	if second.request.Message != "Two" || len(second.request.History) != 2 {
		t.Fatalf("sent %+v then", second.request)
	}
	second.answer("Answer two")
	page.waitText(prose, "Answer two")
	if got := page.count(".note--waiting") + page.count(".note--failure"); got != 0 {
		t.Errorf("still said: %s", page.text("[data-messages]"))
	}
	if strings.Contains(page.text("[data-messages]"), "second thoughts") {
		t.Error("what was taken back is still there")
	}
}

func TestAnAnswerGoesOnWhenTheNetworkIsBack(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Who is the pastor?")
	x := s.next()
	x.start()
	x.delta("The pastor")
	page.waitText(prose, "The pastor")
	page.online(false)
	<-x.gone // at once: nothing can come any more
	page.waitText(waiting, "You are offline")
	page.waitText(prose, "The pastor")
	page.online(true)
	again := s.mustResume(x)
	again.delta(" is Daniel.")
	again.done()
	page.waitText(prose, "The pastor is Daniel.")
}
