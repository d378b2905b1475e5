package notify_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/notify"
	"narthex/cmd/dev/mailbox"
)

func TestOldNewsIsForgotten(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	s := b.service(t, b.config())
	for range 4 {
		b.tell(t, s, leftMessage(id))
	}
	statuses := []string{"sent", "dead", "queued", "sent"}
	ids := make([]uuid.UUID, 0, 4)
	entries, err := notify.NewQueue(b.db.Pool).List(t.Context(), notify.Filter{})
	if err != nil || len(entries) != 4 {
		t.Fatalf("%v, %v", entries, err)
	}
	execute(t, b, `alter table notifications disable trigger user`)
	for i, entry := range entries {
		age := "100 days"
		if i == 3 {
			age = "1 day"
		}
		ids = append(ids, entry.ID)
		execute(t, b, `update notifications set status = $2, updated_at = now() - $3::text::interval where id = $1`, entry.ID, statuses[i], age)
	}
	s.ForgetOld(t.Context())
	b.await(t, "the old one that was sent is gone, and it alone", `select array_agg(id order by id) = (select array_agg(i order by i) from unnest($1::uuid[]) i) from notifications`, ids[1:])
}

// Crises of one client stay together by the hour, and nobody can tell any more whose they were, or that they came back.
func TestClientsOfOldCrisesCannotBeKnownAgain(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	one, other := b.church(t, theChurch{name: "Grace", email: "office@grace.example"}), b.church(t, theChurch{name: "Hope", email: "office@hope.example"})
	noon := time.Now().UTC().Add(-72 * time.Hour).Truncate(time.Hour)
	crisis := func(church uuid.UUID, origin string, at time.Time) {
		t.Helper()
		execute(t, b, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, urgent, message, created_at, origin)
			values ($1, $2, 'crisis', $1, $1, $1, true, 'words', $3, nullif($4, ''))`, uuid.New(), church, at, origin)
	}
	crisis(one, "a", noon)
	crisis(one, "a", noon.Add(59*time.Minute))
	crisis(one, "a", noon.Add(61*time.Minute)) // the next hour
	crisis(one, "b", noon)
	crisis(other, "a", noon)
	crisis(one, "", noon)
	crisis(one, "a", time.Now().Add(-time.Hour)) // may be of a flood that goes on
	s := b.service(t, b.config())
	names := func() (named []string) {
		t.Helper()
		rows, err := b.db.Admin.Query(t.Context(), `select coalesce(origin, '') from visitor_requests order by church_id = $1 desc, created_at < now() - interval '1 day' desc, origin is null, created_at`, one)
		if err == nil {
			named, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		if err != nil || len(named) != 7 {
			t.Fatalf("%v, %v", named, err)
		}
		return named
	}
	s.ForgetOld(t.Context())
	got := names()
	slices.Sort(got[:2]) // of one moment
	kinds := make(map[string]int)
	for _, name := range got {
		if strings.HasPrefix(name, "gone:") {
			kinds[name]++
		}
	}
	if len(kinds) != 4 || got[4] != "" || got[5] != "a" {
		t.Errorf("%v", got)
	}
	together := slices.Sorted(maps.Values(kinds))
	if !slices.Equal(together, []int{1, 1, 1, 2}) {
		t.Errorf("together are %v: %v", together, got)
	}
	s.ForgetOld(t.Context())
	again := names()
	slices.Sort(again[:2])
	if !slices.Equal(again, got) {
		t.Errorf("what was forgotten got other names: %v, before %v", again, got)
	}
}
