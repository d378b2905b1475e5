package pages_test

import (
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
