package turns_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

func TestAnAnswerThatKnowsAConversationIsNotShared(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	defer close(release)
	server.Upstream.Default(chattest.Held(release, 1, "Dear ", "friend."))
	told := []chat.HistoryItem{{Role: "user", Content: "I am Ruth and my marriage is ending."}, {Role: "assistant", Content: "I am sorry, Ruth."}}
	server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion, History: told}).Until(t, "Dear ")
	server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion}).Until(t, "Dear ")
	server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion, History: told}).Until(t, "Dear ")
	if asked := len(server.Upstream.Chats()); asked != 3 {
		t.Errorf("the model was asked %d times for three who know different things", asked)
	}
}

// A node whose scribe was held up finds its own turn's lease lapsed. It must not take it over from itself.
func TestANodeDoesNotTakeOverWhatItAnswers(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(chattest.Held(release, 1, "The ", "blue ", "one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	live := server.Stream(t, churchID, q)
	seen := live.Until(t, "The ")
	turn := seen[0].Data["turnId"].(string)
	time.Sleep(4 * time.Second) // leases are taken only where Redis was well for as long as they last
	// Its lease lapses, as if the node had been silent.
	if err := server.Redis.ZAdd(t.Context(), "narthex:{"+churchID.String()+"}:running", redis.Z{Score: 1, Member: turn}).Err(); err != nil {
		t.Fatal(err)
	}
	if server.Service.TakeOverForTest(t, churchID, uuid.MustParse(turn)) {
		t.Error("it took its own turn over")
	}
	close(release)
	events := append(seen, live.Rest(t)...)
	chattest.CheckStream(t, events)
	again := server.Resume(t, churchID, q.Session, turn, 0)
	chattest.CheckStream(t, again)
	if events.Text() != "The blue one." || again.Text() != "The blue one." || len(again) != len(events) {
		t.Errorf("live %v, journaled %v", events, again)
	}
}

func TestTurnsThatEndWithoutRedisLeaveRoomForOthers(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	server := chattest.NewServer(t, func(config *chattest.Config) { config.RedisURL, config.Turns.MaxTurns = address, 3 })
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("The blue one."))
	network.Cut()
	for i := range 8 {
		if events := server.Ask(t, churchID, chattest.Question{Message: fmt.Sprintf("Which hymnal stands in pew %d?", i)}); events.Text() != "The blue one." {
			t.Fatalf("question %d: %v", i, events)
		}
	}
	network.Restore()
	server.Messages(t, churchID, 16)
}

func TestTooManyTurnsAtOnceAreRefused(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Turns.MaxTurns = 1 })
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Default(chattest.Held(release, 1, "The ", "blue one."))
	first := server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
	first.Until(t, "The ")
	res, err := server.Post(t.Context(), churchID, chattest.Question{Message: "Who plays the organ?"})
	chattest.Must(t, err)
	res.Body.Close()
	if res.StatusCode != 503 || res.Header.Get("Retry-After") == "" {
		t.Errorf("status %d", res.StatusCode)
	}
	if events := server.Ask(t, churchID, chattest.Question{Message: "Is there parking?"}); events.Tier() != 0 {
		t.Errorf("a stored fact: %v", events)
	}
	close(release)
	first.Rest(t)
	server.Ask(t, churchID, chattest.Question{Message: "Who plays the organ?"})
}

func TestWithoutRedisTwoNodesDoNotAnswerOneMessageTwice(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	server, other := chattest.TwoNodes(t, func(config *chattest.Config) { config.RedisURL = address })
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("The blue one."))
	network.Cut()
	for i := range 10 {
		q := chattest.Question{Message: fmt.Sprintf("Which hymnal stands in pew %d?", i), Session: uuid.New(), Client: uuid.New()}
		before := len(server.Upstream.Chats())
		var both sync.WaitGroup
		for _, node := range []*chattest.Server{server, other} {
			both.Go(func() {
				res, err := node.Post(t.Context(), churchID, q)
				if err != nil {
					t.Error(err)
					return
				}
				defer res.Body.Close()
				if res.StatusCode == 200 {
					if events, err := chattest.ReadEvents(res.Body); err != nil || events.Text() != "The blue one." {
						t.Errorf("%v, %v", events, err)
					}
				} else if res.StatusCode != 409 && res.StatusCode != 503 {
					t.Errorf("status %d", res.StatusCode)
				}
			})
		}
		both.Wait()
		if asked := len(server.Upstream.Chats()) - before; asked != 1 {
			t.Errorf("the model was asked %d times for one message", asked)
		}
	}
}

func TestAReaderWhoSawMoreThanThereIsIsShownAllFromTheStart(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(chattest.Held(release, 1, "The ", "blue ", "one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	live := server.Stream(t, churchID, q)
	turn := live.Until(t, "The ")[0].Data["turnId"].(string)
	ahead := other.ResumeStream(t, churchID, q.Session, turn, 450)
	close(release)
	live.Rest(t)
	events := ahead.Rest(t)
	if len(events) == 0 { // it is told to come again
		events = other.Resume(t, churchID, q.Session, turn, 450)
	}
	chattest.CheckStream(t, events)
	if events.Text() != "The blue one." {
		t.Errorf("%v", events)
	}
}
