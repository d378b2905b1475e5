package journal

import (
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/panics"
)

// However much of its church waits before it, what was said last in a conversation is found when that is forgotten, in the first try and
// in one after it.
func TestWhatWasSaidLastIsForgottenHoweverMuchWaitsBefore(t *testing.T) {
	client := newClient(t)
	j, churchID, session := NewJournal(client, panics.New(nil, nil)), uuid.New(), uuid.New()
	of := func(session uuid.UUID) Acceptance {
		a := ofChurch(churchID)
		a.Ref.Session, a.Question.SessionID, a.Answer.SessionID = session, session, session
		return a
	}
	first, last := of(session), of(session)
	accept(t, j, first)
	other := ofChurch(churchID)
	data, err := WriteRecord(&other.Question)
	must(t, err)
	repeated(t, client, maxForgetting+1, func(pipe redis.Pipeliner) {
		pipe.XAdd(t.Context(), &redis.XAddArgs{Stream: JournalKey(churchID), Values: []any{"record", data}})
	})
	accept(t, j, last)
	for range 2 {
		waiting, err := j.Forget(t.Context(), churchID, session)
		must(t, err)
		said := make(map[uuid.UUID]int)
		for _, record := range waiting {
			said[record.TurnID]++
		}
		if len(waiting) != 4 || said[first.Ref.Turn] != 2 || said[last.Ref.Turn] != 2 {
			t.Errorf("%d messages of it wait: %v", len(waiting), said)
		}
	}
	must(t, j.Purge(t.Context(), churchID, session, nil))
	for _, turn := range []chat.TurnRef{first.Ref, last.Ref} {
		if state, log, err := j.Follow(t.Context(), turn, 0); err != nil || state != Unknown {
			t.Errorf("an answer of it can be read: %v, %q, %v", state, log, err)
		}
	}
	if waits := client.XLen(t.Context(), JournalKey(churchID)).Val(); waits != maxForgetting+1 {
		t.Errorf("%d entries wait", waits)
	}
	if noted := client.Exists(t.Context(), waitingKey(churchID, session)).Val(); noted != 0 {
		t.Error("its entries are noted still")
	}
}
