package turns_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

func TestWithoutRedisTurnsAreAnsweredAndStored(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	server := chattest.NewServer(t, func(config *chattest.Config) { config.RedisURL = address })
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("The blue one."))
	for name, break_ := range map[string]func(){"cut": network.Cut, "silent": network.Silence} {
		t.Run(name, func(t *testing.T) {
			break_()
			before := server.Counted(t, "narthex_journal_fallbacks_total", "postgres")
			again := chattest.Question{Message: "Which hymnal stands in the pews here?", Session: uuid.New(), Client: uuid.New()}
			first := server.Ask(t, churchID, again)
			if first.Tier() != 4 || first.Text() != "The blue one." {
				t.Errorf("%v", first)
			}
			if events := server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"}); events.Tier() != 0 {
				t.Errorf("%v", events)
			}
			chattest.Eventually(t, func() bool { // the answer reaches Postgres from memory
				var answers int
				chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select count(*) from messages where turn_id = $1`, first[0].Data["turnId"]).Scan(&answers))
				return answers == 2
			})
			chats := len(server.Upstream.Chats())
			if second := server.Ask(t, churchID, again); second.Text() != "The blue one." || second[0].Data["resumed"] != true || len(server.Upstream.Chats()) != chats {
				t.Errorf("sent again: %v", second)
			}
			if stored := server.Counted(t, "narthex_journal_fallbacks_total", "postgres") - before; stored != 3 { // two questions, and what the model said
				t.Errorf("%v times Postgres took what Redis could not", stored)
			}
			network.Restore()
			chattest.Eventually(t, func() bool { return server.Redis.Ping(context.Background()).Err() == nil })
		})
	}
	t.Run("back again", func(t *testing.T) {
		chattest.Eventually(t, func() bool {
			q := chattest.Question{Message: "Which hymnal stands in the pews here?"}
			server.Ask(t, churchID, q)
			return server.Ask(t, churchID, q).Tier() == 2
		})
	})
}

func TestWithoutPostgresLoadedChurchesAreAnsweredAndNothingIsLost(t *testing.T) {
	var network *stack.Outage
	server := chattest.NewServer(t, chattest.CutPostgres(t, &network))
	churchID, unknown := server.NewChurch(t), server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("The blue one."))
	server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"})
	server.Messages(t, churchID, 2)

	network.Cut()
	for message, want := range map[string]int{"Is there parking?": 0, "Which hymnal stands in the pews here?": 4} {
		if events := server.Ask(t, churchID, chattest.Question{Message: message}); events.Tier() != want || events[len(events)-1].Name != "done" {
			t.Errorf("%s: %v", message, events)
		}
	}
	res, err := server.Post(t.Context(), unknown, chattest.Question{Message: "Is there parking?"})
	chattest.Must(t, err)
	res.Body.Close()
	if res.StatusCode != 503 || res.Header.Get("Retry-After") == "" {
		t.Errorf("a church that was never loaded: %d", res.StatusCode)
	}
	network.Restore()
	server.Messages(t, churchID, 6)
}

func TestAnotherNodeStoresWhatADeadOneLeftInTheJournal(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	// What a node leaves behind that dies right after acknowledging: an entry that no living node knows of.
	turn, session := uuid.New(), uuid.New()
	record := `{"id":"` + uuid.NewString() + `","church":"` + churchID.String() + `","session":"` + session.String() + `","turn":"` + turn.String() +
		`","role":"user","content":"Is anybody there?","agent":"care","at":"2026-11-21T10:00:00Z"}`
	key := "narthex:{" + churchID.String() + "}:journal"
	chattest.Must(t, server.Redis.XAdd(t.Context(), &redis.XAddArgs{Stream: key, Values: []any{"record", record}}).Err())
	chattest.Must(t, server.Redis.XAdd(t.Context(), &redis.XAddArgs{Stream: key, Values: []any{"record", "not a record"}}).Err())

	chattest.NewServer(t, func(config *chattest.Config) { config.Beside = server })
	if m := server.Messages(t, churchID, 1)[0]; m.Content != "Is anybody there?" {
		t.Errorf("stored %+v", m)
	}
	chattest.Eventually(t, func() bool { return server.Redis.Exists(context.Background(), key).Val() == 0 })
	if ttl := server.Redis.TTL(t.Context(), key+":refused").Val(); ttl <= 0 {
		t.Error("what was refused is kept for ever")
	}
	if kept := server.Redis.XLen(t.Context(), key+":refused").Val(); kept != 1 {
		t.Errorf("%d entries were set aside", kept)
	}
}

// patience notes how long a turn would wait for Redis to say how far a church's answers are purged.
type patience struct {
	asked   atomic.Int32
	longest atomic.Int64
}

func (p *patience) DialHook(next redis.DialHook) redis.DialHook { return next }

func (p *patience) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func (p *patience) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if strings.Contains(cmd.String(), "purged-through") {
			p.asked.Add(1)
			until, _ := ctx.Deadline()
			p.longest.Store(max(p.longest.Load(), int64(time.Until(until))))
		}
		return next(ctx, cmd)
	}
}

// What a church has edited is to be purged before anything is looked up, which waits no longer for Redis than a look-up does.
func TestTheTurnsOfAChurchThatWasJustEditedDoNotWaitForASilentRedis(t *testing.T) {
	var network *stack.Outage
	server := chattest.NewServer(t, chattest.Patient, chattest.CutRedis(t, &network))
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("The blue one."))
	faq := server.AddKnowledge(t, churchID, "faq", "Who plays the organ?", "Ann does.", false)
	server.Exec(t, `update unified_rag_content set content = 'Bea does.' where id = $1`, faq)
	waited := &patience{}
	server.Redis.AddHook(waited)
	network.Silence()
	for range 3 {
		if events := server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion}); events.Text() != "The blue one." {
			t.Errorf("%v", events)
		}
	}
	if asked, longest := waited.asked.Load(), time.Duration(waited.longest.Load()); asked == 0 || longest > 250*time.Millisecond {
		t.Errorf("Redis was asked %d times, and a turn would have waited for %v", asked, longest)
	}
}
