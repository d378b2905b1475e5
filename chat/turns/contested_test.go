package turns_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// split is two nodes of which one is cut off from Redis while it answers, which to the other looks like its death.
type split struct {
	cutOff, other *chattest.Server
	network       *stack.Outage
	church        uuid.UUID
	question      chattest.Question
	turn          string
	live          *chattest.Stream // the visitor's, at the node that is cut off
	seen          chattest.Events
}

// splitAfter asks the node that is about to be cut off, whose model answers with the first behaviour.
func splitAfter(t *testing.T, word string, behaviours ...modeltest.Behaviour) *split {
	t.Helper()
	s := &split{other: chattest.NewServer(t, chattest.Patient), question: chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}}
	var address string
	address, s.network = stack.NewOutage(t, s.other.RedisURL)
	s.cutOff = chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Beside, config.RedisURL = s.other, address })
	s.church = s.cutOff.NewChurch(t)
	s.cutOff.Upstream.Script(behaviours...)
	s.live = s.cutOff.Stream(t, s.church, s.question)
	s.seen = s.live.Until(t, word)
	s.turn = s.seen[0].Data["turnId"].(string)
	s.network.Cut()
	t.Cleanup(s.network.Restore) // a node ends with an error if it could not look for what is left to store
	return s
}

func (s *split) stored(t *testing.T) string {
	t.Helper()
	return s.cutOff.Messages(t, s.church, 2)[1].Content
}

func TestATurnThatWasAnsweredWithoutRedisIsNotAnsweredAgain(t *testing.T) {
	release := make(chan struct{})
	s := splitAfter(t, "The ", chattest.Held(release, 1, "The ", "red ", "one."))
	s.live.Close()
	close(release)
	if got := s.stored(t); got != "The red one." {
		t.Fatalf("stored %q", got)
	}
	events := slices.Concat(s.seen, s.other.Resume(t, s.church, s.question.Session, s.turn, len(s.seen)))
	chattest.CheckStream(t, events)
	if got := events.AfterReset().Text(); got != "The red one." {
		t.Errorf("the visitor was answered %q", got)
	}
	if asked := len(s.cutOff.Upstream.Chats()); asked != 1 {
		t.Errorf("the model was asked %d times", asked)
	}
}

func TestOfTwoAnswersToOneTurnTheFirstIsToldByBothNodes(t *testing.T) {
	first, second := make(chan struct{}), make(chan struct{})
	s := splitAfter(t, "The ", chattest.Held(first, 1, "The ", "red ", "one."), chattest.Held(second, 1, "A ", "blue ", "one."))
	s.live.Close()
	there := s.other.ResumeStream(t, s.church, s.question.Session, s.turn, len(s.seen))
	seen := there.Until(t, "A ")
	close(first)
	if got := s.stored(t); got != "The red one." {
		t.Fatalf("stored %q", got)
	}
	close(second)
	events := slices.Concat(s.seen, seen, there.Rest(t))
	chattest.CheckStream(t, events)
	if got := events.AfterReset().Text(); got != "The red one." {
		t.Errorf("the visitor was answered %q", got)
	}
	s.network.Restore()
	chattest.Eventually(t, func() bool {
		return s.cutOff.Resume(t, s.church, s.question.Session, s.turn, 0).AfterReset().Text() == "The red one."
	})
}

func TestANodeThatIsLateWithItsAnswerDoesNotTellIt(t *testing.T) {
	release := make(chan struct{})
	s := splitAfter(t, "The ", chattest.Held(release, 1, "The ", "red ", "one."), modeltest.Reply("A blue one."))
	s.other.Resume(t, s.church, s.question.Session, s.turn, len(s.seen))
	if got := s.stored(t); got != "A blue one." {
		t.Fatalf("stored %q", got)
	}
	close(release)
	rest := s.live.Rest(t)
	if len(rest) > 0 && rest[len(rest)-1].Name == "done" {
		t.Errorf("the visitor was told that this is all: %v", rest)
	}
	s.network.Restore()
	chattest.Eventually(t, func() bool {
		return s.cutOff.Resume(t, s.church, s.question.Session, s.turn, 0).AfterReset().Text() == "A blue one."
	})
}

func TestAMessageSentAgainToANodeThatKnowsNothingOfItIsAnsweredOnce(t *testing.T) {
	other := chattest.NewServer(t, chattest.Patient)
	address, network := stack.NewOutage(t, other.RedisURL)
	cutOff := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Beside, config.RedisURL = other, address })
	churchID := cutOff.NewChurch(t)
	first, second := make(chan struct{}), make(chan struct{})
	cutOff.Upstream.Script(chattest.Held(first, 1, "The ", "red ", "one."), chattest.Held(second, 1, "A ", "blue ", "one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New(), Client: uuid.New()}
	network.Cut()
	cutOff.Stream(t, churchID, q).Until(t, "The ")
	again := other.Stream(t, churchID, q)
	seen := again.Until(t, "A ")
	chattest.Eventually(t, func() bool { // it has brought the question to Postgres, and found it there
		return other.Redis.XLen(context.Background(), fmt.Sprintf("narthex:{%s}:journal", churchID)).Val() == 0
	})
	close(first)
	if m := cutOff.Messages(t, churchID, 2)[1]; m.Content != "The red one." {
		t.Fatalf("stored %q", m.Content)
	}
	close(second)
	events := slices.Concat(seen, again.Rest(t))
	chattest.CheckStream(t, events)
	if got := events.AfterReset().Text(); got != "The red one." {
		t.Errorf("the visitor was answered %q", got)
	}
}

// A visitor goes between two nodes that have both accepted their message, neither of which knows of the other.
func TestOfTwoNodesThatAcceptedATurnAVisitorReadsOneAnswer(t *testing.T) {
	other := chattest.NewServer(t, chattest.Patient)
	address, network := stack.NewOutage(t, other.RedisURL)
	cutOff := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Beside, config.RedisURL = other, address })
	t.Cleanup(network.Restore)
	churchID := cutOff.NewChurch(t)
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	held := func(word string, n int) modeltest.Behaviour {
		return modeltest.Stream(append(numbered(word, n), modeltest.Hold(never))...)
	}
	cutOff.Upstream.Script(held("red", 20), held("blue", 10))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New(), Client: uuid.New()}
	network.Cut()
	red := cutOff.Stream(t, churchID, q).Until(t, "red5 ")
	turn := red[0].Data["turnId"].(string)
	blue := other.Stream(t, churchID, q).Until(t, "blue9 ")
	for name, tt := range map[string]struct {
		node *chattest.Server
		seen chattest.Events
		last string
		want string
	}{
		"back at the first":     {cutOff, blue, "red19 ", "red0 "},
		"over from the first":   {other, red, "blue9 ", "blue0 "},
		"on at the first":       {cutOff, red, "red19 ", "red6 "},
		"on, before the second": {other, blue[:len(blue)-2], "blue9 ", "blue8 "},
	} {
		stream := tt.node.ResumeAfter(t, churchID, q.Session, turn, tt.seen)
		rest := stream.Until(t, tt.last)
		stream.Close()
		if got := rest.Text(); !strings.HasPrefix(got, tt.want) || (rest[0].Name == "start") != strings.HasSuffix(tt.want, "0 ") {
			t.Errorf("%s: %v", name, rest)
		}
	}
}
