package digest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/notify"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// outbox notes mails when their transaction commits, as it is the row that makes them.
type outbox struct {
	mu    sync.Mutex
	mails []notify.Mail
	fails uuid.UUID
}

func (o *outbox) Mail(_ context.Context, _ pgx.Tx, m notify.Mail) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if m.ChurchID == o.fails {
		return errors.New("no connection")
	}
	o.mails = append(o.mails, m)
	return nil
}

// told are the mails as text.
func (o *outbox) told() string {
	var text strings.Builder
	for _, m := range o.mails {
		for _, line := range m.Lines {
			fmt.Fprintf(&text, "%s=%s;", line.Label, line.Text)
		}
	}
	return text.String()
}

type bench struct {
	db     *pgtest.DB
	outbox *outbox
	worker *worker
	now    time.Time
}

// newBench is at nine on a Monday, UTC.
func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{db: pgtest.New(t), outbox: &outbox{}}
	today := time.Now().UTC()
	b.now = time.Date(today.Year(), today.Month(), today.Day()-(int(today.Weekday())+6)%7, 9, 0, 0, 0, time.UTC)
	b.worker = newWorker(b.db.Pool, b.outbox, slog.New(slog.DiscardHandler), func() time.Time { return b.now })
	return b
}

func (b *bench) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := b.db.Admin.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) church(t *testing.T, slug string) uuid.UUID {
	t.Helper()
	id := uuid.New()
	b.exec(t, "insert into churches (id, slug, name) values ($1, $2, $2)", id, slug)
	b.exec(t, `insert into premium_churches (church_id, plan, channel, chatbot_enabled, admin_email, created_at)
		values ($1, 'pro_both', 'both', true, 'ann@' || $2 || '.example', now() - interval '90 days')`, id, slug)
	return id
}

func (b *bench) asked(t *testing.T, church uuid.UUID, question string, at time.Time, flagged bool) {
	t.Helper()
	id := uuid.New()
	b.exec(t, "insert into conversations (id, church_id, session_id, agent, flagged, last_message_at) values ($1, $2, $1, 'care', $3, $4)", id, church, flagged, at)
	b.exec(t, `insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, tier, reason, outcome, created_at)
		values (gen_random_uuid(), $1, $2, $2, 'user', $3, 'care', null, null, null, $4), (gen_random_uuid(), $1, $2, $2, 'assistant', 'x', 'care', 4, 'model', 'stop', $4)`,
		church, id, question, at)
}

func (b *bench) work(t *testing.T) error {
	t.Helper()
	return b.worker.Work(t.Context(), &river.Job[tell]{})
}

func TestAChurchIsToldOfItsWeekOnce(t *testing.T) {
	b := newBench(t)
	id, other := b.church(t, "grace"), b.church(t, "other")
	b.church(t, "quiet") // nothing happened there
	monday := b.now.Truncate(24 * time.Hour)
	b.asked(t, id, "Have you a\nchoir?", monday.Add(-time.Minute), false)
	b.asked(t, id, "Too late?", monday.Add(time.Minute), false)
	b.asked(t, id, "Too early?", monday.AddDate(0, 0, -8), false)
	b.asked(t, id, "What if I died?", monday.Add(-time.Hour), true)
	b.asked(t, other, "Is this the other one?", monday.Add(-time.Hour), false)
	b.exec(t, "update premium_churches set chatbot_enabled = false where church_id = $1", other)
	accused := uuid.New()
	for _, one := range []struct {
		kind         string
		session      uuid.UUID
		safeguarding bool
	}{{"message", uuid.New(), false}, {"prayer", uuid.New(), false}, {"crisis", uuid.New(), false}, {"crisis", accused, true}, {"message", accused, false}} {
		b.exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, safeguarding, created_at)
			values ($1, $2, $3, $4, $1, $1, $5, now() - interval '1 day')`, uuid.New(), id, one.kind, one.session, one.safeguarding)
	}
	for range 2 {
		if err := b.work(t); err != nil {
			t.Fatal(err)
		}
	}
	told := b.outbox.told()
	// What was asked of the church in a conversation with an accusation is not even counted.
	want := "digest_crises=1;digest_waiting=2;digest_questions=2;digest_conversations=2;digest_alone=0 %;digest_uncovered=Have you a choir?;"
	if len(b.outbox.mails) != 1 || told != want {
		t.Errorf("%d mails: %s", len(b.outbox.mails), told)
	}
	b.now = b.now.AddDate(0, 0, 1)
	if err := b.work(t); err != nil || len(b.outbox.mails) != 1 {
		t.Errorf("on Tuesday there are %d mails, %v", len(b.outbox.mails), err)
	}
}

func TestWhatFailsIsTriedAgainAndHoldsUpNobody(t *testing.T) {
	b := newBench(t)
	one, two := b.church(t, "one"), b.church(t, "two")
	for _, id := range []uuid.UUID{one, two} {
		b.asked(t, id, "Have you a choir?", b.now.Add(-24*time.Hour), false)
	}
	b.outbox.fails = one
	if err := b.work(t); err == nil || len(b.outbox.mails) != 1 || b.outbox.mails[0].ChurchID != two {
		t.Fatalf("%v, told are %v", err, b.outbox.mails)
	}
	b.outbox.fails = uuid.Nil
	if err := b.work(t); err != nil || len(b.outbox.mails) != 2 || b.outbox.mails[1].ChurchID != one {
		t.Errorf("%v, told are %v", err, b.outbox.mails)
	}
}

func TestNobodyIsToldWhoDoesNotWantIt(t *testing.T) {
	b := newBench(t)
	id := b.church(t, "grace")
	b.asked(t, id, "Have you a choir?", b.now.Add(-24*time.Hour), false)
	b.exec(t, "insert into church_digests (church_id, enabled) values ($1, false)", id)
	if err := b.work(t); err != nil || len(b.outbox.mails) != 0 {
		t.Errorf("%v, told are %v", err, b.outbox.mails)
	}
	b.exec(t, "update church_digests set enabled = true")
	if err := b.work(t); err != nil || len(b.outbox.mails) != 1 {
		t.Errorf("%v, told are %v", err, b.outbox.mails)
	}
}

func TestTheMailThatIsSwitchedOnAgainComesOnTheNextMonday(t *testing.T) {
	b := newBench(t)
	id := b.church(t, "grace")
	monday := b.now
	b.now = monday.AddDate(0, 0, -5) // a Wednesday
	b.asked(t, id, "Have you a choir?", b.now.AddDate(0, 0, -4), false)
	b.asked(t, id, "Have you an organ?", b.now, false)
	site := webtest.New(t)
	h := NewHandler(b.db.Pool, access.NewGuard(b.db.Pool, site.Edge, "http://127.0.0.1"), site.Edge)
	h.now = func() time.Time { return b.now }
	h.Routes(site.Router)
	admin := accesstest.SignIn(t, b.db.Admin, id, access.RoleAdmin)
	for _, form := range []string{"", "wanted=1"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, site.URL+"/admin/overview/digest", strings.NewReader(form))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.AddCookie(admin)
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusSeeOther {
			t.Fatalf("%q: %d, %v", form, response.StatusCode, err)
		}
	}
	if err := b.work(t); err != nil || len(b.outbox.mails) != 0 {
		t.Errorf("on the same day: %v, told are %v", err, b.outbox.mails)
	}
	b.now = monday
	if err := b.work(t); err != nil || !strings.Contains(b.outbox.told(), "Have you an organ?") {
		t.Errorf("on Monday: %v, told are %v", err, b.outbox.mails)
	}
}

func TestWhatIsOutOfDateIsSaid(t *testing.T) {
	b := newBench(t)
	id := b.church(t, "grace")
	b.asked(t, id, "Have you a choir?", b.now.Add(-24*time.Hour), false)
	b.exec(t, "insert into church_voice_agents (church_id, sermon_topic, updated_at) values ($1, 'Ruth', now() - interval '15 days')", id)
	if err := b.work(t); err != nil || !strings.Contains(b.outbox.told(), "digest_stale=digest_stale_week;") {
		t.Errorf("%v: %s", err, b.outbox.told())
	}
}

// Where an admin alone sees what is confidential, nobody else waits for the mail to say that there is something.
func TestWhatIsConfidentialIsCountedForWhoSeesIt(t *testing.T) {
	for role, want := range map[string]string{"admin": "digest_waiting=1;", "pastor": "", "prayer_team": ""} {
		t.Run(role, func(t *testing.T) {
			b := newBench(t)
			id := b.church(t, "grace")
			b.exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, confidential, created_at)
				values ($1, $1, 'prayer', $1, $1, $1, true, now() - interval '1 day')`, id)
			b.exec(t, "insert into church_admin_identities (id, church_id, email) values ($1, $1, 'jo@grace.example')", id)
			b.exec(t, "insert into church_identity_roles (church_id, identity_id, role) values ($1, $1, $2)", id, role)
			if err := b.work(t); err != nil || b.outbox.told() != want {
				t.Errorf("%v, told is %q", err, b.outbox.told())
			}
		})
	}
}
