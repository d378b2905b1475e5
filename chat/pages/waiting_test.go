package pages_test

import (
	"strings"
	"testing"
	"time"
)

// Who put the telephone away offline and takes it up the next morning is asked again, also for what waited behind.
func TestAMessageThatHasWaitedForLongOnAnOpenPageIsSentOnlyWhenItsWriterWantsThat(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.online(false)
	page.ask("Could somebody come tonight?")
	page.waitText(waiting, "You are offline")
	page.ask("It is the blue house.")
	page.waitText(waiting, "Goes out next.")
	eval[any](page, `(() => { const real = Date.now; Date.now = () => real() + 2 * 3600 * 1000; })()`)
	sent := make(chan *exchange, 1)
	go func() {
		select {
		case x := <-s.exchanges:
			sent <- x
		case <-t.Context().Done():
		}
	}()
	page.online(true)
	page.wait(`document.querySelectorAll(".note--failure [data-retry]").length === 2`)
	if got := page.text("[data-messages]"); strings.Count(got, "has not been answered") != 2 || page.count(waiting) != 0 {
		t.Errorf("said: %s", got)
	}
	select {
	case x := <-sent:
		t.Fatalf("sent: %+v", x.request)
	default:
	}
	page.click(".note--failure [data-retry]")
	x := <-sent
	if x.request.Message != "Could somebody come tonight?" {
		t.Fatalf("sent: %+v", x.request)
	}
	x.answer("Yes, at eight.")
	page.waitText("[data-messages]", "Yes, at eight.")
}

// What was sent before the connection was lost may be at the church already: nobody is told that they can keep it from there.
func TestAMessageThatMayHaveArrivedIsNotOfferedToBeTakenBack(t *testing.T) {
	for name, sockets := range map[string]bool{"over a socket": true, "by requests": false} {
		t.Run(name, func(t *testing.T) {
			s, page, _ := openChat(t, phone)
			s.sockets.Store(sockets)
			page.ask("He hits me")
			for range 3 { // then the wait is long enough to be told of
				s.next().cut()
			}
			page.waitText(waiting, "Your message may have arrived already")
			if got := page.text(lastAnswer + " .note--waiting button"); got != "Try now" || page.count(waiting+" button") != 1 {
				t.Errorf("offered first: %q", got)
			}
			page.ask("He is in the next room")
			page.waitText(waiting, "Don’t send")
			page.online(false)
			page.wait(`document.querySelectorAll(".note--waiting button").length === 1`) // that of the second
			page.waitText(".note--waiting", "Your message may have arrived already")
			page.online(true)
			x := s.next()
			x.answer("Call 911.")
			s.next().answer("Go where others are.")
			page.waitText(prose, "Go where others are.")
		})
	}
}

// A message that was refused is not at the church, nor is one that never went out.
func TestAMessageThatHasNotArrivedCanBeTakenBack(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.ask("One")
	s.next().refuse(refusal{"rate_limited", "rate_limited", "Slow down.", 30 * time.Second})
	page.waitText(waiting, "Don’t send")
	page.click(waiting + " button")
	page.wait(`document.querySelectorAll(".message").length === 0`)

	page.online(false)
	page.ask("Two")
	page.waitText(waiting, "Don’t send")
	eval[any](page, `window.drop = document.querySelector(".note--waiting button"), null`)
	page.online(true)
	x := s.next() // while the note is still there
	eval[any](page, `window.drop.click(), null`)
	page.wait(`!window.drop.isConnected`)
	if page.count(".message--visitor") != 1 {
		t.Fatal("gone from sight after it has gone out")
	}
	x.answer("Answer two")
	page.waitText(prose, "Answer two")
}
