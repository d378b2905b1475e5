package compat_test

import (
	"encoding/json"
	"testing"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
)

func TestAnIdempotencyKeyIsOfOneQuestionToOneAgent(t *testing.T) {
	s := newServer(t, turns.Config{})
	s.Upstream.Default(modeltest.Reply("Grace is a gift."))
	ask := func(agent, message string) string {
		body := `{"model":"narthex-` + agent + `","messages":[{"role":"user","content":"` + message + `"}]}`
		status, answer := posted(t, s, body, "k1")
		if status != 200 {
			t.Fatalf("%s, %s: %d %s", agent, message, status, answer)
		}
		return answer
	}
	first := ask("care", "What is grace about in your view?")
	said := func(answer string) (id, text string) {
		var whole struct {
			ID      string
			Choices []struct{ Message struct{ Content string } }
		}
		chattest.Must(t, json.Unmarshal([]byte(answer), &whole))
		return whole.ID, whole.Choices[0].Message.Content
	}
	id, text := said(first)
	if again, same := said(ask("care", "What is grace about in your view?")); again != id || same != text {
		t.Errorf("sent again: %s %q, first %s %q", again, same, id, text)
	}
	if other, parking := said(ask("care", "Is there parking?")); other == id || parking == text {
		t.Errorf("another question: %s %q", other, parking)
	}
	if other, _ := said(ask("coordinator", "What is grace about in your view?")); other == id {
		t.Error("another agent: the same turn")
	}
	if asked := len(s.Upstream.Chats()); asked != 2 {
		t.Errorf("the model was asked %d times", asked)
	}
}
