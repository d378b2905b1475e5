package turns_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// split is two nodes of which one is cut off from Redis while it answers, which to the other looks like its death.
type split struct {
	cutOff, other *porch
	network       *stack.Outage
	church        uuid.UUID
	question      question
	turn          string
	live          *stream // the visitor's, at the node that is cut off
	seen          []event
}

// splitAfter asks the node that is about to be cut off, whose model answers with the first behaviour.
func splitAfter(t *testing.T, word string, behaviours ...modeltest.Behaviour) *split {
	t.Helper()
	s := &split{other: openPorch(t, patient), question: question{message: hymnal, session: uuid.New()}}
	var address string
	address, s.network = stack.NewOutage(t, s.other.redisURL)
	s.cutOff = openPorch(t, patient, func(set *settings) { set.sharing, set.redisURL = s.other, address })
	s.church = s.cutOff.newChurch(t)
	s.cutOff.upstream.Script(behaviours...)
	s.live = s.cutOff.open(t, s.church, s.question)
	s.seen = s.live.until(t, word)
	s.turn = s.seen[0].data["turnId"].(string)
	s.network.Cut()
	return s
}

func (s *split) stored(t *testing.T) string {
	t.Helper()
	return s.cutOff.messages(t, s.church, 2)[1].Content
}

func TestATurnThatWasAnsweredWithoutRedisIsNotAnsweredAgain(t *testing.T) {
	release := make(chan struct{})
	s := splitAfter(t, "The ", held(release, 1, "The ", "red ", "one."))
	s.live.close()
	close(release)
	if got := s.stored(t); got != "The red one." {
		t.Fatalf("stored %q", got)
	}
	events := slices.Concat(s.seen, s.other.resume(t, s.church, s.question.session, s.turn, len(s.seen)))
	checkStream(t, events)
	if got := text(afterReset(events)); got != "The red one." {
		t.Errorf("the visitor was answered %q", got)
	}
	if asked := len(s.cutOff.upstream.Chats()); asked != 1 {
		t.Errorf("the model was asked %d times", asked)
	}
}

func TestOfTwoAnswersToOneTurnTheFirstIsToldByBothNodes(t *testing.T) {
	first, second := make(chan struct{}), make(chan struct{})
	s := splitAfter(t, "The ", held(first, 1, "The ", "red ", "one."), held(second, 1, "A ", "blue ", "one."))
	s.live.close()
	there := s.other.reopen(t, s.church, s.question.session, s.turn, len(s.seen))
	seen := there.until(t, "A ")
	close(first)
	if got := s.stored(t); got != "The red one." {
		t.Fatalf("stored %q", got)
	}
	close(second)
	events := slices.Concat(s.seen, seen, there.rest(t))
	checkStream(t, events)
	if got := text(afterReset(events)); got != "The red one." {
		t.Errorf("the visitor was answered %q", got)
	}
	s.network.Restore()
	eventually(t, func() bool {
		return text(afterReset(s.cutOff.resume(t, s.church, s.question.session, s.turn, 0))) == "The red one."
	})
}

func TestANodeThatIsLateWithItsAnswerDoesNotTellIt(t *testing.T) {
	release := make(chan struct{})
	s := splitAfter(t, "The ", held(release, 1, "The ", "red ", "one."), modeltest.Reply("A blue one."))
	s.other.resume(t, s.church, s.question.session, s.turn, len(s.seen))
	if got := s.stored(t); got != "A blue one." {
		t.Fatalf("stored %q", got)
	}
	close(release)
	rest := s.live.rest(t)
	if len(rest) > 0 && rest[len(rest)-1].name == "done" {
		t.Errorf("the visitor was told that this is all: %v", rest)
	}
	s.network.Restore()
	eventually(t, func() bool {
		return text(afterReset(s.cutOff.resume(t, s.church, s.question.session, s.turn, 0))) == "A blue one."
	})
}

func TestAMessageSentAgainToANodeThatKnowsNothingOfItIsAnsweredOnce(t *testing.T) {
	other := openPorch(t, patient)
	address, network := stack.NewOutage(t, other.redisURL)
	cutOff := openPorch(t, patient, func(set *settings) { set.sharing, set.redisURL = other, address })
	churchID := cutOff.newChurch(t)
	first, second := make(chan struct{}), make(chan struct{})
	cutOff.upstream.Script(held(first, 1, "The ", "red ", "one."), held(second, 1, "A ", "blue ", "one."))
	q := question{message: hymnal, session: uuid.New(), client: uuid.New()}
	network.Cut()
	cutOff.open(t, churchID, q).until(t, "The ")
	again := other.open(t, churchID, q)
	seen := again.until(t, "A ")
	eventually(t, func() bool { // it has brought the question to Postgres, and found it there
		return other.redis.XLen(context.Background(), fmt.Sprintf("narthex:{%s}:journal", churchID)).Val() == 0
	})
	close(first)
	if m := cutOff.messages(t, churchID, 2)[1]; m.Content != "The red one." {
		t.Fatalf("stored %q", m.Content)
	}
	close(second)
	events := slices.Concat(seen, again.rest(t))
	checkStream(t, events)
	if got := text(afterReset(events)); got != "The red one." {
		t.Errorf("the visitor was answered %q", got)
	}
}
