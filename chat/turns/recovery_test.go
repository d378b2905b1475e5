package turns_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

func TestAnAnswerThatKnowsAConversationIsNotShared(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	defer close(release)
	p.upstream.Default(held(release, 1, "Dear ", "friend."))
	told := []chat.HistoryItem{{Role: "user", Content: "I am Ruth and my marriage is ending."}, {Role: "assistant", Content: "I am sorry, Ruth."}}
	p.open(t, churchID, question{message: hymnal, history: told}).until(t, "Dear ")
	p.open(t, churchID, question{message: hymnal}).until(t, "Dear ")
	p.open(t, churchID, question{message: hymnal, history: told}).until(t, "Dear ")
	if asked := len(p.upstream.Chats()); asked != 3 {
		t.Errorf("the model was asked %d times for three who know different things", asked)
	}
}

// A node whose scribe was held up finds its own turn's lease lapsed. It must not take it over from itself.
func TestANodeDoesNotTakeOverWhatItAnswers(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Script(held(release, 1, "The ", "blue ", "one."))
	q := question{message: hymnal, session: uuid.New()}
	live := p.open(t, churchID, q)
	seen := live.until(t, "The ")
	turn := seen[0].data["turnId"].(string)
	time.Sleep(4 * time.Second) // leases are taken only where Redis was well for as long as they last
	// Its lease lapses, as if the node had been silent.
	if err := p.redis.ZAdd(t.Context(), "narthex:{"+churchID.String()+"}:running", redis.Z{Score: 1, Member: turn}).Err(); err != nil {
		t.Fatal(err)
	}
	if p.service.TakeOverForTest(t, churchID, uuid.MustParse(turn)) {
		t.Error("it took its own turn over")
	}
	close(release)
	events := append(seen, live.rest(t)...)
	checkStream(t, events)
	again := p.resume(t, churchID, q.session, turn, 0)
	checkStream(t, again)
	if text(events) != "The blue one." || text(again) != "The blue one." || len(again) != len(events) {
		t.Errorf("live %v, journaled %v", events, again)
	}
}

func TestTurnsThatEndWithoutRedisLeaveRoomForOthers(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	p := openPorch(t, func(s *settings) { s.redisURL, s.config.MaxTurns = address, 3 })
	churchID := p.newChurch(t)
	p.upstream.Default(modeltest.Reply("The blue one."))
	network.Cut()
	for i := range 8 {
		if events := p.ask(t, churchID, question{message: fmt.Sprintf("Which hymnal stands in pew %d?", i)}); text(events) != "The blue one." {
			t.Fatalf("question %d: %v", i, events)
		}
	}
	network.Restore()
	p.messages(t, churchID, 16)
}

func TestTooManyTurnsAtOnceAreRefused(t *testing.T) {
	p := openPorch(t, patient, func(s *settings) { s.config.MaxTurns = 1 })
	churchID := p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Default(held(release, 1, "The ", "blue one."))
	first := p.open(t, churchID, question{message: hymnal})
	first.until(t, "The ")
	res, err := p.post(t.Context(), churchID, question{message: "Who plays the organ?"})
	must(t, err)
	res.Body.Close()
	if res.StatusCode != 503 || res.Header.Get("Retry-After") == "" {
		t.Errorf("status %d", res.StatusCode)
	}
	if events := p.ask(t, churchID, question{message: "Is there parking?"}); tier(events) != 0 {
		t.Errorf("a stored fact: %v", events)
	}
	close(release)
	first.rest(t)
	p.ask(t, churchID, question{message: "Who plays the organ?"})
}

func TestWithoutRedisTwoNodesDoNotAnswerOneMessageTwice(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	p, other := twoNodes(t, func(s *settings) { s.redisURL = address })
	churchID := p.newChurch(t)
	p.upstream.Default(modeltest.Reply("The blue one."))
	network.Cut()
	for i := range 10 {
		q := question{message: fmt.Sprintf("Which hymnal stands in pew %d?", i), session: uuid.New(), client: uuid.New()}
		before := len(p.upstream.Chats())
		var both sync.WaitGroup
		for _, node := range []*porch{p, other} {
			both.Go(func() {
				res, err := node.post(t.Context(), churchID, q)
				if err != nil {
					t.Error(err)
					return
				}
				defer res.Body.Close()
				if res.StatusCode == 200 {
					if events, err := readEvents(res.Body); err != nil || text(events) != "The blue one." {
						t.Errorf("%v, %v", events, err)
					}
				} else if res.StatusCode != 409 && res.StatusCode != 503 {
					t.Errorf("status %d", res.StatusCode)
				}
			})
		}
		both.Wait()
		if asked := len(p.upstream.Chats()) - before; asked != 1 {
			t.Errorf("the model was asked %d times for one message", asked)
		}
	}
}

func TestAReaderWhoSawMoreThanThereIsIsShownAllFromTheStart(t *testing.T) {
	p, other := twoNodes(t, patient)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Script(held(release, 1, "The ", "blue ", "one."))
	q := question{message: hymnal, session: uuid.New()}
	live := p.open(t, churchID, q)
	turn := live.until(t, "The ")[0].data["turnId"].(string)
	ahead := other.reopen(t, churchID, q.session, turn, 450)
	close(release)
	live.rest(t)
	events := ahead.rest(t)
	if len(events) == 0 { // it is told to come again
		events = other.resume(t, churchID, q.session, turn, 450)
	}
	checkStream(t, events)
	if text(events) != "The blue one." {
		t.Errorf("%v", events)
	}
}
