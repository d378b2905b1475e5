package notify_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/cmd/dev/mailbox"
)

func (b *bench) text(t *testing.T, s *notify.Service, text notify.CallerText, after error) error {
	t.Helper()
	return church.InChurch(t.Context(), b.db.Pool, text.ChurchID, func(tx pgx.Tx) error {
		return errors.Join(s.TextCaller(t.Context(), tx, text), after)
	})
}

func TestACallerIsSentWhatTheyWantedOnce(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	s, stop := b.start(t, b.config())
	defer stop()
	id := b.church(t, theChurch{name: "Nueva Vida", phone: "+12075550100"})
	link := "https://www.openstreetmap.org/search?query=12+Harbor+St"
	text := notify.CallerText{Key: uuid.New(), ChurchID: id, Church: "Nueva Vida", To: "+12075550123", Language: "es", Links: []string{link}}
	rolledBack := errors.New("the transaction fails")
	if err := b.text(t, s, text, rolledBack); !errors.Is(err, rolledBack) {
		t.Fatal(err)
	}
	for range 3 {
		if err := b.text(t, s, text, nil); err != nil {
			t.Fatal(err)
		}
	}
	another := text
	another.Key, another.Language = uuid.New(), "en"
	if err := b.text(t, s, another, nil); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, message := range b.awaitMessages(t, 2) {
		if message.To[0] != "+12075550123" || !strings.Contains(message.Text, link) || !strings.HasPrefix(message.Text, "Nueva Vida: ") {
			t.Errorf("sent is %q to %v", message.Text, message.To)
		}
		found[strings.Split(message.Text, ":")[1]] = true
	}
	if !found[" esto es lo que pidió por teléfono"] || !found[" here is what you asked for on the telephone"] {
		t.Errorf("they are sent %v", found)
	}
	var rows int
	if err := b.db.Admin.QueryRow(t.Context(), `select count(*) from notifications where status in ('queued', 'sending', 'sent')`).Scan(&rows); err != nil || rows != 2 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

func TestANumberIsSentSoManyTextMessagesADay(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	s := b.service(t, b.config())
	id, other := b.church(t, theChurch{name: "Grace"}), b.church(t, theChurch{name: "Hope"})
	send := func(church uuid.UUID, to string, key uuid.UUID) error {
		return b.text(t, s, notify.CallerText{Key: key, ChurchID: church, Church: "Grace", To: to, Language: "en", Links: []string{"https://grace.example/give"}}, nil)
	}
	first := uuid.New()
	for i, key := range []uuid.UUID{first, uuid.New(), uuid.New(), uuid.New(), uuid.New()} {
		if err := send(id, "+12075550123", key); err != nil {
			t.Fatalf("message %d: %v", i, err)
		}
	}
	if err := send(id, "+12075550123", uuid.New()); !errors.Is(err, notify.ErrTextsSpent) {
		t.Errorf("one more: %v", err)
	}
	for name, err := range map[string]error{
		"the first again": send(id, "+12075550123", first), "another number": send(id, "+12075550124", uuid.New()), "another church": send(other, "+12075550123", uuid.New()),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	execute(t, b, `update notifications set created_at = now() - interval '25 hours' where church_id = $1`, id)
	if err := send(id, "+12075550123", uuid.New()); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

func TestNobodyIsSentATextWithoutANumberOrAnAccount(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	config := b.config()
	id := b.church(t, theChurch{name: "Grace"})
	text := notify.CallerText{Key: uuid.New(), ChurchID: id, Church: "Grace", To: "+12075550123", Links: []string{"https://grace.example/give"}}
	withheld, long := text, text
	withheld.To, long.Links = "", []string{"https://grace.example/" + strings.Repeat("a", 1000)}
	s := b.service(t, config)
	for name, one := range map[string]notify.CallerText{"withheld": withheld, "a link that no message holds": long} {
		if err := b.text(t, s, one, nil); !errors.Is(err, notify.ErrNoTexting) {
			t.Errorf("%s: %v", name, err)
		}
	}
	config.Twilio, config.Registerer = notify.Twilio{}, nil
	if err := b.text(t, b.service(t, config), text, nil); !errors.Is(err, notify.ErrNoTexting) {
		t.Errorf("no account: %v", err)
	}
}
