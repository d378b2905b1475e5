package notify_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/notify"
	"narthex/cmd/dev/mailbox"
)

// accused has the church told of an accusation against somebody who serves there.
func (b *bench) accused(t *testing.T, s *notify.Service, churchID uuid.UUID, change func(*notify.Notice)) notify.Notice {
	t.Helper()
	notice := danger(churchID)
	if change != nil {
		change(&notice)
	}
	b.report(t, s, notice, true)
	return notice
}

// safeguardingContact stores whom the church has named for it.
func (b *bench) safeguardingContact(t *testing.T, churchID uuid.UUID, name, email, phone string) {
	t.Helper()
	execute(t, b, `update church_voice_agents set safeguarding_name = nullif($2, ''), safeguarding_email = nullif($3, ''), safeguarding_phone = nullif($4, '') where church_id = $1`,
		churchID, name, email, phone)
}

// officeHears reports whether anything went to those of a church whom the accused may be, or may read with.
func officeHears(messages []mailbox.Message) bool {
	for _, m := range messages {
		switch m.To[0] {
		case "office@grace.example", "+15550100000", "ruth@home.example", "+15550100002", "leader@grace.example":
			return true
		}
	}
	return false
}

func TestAnAccusationGoesToTheSafeguardingContactAndThenToTheFounder(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.second(t, id)
	b.safeguardingContact(t, id, "Helen Marsh", "helen@safe.example", "+15550100007")
	s, _ := b.start(t, b.config())
	b.accused(t, s, id, nil)
	mails, texts := byKind(b.awaitMessages(t, 2), "")
	if len(mails) != 1 || len(texts) != 1 || mails[0].To[0] != "helen@safe.example" || texts[0].To[0] != "+15550100007" {
		t.Fatalf("%+v, %+v", mails, texts)
	}
	for _, want := range []string{"accused who serves at Grace", "as its safeguarding contact", "> I cannot go on.", "goes to the people who run Narthex too", "acknowledge/"} {
		if !strings.Contains(mails[0].Text, want) {
			t.Errorf("the mail lacks %q:\n%s", want, mails[0].Text)
		}
	}
	b.await(t, "both are noted", `select count(*) = 2 from notifications where status = 'sent'`)
	b.overdue(t)
	all := b.awaitMessages(t, 3)
	if m := all[2]; m.To[0] != "founder@narthex.example" || !strings.Contains(m.Text, "has not said yet that they have this") || !strings.Contains(m.Text, "helen@safe.example was told at") {
		t.Errorf("to %v:\n%s", m.To, m.Text)
	}
	b.await(t, "nothing is left", `select bool_and(status in ('sent', 'skipped')) from notifications`)
	if all, _ = b.box.Messages(); len(all) != 3 || officeHears(all) {
		t.Errorf("%d messages, %v", len(all), all)
	}
}

func TestAnAccusationThatTheChurchHasNobodyForGoesToTheFounderAlone(t *testing.T) {
	for name, contact := range map[string][2]string{
		"nobody is stored":            {},
		"the office by another name":  {"Office@Grace.example", "(555) 010-0000"},
		"no address that can be used": {"ask the pastor", "x"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, mailbox.Config{})
			id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
			execute(t, b, `update churches set country = 'US' where id = $1`, id)
			b.second(t, id)
			b.safeguardingContact(t, id, "Helen Marsh", contact[0], contact[1])
			s, _ := b.start(t, b.config())
			b.accused(t, s, id, nil)
			m := b.awaitMessages(t, 1)[0]
			if m.To[0] != "founder@narthex.example" || !strings.Contains(m.Text, "nothing of it was sent to the church's own addresses") ||
				!strings.Contains(m.Text, "has stored no safeguarding contact") || !strings.Contains(m.Text, "> I cannot go on.") {
				t.Errorf("to %v:\n%s", m.To, m.Text)
			}
			b.overdue(t)
			b.await(t, "nothing is left", `select bool_and(status in ('sent', 'skipped')) from notifications`)
			if all, _ := b.box.Messages(); len(all) != 1 {
				t.Errorf("%d messages: %v", len(all), all)
			}
		})
	}
}

// TestWithoutAnybodyToTellAnAccusationWaits has the mark outlive its request too.
func TestWithoutAnybodyToTellAnAccusationWaits(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	config := b.config()
	config.FounderEmail = ""
	s, stop := b.start(t, config)
	b.accused(t, s, id, nil)
	b.awaitStatus(t, "mail", "failed")
	stop()
	if !strings.Contains(b.log.String(), "level=ERROR") {
		t.Errorf("nobody would know:\n%s", b.log)
	}
	execute(t, b, `delete from visitor_requests`)
	b.start(t, b.config2(t))
	if m := b.awaitMessages(t, 1)[0]; m.To[0] != "founder@narthex.example" {
		t.Errorf("to %v", m.To)
	}
}

// TestWhatWasQueuedBeforeAnAccusationIsNotShownToTheAccused has a danger told to the church, and then somebody accused.
func TestWhatWasQueuedBeforeAnAccusationIsNotShownToTheAccused(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.second(t, id)
	b.safeguardingContact(t, id, "", "helen@safe.example", "")
	s, _ := b.start(t, b.config())
	first := b.reported(t, s, id, nil)
	if m := b.awaitMessages(t, 1)[0]; m.To[0] != "office@grace.example" {
		t.Fatalf("to %v", m.To)
	}
	b.said(t, first, "user", "It is the pastor who did it.", time.Second)
	b.accused(t, s, id, func(n *notify.Notice) { n.SessionID, n.At = first.SessionID, first.At.Add(time.Second) })
	b.await(t, "the safeguarding contact is told", `select count(*) = 1 from notifications where sent_to = 'helen@safe.example'`)
	b.overdue(t)
	b.await(t, "all is said", `select bool_and(status in ('sent', 'skipped')) from notifications`)
	all, _ := b.box.Messages()
	if len(all) != 4 || officeHears(all[:3]) || strings.Contains(all[3].Text, "pastor") { // the newest stand first
		t.Errorf("%d messages: %v", len(all), all)
	}
}

func TestAnythingAskedForInSuchAConversationGoesTheSameWay(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.safeguardingContact(t, id, "Helen Marsh", "", "+15550100007") // no mail
	s, _ := b.start(t, b.config())
	notice := leftMessage(id)
	notice.RequestID, notice.To = uuid.New(), "leader@grace.example"
	execute(t, b, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, safeguarding) values ($1, $2, 'message', $1, $1, $1, true)`, notice.RequestID, id)
	b.tell(t, s, notice)
	if m := b.awaitMessages(t, 1)[0]; m.To[0] != "+15550100007" || strings.Contains(m.Text, "mother") {
		t.Errorf("%+v", m)
	}
}
