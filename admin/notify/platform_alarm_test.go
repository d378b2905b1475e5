package notify_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/cmd/dev/mailbox"
)

func alarmed(about string) notify.Mail {
	return notify.Mail{
		Key: uuid.New(), Kind: "paid_twice", About: about, QuietFor: time.Hour,
		Lines: []notify.Line{{Label: "alarm_id", Text: about}, {Label: "happened", Text: "ann@grace.example paid for another one."}},
	}
}

func TestAStormOfTheSameAlarmIsOneMailThatBelongsToNoChurch(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	s, _ := b.start(t, b.config())
	id, _ := b.subscriber(t, "Grace", "es")
	var storm sync.WaitGroup
	for i := range 40 {
		storm.Go(func() { // from within a church, and from within none
			tell := func(tx pgx.Tx) error {
				if err := s.Mail(t.Context(), tx, alarmed("sub_1")); err != nil {
					return err
				}
				var in string
				return tx.QueryRow(t.Context(), `select coalesce(narthex_church_id()::text, '')`).Scan(&in)
			}
			var err error
			if i%2 == 0 {
				err = church.InChurch(t.Context(), b.db.Pool, id, tell)
			} else {
				err = pgx.BeginFunc(t.Context(), b.db.Pool, tell)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	storm.Wait()
	if err := pgx.BeginFunc(t.Context(), b.db.Pool, func(tx pgx.Tx) error { return s.Mail(t.Context(), tx, alarmed("sub_2")) }); err != nil {
		t.Fatal(err)
	}
	got := b.awaitMessages(t, 2)
	for _, m := range got {
		if m.Subject != "A church paid twice" || m.To[0] != "founder@narthex.example" || !strings.Contains(m.Text, "paid for another one") ||
			!strings.Contains(m.Text, "given back") || strings.Contains(m.Text, "visitor") || strings.Contains(m.Text, "/chat/") {
			t.Errorf("%q to %v:\n%s", m.Subject, m.To, m.Text)
		}
	}
	b.await(t, "both are noted as sent", `select count(*) = 2 from notifications where church_id is null and status = 'sent'`)
	if n := count(t, b, `select count(*) from notifications`); n != 2 {
		t.Errorf("%d rows", n)
	}
	entries, err := notify.NewQueue(b.db.Pool).List(t.Context(), notify.Filter{})
	if err != nil || len(entries) != 2 || entries[0].ChurchID != uuid.Nil || entries[0].Church != "" {
		t.Errorf("operators see %v, %v", entries, err)
	}
}

func TestTheSameAlarmIsToldAgainAfterAnHour(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	s := b.service(t, b.config())
	tell := func() {
		t.Helper()
		if err := pgx.BeginFunc(t.Context(), b.db.Pool, func(tx pgx.Tx) error { return s.Mail(t.Context(), tx, alarmed("sub_1")) }); err != nil {
			t.Fatal(err)
		}
	}
	for i, age := range []string{"0 min", "59 min", "61 min", "59 min"} {
		execute(t, b, `update notifications set created_at = now() - $1::interval where created_at = (select max(created_at) from notifications)`, age)
		tell()
		if n, want := count(t, b, `select count(*) from notifications`), []int{1, 1, 2, 2}[i]; n != want {
			t.Errorf("after %s there are %d mails instead of %d", age, n, want)
		}
	}
}

func TestATransactionStaysInItsChurchAndSeesNoMailOfThePlatform(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	s := b.service(t, b.config())
	id, _ := b.subscriber(t, "Grace", "en")
	seen := func(tx pgx.Tx) (church string, n int) {
		t.Helper()
		if err := tx.QueryRow(t.Context(), `select coalesce(narthex_church_id()::text, 'none'), (select count(*) from notifications)`).Scan(&church, &n); err != nil {
			t.Fatal(err)
		}
		return church, n
	}
	err := church.InChurch(t.Context(), b.db.Pool, id, func(tx pgx.Tx) error {
		err := s.Mail(t.Context(), tx, alarmed("sub_1"))
		if in, n := seen(tx); in != id.String() || n != 0 {
			t.Errorf("afterwards it is in %s and sees %d", in, n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = pgx.BeginFunc(t.Context(), b.db.Pool, func(tx pgx.Tx) error {
		if in, n := seen(tx); in != "none" || n != 1 {
			t.Errorf("in %s %d are seen", in, n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = pgx.BeginFunc(t.Context(), b.db.Pool, func(tx pgx.Tx) error {
		return s.Mail(t.Context(), tx, notify.Mail{Key: uuid.New(), Kind: "welcome"})
	})
	if !errors.Is(err, notify.ErrNoticeIncomplete) {
		t.Errorf("a welcome of no church: %v", err)
	}
}

func TestAWelcomeIsNeverTriedAFourthTime(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	s := b.service(t, b.config())
	id, _ := b.subscriber(t, "Grace", "en")
	if err := b.mail(t, s, notify.Mail{Key: uuid.New(), ChurchID: id, Kind: "welcome"}); err != nil {
		t.Fatal(err)
	}
	// Three nodes took it and died: what the last of them left is a row that it holds, with a lease that has ended.
	execute(t, b, `update notifications set status = 'sending', attempts = 3, uncertain = true, lease = gen_random_uuid(), due_at = now() - interval '1 min'`)
	b.startJobs(t, s)
	b.startRun(t, s)
	got := b.awaitMessages(t, 1)[0]
	if !strings.Contains(got.Subject, "A welcome could not be sent") || got.To[0] != "founder@narthex.example" {
		t.Errorf("%q to %v", got.Subject, got.To)
	}
	b.await(t, "it is given up", `select exists (select from notifications where kind = 'welcome' and status = 'dead' and last_error = 'its last attempt was cut off')`)
	if n := count(t, b, `select count(*) from lifecycle_emails_sent`); n != 0 {
		t.Error("it is noted that it was sent")
	}
}

func TestWhatIsSaidOfAFailedPaymentChangesWithItsDay(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	config := b.config()
	config.BaseURL = "https://narthex.example"
	s, _ := b.start(t, config)
	id, token := b.subscriber(t, "Grace", "en")
	said := map[string]bool{}
	for i, kind := range []string{"payment_failed", "payment_failed_again", "payment_failed_last"} {
		if err := b.mail(t, s, notify.Mail{Key: uuid.New(), ChurchID: id, Kind: kind, Lines: []notify.Line{{Label: "ends_at", Text: "2026-12-07T23:30:00Z"}}}); err != nil {
			t.Fatal(err)
		}
		got := b.awaitMessages(t, i+1)[i]
		if !strings.Contains(got.Text, "7 December") || !strings.Contains(got.Text, "Fix the payment: https://narthex.example/admin/"+token.String()) {
			t.Errorf("%s:\n%s", kind, got.Text)
		}
		said[got.Subject] = true
	}
	if len(said) != 3 {
		t.Errorf("said: %v", said)
	}
}
