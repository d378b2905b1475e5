package turns_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

func TestWithoutRedisTurnsAreAnsweredAndStored(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	p := openPorch(t, func(s *settings) { s.redisURL = address })
	churchID := p.newChurch(t)
	p.upstream.Default(modeltest.Reply("The blue one."))
	for name, break_ := range map[string]func(){"cut": network.Cut, "silent": network.Silence} {
		t.Run(name, func(t *testing.T) {
			break_()
			again := question{message: "Which hymnal stands in the pews here?", session: uuid.New(), client: uuid.New()}
			first := p.ask(t, churchID, again)
			if tier(first) != 4 || text(first) != "The blue one." {
				t.Errorf("%v", first)
			}
			if events := p.ask(t, churchID, question{message: "What time is church on Sunday?"}); tier(events) != 0 {
				t.Errorf("%v", events)
			}
			eventually(t, func() bool { // the answer reaches Postgres from memory
				var answers int
				must(t, p.db.Admin.QueryRow(t.Context(), `select count(*) from messages where turn_id = $1`, first[0].data["turnId"]).Scan(&answers))
				return answers == 2
			})
			chats := len(p.upstream.Chats())
			if second := p.ask(t, churchID, again); text(second) != "The blue one." || second[0].data["resumed"] != true || len(p.upstream.Chats()) != chats {
				t.Errorf("sent again: %v", second)
			}
			network.Restore()
			eventually(t, func() bool { return p.redis.Ping(context.Background()).Err() == nil })
		})
	}
	t.Run("back again", func(t *testing.T) {
		eventually(t, func() bool {
			q := question{message: "Which hymnal stands in the pews here?"}
			p.ask(t, churchID, q)
			return tier(p.ask(t, churchID, q)) == 2
		})
	})
}

func TestWithoutPostgresLoadedChurchesAreAnsweredAndNothingIsLost(t *testing.T) {
	var network *stack.Outage
	p := openPorch(t, func(s *settings) {
		s.postgres = func(dsn string) string {
			dsn, network = stack.NewOutage(t, dsn)
			return dsn
		}
	})
	churchID, unknown := p.newChurch(t), p.newChurch(t)
	p.upstream.Default(modeltest.Reply("The blue one."))
	p.ask(t, churchID, question{message: "What time is church on Sunday?"})
	p.messages(t, churchID, 2)

	network.Cut()
	for message, want := range map[string]int{"Is there parking?": 0, "Which hymnal stands in the pews here?": 4} {
		if events := p.ask(t, churchID, question{message: message}); tier(events) != want || events[len(events)-1].name != "done" {
			t.Errorf("%s: %v", message, events)
		}
	}
	res, err := p.post(t.Context(), unknown, question{message: "Is there parking?"})
	must(t, err)
	res.Body.Close()
	if res.StatusCode != 503 || res.Header.Get("Retry-After") == "" {
		t.Errorf("a church that was never loaded: %d", res.StatusCode)
	}
	network.Restore()
	p.messages(t, churchID, 6)
}

func TestAnotherNodeStoresWhatADeadOneLeftInTheJournal(t *testing.T) {
	p := openPorch(t)
	churchID := p.newChurch(t)
	// What a node leaves behind that dies right after acknowledging: an entry that no living node knows of.
	turn, session := uuid.New(), uuid.New()
	record := `{"id":"` + uuid.NewString() + `","church":"` + churchID.String() + `","session":"` + session.String() + `","turn":"` + turn.String() +
		`","role":"user","content":"Is anybody there?","agent":"care","at":"2026-11-21T10:00:00Z"}`
	key := "narthex:{" + churchID.String() + "}:journal"
	must(t, p.redis.XAdd(t.Context(), &redis.XAddArgs{Stream: key, Values: []any{"record", record}}).Err())
	must(t, p.redis.XAdd(t.Context(), &redis.XAddArgs{Stream: key, Values: []any{"record", "not a record"}}).Err())

	openPorch(t, func(s *settings) { s.sharing = p })
	if m := p.messages(t, churchID, 1)[0]; m.Content != "Is anybody there?" {
		t.Errorf("stored %+v", m)
	}
	eventually(t, func() bool { return p.redis.Exists(context.Background(), key).Val() == 0 })
	if ttl := p.redis.TTL(t.Context(), key+":refused").Val(); ttl <= 0 {
		t.Error("what was refused is kept for ever")
	}
	if kept := p.redis.XLen(t.Context(), key+":refused").Val(); kept != 1 {
		t.Errorf("%d entries were set aside", kept)
	}
}
