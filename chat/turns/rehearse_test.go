package turns_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
)

func TestARehearsalSpeaksInALensAndLeavesNothingBehind(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := server.NewChurch(t)
	lens := church.Tradition{
		Lens:     church.Lens{ID: 4, Slug: "catholic", Name: "Catholic", Vocabulary: []church.Term{{Term: "Mass", InsteadOf: "worship service"}}},
		Doctrine: []church.Rule{{Topic: "Rapture", Position: "We await his coming.", Forbidden: []string{"left behind"}}},
	}
	ask := func(message string) (string, error) {
		return server.Service.Rehearse(t.Context(), turns.Rehearsal{ChurchID: churchID, Message: message, Agent: church.Care, Lens: lens})
	}
	keys := func() int {
		n, err := server.Redis.DBSize(t.Context()).Result()
		chattest.Must(t, err)
		return int(n)
	}
	before := keys()
	server.Upstream.Script(modeltest.Reply("Some are left behind."), modeltest.Reply("Come to Mass."))
	text, err := ask(chattest.ModelQuestion)
	if err != nil || text != "Come to Mass." && !strings.HasSuffix(text, "Come to Mass.") || strings.Contains(text, "left") {
		t.Errorf("%q, %v", text, err)
	}
	chats := server.Upstream.Chats()
	if system := chats[0].Messages[0].Content; !strings.Contains(system, "Tradition: Catholic") || !strings.Contains(system, "We await his coming.") || len(chats[0].Tools) != 0 {
		t.Errorf("the model was told %s", system)
	}
	if _, err := ask("I want to kill myself tonight"); !errors.Is(err, turns.ErrAnsweredAsCrisis) {
		t.Errorf("a crisis: %v", err)
	}
	if len(server.Upstream.Chats()) != 2 {
		t.Errorf("the model was asked %d times", len(server.Upstream.Chats()))
	}
	if after := keys(); after != before {
		t.Errorf("Redis had %d keys, and has %d", before, after)
	}
	if n := server.Count(t, "select (select count(*) from messages) + (select count(*) from visitor_requests) + (select count(*) from conversations)"); n != 0 {
		t.Errorf("%d rows were written", n)
	}
	// Both ways round: neither does the rehearsal take a visitor's tools away, nor does it get them.
	for range 2 {
		server.Upstream.Script(modeltest.Reply("Yes."), modeltest.Reply("Yes."))
		server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion, Agent: "care"})
		_, err := ask(chattest.ModelQuestion)
		chattest.Must(t, err)
		chats := server.Upstream.Chats()
		if visitors, rehearsed := chats[len(chats)-2], chats[len(chats)-1]; len(visitors.Tools) == 0 || len(rehearsed.Tools) != 0 {
			t.Errorf("the visitor had %d tools, the rehearsal %d", len(visitors.Tools), len(rehearsed.Tools))
		}
	}
	if _, err := server.Service.Rehearse(t.Context(), turns.Rehearsal{ChurchID: uuid.New(), Message: "x", Agent: church.Care, Lens: lens}); !errors.Is(err, church.ErrNotFound) {
		t.Errorf("an unknown church: %v", err)
	}
}
