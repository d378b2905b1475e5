package notify_test

import (
	"testing"

	"github.com/google/uuid"

	"narthex/admin/notify"
	"narthex/cmd/dev/mailbox"
)

// TestCallsForAPastorFromOneAddressAreAFewTextMessages has one client say in ever new conversations that somebody has died.
func TestCallsForAPastorFromOneAddressAreAFewTextMessages(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s := b.service(t, b.config())
	tell := func(kind, origin string, urgent bool) (texts int) {
		notice := leftMessage(id)
		notice.Kind, notice.Origin, notice.Urgent = kind, origin, urgent
		b.tell(t, s, notice)
		b.tell(t, s, notice) // told again: the same news
		if mails := b.count(t, `select count(*) from notifications where key = $1 and channel = 'mail'`, notice.Key); mails != 1 {
			t.Errorf("%s of %s goes by %d mails", kind, origin, mails)
		}
		return b.count(t, `select count(*) from notifications where key = $1 and channel = 'sms'`, notice.Key)
	}
	texts := 0
	for i := range 30 {
		texts += tell([]string{"escalation", "bereavement", "hospital_visit"}[i%3], "flood", true)
	}
	if texts != 5 {
		t.Errorf("%d text messages, want 5", texts)
	}
	for _, c := range []struct {
		kind, origin string
		urgent       bool
		want         int
	}{
		{"escalation", "somebody else", true, 1},
		{"crisis", "flood", true, 1}, // and its second contact has none
		{"prayer", "flood", false, 0},
		{"prayer", "somebody else", false, 1},
		{"escalation", "", true, 1},
	} {
		if got := tell(c.kind, c.origin, c.urgent); got < c.want || c.want == 0 && got > 0 {
			t.Errorf("%s of %q: %d text messages, want %d", c.kind, c.origin, got, c.want)
		}
	}
}

// TestOfAnyNumberOfAddressesTheFirstSixtyAreTexted has more clients call than a church is woken for in an hour.
func TestOfAnyNumberOfAddressesTheFirstSixtyAreTexted(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s := b.service(t, b.config())
	for range 70 {
		b.tell(t, s, notify.Notice{Key: uuid.New(), ChurchID: id, Kind: "escalation", Urgent: true, Origin: uuid.NewString()})
	}
	if n := b.count(t, `select count(*) from notifications where church_id = $1 and channel = 'sms'`, id); n != 60 {
		t.Errorf("%d text messages of 70 clients, want 60", n)
	}
	if n := b.count(t, `select count(*) from notifications where church_id = $1 and channel = 'mail'`, id); n != 70 {
		t.Errorf("%d mails, want 70", n)
	}
}
