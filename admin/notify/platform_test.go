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

// subscriber is a church with an admin.
func (b *bench) subscriber(t *testing.T, name, language string) (id, token uuid.UUID) {
	t.Helper()
	id, token = b.church(t, theChurch{name: name, language: language}), uuid.New()
	execute(t, b, `insert into premium_churches (church_id, plan, channel, admin_email, admin_token) values ($1, 'starter_chat', 'chat', 'ann@grace.example', $2)`, id, token)
	return id, token
}

func (b *bench) mail(t *testing.T, s *notify.Service, m notify.Mail) error {
	t.Helper()
	return church.InChurch(t.Context(), b.db.Pool, m.ChurchID, func(tx pgx.Tx) error { return s.Mail(t.Context(), tx, m) })
}

// everywhere is where a text stands in the database: the tables of which a row has it.
func (b *bench) everywhere(t *testing.T, text string) (found []string) {
	t.Helper()
	names, err := b.db.Admin.Query(t.Context(), "select tablename from pg_tables where schemaname = 'public'")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(names, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		var has bool
		err := b.db.Admin.QueryRow(t.Context(), "select exists (select from "+pgx.Identifier{table}.Sanitize()+" r where r::text like '%' || $1 || '%')", text).Scan(&has)
		if err != nil {
			t.Fatal(err)
		}
		if has {
			found = append(found, table)
		}
	}
	return found
}

func count(t *testing.T, b *bench, sql string, args ...any) (n int) {
	t.Helper()
	if err := b.db.Admin.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAWelcomeCarriesTheLinkThatNothingKeeps(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	config := b.config()
	config.BaseURL = "https://narthex.example"
	s, stop := b.start(t, config)
	hostile := "Grace <b>Harbor</b>\r\nBcc: x@evil.example \u202e" + strings.Repeat("x", 500)
	id, token := b.subscriber(t, "Grace", "es")
	execute(t, b, `update churches set name = $2 where id = $1`, id, hostile)
	key := uuid.New()
	for range 3 {
		if err := b.mail(t, s, notify.Mail{Key: key, ChurchID: id, Kind: "welcome", Lines: []notify.Line{{Label: "voice", Text: "no"}, {Label: "trial_ends", Text: "2026-12-07T23:30:00Z"}, {Label: "second_person", Text: "Bea Lee, bea@grace.example"}}}); err != nil {
			t.Fatal(err)
		}
	}
	got := b.awaitMessages(t, 1)[0]
	link := "https://narthex.example/admin/" + token.String()
	if got.Subject != "Su asistente está listo" || !strings.Contains(got.From, "Narthex") || len(got.To) != 1 || got.To[0] != "ann@grace.example" {
		t.Errorf("%q from %q to %v", got.Subject, got.From, got.To)
	}
	if !strings.Contains(got.Text, link) || !strings.Contains(got.HTML, link) || !strings.Contains(got.Text, "https://narthex.example/chat/church-") || strings.Contains(got.HTML, "<b>Harbor") ||
		!strings.Contains(got.Text, "Gratis hasta: ") || !strings.Contains(got.Text, "7 de diciembre") || strings.Contains(got.Text, "T23:30") ||
		!strings.Contains(got.Text, "También puede abrir el panel, con un enlace que la página /admin envía a su dirección; dígaselo, por favor: Bea Lee, bea@grace.example") {
		t.Errorf("the mail says:\n%s\n%s", got.Text, got.HTML)
	}
	b.await(t, "it is noted as sent", `select exists (select from notifications where status = 'sent')`)
	stop()
	if n := count(t, b, `select count(*) from lifecycle_emails_sent where church_id = $1 and kind = 'welcome' and recipient = 'ann@grace.example'`, id); n != 1 {
		t.Errorf("it is noted %d times that it was sent", n)
	}
	if tables := b.everywhere(t, token.String()); len(tables) != 1 || tables[0] != "premium_churches" {
		t.Errorf("the token stands in %v", tables)
	}
	if strings.Contains(b.log.String(), token.String()) {
		t.Error("the token is in the log")
	}
	if messages, _ := b.box.Messages(); len(messages) != 1 {
		t.Errorf("%d mails", len(messages))
	}
}

func TestAWelcomeThatFailsThreeTimesIsNotNoted(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Refuse: 451}})
	config := b.config()
	config.Timing.MaxAttempts = 10
	s, _ := b.start(t, config)
	id, _ := b.subscriber(t, "Grace", "en")
	if err := b.mail(t, s, notify.Mail{Key: uuid.New(), ChurchID: id, Kind: "welcome"}); err != nil {
		t.Fatal(err)
	}
	b.await(t, "it is given up, and the founder is to be told", `select count(*) = 2 from notifications where kind = 'welcome' and status = 'dead' or kind = 'welcome_lost' and audience = 'founder'`)
	if n := count(t, b, `select attempts from notifications where church_id = $1 and kind = 'welcome'`, id); n != 3 {
		t.Errorf("tried %d times", n)
	}
	if n := count(t, b, `select count(*) from lifecycle_emails_sent`); n != 0 {
		t.Error("it is noted that it was sent")
	}
}

func TestALinkIsSentAgainToTheAdminAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	s, _ := b.start(t, b.config())
	id, token := b.subscriber(t, "Grace", "en")
	if err := b.mail(t, s, notify.Mail{Key: uuid.New(), ChurchID: id, Kind: "dashboard_link", To: "mallory@evil.example"}); err != nil {
		t.Fatal(err)
	}
	b.await(t, "it is not sent", `select exists (select from notifications where status = 'skipped')`)
	if err := b.mail(t, s, notify.Mail{Key: uuid.New(), ChurchID: id, Kind: "dashboard_link", To: "ANN@grace.example"}); err != nil {
		t.Fatal(err)
	}
	got := b.awaitMessages(t, 1)[0]
	if got.To[0] != "ann@grace.example" || !strings.Contains(got.Text, token.String()) {
		t.Errorf("to %v:\n%s", got.To, got.Text)
	}
}

func TestTheFounderIsToldWhatHappened(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	s, _ := b.start(t, b.config())
	id, token := b.subscriber(t, "Grace", "es")
	if err := b.mail(t, s, notify.Mail{Key: uuid.New(), ChurchID: id, Kind: "ownership_unproven", Lines: []notify.Line{{Label: "detail", Text: "look here"}}}); err != nil {
		t.Fatal(err)
	}
	got := b.awaitMessages(t, 1)[0]
	if got.To[0] != "founder@narthex.example" || !strings.Contains(got.Subject, "Grace: A listed church was claimed") || !strings.Contains(got.Text, "look here") ||
		!strings.Contains(got.Text, "ann@grace.example") || strings.Contains(got.Text, token.String()) {
		t.Errorf("%q to %v:\n%s", got.Subject, got.To, got.Text)
	}
	if err := b.mail(t, s, notify.Mail{Key: uuid.New(), ChurchID: id, Kind: "poem"}); !errors.Is(err, notify.ErrUnknownMail) {
		t.Errorf("an unknown kind: %v", err)
	}
}

func TestWhoeverSignedUpWithAnAddressOfTheChurchIsAskedToProveIt(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	config := b.config()
	config.LinkMakers = map[string]notify.LinkMaker{"ownership_proof": func(m notify.Sending) []notify.Link {
		return []notify.Link{{Button: m.Text("ownership_prove"), URL: "https://narthex.example/ownership/token"}}
	}}
	s, _ := b.start(t, config)
	for i, test := range []struct{ language, subject, intro, button string }{
		{"en", "Please confirm that you signed up your church", "If it was not you, please do not confirm", "Look and confirm: "},
		{"es", "Confirme que usted inscribió a su iglesia", "Si no fue usted, no confirme nada", "Ver y confirmar: "},
	} {
		id, token := b.subscriber(t, "Grace "+test.language, test.language)
		if err := b.mail(t, s, notify.Mail{Key: uuid.New(), ChurchID: id, Kind: "ownership_proof", To: "ann@grace.example"}); err != nil {
			t.Fatal(err)
		}
		got := b.awaitMessages(t, i+1)[i]
		if got.To[0] != "ann@grace.example" || !strings.Contains(got.Subject, test.subject) || !strings.Contains(got.Text, test.intro) ||
			!strings.Contains(got.Text, test.button+"https://narthex.example/ownership/token") || strings.Contains(got.Text, token.String()) {
			t.Errorf("%q to %v:\n%s", got.Subject, got.To, got.Text)
		}
	}
}

func TestWhoeverReadsTheListedAddressIsAskedWithALinkThatNothingKeeps(t *testing.T) {
	t.Parallel()
	b := newBench(t, mailbox.Config{})
	config := b.config()
	const secret = "made-when-it-is-sent"
	config.LinkMakers = map[string]notify.LinkMaker{"ownership_asked": func(m notify.Sending) []notify.Link {
		return []notify.Link{{Button: m.Text("ownership_confirm"), URL: "https://narthex.example/" + secret + "/" + m.PremiumID.String() + "/" + m.To}}
	}}
	s, _ := b.start(t, config)
	id, _ := b.subscriber(t, "Gracia", "es")
	ask := notify.Mail{Key: uuid.New(), ChurchID: id, Kind: "ownership_asked", To: "office@gracia.example", Lines: []notify.Line{{Label: "email", Text: "ann@grace.example"}}}
	for range 2 {
		if err := b.mail(t, s, ask); err != nil {
			t.Fatal(err)
		}
	}
	got := b.awaitMessages(t, 1)[0]
	var premium uuid.UUID
	if err := b.db.Admin.QueryRow(t.Context(), `select id from premium_churches`).Scan(&premium); err != nil {
		t.Fatal(err)
	}
	link := "Sí, es de los nuestros: https://narthex.example/" + secret + "/" + premium.String() + "/office@gracia.example"
	if len(got.To) != 1 || got.To[0] != "office@gracia.example" || !strings.Contains(got.Text, link) || !strings.Contains(got.Text, "ann@grace.example") || !strings.Contains(got.From, "Narthex") {
		t.Errorf("%q from %q to %v:\n%s", got.Subject, got.From, got.To, got.Text)
	}
	b.await(t, "it is noted as sent", `select count(*) = 1 from notifications where status = 'sent'`)
	if tables := b.everywhere(t, secret); len(tables) != 0 {
		t.Errorf("the link stands in %v", tables)
	}
	ask.Key, ask.To = uuid.New(), "no address"
	if err := b.mail(t, s, ask); !errors.Is(err, notify.ErrNoticeIncomplete) {
		t.Errorf("to no address: %v", err)
	}
}
