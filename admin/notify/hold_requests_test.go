package notify_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/notify"
	"narthex/chat/tools"
	"narthex/cmd/dev/mailbox"
)

// toldByTools has churches told of what tools have to tell, as the server does.
type toldByTools struct{ *notify.Service }

func (t toldByTools) Notify(ctx context.Context, tx pgx.Tx, n tools.Notice) error {
	notice := notify.Notice{Key: n.Key, ChurchID: n.ChurchID, Kind: n.Kind, Urgent: n.Urgent, RequestID: n.RequestID, At: n.At, Origin: n.Origin, SessionID: n.SessionID, Hold: n.Hold}
	for _, line := range n.Lines {
		notice.Lines = append(notice.Lines, notify.Line(line))
	}
	return t.Service.Notify(ctx, tx, notice)
}

// crisisOf is an urgent crisis of a conversation, found in a turn of its own.
func crisisOf(churchID, session uuid.UUID) tools.Request {
	return tools.Request{
		ChurchID: churchID, SessionID: session, TurnID: uuid.New(), Key: tools.Key(session, "crisis", "suicide"), Kind: tools.Crisis, Urgent: true,
		Message: "this exam is killing me", Details: []tools.Line{{Label: "category", Text: "suicide"}}, At: time.Now(), Origin: session.String()[:8],
	}
}

func submit(t *testing.T, requests *tools.Requests, request tools.Request) (created bool) {
	t.Helper()
	_, created, err := requests.Submit(t.Context(), request)
	if err != nil {
		t.Error(err)
	}
	return created
}

// TestTheSameDangerInAnotherMessageReleasesTheAlarm has two nodes find the same danger in one conversation.
func TestTheSameDangerInAnotherMessageReleasesTheAlarm(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s, _ := b.start(t, b.config())
	requests := tools.NewRequests(b.db.Pool, toldByTools{s}, s)
	messages := 0
	for name, later := range map[string]func(second *tools.Request){
		"in the same half hour": func(*tools.Request) {},
		"in the next half hour": func(second *tools.Request) { second.Before, second.Key = second.Key, uuid.New() },
	} {
		first := crisisOf(id, uuid.New())
		first.Hold = heldFor
		if !submit(t, requests, first) || submit(t, requests, first) { // the same message, sent again, releases nothing
			t.Fatal("it was not submitted once")
		}
		b.await(t, "it is held back", `select count(*) = 2 from notifications where audience = 'church' and status = 'queued' and due_at > now()`)
		second := first
		second.TurnID = uuid.New()
		later(&second)
		if submit(t, requests, second) {
			t.Fatalf("%s it was submitted twice", name)
		}
		messages += 2
		if told := b.awaitMessages(t, messages); !strings.Contains(told[messages-2].Text, "URGENT") && !strings.Contains(told[messages-2].Subject, "URGENT") {
			t.Errorf("%s the church is told %+v", name, told)
		}
		if lowered, err := requests.Lower(t.Context(), first); err != nil || lowered {
			t.Errorf("%s: lowered %v, error %v", name, lowered, err)
		}
	}
}

func TestAnAlarmIsNotLoweredWhereMoreIsKnownThanItsMessage(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s := b.service(t, b.config())
	requests := tools.NewRequests(b.db.Pool, toldByTools{s}, s)
	for name, happens := range map[string]func(held tools.Request){
		"the visitor left a number": func(held tools.Request) {
			held.Key, held.Hold, held.Phone = uuid.New(), 0, "+15550109999"
			submit(t, requests, held)
		},
		"somebody has it": func(held tools.Request) {
			execute(t, b, `update visitor_requests set status = 'acknowledged', acknowledged_at = now() where idempotency_key = $1`, held.Key)
		},
		"the visitor was in another danger": func(held tools.Request) {
			held.Key, held.TurnID, held.Hold = uuid.New(), uuid.New(), 0
			submit(t, requests, held)
		},
		"a node is sending it": func(held tools.Request) {
			execute(t, b, `update notifications set status = 'sending', attempts = 1 where key = $1 and channel = 'sms' and audience = 'church'`, held.Key)
		},
		"its time is over": func(held tools.Request) {
			execute(t, b, `update notifications set due_at = now(), held_until = now() where key = $1 and audience = 'church'`, held.Key)
		},
	} {
		held := crisisOf(id, uuid.New())
		held.Hold = heldFor
		submit(t, requests, held)
		happens(held)
		if lowered, err := requests.Lower(t.Context(), held); err != nil || lowered {
			t.Errorf("%s: lowered %v, error %v", name, lowered, err)
		}
		b.await(t, "the request is urgent", `select urgent from visitor_requests where idempotency_key = $1`, held.Key)
	}
	// And without any of that it is, with nothing left of the alarm.
	held := crisisOf(id, uuid.New())
	held.Hold = heldFor
	submit(t, requests, held)
	if lowered, err := requests.Lower(t.Context(), held); err != nil || !lowered {
		t.Errorf("lowered %v, error %v", lowered, err)
	}
	b.await(t, "the request is not urgent", `select count(*) = 1 from visitor_requests where session_id = $1 and not urgent and idempotency_key <> $2`, held.SessionID, held.Key)
}

// TestADangerThatIsFoundWhileAnotherIsLoweredIsToldOf has one message be lowered and another one with the same danger come at the same
// moment: whichever is first, there is an alarm.
func TestADangerThatIsFoundWhileAnotherIsLoweredIsToldOf(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	s := b.service(t, b.config())
	requests := tools.NewRequests(b.db.Pool, toldByTools{s}, s)
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	for range 20 {
		first := crisisOf(id, uuid.New())
		first.Hold = heldFor
		submit(t, requests, first)
		second := first
		second.TurnID, second.Hold = uuid.New(), 0
		var both sync.WaitGroup
		both.Go(func() {
			if _, err := requests.Lower(t.Context(), first); err != nil {
				t.Error(err)
			}
		})
		both.Go(func() { submit(t, requests, second) })
		both.Wait()
		b.await(t, "one alarm is due", `select count(*) = 2 from notifications n join visitor_requests r on r.id = n.request_id
			where r.session_id = $1 and n.urgent and n.audience = 'church' and n.status = 'queued' and n.due_at <= now()`, first.SessionID)
	}
}
