package church_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
)

// holdUpLoads makes every load wait until the returned function is called: on a connection that has loaded a church
// before, after it has read the church's facts; on a new one, before.
func (f *fixture) holdUpLoads() (release func()) { return f.holdUp("unified_rag_content") }

// holdUp makes what reads the table wait until the returned function is called.
func (f *fixture) holdUp(table string) (release func()) {
	f.t.Helper()
	tx, err := f.Admin.Begin(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	if _, err := tx.Exec(f.t.Context(), "lock table "+table+" in access exclusive mode"); err != nil {
		f.t.Fatal(err)
	}
	release = sync.OnceFunc(func() {
		if err := tx.Rollback(context.Background()); err != nil {
			f.t.Error(err)
		}
	})
	f.t.Cleanup(release)
	return release
}

// waitUntilHeldUp returns when so many loads wait.
func (f *fixture) waitUntilHeldUp(loads int) {
	f.t.Helper()
	for deadline := time.Now().Add(patient); ; time.Sleep(time.Millisecond) {
		var waiting int
		err := f.Admin.QueryRow(f.t.Context(), `
			select count(*) from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock'`).Scan(&waiting)
		if err != nil {
			f.t.Fatal(err)
		}
		if waiting >= loads {
			return
		}
		if time.Now().After(deadline) {
			f.t.Fatalf("%d loads wait; want %d", waiting, loads)
		}
	}
}

func TestAChangeMadeBySQLIsSeenByEveryNodeWithinASecond(t *testing.T) {
	f := setup(t)
	id := f.subscriber("changing", "pro_chat")
	f.exec(`insert into organization_settings (organization_id) values ($1)`, id)
	f.exec(`insert into church_voice_agents (church_id) values ($1)`, id)
	f.exec(`insert into product_knowledge (priority, topic, question, answer) values (1, 't', 'Q?', 'A')`)
	faq := f.faq(id, "Old question?", `{"embedder": "test-embedder"}`)
	nodes := []*store{
		newStore(t, f.Pool, church.Config{}).listen(),
		newStore(t, f.Pool, church.Config{}).listen(),
	}

	changes := []struct {
		name string
		sql  string
		args []any
		seen func(*church.Snapshot) bool
	}{
		{"the directory row", `update churches set phone = '555 0199' where id = $1`, []any{id},
			func(s *church.Snapshot) bool { return s.Phone == "555 0199" }},
		{"the slug", `update churches set slug = 'changed' where id = $1`, []any{id},
			func(s *church.Snapshot) bool { return s.Slug == "changed" }},
		{"the premium record", `update premium_churches set custom_hours = '{"sunday": ["8 AM"]}' where church_id = $1`, []any{id},
			func(s *church.Snapshot) bool { return len(s.Hours.On(time.Sunday)) == 1 }},
		{"the status", `update premium_churches set status = 'canceled' where church_id = $1`, []any{id},
			func(s *church.Snapshot) bool { return !s.Served() }},
		{"the voice agent row", `update church_voice_agents set sermon_topic = 'Joy' where church_id = $1`, []any{id},
			func(s *church.Snapshot) bool { return s.SermonTopic == "Joy" }},
		{"the settings", `update organization_settings set agent_config = '{"care": {"enabled": false}}' where organization_id = $1`, []any{id},
			func(s *church.Snapshot) bool { return !s.Agents[church.Care].Enabled }},
		{"the chosen lens", `insert into church_theological_lenses (church_id, theological_lens_id) values ($1, 4)`, []any{id},
			func(s *church.Snapshot) bool { return s.Lens.ID == 4 }},
		{"a lens", `update theological_lenses set description = 'Universal' where id = 4`, nil,
			func(s *church.Snapshot) bool { return s.Lens.Description == "Universal" }},
		{"doctrine", `delete from theological_contradictions where lens_id = 4 and topic = 'saints'`, nil,
			func(s *church.Snapshot) bool { return len(s.Doctrine) == 1 }},
		{"product knowledge", `update product_knowledge set answer = 'B'`, nil,
			func(s *church.Snapshot) bool { return s.ProductKnowledge[0].Answer == "B" }},
		{"an FAQ's answer", `update unified_rag_content set content = 'New answer' where id = $1`, []any{faq},
			func(s *church.Snapshot) bool {
				return len(s.FAQs) == 1 && s.FAQs[0].Answer == "New answer" && s.RetractedThrough == 1
			}},
		{"an FAQ's question, whose old embedding no longer holds", `update unified_rag_content set title = 'New question?' where id = $1`, []any{faq},
			func(s *church.Snapshot) bool { return len(s.FAQs) == 0 }},
		{"its new embedding", `update unified_rag_content set embedding = $2, question_embedding = $2 where id = $1`, []any{faq, vector(2)},
			func(s *church.Snapshot) bool { return len(s.FAQs) == 1 && s.FAQs[0].Question == "New question?" }},
		{"an FAQ's removal", `delete from unified_rag_content where id = $1`, []any{faq},
			func(s *church.Snapshot) bool { return len(s.FAQs) == 0 }},
	}
	var latencies []time.Duration
	for _, change := range changes {
		t.Run(change.name, func(t *testing.T) {
			for _, node := range nodes {
				if change.seen(node.snapshot(id)) {
					t.Fatal("seen before it was made")
				}
			}
			f.exec(change.sql, change.args...)
			for _, node := range nodes {
				latencies = append(latencies, node.eventually("the change is seen", func() bool { return change.seen(node.snapshot(id)) }))
			}
		})
	}
	slices.Sort(latencies)
	if most := latencies[len(latencies)*3/4]; most > time.Second { // a few may meet a busy machine
		t.Errorf("a quarter of the changes were seen after %v or later", most)
	}
	t.Logf("from commit to the next ByID: median %v, worst of %d %v", latencies[len(latencies)/2], len(latencies), latencies[len(latencies)-1])
}

func TestAChurchThatAppearsMovesOrGoesIsNoticedAtOnce(t *testing.T) {
	f := setup(t)
	s := newStore(t, f.Pool, church.Config{}).listen()
	soon := func(what string, holds func() error, want error) {
		t.Helper()
		s.eventually(what, func() bool {
			err := holds()
			return err == want //nolint:errorlint // sentinels are returned as they are
		})
	}
	bySlug := func(slug string) func() error {
		return func() error { _, err := s.BySlug(t.Context(), slug); return err }
	}
	s.expectBySlug("first", church.ErrNotFound)
	id := f.church("first")
	soon("the church is in the directory", bySlug("first"), church.ErrNotSubscribed)

	f.exec(`insert into premium_churches (church_id, plan, channel) values ($1, 'starter_chat', 'chat')`, id)
	soon("the church has subscribed", bySlug("first"), nil)

	s.expectBySlug("second", church.ErrNotFound)
	f.exec(`update churches set slug = 'second' where id = $1`, id)
	soon("the new slug leads to the church", bySlug("second"), nil)
	soon("the old slug leads nowhere", bySlug("first"), church.ErrNotFound)

	other := f.subscriber("first", "pro_chat")
	soon("the old slug leads to another church", func() error {
		snapshot, err := s.BySlug(t.Context(), "first")
		if err == nil && snapshot.ID != other {
			t.Errorf("the slug leads to %v; want %v", snapshot.ID, other)
		}
		return err
	}, nil)

	f.exec(`delete from premium_churches where church_id = $1`, id)
	soon("the subscription is gone", func() error { _, err := s.ByID(t.Context(), id); return err }, church.ErrNotSubscribed)
}

func TestAChangeThatNothingAnnouncesIsSeenWhenTheChurchHasAged(t *testing.T) {
	f := setup(t)
	id := f.subscriber("quiet", "starter_chat")
	s := newStore(t, f.Pool, church.Config{MaxAge: 100 * time.Millisecond}).listen()
	s.expectBySlug("quiet", nil)
	f.exec(`alter table churches disable trigger churches_changed`)
	f.exec(`update churches set phone = 'changed' where id = $1`, id)
	s.eventually("the change is seen", func() bool { return s.snapshot(id).Phone == "changed" })

	f.exec(`delete from churches where id = $1`, id)
	gone := func(_ *church.Snapshot, err error) bool { return errors.Is(err, church.ErrNotFound) }
	s.eventually("the church is gone", func() bool { return gone(s.ByID(t.Context(), id)) })
	s.eventually("its slug is gone", func() bool { return gone(s.BySlug(t.Context(), "quiet")) })
}

func TestAChurchThatHasAgedIsServedAtOnceAndLookedAfter(t *testing.T) {
	f := setup(t)
	id := f.subscriber("aged", "starter_chat")
	s := newStore(t, f.Pool, church.Config{MaxAge: time.Nanosecond}).listen()
	first := s.snapshot(id)
	release := f.holdUpLoads()
	if s.snapshot(id) != first { // would wait until it is released
		t.Error("another snapshot of an unchanged church")
	}
	f.waitUntilHeldUp(1)
	release()
	s.eventually("it is looked after", func() bool { return s.loads() >= 2 })
	if s.snapshot(id) != first {
		t.Error("what found nothing new made another snapshot")
	}
}

// What a church has stored is held elsewhere for as long as its snapshot is the same one.
func TestWhatIsAnnouncedMakesAnotherSnapshotThoughItSaysTheSame(t *testing.T) {
	f := setup(t)
	id := f.subscriber("announced", "starter_chat")
	s := newStore(t, f.Pool, church.Config{}).listen()
	first := s.snapshot(id)
	f.exec(`select pg_notify('narthex_church', $1::text)`, id)
	s.eventually("another snapshot", func() bool { return s.snapshot(id) != first })
	second := s.snapshot(id)
	f.exec(`select pg_notify('narthex_church', '*')`)
	s.eventually("another snapshot", func() bool { return s.snapshot(id) != second })
}

func TestASlugOfNobodyStaysOneWhenAnotherChurchChanges(t *testing.T) {
	f := setup(t)
	other := f.subscriber("other", "starter_chat")
	pool, sent := f.tracedPool()
	s := newStore(t, pool, church.Config{}).listen()
	s.snapshot(other)
	s.expectBySlug("nobody", church.ErrNotFound)
	before := sent.queries.Load()
	f.exec(`update churches set phone = 'changed' where id = $1`, other)
	s.eventually("the change is announced", func() bool { return s.snapshot(other).Phone == "changed" })
	s.expectBySlug("nobody", church.ErrNotFound)
	if again := sent.queries.Load() - before; again != 0 {
		t.Errorf("the slug was looked up %d times more", again)
	}
}

func TestAListedChurchThatIsRemovedIsGoneAtOnce(t *testing.T) {
	f := setup(t)
	id := f.church("removed")
	s := newStore(t, f.Pool, church.Config{}).listen()
	s.expectByID(id, church.ErrNotSubscribed)
	f.exec(`delete from churches where id = $1`, id)
	s.eventually("the church is gone", func() bool {
		_, err := s.ByID(t.Context(), id)
		return errors.Is(err, church.ErrNotFound)
	})
}

func TestALensOfAFamilyIsSeenAtOnce(t *testing.T) {
	f := setup(t)
	id := f.subscriber("family", "starter_chat")
	f.exec(`update churches set church_family = 'baptist' where id = $1`, id)
	s := newStore(t, f.Pool, church.Config{}).listen()
	if lens := s.snapshot(id).Lens.ID; lens != 12 {
		t.Fatalf("lens %d", lens)
	}
	f.exec(`update church_families set lens_id = 4 where key = 'baptist'`)
	s.eventually("the lens is the family's", func() bool { return s.snapshot(id).Lens.ID == 4 })
}

func TestAnUnknownIDIsForgottenWhenItIsAnnounced(t *testing.T) {
	f := setup(t)
	s := newStore(t, f.Pool, church.Config{}).listen()
	id := uuid.Must(uuid.NewV7())
	s.expectByID(id, church.ErrNotFound)
	f.exec(`insert into churches (id, slug, name) values ($1, 'new', 'New')`, id)
	s.eventually("the church is known", func() bool {
		_, err := s.ByID(t.Context(), id)
		return err == church.ErrNotSubscribed //nolint:errorlint // returned as it is
	})
}

// The load has read the facts when the change is made, and ends after the change was announced: it must not be cached.
func TestALoadThatAChangeOvertookIsNotTakenForFresh(t *testing.T) {
	tests := []struct {
		name, kind, sql string
		another         bool // somebody asks after the announcement, while the load still runs
		changed         func(*church.Snapshot) bool
	}{
		{"one church", "church", `update churches set phone = 'changed'`, false,
			func(s *church.Snapshot) bool { return s.Phone == "changed" }},
		{"one church, asked for again meanwhile", "church", `update churches set phone = 'changed'`, true,
			func(s *church.Snapshot) bool { return s.Phone == "changed" }},
		{"reference data", "reference", `update theological_lenses set description = 'changed'`, false,
			func(s *church.Snapshot) bool { return s.Lens.Description == "changed" }},
		{"reference data, asked for again meanwhile", "reference", `update theological_lenses set description = 'changed'`, true,
			func(s *church.Snapshot) bool { return s.Lens.Description == "changed" }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := setup(t)
			id, first := f.subscriber("raced", "starter_chat"), f.subscriber("first", "starter_chat")
			s := newStore(t, f.Pool, church.Config{LoadTimeout: patient}).listen()
			s.snapshot(first)
			loads := s.loads()
			heard := s.metric("narthex_church_invalidations_total", tt.kind)
			release := f.holdUpLoads()

			var before, after *church.Snapshot
			var visitors sync.WaitGroup
			visitors.Go(func() { before, _ = s.ByID(t.Context(), id) })
			f.waitUntilHeldUp(1)
			f.exec(tt.sql)
			s.eventually("the change is announced", func() bool {
				return s.metric("narthex_church_invalidations_total", tt.kind) > heard
			})
			if tt.another {
				// Who comes now must not be given what the running load will find.
				visitors.Go(func() { after, _ = s.ByID(t.Context(), id) })
				f.waitUntilHeldUp(2)
			}
			release()
			visitors.Wait()

			if before == nil || tt.changed(before) {
				t.Fatal("the first load failed or saw the change: the test shows nothing")
			}
			if tt.another && (after == nil || !tt.changed(after)) {
				t.Error("who asked after the announcement was given the state before it")
			}
			now := s.snapshot(id)
			if !tt.changed(now) {
				t.Error("the overtaken load is cached as fresh")
			}
			if s.loads() != loads+2 {
				t.Errorf("%v loads; want 2", s.loads()-loads)
			}
			// The first load ended after the epoch was raised. Had it read the epoch last, answers made from the old facts
			// would be cached as current ones.
			if before.Epoch >= now.Epoch {
				t.Errorf("the old facts carry epoch %d, the new ones %d", before.Epoch, now.Epoch)
			}
		})
	}
}

func TestRetractedSinceListsWhatWasEditedOrRemoved(t *testing.T) {
	f := setup(t)
	id, other := f.subscriber("own", "starter_chat"), f.subscriber("other", "starter_chat")
	const metadata = `{"embedder": "test-embedder"}`
	edited, removed, kept, foreign := f.faq(id, "edited", metadata), f.faq(id, "removed", metadata), f.faq(id, "kept", metadata), f.faq(other, "foreign", metadata)
	s := newStore(t, f.Pool, church.Config{})
	f.exec(`update unified_rag_content set content = 'New' where id = any($1)`, []uuid.UUID{edited, foreign})
	first := s.snapshot(id).RetractedThrough
	f.exec(`delete from unified_rag_content where id = $1`, removed)

	all, through, err := s.RetractedSince(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || !slices.Contains(all, edited) || !slices.Contains(all, removed) || through != 2 {
		t.Errorf("since the beginning: %v through %d; want %v and %v through 2, not %v", all, through, edited, removed, kept)
	}
	since, through, err := s.RetractedSince(t.Context(), id, first)
	if err != nil || len(since) != 1 || since[0] != removed || through != 2 {
		t.Errorf("since the edit: %v through %d, %v; want %v through 2", since, through, err, removed)
	}
	if none, through, err := s.RetractedSince(t.Context(), id, through); err != nil || len(none) != 0 || through != 2 {
		t.Errorf("since the last: %v through %d, %v", none, through, err)
	}
}
