package notify_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/cmd/dev/mailbox"
)

// test has a test sent, and returns what came of it when that is known.
func (b *bench) test(t *testing.T, s *notify.Service, churchID uuid.UUID, safeguarding bool) (found []notify.Outcome) {
	t.Helper()
	key := uuid.New()
	in := func(do func(pgx.Tx) error) {
		t.Helper()
		if err := church.InChurch(t.Context(), b.db.Pool, churchID, do); err != nil {
			t.Fatal(err)
		}
	}
	in(func(tx pgx.Tx) error { return s.Test(t.Context(), tx, churchID, key, safeguarding) })
	b.await(t, "the test is over", `select count(*) = 2 from notifications where key = '`+key.String()+`' and status in ('sent', 'skipped', 'dead')`)
	in(func(tx pgx.Tx) (err error) {
		found, err = notify.Tests(t.Context(), tx, churchID, time.Hour)
		return err
	})
	return found
}

func TestATestArrivesAndSaysThatItIsOne(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.safeguardingContact(t, id, "Helen Marsh", "helen@safe.example", "")
	s, _ := b.start(t, b.config())
	found := b.test(t, s, id, false)
	mails, texts := byKind(b.awaitMessages(t, 2), "")
	if len(mails) != 1 || len(texts) != 1 || mails[0].To[0] != "office@grace.example" || texts[0].To[0] != "+15550100000" {
		t.Fatalf("%+v, %+v", mails, texts)
	}
	for _, said := range []string{mails[0].Subject, texts[0].Text} {
		if !strings.Contains(said, "Only a test") || strings.Contains(said, "URGENT") {
			t.Errorf("it says %q", said)
		}
	}
	if len(found) != 2 || found[0].Channel != "mail" || found[0].Status != "sent" || found[0].SentTo != "office@grace.example" || found[1].Status != "sent" {
		t.Errorf("outcomes: %+v", found)
	}
	found = b.test(t, s, id, true)
	mails, _ = byKind(b.awaitMessages(t, 3), "")
	if m := mails[len(mails)-1]; m.To[0] != "helen@safe.example" || !strings.Contains(m.Text, "You are named there as the safeguarding contact") || strings.Contains(m.Text, "is accused") {
		t.Errorf("to %v:\n%s", m.To, m.Text)
	}
	if len(found) != 4 || !found[0].Safeguarding || found[0].Status != "sent" || found[1].Status != "skipped" || found[2].Safeguarding {
		t.Errorf("outcomes: %+v", found)
	}
}

// Whoever asks for a test waits for it, and the founder is no contact of the church's.
func TestATestThatCanGoNowhereIsGivenUp(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.safeguardingContact(t, id, "", "Office@Grace.example", "") // the office by another name
	nowhere := b.church(t, theChurch{name: "Hope"})
	s, _ := b.start(t, b.config())
	for church, safeguarding := range map[uuid.UUID]bool{id: true, nowhere: false} {
		for _, outcome := range b.test(t, s, church, safeguarding) {
			if outcome.Status == "sent" || outcome.Channel == "mail" && outcome.Status != "dead" {
				t.Errorf("outcome: %+v", outcome)
			}
		}
	}
	if all, _ := b.box.Messages(); len(all) != 0 {
		t.Errorf("sent: %+v", all)
	}
}
