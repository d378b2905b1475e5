package notify_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/cmd/dev/mailbox"
	"narthex/cmd/dev/mailbox/mailboxtest"
	"narthex/migrations/pgtest"
)

// patience bounds what a test waits for.
const patience = time.Minute

// quick makes tests short; what depends on the real figures is tested with the real process. The lease and the time for an
// attempt are long: on a busy machine a message whose lease was lost would go out twice. Tests about them have shorter ones.
var quick = notify.Timing{
	Lease: 15 * time.Second, Rescue: 100 * time.Millisecond, Late: 300 * time.Millisecond, Attempt: 30 * time.Second,
	Unaddressed: 300 * time.Millisecond, FirstPause: 100 * time.Millisecond, LongPause: 400 * time.Millisecond, MaxAttempts: 3,
}

// bench is a database with a mailbox.
type bench struct {
	db       *pgtest.DB
	box      *mailbox.Mailbox
	smtp     string // its addresses
	web      string
	log      *logBuffer
	registry *prometheus.Registry
}

func newBench(t *testing.T, config mailbox.Config) *bench {
	t.Helper()
	b := &bench{db: pgtest.New(t), box: mailbox.New(config), log: &logBuffer{}, registry: prometheus.NewRegistry()}
	b.smtp, b.web = mailboxtest.Start(t, b.box)
	return b
}

// config is that of a service that sends to the mailbox.
func (b *bench) config() notify.Config {
	return notify.Config{
		Links: testLinks(), SMTPURL: "smtp://" + b.smtp + "?tls=none", MailFrom: "hello@narthex.example", FounderEmail: "founder@narthex.example",
		Twilio: notify.Twilio{AccountSID: "AC1", AuthToken: "token", From: "+15005550006", APIBase: b.web},
		Logger: slog.New(slog.NewTextHandler(b.log, nil)), Timing: quick, Registerer: b.registry,
	}
}

// testLinks are those of a deployment.
func testLinks() *notify.Links {
	links, err := notify.NewLinks("https://narthex.example", []byte("a key of thirty-two bytes, as it is"))
	if err != nil {
		panic(err)
	}
	return links
}

func (b *bench) service(t *testing.T, config notify.Config) *notify.Service {
	t.Helper()
	s, err := notify.New(b.db.Pool, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// start runs a service as a node does: its jobs and its own looking around. The returned function stops it.
func (b *bench) start(t *testing.T, config notify.Config) (*notify.Service, func()) {
	t.Helper()
	s := b.service(t, config)
	stopJobs, stopRun := b.startJobs(t, s), b.startRun(t, s)
	return s, func() { stopJobs(); stopRun() }
}

func (b *bench) startJobs(t *testing.T, s *notify.Service) (stop func()) {
	t.Helper()
	workers := river.NewWorkers()
	notify.AddWorkers(workers, s)
	client, err := river.NewClient(riverpgxv5.New(b.db.Pool), &river.Config{
		Queues: notify.Queues(), Workers: workers, FetchPollInterval: 100 * time.Millisecond, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	return once(t, func() {
		ctx, done := context.WithTimeout(context.Background(), patience)
		defer done()
		if err := client.StopAndCancel(ctx); err != nil {
			t.Errorf("stop the jobs: %v", err)
		}
	})
}

func (b *bench) startRun(t *testing.T, s *notify.Service) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	return once(t, func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("run: %v", err)
		}
	})
}

// once returns stop made safe to call twice, and calls it when the test ends.
func once(t *testing.T, stop func()) func() {
	var only sync.Once
	safe := func() { only.Do(stop) }
	t.Cleanup(safe)
	return safe
}

// theChurch is how a test's church is reached.
type theChurch struct{ name, language, timezone, email, phone string }

func (b *bench) church(t *testing.T, c theChurch) uuid.UUID {
	t.Helper()
	id := uuid.New()
	execute(t, b, `insert into churches (id, slug, name, language, timezone) values ($1, $2, $3, coalesce(nullif($4, ''), 'en'), coalesce(nullif($5, ''), 'UTC'))`,
		id, "church-"+id.String(), c.name, c.language, c.timezone)
	execute(t, b, `insert into church_voice_agents (church_id, notification_email, notification_phone) values ($1, nullif($2, ''), nullif($3, ''))`, id, c.email, c.phone)
	return id
}

func execute(t *testing.T, b *bench, sql string, args ...any) {
	t.Helper()
	if _, err := b.db.Admin.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// tell queues a notice as a tool does.
func (b *bench) tell(t *testing.T, s *notify.Service, notice notify.Notice) {
	t.Helper()
	if err := b.tellOrFail(t, s, notice, nil); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) tellOrFail(t *testing.T, s *notify.Service, notice notify.Notice, after error) error {
	t.Helper()
	return church.InChurch(t.Context(), b.db.Pool, notice.ChurchID, func(tx pgx.Tx) error {
		return errors.Join(s.Notify(t.Context(), tx, notice), after)
	})
}

// leftMessage is an ordinary notice, of a kind that goes by mail alone.
func leftMessage(churchID uuid.UUID) notify.Notice {
	return notify.Notice{
		Key: uuid.New(), ChurchID: churchID, Kind: "message", ReplyTo: "ann@example.org", At: time.Date(2026, 3, 1, 20, 30, 0, 0, time.UTC),
		Lines: []notify.Line{{Label: "name", Text: "Ann"}, {Label: "phone", Text: "+1 555 010 9999"}, {Label: "message", Text: "Please pray for my mother."}},
	}
}

func crisis(churchID uuid.UUID) notify.Notice {
	n := leftMessage(churchID)
	n.Kind, n.Urgent = "crisis", true
	return n
}

// awaitMessages waits until so many messages have arrived and returns them, oldest first.
func (b *bench) awaitMessages(t *testing.T, count int) []mailbox.Message {
	t.Helper()
	timeout := time.After(patience)
	for {
		messages, changed := b.box.Messages()
		if len(messages) >= count {
			slices.Reverse(messages)
			return messages
		}
		select {
		case <-changed:
		case <-timeout:
			t.Fatalf("%d messages have arrived instead of %d; rows: %v\n%s", len(messages), count, b.rows(t), b.log)
		}
	}
}

// awaitHeld waits until the mail server makes so many messages wait.
func (b *bench) awaitHeld(t *testing.T, count int) {
	t.Helper()
	timeout := time.After(patience)
	for {
		held, changed := b.box.Held()
		if held >= count {
			return
		}
		select {
		case <-changed:
		case <-timeout:
			t.Fatalf("%d messages are held instead of %d; rows: %v\n%s", held, count, b.rows(t), b.log)
		}
	}
}

type row struct{ Channel, Audience, Kind, Status string }

func (b *bench) rows(t *testing.T) []row {
	t.Helper()
	rows, err := b.db.Admin.Query(t.Context(), `select channel, audience, kind, status from notifications order by created_at, channel, audience`)
	if err != nil {
		t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// await waits until what the database says fits.
func (b *bench) await(t *testing.T, what string, sql string, args ...any) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(patience); ; <-tick.C {
		var holds bool
		if err := b.db.Admin.QueryRow(t.Context(), sql, args...).Scan(&holds); err != nil {
			t.Fatal(err)
		}
		if holds {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("it does not come to pass that %s; rows: %v\n%s", what, b.rows(t), b.log)
		}
	}
}

func (b *bench) awaitStatus(t *testing.T, channel, status string) {
	t.Helper()
	b.await(t, "the "+channel+" is "+status, `select exists (select from notifications where channel = $1 and status = $2 and audience = 'church')`, channel, status)
}

// logBuffer is a log that a test may read while it is written.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// metric returns the sum of a metric's values over all labels.
func (b *bench) metric(t *testing.T, name string) (sum float64) {
	t.Helper()
	families, err := b.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() == name {
			for _, m := range family.GetMetric() {
				sum += m.GetCounter().GetValue() + m.GetGauge().GetValue()
			}
		}
	}
	return sum
}
