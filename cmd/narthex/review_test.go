package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// newReadPost is a post whose nodes have a second reader.
func newReadPost(t *testing.T, count int) (*post, *modeltest.Server) {
	t.Helper()
	service := modeltest.New(t)
	p := newPost(t, count, "OPENAI_API_KEY=test", "OPENAI_BASE_URL="+service.URL)
	p.openDoors(t)
	return p, service
}

// sayInDanger sends a message that the gate takes for a danger to the first node.
func (p *post) sayInDanger(t *testing.T, session uuid.UUID, words string) {
	t.Helper()
	if answer := p.say(t, session, uuid.New(), words, func(string) {}); !strings.Contains(answer, `"reason":"crisis"`) || !strings.Contains(answer, "event: done") {
		t.Errorf("the visitor is answered:\n%s", answer)
	}
}

// TestAnAlarmThatIsHeldBackOutlivesItsNode kills the node while it waits for the second reader. Another node sends the alarm, as the
// gate judged it.
func TestAnAlarmThatIsHeldBackOutlivesItsNode(t *testing.T) {
	p, service := newReadPost(t, 2)
	service.Default(modeltest.Stream(modeltest.Role(), modeltest.Silence()))
	p.sayInDanger(t, uuid.New(), chattest.Figure(t))
	if err := service.WaitChat(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !p.cluster.Node(0).Kill() {
		t.Fatal("the node had died before")
	}
	messages, took := p.awaitSent(t)
	t.Logf("sent %v after the kill", took.Round(time.Millisecond))
	p.await(t, "the request is urgent", `select count(*) = 1 and bool_and(urgent) from visitor_requests`)
	if len(messages) != 2 || messages[0].Kind == messages[1].Kind {
		t.Fatalf("the church got %+v", messages)
	}
	for _, m := range messages {
		if !strings.Contains(m.Subject+m.Text, "URGENT") {
			t.Errorf("it says %s\n%s", m.Subject, m.Text)
		}
	}
}

func TestAFigureOfSpeechIsOneOrdinaryMailAndTheNextDangerAnAlarm(t *testing.T) {
	p, service := newReadPost(t, 1)
	session := uuid.New()
	service.Script(chattest.SaysFigure)
	p.sayInDanger(t, session, chattest.Figure(t))
	p.await(t, "a mail is sent, and nothing else will be", `select count(*) filter (where status = 'sent' and channel = 'mail') = 1 and count(*) filter (where status = 'skipped') = 3 and count(*) = 4 from notifications`)
	messages, _ := p.box.Messages()
	if len(messages) != 1 || messages[0].Kind != "mail" || strings.Contains(messages[0].Subject+messages[0].Text, "URGENT") {
		t.Fatalf("the church got %+v", messages)
	}
	p.sayInDanger(t, session, chattest.InDanger)
	p.await(t, "the alarm is sent", `select count(*) filter (where status = 'sent' and urgent) = 2 from notifications`)
	if messages, _ := p.box.Messages(); len(messages) != 3 || service.Counts().Chats != 1 {
		t.Errorf("the church got %+v, the reader was asked %d times", messages, service.Counts().Chats)
	}
}

// TestAReaderThatSaysNothingHoldsAnAlarmBackForTwoSeconds has the alarm wait for a model that never answers.
func TestAReaderThatSaysNothingHoldsAnAlarmBackForTwoSeconds(t *testing.T) {
	p, service := newReadPost(t, 1)
	service.Default(modeltest.Stream(modeltest.Role(), modeltest.Silence()))
	p.sayInDanger(t, uuid.New(), chattest.Figure(t))
	p.await(t, "it is stored", `select count(*) = 2 from notifications where audience = 'church'`)
	if messages, _ := p.awaitSent(t); len(messages) != 2 {
		t.Errorf("the church got %+v", messages)
	}
	// By Postgres's clock, and with half a second for a busy machine.
	p.await(t, "it was due in time", `select bool_and(held_until - created_at <= interval '2.5 seconds') from notifications where audience = 'church'`)
}
