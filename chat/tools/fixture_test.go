package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/chat/confirmation"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
	"narthex/migrations/pgtest"
)

// fixture is a migrated database with the tools on it.
type fixture struct {
	*pgtest.DB
	t        testing.TB
	tools    *tools.Registry
	notifier *board
	metrics  *prometheus.Registry
	log      *lockedBuffer
	now      time.Time // by the clock of the registries
}

func setup(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{DB: pgtest.New(t), t: t, notifier: &board{}, metrics: prometheus.NewRegistry(), log: &lockedBuffer{}, now: thursday}
	f.exec(`create table test_notices (key uuid primary key, church_id uuid not null)`)
	f.tools = f.registry()
	return f
}

// registry makes another registry on the same database, as another node has.
func (f *fixture) registry() *tools.Registry {
	f.t.Helper()
	config := tools.Config{Logger: slog.New(slog.NewTextHandler(f.log, nil)), BaseURL: "https://narthex.test", Now: func() time.Time { return f.now }}
	if f.tools == nil {
		config.Registerer = f.metrics
	}
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: f.Pool, Notifier: f.notifier}, config)
	if err != nil {
		f.t.Fatal(err)
	}
	return registry
}

// board is a notifier that keeps what it was told in the transaction it was told in, as jobs are kept.
type board struct {
	mu      sync.Mutex
	notices []tools.Notice
	fail    error
}

func (b *board) Notify(ctx context.Context, tx pgx.Tx, notice tools.Notice) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail != nil {
		return b.fail
	}
	b.notices = append(b.notices, notice)
	_, err := tx.Exec(ctx, `insert into test_notices (key, church_id) values ($1, $2)`, notice.Key, notice.ChurchID)
	return err
}

// last is the newest notice.
func (b *board) last(t testing.TB) tools.Notice {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.notices) == 0 {
		t.Fatal("nobody was notified")
	}
	return b.notices[len(b.notices)-1]
}

type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

func (f *fixture) exec(sql string, args ...any) {
	f.t.Helper()
	if _, err := f.Admin.Exec(f.t.Context(), sql, args...); err != nil {
		f.t.Fatalf("%s: %v", sql, err)
	}
}

func (f *fixture) count(sql string, args ...any) (n int) {
	f.t.Helper()
	if err := f.Admin.QueryRow(f.t.Context(), sql, args...).Scan(&n); err != nil {
		f.t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// thursday is when the turns of tests are: 14 May 2026, 15:04 at the church.
var thursday = time.Date(2026, 5, 14, 19, 4, 0, 0, time.UTC)

// church adds a church of the largest plan, with everything on file.
func (f *fixture) church(slug string) *church.Snapshot {
	f.t.Helper()
	id := uuid.Must(uuid.NewV7())
	f.exec(`insert into churches (id, slug, name) values ($1, $2, $2)`, id, slug)
	location, err := time.LoadLocation("America/New_York")
	if err != nil {
		f.t.Fatal(err)
	}
	worship := church.Slot{Start: 9 * 60, Label: "Traditional worship", Text: "9:00 AM Traditional worship"}
	office := church.Slot{Start: 9 * 60, End: 15 * 60, Label: "Church office", Text: "9:00 AM - 3:00 PM Church office"}
	return &church.Snapshot{
		ID: id, Slug: slug, Name: "Grace Harbor Church", Location: location, Language: "en", Plan: church.SuiteBoth, Status: church.Active,
		Address: church.Address{Street: "212 Breakwater Lane", City: "Rockland", State: "ME", PostalCode: "04841"}, Phone: "(207) 555-0142",
		Hours: church.Hours{time.Sunday: {worship}, time.Friday: {office}},
		Staff: []church.StaffMember{{Name: "Rev. Daniel Whitcomb", Title: "Lead Pastor", Bio: "Preaches most Sundays."}, {Name: "Marcus Ferreira", Title: "Director of Youth Ministries"},
			{Name: "Hannah Osei", Title: "Director of Children's Ministries"}},
		Ministries: []church.Ministry{{Name: "Nursery", Description: "Care for infants and toddlers up to age 3."}, {Name: "Harbor Kids", Description: "Bible stories for ages 3 to 10."},
			{Name: "Tide", Description: "Youth group for grades 6 to 12, with pizza."}, {Name: "Young Adults", Description: "Ages 18 to 30 meet for supper."}, {Name: "Harbor Pantry", Description: "Food for whoever needs it."}},
		Expect: church.WhatToExpect{Parking: "Behind the church; two wheelchair spaces by the ramp.", Children: "Children stay or go to Harbor Kids.", FirstVisit: "Somebody will greet you.", DressCode: "Come as you are."},
		Intake: church.Intake{PrayerRequests: true, Visitors: true, Callbacks: true},
		Agents: map[church.Agent]church.AgentConfig{church.Care: {Enabled: true}, church.Coordinator: {Enabled: true}, church.Discipleship: {Enabled: true}, church.Stewardship: {Enabled: true}},
	}
}

// turn is a turn in which the visitor has said so much.
func turn(at *church.Snapshot, agent church.Agent, said ...string) tools.Turn {
	return tools.Turn{ID: uuid.Must(uuid.NewV7()), Session: uuid.New(), Church: at, Agent: agent, Language: "en", Now: thursday, Said: said}
}

// answer is a result with its content read.
type answer struct {
	tools.Result
	Error, Message string
	fields         map[string]any
}

func (f *fixture) call(turn tools.Turn, name, arguments string) answer {
	f.t.Helper()
	return read(f.t, f.begin(turn).Call(f.t.Context(), tools.Call{ID: "c1", Name: name, Arguments: arguments}))
}

// ask makes a call of which the visitor is asked, and gives what they are to answer.
func (f *fixture) ask(turn tools.Turn, name, arguments string) confirmation.Ref {
	f.t.Helper()
	result := f.tools.Begin(turn).Call(f.t.Context(), tools.Call{ID: "c1", Name: name, Arguments: arguments})
	if result.Card == nil || result.OK || result.Wrote {
		f.t.Fatalf("nothing is asked: %+v", result)
	}
	return questionOf(turn, result)
}

func questionOf(turn tools.Turn, result tools.Result) confirmation.Ref {
	return confirmation.Ref{Church: turn.Church.ID, Session: turn.Session, Turn: turn.ID, Call: result.Card.CallID}
}

// agreeing is a session whose visitor says yes to all that they are asked.
type agreeing struct {
	*tools.Session
	registry *tools.Registry
	turn     tools.Turn
}

func (f *fixture) begin(turn tools.Turn) agreeing { return f.beginAt(f.tools, turn) }

func (f *fixture) beginAt(registry *tools.Registry, turn tools.Turn) agreeing {
	return agreeing{registry.Begin(turn), registry, turn}
}

// Call makes a call and says yes. What it gives is what came of that: the refusal of a tool that was asked again before.
func (a agreeing) Call(ctx context.Context, call tools.Call) tools.Result {
	result := a.Session.Call(ctx, call)
	if result.Card == nil {
		return result
	}
	confirmed, err := a.registry.Confirm(ctx, a.turn.Church, questionOf(a.turn, result), tools.Answer{Accept: true})
	switch {
	case err != nil:
		return tools.Result{Content: `{"ok":false,"error":"unavailable","message":"it was not done"}`, Summary: "failed"}
	case confirmed.Result.Content == "": // it failed, or was answered before
		return tools.Result{Content: `{"ok":false,"error":"` + string(confirmed.Status) + `","message":"it was not done now"}`, Summary: "not now"}
	}
	return confirmed.Result
}

func read(t testing.TB, result tools.Result) answer {
	t.Helper()
	got := answer{Result: result}
	if err := json.Unmarshal([]byte(result.Content), &got.fields); err != nil {
		t.Fatalf("%q: %v", result.Content, err)
	}
	got.Error, _ = got.fields["error"].(string)
	got.Message, _ = got.fields["message"].(string)
	if told, isBool := got.fields["ok"].(bool); !isBool || told != got.OK || got.OK != (got.Error == "") || result.Summary == "" {
		t.Fatalf("an inconsistent result: %+v", result)
	}
	return got
}

// expect fails unless the call was refused for the reason, and wrote nothing.
func (a answer) expect(t testing.TB, want tools.ErrorCode, parts ...string) {
	t.Helper()
	if a.OK || a.Error != string(want) || a.Wrote || a.Message == "" {
		t.Fatalf("got %s, want a refusal: %s", a.Content, want)
	}
	for _, part := range parts {
		if !strings.Contains(a.Message, part) {
			t.Errorf("%q does not say %q", a.Message, part)
		}
	}
}

// calls is the metric of calls.
func (f *fixture) calls(tool, outcome string) float64 {
	f.t.Helper()
	families, err := f.metrics.Gather()
	if err != nil {
		f.t.Fatal(err)
	}
	for _, family := range families {
		for _, series := range family.GetMetric() {
			labels := map[string]string{}
			for _, pair := range series.GetLabel() {
				labels[pair.GetName()] = pair.GetValue()
			}
			if family.GetName() == "narthex_tool_calls_total" && labels["tool"] == tool && labels["outcome"] == outcome {
				return series.GetCounter().GetValue()
			}
		}
	}
	return 0
}
