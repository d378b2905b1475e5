package pages_test

import (
	"strings"
	"testing"
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
