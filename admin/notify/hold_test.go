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
	"narthex/chat/church"
	"narthex/cmd/dev/mailbox"
)

// heldCrisis is an urgent crisis with a stored request, held back for so long.
func heldCrisis(t *testing.T, b *bench, churchID uuid.UUID, hold time.Duration) notify.Notice {
	t.Helper()
	notice := crisis(churchID)
	notice.Hold, notice.RequestID, notice.SessionID = hold, uuid.New(), uuid.New()
	execute(t, b, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, urgent, message, details)
		values ($1, $2, 'crisis', $3, $4, $5, true, 'this exam is killing me', '{"category":"suicide"}')`,
		notice.RequestID, churchID, notice.SessionID, uuid.New(), notice.Key)
	return notice
}

func (b *bench) release(t *testing.T, s *notify.Service, notice notify.Notice) {
	t.Helper()
	if err := church.InChurch(t.Context(), b.db.Pool, notice.ChurchID, func(tx pgx.Tx) error {
		return s.Release(t.Context(), tx, notice.ChurchID, notice.Key)
	}); err != nil {
		t.Error(err)
	}
}

func (b *bench) lower(t *testing.T, s *notify.Service, notice notify.Notice) (lowered bool) {
	t.Helper()
	if err := church.InChurch(context.Background(), b.db.Pool, notice.ChurchID, func(tx pgx.Tx) (err error) {
		lowered, err = s.Lower(t.Context(), tx, notice.ChurchID, notice.Key, uuid.NewSHA1(notice.Key, nil))
		return err
	}); err != nil {
		t.Error(err)
	}
	return lowered
}

// heldFor is longer than any test takes: what goes out was let go.
const heldFor = time.Hour

func TestAnAlarmThatIsHeldBackGoesOutWhenItIsReleased(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s, _ := b.start(t, b.config())
	notice := heldCrisis(t, b, id, heldFor)
	b.tell(t, s, notice)
	b.await(t, "its messages wait", `select count(*) = 2 from notifications where audience = 'church' and status = 'queued' and attempts = 0 and held_until > now() + interval '50 minutes'`)
	for range 3 {
		b.release(t, s, notice)
	}
	for _, m := range b.awaitMessages(t, 2) {
		if !strings.Contains(m.Subject+m.Text, "URGENT") {
			t.Errorf("it says %s\n%s", m.Subject, m.Text)
		}
	}
	b.await(t, "both are sent, once", `select count(*) = 2 and bool_and(status = 'sent' and attempts = 1) from notifications where audience = 'church'`)
	if b.lower(t, s, notice) {
		t.Error("it was lowered after it had gone out")
	}
	b.await(t, "the second contact is told if nobody has it", `select count(*) = 2 from notifications where audience = 'second' and status = 'queued'`)
}

func TestAnAlarmThatIsLoweredIsAnOrdinaryMail(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s, _ := b.start(t, b.config())
	notice := heldCrisis(t, b, id, heldFor)
	b.tell(t, s, notice)
	if !b.lower(t, s, notice) || b.lower(t, s, notice) {
		t.Fatal("it is not lowered once")
	}
	execute(t, b, `update visitor_requests set urgent = false where id = $1`, notice.RequestID)
	b.release(t, s, notice) // a release that comes late changes nothing
	b.await(t, "the mail is sent, and nothing else", `select count(*) filter (where status = 'sent' and channel = 'mail' and audience = 'church' and not urgent) = 1
		and count(*) filter (where status = 'skipped' and lines = '[]' and reply_to is null) = 3 and count(*) = 4 from notifications`)
	messages := b.awaitMessages(t, 1)
	if len(messages) != 1 || messages[0].Kind != "mail" || strings.Contains(messages[0].Subject+messages[0].Text, "URGENT") {
		t.Errorf("the church is told %+v", messages)
	}
	// The same danger, told again, is an alarm like any other.
	again := notice
	again.Hold = 0
	b.tell(t, s, again)
	b.awaitMessages(t, 3)
}

func TestAnAlarmThatNobodyLetsGoGoesOutByItself(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s, _ := b.start(t, b.config())
	b.tell(t, s, heldCrisis(t, b, id, 300*time.Millisecond))
	b.awaitMessages(t, 2)
	b.await(t, "neither went out before", `select bool_and(sent_at >= held_until) and count(*) = 2 from notifications where status = 'sent'`)
}

// TestAnAlarmIsEitherLoweredOrSent has both be tried at the same moment, again and again.
func TestAnAlarmIsEitherLoweredOrSent(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	s, _ := b.start(t, b.config())
	const alarms = 12
	lowered, want := 0, 0
	for range alarms {
		id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
		notice := heldCrisis(t, b, id, heldFor)
		b.tell(t, s, notice)
		var both sync.WaitGroup
		made := false
		both.Go(func() { b.release(t, s, notice) })
		both.Go(func() { made = b.lower(t, s, notice) })
		both.Wait()
		if want += 2; made {
			lowered++
			want--
		}
		b.await(t, "all is as it was decided", `select count(*) filter (where status = 'sent' and urgent) = $2 and count(*) filter (where status = 'sent' and not urgent) = $3
			from notifications where church_id = $1 and audience = 'church'`, id, map[bool]int{false: 2}[made], map[bool]int{true: 1}[made])
	}
	if messages := b.awaitMessages(t, want); len(messages) != want {
		t.Errorf("%d messages, want %d", len(messages), want)
	}
	t.Logf("%d of %d were lowered", lowered, alarms)
}

func TestAnAlarmThatIsCountedWithOthersIsNotLowered(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s := b.service(t, b.config())
	session := uuid.New()
	var last notify.Notice
	for range 6 {
		notice := heldCrisis(t, b, id, heldFor)
		notice.Origin, notice.SessionID = "one household", session
		b.tell(t, s, notice)
		last = notice
	}
	if b.lower(t, s, last) {
		t.Error("it was lowered")
	}
	b.await(t, "the last is counted", `select count(*) filter (where kind = 'crises') > 0 and count(*) filter (where kind = 'crisis' and audience = 'church') = 10 from notifications`)
}

// Whoever invents figures of speech must not drown a church in ordinary mails either.
func TestOfManyLoweredAlarmsOneMailIsSentForAll(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s := b.service(t, b.config())
	for i := range 12 {
		notice := heldCrisis(t, b, id, heldFor)
		notice.Origin = "one household"
		b.tell(t, s, notice)
		if !b.lower(t, s, notice) {
			t.Errorf("number %d is not lowered", i+1)
		}
	}
	b.await(t, "few mails go out", `select count(*) filter (where kind = 'crisis' and status = 'queued') between 1 and 5
		and count(*) filter (where kind = 'crises' and status = 'queued' and channel = 'mail' and not urgent and audience = 'church') between 1 and 2
		and count(*) filter (where urgent) = 0 and count(*) filter (where kind = 'crises' and channel = 'sms') = 0 from notifications`)
}
