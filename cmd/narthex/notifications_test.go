package main

import (
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/cmd/dev/mailbox"
	"narthex/cmd/dev/mailbox/mailboxtest"
	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
)

// post is a cluster that sends to a mailbox of the test's own.
type post struct {
	cluster     *nodes.Cluster
	db          *pgtest.DB
	box         *mailbox.Mailbox
	church      uuid.UUID
	queue       *notify.Service // for telling; it sends nothing
	program     string
	environment []string
}

// arrival bounds the time until a message arrives, whatever died. A crisis must not wait.
const arrival = 2 * time.Minute

func newPost(t *testing.T, count int, environment ...string) *post {
	t.Helper()
	p := &post{db: pgtest.New(t), box: mailbox.New(mailbox.Config{}), church: uuid.New(), program: nodes.Build(t)}
	smtp, web := mailboxtest.Start(t, p.box)
	p.environment = append(os.Environ(),
		"DATABASE_URL="+p.db.URL, "DATABASE_ADMIN_URL="+p.db.AdminURL, "REDIS_URL="+stack.NeedRedisDB(t), "OPENAI_API_KEY=",
		"NARTHEX_LOG_FORMAT=json", "NARTHEX_LOG_LEVEL=warn", "NARTHEX_SHUTDOWN_LIMIT=1s", "NARTHEX_SPOOL_DIR="+t.TempDir(), "NARTHEX_TRUSTED_PROXIES=127.0.0.1/32,::1/128",
		"SMTP_URL=smtp://"+smtp+"?tls=none", "MAIL_FROM=hello@narthex.example", "FOUNDER_EMAIL=founder@narthex.example",
		"TWILIO_ACCOUNT_SID=AC1", "TWILIO_AUTH_TOKEN=token", "TWILIO_FROM=+15005550006", "TWILIO_API_BASE="+web)
	p.environment = append(p.environment, environment...)
	for _, sql := range []string{
		`insert into churches (id, slug, name) values ($1, 'grace', 'Grace Harbor')`,
		`insert into church_voice_agents (church_id, notification_email, notification_phone) values ($1, 'office@grace.example', '+15550100000')`,
	} {
		if _, err := p.db.Admin.Exec(t.Context(), sql, p.church); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if p.queue, err = notify.New(p.db.Pool, notify.Config{Logger: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
	p.cluster = nodes.Start(t, nodes.Config{Count: count, Program: p.program, Environment: p.environment})
	return p
}

// tell stores news as a tool does, in a transaction of its own.
func (p *post) tell(t *testing.T, kind string, urgent bool) {
	t.Helper()
	notice := notify.Notice{Key: uuid.New(), ChurchID: p.church, Kind: kind, Urgent: urgent, Lines: []notify.Line{{Label: "message", Text: "Please help."}}}
	err := church.InChurch(t.Context(), p.db.Pool, p.church, func(tx pgx.Tx) error { return p.queue.Notify(t.Context(), tx, notice) })
	if err != nil {
		t.Fatal(err)
	}
}

// awaitSent waits until every row is marked as sent that is not held back for a second contact, and returns the messages that arrived and how long that took.
func (p *post) awaitSent(t *testing.T) ([]mailbox.Message, time.Duration) {
	t.Helper()
	began := time.Now()
	p.await(t, "everything is sent", `select bool_and(status = 'sent') from notifications where audience <> 'second'`)
	messages, _ := p.box.Messages()
	return messages, time.Since(began)
}

func (p *post) await(t *testing.T, what, sql string, args ...any) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(arrival); ; <-tick.C {
		var holds bool
		if err := p.db.Admin.QueryRow(t.Context(), sql, args...).Scan(&holds); err != nil {
			t.Fatal(err)
		}
		if holds {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("within %v it does not come to pass that %s", arrival, what)
		}
	}
}

func (p *post) start(t *testing.T) {
	t.Helper()
	if err := p.cluster.Node(0).Start(); err != nil {
		t.Fatal(err)
	}
}

// TestAKillBetweenTheCommitAndTheMailLosesNothingAndSendsNothingTwice kills the only node at any moment between the commit
// of the news and the moment when the mail server takes it.
func TestAKillBetweenTheCommitAndTheMailLosesNothingAndSendsNothingTwice(t *testing.T) {
	p := newPost(t, 1)
	const kills = 3
	for i := range kills {
		p.box.SetFaults(mailbox.Faults{
			Mail: mailbox.Fault{Delay: mailbox.Duration(10 * time.Second)}, SMS: mailbox.Fault{Delay: mailbox.Duration(10 * time.Second)},
		})
		p.tell(t, "crisis", true)
		switch i {
		case 0:
			p.await(t, "both are being sent", `select count(*) = 2 from notifications where status = 'sending'`)
		case 1: // at once
		default:
			time.Sleep(rand.N(30 * time.Millisecond)) // not yet fetched, fetched, taken or connected
		}
		if !p.cluster.Node(0).Kill() {
			t.Fatal("the node had died before")
		}
		p.box.SetFaults(mailbox.Faults{})
		p.start(t)
		messages, took := p.awaitSent(t)
		t.Logf("kill %d: sent %v after the node was back", i+1, took.Round(time.Millisecond))
		if len(messages) != 2*(i+1) {
			t.Fatalf("%d messages of %d rows", len(messages), 2*(i+1))
		}
	}
}

// TestAnotherNodeSendsWhatADeadOneHadBegun kills one of two nodes while both are sending.
func TestAnotherNodeSendsWhatADeadOneHadBegun(t *testing.T) {
	p := newPost(t, 2)
	p.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Delay: mailbox.Duration(8 * time.Second)}}) // enough to begin them all
	const count = 12
	for range count {
		p.tell(t, "message", false)
	}
	p.await(t, "all are being sent", `select count(*) = $1 from notifications where status = 'sending'`, count)
	if !p.cluster.Node(0).Kill() {
		t.Fatal("the node had died before")
	}
	messages, took := p.awaitSent(t)
	t.Logf("all were sent %v after the kill", took.Round(time.Millisecond))
	ids := map[string]bool{}
	for _, m := range messages {
		ids[m.MessageID] = true
	}
	if len(messages) != count || len(ids) != count {
		t.Errorf("%d mails with %d ids of %d rows", len(messages), len(ids), count)
	}
}

// TestTheOneWindowForADoubleIsKnown kills the node after the other side has taken a message and before it has said so.
// Nobody can know whether a mail arrived then, so it goes out again, with the same Message-ID; Twilio can be asked.
func TestTheOneWindowForADoubleIsKnown(t *testing.T) {
	p := newPost(t, 1)
	late := mailbox.Fault{DelayReply: mailbox.Duration(10 * time.Second)}
	p.box.SetFaults(mailbox.Faults{Mail: late, SMS: late})
	p.tell(t, "crisis", true)
	for messages, changed := p.box.Messages(); len(messages) < 2; messages, changed = p.box.Messages() {
		select {
		case <-changed:
		case <-time.After(arrival):
			t.Fatal("nothing arrives")
		}
	}
	p.cluster.Node(0).Kill()
	p.box.SetFaults(mailbox.Faults{})
	p.start(t)
	messages, _ := p.awaitSent(t)
	count, ids := map[string]int{}, map[string]bool{}
	for _, m := range messages {
		count[m.Kind]++
		ids[m.Kind+" "+m.MessageID] = true
	}
	if count["mail"] != 2 || count["sms"] != 1 || len(ids) != 2 {
		t.Errorf("%v with the ids %v", count, ids)
	}
}

func TestOperatorsListAndRetryNotifications(t *testing.T) {
	p := newPost(t, 1)
	p.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Refuse: 550}})
	p.tell(t, "message", false)
	p.await(t, "it is given up", `select status = 'dead' from notifications`)
	listed := nodes.Run(t, p.program, p.environment, "notifications", "list", "--status", "dead", "--church", "grace")
	if !strings.Contains(listed, "message") || !strings.Contains(listed, "550") || strings.Contains(listed, "Please help") {
		t.Errorf("%s", listed)
	}
	id := strings.Fields(strings.Split(listed, "\n")[1])[0]
	p.box.SetFaults(mailbox.Faults{})
	if said := nodes.Run(t, p.program, p.environment, "notifications", "retry", id); said != "1 notifications are tried again\n" {
		t.Errorf("%s", said)
	}
	if messages, _ := p.awaitSent(t); len(messages) != 1 {
		t.Errorf("%d messages", len(messages))
	}
	if listed := nodes.Run(t, p.program, p.environment, "notifications", "list"); !strings.Contains(listed, "office@grace.example") {
		t.Errorf("%s", listed)
	}
}
