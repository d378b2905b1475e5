package learning

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/cmd/dev/leaktest"
	"narthex/retrieval"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// record is a church with what its visitors asked.
type record struct {
	*chattest.Server
	church   uuid.UUID
	gatherer *Gatherer
	store    store
}

func newRecord(t testing.TB) *record {
	t.Helper()
	s := chattest.NewServer(t, func(c *chattest.Config) { c.Shown = Shown })
	r := &record{Server: s, church: s.NewChurch(t), store: store{s.DB.Pool, s.Embedder.Name()}}
	r.gatherer = &Gatherer{Pool: s.DB.Pool, Churches: s.Churches, Embedder: s.Embedder, Logger: slog.New(slog.DiscardHandler)}
	return r
}

// asked is a question with how it was answered.
type asked struct {
	question     string
	session      uuid.UUID // zero: one of its own
	at           time.Time // zero: a minute ago
	tier         int       // 0: 4
	answer       string
	sources      string // JSON
	trace        string // JSON
	rated        string
	flagged      bool
	conversation uuid.UUID // is set
	turn         uuid.UUID // is set
}

// ask stores a question and its answer, and gives the turn.
func (r *record) ask(t testing.TB, a asked) asked {
	t.Helper()
	if a.session == uuid.Nil {
		a.session = uuid.New()
	}
	if a.at.IsZero() {
		a.at = time.Now().Add(-time.Minute)
	}
	if a.tier == 0 {
		a.tier = 4
	}
	if a.sources == "" {
		a.sources = "[]"
	}
	if a.answer == "" {
		a.answer = "Ask the office."
	}
	var trace, tier any
	if a.trace != "" {
		trace = a.trace
	}
	if a.tier > 0 {
		tier = a.tier
	}
	a.turn = uuid.New()
	must(t, r.DB.Admin.QueryRow(t.Context(), `
		insert into conversations (id, church_id, session_id, agent, flagged, last_message_at) values ($5, $1, $2, 'coordinator', $3, $4)
		on conflict (church_id, session_id) do update set flagged = excluded.flagged or conversations.flagged,
			last_message_at = greatest(conversations.last_message_at, excluded.last_message_at) returning id`, r.church, a.session, a.flagged, a.at, chat.ConversationID(r.church, a.session)).Scan(&a.conversation))
	r.Exec(t, `
		insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, tier, reason, outcome, sources, trace, created_at)
		values (gen_random_uuid(), $1, $2, $3, 'user', $4, 'coordinator', null, null, null, '[]', null, $5),
			(gen_random_uuid(), $1, $2, $3, 'assistant', $6, 'coordinator', $7, 'model', 'stop', $8, $9, $5)`,
		r.church, a.conversation, a.turn, a.question, a.at, a.answer, tier, a.sources, trace)
	if a.rated != "" {
		r.Exec(t, "insert into message_feedback (turn_id, church_id, conversation_id, value) values ($1, $2, $3, $4)", a.turn, r.church, a.conversation, a.rated)
	}
	return a
}

func (r *record) gather(t testing.TB) {
	t.Helper()
	must(t, r.gatherer.Gather(t.Context(), r.church))
}

func (r *record) snapshot(t testing.TB) *church.Snapshot {
	t.Helper()
	snapshot, err := r.Churches.ByID(t.Context(), r.church)
	must(t, err)
	return snapshot
}

// groups are those that are shown.
func (r *record) groups(t testing.TB, dismissed bool) []Group {
	t.Helper()
	found, _, err := r.store.groups(t.Context(), r.snapshot(t), dismissed)
	must(t, err)
	return found
}

// texts are what is shown of groups, one text each.
func texts(groups []Group) (all []string) {
	for _, g := range groups {
		var said []string
		for _, w := range g.Wordings {
			said = append(said, w.Text)
		}
		all = append(all, fmt.Sprintf("%d: %s", g.Sessions, strings.Join(said, " | ")))
	}
	slices.Sort(all)
	return all
}

// groupOf is the group of a turn.
func (r *record) groupOf(t testing.TB, turn uuid.UUID) (group uuid.UUID) {
	t.Helper()
	rows, err := r.DB.Admin.Query(t.Context(), "select group_id from open_questions where turn_id = $1", turn)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		must(t, rows.Scan(&group))
	}
	must(t, rows.Err())
	return group
}

// counting counts what it embeds.
type counting struct {
	retrieval.Embedder
	mu    sync.Mutex
	texts []string
}

func (c *counting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	c.mu.Lock()
	c.texts = append(c.texts, texts...)
	c.mu.Unlock()
	return c.Embedder.Embed(ctx, texts)
}
