package notify_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/notify"
	"narthex/cmd/dev/mailbox"
)

// reported stores a crisis of a conversation and has the church told of it.
func (b *bench) reported(t *testing.T, s *notify.Service, churchID uuid.UUID, change func(*notify.Notice)) notify.Notice {
	t.Helper()
	notice := danger(churchID)
	if change != nil {
		change(&notice)
	}
	b.report(t, s, notice, false)
	return notice
}

// danger is a crisis of a conversation.
func danger(churchID uuid.UUID) notify.Notice {
	notice := crisis(churchID)
	notice.RequestID, notice.SessionID, notice.At, notice.ReplyTo = uuid.New(), uuid.New(), time.Now(), ""
	notice.Lines = []notify.Line{{Label: "category", Text: "suicide"}, {Label: "message", Text: "I cannot go on."}, {Label: "answered", Text: "Please call 988.\n\nYou matter."}}
	return notice
}

// report stores the request of a crisis and has it told, which may be one that the church's own people are not to read.
func (b *bench) report(t *testing.T, s *notify.Service, notice notify.Notice, safeguarding bool) {
	t.Helper()
	execute(t, b, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, urgent, message, created_at, details, safeguarding)
		values ($1, $2, 'crisis', $3, $1, $1, $4, 'I cannot go on.', $5, '{"category": "suicide"}', $6)`,
		notice.RequestID, notice.ChurchID, notice.SessionID, notice.Urgent, notice.At, safeguarding)
	b.tell(t, s, notice)
}

// said stores a message of a conversation.
func (b *bench) said(t *testing.T, notice notify.Notice, role, content string, after time.Duration) {
	t.Helper()
	execute(t, b, `insert into conversations (church_id, session_id, agent) values ($1, $2, 'care') on conflict do nothing`, notice.ChurchID, notice.SessionID)
	execute(t, b, `
		insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, created_at, outcome)
		select gen_random_uuid(), church_id, id, gen_random_uuid(), $3, $4, 'care', $5, case when $3 = 'assistant' then 'stop' end
		from conversations where church_id = $1 and session_id = $2`, notice.ChurchID, notice.SessionID, role, content, notice.At.Add(after))
}

// second gives the church a backup contact.
func (b *bench) second(t *testing.T, churchID uuid.UUID) {
	t.Helper()
	execute(t, b, `insert into church_admin_identities (church_id, email, name, phone, is_backup) values ($1, 'ruth@home.example', 'Ruth Miller', '+15550100002', true)`, churchID)
}

// overdue lets the time pass in which somebody might have acknowledged.
func (b *bench) overdue(t *testing.T) {
	t.Helper()
	execute(t, b, `update notifications set due_at = now(), held_until = now() where audience = 'second' and status = 'queued'`)
}

func byKind(messages []mailbox.Message, to string) (mails, texts []mailbox.Message) {
	for _, m := range messages {
		switch {
		case to != "" && m.To[0] != to:
		case m.Kind == "sms":
			texts = append(texts, m)
		default:
			mails = append(mails, m)
		}
	}
	return mails, texts
}

func TestACrisisSaysAllThatIsKnownOfIt(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.second(t, id)
	s := b.service(t, b.config())
	notice := b.reported(t, s, id, nil)
	b.said(t, notice, "user", "I lost my job.", -2*time.Minute)
	b.said(t, notice, "assistant", "I am sorry.", -time.Minute)
	b.said(t, notice, "user", "Call me, please.", time.Second)
	execute(t, b, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, name, phone)
		values (gen_random_uuid(), $1, 'contact', $2, gen_random_uuid(), gen_random_uuid(), 'Ann', '+15550109999')`, id, notice.SessionID)
	b.startJobs(t, s)
	mails, texts := byKind(b.awaitMessages(t, 2), "")
	if len(mails) != 1 || len(texts) != 1 {
		t.Fatalf("%d mails, %d texts", len(mails), len(texts))
	}
	mail := strings.ReplaceAll(mails[0].Text, "\r", "")
	for _, want := range []string{
		"Name: Ann", "Telephone: +15550109999", "Kind: Suicide", "> I cannot go on.", "What the assistant answered\n", "> Please call 988.", "> I lost my job.", "> Call me, please.",
		"goes to Ruth Miller too", "https://narthex.example/acknowledge/", "I have it",
	} {
		if !strings.Contains(mail, want) {
			t.Errorf("the mail lacks %q:\n%s", want, mail)
		}
	}
	if strings.Index(mail, "I lost my job") > strings.Index(mail, "I cannot go on") || strings.Index(mail, "Call me") < strings.Index(mail, "call 988") {
		t.Errorf("the conversation is out of order:\n%s", mail)
	}
	if strings.Contains(mail, "/admin") || strings.Contains(mails[0].HTML, "/admin") || !strings.Contains(mails[0].HTML, "https://narthex.example/acknowledge/") {
		t.Errorf("links that lead nowhere, or none that leads anywhere:\n%s", mails[0].HTML)
	}
	text := texts[0].Text
	for _, want := range []string{"URGENT", "Suicide", "Ann, +15550109999", "https://narthex.example/acknowledge/", "(ref "} {
		if !strings.Contains(text, want) {
			t.Errorf("the text message lacks %q: %s", want, text)
		}
	}
	if strings.Contains(text, "go on") || len([]rune(text)) > 320 {
		t.Errorf("the text message quotes, or is too long: %s", text)
	}
}

func TestWhoGaveNothingIsSaidToHaveGivenNothing(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Vida", language: "es", email: "office@grace.example", phone: "+15550100000"})
	s, _ := b.start(t, b.config())
	b.reported(t, s, id, nil)
	mails, texts := byKind(b.awaitMessages(t, 2), "")
	if !strings.Contains(mails[0].Text, "No dejó ni su nombre ni cómo comunicarse.") || !strings.Contains(texts[0].Text, "No dejó nombre ni contacto") || !strings.Contains(mails[0].Text, "quienes llevan Narthex") {
		t.Errorf("%s\n%s", mails[0].Text, texts[0].Text)
	}
}

func TestAnUnsureCrisisIsAnOrdinaryMailAlone(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.second(t, id)
	s, _ := b.start(t, b.config())
	b.reported(t, s, id, func(n *notify.Notice) { n.Urgent = false })
	m := b.awaitMessages(t, 1)[0]
	if m.Kind != "mail" || m.Subject != "A visitor may be having a hard time" || m.Headers["Importance"] != nil || strings.Contains(m.Text, "acknowledge/") {
		t.Errorf("%s: %s\n%s", m.Kind, m.Subject, m.Text)
	}
	b.await(t, "nothing else is queued", `select count(*) = 1 and bool_and(status = 'sent') from notifications`)
}

func TestNobodyAcknowledgesAndTheSecondContactIsToldOnce(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.second(t, id)
	first, stopFirst := b.start(t, b.config())
	b.reported(t, first, id, nil)
	b.awaitMessages(t, 2)
	b.await(t, "both are noted", `select count(*) = 2 from notifications where status = 'sent'`)
	b.await(t, "the second is held for 15 minutes", `select bool_and(due_at between now() + '14 min' and now() + '15 min') from notifications where audience = 'second'`)
	if waiting := b.metric(t, "narthex_notifications_waiting"); waiting != 0 {
		t.Errorf("%v wait, although they are held back", waiting)
	}
	stopFirst()
	b.overdue(t)
	b.start(t, b.config2(t))
	b.start(t, b.config2(t))
	messages := b.awaitMessages(t, 4)
	mails, _ := byKind(messages, "ruth@home.example")
	_, texts := byKind(messages, "+15550100002")
	if len(mails) != 1 || len(texts) != 1 {
		t.Fatalf("%d mails and %d texts to the second contact", len(mails), len(texts))
	}
	for _, want := range []string{"You are the second contact of Grace", "office@grace.example was told at", "+15550100000 was told at", "> I cannot go on."} {
		if !strings.Contains(mails[0].Text, want) {
			t.Errorf("the mail lacks %q:\n%s", want, mails[0].Text)
		}
	}
	if !strings.Contains(texts[0].Text, "Nobody has said yet that they have it.") {
		t.Error(texts[0].Text)
	}
	b.await(t, "all are sent", `select count(*) = 4 and bool_and(status = 'sent') from notifications`)
	if all, _ := b.box.Messages(); len(all) != 4 {
		t.Errorf("%d messages", len(all))
	}
}

func TestWithoutASecondContactTheFounderIsToldAndWhy(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.member(t, id, "Office@grace.example", access.RoleAdmin)
	s, _ := b.start(t, b.config())
	b.reported(t, s, id, nil)
	b.await(t, "the church is told", `select exists (select from notifications where audience = 'church' and channel = 'mail' and status = 'sent')`)
	b.overdue(t)
	mails, _ := byKind(b.awaitMessages(t, 2), "founder@narthex.example")
	if len(mails) != 1 || !strings.Contains(mails[0].Text, "it has no second contact") || !strings.Contains(mails[0].Text, "acknowledge/") {
		t.Fatalf("%+v", mails)
	}
	b.await(t, "the founder is told once", `select count(*) filter (where audience = 'founder') = 1 and bool_and(status in ('sent', 'skipped')) from notifications`)
}

// member adds somebody of a role to a church's team.
func (b *bench) member(t *testing.T, churchID uuid.UUID, email string, role access.Role) {
	t.Helper()
	execute(t, b, `
		with person as (insert into church_admin_identities (church_id, email, name) values ($1, $2, 'Pat Jones') returning id)
		insert into church_identity_roles (church_id, identity_id, role) select $1, id, $3 from person`, churchID, email, string(role))
}

// Of a church's team, nobody hears of a crisis who may not read of it in the dashboard.
func TestOnlyWhoMayReadOfACrisisIsToldOfItNext(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	s := b.service(t, b.config())
	for _, role := range access.Roles() {
		id := b.church(t, theChurch{name: "Grace", email: string(role) + "@grace.example"})
		b.member(t, id, "pat@home.example", role)
		b.reported(t, s, id, nil)
	}
	b.startJobs(t, s)
	mails, _ := byKind(b.awaitMessages(t, len(access.Roles())), "")
	for _, role := range access.Roles() {
		told := slices.ContainsFunc(mails, func(m mailbox.Message) bool {
			return m.To[0] == string(role)+"@grace.example" && strings.Contains(m.Text, "goes to Pat Jones too")
		})
		if may := (access.Admin{Roles: []access.Role{role}}).Sees(access.Care); told != may {
			t.Errorf("%s: told %v, may read of it %v", role, told, may)
		}
	}
}

func TestACrisisThatSomebodyHasIsNotPassedOn(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.second(t, id)
	s, _ := b.start(t, b.config())
	b.reported(t, s, id, nil)
	b.awaitMessages(t, 2)
	execute(t, b, `update visitor_requests set status = 'acknowledged', acknowledged_at = now(), acknowledged_by = 'office@grace.example'`)
	b.overdue(t)
	b.await(t, "it is skipped", `select bool_and(status = 'skipped') from notifications where audience = 'second'`)
	if all, _ := b.box.Messages(); len(all) != 2 {
		t.Errorf("%d messages", len(all))
	}
}
