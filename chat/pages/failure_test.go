package pages_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

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

// mustResume is the next request, which must be for the rest of an answer.
func (s *server) mustResume(x *exchange) *exchange {
	s.t.Helper()
	again := s.next()
	if !again.resumes || again.turn != x.turn || again.seq != x.seq || again.request.SessionID != x.request.SessionID {
		s.t.Fatalf("after event %d of turn %s: %+v", x.seq, x.turn, again)
	}
	return again
}

// mustSendAgain is the next request, which must bring the same message.
func (s *server) mustSendAgain(x *exchange) *exchange {
	s.t.Helper()
	again := s.next()
	if again.resumes || again.request.ClientMessageID != x.request.ClientMessageID || again.request.Message != x.request.Message {
		s.t.Fatalf("%+v was sent after %+v", again.request, x.request)
	}
	return again
}

func TestAnAnswerGoesOnWhereTheConnectionWasLost(t *testing.T) {
	for name, sockets := range map[string]bool{"over a socket": true, "by requests": false} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, graceHarbor())
			s.sockets.Store(sockets)
			page := newTab(t, phone)
			page.open(s.url + "/chat/grace-harbor")
			page.ask("Who is the pastor?")
			first := s.next()
			first.cut() // before any answer
			x := s.mustSendAgain(first)
			x.start()
			x.delta("The pastor")
			page.waitText(prose, "The pastor")
			x.cut()
			again := s.mustResume(x)
			again.delta(" is Daniel")
			page.waitText(prose, "The pastor is Daniel")
			again.cut()
			last := s.mustResume(again)
			last.seq = 1 // a server that sends once more what was seen
			last.delta("The pastor")
			last.delta(" is Daniel")
			last.delta(" Whitcomb.")
			last.done()
			page.waitText(prose, "Whitcomb.")
			if got := page.text(prose); got != "The pastor is Daniel Whitcomb." {
				t.Errorf("shown: %q", got)
			}
			if page.count(failure) != 0 || (x.socket != nil) != sockets {
				t.Errorf("failures %d, socket %v", page.count(failure), x.socket != nil)
			}
		})
	}
}

// Events that are missing are asked for: what came after them is not shown before they are there.
func TestMissingEventsAreAskedFor(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Who is the pastor?")
	x := s.next()
	x.start()
	x.delta("The pastor")
	seen := x.seq
	x.seq++
	x.delta(" Whitcomb.")
	x.seq = seen
	again := s.mustResume(x)
	again.delta(" is Daniel")
	again.delta(" Whitcomb.")
	again.done()
	page.waitText(prose, "The pastor is Daniel Whitcomb.")
}

// The server numbers anew what it no longer has as it was sent, and then tells all of it.
func TestAnAnswerThatIsToldAnewReplacesWhatCame(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Who is the pastor?")
	x := s.next()
	x.start()
	x.delta("The pas")
	x.delta("tor is D")
	page.waitText(prose, "The pastor is D")
	x.cut()
	again := s.mustResume(x)
	again.seq = 0
	again.startAgain()
	again.delta("The pastor is Daniel.")
	again.done()
	page.waitText(prose, "Daniel.")
	if got := page.text(prose); got != "The pastor is Daniel." {
		t.Errorf("shown: %q", got)
	}
}

// A server that does not know the turn (any more) is sent the message: if it has answered it after all, that is told.
func TestATurnThatTheServerDoesNotKnowIsSentAgain(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Who is the pastor?")
	x := s.next()
	x.start()
	x.delta("The")
	page.waitText(prose, "The")
	x.cut()
	s.mustResume(x).run(true, func(w httpWriter) error {
		w.WriteHeader(http.StatusNoContent)
		return nil
	})
	s.mustSendAgain(x).answer("Daniel Whitcomb.")
	page.waitText(prose, "Daniel Whitcomb.")
}

// The server answers a message once. When it had to give up half-way, only a new message gets a whole answer.
func TestARetryAsksAnewWhereTheAnswerEndedHalfWay(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Who is the pastor?")
	cutOff := object{"code": "answer_cut", "message": "Cut off.", "retryable": true}
	first := s.next()
	first.start()
	first.finish("error", cutOff)
	page.waitText(failure, "Cut off.")
	page.click(retry)
	second := s.mustSendAgain(first)
	second.startAgain()
	second.delta("The pastor is")
	second.finish("error", cutOff)
	third := s.next()
	if third.request.ClientMessageID == first.request.ClientMessageID || third.request.Message != first.request.Message {
		t.Errorf("asked anew as %+v", third.request)
	}
	third.start()
	third.finish("error", object{"code": "model_unavailable", "message": "Not now.", "retryable": true})
	page.waitText(failure, "Not now.")
	page.click(retry)
	s.mustSendAgain(third).answer("The pastor is Daniel Whitcomb.")
	page.waitText(prose, "The pastor is Daniel Whitcomb.")
	if page.count(".message--visitor") != 1 {
		t.Errorf("shown: %s", page.text("[data-messages]"))
	}
}

// What the visitor stops is not asked once more, though its answer was said before and is not whole.
func TestARetryThatIsStoppedIsNotAskedAnew(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Who is the pastor?")
	first := s.next()
	first.start()
	first.finish("error", object{"code": "answer_cut", "message": "Cut off.", "retryable": true})
	page.waitText(failure, "Cut off.")
	page.click(retry)
	second := s.mustSendAgain(first)
	second.startAgain()
	second.delta("The pastor is")
	page.waitText(prose, "The pastor is")
	again := make(chan *exchange, 1)
	go func() {
		select {
		case x := <-s.exchanges:
			again <- x
		case <-t.Context().Done():
		}
	}()
	page.click("[data-stop]")
	<-s.stops
	second.finish("done", object{"finish": "stopped", "tier": 4, "ms": 7})
	page.wait(`!document.querySelector("[data-send]").hidden`)
	page.waitText(lastAnswer, "Stopped.")
	if got := page.text(prose); got != "The pastor is" {
		t.Errorf("shown: %q", got)
	}
	select {
	case x := <-again:
		t.Errorf("asked once more: %+v", x.request)
	default:
	}
}

func TestAStreamThatEndsWithoutItsEndIsResumed(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Hello")
	x := s.next()
	x.start()
	text := x.format("delta", object{"text": "Half"})
	x.run(true, func(w httpWriter) error { return writeStream(w, text) })
	again := s.mustResume(x)
	again.delta(" and half")
	again.done()
	page.waitText(prose, "Half and half")
}

// A server that restarts says when to come back.
func TestTheServersAdviceWhenToComeBackIsTaken(t *testing.T) {
	s, page, _ := openChat(t, phone)
	eval[any](page, `(() => {
		const real = setTimeout;
		window.setTimeout = (f, ms, ...rest) => { if (ms === 1234) window.advised = true; return real(f, ms === 1234 ? 0 : ms, ...rest); };
	})()`)
	page.ask("Hello")
	x := s.next()
	x.start()
	x.run(true, func(w httpWriter) error { return writeStream(w, "retry: 1234\n\n") })
	again := s.mustResume(x)
	if !eval[bool](page, `Boolean(window.advised)`) {
		t.Error("came back at another time")
	}
	again.delta("Hello!")
	again.done()
	page.waitText(prose, "Hello!")
}

func TestASilentConnectionIsReplaced(t *testing.T) {
	s, page, _ := openChat(t, phone)
	// The page's own patience of 45 seconds, shortened, but not to what a busy machine may take from one comment to the next.
	eval[any](page, `(() => { const real = setTimeout; window.setTimeout = (f, ms) => real(f, ms === 45000 ? 4000 : ms); })()`)
	page.ask("Hello")
	x := s.next()
	x.start()
	for range 6 { // comments are a sign of life
		x.raw(": keep-alive\n\n")
		eval[any](page, `new Promise((resolve) => setTimeout(resolve, 1000))`)
	}
	select {
	case <-x.gone:
		t.Fatal("given up although the server was alive")
	default:
	}
	again := s.mustResume(x)
	again.delta("Hello!")
	again.done()
	page.waitText(prose, "Hello!")
}

func TestProblemsAreExplained(t *testing.T) {
	for _, tt := range []struct {
		name     string
		problem  refusal
		language string
		shown    string
		retry    bool
	}{
		{"a long rate limit", refusal{"rate_limited", "rate_limited", "Slow down.", 40 * time.Second}, "en", "try again in 40 seconds", true},
		{"a long rate limit in Spanish", refusal{"rate_limited", "rate_limited", "Slow down.", 40 * time.Second}, "es", "en 40 segundos", true},
		{"a chat that is off", refusal{"not_found", "chat_not_enabled", "Off.", 0}, "en", "not available right now", false},
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
				s.mustSendAgain(x).answer("Hello!")
				page.waitText(prose, "Hello!")
			}
		})
	}
}

// What passes is waited out, and the visitor told if it takes more than a moment.
func TestWhatPassesIsWaitedOut(t *testing.T) {
	for _, tt := range []struct {
		name    string
		problem refusal
		shown   string
	}{
		{"a restart", refusal{"unavailable", "shutting_down", "Restarting.", time.Second}, ""},
		{"being answered already", refusal{"conflict", "turn_in_progress", "Being answered.", time.Second}, ""},
		{"an outage", refusal{"unavailable", "temporarily_unavailable", "Away.", 6 * time.Second}, "We can’t take your message just now"},
		{"a short rate limit", refusal{"rate_limited", "rate_limited", "Slow down.", 6 * time.Second}, "goes out by itself in 6 seconds"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, page, _ := openChat(t, phone)
			page.ask("Hello")
			x := s.next()
			x.refuse(tt.problem)
			if tt.shown != "" {
				page.waitText(waiting, tt.shown)
				page.waitText("[data-announcer]", tt.shown)
			}
			again := s.mustSendAgain(x)
			if tt.shown == "" && page.count(waiting) != 0 {
				t.Error("the visitor was bothered")
			}
			again.answer("Hello!")
			page.waitText(prose, "Hello!")
			if page.count(waiting)+page.count(failure) != 0 {
				t.Errorf("still said: %s", page.text(lastAnswer))
			}
		})
	}
}

func TestAnswersOfAnythingButTheServerAreNotShown(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("Hello")
	portal := func(w httpWriter) error {
		w.Header().Set("Content-Type", "text/html")
		_, err := w.Write([]byte("<h1>Welcome to the airport</h1>"))
		return err
	}
	for range 3 {
		s.next().run(true, portal)
	}
	page.waitText(waiting, "It is kept here")
	if strings.Contains(page.text("body"), "airport") {
		t.Error("the captive portal is shown")
	}
	page.click(waiting + " button")
	s.next().answer("Hello!")
	page.waitText(prose, "Hello!")
}
