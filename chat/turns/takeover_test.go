package turns_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// The node that answers is cut off from Redis, which to all others looks like its death.
func TestTheTurnOfADeadNodeIsTakenOver(t *testing.T) {
	for name, readerComes := range map[string]bool{"when its visitor comes back": true, "when nobody comes": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			other := chattest.NewServer(t, chattest.Patient)
			address, network := stack.NewOutage(t, other.RedisURL)
			server := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Beside, config.RedisURL = other, address })
			churchID := server.NewChurch(t)
			never := make(chan struct{})
			t.Cleanup(func() { close(never) })
			server.Upstream.Script(chattest.Held(never, 2, "The ", "red ", "one."), modeltest.Reply("The blue one."))
			q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
			stream := server.Stream(t, churchID, q)
			seen := stream.Until(t, "red ")
			turn := seen[0].Data["turnId"].(string)
			chattest.Eventually(t, func() bool { // what a visitor saw may or may not be in the journal
				return server.Redis.XLen(context.Background(), fmt.Sprintf("narthex:{%s}:turn:%s:events", churchID, turn)).Val() > 0
			})
			network.Cut()
			stream.Close()
			var rest chattest.Events
			if readerComes {
				rest = other.Resume(t, churchID, q.Session, turn, len(seen))
			}
			if m := server.Messages(t, churchID, 2)[1]; m.Content != "The blue one." || *m.Outcome != "stop" {
				t.Errorf("stored %+v", m)
			}
			if !readerComes {
				rest = other.Resume(t, churchID, q.Session, turn, len(seen))
			}
			events := append(seen, rest...)
			chattest.CheckStream(t, events)
			if got := events.AfterReset().Text(); got != "The blue one." || got == events.Text() {
				t.Errorf("the visitor was answered %q", got)
			}
			network.Restore()
			// The node that came back hears that the turn is not its own any more.
			chattest.Eventually(t, func() bool {
				return server.Resume(t, churchID, q.Session, turn, 0).AfterReset().Text() == "The blue one."
			})
		})
	}
}

func TestRunningTurnsOutlastTenSecondsWithoutRedis(t *testing.T) {
	t.Parallel()
	redis := stack.NeedRedisDB(t)
	address, network := stack.NewOutage(t, redis)
	server := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.RedisURL = address })
	other := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Beside = server }) // through the same network
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(chattest.Held(release, 1, "The ", "blue ", "one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New(), Client: uuid.New()}
	before := server.Stream(t, churchID, q)
	seen := before.Until(t, "The ")

	network.Cut()
	outage := time.After(10 * time.Second) // leases lapse, and nobody may take a turn whose node is alive
	releaseSecond := make(chan struct{})
	server.Upstream.Script(chattest.Held(releaseSecond, 1, "Begun ", "in the dark."))
	q2 := chattest.Question{Message: "Who plays the organ in the evening?", Session: uuid.New(), Client: uuid.New()}
	during := server.Stream(t, churchID, q2)
	seen2 := during.Until(t, "Begun ")
	close(release)
	events := append(seen, before.Rest(t)...)
	chattest.CheckStream(t, events)
	if events.Text() != "The blue one." {
		t.Errorf("%v", events)
	}
	if events := server.Ask(t, churchID, chattest.Question{Message: "Is there parking?"}); events.Tier() != 0 {
		t.Errorf("%v", events)
	}
	<-outage
	network.Restore()

	// A turn begun without Redis becomes known to the other node, and one that ended without it as well.
	turn := seen2[0].Data["turnId"].(string)
	chattest.Eventually(t, func() bool {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		res, err := other.RequestResume(ctx, churchID, q2.Session, turn, 1)
		chattest.Must(t, err)
		defer res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
	resumed := other.ResumeStream(t, churchID, q2.Session, turn, 1)
	close(releaseSecond)
	if got := append(seen2[:1:1], resumed.Rest(t)...); got.Text() != "Begun in the dark." {
		t.Errorf("resumed elsewhere: %v", got)
	}
	asked := len(server.Upstream.Chats())
	for _, node := range []*chattest.Server{server, other} {
		if again := node.Ask(t, churchID, q); again.Text() != "The blue one." {
			t.Errorf("sent again: %v", again)
		}
	}
	if len(server.Upstream.Chats()) != asked {
		t.Error("a message sent again was answered again")
	}
	server.Messages(t, churchID, 6)
}

func TestARedisThatLostItsDataIsToldAgain(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(chattest.Held(release, 1, "The ", "blue ", "one."))
	ended := chattest.Question{Message: "Is there parking?", Session: uuid.New(), Client: uuid.New()}
	was := server.Ask(t, churchID, ended)
	server.Messages(t, churchID, 2)
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New(), Client: uuid.New()}
	live := server.Stream(t, churchID, q)
	seen := live.Until(t, "The ")
	turn := seen[0].Data["turnId"].(string)
	server.Messages(t, churchID, 3)

	chattest.Must(t, server.Redis.FlushDB(t.Context()).Err())
	chattest.Eventually(t, func() bool { // the node that answers tells Redis of the turn again
		return server.Redis.Exists(context.Background(), fmt.Sprintf("narthex:{%s}:turn:%s", churchID, turn)).Val() == 1
	})
	resumed := other.ResumeStream(t, churchID, q.Session, turn, 1)
	close(release)
	for name, events := range map[string]chattest.Events{"live": append(slices.Clone(seen), live.Rest(t)...), "resumed": append(seen[:1:1], resumed.Rest(t)...)} {
		chattest.CheckStream(t, events)
		if events.Text() != "The blue one." {
			t.Errorf("%s: %v", name, events)
		}
	}
	// What ended before is known from Postgres, whether it is resumed or sent again.
	for _, node := range []*chattest.Server{server, other} {
		if events := node.Resume(t, churchID, ended.Session, was[0].Data["turnId"].(string), 0); events.Text() != was.Text() {
			t.Errorf("resumed: %v", events)
		}
		chattest.Eventually(t, func() bool { // within a second, which is how often a node looks whether Redis is still the same
			events := node.Ask(t, churchID, ended)
			return events.Text() == was.Text() && events[0].Data["resumed"] == true
		})
	}
	server.Messages(t, churchID, 4)
}
