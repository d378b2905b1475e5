package notify_test

import (
	"testing"

	"github.com/google/uuid"

	"narthex/admin/notify"
	"narthex/cmd/dev/mailbox"
)

// A second contact is told when the first has not answered, and an alarm that may be none goes out when nobody has called it off: whoever
// has everything sent that waits changes neither.
func TestWhatIsHeldBackStaysSoWhenEverythingIsTriedAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.second(t, id)
	s, _ := b.start(t, b.config())
	b.tell(t, s, crisis(id)) // at once, and to the second contact later
	b.awaitMessages(t, 2)
	b.await(t, "the church has it", `select count(*) = 2 and bool_and(status = 'sent') from notifications where audience = 'church'`)
	b.tell(t, s, heldCrisis(t, b, id, heldFor))
	const held = `notifications where status = 'queued' and held_until > now() and due_at >= held_until`
	before := count(t, b, `select count(*) from `+held)
	if before != 4 { // the first one's to the second contact, the other one's to the church
		t.Fatalf("%d messages are held back", before)
	}
	retried, err := notify.NewQueue(b.db.Pool).Retry(t.Context(), notify.Filter{Status: "queued"})
	if err != nil || retried != (notify.Retried{Count: before, Held: before}) {
		t.Errorf("%+v, %v", retried, err)
	}
	if after := count(t, b, `select count(*) from `+held); after != before {
		t.Errorf("%d of %d are still held back", after, before)
	}
	b.tell(t, s, leftMessage(id))
	b.await(t, "the node has looked for what is due", `select status = 'sent' from notifications where kind = 'message'`)
	if messages, _ := b.box.Messages(); len(messages) != 3 {
		t.Errorf("%d messages went out", len(messages))
	}
}

func TestAllThatWereGivenUpAreTriedAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	first, second := b.church(t, theChurch{name: "First"}), b.church(t, theChurch{name: "Second"})
	for id, number := range map[uuid.UUID]int{first: 1100, second: 30} {
		execute(t, b, `insert into notifications (id, church_id, key, channel, audience, kind, lines, happened_at, status, attempts, due_at)
			select gen_random_uuid(), $1, gen_random_uuid(), 'mail', 'church', 'message', '[]', now(), 'dead', 9, now() - interval '1 hour' from generate_series(1, $2)`, id, number)
	}
	execute(t, b, `insert into notifications (id, key, channel, audience, kind, lines, happened_at, status) values (gen_random_uuid(), gen_random_uuid(), 'mail', 'founder', 'platform', '[]', now(), 'dead')`)
	queue := notify.NewQueue(b.db.Pool)
	if retried, err := queue.Retry(t.Context(), notify.Filter{ChurchID: second, Status: "dead", Limit: 1}); err != nil || retried != (notify.Retried{Count: 30}) {
		t.Errorf("of one church: %+v, %v", retried, err)
	}
	if retried, err := queue.Retry(t.Context(), notify.Filter{Status: "dead"}); err != nil || retried != (notify.Retried{Count: 1101}) {
		t.Errorf("of all: %+v, %v", retried, err)
	}
	if n := count(t, b, `select count(*) from notifications where status = 'queued' and attempts = 0 and due_at > now() - interval '1 minute'`); n != 1131 {
		t.Errorf("%d are due", n)
	}
}
