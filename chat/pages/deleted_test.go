package pages_test

import (
	"testing"

	"narthex/chat"
)

// refuseForgotten refuses a message of a conversation that is deleted.
func (x *exchange) refuseForgotten() {
	x.t.Helper()
	if x.socket != nil {
		x.problem("conversation_forgotten", false, 0)
		return
	}
	x.refuse(chat.ErrForgotten)
}

// A church may delete a conversation whose visitor still has it open, and the server takes nothing more for it.
func TestAConversationThatTheChurchHasDeletedBeginsAnew(t *testing.T) {
	for name, sockets := range map[string]bool{"over a socket": true, "by requests": false} {
		t.Run(name, func(t *testing.T) {
			s, page, _ := openChat(t, phone)
			s.sockets.Store(sockets)
			first := s.conversation(page, "One")
			page.ask("Two")
			deleted := s.next()
			deleted.refuseForgotten()
			anew := s.next()
			if anew.request.Message != "Two" || len(anew.request.History) != 0 || anew.request.SessionID == first.request.SessionID ||
				anew.request.ClientMessageID == deleted.request.ClientMessageID {
				t.Errorf("asked anew with %+v", anew.request)
			}
			anew.answer("Answer to Two")
			page.waitText(prose, "Answer to Two")
			page.waitText("[data-notice]", "What was said before has been deleted")
			if !eval[bool](page, `document.querySelector("[data-notice]").checkVisibility()`) {
				t.Error("what has been deleted is not to be seen")
			}
			if got := page.count(".message--visitor"); got != 1 || page.count(failure) != 0 {
				t.Errorf("shown: %s", page.text("[data-messages]"))
			}
			if next := s.conversation(page, "Three"); next.request.SessionID != anew.request.SessionID || len(next.request.History) != 2 {
				t.Errorf("sent %+v then", next.request)
			}
		})
	}
}

// A message that waits for the answer to another is asked in the new conversation too, and where that is refused like the old one, nobody
// goes round for ever.
func TestAllThatWaitsIsAskedInTheNewConversation(t *testing.T) {
	s, page, _ := openChat(t, phone)
	s.conversation(page, "One")
	page.online(false)
	page.ask("Two")
	page.waitText(waiting, "You are offline")
	page.ask("Three")
	page.waitText(waiting, "Goes out next.")
	page.online(true)
	s.next().refuseForgotten()
	two := s.next()
	two.answer("Answer to Two")
	three := s.next()
	if two.request.Message != "Two" || three.request.Message != "Three" || three.request.SessionID != two.request.SessionID || len(three.request.History) != 2 {
		t.Errorf("asked anew with %+v and %+v", two.request, three.request)
	}
	three.refuseForgotten()
	again := s.next()
	if again.request.Message != "Three" || again.request.SessionID == three.request.SessionID {
		t.Errorf("asked anew with %+v", again.request)
	}
	again.refuseForgotten()
	page.waitText(failure, "What was said before has been deleted.")
}
