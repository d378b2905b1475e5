package journal

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat/panics"
	"narthex/cmd/dev/stack"
)

// What a turn pays for knowing what is not stored yet, beside a bare round trip: of a church of which nothing waits, and of one of which
// much does, in answers of the full model.
func BenchmarkWaitingOf(b *testing.B) {
	options, err := redis.ParseURL(stack.NeedRedisDB(b))
	if err != nil {
		b.Fatal(err)
	}
	client := redis.NewClient(options)
	defer client.Close()
	j, session := NewJournal(client, panics.New(nil, nil)), uuid.New()
	b.Run("floor", func(b *testing.B) {
		for b.Loop() {
			client.Ping(b.Context())
		}
	})
	for name, waiting := range map[string]int{"nothing waits": 0, "a thousand wait": 1000} {
		churchID := uuid.New()
		of := 0
		for i := range waiting {
			a := ofChurch(churchID)
			if i%(waiting/3) == 1 {
				of += 2
				a.Ref.Session, a.Question.SessionID, a.Answer.SessionID = session, session, session
			}
			a.Answer.Content = strings.Repeat("as it is ", 550)
			if outcome, err := j.Accept(b.Context(), a); err != nil || outcome != (Outcome{}) {
				b.Fatal(outcome, err)
			}
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if found, err := j.WaitingOf(b.Context(), churchID, session); err != nil || len(found) != of {
					b.Fatal(len(found), err)
				}
			}
		})
	}
}
