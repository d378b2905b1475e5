package journal

import (
	"testing"

	"github.com/google/uuid"

	"narthex/chat/panics"
)

// itemOf is what the batcher makes of a question.
func itemOf(t *testing.T, a Acceptance) *batchItem {
	t.Helper()
	args, err := a.args()
	must(t, err)
	return &batchItem{church: a.Ref.Church, args: args}
}

func TestABatchIsOfManyChurches(t *testing.T) {
	client := newClient(t)
	j := NewJournal(client, panics.New(nil, nil))
	amiss := uuid.New()
	must(t, client.Set(t.Context(), JournalKey(amiss), "not a stream", 0).Err())
	must(t, client.ScriptFlush(t.Context()).Err()) // as when Redis has just begun
	one, other := uuid.New(), uuid.New()
	sent := []Acceptance{ofChurch(one), ofChurch(amiss), ofChurch(other), ofChurch(one), ofChurch(amiss), ofChurch(one)}
	for round, code := range []int64{0, outcomeKnown} {
		var batch []*batchItem
		for _, a := range sent {
			batch = append(batch, itemOf(t, a))
		}
		if round > 0 { // what is amiss with one is no reason to be left alone here
			j = NewJournal(client, panics.New(nil, nil))
		}
		j.acceptBatch(t.Context(), j.masters.Of(t.Context(), JournalKey(one)), batch)
		for i, item := range batch {
			if (item.err != nil) != (item.church == amiss) || item.err == nil && item.reply.code != code {
				t.Errorf("round %d, question %d: %+v, %v", round, i, item.reply, item.err)
			}
		}
	}
	for churchID, questions := range map[uuid.UUID]int64{one: 3, other: 1} {
		if kept := client.XLen(t.Context(), JournalKey(churchID)).Val(); kept != questions {
			t.Errorf("%d entries are kept of %d questions", kept, questions)
		}
	}
}

func TestABatchForARedisThatIsLeftAloneFailsWhole(t *testing.T) {
	client := newClient(t)
	j := NewJournal(client, panics.New(nil, nil))
	amiss := uuid.New()
	must(t, client.Set(t.Context(), JournalKey(amiss), "not a stream", 0).Err())
	if _, err := j.Accept(t.Context(), ofChurch(amiss)); err == nil {
		t.Fatal("it was kept")
	}
	batch := []*batchItem{itemOf(t, ofChurch(uuid.New())), itemOf(t, ofChurch(uuid.New()))}
	j.acceptBatch(t.Context(), j.masters.Of(t.Context(), JournalKey(amiss)), batch)
	for i, item := range batch {
		if item.err == nil {
			t.Errorf("question %d: %+v", i, item.reply)
		}
	}
}
