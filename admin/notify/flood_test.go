package notify_test

import (
	"fmt"
	"slices"
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

// mergedCount is how many crises a church is told of together, by one channel.
const mergedCount = `select coalesce(sum((lines -> 0 ->> 'text')::integer), 0) from notifications where church_id = $1 and kind = 'crises' and channel = $2`

// flood tells a church of crises, each of its own conversation, from an origin. Eight come at a time.
func (b *bench) flood(t *testing.T, s *notify.Service, churchID uuid.UUID, count int, urgent bool, origin func(i int) string) {
	t.Helper()
	var senders sync.WaitGroup
	for worker := range 8 {
		senders.Go(func() {
			for i := worker; i < count; i += 8 {
				notice := crisis(churchID)
				notice.Origin, notice.SessionID, notice.Urgent = origin(i), uuid.New(), urgent
				err := church.InChurch(t.Context(), b.db.Pool, churchID, func(tx pgx.Tx) error { return s.Notify(t.Context(), tx, notice) })
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	senders.Wait()
}

func (b *bench) count(t *testing.T, sql string, args ...any) (n int) {
	t.Helper()
	if err := b.db.Admin.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

const toldAlone = `select count(distinct key) from notifications where church_id = $1 and kind = 'crisis'`

func TestAThousandCrisesFromOneAddressAreAFewMessagesAndNoneIsLost(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	other := b.church(t, theChurch{name: "Hope", email: "office@hope.example"})
	config := b.config()
	config.Timing.Merge = time.Hour // nothing merged goes out in this test
	s := b.service(t, config)
	b.flood(t, s, id, 500, false, func(int) string { return "flood" })

	genuine := crisis(id)
	genuine.Origin = "somebody else"
	b.tell(t, s, genuine)
	b.tell(t, s, genuine) // told again: the same news
	elsewhere := crisis(other)
	elsewhere.Origin = "flood"
	b.tell(t, s, elsewhere)

	b.flood(t, s, id, 500, true, func(int) string { return "flood" })
	alone := b.count(t, toldAlone, id)
	if alone != 5+1+19 {
		t.Errorf("%d crises were told by themselves, want 5 that are not urgent and 20 that are, with that of somebody else", alone)
	}
	for channel, want := range map[string]int{"mail": 1001 - alone, "sms": 501 - 20} { // nobody is woken for what is not urgent
		if merged := b.count(t, mergedCount, id, channel); merged != want {
			t.Errorf("by %s %d are told of together, want %d", channel, merged, want)
		}
	}
	if n := b.count(t, `select count(*) from notifications where key = $1 and due_at <= now()`, genuine.Key); n != 2 {
		t.Errorf("that of somebody else is told at once in %d ways, want mail and text message", n)
	}
	if n := b.count(t, toldAlone, other); n != 1 {
		t.Errorf("another church was told of %d", n)
	}
}

// TestWhatIsNotUrgentDoesNotDelayWhatIs has one address cause all that it may, and then somebody there be in danger now.
func TestWhatIsNotUrgentDoesNotDelayWhatIs(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	config := b.config()
	config.Timing.Merge = time.Hour
	s := b.service(t, config)
	escalating := uuid.New()
	for _, tt := range []struct {
		name    string
		before  []bool // whether what came first was urgent, each of its own conversation
		session uuid.UUID
		own     bool // the conversation told of an urgent danger before
		alone   bool
	}{
		{name: "five false alarms that were not urgent", before: make([]bool, 5), session: uuid.New(), alone: true},
		{name: "five that were not urgent, and nobody knows the conversation", before: make([]bool, 5), alone: true},
		{name: "a hundred that were not urgent", before: make([]bool, 100), session: uuid.New(), alone: true},
		{name: "five that were urgent, of other conversations", before: slices.Repeat([]bool{true}, 5), session: uuid.New(), alone: true},
		{name: "five that were urgent, and one of its own", before: slices.Repeat([]bool{true}, 5), session: escalating, own: true},
		{name: "twenty that were urgent", before: slices.Repeat([]bool{true}, 20), session: uuid.New()},
		{name: "five that were urgent, and nobody knows the conversation", before: slices.Repeat([]bool{true}, 5)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
			for i, urgent := range tt.before {
				notice := crisis(id)
				notice.Origin, notice.SessionID, notice.Urgent = "a congregation", uuid.New(), urgent
				if tt.own && i == 0 {
					notice.SessionID = tt.session
				}
				b.tell(t, s, notice)
			}
			last := crisis(id)
			last.Origin, last.SessionID = "a congregation", tt.session
			b.tell(t, s, last)
			want := 0
			if tt.alone {
				want = 2
			}
			if n := b.count(t, `select count(*) from notifications where key = $1 and due_at <= now()`, last.Key); n != want {
				t.Errorf("it is told by itself in %d ways, want %d; rows: %v", n, want, b.rows(t))
			}
		})
	}
}

func TestFiftyAddressesCauseNoMoreThanAChurchCanRead(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	config := b.config()
	config.Timing.Merge = time.Hour
	s := b.service(t, config)
	b.flood(t, s, id, 500, true, func(i int) string { return fmt.Sprint("address ", i%50) })
	alone := b.count(t, toldAlone, id)
	if alone < 50 || alone > 60 {
		t.Errorf("%d were told by themselves, want the first of each address and no more than 60", alone)
	}
	genuine := crisis(id)
	genuine.Origin = "a new one"
	b.tell(t, s, genuine)
	if n := b.count(t, `select count(*) from notifications where key = $1`, genuine.Key); n != 2 {
		t.Errorf("a new address is told of in %d ways", n)
	}
	b.flood(t, s, id, 40, true, func(i int) string { return fmt.Sprint("invented ", i) })
	if alone = b.count(t, toldAlone, id); alone != 60 {
		t.Errorf("%d were told by themselves, want 60", alone)
	}
	if merged := b.count(t, mergedCount, id, "mail"); merged != 541-alone {
		t.Errorf("%d are told of in one message, want %d", merged, 541-alone)
	}
	execute(t, b, `update notifications set created_at = created_at - interval '61 minutes' where church_id = $1`, id)
	b.flood(t, s, id, 1, true, func(int) string { return "address 1" })
	if n := b.count(t, toldAlone, id); n != alone+1 {
		t.Errorf("an hour later nothing is told")
	}
}

func TestWhatIsMergedArrivesWithItsCount(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Vida", language: "es", email: "oficina@vida.example", phone: "+15550100000"})
	config := b.config()
	config.Timing.Merge = 2 * time.Second
	s, _ := b.start(t, config)
	b.flood(t, s, id, 25, false, func(int) string { return "flood" })
	b.await(t, "everything is sent", `select count(*) >= 6 and bool_and(status = 'sent' and not urgent and channel = 'mail') from notifications`) // five, and one or two of the others
	told := 0
	for _, m := range b.awaitMessages(t, 6) {
		if !strings.Contains(m.Subject, "Más visitantes") {
			continue
		}
		_, rest, _ := strings.Cut(m.Text, "Más avisos: ")
		var n int
		if _, err := fmt.Sscan(rest, &n); err != nil || m.Subject != "Más visitantes pueden estar pasando un momento difícil" || m.Headers["Importance"] != nil {
			t.Errorf("%v:\n%s", err, m.Text)
		}
		told += n
	}
	if told != 20 {
		t.Errorf("%d reports are told of together, want 20", told)
	}
}

// TestWhatComesBetweenTheMailAndTheTextMessageIsToldByBoth has one of a summary's two messages go out before the other.
func TestWhatComesBetweenTheMailAndTheTextMessageIsToldByBoth(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	config := b.config()
	config.Timing.Merge = time.Hour
	s := b.service(t, config)
	for _, tt := range []struct{ gone, waits, status string }{{"mail", "sms", "sent"}, {"sms", "mail", "sent"}, {"mail", "sms", "sending"}, {"sms", "mail", "skipped"}} {
		t.Run(tt.gone+" "+tt.status, func(t *testing.T) {
			id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
			b.flood(t, s, id, 22, true, func(int) string { return "flood" }) // twenty by themselves
			execute(t, b, `update notifications set status = $3, attempts = 1, due_at = now() where church_id = $1 and kind = 'crises' and channel = $2`, id, tt.gone, tt.status)
			b.flood(t, s, id, 3, true, func(int) string { return "flood" })
			const waiting = `select coalesce(sum((lines -> 0 ->> 'text')::integer), 0) from notifications where church_id = $1 and kind = 'crises' and channel = $2 and status = 'queued'`
			if n := b.count(t, waiting, id, tt.gone); n != 3 {
				t.Errorf("after the %s went, %d are told of in the next, want 3; rows: %v", tt.gone, n, b.rows(t))
			}
			if n := b.count(t, waiting, id, tt.waits); n != 5 {
				t.Errorf("%d are told of in the %s that still waits, want 5", n, tt.waits)
			}
			const jobs = `
				select count(*) from notifications n join river_job j on j.args ->> 'notification_id' = n.id::text
				where n.church_id = $1 and n.kind = 'crises'`
			if n := b.count(t, jobs, id); n != 3 {
				t.Errorf("%d jobs, want one for each of the three messages", n)
			}
		})
	}
}

func TestAChurchWithoutAnAddressHasWhatIsMergedToldToTheFounder(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Nobody"})
	config := b.config()
	config.Timing.Merge = 500 * time.Millisecond
	s, _ := b.start(t, config)
	b.flood(t, s, id, 22, true, func(int) string { return "flood" })
	told := false
	for !told {
		b.await(t, "the founder is told of what is merged", `select exists (select from notifications where kind = 'crises' and audience = 'founder' and status = 'sent')`)
		messages, _ := b.box.Messages()
		for _, m := range messages {
			told = told || strings.Contains(m.Subject, "More visitors may be in danger") && m.To[0] == "founder@narthex.example"
		}
	}
}
