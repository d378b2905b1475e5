package notify_test

import (
	"strings"
	"testing"
	"time"

	"narthex/admin/notify"
	"narthex/cmd/dev/mailbox"
)

// called stores the call that a notice's conversation is, from a number that may be hidden.
func (b *bench) called(t *testing.T, notice notify.Notice, from string) {
	t.Helper()
	execute(t, b, `
		insert into calls (id, church_id, session_id, provider_id, called, caller, language, sockets, began_at, last_at)
		values (gen_random_uuid(), $1, $2, 'CA1', '+12075550145', nullif($3, ''), 'en', 1, now(), now())`, notice.ChurchID, notice.SessionID, from)
}

func TestOfACallerWhoHangsUpTheNumberIsTold(t *testing.T) {
	const from = "+12075550123"
	for name, test := range map[string]struct{ from, left, language, mail, text string }{
		"shown":                    {from, "", "en", "Called from (it may be somebody else’s telephone): " + from, "called from " + from},
		"in Spanish":               {from, "", "es", "Llamó desde (el teléfono puede ser de otra persona): " + from, "llamó desde " + from},
		"beside another":           {from, "+15550109999", "en", "Called from (it may be somebody else’s telephone): " + from, "+15550109999, called from " + from},
		"which was given, as well": {from, "+1 (207) 555-0123", "en", "Telephone: +1 (207) 555-0123", ". +1 (207) 555-0123. "},
		"hidden":                   {"", "", "en", "They gave neither a name nor a way to reach them.", "No name or contact given"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, mailbox.Config{})
			id := b.church(t, theChurch{name: "Grace", language: test.language, email: "office@grace.example", phone: "+15550100000"})
			s := b.service(t, b.config())
			notice := b.reported(t, s, id, nil)
			b.called(t, notice, test.from)
			if test.left != "" {
				execute(t, b, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, phone)
					values (gen_random_uuid(), $1, 'contact', $2, gen_random_uuid(), gen_random_uuid(), $3)`, id, notice.SessionID, test.left)
			}
			b.startJobs(t, s)
			mails, texts := byKind(b.awaitMessages(t, 2), "")
			if !strings.Contains(mails[0].Text, test.mail) || !strings.Contains(texts[0].Text, test.text) {
				t.Errorf("%s\n%s", mails[0].Text, texts[0].Text)
			}
			if test.from != "" && strings.Contains(mails[0].Text, "a way to reach them") {
				t.Errorf("nothing is said to be known:\n%s", mails[0].Text)
			}
		})
	}
}

// The number may be known to whoever is accused, and stands in what they read.
func TestTheNumberOfACallerWhoAccusesIsToldToTheSafeguardingContactAlone(t *testing.T) {
	const from = "+12075550123"
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.safeguardingContact(t, id, "Helen Marsh", "helen@safe.example", "+15550100007")
	s := b.service(t, b.config())
	first := b.reported(t, s, id, nil)
	b.called(t, first, from)
	b.accused(t, s, id, func(n *notify.Notice) { n.SessionID, n.At = first.SessionID, first.At.Add(time.Second) })
	b.startJobs(t, s)
	told := map[string]int{}
	for _, m := range b.awaitMessages(t, 4) {
		if strings.Contains(m.Text, from) {
			told[m.To[0]]++
		}
	}
	if len(told) != 2 || told["helen@safe.example"] != 1 || told["+15550100007"] != 1 {
		t.Errorf("the number is told to %v", told)
	}
}
