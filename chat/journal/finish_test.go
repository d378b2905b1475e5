package journal

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/panics"
)

// TestAQuestionThatRedisHasLostIsRecordedWithItsAnswer has Redis forget a turn at the last moment, before Postgres had the question.
func TestAQuestionThatRedisHasLostIsRecordedWithItsAnswer(t *testing.T) {
	client := newClient(t)
	j := NewJournal(client, panics.New(nil, nil))
	for name, tt := range map[string]struct {
		lost     func(t *testing.T, a Acceptance)
		question bool
		waits    []string // the roles of what waits for Postgres
	}{
		"nothing is lost":             {func(*testing.T, Acceptance) {}, true, []string{"user", "assistant"}},
		"all is lost":                 {func(t *testing.T, _ Acceptance) { must(t, client.FlushDB(t.Context()).Err()) }, true, []string{"user", "assistant"}},
		"all, and nobody can read it": {func(t *testing.T, _ Acceptance) { must(t, client.FlushDB(t.Context()).Err()) }, false, []string{"assistant"}},
		"all, and it is to be forgotten": {func(t *testing.T, a Acceptance) {
			must(t, client.FlushDB(t.Context()).Err())
			must(t, client.Set(t.Context(), cache.ForgottenKey(a.Ref.Church, a.Ref.Session), 1, 0).Err())
		}, true, nil},
		"the turn, but not its question": {func(t *testing.T, a Acceptance) {
			must(t, client.Del(t.Context(), turnKey(a.Ref.Church, a.Ref.Turn)).Err())
		}, true, []string{"user", "user", "assistant"}},
		"nothing, and nobody can read it": {func(*testing.T, Acceptance) {}, false, []string{"user", "assistant"}},
	} {
		t.Run(name, func(t *testing.T) {
			a := ofChurch(uuid.New())
			answer := *a.Answer
			a.Answer, a.Log, a.Payload = nil, nil, []byte("{}")
			accept(t, j, a)
			tt.lost(t, a)
			question := &a.Question
			if !tt.question {
				question = nil
			}
			for range 2 { // the first reply may be lost
				if ours, err := j.Finish(t.Context(), a.Ref, question, answer, []byte("log")); !ours || err != nil {
					if len(tt.waits) > 0 {
						t.Fatalf("finished: %v, %v", ours, err)
					}
				}
			}
			waiting, err := j.WaitingOf(t.Context(), a.Ref.Church, a.Ref.Session)
			must(t, err)
			var roles []string
			for _, record := range waiting {
				roles = append(roles, record.Role)
				if want := map[string]chat.Record{"user": a.Question, "assistant": answer}[record.Role]; record.ID != want.ID || record.Content != want.Content {
					t.Errorf("%+v waits", record)
				}
			}
			if !slices.Equal(roles, tt.waits) {
				t.Errorf("%v wait, want %v", roles, tt.waits)
			}
		})
	}
}
