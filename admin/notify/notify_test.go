package notify_test

import (
	"crypto/tls"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
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

func TestAMessageIsMailedToItsChurchAlone(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	first := b.church(t, theChurch{name: "Grace, \"Harbor\"", timezone: "America/New_York", email: "office@grace.example"})
	second := b.church(t, theChurch{name: "Nueva Vida", language: "es", timezone: "America/Mexico_City", email: "hola@vida.example"})
	s, _ := b.start(t, b.config())
	b.tell(t, s, leftMessage(first))
	visit := leftMessage(second)
	visit.Lines = append(visit.Lines, notify.Line{Label: "first_time", Text: "yes"}, notify.Line{Label: "favourite_hymn", Text: "yes & amen"})
	b.tell(t, s, visit)
	byRecipient := map[string]mailbox.Message{}
	for _, m := range b.awaitMessages(t, 2) {
		byRecipient[m.To[0]] = m
	}
	m := byRecipient["office@grace.example"]
	if m.From != `"Grace, \"Harbor\"" <hello@narthex.example>` || m.Subject != "A message from a visitor" || m.Headers["Reply-To"][0] != "<ann@example.org>" {
		t.Errorf("from %s, subject %s, headers %v", m.From, m.Subject, m.Headers)
	}
	for _, want := range []string{"Sunday, 1 March 2026, 3:30 PM (EST)", "Name: Ann", "> Please pray for my mother."} {
		if !strings.Contains(strings.ReplaceAll(m.Text, "\r", ""), want) {
			t.Errorf("the text lacks %q:\n%s", want, m.Text)
		}
	}
	if !strings.Contains(m.HTML, "Please pray for my mother.") || m.Headers["Auto-Submitted"][0] != "auto-generated" || len(m.Headers["List-Id"]) != 1 {
		t.Errorf("headers %v, HTML:\n%s", m.Headers, m.HTML)
	}
	m = byRecipient["hola@vida.example"]
	if m.Subject != "Un mensaje de un visitante" || !strings.Contains(m.Text, "domingo 1 de marzo de 2026, 14:30 (CST)") || !strings.Contains(m.Text, "En palabras del visitante:") ||
		!strings.Contains(m.Text, "Primera vez: Sí") || !strings.Contains(m.HTML, "yes &amp; amen") || !strings.Contains(m.Text, "Favourite hymn: yes & amen") {
		t.Errorf("subject %s, text:\n%s", m.Subject, m.Text)
	}
	b.await(t, "what visitors wrote is forgotten", `select bool_and(status = 'sent' and lines = '[]' and reply_to is null and lease is null) from notifications`)
	if sum := b.metric(t, "narthex_notifications_waiting"); sum != 0 {
		t.Errorf("%v wait", sum)
	}
}

func TestPrayersGoByTextMessageTooAndCrisesThatAreNotUrgentByMailAlone(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", language: "en", email: "office@grace.example", phone: "+15550100000"})
	s, _ := b.start(t, b.config())
	for _, kind := range []string{"prayer", "crisis"} {
		notice := leftMessage(id)
		notice.Kind = kind
		b.tell(t, s, notice)
	}
	byText := 0
	for _, m := range b.awaitMessages(t, 3) {
		if strings.Contains(m.Subject+m.Text, "URGENT") {
			t.Errorf("it is not urgent: %s %s", m.Subject, m.Text)
		}
		if m.Kind == "sms" {
			byText++
		}
	}
	if byText != 1 {
		t.Errorf("%d text messages, want the prayer's", byText)
	}
	mailOnly := b.church(t, theChurch{name: "Hope", language: "en", email: "office@hope.example"})
	notice := leftMessage(mailOnly)
	notice.Kind = "prayer"
	b.tell(t, s, notice)
	b.await(t, "a church without a telephone is told by mail alone", `select array_agg(status order by channel) = '{sent,skipped}' from notifications where church_id = $1`, mailOnly)
}

func TestACrisisGoesByMailAndByTextMessage(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: strings.Repeat("Ñandú ", 40), language: "es", email: "office@grace.example", phone: "+1 (555) 010-0000"})
	s, _ := b.start(t, b.config())
	b.tell(t, s, crisis(id))
	for _, m := range b.awaitMessages(t, 2) {
		if m.Kind == "mail" {
			if !strings.HasPrefix(m.Subject, "URGENTE: ") || m.Headers["Importance"][0] != "high" {
				t.Errorf("subject %s, headers %v", m.Subject, m.Headers)
			}
			continue
		}
		if m.To[0] != "+15550100000" || len([]rune(m.Text)) > 320 || !strings.Contains(m.Text, "URGENTE") {
			t.Errorf("to %v: %s", m.To, m.Text)
		}
		if strings.Contains(m.Text, "mother") {
			t.Errorf("the text message quotes: %s", m.Text)
		}
	}
}

func TestConfidentialNewsIsNeitherQuotedNorKept(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s := b.service(t, b.config())
	notice := crisis(id)
	notice.Confidential = true
	b.tell(t, s, notice)
	b.await(t, "no words are stored", `select bool_and(lines = '[]' and reply_to is null) from notifications`)
	b.startJobs(t, s)
	for _, m := range b.awaitMessages(t, 2) {
		for _, secret := range []string{"Ann", "ann@example.org", "mother", "010 9999"} {
			if strings.Contains(m.Text+m.HTML+m.Subject+m.Raw, secret) {
				t.Errorf("the %s tells %q:\n%s", m.Kind, secret, m.Text)
			}
		}
		if m.Kind == "mail" && !strings.Contains(m.Text, "A confidential request waits in the dashboard.") {
			t.Errorf("text:\n%s", m.Text)
		}
	}
}

func TestNewsOfATransactionThatFailsIsNotTold(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	s := b.service(t, b.config())
	failure := errors.New("the row could not be stored")
	if err := b.tellOrFail(t, s, leftMessage(id), failure); !errors.Is(err, failure) {
		t.Fatal(err)
	}
	if rows := b.rows(t); len(rows) != 0 {
		t.Errorf("%v", rows)
	}
}

func TestTheSameNewsIsToldOnce(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	s := b.service(t, b.config())
	notice := crisis(id)
	var telling sync.WaitGroup
	for range 8 {
		telling.Go(func() {
			if err := b.tellOrFail(t, s, notice, nil); err != nil {
				t.Error(err)
			}
		})
	}
	telling.Wait()
	b.start(t, b.config2(t))
	b.await(t, "both are sent", `select count(*) = 2 and bool_and(status = 'sent') from notifications`)
	if messages, _ := b.box.Messages(); len(messages) != 2 {
		t.Errorf("%d messages", len(messages))
	}
	b.tell(t, s, notice)
	if rows := b.rows(t); len(rows) != 2 {
		t.Errorf("%v", rows)
	}
}

// config2 is config for a second service of one test, which shares no metrics.
func (b *bench) config2(t *testing.T) notify.Config {
	t.Helper()
	config := b.config()
	config.Registerer = nil
	return config
}

func TestManyNodesSendEachMessageOnce(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	config := b.config2(t)
	config.Timing.Late = time.Millisecond // so that every node looks for what the jobs are just doing
	s, _ := b.start(t, config)
	b.start(t, config)
	b.start(t, config)
	const count = 60
	for range count {
		b.tell(t, s, leftMessage(id))
	}
	b.await(t, "all are sent", `select count(*) = $1 and bool_and(status = 'sent') from notifications`, count)
	messages, _ := b.box.Messages()
	ids := map[string]bool{}
	for _, m := range messages {
		ids[m.MessageID] = true
	}
	if len(messages) != count || len(ids) != count {
		t.Errorf("%d mails of %d notifications, with %d ids", len(messages), count, len(ids))
	}
}

func TestOneChurchCannotQueueNewsForAnother(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	mine, other := b.church(t, theChurch{name: "Mine"}), b.church(t, theChurch{name: "Other"})
	s := b.service(t, b.config())
	notice := leftMessage(other)
	err := church.InChurch(t.Context(), b.db.Pool, mine, func(tx pgx.Tx) error { return s.Notify(t.Context(), tx, notice) })
	if err == nil || len(b.rows(t)) != 0 {
		t.Errorf("%v, rows %v", err, b.rows(t))
	}
}

func TestIncompleteNoticesAreRefused(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace"})
	s := b.service(t, b.config())
	for name, spoil := range map[string]func(*notify.Notice){
		"no key":      func(n *notify.Notice) { n.Key = uuid.Nil },
		"no kind":     func(n *notify.Notice) { n.Kind = "" },
		"a bad kind":  func(n *notify.Notice) { n.Kind = "Crisis\r\nBcc: x" },
		"a long kind": func(n *notify.Notice) { n.Kind = strings.Repeat("a", 41) },
	} {
		notice := leftMessage(id)
		spoil(&notice)
		if err := b.tellOrFail(t, s, notice, nil); !errors.Is(err, notify.ErrNoticeIncomplete) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHostileWordsStayWords(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace\r\nBcc: everybody@evil.example", email: "office@grace.example"})
	s, _ := b.start(t, b.config())
	notice := leftMessage(id)
	notice.ReplyTo = "ann@example.org\r\nBcc: evil@evil.example"
	notice.Lines = []notify.Line{
		{Label: "name", Text: "Ann\r\nX-Evil: 1\x00\x1b[31m\u202egnp.exe"},
		{Label: "message", Text: "<script>alert(1)</script>\n.\r\nQUIT\r\nMAIL FROM:<x>\n\xff" + strings.Repeat("long ", 3000)},
		{Label: "<b>odd</b>", Text: "{{.Link}}"},
	}
	b.tell(t, s, notice)
	m := b.awaitMessages(t, 1)[0]
	if !slices.Equal(m.To, []string{"office@grace.example"}) || m.Headers["Bcc"] != nil || m.Headers["X-Evil"] != nil || m.Headers["Reply-To"] != nil {
		t.Errorf("to %v, headers %v", m.To, m.Headers)
	}
	if strings.Contains(m.HTML, "<script") || strings.Contains(m.HTML, "<b>odd") || !strings.Contains(m.HTML, "&lt;script&gt;") {
		t.Errorf("HTML:\n%s", m.HTML)
	}
	if strings.ContainsAny(m.Text, "\x00\x1b\u202e") || !strings.Contains(m.Text, "> QUIT") || len(m.Text) > 6000 {
		t.Errorf("text of %d bytes:\n%s", len(m.Text), m.Text)
	}
	if messages, _ := b.box.Messages(); len(messages) != 1 {
		t.Errorf("%d messages", len(messages))
	}
}

func TestAGroupsLeaderIsToldInsteadOfTheOffice(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	s, _ := b.start(t, b.config())
	notice := leftMessage(id)
	notice.Kind, notice.To = "group_join", "leader@grace.example"
	b.tell(t, s, notice)
	if m := b.awaitMessages(t, 1)[0]; m.To[0] != "leader@grace.example" {
		t.Errorf("to %v", m.To)
	}
	notice.Key, notice.To = uuid.New(), "not an address"
	b.tell(t, s, notice)
	if m := b.awaitMessages(t, 2)[1]; m.To[0] != "office@grace.example" {
		t.Errorf("to %v", m.To)
	}
}

func TestMailsAreEncryptedByDefault(t *testing.T) {
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	b := newBench(t, mailbox.Config{TLS: &tls.Config{Certificates: certified.TLS.Certificates}})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	config := b.config()
	config.SMTPURL = "smtp://user:secret%20word@" + b.smtp
	distrustful, stop := b.start(t, config)
	b.tell(t, distrustful, leftMessage(id))
	b.await(t, "a certificate that nobody vouches for is refused", `select coalesce(last_error, '') like '%certificate%' from notifications`)
	stop()
	config = b.config2(t)
	config.SMTPURL = "smtp://user:secret%20word@" + b.smtp
	config.RootCAs = certified.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	config.Timing.MaxAttempts = 100
	s, _ := b.start(t, config)
	b.tell(t, s, leftMessage(id))
	if m := b.awaitMessages(t, 1)[0]; !m.Encrypted {
		t.Error("the mail came in the clear")
	}
	if strings.Contains(b.log.String(), "secret word") {
		t.Error("the log shows the password")
	}
}

func TestAServerWithoutEncryptionIsRefusedUnlessAskedFor(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	config := b.config()
	config.SMTPURL = "smtp://" + b.smtp
	s, _ := b.start(t, config)
	b.tell(t, s, leftMessage(id))
	b.await(t, "it is refused", `select coalesce(last_error, '') like '%STARTTLS%' from notifications`)
}

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	for name, spoil := range map[string]func(*notify.Config){
		"SMTP_URL of another kind":  func(c *notify.Config) { c.SMTPURL = "http://user:hunter2@host" },
		"SMTP_URL without a host":   func(c *notify.Config) { c.SMTPURL = "smtp://" },
		"an odd encryption":         func(c *notify.Config) { c.SMTPURL = "smtp://host?tls=maybe" },
		"no MAIL_FROM":              func(c *notify.Config) { c.MailFrom = "" },
		"FOUNDER_EMAIL is a name":   func(c *notify.Config) { c.FounderEmail = "the founder" },
		"no Twilio token":           func(c *notify.Config) { c.Twilio.AuthToken = "" },
		"TWILIO_API_BASE is a word": func(c *notify.Config) { c.Twilio.APIBase = "twilio" },
	} {
		config := b.config2(t)
		spoil(&config)
		if _, err := notify.New(b.db.Pool, config); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEveryLanguageHasTheSameWords(t *testing.T) {
	all := notify.Wordings(t)
	for language, texts := range all {
		if missing := difference(all["en"], texts); len(missing) > 0 {
			t.Errorf("%s lacks %v", language, missing)
		}
		if more := difference(texts, all["en"]); len(more) > 0 {
			t.Errorf("%s has %v, which English lacks", language, more)
		}
	}
}

func difference(of, without []string) (left []string) {
	for _, text := range of {
		if !slices.Contains(without, text) {
			left = append(left, text)
		}
	}
	return left
}

func TestOperatorsSeeAndRetryWhatWasGivenUp(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	first := b.church(t, theChurch{name: "First", email: "office@first.example"})
	second := b.church(t, theChurch{name: "Second", email: "office@second.example"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Refuse: 550}})
	s, _ := b.start(t, b.config())
	b.tell(t, s, leftMessage(first))
	b.tell(t, s, leftMessage(second))
	b.await(t, "both are dead", `select count(*) = 2 and bool_and(status = 'dead' and attempts = 1) from notifications`)
	if dead := b.metric(t, "narthex_notifications_dead_total"); dead != 2 {
		t.Errorf("the metric counts %v dead", dead)
	}
	if !strings.Contains(b.log.String(), "a notification is given up") {
		t.Errorf("the log says nothing:\n%s", b.log)
	}
	b.box.SetFaults(mailbox.Faults{})
	queue := notify.NewQueue(b.db.Pool)
	all, err := queue.List(t.Context(), notify.Filter{Status: "dead"})
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	mine, err := queue.List(t.Context(), notify.Filter{ChurchID: first, Status: "dead"})
	if err != nil || len(mine) != 1 || mine[0].ChurchID != first || !strings.Contains(mine[0].LastError, "550") {
		t.Fatalf("%+v, %v", mine, err)
	}
	named, err := queue.List(t.Context(), notify.Filter{IDs: []uuid.UUID{mine[0].ID}})
	if err != nil || len(named) != 1 || named[0].ID != mine[0].ID {
		t.Errorf("%+v, %v", named, err)
	}
	if _, err := queue.List(t.Context(), notify.Filter{Status: "lost"}); err == nil {
		t.Error("there is a status lost")
	}
	if retried, err := queue.Retry(t.Context(), notify.Filter{ChurchID: second, IDs: []uuid.UUID{mine[0].ID}}); retried.Count > 0 || err != nil {
		t.Errorf("another church's was retried: %v, %v", retried, err)
	}
	if retried, err := queue.Retry(t.Context(), notify.Filter{IDs: []uuid.UUID{mine[0].ID}}); retried.Count != 1 || err != nil {
		t.Errorf("%v, %v", retried, err)
	}
	if m := b.awaitMessages(t, 1)[0]; m.To[0] != "office@first.example" {
		t.Errorf("to %v", m.To)
	}
	b.awaitStatus(t, "mail", "sent")
	if retried, err := queue.Retry(t.Context(), notify.Filter{ChurchID: first, IDs: []uuid.UUID{mine[0].ID}}); retried.Count > 0 || err != nil {
		t.Errorf("what was sent is retried: %v, %v", retried, err)
	}
	sent, err := queue.List(t.Context(), notify.Filter{ChurchID: first})
	if err != nil || len(sent) != 1 || sent[0].SentTo != "office@first.example" || sent[0].SentAt == nil || !reflect.DeepEqual(sent[0].ID, mine[0].ID) {
		t.Errorf("%+v, %v", sent, err)
	}
}
