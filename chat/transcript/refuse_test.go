package transcript_test

import (
	"bytes"
	"context"
	"log/slog"
	"math"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/journal"
)

// secret stands in every message of these tests, and is to stand in no line of the log.
const secret = "Sebastopol"

// question is a visitor's, told apart by its ids alone.
func question(churchID uuid.UUID) chat.Record {
	return chat.Record{
		ID: uuid.New(), ChurchID: churchID, SessionID: uuid.New(), TurnID: uuid.New(),
		Role: "user", Content: "I come from " + secret, Agent: "coordinator", Language: "en", At: time.Now(),
	}
}

func answer(churchID uuid.UUID, change func(*chat.Record)) chat.Record {
	r := question(churchID)
	r.Role, r.Outcome = "assistant", "stop"
	change(&r)
	return r
}

// put journals values as one entry.
func (b *bench) put(t testing.TB, churchID uuid.UUID, values ...any) {
	t.Helper()
	for i, value := range values {
		if r, ok := value.(chat.Record); ok {
			data, err := journal.WriteRecord(&r)
			chattest.Must(t, err)
			values[i] = data
		}
	}
	chattest.Must(t, b.active.Announce(t.Context(), churchID))
	chattest.Must(t, b.redis.XAdd(t.Context(), &redis.XAddArgs{Stream: journal.JournalKey(churchID), Values: values}).Err())
}

// lines is a log that a test can read while it is written.
type lines struct {
	mu      sync.Mutex
	written bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.written.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.written.String()
}

func TestAMessageThatPostgresWillNeverTakeHoldsUpNoOther(t *testing.T) {
	b := newBench(t, 2)
	sick, well := b.churches[0], b.churches[1]
	wrong := map[string]chat.Record{
		"prompt_tokens": answer(sick, func(r *chat.Record) { r.Usage = &chat.Usage{PromptTokens: math.MaxInt32 + 1} }),
		"lens_id":       answer(sick, func(r *chat.Record) { r.LensID = math.MaxInt16 + 1 }),
		"SQLSTATE 23514 messages messages_tier_check": answer(sick, func(r *chat.Record) { tier := 9; r.Tier = &tier }),
		"SQLSTATE 22021": answer(sick, func(r *chat.Record) { r.Content = secret + "\x00" }),
		"SQLSTATE 22P05": answer(sick, func(r *chat.Record) { r.Trace = &chat.Trace{Nearest: []chat.Nearest{{Title: secret + "\x00"}}} }),
		"SQLSTATE 22003": answer(sick, func(r *chat.Record) { similarity := 1e300; r.Similarity = &similarity }),
	}
	b.write(t, 100, sick)
	for _, r := range wrong {
		b.put(t, sick, "record", r)
		b.write(t, 100, sick)
	}
	asked := question(sick)
	b.put(t, sick, "record", asked, "answer", answer(sick, func(r *chat.Record) { r.TurnID, r.SessionID, r.Outcome = asked.TurnID, asked.SessionID, "never" }))
	b.put(t, sick, "record", question(well))
	b.put(t, sick, "record", `{"content":"`+secret+`","at":"`+secret+`"}`)
	b.write(t, 100, sick, well)

	var log lines
	n := b.newNode(t, b.redis, slog.New(slog.NewJSONHandler(&log, nil)))
	chattest.RunUntilCleanup(t, n.Run)
	chattest.Eventually(t, func() bool { return b.inRedis(t) == 0 })
	if messages, want := b.stored(t), 800+1+100; messages != want {
		t.Errorf("%d messages are stored, want %d", messages, want)
	}
	kept, err := b.redis.XRange(t.Context(), journal.RefusedKey(sick), "-", "+").Result()
	chattest.Must(t, err)
	var reasons []string
	for _, entry := range kept {
		reasons = append(reasons, entry.Values["reason"].(string))
	}
	if len(kept) != len(wrong)+3 || n.value(t, "narthex_journal_refused_total") != float64(len(kept)) {
		t.Errorf("%d messages were set aside, %v counted: %q", len(kept), n.value(t, "narthex_journal_refused_total"), reasons)
	}
	for want := range wrong {
		if !strings.Contains(strings.Join(reasons, "\n"), want) {
			t.Errorf("none was set aside for %s: %q", want, reasons)
		}
	}
	if told := strings.Count(log.String(), "set aside"); told < len(wrong) || strings.Contains(log.String(), secret) {
		t.Errorf("%d lines of the log tell of it, or one tells what was said:\n%s", told, log.String())
	}
}

// A batch comes again whole when something else of it could not be stored, and two nodes may drain one church at once.
func TestWhatIsSetAsideAlreadyIsNotSetAsideAgain(t *testing.T) {
	b := newBench(t, 1)
	church := b.churches[0]
	wrong := answer(church, func(r *chat.Record) { r.Outcome = "never" })
	other := answer(church, func(r *chat.Record) { r.Outcome = "never" })
	n := b.newNode(t, b.redis, slog.New(slog.DiscardHandler))
	chattest.RunUntilCleanup(t, n.Run)
	for range 3 {
		b.put(t, church, "record", wrong)
		b.put(t, church, "record", other)
		b.put(t, church, "neither", "a record", "reason", "that of the last time")
		b.put(t, church, "neither", "a record")
		n.Note(church)
		chattest.Eventually(t, func() bool { return b.inRedis(t) == 0 })
	}
	kept, err := b.redis.XRange(t.Context(), journal.RefusedKey(church), "-", "+").Result()
	chattest.Must(t, err)
	if len(kept) != 3 || n.value(t, "narthex_journal_refused_total") != 3 {
		t.Errorf("%v are counted, and kept are %v", n.value(t, "narthex_journal_refused_total"), kept)
	}
}

func TestWhatIsUnderWayWhenAChurchIsDeletedIsForgottenWithIt(t *testing.T) {
	b := newBench(t, 2)
	deleted, other := b.churches[0], b.churches[1]
	for _, sql := range []string{
		`insert into premium_churches (church_id, plan, channel, payment_subscription_id) values ($1, 'pro_chat', 'chat', 'sub_1')`, `delete from churches where id = $1`,
	} {
		_, err := b.db.Admin.Exec(t.Context(), sql, deleted)
		chattest.Must(t, err)
	}
	chattest.Must(t, b.redis.XAdd(t.Context(), &redis.XAddArgs{Stream: journal.RefusedKey(deleted), Values: []any{"record", secret}}).Err())
	for range 3 {
		b.put(t, deleted, "record", question(deleted))
	}
	b.put(t, other, "record", question(other))
	var log lines
	n := b.newNode(t, b.redis, slog.New(slog.NewJSONHandler(&log, nil)))
	chattest.RunUntilCleanup(t, n.Run)
	chattest.Eventually(t, func() bool { return b.inRedis(t) == 0 && b.stored(t) == 1 })
	if b.redis.Exists(t.Context(), journal.RefusedKey(deleted)).Val() != 0 || n.value(t, "narthex_journal_refused_total") != 0 {
		t.Error("what was said is kept aside")
	}
	if said := log.String(); strings.Contains(said, `"ERROR"`) || !strings.Contains(said, "deleted church") {
		t.Errorf("the log is\n%s", said)
	}
}

// What was set aside can be put back by the command that the runbook names, once its cause is mended.
func TestWhatWasSetAsideCanBePutBack(t *testing.T) {
	b := newBench(t, 1)
	gone := uuid.New()
	const many = 1300
	b.write(t, many, gone)
	b.churches = append(b.churches, gone)
	n := b.newNode(t, b.redis, slog.New(slog.DiscardHandler))
	chattest.RunUntilCleanup(t, n.Run)
	chattest.Eventually(t, func() bool { return b.inRedis(t) == 0 })
	kept := b.redis.XLen(t.Context(), journal.RefusedKey(gone)).Val()
	if kept < 1000 || kept > 1100 {
		t.Errorf("of %d messages %d are kept", many, kept)
	}
	_, err := b.db.Admin.Exec(t.Context(), `insert into churches (id, slug, name, timezone) values ($1, 'found', 'Found Church', 'America/New_York')`, gone)
	chattest.Must(t, err)
	chattest.Must(t, b.redis.Eval(t.Context(), b.putBack(t), []string{journal.RefusedKey(gone), journal.JournalKey(gone)}).Err())
	n.Note(gone)
	chattest.Eventually(t, func() bool { return b.stored(t) == int(kept) })
	if left := b.redis.Exists(context.Background(), journal.RefusedKey(gone)).Val(); left != 0 {
		t.Error("what was put back is set aside still")
	}
}

var putBack = regexp.MustCompile(`redis-cli eval "([^"]+)" 2 `)

// putBack is the script of the runbook.
func (b *bench) putBack(t testing.TB) string {
	t.Helper()
	runbook, err := os.ReadFile("../../cmd/narthex/runbook/README.md")
	chattest.Must(t, err)
	found := putBack.FindSubmatch(runbook)
	if found == nil {
		t.Fatal("the runbook does not say how to put back what was set aside")
	}
	return string(found[1])
}
