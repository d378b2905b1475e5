package journal

import (
	"context"
	"io"
	"net"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat/panics"
	"narthex/cmd/dev/stack"
)

// losesReplies is a connection to Redis that breaks before the reply is read that is told: what asked for it was done.
type losesReplies struct {
	net.Conn
	lose *atomic.Int64 // 1 for the next reply
}

func (c *losesReplies) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == nil && c.lose.Add(-1) == 0 {
		c.Conn.Close()
		return 0, io.ErrUnexpectedEOF
	}
	return n, err
}

// newLosing opens a Redis database through a client that sends again what it has no reply to, once, like the server's.
func newLosing(t *testing.T) (client *redis.Client, lose *atomic.Int64) {
	t.Helper()
	options, err := redis.ParseURL(stack.NeedRedisDB(t))
	must(t, err)
	lose = &atomic.Int64{}
	options.MaxRetries = 1
	options.Dialer = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return &losesReplies{Conn: conn, lose: lose}, err
	}
	client = redis.NewClient(options)
	t.Cleanup(func() { client.Close() })
	return client, lose
}

// Of a batch whose reply is lost the questions are new, and not taken for those of somebody who runs them: nobody does.
func TestAQuestionWhoseAcceptanceIsLostOnTheWayIsNew(t *testing.T) {
	client, lose := newLosing(t)
	j, churchID, session := NewJournal(client, panics.New(nil, nil)), uuid.New(), uuid.New()
	open := func(message string) Acceptance {
		a := ofChurch(churchID)
		a.Ref.Session, a.Question.SessionID, a.Question.Content = session, session, message
		a.Answer, a.Log, a.Payload = nil, nil, []byte("{}")
		return a
	}
	accept(t, j, open("Good morning"))
	question := open("When do you meet?")
	lose.Store(1)
	outcome := accept(t, j, question)
	if lose.Load() > 0 {
		t.Fatal("no reply was lost")
	}
	if outcome.Known || !outcome.WaitingRead || len(outcome.Waiting) != 1 || outcome.Waiting[0].Content != "Good morning" {
		t.Errorf("whose acceptance was lost: %+v", outcome)
	}
	if again := accept(t, j, question); !again.Known {
		t.Errorf("asked again: %+v", again)
	}
	if kept := client.XLen(t.Context(), JournalKey(churchID)).Val(); kept != 2 {
		t.Errorf("%d entries of two questions", kept)
	}

	twice := open("Twice at once")
	batch := []*batchItem{itemOf(t, twice), itemOf(t, twice)}
	lose.Store(1)
	j.acceptBatch(t.Context(), j.masters.Of(t.Context(), JournalKey(churchID)), batch)
	if batch[0].err != nil || batch[0].reply.code != 0 || batch[1].err != nil || batch[1].reply.code != outcomeKnown {
		t.Errorf("the same twice in a batch whose reply was lost: %+v, %v; %+v, %v",
			batch[0].reply, batch[0].err, batch[1].reply, batch[1].err)
	}
}

func TestATurnWhoseRegistrationIsLostOnTheWayIsStillItsOwners(t *testing.T) {
	client, lose := newLosing(t)
	j, other := NewJournal(client, panics.New(nil, nil)), NewJournal(client, panics.New(nil, nil))
	a := ofChurch(uuid.New())
	register := func(j *Journal) bool {
		t.Helper()
		ours, err := j.Register(t.Context(), a.Ref, []byte("{}"), a.Question)
		must(t, err)
		return ours
	}
	b := ofChurch(uuid.New())
	_, err := j.Register(t.Context(), b.Ref, []byte("{}"), b.Question) // so that Redis knows the script
	must(t, err)
	lose.Store(1)
	if !register(j) {
		t.Error("its own turn is somebody else's")
	}
	if register(other) {
		t.Error("a turn has two owners")
	}
	if kept := client.XLen(t.Context(), JournalKey(a.Ref.Church)).Val(); kept != 1 {
		t.Errorf("%d entries of one question", kept)
	}
}
