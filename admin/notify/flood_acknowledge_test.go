package notify_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/notify"
	"narthex/cmd/dev/mailbox"
)

// reportMany reports urgent crises of one address: twenty are told by themselves, the rest together.
func (b *bench) reportMany(t *testing.T, s *notify.Service, churchID uuid.UUID, count int, safeguarding bool) (last notify.Notice) {
	t.Helper()
	for i := range count {
		last = danger(churchID)
		last.Origin, last.At = "flood", last.At.Add(time.Duration(i-count)*time.Second)
		b.report(t, s, last, safeguarding)
	}
	return last
}

func TestAFloodCanBeAcknowledgedAndIsPassedOnToTheSecondContact(t *testing.T) {
	for _, taken := range []bool{false, true} {
		t.Run(fmt.Sprintf("acknowledged %v", taken), func(t *testing.T) {
			b := newBench(t, mailbox.Config{})
			id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
			b.second(t, id)
			config := b.config()
			config.Timing.Merge = time.Hour
			s := b.service(t, config)
			last := b.reportMany(t, s, id, 23, false)
			execute(t, b, `delete from notifications where kind = 'crisis'`) // what is told by itself is tested elsewhere
			if n := b.count(t, `select count(*) from notifications where kind = 'crises' and request_id = $1 and lines -> 0 ->> 'text' = '3'`, last.RequestID); n != 4 {
				t.Fatalf("%d messages are about the last of three, want mail and text message, for the church and its second contact", n)
			}
			b.await(t, "the second contact has 15 minutes more", `
				select min(due_at) filter (where audience = 'second') - max(due_at) filter (where audience = 'church')
					between interval '14 minutes 50 seconds' and interval '15 minutes 10 seconds' from notifications`)
			execute(t, b, `update notifications set due_at = now(), held_until = now() where audience = 'church'`)
			b.start(t, b.config2(t))
			mails, texts := byKind(b.awaitMessages(t, 2), "")
			if len(mails) != 1 || !strings.Contains(mails[0].Text, "More reports: 3") || !strings.Contains(mails[0].Text, "See them all: https://narthex.example/acknowledge/") ||
				!strings.Contains(mails[0].Text, "this goes to Ruth Miller too") {
				t.Errorf("%+v", mails)
			}
			if len(texts) != 1 || !strings.Contains(texts[0].Text, "URGENT: More visitors may be in danger: 3.") || !strings.Contains(texts[0].Text, "/acknowledge/") {
				t.Errorf("%+v", texts)
			}
			if taken {
				execute(t, b, `update visitor_requests set status = 'acknowledged', acknowledged_at = now() where id = $1`, last.RequestID)
			}
			b.overdue(t)
			b.await(t, "nothing is left", `select bool_and(status in ('sent', 'skipped')) from notifications`)
			all, _ := b.box.Messages()
			mails, texts = byKind(all, "")
			if want := map[bool]int{false: 2, true: 1}[taken]; len(mails) != want || len(texts) != want {
				t.Errorf("%d mails and %d texts, want %d of each", len(mails), len(texts), want)
			}
		})
	}
}

func TestAFloodOfAccusationsDoesNotGoToTheAccused(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.safeguardingContact(t, id, "Helen Marsh", "helen@safe.example", "")
	config := b.config()
	config.Timing.Merge = time.Hour
	s := b.service(t, config)
	b.reportMany(t, s, id, 22, true)
	b.reportMany(t, s, id, 2, false)
	execute(t, b, `delete from notifications where kind = 'crisis'`)
	execute(t, b, `update notifications set due_at = now(), held_until = now() where audience = 'church'`)
	b.start(t, b.config2(t))
	b.await(t, "both are told apart", `select count(*) filter (where audience = 'church' and channel = 'mail' and status = 'sent') = 2 from notifications`)
	all, _ := b.box.Messages()
	for _, m := range all {
		if m.Kind == "mail" && strings.Contains(m.Text, "as its safeguarding contact") != (m.To[0] == "helen@safe.example") || !strings.Contains(m.Text, "2") {
			t.Errorf("to %v:\n%s", m.To, m.Text)
		}
	}
}
