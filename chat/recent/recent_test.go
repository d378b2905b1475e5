package recent

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
)

func TestWhatToldOfDangerIsRememberedHoweverMuchIsSaidAfterIt(t *testing.T) {
	m := New()
	defer m.Close()
	conversation := uuid.New()
	say := func(text, reason string) {
		turn := uuid.New()
		m.Add(conversation, chat.Record{ID: uuid.New(), TurnID: turn, Role: "user", Content: text}, chat.Record{ID: uuid.New(), TurnID: turn, Role: "assistant", Reason: reason})
	}
	say("hello", "hours")
	say("Pastor Dan touches me", chat.ReasonCrisis)
	for i := range 40 {
		say(fmt.Sprintf("question %d", i), "hours")
	}
	for i := range 40 {
		say(fmt.Sprintf("danger %d", i), chat.ReasonCrisis)
	}
	records := m.Of(conversation)
	if len(records) != mostMessages+mostDangers || records[0].Content != "Pastor Dan touches me" || records[len(records)-2].Content != "danger 39" {
		t.Errorf("%d records, the first %q, the last %q", len(records), records[0].Content, records[len(records)-2].Content)
	}
}
