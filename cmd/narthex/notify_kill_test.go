package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cmd/dev/mailbox"
)

// openDoors makes the church one whose chat answers.
func (p *post) openDoors(t *testing.T) {
	t.Helper()
	_, err := p.db.Admin.Exec(t.Context(), `
		insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id)
		values ($1, 'pro_chat', 'chat', true, $1)`, p.church)
	if err != nil {
		t.Fatal(err)
	}
}

// say sends a visitor's message and reads what comes until the node dies or the answer ends. It gives everything read, and
// calls seen for each event.
func (p *post) say(t *testing.T, session, message uuid.UUID, words string, seen func(event string)) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{"message": words, "churchId": p.church, "sessionId": session, "clientMessageId": message})
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Post(p.cluster.Node(0).URL()+"/api/chatbot/stream", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(res.Body)
		t.Fatalf("status %d: %s", res.StatusCode, said)
	}
	var all strings.Builder
	for lines := bufio.NewScanner(res.Body); lines.Scan(); { // until the node is gone
		all.WriteString(lines.Text() + "\n")
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			seen(data)
		}
	}
	return all.String()
}

// TestAKillAfterAVisitorsPrayerLosesNothingAndSendsNothingTwice has a visitor ask for prayer and say yes to the card, and kills the node
// at any moment from the yes on, before the mail and the text message are taken. The visitor then sends the yes again, as browsers do.
func TestAKillAfterAVisitorsPrayerLosesNothingAndSendsNothingTwice(t *testing.T) {
	p := newPost(t, 1)
	p.openDoors(t)
	kill := func() {
		if !p.cluster.Node(0).Kill() {
			t.Fatal("the node had died before")
		}
	}
	moments := map[string]func(data string){
		"when the visitor sees that it is done": func(data string) {
			if strings.Contains(data, `"status":"done"`) && p.cluster.Node(0).PID() != 0 {
				kill()
			}
		},
		"when the yes is taken, or soon after": func(data string) {
			if strings.Contains(data, `"resumed":false`) && p.cluster.Node(0).PID() != 0 {
				time.Sleep(rand.N(20 * time.Millisecond)) // before the commit, after it, or in the middle of the answer
				kill()
			}
		},
		"when the whole answer is there": func(string) {},
		"while both are being sent":      func(string) {},
	}
	asked := 0
	for name, moment := range moments {
		asked++
		session, message := uuid.New(), uuid.New()
		p.box.SetFaults(mailbox.Faults{
			Mail: mailbox.Fault{Delay: mailbox.Duration(20 * time.Second)}, SMS: mailbox.Fault{Delay: mailbox.Duration(20 * time.Second)},
		})
		const words = "Please pray for my mother Ruth, she has surgery on Monday"
		if asks := p.say(t, session, uuid.New(), words, func(string) {}); !strings.Contains(asks, `"status":"confirm"`) || strings.Contains(asks, `"status":"done"`) {
			t.Fatalf("the visitor is not asked:\n%s", asks)
		}
		p.say(t, session, message, "Yes, please", moment)
		switch name {
		case "while both are being sent":
			p.await(t, "both are being sent", `select count(*) = 2 from notifications where status = 'sending'`)
			kill()
		case "when the whole answer is there":
			kill()
		}
		p.box.SetFaults(mailbox.Faults{})
		p.start(t)
		answer := p.say(t, session, message, "Yes, please", func(string) {})
		if !strings.Contains(answer, "Your prayer request was passed on.") || !strings.Contains(answer, "event: done") {
			t.Errorf("%s: the visitor is answered:\n%s", name, answer)
		}
		p.await(t, "the request is stored", `select count(*) = $1 from visitor_requests where kind = 'prayer'`, asked)
		p.await(t, "the turn is stored", `select count(*) = $1 from messages`, 4*asked)
		messages, took := p.awaitSent(t)
		t.Logf("killed %s: sent %v after the answer", name, took.Round(time.Millisecond))
		count := map[string]int{}
		for _, m := range messages {
			count[m.Kind]++
			if m.Kind == "mail" && !strings.Contains(m.Text, "Ruth") {
				t.Errorf("the mail says:\n%s", m.Text)
			}
		}
		if count["mail"] != asked || count["sms"] != asked {
			t.Fatalf("killed %s: %v after %d prayers", name, count, asked)
		}
	}
	p.await(t, "no row is left over", `select count(*) = $1 from visitor_requests`, asked)
}

// TestACrisisIsReportedThoughTheNodeIsKilled kills the node when the visitor has the answer.
func TestACrisisIsReportedThoughTheNodeIsKilled(t *testing.T) {
	p := newPost(t, 1)
	p.openDoors(t)
	const kills = 3
	for i := range kills {
		session, message := uuid.New(), uuid.New()
		p.box.SetFaults(mailbox.Faults{ // nothing is taken before the node is gone, or it might have to be sent again
			Mail: mailbox.Fault{Delay: mailbox.Duration(20 * time.Second)}, SMS: mailbox.Fault{Delay: mailbox.Duration(20 * time.Second)},
		})
		p.say(t, session, message, "I want to kill myself tonight", func(data string) {
			if strings.Contains(data, `"delta"`) || strings.Contains(data, `988`) {
				p.cluster.Node(0).Kill()
			}
		})
		p.cluster.Node(0).Kill()
		p.box.SetFaults(mailbox.Faults{})
		p.start(t)
		if answer := p.say(t, session, message, "I want to kill myself tonight", func(string) {}); !strings.Contains(answer, `"reason":"crisis"`) {
			t.Errorf("the visitor is answered:\n%s", answer)
		}
		p.await(t, "the crisis is stored", `select count(*) = $1 from visitor_requests where kind = 'crisis' and urgent`, i+1)
		p.await(t, "the conversation is flagged", `select count(*) = $1 from conversations where flagged`, i+1)
		if messages, _ := p.awaitSent(t); len(messages) != 2*(i+1) {
			t.Fatalf("%d messages of %d crises", len(messages), i+1)
		}
	}
}
